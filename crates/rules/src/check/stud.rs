//! Rules of stud that contradict each other.

use super::Check;
use crate::load::Kind;
use crate::money::Money;
use crate::stud::{Hands, Street, Stud};

pub(super) fn check(check: &mut Check) {
    let Some(rules) = check.game.stud() else {
        return;
    };
    hands(check, rules);
    for each in &rules.streets {
        street(check, each);
    }
    caps(check, rules);
}

fn hands(check: &mut Check, rules: &Stud) {
    let hands = &rules.hands;
    let community: usize = rules.streets.iter().map(|street| usize::from(street.cards)).sum();
    if community > usize::from(Hands::CARDS_MAX) {
        let what = format!("the streets turn {community} community cards together, which is too many");
        check.fault(Kind::OutOfRange, &["street"], what, "at most 7");
    }
    let cards = community + usize::from(hands.hole_cards);
    if cards < usize::from(hands.hand_size) {
        let what = format!("a hand of {} cards cannot be made of {cards}", hands.hand_size);
        let remedy = "deal more hole or community cards, or write hand-size = 3";
        check.fault(
            Kind::Contradiction,
            &["hands.hand-size", "hands.hole-cards", "street"],
            what,
            remedy,
        );
    }
    if let Some(least) = hands.called_out {
        let needed = super::conditions::cards_needed(least, hands.hand_size);
        if needed.is_none_or(|needed| cards < needed) {
            let what = "hands are called out that cannot be made here";
            check.fault(
                Kind::UnfitCondition,
                &["hands.called-out", "hands", "street"],
                what,
                "name another hand",
            );
        }
    }
}

fn street(check: &mut Check, street: &Street) {
    let at = format!("street.{}.bets", street.id);
    if street.bets.is_empty() && street.fold {
        let what = format!("on `{}` a player can do nothing but fold", street.name);
        let remedy = "write multiples of the main bet, like [1, 2, 3], or fold = false for a street without a choice";
        check.fault(
            Kind::Contradiction,
            &[&at, &format!("street.{}.fold", street.id)],
            what,
            remedy,
        );
    }
    for (number, bet) in street.bets.iter().enumerate() {
        if *bet > 100 {
            let what = format!("a bet of {bet} main bets is too large");
            check.entry_fault(Kind::OutOfRange, &at, number, what, "at most 100");
        }
        if street.bets[..number].contains(bet) {
            let what = format!("{bet} is in the list already");
            check.entry_fault(Kind::Doubled, &at, number, what, "name it once");
        }
    }
}

fn caps(check: &mut Check, rules: &Stud) {
    let mut capped: Vec<Money> = Vec::new();
    for cap in &rules.caps {
        let at = format!("cap.{}.main-bets", cap.id);
        if cap.main_bets.is_empty() {
            check.fault(
                Kind::Empty,
                &[&at],
                "the cap holds for no main bet",
                "name the main bets",
            );
        }
        for (number, bet) in cap.main_bets.iter().enumerate() {
            if !check.game.main_bet.allows(*bet) && check.trusts(&["main-bet"]) {
                let what = format!("{bet} is not a main bet that may be made");
                check.entry_fault(Kind::Caps, &at, number, what, "name an amount of the main bet");
            } else if capped.contains(bet) {
                let what = format!("a main bet of {bet} has a cap already");
                check.entry_fault(Kind::Caps, &at, number, what, "name it once");
            }
            capped.push(*bet);
        }
    }
    if let Some(bet) = main_bets(check).into_iter().find(|bet| !capped.contains(bet))
        && !rules.caps.is_empty()
    {
        let what = format!("a main bet of {bet} has no cap, but others have");
        check.fault(Kind::Caps, &["cap", "main-bet"], what, format!("add a cap for {bet}"));
    }
}

/// The main bets that may be made, as far as they can be counted.
fn main_bets(check: &Check) -> Vec<Money> {
    let bet = &check.game.main_bet;
    if !bet.amounts.is_empty() {
        return bet.amounts.clone();
    }
    if bet.step() <= Money::ZERO {
        return Vec::new();
    }
    let amounts = std::iter::successors(Some(bet.lowest()), |amount| Some(*amount + bet.step()));
    amounts
        .take_while(|amount| *amount <= bet.highest())
        .take(10_000)
        .collect()
}
