//! Columns of text, lined up.

use std::fmt;

/// Rows of cells; the first column is lined up left, the others right.
#[derive(Default)]
pub struct Columns {
    rows: Vec<Vec<String>>,
    /// How many leading columns are words rather than figures.
    words: usize,
}

impl Columns {
    /// An empty table whose first `words` columns hold words.
    pub fn new(words: usize) -> Columns {
        Columns {
            rows: Vec::new(),
            words,
        }
    }

    /// Adds a row.
    pub fn row<I: IntoIterator<Item = S>, S: Into<String>>(&mut self, cells: I) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let count = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..count).map(width).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let width = widths[column];
                let gap = if column == 0 { "" } else { "  " };
                if column < self.words {
                    line.push_str(&format!("{gap}{cell:<width$}"));
                } else {
                    line.push_str(&format!("{gap}{cell:>width$}"));
                }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A share as a percentage to three places: `0.942%`.
pub fn percent(share: f64) -> String {
    format!("{:.3}%", zero(share, 5) * 100.0)
}

/// A share as a percentage with its sign: `+0.120%`.
pub fn signed_percent(share: f64) -> String {
    format!("{:+.3}%", zero(share, 5) * 100.0)
}

/// A number to so many places, never written as a negative zero.
pub fn figure(number: f64, places: usize) -> String {
    format!("{:.places$}", zero(number, places))
}

fn zero(number: f64, places: usize) -> f64 {
    if number.abs() < 0.5 * 10f64.powi(-(places as i32)) {
        0.0
    } else {
        number
    }
}
