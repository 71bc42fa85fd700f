//! What a rule sheet says, in its order: one walk for every style it is laid out in.

use super::sheet::{PayRow, PayTable, Sentence, Sheet};
use crate::game::{Clause, Point};

/// How the pieces of a sheet are laid out.
pub(super) trait Style {
    /// The headings of the columns that say whether split and doubled hands are paid.
    const SPLIT_AND_DOUBLED: [&'static str; 2];

    fn title(&mut self, name: &str, id: &str);
    fn document(&mut self, id: &str, title: &str);
    fn heading(&mut self, heading: &str);
    fn subheading(&mut self, heading: &str);
    fn paragraph(&mut self, text: &str);
    /// What must be known to read a table.
    fn notes(&mut self, notes: &[String]);
    /// A sentence of a list, numbered or not, with where it comes from.
    fn item(&mut self, number: Option<usize>, text: &str, source: Option<&str>);
    /// What belongs to the item above it, under a name of its own.
    fn below(&mut self, name: &str, text: &str);
    /// A table; columns that hold nothing are left out.
    fn table(&mut self, table: &Table);
    fn point(&mut self, number: usize, point: &Point);
    fn clauses(&mut self, clauses: &[Clause]);
}

/// A table of which every column holds something.
pub(super) struct Table {
    pub(super) headings: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

/// Lays a sheet out.
pub(super) fn walk(sheet: &Sheet, page: &mut impl Style) {
    page.title(sheet.name, sheet.id);
    for document in sheet.documents {
        let edition = document.edition.iter().map(|edition| format!(" ({edition})"));
        page.document(
            &document.id,
            &format!("{}{}", document.title, edition.collect::<String>()),
        );
    }
    page.heading("Object");
    page.paragraph(sheet.object);
    list(page, "Equipment", &sheet.equipment);
    list(page, "Cards and shoe", &sheet.cards);
    method_of_play(page, sheet);
    page.heading("Wagers and limits");
    let wagers = sheet.wagers.iter();
    let wagers = wagers.map(|line| vec![line.wager.clone(), line.amount.clone(), line.when.clone()]);
    page.table(&Table::new(&["Wager", "Amount", "When"], wagers.collect()));
    page.heading("Pay tables");
    for table in &sheet.pay_tables {
        pay_table(page, table);
    }
    list(page, "Payout limits", &sheet.payout_limits);
    list(page, "Conduct and notices", &sheet.conduct);
    if !sheet.points.is_empty() {
        page.heading("Open points");
        page.paragraph("What the documents leave open, how it is read here, and how else it could be read.");
        for (place, point) in sheet.points.iter().enumerate() {
            page.point(place + 1, point);
        }
    }
    if !sheet.remarks.is_empty() {
        page.heading("Remarks on the documents");
        for remark in sheet.remarks {
            page.item(None, &format!("{} {}", remark.on, remark.says), None);
        }
    }
    if !sheet.clauses.is_empty() {
        page.heading("Clauses");
        page.paragraph("The documents, statement by statement.");
        page.clauses(sheet.clauses);
    }
}

fn list(page: &mut impl Style, heading: &str, lines: &[Sentence]) {
    if !lines.is_empty() {
        page.heading(heading);
        for line in lines {
            page.item(None, &line.text, line.source().as_deref());
        }
    }
}

fn method_of_play(page: &mut impl Style, sheet: &Sheet) {
    page.heading("Method of play");
    let mut number = 0;
    for part in &sheet.method_of_play {
        page.subheading(&part.heading);
        for sentence in &part.sentences {
            number += 1;
            page.item(Some(number), &sentence.text, sentence.source().as_deref());
        }
    }
}

fn pay_table<S: Style>(page: &mut S, table: &PayTable) {
    let flag = |flag: Option<bool>| match flag {
        Some(true) => "yes".to_string(),
        Some(false) => "no".to_string(),
        None => String::new(),
    };
    let cells = |row: &PayRow| {
        vec![
            row.name.clone(),
            row.takes.clone(),
            row.pays.clone(),
            flag(row.split_hands),
            flag(row.doubled_hands),
            row.source().unwrap_or_default(),
        ]
    };
    let [split, doubled] = S::SPLIT_AND_DOUBLED;
    let headings = ["Hand", "Requires", "Pays", split, doubled, "From"];
    page.subheading(&table.name);
    page.notes(&table.notes);
    page.table(&Table::new(&headings, table.rows.iter().map(cells).collect()));
}

impl Table {
    /// A table without the columns that hold nothing.
    pub(super) fn new(headings: &[&str], rows: Vec<Vec<String>>) -> Table {
        let held: Vec<usize> = (0..headings.len())
            .filter(|column| rows.iter().any(|row| !row[*column].is_empty()))
            .collect();
        Table {
            headings: held.iter().map(|column| headings[*column].to_string()).collect(),
            rows: rows
                .iter()
                .map(|row| held.iter().map(|column| row[*column].clone()).collect())
                .collect(),
        }
    }
}
