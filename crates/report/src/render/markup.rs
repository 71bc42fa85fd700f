//! A report in the markup of the typesetter.

use std::fmt::Write;

use crate::document::{Block, Document, Figure, Holds, Paper, Span, Table, Text};

const STYLE: &str = include_str!("style.typ");

/// The report in Typst's markup. Every word is a string, so that none is read as markup.
pub fn markup(document: &Document) -> String {
    let layout = match document.paper {
        Paper::Pages => "pages",
        Paper::Card => "card",
    };
    let mut text = format!(
        "{STYLE}\n#show: {layout}.with({}, {})\n",
        quoted(&document.title),
        quoted(&document.subtitle)
    );
    for block in &document.blocks {
        text += &laid_out(document.paper, block);
        text.push('\n');
    }
    text
}

fn laid_out(paper: Paper, block: &Block) -> String {
    match block {
        Block::Heading(level, text) => format!("#heading(level: {level}, {})", quoted(text)),
        Block::Paragraph(text) => format!("#par[{}]", line(text)),
        Block::Note(text) => format!("#note[{}]", line(text)),
        Block::List(items) => format!("#list({})", items_of(items)),
        Block::Numbered(first, items) => format!("#enum(start: {first}, {})", items_of(items)),
        Block::Terms(terms) => {
            let mut text = "#said(".to_string();
            for (term, said) in terms {
                let _ = write!(text, "({}, [{}]), ", quoted(term), line(said));
            }
            text + ")"
        }
        Block::Table(table) => laid_out_table(table),
        Block::Figure(figure) => laid_out_figure(paper, figure),
    }
}

fn items_of(items: &[Text]) -> String {
    let items: Vec<String> = items.iter().map(|item| format!("[{}]", line(item))).collect();
    items.join(", ")
}

/// The width of a column: as its words need, or a share of what is left by its longest cell, so that a column of few words
/// does not crowd out its neighbour.
fn width(table: &Table, place: usize) -> String {
    let most = match table.columns[place].holds {
        Holds::Sentences => 80,
        Holds::Remarks => 40,
        Holds::Words | Holds::Figures => return "auto".to_string(),
    };
    let letters = table.rows.iter().map(|cells| cells[place].chars().count());
    format!("{}fr", letters.max().unwrap_or(0).clamp(12, most))
}

fn laid_out_table(table: &Table) -> String {
    let list = |list: Vec<String>| format!("({},)", list.join(", "));
    let widths = (0..table.columns.len()).map(|place| width(table, place));
    let widths = list(widths.collect());
    let sides = table.columns.iter().map(|column| match column.holds {
        Holds::Figures => "right".to_string(),
        _ => "left".to_string(),
    });
    let sides = list(sides.collect());
    let row = |cells: &mut dyn Iterator<Item = &String>| -> String {
        let cells: Vec<String> = cells.map(|cell| quoted(cell)).collect();
        format!("({},)", cells.join(", "))
    };
    let rows: Vec<String> = table.rows.iter().map(|cells| row(&mut cells.iter())).collect();
    let total = table
        .total
        .as_ref()
        .map_or("none".to_string(), |total| row(&mut total.iter()));
    format!(
        "#ruled({}, {widths}, {sides}, {}, ({},), {total})",
        quoted(&table.caption),
        row(&mut table.columns.iter().map(|column| &column.head)),
        rows.join(", ")
    )
}

fn laid_out_figure(paper: Paper, figure: &Figure) -> String {
    // On a card the figure takes what room the words leave.
    let drawn = match paper {
        Paper::Pages => "drawn",
        Paper::Card => "poster",
    };
    format!(
        "#{drawn}({}, {}, {})",
        quoted(&figure.svg),
        quoted(&figure.alt),
        quoted(&figure.caption)
    )
}

fn line(text: &Text) -> String {
    let spans = text.0.iter().map(|span| match span {
        Span::Plain(text) => format!("#{}", quoted(text)),
        Span::Strong(text) => format!("#strong({})", quoted(text)),
        Span::Source(text) => format!("#source({})", quoted(text)),
        Span::Code(text) => format!("#code({})", quoted(text)),
    });
    spans.collect()
}

/// A text as a string of Typst's.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
