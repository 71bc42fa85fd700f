//! The numbers the solver computes with: floating point for speed, exact fractions to prove it right.

use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use croupier_rules::play::BetResult;
use croupier_rules::{Money, Odds};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// What a dealer's probabilities are computed in: one number, or several side by side.
pub trait Ring: Clone + Send + Sync + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + AddAssign {
    /// A whole number.
    fn whole(number: i64) -> Self;
}

/// A number the solver computes with.
pub trait Number: Ring + Div<Output = Self> + Neg<Output = Self> + PartialOrd + std::fmt::Debug + 'static {
    /// `part` out of `of`.
    fn ratio(part: i64, of: i64) -> Self {
        Self::whole(part) / Self::whole(of)
    }

    /// The number nearest to it in floating point.
    fn to_f64(&self) -> f64;

    /// What a unit wins at these odds.
    fn odds(odds: Odds) -> Self {
        Self::ratio(i64::from(odds.pays), i64::from(odds.per))
    }

    /// What becomes of a unit.
    fn unit(result: BetResult) -> Self {
        match result {
            BetResult::Wins(odds) => Self::odds(odds),
            BetResult::Loses => -Self::one(),
            BetResult::Pushes => Self::zero(),
        }
    }

    /// An amount in units of another.
    fn share(amount: Money, of: Money) -> Self {
        Self::ratio(amount.cents(), of.cents())
    }

    /// Zero.
    fn zero() -> Self {
        Self::whole(0)
    }

    /// One.
    fn one() -> Self {
        Self::whole(1)
    }
}

impl Ring for f64 {
    fn whole(number: i64) -> f64 {
        number as f64
    }
}

impl Number for f64 {
    fn to_f64(&self) -> f64 {
        *self
    }
}

/// An exact fraction.
pub type Fraction = RBig;

impl Ring for RBig {
    fn whole(number: i64) -> RBig {
        RBig::from(IBig::from(number))
    }
}

impl Number for RBig {
    fn ratio(part: i64, of: i64) -> RBig {
        let part = if of < 0 { -part } else { part };
        RBig::from_parts(IBig::from(part), UBig::from(of.unsigned_abs()))
    }

    fn to_f64(&self) -> f64 {
        RBig::to_f64(self).value()
    }
}

/// Four numbers computed side by side.
#[derive(Clone, Copy, Debug)]
pub struct Four(pub [f64; 4]);

macro_rules! side_by_side {
    ($operation:ident, $method:ident, $sign:tt) => {
        impl $operation for Four {
            type Output = Four;

            #[inline(always)]
            fn $method(self, other: Four) -> Four {
                let (a, b) = (self.0, other.0);
                Four([a[0] $sign b[0], a[1] $sign b[1], a[2] $sign b[2], a[3] $sign b[3]])
            }
        }
    };
}

side_by_side!(Add, add, +);
side_by_side!(Sub, sub, -);
side_by_side!(Mul, mul, *);

impl AddAssign for Four {
    #[inline(always)]
    fn add_assign(&mut self, other: Four) {
        *self = *self + other;
    }
}

impl Ring for Four {
    #[inline(always)]
    fn whole(number: i64) -> Four {
        Four([number as f64; 4])
    }
}
