//! Rules of 21 that contradict each other.

use super::Check;
use crate::card::Rank;
use crate::load::Kind;
use crate::money::Odds;
use crate::numbers::{Numbers, Ranks};
use crate::pattern::Pays;
use crate::twenty_one::{
    AgainstDealerBlackjack, BlackjackPaid, Dealer, Double, DoubleMax, HoleCard, Split, SplitAces, SurrenderAfterDouble,
    SurrenderWhen, TwentyOne,
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
    let checks = dealer.checks;
    if dealer.hole_card == HoleCard::None && !checks.is_empty() {
        check.fault(
            Kind::Contradiction,
            &["dealer.checks", "dealer.hole-card"],
            "the dealer cannot check a hole card that is not dealt",
            "write checks = \"none\", or hole-card = \"dealt\"",
        );
    }
    half_of_blackjack(check, "dealer.checks", checks);
    pays_something(check, "dealer.win-pays", dealer.win_pays);
}

/// A blackjack starts with an ace or a ten-value card.
fn half_of_blackjack(check: &mut Check, at: &str, ranks: Ranks) {
    let can_be = |rank: &Rank| *rank == Rank::Ace || rank.value() == 10;
    if let Some(rank) = ranks.iter().find(|rank| !can_be(rank)) {
        let what = format!("a {} is never part of a blackjack", rank.name());
        let right: Ranks = ranks.iter().filter(can_be).collect();
        check.fault(Kind::Contradiction, &[at], what, format!("write \"{right}\""));
    }
}

fn pays_something(check: &mut Check, at: &str, odds: Odds) {
    if odds.is_push() {
        check.fault(
            Kind::Contradiction,
            &[at],
            "a bet that wins is paid nothing here",
            "write odds like \"1:1\"",
        );
    }
}

fn blackjack(check: &mut Check, rules: &TwentyOne) {
    let blackjack = &rules.blackjack;
    pays_something(check, "blackjack.pays", blackjack.pays);
    for row in &blackjack.suited {
        pays_something(check, &format!("blackjack.suited.{}.pays", row.id), row.pays);
    }
    if blackjack.is_paid_first() && blackjack.against_dealer_blackjack == AgainstDealerBlackjack::Pushes {
        check.fault(
            Kind::Contradiction,
            &["blackjack.paid", "blackjack.against-dealer-blackjack"],
            "a blackjack that is paid before the dealer's check cannot push against a dealer's blackjack",
            "write paid = \"after-check\", or against-dealer-blackjack = \"wins\"",
        );
    }
    if !blackjack.may_double {
        return;
    }
    if !blackjack.has_turn() {
        check.fault(
            Kind::Contradiction,
            &["blackjack.may-double", "blackjack.paid"],
            "a blackjack that is paid before the player's turn cannot be doubled",
            "write paid = \"in-turn\", or may-double = false",
        );
    }
    let doubles = |double: &Double| double.times_max > 0 && double.cards.contains(2) && double.soft.contains(21);
    if !doubles(&rules.double) {
        check.fault(
            Kind::Contradiction,
            &["blackjack.may-double", "double"],
            "a blackjack may be doubled, but a soft 21 of two cards may not",
            "let `double.cards` contain 2 and `double.soft` contain 21, or write may-double = false",
        );
    }
}

fn double(check: &mut Check, rules: &TwentyOne) {
    let double = &rules.double;
    if double.times_max >= 2 && double.again.is_none() {
        check.fault(
            Kind::MissingKey,
            &["double.again", "double.times-max"],
            "a hand may be doubled again, but the limits of a second double are missing",
            "add `again`, like { max = \"last-double\" }",
        );
    }
    if double.times_max < 2 && double.again.is_some() {
        check.fault(
            Kind::Contradiction,
            &["double.again", "double.times-max"],
            "limits of a second double are given, but there is none",
            "leave out `again`, or write times-max = 2",
        );
    }
    if double.first.max == DoubleMax::LastDouble {
        check.fault(
            Kind::Contradiction,
            &["double.first.max"],
            "the first double cannot be measured by the double before it",
            "write \"main-bet\"",
        );
    }
    if double.times_max > 0 {
        something_to_double(check, double);
    }
    let aces_play_on = rules.split.aces == SplitAces::PlayOn;
    if double.split_aces && !(double.after_split && aces_play_on) {
        check.fault(
            Kind::Contradiction,
            &["double.split-aces", "double.after-split", "split.aces"],
            "split aces may be doubled, but split hands may not or split aces get one card only",
            "write split-aces = false, or after-split = true and split.aces = \"play-on\"",
        );
    }
}

fn something_to_double(check: &mut Check, double: &Double) {
    let within = |set: Numbers, low: u8, high: u8| set.iter().any(|number| (low..=high).contains(&number));
    if !within(double.cards, 2, 21) {
        let what = format!("no hand that may be doubled has {} cards", double.cards);
        check.fault(
            Kind::Contradiction,
            &["double.cards"],
            what,
            "write \"2\", \"2+\", or times-max = 0",
        );
    }
    if !within(double.hard, 2, 21) && !within(double.soft, 12, 21) {
        check.fault(
            Kind::Contradiction,
            &["double.hard", "double.soft"],
            "doubling is allowed, but on no total",
            "name hard or soft totals, or write times-max = 0",
        );
    }
}

fn split(check: &mut Check, split: &Split) {
    let (most, aces) = (split.hands_max, split.aces_hands_max);
    if aces > most {
        let what = format!("aces may become {aces} hands, but no hand more than {most}");
        let remedy = format!("write at most {most}");
        check.fault(Kind::Limits, &["split.aces-hands-max", "split.hands-max"], what, remedy);
    }
}

fn surrender(check: &mut Check, rules: &TwentyOne) {
    let surrender = &rules.surrender;
    if surrender.loses.is_push() || surrender.loses >= Odds::EVEN {
        let what = format!("{} is not a share of the bet", surrender.loses);
        check.fault(
            Kind::Limits,
            &["surrender.loses"],
            what,
            "write a share below 1:1, like \"1:2\"",
        );
    }
    let never = surrender.when == SurrenderWhen::Never;
    if never && surrender.after_split {
        check.fault(
            Kind::Contradiction,
            &["surrender.after-split", "surrender.when"],
            "split hands may be surrendered, but no hand may",
            "write after-split = false, or another `when`",
        );
    }
    let after_double = surrender.after_double != SurrenderAfterDouble::Never;
    if never && after_double {
        check.fault(
            Kind::Contradiction,
            &["surrender.after-double", "surrender.when"],
            "doubled hands may be surrendered, but no hand may",
            "write after-double = \"never\", or another `when`",
        );
    } else if after_double && rules.double.times_max == 0 {
        check.fault(
            Kind::Contradiction,
            &["surrender.after-double", "double.times-max"],
            "doubled hands may be surrendered, but no hand may be doubled",
            "write after-double = \"never\"",
        );
    }
    if surrender.doubled_after_split == Some(true) && !after_double {
        check.fault(
            Kind::Contradiction,
            &["surrender.doubled-after-split", "surrender.after-double"],
            "doubled split hands may be surrendered, but no doubled hand may",
            "leave out doubled-after-split, or write another `after-double`",
        );
    }
}

fn insurance(check: &mut Check, rules: &TwentyOne) {
    let Some(insurance) = &rules.insurance else {
        return;
    };
    if insurance.offered_on.is_empty() {
        check.fault(
            Kind::Contradiction,
            &["insurance.offered-on"],
            "insurance is never offered",
            "write \"A\", or leave out the section",
        );
    }
    half_of_blackjack(check, "insurance.offered-on", insurance.offered_on);
    pays_something(check, "insurance.pays", insurance.pays);
    for row in &insurance.suited {
        pays_something(check, &format!("insurance.suited.{}.pays", row.id), row.pays);
    }
    if insurance.even_money && rules.blackjack.paid == BlackjackPaid::BeforeInsurance {
        check.fault(
            Kind::Contradiction,
            &["insurance.even-money", "blackjack.paid"],
            "even money is offered on a blackjack that has been paid before",
            "write even-money = false, or paid = \"after-check\"",
        );
    }
}

fn winners(check: &mut Check, rules: &TwentyOne) {
    for row in &rules.winners {
        if row.after_double && matches!(row.pays, Pays::Amount(_)) {
            let at = ["after-double", "pays"].map(|key| format!("winner.{}.{key}", row.id));
            check.fault(
                Kind::Contradiction,
                &[&at[0], &at[1]],
                "a fixed amount is paid once for the bet, not for its doubles",
                "write after-double = false, or odds",
            );
        }
    }
}
