//! The streets of a game with a board: what may be chosen on each, and what has been bet when it comes.

use croupier_rules::stud::{Betting, Stud};

use crate::pack::choose;
use crate::stud::StudAction;

/// One street.
#[derive(Clone, Debug)]
pub(super) struct Street {
    /// How many community cards lie open when it is decided.
    pub(super) open: usize,
    /// What may be chosen: a fold first, where it is allowed, then the bets in rising order.
    pub(super) actions: Vec<StudAction>,
    /// The street bets that may have been made before it and after it, in main bets.
    pub(super) before: Vec<u8>,
    pub(super) after: Vec<u8>,
    /// In how many ways a deal may go on from it for one pair of hole cards, all cards to come counted.
    pub(super) deals: u128,
}

impl Street {
    /// The place of a sum of bets among those after the street.
    pub(super) fn place_after(&self, bet: u8) -> usize {
        let place = self.after.iter().position(|after| *after == bet);
        place.expect("every sum of bets that a street leads to was listed")
    }

    /// How many deals go on from it, for so many boards and pairs beside each.
    pub(super) fn deals_beside(&self, boards: u32, pairs: u32) -> i64 {
        (u128::from(boards) * u128::from(pairs) * self.deals) as i64
    }
}

/// The most different sums of bets a street may be reached with.
pub(super) const SUMS_MAX: usize = 4;

/// The streets of a game in which so many cards are left beside a pair of hole cards; `None` where two of them are decided with
/// the same cards or too much may have been bet.
pub(super) fn streets(rules: &Stud, left: u32) -> Option<Vec<Street>> {
    let once = rules.hands.betting == Betting::Once;
    let (mut before, mut open, mut streets) = (vec![0u8], 0u8, Vec::<Street>::new());
    for street in &rules.streets {
        if street.lies_before_deal() || streets.last().is_some_and(|last| last.open == usize::from(open)) {
            return None;
        }
        let actions = crate::showdown::play::actions_on(street);
        let bets = |sum: &u8| -> Vec<u8> {
            let passes = once && *sum > 0;
            let made = actions.iter().filter_map(|action| match action {
                StudAction::Bet(times) => Some(sum.saturating_add(*times)),
                StudAction::Fold => None,
            });
            if passes { vec![*sum] } else { made.collect() }
        };
        let mut after: Vec<u8> = before.iter().flat_map(bets).collect();
        after.sort_unstable();
        after.dedup();
        if after.len() > SUMS_MAX {
            return None;
        }
        streets.push(Street {
            open: usize::from(open),
            actions,
            before: std::mem::replace(&mut before, after.clone()),
            after,
            deals: 0,
        });
        open += street.cards;
    }
    let dealers = choose(left - u32::from(open), 2);
    let cards: Vec<u32> = rules.streets.iter().map(|street| u32::from(street.cards)).collect();
    for (place, street) in streets.iter_mut().enumerate() {
        let mut unseen = left - street.open as u32;
        street.deals = cards[place..].iter().fold(dealers, |deals, cards| {
            let ways = choose(unseen, *cards);
            unseen -= cards;
            deals * ways
        });
    }
    Some(streets)
}

/// How bets are summed up and what a fold loses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    /// Whether a hand that has bet is asked no more.
    pub(super) once: bool,
    /// How many main bets lie there before the deal.
    pub(super) before_deal: i64,
    /// How many parts make one main bet.
    pub(super) scale: i64,
}

impl Stakes {
    /// What each action comes to when so much has been bet, given what the hand gains with a sum of bets after the street.
    /// `deals` are those that the gains are summed over. Empty where nothing is asked any more.
    pub(super) fn values(&self, street: &Street, bet: u8, deals: i64, after: impl Fn(u8) -> i64) -> Values {
        match self.asks(bet) {
            true => street
                .actions
                .iter()
                .map(|action| self.value(*action, bet, deals, &after))
                .collect(),
            false => Values::new(),
        }
    }

    /// The best of them with the actions that come to it, one bit each; what is asked of nobody goes on as it is.
    pub(super) fn best(&self, street: &Street, bet: u8, deals: i64, after: impl Fn(u8) -> i64) -> (i64, u8) {
        if !self.asks(bet) {
            return (after(bet), 0);
        }
        let (mut high, mut bits) = (i64::MIN, 0);
        for (place, action) in street.actions.iter().enumerate() {
            let value = self.value(*action, bet, deals, &after);
            if value > high {
                (high, bits) = (value, 0);
            }
            bits |= u8::from(value == high) << place;
        }
        (high, bits)
    }

    /// Whether a hand that has bet so much is asked for more.
    pub(super) fn asks(&self, bet: u8) -> bool {
        !(self.once && bet > 0)
    }

    fn value(&self, action: StudAction, bet: u8, deals: i64, after: impl Fn(u8) -> i64) -> i64 {
        match action {
            StudAction::Fold => -(self.before_deal + i64::from(bet)) * self.scale * deals,
            StudAction::Bet(times) => after(bet + times),
        }
    }
}

/// What each action comes to.
pub(super) type Values = arrayvec::ArrayVec<i64, 8>;
