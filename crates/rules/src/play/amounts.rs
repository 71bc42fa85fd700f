//! For how much: the least, the most and the steps between of bets that are added during a round.

use crate::money::Money;
use crate::twenty_one::{Double, DoubleMax, Insurance};

/// The amounts that may be bet on one spot: the least, the most, and every whole multiple of the step between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amounts {
    /// The least.
    pub min: Money,
    /// The most.
    pub max: Money,
    /// Amounts between are whole multiples of this.
    pub step: Money,
}

impl Amounts {
    /// This amount and no other.
    pub const fn only(amount: Money) -> Amounts {
        Amounts {
            min: amount,
            max: amount,
            step: Money::ZERO,
        }
    }

    /// Whether this amount may be bet.
    pub fn allow(&self, amount: Money) -> bool {
        amount == self.min
            || amount == self.max
            || (amount > self.min && amount < self.max && amount.is_multiple_of(self.step))
    }

    /// Every amount that may be bet, rising.
    pub fn list(&self) -> Vec<Money> {
        let mut amounts = vec![self.min];
        if self.step > Money::ZERO {
            let first = self.min.cents() / self.step.cents() + 1;
            let mut next = self.step * first;
            while next < self.max {
                amounts.push(next);
                next += self.step;
            }
        }
        if self.max > self.min {
            amounts.push(self.max);
        }
        amounts
    }
}

impl Double {
    /// What may be added by one more double to a hand with this main bet and these doubles, on each spot; `None` when no
    /// more may be.
    pub fn amounts(&self, main: Money, doubles: &[Money]) -> Option<Amounts> {
        if doubles.len() >= usize::from(self.times_max) {
            return None;
        }
        let limits = if doubles.is_empty() { self.first } else { self.again? };
        let max = match limits.max {
            DoubleMax::MainBet => main,
            DoubleMax::LastDouble => doubles.last().copied().unwrap_or(main),
            DoubleMax::TotalBet => main + doubles.iter().copied().sum(),
        };
        Some(Amounts {
            min: limits.min.map_or(max, |min| min.min(max)),
            max,
            step: limits.step,
        })
    }
}

impl Insurance {
    /// What may be insured beside this main bet, on each spot; `None` when the most is below the least.
    pub fn amounts(&self, main: Money) -> Option<Amounts> {
        let max = Money::from_cents(main.cents() * i64::from(self.max.pays) / i64::from(self.max.per));
        (max >= self.min).then_some(Amounts {
            min: self.min,
            max,
            step: self.step,
        })
    }
}
