//! What may be done with a hand of 21: the rules' answers as offers. This is the only authority on it.

use croupier_rules::Rank;
use croupier_rules::twenty_one::TwentyOne;

use super::hand::{Hand, Start};
use crate::step::{ActionKind, Offer, Offers};

/// The offers to a hand in its turn; empty when there is nothing to choose but to stand.
pub(crate) fn in_turn(rules: &TwentyOne, hand: &Hand, parts: u8) -> Offers {
    let mut offers = Offers::new();
    if hand.is_blackjack() {
        // Only a blackjack that waits for its turn comes here; it is paid, or doubled where it may be.
        offers.push(Offer::plain(ActionKind::TakeBlackjack));
        if rules.may_double_blackjack() {
            offers.extend(double(rules, hand));
        }
        return offers;
    }
    let facts = hand.facts();
    offers.push(Offer::plain(ActionKind::Stand));
    if rules.may_hit(&facts).is_ok() {
        offers.push(Offer::plain(ActionKind::Hit));
    }
    if rules.may_double(&facts).is_ok() {
        offers.extend(double(rules, hand));
    }
    if rules.may_split(&hand.cards, hand.is_doubled(), parts).is_ok() {
        offers.push(Offer {
            spots: hand.spots,
            free: rules.split.is_free(hand.cards[0].rank()),
            ..Offer::plain(ActionKind::Split)
        });
    }
    if rules.may_surrender(&facts).is_ok() {
        offers.push(Offer::plain(ActionKind::Surrender));
    }
    if offers.len() == 1 {
        offers.clear();
    }
    offers
}

/// The offers to a blackjack that would be paid at once.
pub(crate) fn blackjack_at_once() -> Offers {
    [ActionKind::TakeBlackjack, ActionKind::Keep]
        .map(Offer::plain)
        .into_iter()
        .collect()
}

/// The offers to a hand that may be surrendered before the dealer's check.
pub(crate) fn before_check() -> Offers {
    [ActionKind::Keep, ActionKind::Surrender]
        .map(Offer::plain)
        .into_iter()
        .collect()
}

/// The offers before the dealer's check, under this up card; empty when there is nothing to take.
pub(crate) fn insurance(rules: &TwentyOne, start: &Start, has_blackjack: bool, up: Rank) -> Offers {
    let mut offers = Offers::new();
    let insurance = rules.insurance_for(up, has_blackjack);
    if let Some(amounts) = insurance.and_then(|insurance| insurance.amounts(start.main)) {
        offers.push(Offer::of_amounts(ActionKind::Insurance, amounts, start.spots));
    }
    if has_blackjack && rules.may_take_even_money(up) {
        offers.push(Offer::plain(ActionKind::EvenMoney));
    }
    if !offers.is_empty() {
        offers.push(Offer::plain(ActionKind::NoInsurance));
    }
    offers
}

fn double(rules: &TwentyOne, hand: &Hand) -> Option<Offer> {
    let facts = hand.facts();
    let amounts = rules.double_amounts(&facts, hand.main, &hand.doubles)?;
    Some(Offer {
        free: rules.is_double_free(&facts),
        ..Offer::of_amounts(ActionKind::Double, amounts, hand.spots)
    })
}
