//! A progressive meter, and shares of it.

use std::fmt;
use std::str::FromStr;

use crate::load::read::Home;
use crate::load::section::{section, text, words};
use crate::money::Money;

section! {
    /// `[meter.NAME]`: a progressive jackpot that side bets pay shares of. What is paid is what the file says; how a live meter
    /// grows is no part of a round, so a house that deals a live meter writes down what it shows.
    pub struct Meter by id {
        /// What it is called at the table.
        pub name: String,
        /// What it shows.
        pub amount: Money,
        /// What it goes back to when all of it has been paid.
        pub seed: Option<Money>,
        /// How much of every bet on it is added to what it shows.
        pub increment: Option<Share>,
    }
}

/// A share from 0.01% to 100%, written `"10%"` or `"0.5%"`, in hundredths of a percent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share(u16);

words! {
    /// What becomes of the stake of a side bet that wins.
    pub enum WinningStake {
        /// It comes back beside what is paid: the odds are so many *to* one.
        Returned,
        /// The house keeps it, and what the table says is all that is paid: so many *for* one.
        Kept,
    }
}

impl Meter {
    /// The most meters a game may have.
    pub const COUNT_MAX: usize = 8;
}

impl Home for Meter {
    const HOME: &'static str = "meter";
}

impl Share {
    /// How many parts make a whole.
    pub const WHOLE: i64 = 10_000;
    /// All of it.
    pub const ALL: Share = Share(10_000);

    /// How many of [`Share::WHOLE`] parts it is.
    pub const fn parts(self) -> i64 {
        self.0 as i64
    }

    /// What it comes to of this amount, or `None` when that is not a whole number of cents.
    pub const fn of(self, amount: Money) -> Option<Money> {
        let parts = amount.cents() * self.parts();
        match parts % Share::WHOLE {
            0 => Some(Money::from_cents(parts / Share::WHOLE)),
            _ => None,
        }
    }
}

/// The text is not a share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a share from 0.01% to 100%; write it like `10%` or `0.5%`")]
pub struct NotAShare(pub String);

impl FromStr for Share {
    type Err = NotAShare;

    fn from_str(text: &str) -> Result<Share, NotAShare> {
        let parse = || {
            let (whole, part) = match text.strip_suffix('%')?.split_once('.') {
                Some((whole, part)) if (1..=2).contains(&part.len()) => (whole, format!("{part:0<2}")),
                Some(_) => return None,
                None => (text.strip_suffix('%')?, "00".to_string()),
            };
            let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number(whole) || !is_number(&part) || whole.len() > 3 {
                return None;
            }
            let parts = whole.parse::<u32>().ok()? * 100 + part.parse::<u32>().ok()?;
            let parts = u16::try_from(parts).ok().map(Share)?;
            (Share(1)..=Share::ALL).contains(&parts).then_some(parts)
        };
        parse().ok_or_else(|| NotAShare(text.to_string()))
    }
}

impl fmt::Display for Share {
    /// `10%`, `0.5%`, `12.25%`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (whole, part) = (self.0 / 100, self.0 % 100);
        match (part, part % 10) {
            (0, _) => write!(f, "{whole}%"),
            (_, 0) => write!(f, "{whole}.{}%", part / 10),
            _ => write!(f, "{whole}.{part:02}%"),
        }
    }
}

impl fmt::Debug for Share {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

text!(
    Share,
    "A share like \"10%\" or \"0.5%\", from 0.01% to 100%.",
    like "a share like \"10%\"",
    stand_in "100%",
    pattern r"^[0-9]{1,3}(\.[0-9]{1,2})?%$"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_read_back_as_they_are_written() {
        for (text, parts) in [
            ("100%", 10_000),
            ("10%", 1_000),
            ("0.5%", 50),
            ("12.25%", 1_225),
            ("0.01%", 1),
        ] {
            let share: Share = text.parse().unwrap();
            assert_eq!((share.parts(), share.to_string().as_str()), (parts, text));
        }
        for text in ["", "%", "10", "0%", "101%", "1.005%", "-5%", ".5%", "1.%", "1 %"] {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_tenth_of_a_meter_is_whole_cents_or_nothing() {
        let tenth: Share = "10%".parse().unwrap();
        assert_eq!(
            tenth.of(Money::from_dollars(150_000)),
            Some(Money::from_dollars(15_000))
        );
        assert_eq!(tenth.of(Money::from_cents(10_005)), None);
    }
}
