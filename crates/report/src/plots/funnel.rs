//! A funnel: within which bounds the actual result lies, by number of rounds.

use crate::document::Figure;
use crate::numbers::{count, percent};
use crate::picture::{Letters, Picture, Scale, places};

const WIDTH: f64 = 700.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 26.0;
const TALL: f64 = 260.0;

/// The house's result after so many rounds, for each unit of the initial wagers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Funnel {
    /// The rounds.
    pub rounds: u64,
    /// The bounds between which it lies nine times in ten.
    pub ninety: (f64, f64),
    /// The bounds between which it lies nineteen times in twenty.
    pub ninety_five: (f64, f64),
}

/// Draws the funnel around the expected result.
pub fn funnel(list: &[Funnel], expected: f64, caption: &str) -> Figure {
    let logs: Vec<f64> = list.iter().map(|at| (at.rounds as f64).log10()).collect();
    let span = (
        logs.first().copied().unwrap_or(0.0),
        logs.last().copied().unwrap_or(1.0),
    );
    let across = Scale::new(span, (LEFT, WIDTH - RIGHT));
    let low = list.iter().map(|at| at.ninety_five.0).fold(expected, f64::min);
    let high = list.iter().map(|at| at.ninety_five.1).fold(expected, f64::max);
    let up = Scale::new((low * 100.0, high * 100.0), (TOP + TALL, TOP));
    let mut picture = Picture::new(WIDTH, TOP + TALL + 52.0);
    picture.text(4.0, 14.0, Letters::new(12.0), "house result, % of initial wagers");
    let marks = up.marks(6);
    for mark in &marks {
        let y = up.at(*mark);
        picture.line(
            (LEFT, y),
            (WIDTH - RIGHT, y),
            0.6,
            if *mark == 0.0 { 1.0 } else { 0.25 },
        );
        picture.text(
            LEFT - 6.0,
            y + 4.0,
            Letters::new(11.0).end(),
            &format!("{:.*}", places(&marks), mark),
        );
    }
    let points = |pick: &dyn Fn(&Funnel) -> f64| -> Vec<(f64, f64)> {
        let at = list.iter().zip(&logs);
        at.map(|(at, log)| (across.at(*log), up.at(pick(at) * 100.0))).collect()
    };
    for (lower, upper, opacity) in [
        (points(&|at| at.ninety_five.0), points(&|at| at.ninety_five.1), 0.14),
        (points(&|at| at.ninety.0), points(&|at| at.ninety.1), 0.18),
    ] {
        let around: Vec<(f64, f64)> = lower.iter().copied().chain(upper.iter().rev().copied()).collect();
        picture.area(&around, opacity);
    }
    picture.path(&points(&|at| at.ninety_five.0), 1.2, &[]);
    picture.path(&points(&|at| at.ninety_five.1), 1.2, &[]);
    picture.path(&points(&|at| at.ninety.0), 1.2, &[5.0, 3.0]);
    picture.path(&points(&|at| at.ninety.1), 1.2, &[5.0, 3.0]);
    picture.path(&points(&|_| expected), 2.0, &[1.0, 3.0]);
    for (at, log) in list.iter().zip(&logs) {
        let x = across.at(*log);
        picture.line((x, TOP + TALL), (x, TOP + TALL + 5.0), 1.0, 1.0);
        if log.fract() > 1e-9 {
            continue;
        }
        // The last label would stick out of the picture around its place.
        let letters = Letters::new(11.0);
        let letters = if *log == span.1 {
            letters.end()
        } else {
            letters.middle()
        };
        picture.text(x, TOP + TALL + 19.0, letters, &count(at.rounds.into()));
    }
    picture.text(
        (LEFT + WIDTH) / 2.0,
        TOP + TALL + 42.0,
        Letters::new(12.0).middle(),
        "rounds  (solid lines 95%, dashed 90%, dotted the expected result)",
    );
    let listed: Vec<String> = list
        .iter()
        .map(|at| {
            let (low, high) = at.ninety_five;
            format!(
                "{} rounds {} to {}",
                count(at.rounds.into()),
                percent(low, 2),
                percent(high, 2)
            )
        })
        .collect();
    Figure {
        picture,
        alt: format!(
            "A funnel that narrows around {}: 95% bounds at {}.",
            percent(expected, 3),
            listed.join(", ")
        ),
        caption: caption.to_string(),
    }
}
