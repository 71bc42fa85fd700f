//! How a hand of 21 ends, and the comparison with the dealer.

use croupier_rules::play::{BetKind, BetResult, DealerResult, FreeBets};
use croupier_rules::twenty_one::TwentyOne;
use croupier_rules::{Money, Odds};
use croupier_table::{Outcome, WagerKind};
use rustc_hash::FxHashMap;

use crate::settled::Settled;

/// How the bets of one hand ended: the main bet first, then the doubles.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Leaf {
    /// The bets.
    pub bets: Vec<Settled>,
}

/// Leaves, equal ones once.
#[derive(Debug, Default)]
pub(super) struct Leaves {
    pub(super) list: Vec<Leaf>,
    known: FxHashMap<Leaf, u32>,
}

impl Leaves {
    pub(super) fn number(&mut self, leaf: Leaf) -> u32 {
        let list = &mut self.list;
        *self.known.entry(leaf).or_insert_with_key(|leaf| {
            list.push(leaf.clone());
            list.len() as u32 - 1
        })
    }
}

/// A hand that waits for the dealer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Waiting {
    pub(super) total: u8,
    /// A blackjack that is yet to be paid: the suited row that pays it, if any, and the odds.
    pub(super) blackjack: Option<(Option<usize>, Odds)>,
    pub(super) doubles: Vec<Money>,
    pub(super) free: FreeBets,
}

/// How a waiting hand ends against this dealer's hand. The bets are those of one spot.
///
/// Against a late blackjack that does not take all bets this holds for a hand that was not split; how split hands end then
/// depends on each other, and the round itself is asked.
pub(super) fn compare(rules: &TwentyOne, main: Money, spots: u8, hand: &Waiting, dealer: DealerResult) -> Leaf {
    let (outcome, result) = outcome(rules, hand, dealer);
    let late_blackjack = dealer == DealerResult::Blackjack && hand.blackjack.is_none();
    let settle = |kind: WagerKind, bet: BetKind, amount: Money, free: bool| {
        let face = amount * i64::from(spots);
        let (outcome, result) = match late_blackjack && !rules.dealer.late_blackjack_takes.takes(bet) {
            true => (Outcome::Returned, BetResult::Pushes),
            false => (outcome, result),
        };
        Settled {
            kind,
            outcome,
            stake: FreeBets::stake(free, face).cents(),
            net: FreeBets::net(free, result.net(face)).cents(),
        }
    };
    let main = settle(WagerKind::Main, BetKind::Original, main, hand.free.main);
    let doubles = hand.doubles.iter().enumerate().map(|(place, amount)| {
        let kind = WagerKind::Double(place as u8 + 1);
        settle(kind, BetKind::Double, *amount, hand.free.double(place))
    });
    Leaf {
        bets: std::iter::once(main).chain(doubles).collect(),
    }
}

fn outcome(rules: &TwentyOne, hand: &Waiting, dealer: DealerResult) -> (Outcome, BetResult) {
    match (hand.blackjack, dealer) {
        (Some(_), DealerResult::Blackjack) if !rules.blackjack.beats_blackjack() => {
            (Outcome::BlackjackPush, BetResult::Pushes)
        }
        (Some((row, odds)), _) => (Outcome::blackjack(row), BetResult::Wins(odds)),
        // A busted hand waits only for a dealer's blackjack.
        (None, _) if hand.total > 21 && dealer != DealerResult::Blackjack => (Outcome::Bust, BetResult::Loses),
        (None, _) => {
            let (comparison, result) = rules.dealer.compare(hand.total, dealer);
            (comparison.into(), result)
        }
    }
}
