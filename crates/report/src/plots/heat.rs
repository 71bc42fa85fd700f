//! A heat map: a grid of cells, each with a few letters and a fill that stays apart in gray print.

use crate::document::Figure;
use crate::picture::{Ink, Letters, Picture};

/// A heat map.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Heat {
    /// What stands over all columns, if anything does.
    pub over: String,
    /// What stands above the columns.
    pub columns: Vec<String>,
    /// The rows, in sections: the name of a section, then its rows with names and cells.
    pub sections: Vec<(String, Vec<HeatRow>)>,
}

/// A row of a heat map: its name and its cells.
pub(crate) type HeatRow = (String, Vec<Cell>);

/// One cell.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cell {
    /// What is written in it.
    pub letters: String,
    /// Its fill; dark letters stand on it.
    pub fill: String,
}

const TALL: f64 = 21.0;
const LEFT: f64 = 118.0;

/// Draws a heat map. Cells are `wide` each, and written in letters of this size where they fit.
pub fn heat(map: &Heat, wide: f64, size: f64, alt: &str, caption: &str) -> Figure {
    let rows: usize = map.sections.iter().map(|(_, rows)| rows.len()).sum();
    let long = map.sections.iter().filter(|(name, _)| is_long(name)).count();
    let over = if map.over.is_empty() { 0.0 } else { 18.0 };
    let width = LEFT + wide * map.columns.len() as f64 + 4.0;
    let height = rows as f64 * TALL + map.sections.len() as f64 * 27.0 + long as f64 * 18.0 + 6.0 + over;
    let mut picture = Picture::new(width, height);
    let middle = LEFT + wide * map.columns.len() as f64 / 2.0;
    picture.text(middle, 15.0, Letters::new(12.0).bold().middle(), &map.over);
    let mut y = 4.0 + over;
    for (name, rows) in &map.sections {
        picture.text(2.0, y + 16.0, Letters::new(12.0).bold(), name);
        if is_long(name) {
            y += 18.0;
        }
        for (place, column) in map.columns.iter().enumerate() {
            let x = LEFT + wide * (place as f64 + 0.5);
            picture.text(x, y + 16.0, Letters::new(12.0).bold().middle(), column);
        }
        y += 21.0;
        for (name, cells) in rows {
            picture.text(2.0, y + 15.5, Letters::new(size.min(13.0)), name);
            for (place, cell) in cells.iter().enumerate() {
                let x = LEFT + wide * place as f64;
                if cell.letters.is_empty() && cell.fill.is_empty() {
                    continue;
                }
                picture.rect(x, y, wide, TALL, &cell.fill);
                // Long cells are written smaller, so that they stay inside.
                let room = (wide - 6.0) / (cell.letters.chars().count().max(1) as f64 * 0.67);
                let size = room.min(size);
                let letters = Letters::new(size).middle().ink(Ink::Dark);
                picture.text(x + wide / 2.0, y + TALL / 2.0 + 0.36 * size, letters, &cell.letters);
            }
            y += TALL;
        }
        y += 6.0;
    }
    Figure {
        picture,
        alt: alt.to_string(),
        caption: caption.to_string(),
    }
}

/// Whether the name of a section would run into the columns.
fn is_long(name: &str) -> bool {
    name.chars().count() as f64 * 8.0 > LEFT
}
