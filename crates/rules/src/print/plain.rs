//! The rule sheet as plain text.

use super::sheet::{PayTable, Sentence, Sheet, WagerLine};
use crate::load::Change;

/// Narrower than this no table can be read.
const WIDTH_MIN: usize = 40;

/// Lays the sheet out in lines of at most `width` characters.
pub(super) fn render(sheet: &Sheet, width: usize) -> String {
    let mut page = Page::new(width);
    page.wrapped("", &sheet.name.to_uppercase());
    page.rule('=');
    page.line(&format!("Rules file: {}", sheet.id));
    for document in sheet.documents {
        let edition = document
            .edition
            .iter()
            .map(|edition| format!(" ({edition})"))
            .collect::<String>();
        page.wrapped(
            &format!("Document {}: ", document.id),
            &format!("{}{edition}", document.title),
        );
    }
    page.heading("Object");
    page.wrapped("", sheet.object);
    list(&mut page, "Equipment", &sheet.equipment);
    page.heading("Cards and shoe");
    for sentence in &sheet.cards {
        page.wrapped("- ", &with_source(&sentence.text, sentence.source()));
    }
    page.heading("Method of play");
    let mut number = 0;
    for (place, part) in sheet.method_of_play.iter().enumerate() {
        if place > 0 {
            page.line("");
        }
        page.line(&part.heading);
        for sentence in &part.sentences {
            number += 1;
            page.wrapped(
                &format!("{number:>4}. "),
                &with_source(&sentence.text, sentence.source()),
            );
        }
    }
    page.heading("Wagers and limits");
    wagers(&mut page, &sheet.wagers);
    page.heading("Pay tables");
    for (place, table) in sheet.pay_tables.iter().enumerate() {
        if place > 0 {
            page.line("");
        }
        pay_table(&mut page, table);
    }
    list(&mut page, "The most that is paid", &sheet.payout_limits);
    list(&mut page, "Conduct and notices", &sheet.conduct);
    points(&mut page, sheet);
    remarks(&mut page, sheet);
    clauses(&mut page, sheet);
    page.text
}

fn with_source(text: &str, source: Option<String>) -> String {
    match source {
        Some(source) => format!("{text} [{source}]"),
        None => text.to_string(),
    }
}

fn list(page: &mut Page, heading: &str, lines: &[Sentence]) {
    if !lines.is_empty() {
        page.heading(heading);
        for line in lines {
            page.wrapped("- ", &with_source(&line.text, line.source()));
        }
    }
}

fn wagers(page: &mut Page, lines: &[WagerLine]) {
    let cells = lines
        .iter()
        .map(|line| vec![line.wager.clone(), line.amount.clone(), line.when.clone()]);
    page.table(&["Wager", "Amount", "When"], cells.collect());
}

fn pay_table(page: &mut Page, table: &PayTable) {
    page.wrapped("", &table.name);
    for note in &table.notes {
        page.wrapped("  ", note);
    }
    let flag = |flag: Option<bool>| match flag {
        Some(true) => "yes".to_string(),
        Some(false) => "no".to_string(),
        None => String::new(),
    };
    let cells = table.rows.iter().map(|row| {
        vec![
            row.name.clone(),
            row.takes.clone(),
            row.pays.clone(),
            flag(row.split_hands),
            flag(row.doubled_hands),
            row.cites.clone().unwrap_or_default(),
        ]
    });
    page.table(
        &["Hand", "It takes", "Pays", "Split", "Doubled", "From"],
        cells.collect(),
    );
}

fn points(page: &mut Page, sheet: &Sheet) {
    if sheet.points.is_empty() {
        return;
    }
    page.heading("Open points");
    page.wrapped(
        "",
        "What the documents leave open, how it is read here, and how else it could be read.",
    );
    for (place, point) in sheet.points.iter().enumerate() {
        page.line("");
        page.wrapped(
            &format!("{:>4}. ", place + 1),
            &format!("{} ({})", point.question, point.id),
        );
        page.wrapped("      Reading: ", &point.reading);
        page.wrapped("      Reason: ", &point.reason);
        let changes: Vec<String> = point.changes().iter().map(Change::to_string).collect();
        let by = if changes.is_empty() {
            String::new()
        } else {
            format!(" [{}]", changes.join("; "))
        };
        page.wrapped("      Otherwise: ", &format!("{}{by}", point.alternative));
    }
}

fn remarks(page: &mut Page, sheet: &Sheet) {
    if sheet.remarks.is_empty() {
        return;
    }
    page.heading("Remarks on the documents");
    for remark in sheet.remarks {
        page.wrapped("- ", &format!("{} {}", remark.on, remark.says));
    }
}

fn clauses(page: &mut Page, sheet: &Sheet) {
    if sheet.clauses.is_empty() {
        return;
    }
    page.heading("Clauses");
    page.wrapped("", "The documents, statement by statement.");
    for clause in sheet.clauses {
        page.wrapped("- ", &format!("{}: {} [{}]", clause.id, clause.says, clause.at));
    }
}

/// Text that grows line by line.
struct Page {
    text: String,
    width: usize,
}

impl Page {
    fn new(width: usize) -> Page {
        Page {
            text: String::new(),
            width: width.max(WIDTH_MIN),
        }
    }

    fn line(&mut self, line: &str) {
        self.text += line.trim_end();
        self.text.push('\n');
    }

    fn rule(&mut self, letter: char) {
        self.line(&letter.to_string().repeat(self.width));
    }

    fn heading(&mut self, heading: &str) {
        self.line("");
        self.line(heading);
        self.rule('-');
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

    /// A table with a heading; columns that hold nothing are left out.
    fn table(&mut self, headings: &[&str], rows: Vec<Vec<String>>) {
        let held: Vec<usize> = (0..headings.len())
            .filter(|column| rows.iter().any(|row| !row[*column].is_empty()))
            .collect();
        let cell = |row: &[String], column: usize| row[column].clone();
        let headings: Vec<String> = held.iter().map(|column| headings[*column].to_string()).collect();
        let rows: Vec<Vec<String>> = rows
            .iter()
            .map(|row| held.iter().map(|column| cell(row, *column)).collect())
            .collect();
        let widths = widths(&headings, &rows, self.width - 2);
        self.row(&headings, &widths);
        let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
        self.row(&rules, &widths);
        for row in &rows {
            self.row(row, &widths);
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
    let room = width.saturating_sub(2 * (widths.len().saturating_sub(1)));
    while widths.iter().sum::<usize>() > room {
        let Some(widest) = widths.iter_mut().max() else {
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
