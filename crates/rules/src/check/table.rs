//! Decks, shoe and seats, and whether the cards suffice.

use super::Check;
use crate::game::{FamilyName, Shuffled, TableRules};
use crate::load::Kind;

/// Cards that each hand of a full table and the dealer need in a game of 21: the two it is dealt and one more. The mean
/// is about 2.7, so a full table seldom runs out; that it never does cannot be asked of a game dealt from one deck.
const CARDS_PER_HAND: usize = 3;

pub(super) fn check(check: &mut Check) {
    decks(check);
    shoe(check);
    seats(check);
    cards_suffice(check);
}

fn decks(check: &mut Check) {
    let deck = &check.file.deck;
    if !(1..=8).contains(&deck.decks) {
        let what = format!("a game is not dealt from {} decks", deck.decks);
        check.fault(Kind::OutOfRange, &["deck.decks"], what, "write a number from 1 to 8");
    }
    if let Some(allowed) = check.file.deck.decks_allowed {
        if allowed.is_empty() || allowed.iter().any(|decks| !(1..=8).contains(&decks)) {
            let what = format!("`{allowed}` are not numbers of decks from 1 to 8");
            check.fault(
                Kind::OutOfRange,
                &["deck.decks-allowed"],
                what,
                "write a set like \"1-2\" or \"6,8\"",
            );
        } else if !allowed.contains(check.file.deck.decks) {
            let what = format!(
                "{} decks are not among the numbers allowed, {allowed}",
                check.file.deck.decks
            );
            let remedy = format!("deal from one of {allowed}, or allow {}", check.file.deck.decks);
            check.fault(Kind::Contradiction, &["deck.decks", "deck.decks-allowed"], what, remedy);
        }
    }
    if check.file.deck.deck_size() == 0 {
        check.fault(
            Kind::DeckTooSmall,
            &["deck.removed"],
            "every rank is removed",
            "leave some cards in the deck",
        );
    }
}

fn shoe(check: &mut Check) {
    let (deck, shoe) = (&check.file.deck, &check.file.shoe);
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
    if let Some(least) = check.file.shoe.player_cut_min
        && 2 * least.cards(&check.file.deck) > size
    {
        let what = format!(
            "a cut {} cards from either end is not possible in {size} cards",
            least.cards(&check.file.deck)
        );
        check.fault(
            Kind::Limits,
            &["shoe.player-cut-min", "deck"],
            what,
            "let the player cut nearer to the ends",
        );
    }
    if !(1..=4).contains(&check.file.shoe.sets) {
        check.fault(
            Kind::OutOfRange,
            &["shoe.sets"],
            "the sets of cards that take turns are 1 to 4",
            "write 1 or 2",
        );
    }
}

fn seats(check: &mut Check) {
    let table = &check.file.table;
    if !(1..=TableRules::SEATS_MAX).contains(&table.seats) {
        let what = format!("a table does not have {} seats", table.seats);
        check.fault(Kind::OutOfRange, &["table.seats"], what, "write a number from 1 to 7");
    }
    let hands_max = check.file.table.hands_max;
    if !(1..=TableRules::HANDS_MAX).contains(&hands_max) {
        let what = format!("a player does not play {hands_max} hands");
        check.fault(
            Kind::OutOfRange,
            &["table.hands-max"],
            what,
            "write a number from 1 to 7",
        );
    }
}

/// A fresh shoe must play out a full table, and what lies behind the cut card must still deal one. What a round needs
/// beyond that is not bounded in a game of 21: the discards are shuffled for it.
fn cards_suffice(check: &mut Check) {
    let file = check.file;
    let hands = usize::from(file.table.seats) * usize::from(file.table.hands_max);
    let (dealt, played, with) = match (file.family, &file.hands) {
        (FamilyName::TwentyOne, _) => (2 * (hands + 1), CARDS_PER_HAND * (hands + 1), "the dealer"),
        (FamilyName::Stud, Some(dealt)) => {
            let community: usize = file.streets.iter().map(|street| usize::from(street.cards)).sum();
            let all = hands * usize::from(dealt.hole_cards) + community + usize::from(dealt.extra_cards);
            (all, all, "the community and extra cards")
        }
        (FamilyName::Stud, None) => return,
    };
    let fresh = file.deck.size().saturating_sub(usize::from(file.shoe.burn));
    let last = match (file.shoe.shuffled, file.shoe.cut_card) {
        (Shuffled::AtCutCard, Some(depth)) => fresh.min(depth.cards(&file.deck)),
        _ => fresh,
    };
    let (needed, there, place) = if fresh < played {
        (played, fresh, "in a fresh shoe")
    } else {
        (dealt, last, "behind the cut card")
    };
    if there < needed && file.deck.deck_size() > 0 {
        let what = format!(
            "the deck cannot deal a full table: {hands} hands and {with} need {needed} cards, {there} are there {place}"
        );
        let remedy = "more decks, fewer seats or hands, or a cut card farther from the end";
        let places = ["deck.decks", "deck", "shoe", "table", "hands", "street", "family"];
        check.fault(Kind::DeckTooSmall, &places, what, remedy);
    }
}
