//! Money in whole cents, and the odds a wager is paid at.

use crate::load::message::{self, Message};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};
use std::str::FromStr;

use crate::load::section::text;

/// An amount of money in whole cents; negative when it is owed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Money(i64);

impl Money {
    /// No money.
    pub const ZERO: Money = Money(0);

    /// So many cents.
    pub const fn from_cents(cents: i64) -> Money {
        Money(cents)
    }

    /// So many dollars.
    pub const fn from_dollars(dollars: i64) -> Money {
        Money(dollars * 100)
    }

    /// The amount in cents.
    pub const fn cents(self) -> i64 {
        self.0
    }

    /// Whether the amount is a whole number of `step`s.
    pub const fn is_multiple_of(self, step: Money) -> bool {
        step.0 > 0 && self.0 % step.0 == 0
    }

    /// What is wrong with it as an amount of a rules file, which is more than nothing and not too large to be counted.
    pub(crate) fn out_of_bounds(&self) -> Option<Message> {
        const MOST: Money = Money::from_dollars(10_000_000);
        (*self <= Money::ZERO || *self > MOST).then(|| message::no_such_amount(self, MOST))
    }

    /// The smaller of two amounts.
    pub fn min(self, other: Money) -> Money {
        Money(self.0.min(other.0))
    }
}

/// What a winning wager is paid for each unit staked: `3:2` pays three for every two.
/// `push` (0:1) returns the stake and pays nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Odds {
    /// What is paid…
    pub pays: u32,
    /// …for this much staked.
    pub per: u32,
}

impl Odds {
    /// Even money, 1:1.
    pub const EVEN: Odds = Odds::to_one(1);
    /// The stake comes back and nothing is paid.
    pub const PUSH: Odds = Odds::to_one(0);

    /// So many to one.
    pub const fn to_one(pays: u32) -> Odds {
        Odds { pays, per: 1 }
    }

    /// What a stake wins at these odds, or `None` when that is not a whole number of cents.
    pub const fn winnings(self, stake: Money) -> Option<Money> {
        let product = stake.0 * self.pays as i64;
        if product % self.per as i64 == 0 {
            Some(Money(product / self.per as i64))
        } else {
            None
        }
    }

    /// Whether the wager is only given back.
    pub const fn is_push(self) -> bool {
        self.pays == 0
    }

    /// The odds as a number, for sorting and showing; payouts are never computed from it.
    pub fn to_f64(self) -> f64 {
        f64::from(self.pays) / f64::from(self.per)
    }
}

impl PartialOrd for Odds {
    fn partial_cmp(&self, other: &Odds) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Odds {
    fn cmp(&self, other: &Odds) -> std::cmp::Ordering {
        let left = u64::from(self.pays) * u64::from(other.per);
        let right = u64::from(other.pays) * u64::from(self.per);
        left.cmp(&right).then(self.per.cmp(&other.per))
    }
}

/// The text is not an amount of money.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an amount of money; write dollars, or dollars and two digits of cents, like `$5` or `$2.50`")]
pub struct NotMoney(pub String);

/// The text is not odds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a ratio of whole numbers; write odds like `3:2` or `40:1`, or `push`")]
pub struct NotOdds(pub String);

impl FromStr for Money {
    type Err = NotMoney;

    fn from_str(text: &str) -> Result<Money, NotMoney> {
        let fault = || NotMoney(text.to_string());
        let (sign, digits) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text),
        };
        let digits = digits.strip_prefix('$').unwrap_or(digits);
        let (dollars, cents) = digits.split_once('.').unwrap_or((digits, "00"));
        let whole = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if dollars.is_empty() || cents.len() != 2 || !whole(cents) {
            return Err(fault());
        }
        let dollars: String = dollars.chars().filter(|letter| *letter != ',').collect();
        if !whole(&dollars) || dollars.len() > 12 {
            return Err(fault());
        }
        let dollars: i64 = dollars.parse().map_err(|_| fault())?;
        let cents: i64 = cents.parse().map_err(|_| fault())?;
        Ok(Money(sign * (dollars * 100 + cents)))
    }
}

impl FromStr for Odds {
    type Err = NotOdds;

    fn from_str(text: &str) -> Result<Odds, NotOdds> {
        let fault = || NotOdds(text.to_string());
        if text == "push" {
            return Ok(Odds::PUSH);
        }
        let (pays, per) = text.split_once(':').ok_or_else(fault)?;
        let pays: u32 = pays.trim().parse().map_err(|_| fault())?;
        let per: u32 = per.trim().parse().map_err(|_| fault())?;
        if per == 0 || pays == 0 || pays > 1_000_000 || per > 1_000_000 {
            return Err(fault());
        }
        Ok(Odds { pays, per })
    }
}

impl fmt::Display for Money {
    /// `$5`, `$2.50`, `-$1,000`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let dollars = (self.0.unsigned_abs() / 100).to_string();
        let cents = self.0.unsigned_abs() % 100;
        let mut grouped = String::with_capacity(dollars.len() + 4);
        for (place, digit) in dollars.chars().enumerate() {
            if place > 0 && (dollars.len() - place).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        if cents == 0 {
            f.pad(&format!("{sign}${grouped}"))
        } else {
            f.pad(&format!("{sign}${grouped}.{cents:02}"))
        }
    }
}

impl fmt::Debug for Money {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.is_push() {
            f.pad("push")
        } else {
            f.pad(&format!("{}:{}", self.pays, self.per))
        }
    }
}

impl fmt::Debug for Odds {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

text!(
    Money,
    "An amount of money, like \"$5\" or \"$2.50\".",
    like "an amount of money like \"$5\" or \"$2.50\"",
    stand_in "$5",
    pattern r"^-?\$?[0-9]{1,3}(,?[0-9]{3})*(\.[0-9]{2})?$",
    check Money::out_of_bounds
);
text!(
    Odds,
    "Odds like \"3:2\" (pays three for two), or \"push\" (the stake comes back).",
    like "odds like \"3:2\"",
    stand_in "1:1",
    pattern "^([1-9][0-9]*:[1-9][0-9]*|push)$"
);

impl Add for Money {
    type Output = Money;

    fn add(self, other: Money) -> Money {
        Money(self.0 + other.0)
    }
}

impl Sub for Money {
    type Output = Money;

    fn sub(self, other: Money) -> Money {
        Money(self.0 - other.0)
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Money) {
        self.0 += other.0;
    }
}

impl SubAssign for Money {
    fn sub_assign(&mut self, other: Money) {
        self.0 -= other.0;
    }
}

impl Neg for Money {
    type Output = Money;

    fn neg(self) -> Money {
        Money(-self.0)
    }
}

impl Mul<i64> for Money {
    type Output = Money;

    fn mul(self, times: i64) -> Money {
        Money(self.0 * times)
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_read_back_as_they_are_written() {
        for (text, cents) in [
            ("$5", 500),
            ("$2.50", 250),
            ("$0.05", 5),
            ("$1,000", 100_000),
            ("-$7.50", -750),
            ("$1,234,567.89", 123_456_789),
        ] {
            assert_eq!(text.parse(), Ok(Money::from_cents(cents)));
            assert_eq!(Money::from_cents(cents).to_string(), text);
        }
        assert_eq!("10".parse(), Ok(Money::from_dollars(10)));
    }

    #[test]
    fn what_is_no_amount_is_refused() {
        for text in ["", "$", "5.5", "$5.", "five", "$-5", "1e3", "$5.005", "9999999999999"] {
            assert!(text.parse::<Money>().is_err(), "{text}");
        }
    }

    #[test]
    fn three_to_two_on_five_dollars_is_seven_fifty() {
        let three_to_two: Odds = "3:2".parse().unwrap();
        assert_eq!(
            three_to_two.winnings(Money::from_dollars(5)),
            Some(Money::from_cents(750))
        );
        assert_eq!(three_to_two.winnings(Money::from_cents(1)), None);
    }

    #[test]
    fn odds_are_ordered_by_what_they_pay() {
        let odds = |text: &str| text.parse::<Odds>().unwrap();
        assert!(odds("3:2") > odds("6:5"));
        assert!(odds("push") < odds("1:1"));
        for text in ["", "3", "3:0", "0:1", "a:b", "3/2", "1.5", "-1:1"] {
            assert!(text.parse::<Odds>().is_err(), "{text}");
        }
    }
}
