//! A tornado: the changes of rules with the largest effect on a wager, largest on top.

use crate::document::Figure;
use crate::numbers::signed_percent;
use crate::picture::{Letters, Picture, Scale, places};

/// What one change does to the house edge.
#[derive(Clone, PartialEq, Debug)]
pub struct Swing {
    /// The change.
    pub name: String,
    /// What is added to the house edge.
    pub effect: f64,
}

/// Draws the tornado.
pub fn tornado(swings: &[Swing], caption: &str) -> Figure {
    const WIDTH: f64 = 700.0;
    const NAMES: f64 = 330.0;
    const LINE: f64 = 19.0;
    let most = swings.iter().map(|swing| swing.effect.abs()).fold(0.0, f64::max);
    let down = swings.iter().map(|swing| swing.effect).fold(0.0, f64::min);
    let up = swings.iter().map(|swing| swing.effect).fold(0.0, f64::max);
    // Room for the figure beside the longest bar on either side.
    let scale = Scale::new((down * 100.0, up * 100.0), (NAMES + 66.0, WIDTH - 66.0));
    let height = LINE * swings.len() as f64 + 44.0;
    let mut picture = Picture::new(WIDTH, height);
    let marks = scale.marks(4);
    for mark in &marks {
        let x = scale.at(*mark);
        picture.line((x, 4.0), (x, height - 36.0), 0.6, if *mark == 0.0 { 1.0 } else { 0.25 });
        let written = format!("{:+.*}", places(&marks), mark);
        picture.text(x, height - 22.0, Letters::new(11.0).middle(), &written);
    }
    for (place, swing) in swings.iter().enumerate() {
        let y = 4.0 + LINE * place as f64;
        picture.text(NAMES, y + 13.0, Letters::new(10.5).end(), &shortened(&swing.name));
        let (zero, end) = (scale.at(0.0), scale.at(swing.effect * 100.0));
        // Light for the player, dark for the house, and the sign beside it for gray print.
        let fill = if swing.effect > 0.0 { "#7d8fa6" } else { "#d7c6a5" };
        picture.rect(zero.min(end), y + 2.0, (zero - end).abs(), LINE - 5.0, fill);
        let written = signed_percent(swing.effect, 3);
        if swing.effect > 0.0 {
            picture.text(end + 4.0, y + 13.0, Letters::new(10.0), &written);
        } else {
            picture.text(end - 4.0, y + 13.0, Letters::new(10.0).end(), &written);
        }
    }
    picture.text(
        (NAMES + WIDTH) / 2.0,
        height - 5.0,
        Letters::new(12.0).middle(),
        "change of the house edge, percentage points",
    );
    let listed: Vec<String> = swings
        .iter()
        .map(|swing| format!("{} {}", swing.name, signed_percent(swing.effect, 3)))
        .collect();
    let reach = signed_percent(most, 3);
    Figure {
        picture,
        alt: format!(
            "Changes of the house edge up to {reach}, largest first: {}.",
            listed.join("; ")
        ),
        caption: caption.to_string(),
    }
}

fn shortened(name: &str) -> String {
    const MOST: usize = 52;
    if name.chars().count() <= MOST {
        return name.to_string();
    }
    let kept: String = name.chars().take(MOST - 1).collect();
    format!("{}\u{2026}", kept.trim_end())
}
