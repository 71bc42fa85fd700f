//! The cards, shuffle, cut and burn, in words.

use super::sheet::{Sentence, Sources};
use super::words::{capital, count, depth, join, number, rank_plural};
use crate::Rank;
use crate::game::{Deck, Family, Game, Procedure, ShoeRules, Shuffled};
use crate::load::section::place;

/// What the sheet says about the cards.
pub(super) fn sentences(sources: &Sources) -> Vec<Sentence> {
    let game = sources.game;
    let mut said = vec![sources.say(decks(game), sources.home(&place!(Deck)), &[place!(Deck)])];
    if game.shoe.sets > 1 {
        said.push(sources.say(sets(game), sources.home(&place!(ShoeRules)), &[place!(ShoeRules.sets)]));
    }
    let values = match game.family {
        Family::TwentyOne(_) => values(&game.deck),
        Family::Baccarat(_) => super::baccarat::values(),
        Family::SingleCard(_) => super::single_card::values(),
        Family::Stud(_) if game.ace_may_be_low() => {
            "The cards rank from 2 low to ace high; in a straight the ace may also be low.".to_string()
        }
        Family::Stud(_) => "The cards rank from 2 low to ace high; the ace is never low.".to_string(),
    };
    said.push(sources.say_step(Procedure::CardValues, values, &[]));
    said.extend(sources.lines_at(Procedure::Shuffle));
    if let Some(least) = game.shoe.player_cut_min {
        let text = format!(
            "After a shuffle a player cuts the cards, at least {} ({}) from either end.",
            depth(least),
            count(least.cards(&game.deck), "card", "cards")
        );
        said.push(sources.say_step(Procedure::Cut, text, &[place!(ShoeRules.player_cut_min)]));
    }
    said.push(shuffle(sources));
    said.extend(burn(sources));
    if game.stud().is_none() {
        let text = "If the cards run out during a round, the discards are shuffled and the round goes on with them.";
        said.push(sources.say_step(Procedure::CardsRunOut, text, &[]));
    }
    said
}

/// How many sentences at the start are about the cards themselves: decks, sets and values.
pub(super) fn about_cards(game: &Game) -> usize {
    2 + usize::from(game.shoe.sets > 1)
}

fn decks(game: &Game) -> String {
    let deck = &game.deck;
    let removed: Vec<String> = deck.removed.iter().map(rank_plural).collect();
    let size = deck.deck_size();
    let mut text = format!(
        "{} {} of {size} cards",
        match game.shoe.sets {
            1 => "The game is played with",
            _ => "Each hand is dealt from",
        },
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

fn sets(game: &Game) -> String {
    let sets = number(usize::from(game.shoe.sets));
    let cards = match game.deck.decks {
        1 => "decks",
        _ => "sets of cards",
    };
    let when = match game.shoe.shuffled {
        Shuffled::EveryRound => "each hand",
        Shuffled::AtCutCard => "at each shuffle",
    };
    format!("The dealer switches between {sets} {cards} {when}.")
}

fn values(deck: &Deck) -> String {
    let tens = [Rank::Ten, Rank::Jack, Rank::Queen, Rank::King].into_iter();
    let tens: Vec<String> = tens
        .filter(|ten| !deck.removed.contains(*ten))
        .map(rank_plural)
        .collect();
    let tens = join(&tens, "and");
    format!(
        "The cards 2 to 9 count their face value, {tens} count 10, and an ace counts 11 where that does not take the hand \
         over 21, else 1. A hand is soft while an ace counts 11 in it, and hard otherwise."
    )
}

fn shuffle(sources: &Sources) -> Sentence {
    let game = sources.game;
    let fields = [place!(ShoeRules.shuffled), place!(ShoeRules.cut_card)];
    match (game.shoe.shuffled, game.shoe.cut_card) {
        (Shuffled::EveryRound, _) => {
            let text = "The cards are shuffled before every round.";
            sources.say_step(Procedure::Shuffle, text, &fields)
        }
        (Shuffled::AtCutCard, Some(at)) => {
            // Where a player cuts, the first cut card marks that cut.
            let second = match game.shoe.player_cut_min {
                Some(_) => "second ",
                None => "",
            };
            let text = format!(
                "The dealer places a {second}cut card with about {} ({}) behind it; the round in which it comes out is the \
                 last before a new shuffle.",
                depth(at),
                count(at.cards(&game.deck), "card", "cards")
            );
            sources.say_step(Procedure::LastRound, text, &fields)
        }
        (Shuffled::AtCutCard, None) => {
            let text = "The cards are dealt to the end and then shuffled.";
            sources.say_step(Procedure::LastRound, text, &fields)
        }
    }
}

fn burn(sources: &Sources) -> Option<Sentence> {
    let shoe = &sources.game.shoe;
    let burned = |many: u8| {
        let verb = if many == 1 { "is" } else { "are" };
        format!("{} {verb} burned", count(usize::from(many), "card", "cards"))
    };
    let text = match (shoe.burn, shoe.burn_at_dealer_change) {
        (0, 0) => return None,
        (after, 0) => format!("{} after a shuffle.", burned(after)),
        (0, change) => format!("{} when a new dealer starts.", burned(change)),
        (after, change) if after == change => {
            format!("{} after a shuffle and when a new dealer starts.", burned(after))
        }
        (after, change) => format!(
            "{} after a shuffle, and {} when a new dealer starts.",
            burned(after),
            burned(change)
        ),
    };
    let fields = [place!(ShoeRules.burn), place!(ShoeRules.burn_at_dealer_change)];
    Some(sources.say_step(Procedure::Burn, capital(&text), &fields))
}
