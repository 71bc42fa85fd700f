//! The cards, shuffle, cut and burn, in words.

use super::sheet::{Sentence, Sources};
use super::words::{capital, count, depth, join, number, rank_plural};
use crate::Rank;
use crate::game::{Deck, Family, Game, Procedure, Shuffled};

/// What the sheet says about the cards.
pub(super) fn sentences(sources: &Sources) -> Vec<Sentence> {
    let game = sources.game;
    let mut said = vec![sources.say(decks(&game.deck), sources.clause(&game.deck.clause), &["deck"])];
    said.extend(game.shoe.sets.gt(&1).then(|| {
        let text = format!(
            "{} sets of cards take turns: one is shuffled while another is dealt.",
            capital(&number(usize::from(game.shoe.sets)))
        );
        sources.say(text, sources.clause(&game.shoe.clause), &["shoe.sets"])
    }));
    said.push(match game.family {
        Family::TwentyOne(_) => sources.say(values(&game.deck), None, &[]),
        Family::Stud(_) => {
            let text = "The cards rank from 2 low to ace high; in a straight the ace may also be low.";
            sources.say(text, None, &[])
        }
    });
    said.extend(
        game.shoe
            .method
            .iter()
            .map(|line| sources.say(line.as_str(), None, &[])),
    );
    if let Some(least) = game.shoe.player_cut_min {
        let text = format!(
            "After a shuffle a player cuts the cards, at least {} ({}) from either end.",
            depth(least),
            count(least.cards(&game.deck), "card", "cards")
        );
        said.push(sources.say(text, sources.step(Procedure::Cut), &["shoe.player-cut-min"]));
    }
    said.push(shuffle(sources));
    said.extend(burn(sources));
    said
}

/// How many sentences at the start are about the cards themselves: decks, sets and values.
pub(super) fn about_cards(game: &Game) -> usize {
    2 + usize::from(game.shoe.sets > 1)
}

fn decks(deck: &Deck) -> String {
    let removed: Vec<String> = deck.removed.iter().map(rank_plural).collect();
    let size = deck.deck_size();
    let mut text = format!(
        "The game is played with {} of {size} cards",
        count(usize::from(deck.decks), "deck", "decks")
    );
    if !removed.is_empty() {
        text += &format!(" (the {} are removed)", join(&removed, "and"));
    }
    if deck.decks > 1 {
        text += &format!(", {} cards in all", deck.size());
    }
    let others: Vec<String> = deck
        .decks_allowed
        .iter()
        .flat_map(|allowed| allowed.iter())
        .filter(|other| *other != deck.decks)
        .map(|other| number(usize::from(other)))
        .collect();
    match others.as_slice() {
        [] => text += ".",
        others => text += &format!("; {} may be chosen instead.", join(others, "or")),
    }
    text
}

fn values(deck: &Deck) -> String {
    let tens = [Rank::Ten, Rank::Jack, Rank::Queen, Rank::King].into_iter();
    let tens: Vec<&str> = tens
        .filter(|ten| !deck.removed.contains(*ten))
        .map(Rank::plural)
        .collect();
    let tens = join(&tens, "and");
    format!(
        "The cards 2 to 9 count their face value, {tens} count 10, and an ace counts 11 where that does not take the hand \
         over 21, else 1. A hand is soft while an ace counts 11 in it, and hard otherwise."
    )
}

fn shuffle(sources: &Sources) -> Sentence {
    let game = sources.game;
    let fields = ["shoe.shuffled", "shoe.cut-card"];
    match (game.shoe.shuffled, game.shoe.cut_card) {
        (Shuffled::EveryRound, _) => {
            let cites = sources.step(Procedure::Shuffle);
            sources.say("The cards are shuffled before every round.", cites, &fields)
        }
        (Shuffled::AtCutCard, Some(at)) => {
            let text = format!(
                "A cut card stands {} ({}) from the end; the round in which it comes out is the last before a new shuffle.",
                depth(at),
                count(at.cards(&game.deck), "card", "cards")
            );
            sources.say(text, sources.step(Procedure::LastRound), &fields)
        }
        (Shuffled::AtCutCard, None) => {
            let text = "The cards are dealt to the end and then shuffled.";
            sources.say(text, sources.step(Procedure::LastRound), &fields)
        }
    }
}

fn burn(sources: &Sources) -> Option<Sentence> {
    let shoe = &sources.game.shoe;
    let burnt = |many: u8| {
        let verb = if many == 1 { "is" } else { "are" };
        format!("{} {verb} burnt", count(usize::from(many), "card", "cards"))
    };
    let text = match (shoe.burn, shoe.burn_at_dealer_change) {
        (0, 0) => return None,
        (after, 0) => format!("{} after a shuffle.", burnt(after)),
        (0, change) => format!("{} when a new dealer starts.", burnt(change)),
        (after, change) if after == change => {
            format!("{} after a shuffle and when a new dealer starts.", burnt(after))
        }
        (after, change) => format!(
            "{} after a shuffle, and {} when a new dealer starts.",
            burnt(after),
            burnt(change)
        ),
    };
    let fields = ["shoe.burn", "shoe.burn-at-dealer-change"];
    Some(sources.say(capital(&text), sources.step(Procedure::Burn), &fields))
}
