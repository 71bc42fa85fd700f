//! Rules of stud that contradict each other.

use super::Check;
use crate::game::MainBet;
use crate::load::message;
use crate::load::section::place;
use crate::money::Money;
use crate::stud::{Betting, Cap, Hands, Street, Stud};

pub(super) fn check(check: &mut Check) {
    let Some(rules) = check.game.stud() else {
        return;
    };
    hands(check, rules);
    for each in &rules.streets {
        street(check, each);
    }
    pulled_back(check, rules);
    betting(check, rules);
    caps(check, rules);
}

/// A hand that is compared with the dealer's bets once where it is asked more than once whether to.
fn betting(check: &mut Check, rules: &Stud) {
    let asked = rules
        .streets
        .iter()
        .filter(|street| street.bets.iter().any(|times| *times > 0));
    let lies = rules.streets.iter().any(|street| street.lies_before_deal());
    if rules.hands.betting == Betting::Once && (rules.showdown.is_none() || lies || asked.count() < 2) {
        check.fault(message::bets_once(), &[place!(Hands.betting), place!(Street)]);
    }
}

fn hands(check: &mut Check, rules: &Stud) {
    let hands = &rules.hands;
    let (size, size_at) = (hands.hand_size, place!(Hands.hand_size));
    let community = usize::from(rules.community_cards());
    if community > usize::from(Hands::CARDS_MAX) {
        check.fault(message::community_cards(community, Hands::CARDS_MAX), &[place!(Street)]);
    }
    let cards = community + usize::from(hands.hole_cards);
    if cards < usize::from(size) {
        let message = message::too_few_cards_for_hand(size, cards);
        check.fault(message, &[size_at, place!(Hands.hole_cards), place!(Street)]);
    }
    let can_be_made = |needed: Option<usize>| needed.is_some_and(|needed| needed <= cards);
    if hands
        .called_out
        .is_some_and(|least| !can_be_made(least.cards_needed(size)))
    {
        check.fault(
            message::never_called_out(),
            &[place!(Hands.called_out), place!(Hands), place!(Street)],
        );
    }
}

fn street(check: &mut Check, street: &Street) {
    let at = place!(Street[street.id].bets);
    if street.bets.is_empty() && street.fold {
        check.fault(
            message::nothing_but_fold(&street.name),
            &[at.clone(), place!(Street[street.id].fold)],
        );
    }
    for (number, bet) in street.bets.iter().enumerate() {
        if *bet > Street::BET_MAX {
            check.entry_fault(message::large_bet(bet, Street::BET_MAX), &at, number);
        }
        if street.bets[..number].contains(bet) {
            check.entry_fault(message::listed_twice(bet), &at, number);
        }
    }
}

/// A bet that lies on the table from before the deal leaves one choice, and no hand is given up while one lies there.
fn pulled_back(check: &mut Check, rules: &Stud) {
    let folds = rules.streets.iter().find(|street| street.fold);
    for street in rules.streets.iter().filter(|street| street.lies_before_deal()) {
        let mut bets = street.bets.clone();
        bets.sort_unstable();
        if bets != [0, 1] || folds.is_some() {
            let fold = folds.unwrap_or(street);
            check.fault(
                message::not_pulled_back(),
                &[
                    place!(Street[street.id].placed),
                    place!(Street[street.id].bets),
                    place!(Street[fold.id].fold),
                ],
            );
        }
    }
}

fn caps(check: &mut Check, rules: &Stud) {
    let mut capped: Vec<Money> = Vec::new();
    for cap in &rules.caps {
        let at = place!(Cap[cap.id].main_bets);
        if cap.main_bets.is_empty() {
            check.fault(message::capped_nothing(), &[&at]);
        }
        for (number, bet) in cap.main_bets.iter().enumerate() {
            if !check.game.main_bet.allows(*bet) && check.trusts(&[place!(MainBet)]) {
                check.entry_fault(message::capped_no_bet(bet), &at, number);
            } else if capped.contains(bet) {
                check.entry_fault(message::capped_twice(bet), &at, number);
            }
            capped.push(*bet);
        }
    }
    let missed = main_bets(&check.game.main_bet)
        .into_iter()
        .find(|bet| !capped.contains(bet));
    if let Some(bet) = missed.filter(|_| !rules.caps.is_empty()) {
        check.fault(message::not_capped(bet), &[place!(Cap), place!(MainBet)]);
    }
}

/// The main bets that may be made, as far as they can be counted.
fn main_bets(bet: &MainBet) -> Vec<Money> {
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
