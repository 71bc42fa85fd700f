//! What may be done with a hand of 21. This is the only authority on it.

use croupier_rules::twenty_one::{
    DoubleAmount, DoubleMax, Pairs, SplitAces, Surrender, SurrenderAfterDouble, SurrenderWhen, TwentyOne,
};
use croupier_rules::{Money, Rank};

use super::hand::{Hand, Origin, Start};
use crate::step::{ActionKind, Offer, Offers};

/// The offers to a hand in its turn; empty when there is nothing to choose but to stand.
pub(crate) fn in_turn(rules: &TwentyOne, hand: &Hand, parts: u8) -> Offers {
    let mut offers = Offers::new();
    if hand.is_blackjack() {
        // Only a blackjack that waits for its turn comes here; it is paid, or doubled where it may be.
        offers.push(Offer::plain(ActionKind::TakeBlackjack));
        if rules.blackjack.may_double {
            offers.extend(double(rules, hand));
        }
        return offers;
    }
    offers.push(Offer::plain(ActionKind::Stand));
    let one_card_only = hand.origin == Origin::SplitAces && rules.split.aces == SplitAces::OneCard;
    if !one_card_only {
        if !hand.is_doubled() {
            offers.push(Offer::plain(ActionKind::Hit));
        }
        offers.extend(double(rules, hand));
    }
    offers.extend(split(rules, hand, parts));
    if !one_card_only && may_surrender(&rules.surrender, hand) {
        offers.push(Offer::plain(ActionKind::Surrender));
    }
    if offers.len() == 1 {
        offers.clear();
    }
    offers
}

/// The offers before the dealer's check, under an up card that insurance is offered on.
pub(crate) fn insurance(rules: &TwentyOne, start: &Start, blackjack: bool, blackjack_unpaid: bool) -> Offers {
    let mut offers = Offers::new();
    let Some(insurance) = &rules.insurance else {
        return offers;
    };
    let most = share(insurance.max, start.main);
    if most >= insurance.min && (!blackjack || insurance.with_blackjack) {
        offers.push(Offer {
            kind: ActionKind::Insurance,
            min: insurance.min,
            max: most,
            step: insurance.step,
            spots: start.spots,
        });
    }
    if insurance.even_money && blackjack_unpaid {
        offers.push(Offer::plain(ActionKind::EvenMoney));
    }
    if !offers.is_empty() {
        offers.push(Offer::plain(ActionKind::NoInsurance));
    }
    offers
}

fn double(rules: &TwentyOne, hand: &Hand) -> Option<Offer> {
    let double = &rules.double;
    let times = hand.doubles.len();
    if times >= usize::from(double.times_max) {
        return None;
    }
    let totals = if hand.total.is_soft() { double.soft } else { double.hard };
    let origin_allows = match hand.origin {
        Origin::Dealt => true,
        Origin::Split => double.after_split,
        Origin::SplitAces => double.after_split && double.split_aces,
    };
    let cards_allow = times > 0 || double.cards.contains(hand.cards.len() as u8);
    if !origin_allows || !cards_allow || !totals.contains(hand.total.best()) {
        return None;
    }
    let limits = if times == 0 { Some(double.first) } else { double.again };
    limits.map(|limits| double_offer(limits, hand))
}

fn double_offer(limits: DoubleAmount, hand: &Hand) -> Offer {
    let full = match limits.max {
        DoubleMax::MainBet => hand.main,
        DoubleMax::LastDouble => hand.doubles.last().copied().unwrap_or(hand.main),
        DoubleMax::TotalBet => hand.main + hand.doubles.iter().copied().sum(),
    };
    let min = limits.min.map_or(full, |min| min.min(full));
    Offer {
        kind: ActionKind::Double,
        min,
        max: full,
        step: limits.step,
        spots: hand.spots,
    }
}

fn split(rules: &TwentyOne, hand: &Hand, parts: u8) -> Option<Offer> {
    let [one, other] = hand.cards[..] else { return None };
    if hand.is_doubled() {
        return None;
    }
    let pair = match rules.split.pairs {
        Pairs::Rank => one.rank() == other.rank(),
        Pairs::Value => one.value() == other.value(),
    };
    let most = if one.rank() == Rank::Ace {
        rules.split.aces_hands_max
    } else {
        rules.split.hands_max
    };
    (pair && parts < most).then_some(Offer {
        kind: ActionKind::Split,
        min: Money::ZERO,
        max: Money::ZERO,
        step: Money::ZERO,
        spots: hand.spots,
    })
}

fn may_surrender(surrender: &Surrender, hand: &Hand) -> bool {
    if hand.is_split() && !surrender.after_split {
        return false;
    }
    match surrender.when {
        SurrenderWhen::Never => false,
        // The rescue of a doubled hand is a right of its own, whatever the time limit of an ordinary surrender.
        _ if hand.is_doubled() => surrender.after_double != SurrenderAfterDouble::Never,
        SurrenderWhen::FirstAction => hand.cards.len() == 2 && !hand.acted,
        SurrenderWhen::AnyTime => true,
    }
}

fn share(of: croupier_rules::Odds, amount: Money) -> Money {
    Money::from_cents(amount.cents() * i64::from(of.pays) / i64::from(of.per))
}
