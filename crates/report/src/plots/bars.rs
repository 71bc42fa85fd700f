//! Bars side by side: how likely each result is, what each up card is worth, the value by depth in the shoe.

use crate::document::Figure;
use crate::picture::{Letters, Picture, Scale, places};

const WIDTH: f64 = 700.0;
const LEFT: f64 = 64.0;
const TOP: f64 = 26.0;
const TALL: f64 = 220.0;

/// One bar.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// What stands under it.
    pub name: String,
    /// How high it is.
    pub value: f64,
    /// The value as it is written above it.
    pub written: String,
    /// Half the length of its error bar; none where the value is exact.
    pub error: f64,
}

/// Draws bars from zero. `unit` says what is measured.
pub fn bars(list: &[Bar], unit: &str, under: &str, caption: &str) -> Figure {
    let low = list.iter().map(|bar| bar.value - bar.error).fold(0.0, f64::min);
    let high = list.iter().map(|bar| bar.value + bar.error).fold(0.0, f64::max);
    let room = ((high - low) * 0.08).max(1e-12);
    let low = if low < 0.0 { low - room } else { low };
    let scale = Scale::new((low, high + room), (TOP + TALL, TOP));
    let mut picture = Picture::new(WIDTH, TOP + TALL + 52.0);
    picture.text(4.0, 14.0, Letters::new(12.0), unit);
    let marks = scale.marks(5);
    for mark in &marks {
        let y = scale.at(*mark);
        picture.line((LEFT, y), (WIDTH - 6.0, y), 0.6, if *mark == 0.0 { 1.0 } else { 0.25 });
        let written = format!("{:.*}", places(&marks), mark);
        picture.text(LEFT - 6.0, y + 4.0, Letters::new(11.0).end(), &written);
    }
    let wide = (WIDTH - LEFT - 12.0) / list.len().max(1) as f64;
    // Names under narrow bars would run into each other; then only some are written.
    let longest = list.iter().map(|bar| bar.name.chars().count()).max().unwrap_or(1) as f64;
    let every = ((longest * 6.6 + 4.0) / wide).ceil().max(1.0) as usize;
    for (place, bar) in list.iter().enumerate() {
        let x = LEFT + 4.0 + wide * place as f64;
        let middle = x + wide / 2.0;
        let (zero, end) = (scale.at(0.0), scale.at(bar.value));
        picture.rect(
            x + wide * 0.12,
            zero.min(end),
            wide * 0.76,
            (zero - end).abs(),
            "#9db7d5",
        );
        if bar.error > 0.0 {
            let (from, to) = (scale.at(bar.value - bar.error), scale.at(bar.value + bar.error));
            picture.line((middle, from), (middle, to), 1.6, 1.0);
            picture.line((middle - 4.0, from), (middle + 4.0, from), 1.6, 1.0);
            picture.line((middle - 4.0, to), (middle + 4.0, to), 1.6, 1.0);
        } else if wide >= 7.0 * bar.written.chars().count() as f64 {
            let y = if bar.value < 0.0 { end + 12.0 } else { end - 4.0 };
            picture.text(middle, y, Letters::new(9.5).middle(), &bar.written);
        }
        if place % every == 0 {
            picture.text(middle, TOP + TALL + 18.0, Letters::new(11.0).middle(), &bar.name);
        }
    }
    picture.text(
        (LEFT + WIDTH) / 2.0,
        TOP + TALL + 42.0,
        Letters::new(12.0).middle(),
        under,
    );
    let listed: Vec<String> = list.iter().map(|bar| format!("{} {}", bar.name, bar.written)).collect();
    Figure {
        picture,
        alt: format!("Bars of {unit} by {under}: {}.", listed.join(", ")),
        caption: caption.to_string(),
    }
}
