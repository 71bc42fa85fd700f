//! A report as PDF, typeset by Typst as a library. Fonts are built in and nothing is read or fetched; the same report
//! gives the same bytes.

use std::fmt::Write;

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration, Smart};
use typst::syntax::{FileId, Source};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandards};

use crate::document::{Block, Document, Figure, Holds, Paper, Span, Table, Text};

const STYLE: &str = include_str!("style.typ");

/// Typesets a report.
pub fn pdf(document: &Document) -> Result<Vec<u8>, String> {
    let desk = Desk::new(markup(document));
    let said = |faults: &[typst::diag::SourceDiagnostic]| {
        let list: Vec<String> = faults.iter().map(|fault| fault.message.to_string()).collect();
        list.join("; ")
    };
    let pages: PagedDocument = typst::compile(&desk).output.map_err(|faults| said(&faults))?;
    let options = PdfOptions {
        ident: Smart::Auto,
        creator: Smart::Custom(Some("Croupier".to_string())),
        timestamp: None,
        page_ranges: None,
        standards: PdfStandards::default(),
        tagged: true,
        pretty: false,
    };
    typst_pdf::pdf(&pages, &options).map_err(|faults| said(&faults))
}

/// All that the typesetter may see: one text and the fonts.
struct Desk {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    source: Source,
}

impl Desk {
    fn new(text: String) -> Desk {
        let letters = [
            dejavu::sans::regular(),
            dejavu::sans::bold(),
            dejavu::sans_condensed::regular(),
            dejavu::sans_condensed::bold(),
        ];
        let fonts: Vec<Font> = typst_assets::fonts()
            .chain(letters)
            .flat_map(|font| Font::iter(Bytes::new(font)))
            .collect();
        Desk {
            library: LazyHash::new(Library::default()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            source: Source::detached(text),
        }
    }
}

impl World for Desk {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    fn main(&self) -> FileId {
        self.source.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.source.id() {
            Ok(self.source.clone())
        } else {
            Err(FileError::AccessDenied)
        }
    }

    fn file(&self, _: FileId) -> FileResult<Bytes> {
        Err(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index).cloned()
    }

    /// No clock: the day of a report is part of its text.
    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}

/// The report in Typst's markup. Every word is a string, so that none is read as markup.
fn markup(document: &Document) -> String {
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
        text += &laid_out(block);
        text.push('\n');
    }
    text
}

fn laid_out(block: &Block) -> String {
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
        Block::Figure(figure) => laid_out_figure(figure),
    }
}

fn items_of(items: &[Text]) -> String {
    let items: Vec<String> = items.iter().map(|item| format!("[{}]", line(item))).collect();
    items.join(", ")
}

fn laid_out_table(table: &Table) -> String {
    let column = |pick: &dyn Fn(Holds) -> &'static str| -> String {
        let list: Vec<&str> = table.columns.iter().map(|column| pick(column.holds)).collect();
        format!("({},)", list.join(", "))
    };
    let widths = column(&|holds| match holds {
        Holds::Sentences => "1fr",
        Holds::Words | Holds::Figures => "auto",
    });
    let sides = column(&|holds| match holds {
        Holds::Figures => "right",
        _ => "left",
    });
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

fn laid_out_figure(figure: &Figure) -> String {
    format!(
        "#drawn({}, {}, {})",
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
