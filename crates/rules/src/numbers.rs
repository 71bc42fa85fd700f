//! Sets of small whole numbers and of ranks, as a rules file writes them: `"2+"`, `"9-11"`, `"J-A"`.

use std::fmt;
use std::str::FromStr;

use crate::card::Rank;
use crate::load::section::text;

/// A set of whole numbers from 0 to 63, written `"5"`, `"9-11"`, `"2+"`, `"9,11"`, `"any"` or `"none"`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Numbers(u64);

impl Numbers {
    /// No number at all.
    pub const NONE: Numbers = Numbers(0);
    /// Every number.
    pub const ANY: Numbers = Numbers(u64::MAX);

    /// The largest number there may be.
    pub(crate) const LARGEST: u8 = 63;

    /// Just one number.
    pub const fn only(number: u8) -> Numbers {
        Numbers(1 << number)
    }

    /// The numbers from `low` to `high`, both included.
    pub fn between(low: u8, high: u8) -> Numbers {
        (low..=high).collect()
    }

    /// Whether the number is in the set.
    pub const fn contains(self, number: u8) -> bool {
        number < 64 && self.0 >> number & 1 == 1
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers of the set in rising order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..64).filter(move |number| self.contains(*number))
    }

    /// The smallest number in the set.
    pub fn min(self) -> Option<u8> {
        self.iter().next()
    }

    /// The largest number in the set.
    pub fn max(self) -> Option<u8> {
        self.iter().last()
    }
}

impl FromIterator<u8> for Numbers {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Numbers {
        Numbers(
            numbers
                .into_iter()
                .filter(|number| *number < 64)
                .fold(0, |bits, number| bits | 1 << number),
        )
    }
}

/// A set of ranks, written `"A"`, `"J-A"`, `"2,5,K"`, `"any"` or `"none"`; a range runs from low to high with the ace on top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ranks(u16);

impl Ranks {
    /// No rank at all.
    pub const NONE: Ranks = Ranks(0);
    /// Every rank.
    pub const ANY: Ranks = Ranks((1 << 13) - 1);

    /// Whether the rank is in the set.
    pub const fn contains(self, rank: Rank) -> bool {
        self.0 >> (rank as u8) & 1 == 1
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ranks of the set, low to high.
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        Rank::ALL.into_iter().filter(move |rank| self.contains(*rank))
    }

    /// The set as bits, bit 0 for the two and bit 12 for the ace.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// How many ranks are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
}

impl FromIterator<Rank> for Ranks {
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> Ranks {
        Ranks(ranks.into_iter().fold(0, |bits, rank| bits | 1 << rank as u8))
    }
}

/// The text is not a set of numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a set of numbers from 0 to 63; write `5`, `9-11`, `2+`, `9,11`, `any` or `none`")]
pub struct NotNumbers(pub String);

/// The text is not a set of ranks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a set of ranks; write `A`, `J-A`, `2,5,K`, `any` or `none`")]
pub struct NotRanks(pub String);

impl FromStr for Numbers {
    type Err = NotNumbers;

    fn from_str(text: &str) -> Result<Numbers, NotNumbers> {
        let fault = || NotNumbers(text.to_string());
        let number = |text: &str| match text.trim().parse::<u8>() {
            Ok(number) if number < 64 => Ok(number),
            _ => Err(fault()),
        };
        match text.trim() {
            "any" => return Ok(Numbers::ANY),
            "none" => return Ok(Numbers::NONE),
            _ => {}
        }
        let mut set = Numbers::NONE;
        for part in text.split(',') {
            let (low, high) = if let Some(low) = part.trim().strip_suffix('+') {
                (number(low)?, 63)
            } else if let Some((low, high)) = part.split_once('-') {
                (number(low)?, number(high)?)
            } else {
                (number(part)?, number(part)?)
            };
            if low > high {
                return Err(fault());
            }
            set.0 |= Numbers::between(low, high).0;
        }
        Ok(set)
    }
}

impl FromStr for Ranks {
    type Err = NotRanks;

    fn from_str(text: &str) -> Result<Ranks, NotRanks> {
        let fault = || NotRanks(text.to_string());
        let rank = |text: &str| text.trim().parse::<Rank>().map_err(|_| fault());
        match text.trim() {
            "any" => return Ok(Ranks::ANY),
            "none" => return Ok(Ranks::NONE),
            _ => {}
        }
        let mut set = Ranks::NONE;
        for part in text.split(',') {
            let (low, high) = match part.split_once('-') {
                Some((low, high)) => (rank(low)?, rank(high)?),
                None => (rank(part)?, rank(part)?),
            };
            if low > high {
                return Err(fault());
            }
            set.0 |= Rank::ALL
                .into_iter()
                .filter(|rank| (low..=high).contains(rank))
                .collect::<Ranks>()
                .0;
        }
        Ok(set)
    }
}

/// Writes runs of neighbors as `first-last`, and a run that reaches the last place with a plus sign.
fn write_runs<T: Copy + fmt::Display>(
    f: &mut fmt::Formatter,
    members: &[T],
    place: impl Fn(T) -> usize,
    last_place: Option<usize>,
) -> fmt::Result {
    let mut start = 0;
    while start < members.len() {
        let mut end = start;
        while end + 1 < members.len() && place(members[end + 1]) == place(members[end]) + 1 {
            end += 1;
        }
        if start > 0 {
            f.write_str(",")?;
        }
        match end - start {
            0 => write!(f, "{}", members[start])?,
            _ if last_place == Some(place(members[end])) => write!(f, "{}+", members[start])?,
            1 => write!(f, "{},{}", members[start], members[end])?,
            _ => write!(f, "{}-{}", members[start], members[end])?,
        }
        start = end + 1;
    }
    Ok(())
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Numbers::ANY => f.write_str("any"),
            Numbers::NONE => f.write_str("none"),
            set => write_runs(f, &set.iter().collect::<Vec<_>>(), usize::from, Some(63)),
        }
    }
}

impl fmt::Display for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Ranks::ANY => f.write_str("any"),
            Ranks::NONE => f.write_str("none"),
            set => write_runs(f, &set.iter().collect::<Vec<_>>(), |rank| rank as usize, None),
        }
    }
}

impl fmt::Debug for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

text!(
    Numbers,
    "A set of whole numbers: \"5\", \"9-11\", \"2+\", \"9,11\", \"any\" or \"none\".",
    like "a set of numbers like \"5\", \"9-11\" or \"2+\"",
    stand_in "any",
    pattern r"^(any|none|\s*[0-9]{1,2}\s*(\+|-\s*[0-9]{1,2})?\s*(,\s*[0-9]{1,2}\s*(\+|-\s*[0-9]{1,2})?\s*)*)$"
);
text!(
    Ranks,
    "A set of ranks: \"A\", \"J-A\", \"2,5,K\", \"any\" or \"none\"; the ace is high.",
    like "a set of ranks like \"A\" or \"J-A\"",
    stand_in "none",
    pattern r"^(any|none|\s*(10|[2-9TJQKA])\s*(-\s*(10|[2-9TJQKA]))?\s*(,\s*(10|[2-9TJQKA])\s*(-\s*(10|[2-9TJQKA]))?\s*)*)$"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_read_back_as_they_are_written() {
        for text in ["5", "9-11", "2+", "9,11", "any", "none", "2-4,7,9+"] {
            assert_eq!(text.parse::<Numbers>().unwrap().to_string(), text);
        }
        for text in ["A", "J-A", "2,5,K", "any", "none", "6-T"] {
            assert_eq!(text.parse::<Ranks>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_set_is_refused() {
        for text in ["", "x", "5-", "11-9", "64", "-1", "2++"] {
            assert!(text.parse::<Numbers>().is_err(), "{text}");
        }
        for text in ["", "1", "A-J", "JQ", "K+"] {
            assert!(text.parse::<Ranks>().is_err(), "{text}");
        }
    }
}
