//! The betting spots of one hand, in the hand's own coordinates: the main spot near the origin, the dealer up.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::printed::Printed;
use crate::seats::hundredths;

/// A betting spot of one hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Spot {
    /// `main`, `blind`, `street-1`, `raise`, or the id of a side bet or the name of a further spot.
    pub id: String,
    /// What is printed on it.
    pub name: String,
    /// What it is for.
    pub kind: SpotKind,
    /// Its middle, to the right of the hand's.
    pub x: f64,
    /// Its middle, below the hand's.
    pub y: f64,
    /// Its radius.
    pub r: f64,
    /// The name in lines that fit.
    pub lines: Vec<String>,
    /// The size of the letters.
    pub size: f64,
}

/// What a spot is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SpotKind {
    /// The main bet.
    Main,
    /// The main bet again.
    Multiple,
    /// The bet that every hand makes beside the main bet.
    Blind,
    /// A side bet.
    Side,
    /// A bet on a street, or a raise.
    Street,
}

/// The spots of one hand.
pub(crate) fn spots(printed: &Printed) -> Vec<Spot> {
    let stud = !printed.streets.is_empty() || printed.raise.is_some();
    let main_y = if stud { 24.0 } else { 0.0 };
    let mut spots = vec![spot("main", &printed.main.name, SpotKind::Main, (0.0, main_y), 40.0)];
    if let Some(blind) = &printed.blind {
        spots.push(spot("blind", &blind.name, SpotKind::Blind, (-72.0, main_y), 27.0));
    }
    for (place, name) in printed.streets.iter().enumerate() {
        let x = along(place, printed.streets.len(), 62.0);
        let id = format!("street-{}", place + 1);
        spots.push(spot(&id, name, SpotKind::Street, (x, -46.0), 25.0));
    }
    if let Some(raise) = &printed.raise {
        spots.push(spot("raise", raise, SpotKind::Street, (0.0, -46.0), 25.0));
    }
    for (place, name) in printed.multiples.iter().enumerate() {
        let x = along(place, printed.multiples.len(), 58.0);
        spots.push(spot(name, name, SpotKind::Multiple, (x, 78.0 - x.abs() * 0.16), 25.0));
    }
    for (place, bet) in printed.side.iter().enumerate() {
        let left = place % 2 == 0 && printed.side.len() > 1;
        let x = if left { -72.0 } else { 72.0 };
        // The blind bet has the first place on the left.
        let row = place / 2 + usize::from(left && printed.blind.is_some());
        let y = main_y + if stud { 20.0 } else { -24.0 } + row as f64 * 60.0;
        spots.push(spot(&bet.id, &bet.name, SpotKind::Side, (x, y), 27.0));
    }
    spots
}

/// How far a hand reaches below its main spot, the player's name plate included.
pub(crate) fn bottom(spots: &[Spot]) -> f64 {
    spots.iter().map(|spot| spot.y + spot.r).fold(0.0, f64::max) + 36.0
}

/// Where one of several things in a row lies.
pub(crate) fn along(place: usize, count: usize, gap: f64) -> f64 {
    (place as f64 - (count as f64 - 1.0) / 2.0) * gap
}

fn spot(id: &str, name: &str, kind: SpotKind, (x, y): (f64, f64), r: f64) -> Spot {
    let lines = lines(name);
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(1);
    let largest = if kind == SpotKind::Main { 17.0 } else { 13.0 };
    Spot {
        id: id.to_string(),
        name: name.to_string(),
        kind,
        x: hundredths(x),
        y: hundredths(y),
        r,
        size: hundredths(f64::min(largest, r * 1.75 / (longest as f64 * 0.8))),
        lines,
    }
}

/// A name in lines short enough for a spot.
fn lines(name: &str) -> Vec<String> {
    let words: Vec<&str> = name.split(' ').collect();
    let length = name.chars().count();
    if words.len() > 2 && length > 12 {
        return words.into_iter().map(str::to_string).collect();
    }
    if length <= 7 || words.len() == 1 {
        return vec![name.to_string()];
    }
    let halves = |at: usize| [words[..at].join(" "), words[at..].join(" ")];
    let unevenness = |at: &usize| {
        let [one, other] = halves(*at);
        one.chars().count().abs_diff(other.chars().count())
    };
    let best = (1..words.len()).min_by_key(unevenness).unwrap_or(1);
    halves(best).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_broken_into_lines_that_fit() {
        assert_eq!(lines("Ante"), ["Ante"]);
        assert_eq!(lines("Pair Plus"), ["Pair", "Plus"]);
        assert_eq!(lines("Dealer Up Match"), ["Dealer", "Up", "Match"]);
        assert_eq!(lines("6 Card Bonus"), ["6 Card", "Bonus"]);
        assert_eq!(lines("Independence"), ["Independence"]);
    }
}
