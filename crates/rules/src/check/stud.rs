//! Rules of stud that contradict each other.

use super::Check;
use crate::load::Kind;
use crate::money::Money;
use crate::stud::{Hands, Street};

pub(super) fn check(check: &mut Check) {
    hands(check);
    for place in 0..check.file.streets.len() {
        street(check, place);
    }
    caps(check);
}

fn hands(check: &mut Check) {
    let file = check.file;
    let Some(hands) = &file.hands else {
        return;
    };
    if !(1..=Hands::CARDS_MAX).contains(&hands.hole_cards) {
        let what = format!("a player is not dealt {} hole cards", hands.hole_cards);
        check.fault(
            Kind::OutOfRange,
            &["hands.hole-cards"],
            what,
            "write a number from 1 to 7",
        );
    }
    if hands.extra_cards > Hands::CARDS_MAX {
        let what = format!("{} extra cards are too many", hands.extra_cards);
        check.fault(
            Kind::OutOfRange,
            &["hands.extra-cards"],
            what,
            "write a number from 0 to 7",
        );
    }
    if hands.hand_size != 3 && hands.hand_size != 5 {
        let what = format!("a poker hand is not made of {} cards", hands.hand_size);
        check.fault(Kind::OutOfRange, &["hands.hand-size"], what, "write 3 or 5");
    }
    let community: usize = file.streets.iter().map(|street| usize::from(street.cards)).sum();
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
    if file.streets.len() > usize::from(Hands::STREETS_MAX) {
        check.fault(Kind::OutOfRange, &["street"], "there are too many streets", "at most 7");
    }
}

fn street(check: &mut Check, place: usize) {
    let street = &check.file.streets[place];
    let at = format!("street[{place}].bets");
    if street.bets.is_empty() && street.fold {
        let what = format!("on `{}` a player can do nothing but fold", street.name);
        let remedy = "write multiples of the main bet, like [1, 2, 3], or fold = false for a street without a choice";
        check.fault(
            Kind::Contradiction,
            &[&at, &format!("street[{place}].fold")],
            what,
            remedy,
        );
    }
    if street.bets.len() > usize::from(Street::BETS_MAX) {
        check.fault(
            Kind::OutOfRange,
            &[&at],
            "there are too many different bets",
            "at most 7",
        );
    }
    for (number, bet) in street.bets.iter().enumerate() {
        let this = format!("{at}[{number}]");
        if *bet > 100 {
            check.fault(
                Kind::OutOfRange,
                &[&this],
                format!("a bet of {bet} main bets is too large"),
                "at most 100",
            );
        }
        if street.bets[..number].contains(bet) {
            check.fault(
                Kind::Doubled,
                &[&this],
                format!("{bet} is in the list already"),
                "name it once",
            );
        }
    }
}

fn caps(check: &mut Check) {
    let file = check.file;
    let mut capped: Vec<Money> = Vec::new();
    for (place, cap) in file.caps.iter().enumerate() {
        if cap.main_bets.is_empty() {
            let at = format!("cap[{place}].main-bets");
            check.fault(
                Kind::Empty,
                &[&at],
                "the cap holds for no main bet",
                "name the main bets",
            );
        }
        for (number, bet) in cap.main_bets.iter().enumerate() {
            let at = format!("cap[{place}].main-bets[{number}]");
            if !file.main_bet.allows(*bet) {
                let what = format!("{bet} is not a main bet that may be made");
                check.fault(Kind::Caps, &[&at, "main-bet"], what, "name an amount of the main bet");
            } else if capped.contains(bet) {
                let what = format!("a main bet of {bet} has a cap already");
                check.fault(Kind::Caps, &[&at], what, "name it once");
            }
            capped.push(*bet);
        }
    }
    if let Some(bet) = main_bets(check).into_iter().find(|bet| !capped.contains(bet))
        && !file.caps.is_empty()
    {
        let what = format!("a main bet of {bet} has no cap, but others have");
        check.fault(Kind::Caps, &["cap", "main-bet"], what, format!("add a cap for {bet}"));
    }
}

/// The main bets that may be made, as far as they can be counted.
fn main_bets(check: &Check) -> Vec<Money> {
    let bet = &check.file.main_bet;
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
