//! A report as Markdown. Figures are the words that describe them: the tables beside them hold the same numbers.

use std::fmt::Write;

use croupier_rules::print::escaped_for_markdown as escaped;

use crate::document::{Block, Document, Holds, Span, Table, Text};

/// Lays a report out as Markdown.
pub fn markdown(document: &Document) -> String {
    let mut page = format!("# {}\n\n{}\n", escaped(&document.title), escaped(&document.subtitle));
    for block in &document.blocks {
        page.push('\n');
        page += &laid_out(block);
    }
    page
}

fn laid_out(block: &Block) -> String {
    match block {
        Block::Heading(level, text) => {
            let marks = "#".repeat(usize::from(*level) + 1);
            format!("{marks} {}\n", escaped(text))
        }
        Block::Paragraph(text) => format!("{}\n", line(text)),
        Block::Note(text) => format!("> {}\n", line(text)),
        Block::List(items) => items.iter().map(|item| format!("- {}\n", line(item))).collect(),
        Block::Numbered(first, items) => {
            let numbered = items.iter().enumerate();
            numbered
                .map(|(place, item)| format!("{}. {}\n", first + place, line(item)))
                .collect()
        }
        Block::Terms(terms) => {
            let said = terms.iter();
            said.map(|(term, text)| format!("- **{}**: {}\n", escaped(term), line(text)))
                .collect()
        }
        Block::Table(table) => laid_out_table(table),
        Block::Figure(figure) => format!("*Figure: {} {}*\n", escaped(&figure.caption), escaped(&figure.alt)),
    }
}

fn laid_out_table(table: &Table) -> String {
    let mut text = String::new();
    if !table.caption.is_empty() {
        let _ = writeln!(text, "**{}**\n", escaped(&table.caption));
    }
    let row = |cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<String> = cells.collect();
        format!("| {} |\n", cells.join(" | "))
    };
    text += &row(&mut table.columns.iter().map(|column| escaped(&column.head)));
    text += &row(&mut table.columns.iter().map(|column| {
        let rule = match column.holds {
            Holds::Figures => "---:",
            _ => "---",
        };
        rule.to_string()
    }));
    for cells in &table.rows {
        text += &row(&mut cells.iter().map(|cell| escaped(cell)));
    }
    if let Some(total) = &table.total {
        let strong = |cell: &String| match cell.is_empty() {
            true => String::new(),
            false => format!("**{}**", escaped(cell)),
        };
        text += &row(&mut total.iter().map(strong));
    }
    text
}

fn line(text: &Text) -> String {
    let spans = text.0.iter().map(|span| match span {
        Span::Plain(text) => escaped(text),
        Span::Strong(text) => format!("**{}**", escaped(text)),
        Span::Source(text) => format!(" *({})*", escaped(text)),
        Span::Code(text) => format!("`{text}`"),
    });
    spans.collect()
}
