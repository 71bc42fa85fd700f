//! Counting systems: what each card counts.

use croupier_rules::{Card, Rank};

/// A counting system: a tag for every rank.
#[derive(Clone, PartialEq, Debug)]
pub struct System {
    /// Its name.
    pub name: String,
    /// By place in [`Rank::ALL`].
    tags: [f64; Rank::ALL.len()],
}

/// Why a text is no counting system.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SystemFault {
    /// No such name.
    #[error("`{0}` is not a counting system; choose {names}, or name a file of tags like `2 = 1`, one rank a line", names = System::NAMES.join(", "))]
    Unknown(String),
    /// A line that is no tag.
    #[error("line {line}: `{text}` is not a tag; write a rank and what it counts, like `T = -1`")]
    NoTag {
        /// Which line.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// A rank with two tags.
    #[error("line {line}: the rank {rank} has a tag already")]
    Twice {
        /// Which line.
        line: usize,
        /// The rank.
        rank: Rank,
    },
    /// A rank without a tag.
    #[error("the rank {0} has no tag; write 0 for a rank that does not count")]
    Missing(Rank),
}

impl System {
    /// The systems known by name.
    pub const NAMES: [&'static str; 3] = ["hi-lo", "ko", "halves"];

    /// The system of this name. Tags from 2 to 9, ten-value cards and aces as the literature prints them: Hi-Lo (Dubner 1963, Wong),
    /// Knock-Out (Vancura and Fuchs 1998), Halves (Wong); <https://www.blackjackapprenticeship.com/resources/card-counting-systems/>.
    pub fn named(name: &str) -> Result<System, SystemFault> {
        let [low, tens, aces]: [&[f64]; 3] = match name {
            "hi-lo" => [&[1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0], &[-1.0], &[-1.0]],
            "ko" => [&[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0], &[-1.0], &[-1.0]],
            "halves" => [&[0.5, 1.0, 1.0, 1.5, 1.0, 0.5, 0.0, -0.5], &[-1.0], &[-1.0]],
            _ => return Err(SystemFault::Unknown(name.to_string())),
        };
        let tag = |rank: Rank| match rank.value() {
            1 => aces[0],
            10 => tens[0],
            value => low[usize::from(value) - 2],
        };
        Ok(System {
            name: name.to_string(),
            tags: Rank::ALL.map(tag),
        })
    }

    /// The system a file holds: a line for every rank, like `5 = 1.5`. Empty lines and what stands behind `#` are skipped.
    pub fn read(name: &str, text: &str) -> Result<System, SystemFault> {
        let mut tags = [None; Rank::ALL.len()];
        for (number, line) in text.lines().enumerate() {
            let written = line.split('#').next().unwrap_or_default().trim();
            if written.is_empty() {
                continue;
            }
            let fault = || SystemFault::NoTag {
                line: number + 1,
                text: written.chars().take(40).collect(),
            };
            let (rank, tag) = written.split_once('=').ok_or_else(fault)?;
            let rank: Rank = rank.trim().trim_matches('"').parse().map_err(|_| fault())?;
            let tag: f64 = tag.trim().parse().map_err(|_| fault())?;
            if !tag.is_finite() || tag.abs() > 1000.0 {
                return Err(fault());
            }
            if tags[place(rank)].replace(tag).is_some() {
                return Err(SystemFault::Twice { line: number + 1, rank });
            }
        }
        let missing = Rank::ALL.into_iter().find(|rank| tags[place(*rank)].is_none());
        match missing {
            Some(rank) => Err(SystemFault::Missing(rank)),
            None => Ok(System {
                name: name.to_string(),
                tags: tags.map(Option::unwrap_or_default),
            }),
        }
    }

    /// What a card counts when it is seen.
    pub fn tag(&self, card: Card) -> f64 {
        self.tags[place(card.rank())]
    }
}

fn place(rank: Rank) -> usize {
    Rank::ALL.iter().position(|other| *other == rank).unwrap_or_default()
}
