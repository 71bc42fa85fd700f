//! The rule sheet as plain text.

use super::cited::{self, CitedSheet};
use super::sheet::Sheet;
use super::walk::{Style, Table, walk};
use crate::game::{Clause, Point};
use crate::load::Change;

/// Narrower than this no table can be read.
const WIDTH_MIN: usize = 40;

/// Lays the sheet out in lines of at most `width` characters.
pub(super) fn render(sheet: &Sheet, width: usize) -> String {
    let mut page = Page::new(width);
    walk(sheet, &mut page);
    page.text
}

/// Lays the sheet out beside its sources.
pub(super) fn render_cited(sheet: &CitedSheet, width: usize) -> String {
    let mut page = Page::new(width);
    cited::walk(sheet, &mut page);
    page.text
}

impl Style for Page {
    const SPLIT_AND_DOUBLED: [&'static str; 2] = ["Split", "Doubled"];

    fn title(&mut self, name: &str, id: &str) {
        self.wrapped("", &name.to_uppercase());
        self.rule('=');
        self.line(&format!("Rules file: {id}"));
    }

    fn document(&mut self, id: &str, title: &str) {
        self.wrapped(&format!("Document {id}: "), title);
    }

    fn heading(&mut self, heading: &str) {
        self.line("");
        self.line(heading);
        self.rule('-');
        self.is_headed = true;
    }

    fn subheading(&mut self, heading: &str) {
        if !self.is_headed {
            self.line("");
        }
        self.wrapped("", heading);
    }

    fn paragraph(&mut self, text: &str) {
        self.wrapped("", text);
    }

    fn notes(&mut self, notes: &[String]) {
        for note in notes {
            self.wrapped("  ", note);
        }
    }

    fn item(&mut self, number: Option<usize>, text: &str, source: Option<&str>) {
        let mark = number.map_or("- ".to_string(), |number| format!("{number:>4}. "));
        let source = source.map_or(String::new(), |source| format!(" [{source}]"));
        self.wrapped(&mark, &format!("{text}{source}"));
    }

    fn below(&mut self, name: &str, text: &str) {
        self.wrapped("        ", &format!("{name}: {text}"));
    }

    fn table(&mut self, table: &Table) {
        let widths = widths(&table.headings, &table.rows, self.width - 2);
        let rules = widths.iter().map(|width| "-".repeat(*width)).collect();
        for row in [&table.headings, &rules].into_iter().chain(&table.rows) {
            self.row(row, &widths);
        }
    }

    fn point(&mut self, number: usize, point: &Point) {
        let changes: Vec<String> = point.changes().iter().map(Change::to_string).collect();
        let changes = changes.join("; ");
        self.line("");
        self.item(Some(number), &format!("{} ({})", point.question, point.id), None);
        self.wrapped("      Reading: ", &point.reading);
        self.wrapped("      Reason: ", &point.reason);
        let by = if changes.is_empty() {
            changes
        } else {
            format!(" [{changes}]")
        };
        self.wrapped("      Otherwise: ", &format!("{}{by}", point.alternative));
        if let Some(why) = &point.unchanged {
            self.wrapped("      Effect: ", why);
        }
    }

    fn clauses(&mut self, clauses: &[Clause]) {
        for clause in clauses {
            self.item(None, &format!("{}: {}", clause.id, clause.says), Some(&clause.at));
        }
    }
}

/// Text that grows line by line.
struct Page {
    text: String,
    width: usize,
    /// Whether a heading is all that stands above.
    is_headed: bool,
}

impl Page {
    fn new(width: usize) -> Page {
        Page {
            text: String::new(),
            width: width.max(WIDTH_MIN),
            is_headed: false,
        }
    }

    fn line(&mut self, line: &str) {
        self.text += line.trim_end();
        self.text.push('\n');
        self.is_headed = false;
    }

    fn rule(&mut self, letter: char) {
        self.line(&letter.to_string().repeat(self.width));
    }

    /// A paragraph whose first line starts with `mark` and whose other lines are indented as far.
    fn wrapped(&mut self, mark: &str, text: &str) {
        let indent = length(mark).min(self.width / 2);
        for (place, line) in wrap(text, self.width - indent).into_iter().enumerate() {
            match place {
                0 => self.line(&format!("{mark}{line}")),
                _ => self.line(&format!("{}{line}", " ".repeat(indent))),
            }
        }
    }

    fn row(&mut self, cells: &[String], widths: &[usize]) {
        let cells: Vec<Vec<String>> = cells
            .iter()
            .zip(widths)
            .map(|(cell, width)| wrap(cell, *width))
            .collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(1);
        for line in 0..height {
            let mut text = String::new();
            for (cell, width) in cells.iter().zip(widths) {
                let part = cell.get(line).map_or("", String::as_str);
                text += &format!("  {part:<width$}");
            }
            self.line(&text);
        }
    }
}

/// Column widths that fit: each as wide as its widest cell, the widest cut until the row fits.
fn widths(headings: &[String], rows: &[Vec<String>], width: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = (0..headings.len())
        .map(|column| {
            let cells = rows.iter().map(|row| length(&row[column]));
            cells.chain([length(&headings[column])]).max().unwrap_or(0)
        })
        .collect();
    // Words are not broken, so a column gives way no further than to its longest word while another still can.
    let longest = |column: usize| {
        let cells = rows.iter().map(|row| &row[column]).chain([&headings[column]]);
        let words = cells.flat_map(|cell| cell.split_whitespace());
        words.map(length).max().unwrap_or(0)
    };
    let least: Vec<usize> = (0..headings.len()).map(longest).collect();
    let room = width.saturating_sub(2 * (widths.len().saturating_sub(1)));
    while widths.iter().sum::<usize>() > room {
        let gives = |(width, least): (&usize, &usize)| width > least;
        let any_gives = widths.iter().zip(&least).any(gives);
        let giving = widths.iter_mut().zip(&least);
        let giving = giving.filter(|(width, least)| !any_gives || **width > **least);
        let Some(widest) = giving.map(|(width, _)| width).max() else {
            break;
        };
        if *widest <= 4 {
            break;
        }
        *widest -= 1;
    }
    widths
}

/// Breaks a text into lines; a word longer than a line stands alone.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is always a line");
        if last.is_empty() {
            last.push_str(word);
        } else if length(last) + 1 + length(word) <= width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("longerthanline a", 5), ["longerthanline", "a"]);
        assert_eq!(wrap("", 5), [""]);
    }

    #[test]
    fn columns_are_cut_until_the_row_fits() {
        let cells = |texts: [&str; 2]| texts.map(str::to_string).to_vec();
        let widths = widths(&cells(["a", "b"]), &[cells(["short", &"long ".repeat(20)])], 40);
        assert_eq!(widths, [5, 33]);
    }
}
