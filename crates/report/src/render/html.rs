//! A report as one HTML file: styles and figures inside, light and dark, printable, with nothing to fetch.

use std::fmt::Write;

use crate::document::{Block, Document, Figure, Holds, Paper, Span, Table, Text};

const STYLE: &str = include_str!("style.css");

/// Lays a report out as one self-contained HTML file.
pub fn html(document: &Document) -> String {
    let class = match document.paper {
        Paper::Pages => "pages",
        Paper::Card => "card",
    };
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}: {subtitle}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body class=\"{class}\">\n<main>\n<header>\n<h1>{title}</h1>\n\
         <p class=\"subtitle\">{subtitle}</p>\n</header>\n",
        title = escaped(&document.title),
        subtitle = escaped(&document.subtitle),
    );
    if document.paper == Paper::Pages {
        page += &contents(document);
    }
    for (place, block) in document.blocks.iter().enumerate() {
        page += &laid_out(place, block);
    }
    page += "</main>\n</body>\n</html>\n";
    page
}

/// Links to the main headings.
fn contents(document: &Document) -> String {
    let mut text = "<nav aria-label=\"Contents\">\n<ol class=\"contents\">\n".to_string();
    for (place, block) in document.blocks.iter().enumerate() {
        if let Block::Heading(1, heading) = block {
            let _ = writeln!(text, "<li><a href=\"#part-{place}\">{}</a></li>", escaped(heading));
        }
    }
    text + "</ol>\n</nav>\n"
}

fn laid_out(place: usize, block: &Block) -> String {
    match block {
        Block::Heading(level, text) => {
            let level = level + 1;
            format!("<h{level} id=\"part-{place}\">{}</h{level}>\n", escaped(text))
        }
        Block::Paragraph(text) => format!("<p>{}</p>\n", line(text)),
        Block::Note(text) => format!("<p class=\"note\">{}</p>\n", line(text)),
        Block::List(items) => format!("<ul>\n{}</ul>\n", entries(items)),
        Block::Numbered(first, items) => format!("<ol start=\"{first}\">\n{}</ol>\n", entries(items)),
        Block::Terms(terms) => {
            let mut text = "<dl>\n".to_string();
            for (term, said) in terms {
                let _ = writeln!(text, "<dt>{}</dt><dd>{}</dd>", escaped(term), line(said));
            }
            text + "</dl>\n"
        }
        Block::Table(table) => laid_out_table(place, table),
        Block::Figure(figure) => laid_out_figure(figure),
    }
}

fn entries(items: &[Text]) -> String {
    items.iter().map(|item| format!("<li>{}</li>\n", line(item))).collect()
}

fn laid_out_table(place: usize, table: &Table) -> String {
    // A wide table scrolls by itself; whoever has no mouse must be able to reach it, and to tell it from the others.
    let label = if table.caption.is_empty() {
        let heads: Vec<&str> = table.columns.iter().map(|column| column.head.as_str()).collect();
        format!("Table {place} of {}", heads.join(", "))
    } else {
        format!("Table {place}: {}", table.caption)
    };
    let mut text = format!(
        "<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">\n<table>\n",
        attribute(&label)
    );
    if !table.caption.is_empty() {
        let _ = writeln!(text, "<caption>{}</caption>", escaped(&table.caption));
    }
    let class = |column: usize| match table.columns[column].holds {
        Holds::Figures => " class=\"figures\"",
        _ => "",
    };
    text += "<thead><tr>";
    for (place, column) in table.columns.iter().enumerate() {
        let _ = write!(text, "<th scope=\"col\"{}>{}</th>", class(place), escaped(&column.head));
    }
    text += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        text += &cells(row, &class);
    }
    text += "</tbody>\n";
    if let Some(total) = &table.total {
        let _ = writeln!(text, "<tfoot>{}</tfoot>", cells(total, &class));
    }
    text + "</table>\n</div>\n"
}

fn cells(row: &[String], class: &dyn Fn(usize) -> &'static str) -> String {
    let mut text = "<tr>".to_string();
    for (place, cell) in row.iter().enumerate() {
        let class = class(place);
        let cell = escaped(cell);
        if place == 0 {
            let _ = write!(text, "<th scope=\"row\"{class}>{cell}</th>");
        } else {
            let _ = write!(text, "<td{class}>{cell}</td>");
        }
    }
    text + "</tr>\n"
}

fn laid_out_figure(figure: &Figure) -> String {
    let svg = figure.picture.svg().replacen(
        "<svg ",
        &format!("<svg role=\"img\" aria-label=\"{}\" ", attribute(&figure.alt)),
        1,
    );
    format!(
        "<figure>\n{svg}<figcaption>{}</figcaption>\n</figure>\n",
        escaped(&figure.caption)
    )
}

fn line(text: &Text) -> String {
    let spans = text.0.iter().map(|span| match span {
        Span::Plain(text) => escaped(text),
        Span::Strong(text) => format!("<strong>{}</strong>", escaped(text)),
        Span::Source(text) => format!(" <cite>({})</cite>", escaped(text)),
        Span::Code(text) => format!("<code>{}</code>", escaped(text)),
    });
    spans.collect()
}

/// The text with everything escaped that HTML would read as its own.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The same for the value of an attribute.
fn attribute(text: &str) -> String {
    escaped(text).replace('"', "&quot;")
}
