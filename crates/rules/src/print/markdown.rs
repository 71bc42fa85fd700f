//! The rule sheet as Markdown.

use super::cited::{self, CitedSheet};
use super::sheet::Sheet;
use super::walk::{Style, Table, walk};
use crate::game::{Clause, Point};

/// Lays the sheet out as Markdown.
pub(super) fn render(sheet: &Sheet) -> String {
    let mut page = Page(String::new());
    walk(sheet, &mut page);
    page.0
}

/// Lays the sheet out beside its sources as Markdown.
pub(super) fn render_cited(sheet: &CitedSheet) -> String {
    let mut page = Page(String::new());
    cited::walk(sheet, &mut page);
    page.0
}

struct Page(String);

impl Page {
    fn line(&mut self, line: &str) {
        self.0 += line;
        self.0.push('\n');
    }

    /// A blank line, unless there is one.
    fn gap(&mut self) {
        if !self.0.ends_with("\n\n") {
            self.0.push('\n');
        }
    }

    fn row(&mut self, cells: impl Iterator<Item = String>) {
        self.line(&format!("| {} |", cells.collect::<Vec<_>>().join(" | ")));
    }
}

impl Style for Page {
    const SPLIT_AND_DOUBLED: [&'static str; 2] = ["Split hands", "Doubled hands"];

    fn title(&mut self, name: &str, id: &str) {
        self.line(&format!("# {}\n\nRules file: `{id}`\n", escaped(name)));
    }

    fn document(&mut self, id: &str, title: &str) {
        self.line(&format!("- Document {id}: {}", escaped(title)));
    }

    fn heading(&mut self, heading: &str) {
        self.gap();
        self.line(&format!("## {heading}\n"));
    }

    fn subheading(&mut self, heading: &str) {
        self.gap();
        self.line(&format!("### {}\n", escaped(heading)));
    }

    fn paragraph(&mut self, text: &str) {
        self.line(&format!("{}\n", escaped(text)));
    }

    fn notes(&mut self, notes: &[String]) {
        if !notes.is_empty() {
            self.paragraph(&notes.join(" "));
        }
    }

    fn item(&mut self, number: Option<usize>, text: &str, source: Option<&str>) {
        let mark = number.map_or("-".to_string(), |number| format!("{number}."));
        let source = source.map_or(String::new(), |source| format!(" *({})*", escaped(source)));
        self.line(&format!("{mark} {}{source}", escaped(text)));
    }

    fn below(&mut self, name: &str, text: &str) {
        self.line(&format!("   - *{}*: {}", escaped(name), escaped(text)));
    }

    fn table(&mut self, table: &Table) {
        self.row(table.headings.iter().cloned());
        self.row(table.headings.iter().map(|_| "---".to_string()));
        for row in &table.rows {
            self.row(row.iter().map(|cell| escaped(cell)));
        }
    }

    fn point(&mut self, number: usize, point: &Point) {
        let changes = point.changes();
        let by: String = changes.iter().map(|change| format!(" `{change}`")).collect();
        self.line(&format!("{number}. **{}** (`{}`)", escaped(&point.question), point.id));
        self.line(&format!("   - Reading: {}", escaped(&point.reading)));
        self.line(&format!("   - Reason: {}", escaped(&point.reason)));
        self.line(&format!("   - Otherwise: {}{by}", escaped(&point.alternative)));
        if let Some(why) = &point.unchanged {
            self.line(&format!("   - Effect: {}", escaped(why)));
        }
    }

    fn clauses(&mut self, clauses: &[Clause]) {
        let rows = clauses.iter();
        let rows = rows.map(|clause| vec![clause.id.clone(), clause.says.clone(), clause.at.clone()]);
        self.table(&Table::new(&["Clause", "It says", "From"], rows.collect()));
    }
}

/// The text with everything escaped that Markdown would read as its own.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '|' | '*' | '_' | '<' | '`' | '[' | ']' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}
