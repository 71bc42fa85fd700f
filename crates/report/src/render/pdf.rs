//! A report as PDF, tagged for screen readers. It is set into strips (`setter`, `table`, with text broken by `lines` and
//! shaped by `letters`), these are put on pages (`strip`), and the pages are written (`write`) with the tree of what each
//! mark is (`tags`). Fonts are built in and nothing is read or fetched; the same report gives the same bytes.

mod letters;
mod lines;
mod setter;
mod strip;
mod table;
mod tags;
mod write;

use letters::{Face, QUIET, Style};
use lines::Line;
use setter::{Look, Setter, main_headings};
use strip::{Ink, Laid, Mark, Region, Role, height, lay};
use tags::Tags;

use crate::document::{Block, Document, Paper};

/// The paper: US letter, in points.
const LETTER: (f32, f32) = (612.0, 792.0);
const LANGUAGE: &str = "en-US";
/// The margins of pages: beside, above and below the text.
const BESIDE: f32 = 62.0;
const ABOVE: f32 = 64.0;
const BELOW: f32 = 60.0;
/// The margin of a card, and the gap between its columns.
const CARD: f32 = 34.0;
const GUTTER: f32 = 24.0;

/// Typesets a report.
pub fn pdf(document: &Document) -> Result<Vec<u8>, String> {
    let (laid, tags) = set(document);
    write::written(document, &laid, &tags)
}

fn set(document: &Document) -> (Laid, Tags) {
    match document.paper {
        Paper::Pages => pages(document),
        Paper::Card => card(document),
    }
}

/// As many pages as it takes, with contents, and with headers and page numbers.
fn pages(document: &Document) -> (Laid, Tags) {
    // The contents say on which page a heading is, which is known once all is set; it is then set again.
    let (first, _) = paged(document, &|_| 0);
    let page_of = |block: usize| {
        let mut begins = first.begins.iter();
        begins
            .find(|(begins, ..)| *begins == block)
            .map_or(0, |(_, page, _)| page + 1)
    };
    let (mut laid, tags) = paged(document, &page_of);
    let count = laid.pages.len();
    for (number, marks) in laid.pages.iter_mut().enumerate() {
        marks.push(page_number(number + 1, count));
        if number > 0 {
            marks.extend(header(document));
        }
    }
    (laid, tags)
}

fn paged(document: &Document, page_of: &dyn Fn(usize) -> usize) -> (Laid, Tags) {
    let room = LETTER.1 - ABOVE - BELOW;
    let look = Look {
        face: Face::Serif,
        bold: Face::SerifBold,
        size: 10.5,
        tables: 0.89,
        leading: 1.28,
        tall: 0.8 * room,
        whole: 0.3 * room,
    };
    let mut setter = Setter::new(look, LETTER.0 - 2.0 * BESIDE);
    setter.title(document, 1.9);
    if main_headings(document).next().is_some() {
        setter.contents(document, page_of);
    }
    setter.blocks(document);
    let region = |page| Region {
        page,
        x: BESIDE,
        y: ABOVE,
        height: room,
    };
    (lay(&setter.strips, &region), setter.tags)
}

fn page_number(number: usize, count: usize) -> Mark {
    let line = Line::of(&format!("{number} of {count}"), small());
    Mark {
        x: (LETTER.0 - line.width) / 2.0,
        y: LETTER.1 - 34.0,
        ink: Ink::Text(line),
        role: Role::Footer,
    }
}

/// The title on the left of every page but the first, the kind of report on the right.
fn header(document: &Document) -> [Mark; 2] {
    let kind = Line::of(&document.subtitle, small());
    let room = LETTER.0 - 2.0 * BESIDE - kind.width - 12.0;
    let mut title = document.title.clone();
    let mut line = Line::of(&title, small());
    while line.width > room && !title.is_empty() {
        title.pop();
        line = Line::of(&format!("{}\u{2026}", title.trim_end()), small());
    }
    let mark = |x, line| Mark {
        x,
        y: 40.0,
        ink: Ink::Text(line),
        role: Role::Header,
    };
    let right = LETTER.0 - BESIDE - kind.width;
    [mark(BESIDE, line), mark(right, kind)]
}

fn small() -> Style {
    Style {
        face: Face::Serif,
        size: 8.5,
        ink: QUIET,
        tabular: false,
    }
}

/// One page: the words in letters as large as it allows, in one column or two; a figure in the room they leave.
fn card(document: &Document) -> (Laid, Tags) {
    let is_drawn = document.blocks.iter().any(|block| matches!(block, Block::Figure(_)));
    if is_drawn {
        let small = Card::set(document, 8.0, 1, 1.0);
        let left = LETTER.1 - 2.0 * CARD - small.height;
        let card = Card::set(document, 8.0, 1, left.max(100.0));
        return (card.laid, card.tags);
    }
    // Larger letters would only break more words into lines.
    let sizes: Vec<f32> = (10..28).map(|half| half as f32 / 2.0).collect();
    let fits = |size: f32, columns: usize| Card::set(document, size, columns, 0.0).laid.regions <= columns;
    // What is too long for a card in any size goes on on further pages.
    let largest = |columns: usize| sizes[sizes.partition_point(|size| fits(*size, columns)).saturating_sub(1)];
    let (one, two) = (largest(1), largest(2));
    let card = match two > 1.15 * one {
        true => Card::set(document, two, 2, 0.0),
        false => Card::set(document, one, 1, 0.0),
    };
    (card.laid, card.tags)
}

/// A card set in one size.
struct Card {
    laid: Laid,
    tags: Tags,
    height: f32,
}

impl Card {
    fn set(document: &Document, size: f32, columns: usize, tall: f32) -> Card {
        let (width, room) = (LETTER.0 - 2.0 * CARD, LETTER.1 - 2.0 * CARD);
        let look = Look {
            face: Face::Sans,
            bold: Face::SansBold,
            size,
            tables: 1.0,
            leading: 1.3,
            tall,
            whole: room,
        };
        let mut setter = Setter::new(look, width);
        setter.title(document, 1.7);
        let head = std::mem::take(&mut setter.strips);
        let gap = size;
        let top = height(&head, true) + gap;
        setter.width = (width - (columns - 1) as f32 * GUTTER) / columns as f32;
        setter.blocks(document);
        let region = |place: usize| Region {
            page: place / columns,
            x: CARD + (place % columns) as f32 * (setter.width + GUTTER),
            y: CARD + if place < columns { top } else { 0.0 },
            height: room - if place < columns { top } else { 0.0 },
        };
        let above = |_| Region {
            page: 0,
            x: CARD,
            y: CARD,
            height: room,
        };
        let mut laid = lay(&setter.strips, &region);
        let title = lay(&head, &above).pages.remove(0);
        laid.pages[0].splice(0..0, title);
        Card {
            laid,
            height: top + height(&setter.strips, true) + 1.0,
            tags: setter.tags,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Holds, Table, Text};

    #[test]
    fn every_mark_is_on_the_paper() {
        for (paper, columns) in [(Paper::Pages, 30), (Paper::Card, 30)] {
            let mut document = Document::new(
                "A title of many words ".repeat(9),
                "Kind",
                paper,
                jiff::civil::Date::ZERO,
            );
            document.heading(1, "A heading of many words ".repeat(9));
            document.paragraph(Text::default().code("0123456789abcdef".repeat(40)));
            let heads = (0..columns).map(|column| (format!("Head {column}"), Holds::Figures));
            let mut table = Table::new("Wide", heads);
            (0..9).for_each(|row| table.row((0..columns).map(|column| (1_000_000 + row * column).to_string())));
            document.table(table);
            document.note("A note. ".repeat(500));
            let (laid, _) = set(&document);
            for mark in laid.pages.iter().flatten() {
                let (right, bottom) = match &mark.ink {
                    Ink::Text(line) => (mark.x + line.width, mark.y),
                    Ink::Bar { width, height, .. } | Ink::Link { width, height, .. } => {
                        (mark.x + width, mark.y + height)
                    }
                    Ink::Picture { picture, scale } => (
                        mark.x + scale * picture.width as f32,
                        mark.y + scale * picture.height as f32,
                    ),
                };
                let inside = mark.x >= 0.0 && mark.y >= 0.0 && right <= LETTER.0 && bottom <= LETTER.1;
                assert!(inside, "{paper:?} of {columns} columns: {mark:?}");
            }
        }
    }
}
