//! What of the dealer's hand a table of play is for, as people name it.

use std::fmt;
use std::str::FromStr;

use croupier_rules::play::Total;
use croupier_rules::{Card, Rank};
use serde::{Deserialize, Serialize};

use super::up_class::UpClass;

/// One up card of these ranks, or two open cards of this total.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Against {
    /// The up card is of one of these ranks.
    Up(Vec<Rank>),
    /// Both cards lie open and make this.
    Both(OpenTotal),
}

/// What two open cards of the dealer's make: `hard 15`, `soft 17`, `blackjack`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct OpenTotal {
    /// Whether an ace counts 11.
    pub soft: bool,
    /// The total.
    pub total: u8,
}

impl Against {
    /// What a class is named by.
    pub(super) fn of(class: &UpClass) -> Against {
        match class.hole_value() {
            None => Against::Up(class.ranks.clone()),
            Some(hole) => Against::Both(Total::default().with_value(class.value).with_value(hole).into()),
        }
    }

    /// Whether these cards are among it. A table for an up card holds whatever the second card is.
    pub fn covers(&self, up: Card, hole: Option<Card>) -> bool {
        match (self, hole) {
            (Against::Up(ranks), _) => ranks.contains(&up.rank()),
            (Against::Both(total), Some(hole)) => *total == Total::of(&[up, hole]).into(),
            (Against::Both(_), None) => false,
        }
    }

    /// The ranks of the up card, where only that is seen.
    pub fn ranks(&self) -> &[Rank] {
        match self {
            Against::Up(ranks) => ranks,
            Against::Both(_) => &[],
        }
    }

    /// The head of a chart's column: `7`, `T-K`; of two open cards `15` where it is hard, `A-4` where it is soft.
    pub fn head(&self) -> String {
        match self {
            Against::Up(ranks) => match ranks[..] {
                [rank] => rank.to_string(),
                _ => format!("{}-{}", ranks[0], ranks[ranks.len() - 1]),
            },
            Against::Both(OpenTotal { soft: false, total }) => total.to_string(),
            Against::Both(OpenTotal { total: 12, .. }) => "A-A".to_string(),
            Against::Both(OpenTotal { total, .. }) => format!("A-{}", total - 11),
        }
    }
}

impl fmt::Display for Against {
    /// `7`, `T J Q K`, `hard 15`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Against::Up(ranks) => {
                let ranks: Vec<String> = ranks.iter().map(Rank::to_string).collect();
                f.write_str(&ranks.join(" "))
            }
            Against::Both(total) => total.fmt(f),
        }
    }
}

/// Classes by what people tell apart, in the order of a chart's columns. What people take together is one column.
pub(super) fn columns(classes: Vec<UpClass>) -> Vec<(Against, Vec<UpClass>)> {
    let mut columns: Vec<(Against, Vec<UpClass>)> = Vec::new();
    for class in classes {
        let against = Against::of(&class);
        let known = columns.iter_mut().find(|(known, _)| *known == against);
        match known.filter(|_| class.hole.is_some()) {
            Some((_, classes)) => classes.push(class),
            None => columns.push((against, vec![class])),
        }
    }
    if columns.iter().any(|(against, _)| matches!(against, Against::Both(_))) {
        columns.sort_by(|(one, _), (other, _)| one.cmp(other));
    }
    columns
}

impl From<Total> for OpenTotal {
    fn from(total: Total) -> OpenTotal {
        OpenTotal {
            soft: total.is_soft(),
            total: total.best(),
        }
    }
}

impl fmt::Display for OpenTotal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.total {
            21 => f.write_str("blackjack"),
            total => write!(f, "{} {total}", if self.soft { "soft" } else { "hard" }),
        }
    }
}

impl From<OpenTotal> for String {
    fn from(total: OpenTotal) -> String {
        total.to_string()
    }
}

impl FromStr for OpenTotal {
    type Err = String;

    fn from_str(text: &str) -> Result<OpenTotal, String> {
        let all = [(false, 4..=20), (true, 12..=21)];
        let all = all
            .into_iter()
            .flat_map(|(soft, totals)| totals.map(move |total| OpenTotal { soft, total }));
        all.into_iter().find(|total| total.to_string() == text).ok_or_else(|| {
            format!("`{text}` is no total of two cards; write it like `hard 15` (4 to 20) or `soft 17` (12 to 20)")
        })
    }
}

impl TryFrom<String> for OpenTotal {
    type Error = String;

    fn try_from(text: String) -> Result<OpenTotal, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_table_is_for_is_read_as_it_is_written() {
        for (text, up, hole, covered) in [
            (r#"["T","J"]"#, "Jc", None, true),
            (r#"["T","J"]"#, "9c", None, false),
            (r#""hard 15""#, "9c", Some("6d"), true),
            (r#""hard 15""#, "Ac", Some("4d"), false),
            (r#""soft 12""#, "Ac", Some("Ad"), true),
            (r#""hard 15""#, "9c", None, false),
        ] {
            let against: Against = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&against).unwrap(), text);
            let hole = hole.map(|hole| hole.parse().unwrap());
            assert_eq!(
                against.covers(up.parse().unwrap(), hole),
                covered,
                "{text} {up} {hole:?}"
            );
        }
        assert!(serde_json::from_str::<Against>(r#""hard 21""#).is_err());
    }
}
