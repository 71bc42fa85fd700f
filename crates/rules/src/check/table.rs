//! Decks, shoe and seats, and whether the cards suffice.

use super::{Check, family};
use crate::bets::TableRules;
use crate::game::{Deck, Family, ShoeRules, Shuffled};
use crate::load::message;
use crate::load::section::place;
use crate::single_card::{Deal, FirstCards};
use crate::stud::{Hands, Street};

/// Cards that each hand of a full table and the dealer need in a game of 21: the two it is dealt and one more. The mean
/// is about 2.7, so a full table seldom runs out; that it never does cannot be asked of a game dealt from one deck.
const CARDS_PER_HAND: usize = 3;

pub(super) fn check(check: &mut Check) {
    decks(check);
    shoe(check);
    cards_suffice(check);
}

/// A cut card that is never asked for. Beside a change it does no harm: it serves the file as it is written.
pub(super) fn idle(check: &mut Check) {
    let shoe = &check.game.shoe;
    if shoe.shuffled == Shuffled::EveryRound && shoe.cut_card.is_some() {
        let places = [place!(ShoeRules.cut_card), place!(ShoeRules.shuffled)];
        check.fault(message::idle_cut_card(), &places);
    }
}

fn decks(check: &mut Check) {
    let deck = &check.game.deck;
    if let Some(allowed) = deck.decks_allowed {
        let allowed_at = place!(Deck.decks_allowed);
        if allowed.is_empty() || allowed.iter().any(|decks| !(1..=Deck::DECKS_MAX).contains(&decks)) {
            check.fault(message::no_such_decks(allowed, Deck::DECKS_MAX), &[allowed_at]);
        } else if !allowed.contains(deck.decks) {
            let message = message::decks_not_allowed(deck.decks, allowed);
            check.fault(message, &[place!(Deck.decks), allowed_at]);
        }
    }
    if deck.deck_size() == 0 {
        check.fault(message::no_cards_left(), &[place!(Deck.removed)]);
    }
}

fn shoe(check: &mut Check) {
    let (deck, shoe) = (&check.game.deck, &check.game.shoe);
    let size = deck.size();
    match (shoe.shuffled, shoe.cut_card.map(|depth| depth.cards(deck))) {
        (Shuffled::AtCutCard, None) => {
            let places = [place!(ShoeRules.cut_card), place!(ShoeRules.shuffled)];
            check.fault(message::missing_cut_card(), &places);
        }
        (Shuffled::AtCutCard, Some(cards)) => {
            let dealt = size.saturating_sub(usize::from(shoe.burn));
            if cards >= dealt && size > 0 {
                let places = [place!(ShoeRules.cut_card), place!(ShoeRules.burn), place!(Deck)];
                check.fault(message::cut_card_too_deep(cards, dealt), &places);
            }
        }
        (Shuffled::EveryRound, _) => {}
    }
    if let Some(cards) = shoe.player_cut_min.map(|depth| depth.cards(deck))
        && 2 * cards > size
    {
        let places = [place!(ShoeRules.player_cut_min), place!(Deck)];
        check.fault(message::cut_too_deep(cards, size), &places);
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
            let extra = usize::from(rules.hands.extra_cards);
            let dealer = usize::from(rules.dealer_cards());
            let laid_out = usize::from(rules.community_cards()) + extra;
            let all = hands * usize::from(rules.hands.hole_cards) + laid_out + dealer;
            let with = match dealer {
                0 => "the community and extra cards",
                _ => "the dealer and the community cards",
            };
            (all, all, with)
        }
        Family::Baccarat(_) => (6, 6, "the player's and the banker's hand"),
        Family::SingleCard(rules) => {
            let (first, all, with) = match rules.deal.first {
                FirstCards::OneEach => (hands + 1, 2 * (hands + 1), "the dealer"),
                FirstCards::TwoForAll => (2, 3, "the cards for all"),
            };
            (first, all + usize::from(rules.deal.burn), with)
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
        let places = [
            place!(Deck.decks),
            place!(Deck),
            place!(ShoeRules),
            place!(TableRules),
            place!(Hands),
            place!(Street),
            place!(Deal),
            family(),
        ];
        check.fault(message::too_few_cards(hands, with, needed, there, place), &places);
    }
}
