//! A report as PDF, typeset by Typst as a library. Fonts are built in and nothing is read or fetched; the same report
//! gives the same bytes.

use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration, Smart};
use typst::syntax::{FileId, Source};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;

use super::markup::markup;
use crate::document::Document;

/// Typesets a report.
pub fn pdf(document: &Document) -> Result<Vec<u8>, String> {
    let options = PdfOptions {
        creator: Smart::Custom(Some("Croupier".to_string())),
        ..PdfOptions::default()
    };
    typst_pdf::pdf(&pages(document)?, &options).map_err(|faults| said(&faults))
}

/// The pages of a report.
fn pages(document: &Document) -> Result<PagedDocument, String> {
    typst::compile(&Desk::new(markup(document)))
        .output
        .map_err(|faults| said(&faults))
}

fn said(faults: &[SourceDiagnostic]) -> String {
    let list: Vec<String> = faults.iter().map(|fault| fault.message.to_string()).collect();
    list.join("; ")
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Options, Steps};
    use croupier_rules::load;

    struct Silent;

    impl Steps for Silent {
        fn expect(&self, _: u64) {}
        fn begin(&self, _: &str) {}
        fn done(&self) {}
    }

    #[test]
    fn cards_fill_one_page_and_submissions_several() {
        let options = Options {
            bet: None,
            date: jiff::civil::date(2026, 11, 15),
            trial: crate::Trial::default(),
        };
        for id in load::ids() {
            let loaded = load::open(id).unwrap();
            for kind in [Kind::StrategyCard, Kind::PayCard, Kind::Submission] {
                let document = crate::make(kind, &loaded, &options, &Silent).unwrap();
                let count = pages(&document).unwrap().pages().len();
                match kind {
                    Kind::Submission => assert!(count > 4, "{id}: {count}"),
                    _ => assert_eq!(count, 1, "{id} {}", kind.name()),
                }
            }
        }
    }

    #[test]
    fn the_same_report_gives_the_same_bytes() {
        let mut document = Document::new(
            "A \"game\"",
            "with #markup, $dollars$ and \\ slashes",
            crate::document::Paper::Pages,
        );
        document.paragraph("*not bold* _nor this_ @nor-that <label>");
        let first = pdf(&document).unwrap();
        assert!(first.starts_with(b"%PDF-"));
        assert!(first == pdf(&document).unwrap());
    }
}
