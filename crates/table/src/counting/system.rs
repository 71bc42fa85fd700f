//! Counting systems: what each card counts, where a count starts, and whether it is divided by the decks left.

use std::collections::BTreeMap;

use croupier_rules::game::Deck;
use croupier_rules::{Card, Rank};
use serde::{Deserialize, Serialize};

/// A counting system.
#[derive(Clone, PartialEq, Debug)]
pub struct System {
    /// Its name on the command line: `hi-lo`, or the path of its file.
    pub id: String,
    /// What people call it.
    pub name: String,
    count_by: CountBy,
    start: Start,
    rises: [i32; 2],
    /// By the index of the card, in parts.
    tags: [i32; Card::KINDS],
    /// How many parts make one.
    per: i64,
}

/// What is bet and played by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountBy {
    /// The true count: the running count for each deck left.
    True,
    /// The running count.
    Running,
}

/// Where the running count of a fresh shoe starts, in parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Start {
    /// So that it is nothing when every card has been seen: at nothing where a system is balanced.
    ToEndAtNothing,
    At {
        first: i64,
        each_deck: i64,
    },
}

/// Why a text is no counting system.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SystemFault {
    /// No such name.
    #[error("`{0}` is not a counting system; choose {names}, or name a file that says what each card counts", names = System::NAMES.join(", "))]
    Unknown(String),
    /// Not TOML, or not the fields of a system.
    #[error("{0}")]
    Toml(String),
    /// A tag of no rank or card.
    #[error("[tags] `{0}` is neither a rank nor a card; write ranks as 2 to 9, T, J, Q, K, A and cards like `7h`")]
    NoCard(String),
    /// A tag that is no number of hundredths.
    #[error("[tags] `{0}` counts {1}; write a number from -100 to 100 with at most two decimals")]
    NoTag(String, String),
    /// A rank without a tag.
    #[error("[tags] the rank {0} has no tag; write 0 for a rank that does not count")]
    Missing(Rank),
    /// A bet that rises backwards.
    #[error("rises: the bet rises from a count of {0} to one of {1}; write the lower count first, both from -64 to 64")]
    Rises(i32, i32),
    /// A start that is no number of hundredths.
    #[error("{0}: {1} is no start of a count; write a number from -100 to 100 with at most two decimals")]
    NoStart(&'static str, String),
    /// A start for each deck without a start, or a start of a true count.
    #[error(
        "a true count starts where it ends at nothing; leave out `start` and `start-per-deck`, or write count = \"running\""
    )]
    TrueStart,
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    name: String,
    count: CountBy,
    start: Option<f64>,
    start_per_deck: Option<f64>,
    rises: Option<[i32; 2]>,
    tags: BTreeMap<String, f64>,
}

impl System {
    /// The systems known by name.
    pub const NAMES: [&'static str; 3] = ["hi-lo", "ko", "halves"];

    /// The system of this name.
    pub fn named(name: &str) -> Result<System, SystemFault> {
        let text = match name {
            "hi-lo" => include_str!("hi-lo.toml"),
            "ko" => include_str!("ko.toml"),
            "halves" => include_str!("halves.toml"),
            _ => return Err(SystemFault::Unknown(name.to_string())),
        };
        System::read(name, text)
    }

    /// The system that a file of this name holds.
    pub fn read(id: &str, text: &str) -> Result<System, SystemFault> {
        let written: Written = toml::from_str(text).map_err(|fault| SystemFault::Toml(fault.to_string()))?;
        let hundredths = tags(&written.tags)?;
        let [first, each_deck] =
            [("start", written.start), ("start-per-deck", written.start_per_deck)].map(|(key, start)| {
                start.map(|start| hundredths_of(start).ok_or(SystemFault::NoStart(key, start.to_string())))
            });
        let (first, each_deck) = (first.transpose()?, each_deck.transpose()?);
        if written.count == CountBy::True && (first.is_some() || each_deck.is_some()) {
            return Err(SystemFault::TrueStart);
        }
        // Parts as large as they may be: ones, halves, quarters…
        let starts = first.into_iter().chain(each_deck);
        let part = hundredths.iter().copied().chain(starts).fold(100, greatest_divisor);
        let start = match written.count {
            CountBy::True => Start::ToEndAtNothing,
            CountBy::Running => Start::At {
                first: i64::from(first.unwrap_or(0) / part),
                each_deck: i64::from(each_deck.unwrap_or(0) / part),
            },
        };
        let rises = written.rises.unwrap_or([0, 4]);
        let farthest = super::COUNT_MAX;
        if rises[0] >= rises[1] || rises.iter().any(|count| count.abs() > farthest) {
            return Err(SystemFault::Rises(rises[0], rises[1]));
        }
        Ok(System {
            id: id.to_string(),
            name: written.name,
            count_by: written.count,
            start,
            rises,
            tags: hundredths.map(|tag| tag / part),
            per: i64::from(100 / part),
        })
    }

    /// What a card counts when it is seen.
    pub fn tag(&self, card: Card) -> f64 {
        f64::from(self.parts(card)) / self.per as f64
    }

    /// The same in parts.
    pub fn parts(&self, card: Card) -> i32 {
        self.tags[card.index()]
    }

    /// How many parts make one.
    pub fn per(&self) -> i64 {
        self.per
    }

    /// What is bet and played by.
    pub fn count_by(&self) -> CountBy {
        self.count_by
    }

    /// The counts from which and up to which a bet rises, where nobody says otherwise.
    pub fn rises(&self) -> [i32; 2] {
        self.rises
    }

    /// Where the running count of a fresh shoe starts, in parts.
    pub fn start_parts(&self, deck: &Deck) -> i64 {
        match self.start {
            Start::ToEndAtNothing => -self.sum_parts(deck),
            Start::At { first, each_deck } => first + each_deck * i64::from(deck.decks),
        }
    }

    /// What all cards of a shoe count together, in parts: nothing where a system is balanced.
    pub fn sum_parts(&self, deck: &Deck) -> i64 {
        deck.cards().map(|card| i64::from(self.parts(card))).sum()
    }
}

/// The tag of every card in hundredths: that of the card, else of its rank; knaves, queens and kings count like tens unless they have
/// tags of their own.
fn tags(written: &BTreeMap<String, f64>) -> Result<[i32; Card::KINDS], SystemFault> {
    let mut ranks = [None; Rank::ALL.len()];
    let mut cards = [None; Card::KINDS];
    for (key, tag) in written {
        let hundredths = hundredths_of(*tag).ok_or_else(|| SystemFault::NoTag(key.clone(), tag.to_string()))?;
        match (key.parse::<Rank>(), key.parse::<Card>()) {
            (Ok(rank), _) => ranks[place(rank)] = Some(hundredths),
            (_, Ok(card)) => cards[card.index()] = Some(hundredths),
            _ => return Err(SystemFault::NoCard(key.clone())),
        }
    }
    for court in [Rank::Jack, Rank::Queen, Rank::King] {
        ranks[place(court)] = ranks[place(court)].or(ranks[place(Rank::Ten)]);
    }
    let mut tags = [0; Card::KINDS];
    for card in Card::all() {
        let tag = cards[card.index()].or(ranks[place(card.rank())]);
        tags[card.index()] = tag.ok_or(SystemFault::Missing(card.rank()))?;
    }
    Ok(tags)
}

fn hundredths_of(number: f64) -> Option<i32> {
    let hundredths = (100.0 * number).round();
    let is_whole = (100.0 * number - hundredths).abs() < 1e-9;
    (is_whole && hundredths.abs() <= 10_000.0).then_some(hundredths as i32)
}

fn greatest_divisor(one: i32, other: i32) -> i32 {
    if other == 0 {
        one.abs()
    } else {
        greatest_divisor(other, one % other)
    }
}

fn place(rank: Rank) -> usize {
    Rank::ALL.iter().position(|other| *other == rank).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_counted_in_the_largest_parts_that_serve() {
        let per = |name| System::named(name).unwrap().per();
        assert_eq!([per("hi-lo"), per("ko"), per("halves")], [1, 1, 2]);
        let halves = System::named("halves").unwrap();
        let tag = |card: &str| halves.tag(card.parse().unwrap());
        assert_eq!([tag("5h"), tag("9c"), tag("Ks"), tag("8d")], [1.5, -0.5, -1.0, 0.0]);
    }

    #[test]
    fn a_card_may_count_otherwise_than_its_rank() {
        let text = include_str!("ko.toml").replace("7 = 1", "7 = 0\n7h = 1\n7d = 1");
        let red_seven = System::read("red-seven", &text).unwrap();
        let tag = |card: &str| red_seven.tag(card.parse().unwrap());
        assert_eq!([tag("7h"), tag("7d"), tag("7c"), tag("7s")], [1.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let hi_lo = include_str!("hi-lo.toml");
        for (from, to, expected) in [
            ("7 = 0\n", "", "the rank 7 has no tag"),
            ("7 = 0", "Z = 0", "`Z` is neither a rank nor a card"),
            ("7 = 0", "7 = 0.001", "`7` counts 0.001"),
            ("7 = 0", "7 = \"x\"", "invalid type"),
            ("\"true\"", "\"false\"", "unknown variant `false`"),
            ("rises = [0, 4]", "rises = [4, 4]", "from a count of 4 to one of 4"),
            (
                "rises = [0, 4]",
                "start = 3",
                "a true count starts where it ends at nothing",
            ),
            ("rises = [0, 4]", "rise = 3", "unknown field `rise`"),
        ] {
            let fault = System::read("x", &hi_lo.replace(from, to)).unwrap_err().to_string();
            assert!(fault.contains(expected), "{fault}");
        }
        let fault = System::named("lucky").unwrap_err().to_string();
        assert!(fault.contains("choose hi-lo, ko, halves"), "{fault}");
    }
}
