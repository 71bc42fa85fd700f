//! A PDF as another program reads it: poppler's `pdfinfo`, which `./test` installs.

use std::path::PathBuf;
use std::process::Command;

use croupier_report::document::{Block, Paper, Table};
use croupier_report::{Document, Format};

use super::headings;

/// What is read in a PDF.
pub struct Read {
    /// What its tree says in reading order, one line for each element that holds text: `H2 The deal`.
    pub lines: Vec<String>,
    /// The entries of its contents, with their page numbers.
    pub contents: Vec<String>,
    /// The text of its pages as it is copied.
    pub pages: Vec<String>,
    /// Its title.
    pub title: String,
}

/// Lays a report out as PDF and reads it back. That it can be laid out at all says that the writer found nothing against
/// PDF/UA-1 and PDF/A-2a.
pub fn read(name: &str, document: &Document) -> Read {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.pdf"));
    std::fs::write(&path, Format::Pdf.lay_out(document).unwrap()).unwrap();
    let path = path.to_str().unwrap();
    let facts = run("pdfinfo", &[path]);
    let fact = |key: &str| {
        let mut lines = facts
            .lines()
            .filter_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
        lines.next().unwrap_or_default().trim().to_string()
    };
    assert_eq!(fact("Tagged"), "yes", "{name}");
    let copied = run("pdftotext", &["-layout", path, "-"]);
    let pages: Vec<String> = copied.split_terminator('\u{c}').map(spaced).collect();
    assert_eq!(fact("Pages"), pages.len().to_string(), "{name}");
    let elements = elements(&run("pdfinfo", &["-struct-text", path]));
    let (contents, lines) = elements.into_iter().partition(|line| line.starts_with("Link "));
    Read {
        lines,
        contents,
        pages,
        title: fact("Title"),
    }
}

/// Checks that a PDF says what the report says, in its order, each part as what it is, and on the pages its contents name.
pub fn reads_as_written(name: &str, document: &Document) -> Read {
    let read = read(name, document);
    let written = written(document);
    for (read, written) in read.lines.iter().zip(&written) {
        assert_eq!(read, written, "{name}");
    }
    assert_eq!(read.lines.len(), written.len(), "{name}");
    assert_eq!(
        read.title,
        spaced(&format!("{}: {}", document.title, document.subtitle)),
        "{name}"
    );
    if document.paper == Paper::Pages {
        let headings = headings(document);
        assert_eq!(read.contents.len(), headings.len(), "{name}");
        for (entry, heading) in read.contents.iter().zip(headings) {
            let number = entry.strip_prefix(&format!("Link {}", spaced(heading))).unwrap();
            let page: usize = number.parse().unwrap();
            // A heading may be broken at a hyphen.
            assert!(
                read.pages[page - 1]
                    .replace(' ', "")
                    .contains(&heading.replace(' ', "")),
                "{name}: {heading} on page {page}"
            );
        }
        for (place, page) in read.pages.iter().enumerate() {
            let number = format!("{} of {}", place + 1, read.pages.len());
            assert!(page.ends_with(&number), "{name}: page {number} ends: {page}");
        }
    }
    read
}

fn run(program: &str, args: &[&str]) -> String {
    let done = Command::new(program).args(args).output().unwrap_or_else(|fault| {
        panic!("`{program}` cannot be run ({fault}); install poppler (Debian: apt-get install poppler-utils)")
    });
    assert!(done.status.success(), "{program} {args:?}");
    // `pdfinfo` writes the titles of headings, which nobody looks at here, in another encoding.
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// The elements with text of their own. The text of pictures is left out: their description is read instead.
fn elements(tree: &str) -> Vec<String> {
    let mut found: Vec<(&str, String)> = Vec::new();
    for line in tree.lines() {
        let text = line.trim_start();
        if let Some(text) = text.strip_prefix('"') {
            let (_, said) = found.last_mut().unwrap();
            *said += text.strip_suffix('"').unwrap();
        } else if !text.starts_with('/') && !text.starts_with("Object") {
            let kind = text.split([' ', ':']).next().unwrap();
            found.push((kind, String::new()));
        }
    }
    let speaking = found
        .into_iter()
        .filter(|(kind, said)| !said.is_empty() && *kind != "Figure");
    speaking.map(|(kind, said)| spaced(&format!("{kind} {said}"))).collect()
}

/// What the PDF should say, in order.
fn written(document: &Document) -> Vec<String> {
    let mut lines = vec![format!("H1 {}", document.title), format!("P {}", document.subtitle)];
    for block in &document.blocks {
        match block {
            Block::Heading(level, text) => lines.push(format!("H{} {text}", level + 1)),
            Block::Paragraph(text) | Block::Note(text) => lines.push(format!("P {}", text.words())),
            Block::List(items) => {
                for item in items {
                    lines.extend(["Lbl \u{2022}".to_string(), format!("LBody {}", item.words())]);
                }
            }
            Block::Numbered(first, items) => {
                for (place, item) in items.iter().enumerate() {
                    lines.extend([format!("Lbl {}.", first + place), format!("LBody {}", item.words())]);
                }
            }
            Block::Terms(terms) => {
                for (term, text) in terms {
                    lines.extend([format!("Lbl {term}"), format!("LBody {}", text.words())]);
                }
            }
            Block::Table(table) => lines.extend(of_table(table)),
            Block::Figure(figure) if figure.caption.is_empty() => {}
            Block::Figure(figure) => lines.push(format!("Caption {}", figure.caption)),
        }
    }
    lines.iter().map(|line| spaced(line)).collect()
}

fn of_table(table: &Table) -> Vec<String> {
    let mut lines = Vec::new();
    if !table.caption.is_empty() {
        lines.push(format!("Caption {}", table.caption));
    }
    lines.extend(table.columns.iter().map(|column| format!("TH {}", column.head)));
    for row in table.rows.iter().chain(&table.total) {
        for (place, cell) in row.iter().enumerate() {
            lines.push(format!("{} {cell}", if place == 0 { "TH" } else { "TD" }));
        }
    }
    lines
}

fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
