//! Decks, shoe and seats, and whether the cards suffice.

use super::Check;
use crate::game::{Deck, Family, Shuffled};
use crate::load::Kind;

/// Cards that each hand of a full table and the dealer need in a game of 21: the two it is dealt and one more. The mean
/// is about 2.7, so a full table seldom runs out; that it never does cannot be asked of a game dealt from one deck.
const CARDS_PER_HAND: usize = 3;

pub(super) fn check(check: &mut Check) {
    decks(check);
    shoe(check);
    cards_suffice(check);
}

fn decks(check: &mut Check) {
    if let Some(allowed) = check.game.deck.decks_allowed {
        if allowed.is_empty() || allowed.iter().any(|decks| !(1..=Deck::DECKS_MAX).contains(&decks)) {
            let what = format!("`{allowed}` are not numbers of decks from 1 to 8");
            check.fault(
                Kind::OutOfRange,
                &["deck.decks-allowed"],
                what,
                "write a set like \"1-2\" or \"6,8\"",
            );
        } else if !allowed.contains(check.game.deck.decks) {
            let what = format!(
                "{} decks are not among the numbers allowed, {allowed}",
                check.game.deck.decks
            );
            let remedy = format!("deal from one of {allowed}, or allow {}", check.game.deck.decks);
            check.fault(Kind::Contradiction, &["deck.decks", "deck.decks-allowed"], what, remedy);
        }
    }
    if check.game.deck.deck_size() == 0 {
        check.fault(
            Kind::DeckTooSmall,
            &["deck.removed"],
            "every rank is removed",
            "leave some cards in the deck",
        );
    }
}

fn shoe(check: &mut Check) {
    let (deck, shoe) = (&check.game.deck, &check.game.shoe);
    let size = deck.size();
    match (shoe.shuffled, shoe.cut_card) {
        (Shuffled::AtCutCard, None) => check.fault(
            Kind::MissingKey,
            &["shoe.cut-card", "shoe.shuffled"],
            "the cards are shuffled at the cut card, but no cut card is placed",
            "add `cut-card`, like \"3/2 decks\"",
        ),
        (Shuffled::AtCutCard, Some(depth)) => {
            let dealt = size.saturating_sub(usize::from(shoe.burn));
            if depth.cards(deck) >= dealt && size > 0 {
                let what = format!(
                    "the cut card stands {} cards from the end, and {dealt} are dealt from",
                    depth.cards(deck)
                );
                let places = ["shoe.cut-card", "shoe.burn", "deck"];
                check.fault(Kind::Limits, &places, what, "place it nearer to the end");
            }
        }
        // A cut card that is never asked for does no harm: it serves another reading.
        (Shuffled::EveryRound, _) => {}
    }
    if let Some(least) = check.game.shoe.player_cut_min
        && 2 * least.cards(&check.game.deck) > size
    {
        let what = format!(
            "a cut {} cards from either end is not possible in {size} cards",
            least.cards(&check.game.deck)
        );
        check.fault(
            Kind::Limits,
            &["shoe.player-cut-min", "deck"],
            what,
            "let the player cut nearer to the ends",
        );
    }
}

/// A fresh shoe must play out a full table, and what lies behind the cut card must still deal one. What a round needs
/// beyond that is not bounded in a game of 21: the discards are shuffled for it.
fn cards_suffice(check: &mut Check) {
    let game = check.game;
    let hands = usize::from(game.table.seats) * usize::from(game.table.hands_max);
    let (dealt, played, with) = match &game.family {
        Family::TwentyOne(_) => (2 * (hands + 1), CARDS_PER_HAND * (hands + 1), "the dealer"),
        Family::Stud(rules) => {
            let community: usize = rules.streets.iter().map(|street| usize::from(street.cards)).sum();
            let extra = usize::from(rules.hands.extra_cards);
            let dealer = usize::from(rules.dealer_cards());
            let all = hands * usize::from(rules.hands.hole_cards) + community + extra + dealer;
            let with = if dealer > 0 {
                "the dealer and the community cards"
            } else {
                "the community and extra cards"
            };
            (all, all, with)
        }
    };
    let fresh = game.deck.size().saturating_sub(usize::from(game.shoe.burn));
    let last = match (game.shoe.shuffled, game.shoe.cut_card) {
        (Shuffled::AtCutCard, Some(depth)) => fresh.min(depth.cards(&game.deck)),
        _ => fresh,
    };
    let (needed, there, place) = if fresh < played {
        (played, fresh, "in a fresh shoe")
    } else {
        (dealt, last, "behind the cut card")
    };
    if there < needed && game.deck.deck_size() > 0 {
        let what = format!(
            "the deck cannot deal a full table: {hands} hands and {with} need {needed} cards, {there} are there {place}"
        );
        let remedy = "more decks, fewer seats or hands, or a cut card farther from the end";
        let places = ["deck.decks", "deck", "shoe", "table", "hands", "street", "family"];
        check.fault(Kind::DeckTooSmall, &places, what, remedy);
    }
}
