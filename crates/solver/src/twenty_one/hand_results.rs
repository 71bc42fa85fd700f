//! How often a hand ends in which way, by the doubles on it. Everything reported is read from it.

use croupier_rules::play::DealerResult;
use croupier_table::Outcome;

use super::comparison::Comparison;
use super::dealer::{BLACKJACK, DEALER_RESULTS};
use super::setting::Setting;
use super::stakes::Stake;
use super::unseen::Dealing;

/// A bust, as an ending that does not wait for the dealer.
pub(super) const BUST: usize = 0;
/// A surrender.
pub(super) const SURRENDER: usize = 1;
/// A bust whose bets waited for a dealer's blackjack, which takes the original bet alone.
pub(super) const BUST_AT_BLACKJACK: usize = 2;
/// The rows follow from here.
pub(super) const ROWS: usize = 3;

/// How often a hand ends in which way.
#[derive(Clone, Debug)]
pub struct HandResults<N> {
    /// Hands that are compared: by stake, class of total and end of the dealer's hand.
    compared: Vec<N>,
    /// Hands that end before: by ending and stake.
    ended: Vec<N>,
    stakes: usize,
}

/// Whether a hand holds the original bet, which a late blackjack takes in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhichHand {
    /// The hand that was dealt, or the first part of it.
    First,
    /// A hand split off.
    SplitOff,
}

/// One way to end: how, with which doubles, how often, and what it is worth in main bets.
#[derive(Clone, Debug)]
pub struct HandResult<N> {
    /// What the main bet's ending is called.
    pub outcome: Outcome,
    /// The stake.
    pub stake: usize,
    /// The dealer's result, where the hand was compared.
    pub end: Option<usize>,
    /// How often.
    pub chance: N,
    /// What it is worth.
    pub net: N,
}

impl<N: Dealing> HandResults<N> {
    /// Nothing yet.
    pub fn new(setting: &Setting<N>) -> HandResults<N> {
        let stakes = setting.stakes.count();
        HandResults {
            compared: vec![N::zero(); stakes * 6 * DEALER_RESULTS],
            ended: vec![N::zero(); (ROWS + setting.rows.count()) * stakes],
            stakes,
        }
    }

    /// Adds a hand that waits for the dealer.
    pub fn compare(&mut self, stake: usize, class: usize, weight: &N, dealer_chances: &[N; DEALER_RESULTS]) {
        let from = (stake * 6 + class) * DEALER_RESULTS;
        for (sum, chance) in self.compared[from..from + DEALER_RESULTS]
            .iter_mut()
            .zip(dealer_chances)
        {
            *sum += weight.clone() * chance.clone();
        }
    }

    /// Adds a hand that has ended.
    pub fn end(&mut self, ending: usize, stake: usize, chance: N) {
        self.ended[ending * self.stakes + stake] += chance;
    }

    /// Adds so many times another tally.
    pub fn add(&mut self, times: &N, other: &HandResults<N>) {
        let pairs = self.compared.iter_mut().zip(&other.compared);
        for (sum, more) in pairs.chain(self.ended.iter_mut().zip(&other.ended)) {
            if *more != N::zero() {
                *sum += times.clone() * more.clone();
            }
        }
    }

    /// `(self - v × other) / (1 - v)`: what is left of a mean when one part of it, of weight `v`, is taken out.
    pub fn without(&self, v: &N, other: &HandResults<N>) -> HandResults<N> {
        let rest = N::one() / (N::one() - v.clone());
        let parted = |whole: &[N], part: &[N]| {
            whole
                .iter()
                .zip(part)
                .map(|(whole, part)| (whole.clone() - v.clone() * part.clone()) * rest.clone())
                .collect()
        };
        HandResults {
            compared: parted(&self.compared, &other.compared),
            ended: parted(&self.ended, &other.ended),
            stakes: self.stakes,
        }
    }

    /// What the hands are worth in main bets.
    pub fn value(&self, setting: &Setting<N>, part: WhichHand) -> N {
        let mut sum = N::zero();
        self.visit(setting, part, |ended| sum += ended.chance * ended.net);
        sum
    }

    /// Every way the hands end that has happened at all.
    pub fn visit(&self, setting: &Setting<N>, part: WhichHand, mut seen: impl FnMut(HandResult<N>)) {
        let stakes = setting.stakes.all();
        for (stake, staked) in stakes.iter().enumerate() {
            for class in 0..6 {
                for end in 0..DEALER_RESULTS {
                    let chance = &self.compared[(stake * 6 + class) * DEALER_RESULTS + end];
                    if *chance == N::zero() {
                        continue;
                    }
                    let (outcome, net) = compared_net(setting, part, class, end, staked);
                    seen(HandResult {
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
                    let returned = ending == BUST_AT_BLACKJACK && part == WhichHand::SplitOff;
                    let outcome = match ending {
                        BUST => Outcome::Bust,
                        SURRENDER => Outcome::Surrendered,
                        BUST_AT_BLACKJACK if returned => Outcome::Returned,
                        BUST_AT_BLACKJACK => Outcome::DealerBlackjack,
                        row => setting.rows.get(row - ROWS).outcome,
                    };
                    seen(HandResult {
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
fn compared_net<N: Dealing>(
    setting: &Setting<N>,
    part: WhichHand,
    class: usize,
    end: usize,
    staked: &Stake<N>,
) -> (Outcome, N) {
    let comparison = &setting.comparison;
    let result = &comparison.results[class][end];
    if end == BLACKJACK {
        let net = staked.added_units.clone() * comparison.added_at_blackjack.clone();
        return match part {
            WhichHand::SplitOff if comparison.takes_original_alone() => (Outcome::Returned, net),
            _ => (Outcome::DealerBlackjack, net - staked.main_units.clone()),
        };
    }
    let (compared, _) = setting
        .rules
        .dealer
        .compare(Comparison::<N>::total(class), DealerResult::ALL[end]);
    (compared.into(), staked.net(result))
}
