//! Rules of 21 that contradict each other.

use super::Check;
use crate::card::Rank;
use crate::load::section::{key, place};
use crate::load::{Path, message};
use crate::money::Odds;
use crate::numbers::{Numbers, Ranks};
use crate::pattern::Pays;
use crate::play::{DealerResult, is_half_of_blackjack};
use crate::twenty_one::{
    AgainstDealerBlackjack, Blackjack, BlackjackPaid, Dealer, Double, DoubleAmount, DoubleMax, HoleCard, Insurance,
    Split, SplitAces, SuitedPays, Surrender, SurrenderAfterDouble, SurrenderCheck, SurrenderWhen, Tie, TwentyOne,
    Winner,
};

pub(super) fn check(check: &mut Check) {
    let Some(rules) = check.game.twenty_one() else {
        return;
    };
    dealer(check, &rules.dealer);
    blackjack(check, rules);
    double(check, rules);
    split(check, &rules.split);
    surrender(check, rules);
    insurance(check, rules);
    winners(check, rules);
}

fn dealer(check: &mut Check, dealer: &Dealer) {
    if dealer.hole_card == HoleCard::None && !dealer.checks.is_empty() {
        check.fault(
            message::nothing_to_check(),
            &[place!(Dealer.checks), place!(Dealer.hole_card)],
        );
    }
    if dealer.hole_card.is_face_up() && !dealer.checks.is_empty() {
        check.fault(
            message::open_card_checked(),
            &[place!(Dealer.checks), place!(Dealer.hole_card)],
        );
    }
    halves_of_blackjack(check, place!(Dealer.checks), dealer.checks);
    ties(check, dealer);
    pays_something(check, place!(Dealer.win_pays), dealer.win_pays);
}

fn ties(check: &mut Check, dealer: &Dealer) {
    let (on_at, on) = (place!(Dealer.tie_on), dealer.tie_on);
    let [low, .., high] = DealerResult::TOTALS;
    if on.is_empty() || (on != Numbers::ANY && dealer.tie == Tie::Pushes) {
        check.fault(message::idle_tie_on(), &[on_at, place!(Dealer.tie)]);
    } else if let Some(number) = impossible_number(on, (low, high)) {
        check.fault(message::no_such_number(number, "a tie on", low, high), &[on_at]);
    }
}

fn halves_of_blackjack(check: &mut Check, at: Path, ranks: Ranks) {
    if let Some(rank) = ranks.iter().find(|rank| !is_half_of_blackjack(*rank)) {
        let right: Ranks = ranks.iter().filter(|rank| is_half_of_blackjack(*rank)).collect();
        check.fault(message::never_of_blackjack(rank.name(), right), &[at]);
    }
}

fn pays_something(check: &mut Check, at: Path, odds: Odds) {
    if odds.is_push() {
        check.fault(message::pays_nothing(), &[at]);
    }
}

fn suited_pay_something(check: &mut Check, at: &Path, rows: &[SuitedPays]) {
    for row in rows {
        pays_something(check, at.key(&row.id).key(key!(SuitedPays.pays)), row.pays);
    }
}

fn blackjack(check: &mut Check, rules: &TwentyOne) {
    let blackjack = &rules.blackjack;
    let [paid_at, double_at] = [place!(Blackjack.paid), place!(Blackjack.may_double)];
    pays_something(check, place!(Blackjack.pays), blackjack.pays);
    suited_pay_something(check, &place!(Blackjack.suited), &blackjack.suited);
    if blackjack.is_paid_first() && blackjack.against_dealer_blackjack == AgainstDealerBlackjack::Pushes {
        let places = [paid_at.clone(), place!(Blackjack.against_dealer_blackjack)];
        check.fault(message::paid_before_push(), &places);
    }
    if !blackjack.may_double {
        return;
    }
    if !blackjack.has_turn() {
        check.fault(message::paid_before_double(), &[double_at, paid_at]);
    } else if !rules.may_double_blackjack() {
        check.fault(message::blackjack_not_doubled(), &[double_at, place!(Double)]);
    }
}

fn double(check: &mut Check, rules: &TwentyOne) {
    let double = &rules.double;
    let again_at = [place!(Double.again), place!(Double.times_max)];
    if double.times_max >= 2 && double.again.is_none() {
        check.fault(message::missing_second_double(), &again_at);
    }
    if double.times_max < 2 && double.again.is_some() {
        check.fault(message::no_second_double(), &again_at);
    }
    if double.first.max == DoubleMax::LastDouble {
        check.fault(
            message::no_double_before(),
            &[place!(Double.first).key(key!(DoubleAmount.max))],
        );
    }
    if double.times_max > 0 {
        something_to_double(check, double);
    }
    free_doubles(check, double);
    let aces_play_on = rules.split.aces == SplitAces::PlayOn;
    if double.split_aces && !(double.after_split && aces_play_on) {
        let places = [
            place!(Double.split_aces),
            place!(Double.after_split),
            place!(Split.aces),
        ];
        check.fault(message::split_aces_not_doubled(), &places);
    }
}

fn something_to_double(check: &mut Check, double: &Double) {
    const CARDS: (u8, u8) = (2, 21);
    const HARD: (u8, u8) = (4, 21);
    const SOFT: (u8, u8) = (12, 21);
    let within = |set: Numbers, (low, high): (u8, u8)| set.iter().any(|number| (low..=high).contains(&number));
    let [cards_at, hard_at, soft_at] = [place!(Double.cards), place!(Double.hard), place!(Double.soft)];
    if !within(double.cards, CARDS) {
        check.fault(message::no_hand_to_double(double.cards), &[&cards_at]);
    }
    if !within(double.hard, HARD) && !within(double.soft, SOFT) {
        check.fault(message::no_total_to_double(), &[hard_at.clone(), soft_at.clone()]);
    }
    for (set, bounds, of, at) in [
        (double.cards, CARDS, "this number of cards:", cards_at),
        (double.hard, HARD, "a hard total of", hard_at),
        (double.soft, SOFT, "a soft total of", soft_at),
    ] {
        if let Some(number) = impossible_number(set, bounds).filter(|_| !check.is_reported(&at)) {
            check.fault(message::no_such_number(number, of, bounds.0, bounds.1), &[at]);
        }
    }
}

/// What is doubled free may be doubled.
fn free_doubles(check: &mut Check, double: &Double) {
    let [free_at, cards_at] = [place!(Double.free), place!(Double.free_cards)];
    if double.free.is_empty() {
        if double.free_cards != Double::FREE_CARDS {
            check.fault(message::cards_of_no_free_double(), &[cards_at, free_at]);
        }
        return;
    }
    if double.times_max == 0 {
        return check.fault(message::no_free_double(), &[free_at, place!(Double.times_max)]);
    }
    if !double.free_cards.iter().any(|cards| (2..=21).contains(&cards)) {
        check.fault(message::no_hand_to_double(double.free_cards), &[cards_at]);
    }
    let outside = |total: &u8| !(4..=21).contains(total) || !double.hard.contains(*total);
    if let Some(total) = double.free.iter().find(outside) {
        let places = [free_at, place!(Double.hard)];
        check.fault(message::free_total_not_doubled(total), &places);
    }
}

/// A number of a set that no hand has. A set without an end, like `9+`, means what there is of it.
fn impossible_number(set: Numbers, (low, high): (u8, u8)) -> Option<u8> {
    let is_open = set.contains(Numbers::LARGEST);
    let impossible = |number: &u8| *number < low || (*number > high && !is_open);
    set.iter().find(impossible).filter(|_| set != Numbers::ANY)
}

fn split(check: &mut Check, split: &Split) {
    let (most, aces) = (split.hands_max, split.aces_hands_max);
    if aces > most {
        let places = [place!(Split.aces_hands_max), place!(Split.hands_max)];
        check.fault(message::aces_above_other_pairs(aces, most), &places);
    }
    let free_at = place!(Split.free);
    if let Some(rank) = split.free.iter().find(|rank| split.hands_max_of(*rank) <= 1) {
        let places = [free_at.clone(), place!(Split.hands_max), place!(Split.aces_hands_max)];
        check.fault(message::free_pair_not_split(rank.plural()), &places);
    }
    // A king and a queen may be a pair, and cards of one value are played alike.
    let tens = split.free.iter().filter(|rank| rank.value() == 10).count();
    if tens != 0 && tens != Rank::ALL.iter().filter(|rank| rank.value() == 10).count() {
        check.fault(message::some_tens_split_free(), &[free_at]);
    }
}

fn surrender(check: &mut Check, rules: &TwentyOne) {
    let surrender = &rules.surrender;
    let [when_at, doubled_at] = [place!(Surrender.when), place!(Surrender.after_double)];
    if surrender.loses.is_push() || surrender.loses >= Odds::EVEN {
        check.fault(
            message::surrender_not_a_share(surrender.loses),
            &[place!(Surrender.loses)],
        );
    }
    if surrender.check == SurrenderCheck::Before && rules.dealer.hole_card.is_face_up() {
        let places = [place!(Surrender.check), place!(Dealer.hole_card)];
        check.fault(message::no_check_to_precede(), &places);
    }
    let early_at = place!(Surrender.early_under);
    if surrender.early_under != Ranks::ANY {
        halves_of_blackjack(check, early_at.clone(), surrender.early_under);
        if surrender.check == SurrenderCheck::After {
            check.fault(message::no_early_surrender(), &[early_at, place!(Surrender.check)]);
        }
    }
    let never = surrender.when == SurrenderWhen::Never;
    if never && surrender.after_split {
        check.fault(
            message::split_not_surrendered(),
            &[place!(Surrender.after_split), when_at.clone()],
        );
    }
    let after_double = surrender.after_double != SurrenderAfterDouble::Never;
    if never && after_double {
        check.fault(message::doubled_not_surrendered(), &[doubled_at.clone(), when_at]);
    } else if after_double && rules.double.times_max == 0 {
        let places = [doubled_at.clone(), place!(Double.times_max)];
        check.fault(message::nothing_doubled_to_surrender(), &places);
    }
    if surrender.doubled_after_split == Some(true) && !after_double {
        let places = [place!(Surrender.doubled_after_split), doubled_at];
        check.fault(message::doubled_split_not_surrendered(), &places);
    }
}

fn insurance(check: &mut Check, rules: &TwentyOne) {
    let Some(insurance) = &rules.insurance else {
        return;
    };
    if rules.dealer.hole_card.is_face_up() {
        check.fault(
            message::open_card_insured(),
            &[place!(Insurance), place!(Dealer.hole_card)],
        );
    }
    if insurance.offered_on.is_empty() {
        check.fault(message::insurance_never_offered(), &[place!(Insurance.offered_on)]);
    }
    halves_of_blackjack(check, place!(Insurance.offered_on), insurance.offered_on);
    pays_something(check, place!(Insurance.pays), insurance.pays);
    suited_pay_something(check, &place!(Insurance.suited), &insurance.suited);
    if insurance.even_money && rules.blackjack.paid == BlackjackPaid::BeforeInsurance {
        check.fault(
            message::even_money_too_late(),
            &[place!(Insurance.even_money), place!(Blackjack.paid)],
        );
    }
}

fn winners(check: &mut Check, rules: &TwentyOne) {
    for row in &rules.winners {
        if row.after_double && matches!(row.pays, Pays::Amount(_)) {
            let places = [place!(Winner[row.id].after_double), place!(Winner[row.id].pays)];
            check.fault(message::amount_after_double(), &places);
        }
    }
}
