//! How often a hand ends in which way, by the doubles on it. Everything reported is read from it.

use croupier_rules::play::DealerResult;
use croupier_table::Outcome;

use super::dealer::{BLACKJACK, FINALS};
use super::setting::Setting;
use super::table::{Comparison, Dealing};

/// A bust, as an ending that does not wait for the dealer.
pub const BUST: usize = 0;
/// A surrender.
pub const SURRENDER: usize = 1;
/// A bust whose bets waited for a dealer's blackjack, which takes the original bet alone.
pub const BUST_AT_BLACKJACK: usize = 2;
/// The rows follow from here.
pub const ROWS: usize = 3;

/// How often a hand ends in which way.
#[derive(Clone, Debug)]
pub struct Tally<N> {
    /// Hands that are compared: by stake, class of total and end of the dealer's hand.
    compared: Vec<N>,
    /// Hands that end before: by ending and stake.
    ended: Vec<N>,
    stakes: usize,
}

/// Whether a hand holds the original bet, which a late blackjack takes in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The hand that was dealt, or the first part of it.
    First,
    /// A hand split off.
    Other,
}

/// One way to end: how, with which doubles, how often, and what it is worth in main bets.
#[derive(Clone, Debug)]
pub struct Ended<N> {
    /// What the main bet's ending is called.
    pub outcome: Outcome,
    /// The stake.
    pub stake: usize,
    /// The dealer's end, where the hand was compared.
    pub end: Option<usize>,
    /// How often.
    pub chance: N,
    /// What it is worth.
    pub net: N,
}

impl<N: Dealing> Tally<N> {
    /// Nothing yet.
    pub fn new(setting: &Setting<N>) -> Tally<N> {
        let stakes = setting.stakes.count();
        Tally {
            compared: vec![N::zero(); stakes * 6 * FINALS],
            ended: vec![N::zero(); (ROWS + setting.rows.count()) * stakes],
            stakes,
        }
    }

    /// Adds a hand that waits for the dealer.
    pub fn compare(&mut self, stake: usize, class: usize, weight: &N, finals: &[N; FINALS]) {
        let from = (stake * 6 + class) * FINALS;
        for (sum, chance) in self.compared[from..from + FINALS].iter_mut().zip(finals) {
            *sum += weight.clone() * chance.clone();
        }
    }

    /// Adds a hand that has ended.
    pub fn end(&mut self, ending: usize, stake: usize, chance: N) {
        self.ended[ending * self.stakes + stake] += chance;
    }

    /// Adds so many times another tally.
    pub fn add(&mut self, times: &N, other: &Tally<N>) {
        let pairs = self.compared.iter_mut().zip(&other.compared);
        for (sum, more) in pairs.chain(self.ended.iter_mut().zip(&other.ended)) {
            if *more != N::zero() {
                *sum += times.clone() * more.clone();
            }
        }
    }

    /// `(self - v × other) / (1 - v)`: what is left of a mean when one part of it, of weight `v`, is taken out.
    pub fn without(&self, v: &N, other: &Tally<N>) -> Tally<N> {
        let rest = N::one() / (N::one() - v.clone());
        let parted = |whole: &[N], part: &[N]| {
            whole
                .iter()
                .zip(part)
                .map(|(whole, part)| (whole.clone() - v.clone() * part.clone()) * rest.clone())
                .collect()
        };
        Tally {
            compared: parted(&self.compared, &other.compared),
            ended: parted(&self.ended, &other.ended),
            stakes: self.stakes,
        }
    }

    /// What the hands are worth in main bets.
    pub fn value(&self, setting: &Setting<N>, part: Part) -> N {
        let mut sum = N::zero();
        self.visit(setting, part, |ended| sum += ended.chance * ended.net);
        sum
    }

    /// Every way the hands end that has happened at all.
    pub fn visit(&self, setting: &Setting<N>, part: Part, mut seen: impl FnMut(Ended<N>)) {
        let stakes = setting.stakes.all();
        for (stake, staked) in stakes.iter().enumerate() {
            for class in 0..6 {
                for end in 0..FINALS {
                    let chance = &self.compared[(stake * 6 + class) * FINALS + end];
                    if *chance == N::zero() {
                        continue;
                    }
                    let (outcome, net) = compared_net(setting, part, class, end, &staked.added_units);
                    seen(Ended {
                        outcome,
                        stake,
                        end: Some(end),
                        chance: chance.clone(),
                        net,
                    });
                }
            }
            for ending in 0..ROWS + setting.rows.count() {
                let chance = &self.ended[ending * self.stakes + stake];
                if *chance != N::zero() {
                    let returned = ending == BUST_AT_BLACKJACK && part == Part::Other;
                    let outcome = match ending {
                        BUST => Outcome::Bust,
                        SURRENDER => Outcome::Surrendered,
                        BUST_AT_BLACKJACK if returned => Outcome::Returned,
                        BUST_AT_BLACKJACK => Outcome::DealerBlackjack,
                        row => setting.rows.get(row - ROWS).outcome,
                    };
                    seen(Ended {
                        outcome,
                        stake,
                        end: (ending == BUST_AT_BLACKJACK).then_some(BLACKJACK),
                        chance: chance.clone(),
                        net: match returned {
                            true => N::zero(),
                            false => setting.ended_net(ending, stake).clone(),
                        },
                    });
                }
            }
        }
    }
}

/// The name and the worth of a comparison.
fn compared_net<N: Dealing>(setting: &Setting<N>, part: Part, class: usize, end: usize, added: &N) -> (Outcome, N) {
    let comparison = &setting.comparison;
    let result = &comparison.results[class][end];
    if end == BLACKJACK {
        let net = added.clone() * comparison.added_at_blackjack.clone();
        return match part {
            Part::Other if comparison.takes_original_alone() => (Outcome::Returned, net),
            _ => (Outcome::DealerBlackjack, net - N::one()),
        };
    }
    let (compared, _) = setting
        .rules
        .dealer
        .compare(Comparison::<N>::total(class), DealerResult::ALL[end]);
    (compared.into(), result.clone() * (N::one() + added.clone()))
}
