//! The rule sheet as Markdown.

use std::fmt::Write;

use super::sheet::{PayTable, Sentence, Sheet};
use crate::load::Change;

/// Lays the sheet out as Markdown.
pub(super) fn render(sheet: &Sheet) -> String {
    let mut page = String::new();
    put(&mut page, format!("# {}\n", escaped(sheet.name)));
    put(&mut page, format!("Rules file: `{}`\n", sheet.id));
    for document in sheet.documents {
        let edition = document
            .edition
            .iter()
            .map(|edition| format!(" ({edition})"))
            .collect::<String>();
        put(
            &mut page,
            format!(
                "- Document {}: {}{}",
                document.id,
                escaped(&document.title),
                escaped(&edition)
            ),
        );
    }
    heading(&mut page, "Object");
    put(&mut page, escaped(sheet.object));
    list(&mut page, "Equipment", &sheet.equipment);
    heading(&mut page, "Cards and shoe");
    for sentence in &sheet.cards {
        put(&mut page, format!("- {}", cited(sentence)));
    }
    heading(&mut page, "Method of play");
    let mut number = 0;
    for (place, part) in sheet.method_of_play.iter().enumerate() {
        let gap = if place > 0 { "\n" } else { "" };
        put(&mut page, format!("{gap}### {}\n", escaped(&part.heading)));
        for sentence in &part.sentences {
            number += 1;
            put(&mut page, format!("{number}. {}", cited(sentence)));
        }
    }
    heading(&mut page, "Wagers and limits");
    let wagers = sheet
        .wagers
        .iter()
        .map(|line| vec![line.wager.clone(), line.amount.clone(), line.when.clone()]);
    table(&mut page, &["Wager", "Amount", "When"], wagers.collect());
    heading(&mut page, "Pay tables");
    for (place, pays) in sheet.pay_tables.iter().enumerate() {
        pay_table(&mut page, pays, place > 0);
    }
    list(&mut page, "The most that is paid", &sheet.payout_limits);
    list(&mut page, "Conduct and notices", &sheet.conduct);
    points(&mut page, sheet);
    remarks(&mut page, sheet);
    clauses(&mut page, sheet);
    page
}

fn cited(sentence: &Sentence) -> String {
    let text = escaped(&sentence.text);
    match sentence.source() {
        Some(source) => format!("{text} *({})*", escaped(&source)),
        None => text,
    }
}

fn list(page: &mut String, title: &str, lines: &[Sentence]) {
    if !lines.is_empty() {
        heading(page, title);
        for line in lines {
            put(page, format!("- {}", cited(line)));
        }
    }
}

fn pay_table(page: &mut String, pays: &PayTable, gap: bool) {
    let gap = if gap { "\n" } else { "" };
    put(page, format!("{gap}### {}\n", escaped(&pays.name)));
    if !pays.notes.is_empty() {
        put(page, format!("{}\n", escaped(&pays.notes.join(" "))));
    }
    let flag = |flag: Option<bool>| match flag {
        Some(true) => "yes".to_string(),
        Some(false) => "no".to_string(),
        None => String::new(),
    };
    let rows = pays.rows.iter().map(|row| {
        vec![
            row.name.clone(),
            row.takes.clone(),
            row.pays.clone(),
            flag(row.split_hands),
            flag(row.doubled_hands),
            row.cites.clone().unwrap_or_default(),
        ]
    });
    let headings = ["Hand", "It takes", "Pays", "Split hands", "Doubled hands", "From"];
    table(page, &headings, rows.collect());
}

fn points(page: &mut String, sheet: &Sheet) {
    if sheet.points.is_empty() {
        return;
    }
    heading(page, "Open points");
    put(
        page,
        "What the documents leave open, how it is read here, and how else it could be read.\n".to_string(),
    );
    for (place, point) in sheet.points.iter().enumerate() {
        put(
            page,
            format!("{}. **{}** (`{}`)", place + 1, escaped(&point.question), point.id),
        );
        put(page, format!("   - Reading: {}", escaped(&point.reading)));
        put(page, format!("   - Reason: {}", escaped(&point.reason)));
        let changes: Vec<String> = point.changes().iter().map(Change::to_string).collect();
        let by: String = changes.iter().map(|change| format!(" `{change}`")).collect();
        put(page, format!("   - Otherwise: {}{by}", escaped(&point.alternative)));
    }
}

fn remarks(page: &mut String, sheet: &Sheet) {
    if sheet.remarks.is_empty() {
        return;
    }
    heading(page, "Remarks on the documents");
    for remark in sheet.remarks {
        put(page, format!("- {} {}", escaped(&remark.on), escaped(&remark.says)));
    }
}

fn clauses(page: &mut String, sheet: &Sheet) {
    if sheet.clauses.is_empty() {
        return;
    }
    heading(page, "Clauses");
    put(page, "The documents, statement by statement.\n".to_string());
    let rows = sheet
        .clauses
        .iter()
        .map(|clause| vec![clause.id.clone(), clause.says.clone(), clause.at.clone()]);
    table(page, &["Clause", "It says", "From"], rows.collect());
}

/// A table; columns that hold nothing are left out.
fn table(page: &mut String, headings: &[&str], rows: Vec<Vec<String>>) {
    let held: Vec<usize> = (0..headings.len())
        .filter(|column| rows.iter().any(|row| !row[*column].is_empty()))
        .collect();
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    put(
        page,
        line(held.iter().map(|column| headings[*column].to_string()).collect()),
    );
    put(page, line(held.iter().map(|_| "---".to_string()).collect()));
    for row in &rows {
        put(page, line(held.iter().map(|column| escaped(&row[*column])).collect()));
    }
}

fn heading(page: &mut String, title: &str) {
    put(page, format!("\n## {title}\n"));
}

fn put(page: &mut String, line: String) {
    writeln!(page, "{line}").expect("a text takes every line");
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
