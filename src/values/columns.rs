//! Columns of text, lined up.

use std::fmt;
use std::io::IsTerminal;

/// The widest that words of the first column may be in a table that has to be broken.
const WORDS_MAX: usize = 40;

/// Rows of cells; the first column is lined up left, the others right. On a terminal a table that is too wide is broken into
/// several, each with the first column, so that no line wraps inside a number.
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

    /// The table in lines of at most so many characters, as far as its words and figures allow.
    fn within(&self, most: Option<usize>) -> String {
        let widths = self.widths();
        let whole = widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
        let Some(most) = most.filter(|most| whole > *most) else {
            return self.block(&(0..widths.len()).collect::<Vec<_>>(), usize::MAX);
        };
        let first = widths[0].min(WORDS_MAX);
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut used = usize::MAX;
        for (column, width) in widths.iter().enumerate().skip(1) {
            used = used.saturating_add(2 + width);
            if used > most {
                groups.push(vec![0]);
                used = first + 2 + width;
            }
            groups.last_mut().expect("a group was begun").push(column);
        }
        let blocks: Vec<String> = groups.iter().map(|columns| self.block(columns, first)).collect();
        blocks.join("\n")
    }

    /// These columns, with the words of the first one on as many lines as they need.
    fn block(&self, columns: &[usize], first_max: usize) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for row in &self.rows {
            let words = row.first().map_or_else(Vec::new, |words| wrapped(words, first_max));
            for (number, words) in words.iter().enumerate() {
                let mut line = format!("{words:<width$}", width = widths[0].min(first_max));
                let rest = columns.iter().skip(1).filter(|_| number == 0);
                for (column, cell) in rest.filter_map(|column| Some((*column, row.get(*column)?))) {
                    let width = widths[column];
                    line.push_str(&if column < self.words {
                        format!("  {cell:<width$}")
                    } else {
                        format!("  {cell:>width$}")
                    });
                }
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
        text
    }

    fn widths(&self) -> Vec<usize> {
        let count = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        (0..count).map(width).collect()
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.within(screen_width()))
    }
}

/// How wide the terminal is; nothing where the output goes elsewhere.
fn screen_width() -> Option<usize> {
    let (width, _) = std::io::stdout().is_terminal().then(crossterm::terminal::size)?.ok()?;
    Some(usize::from(width).max(WORDS_MAX))
}

/// Words on lines of at most so many characters; lines after the first are set in.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    if text.chars().count() <= most {
        return vec![text.to_string()];
    }
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.trim().is_empty() || line.chars().count() + 1 + word.chars().count() <= most {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        } else {
            lines.push(format!("  {word}"));
        }
    }
    lines
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_too_wide_for_the_screen_is_broken_between_columns() {
        let mut columns = Columns::new(1);
        columns.row(["Wager", "House edge", "EV", "SD"]);
        columns.row(["Ante (main)", "0.942%", "-0.009420000", "1.142000"]);
        let whole = "Wager        House edge            EV        SD\n\
                     Ante (main)      0.942%  -0.009420000  1.142000\n";
        assert_eq!(columns.within(None), whole);
        assert_eq!(columns.within(Some(47)), whole);
        let broken = "Wager        House edge            EV\n\
                      Ante (main)      0.942%  -0.009420000\n\
                      \n\
                      Wager              SD\n\
                      Ante (main)  1.142000\n";
        assert_eq!(columns.within(Some(46)), broken);
    }

    #[test]
    fn long_words_before_figures_go_on_several_lines() {
        let mut columns = Columns::new(1);
        let change = "The dealer draws to soft seventeen instead of standing on it";
        columns.row(["Change", "main", "effect", "side"]);
        columns.row([change, "0.942%", "+0.200%", "4.100%"]);
        for line in columns.within(Some(60)).lines() {
            assert!(line.chars().count() <= 60, "{line}");
        }
    }
}
