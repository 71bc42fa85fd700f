//! The blocks of a report set into strips.

use std::num::NonZeroU16;
use std::rc::Rc;

use krilla::tagging::{ListNumbering, Tag};

use super::letters::{BLACK, Face, Gray, QUIET, Style};
use super::lines::{Line, broken, widths};
use super::strip::{Ink, Mark, Role, Strip};
use super::tags::{Group, Leaf, ROOT, Tags};
use crate::document::{Block, Document, Figure, Span, Text};

/// How a report looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) face: Face,
    pub(super) bold: Face,
    /// The size of plain text, in points.
    pub(super) size: f32,
    /// The size of the letters in tables beside that.
    pub(super) tables: f32,
    /// How far lines are apart, in sizes.
    pub(super) leading: f32,
    /// How high a picture may be.
    pub(super) tall: f32,
    /// Up to which height a table stays together.
    pub(super) whole: f32,
}

/// A report being set into a column.
pub(super) struct Setter {
    pub(super) look: Look,
    pub(super) width: f32,
    pub(super) tags: Tags,
    pub(super) strips: Vec<Strip>,
}

/// Behind a note, and before it.
const NOTE: Gray = Gray(242);
/// Lines of one item, with the marks beside the first of them.
struct Item {
    label: Vec<Line>,
    body: Vec<Line>,
    tags: [Group; 2],
}

impl Setter {
    /// A column of this width, still empty.
    pub(super) fn new(look: Look, width: f32) -> Setter {
        Setter {
            look,
            width,
            tags: Tags::new(),
            strips: Vec::new(),
        }
    }

    /// Sets the title of a report and what stands under it.
    pub(super) fn title(&mut self, document: &Document, size: f32) {
        let bold = self.bold(size);
        let tag = self.tags.group(ROOT, heading_tag(1, &document.title));
        self.text(&[(document.title.clone(), bold)], tag, 0.0, true);
        let quiet = Style {
            ink: QUIET,
            ..self.plain(1.14)
        };
        let tag = self.tags.group(ROOT, Tag::P);
        self.text(&[(document.subtitle.clone(), quiet)], tag, 0.1 * self.look.size, true);
    }

    /// Sets the contents: the main headings with the pages they are on, as links.
    pub(super) fn contents(&mut self, document: &Document, page_of: &dyn Fn(usize) -> usize) {
        let toc = self.tags.group(ROOT, Tag::TOC);
        let style = self.plain(1.0);
        let height = self.line_height(style);
        let mut above = 1.4 * self.look.size;
        for (block, text) in main_headings(document) {
            let entry = self.tags.group(toc, Tag::TOCI);
            let reference = self.tags.group(entry, Tag::Reference);
            let link = self.tags.group(reference, Tag::Link);
            let number = Line::of(&page_of(block).to_string(), style);
            let room = self.width - 2.0 * self.look.size - number.width;
            let name = broken(&[(text.to_string(), style)], room);
            let count = name.len();
            for (place, line) in name.into_iter().enumerate() {
                let (end, last) = (line.width, place + 1 == count);
                let mut marks = vec![self.mark(0.0, style, line, link)];
                if last {
                    let dots = self.dots(end, self.width - number.width, style);
                    marks.push(dots);
                    marks.push(self.mark(self.width - number.width, style, number.clone(), link));
                    let leaf = self.tags.leaf(link);
                    marks.push(Mark {
                        x: 0.0,
                        y: 0.0,
                        ink: Ink::Link {
                            width: self.width,
                            height,
                            to: block,
                            says: text.to_string(),
                        },
                        role: Role::Says(leaf),
                    });
                }
                self.strips.push(Strip {
                    above: std::mem::take(&mut above),
                    height,
                    keep: !last,
                    marks,
                    ..Strip::default()
                });
            }
        }
    }

    /// Sets the blocks of a report. What introduces a table stays with it.
    pub(super) fn blocks(&mut self, document: &Document) {
        let next = document.blocks.iter().skip(1).map(Some).chain([None]);
        for ((number, block), next) in document.blocks.iter().enumerate().zip(next) {
            self.block(number, block);
            let introduces = matches!((block, next), (Block::Paragraph(_), Some(Block::Table(_))));
            self.keep_last(introduces);
        }
    }

    fn block(&mut self, number: usize, block: &Block) {
        let first = self.strips.len();
        match block {
            Block::Heading(level, text) => self.heading(*level, text),
            Block::Paragraph(text) => {
                let tag = self.tags.group(ROOT, Tag::P);
                self.text(&self.pieces(text), tag, 0.6 * self.look.size, false);
            }
            Block::Note(text) => self.note(text),
            Block::List(items) => {
                let bullets = items.iter().map(|item| ("\u{2022}".to_string(), item));
                self.items(ListNumbering::Disc, bullets.collect(), false);
            }
            Block::Numbered(from, items) => {
                let numbered = items.iter().enumerate();
                let numbered = numbered.map(|(place, item)| (format!("{}.", from + place), item));
                self.items(ListNumbering::Decimal, numbered.collect(), false);
            }
            Block::Terms(terms) => {
                let terms = terms.iter().map(|(term, text)| (term.clone(), text));
                self.items(ListNumbering::None, terms.collect(), true);
                self.keep_whole(first);
            }
            Block::Table(table) => self.table(table),
            Block::Figure(figure) => self.figure(figure),
        }
        if let Some(strip) = self.strips.get_mut(first) {
            strip.begins = Some(number);
        }
    }

    fn heading(&mut self, level: u8, text: &str) {
        let (size, above) = match level {
            1 => (1.35, 2.0),
            2 => (1.1, 1.25),
            _ => (1.0, 1.0),
        };
        let tag = self.tags.group(ROOT, heading_tag(level + 1, text));
        let style = self.bold(size);
        self.text(&[(text.to_string(), style)], tag, above * self.look.size, true);
        if level == 1
            && let Some(last) = self.strips.last_mut()
        {
            last.marks.push(bar(0.0, last.height + 1.0, self.width, 0.7, BLACK));
            last.height += 4.0;
        }
    }

    fn note(&mut self, text: &Text) {
        let pad = 0.7 * self.look.size;
        let tag = self.tags.group(ROOT, Tag::P);
        let (first, width) = (self.strips.len(), self.width);
        self.width -= 2.0 * pad + 3.0;
        self.text(&self.pieces(text), tag, self.look.size, false);
        self.width = width;
        let last = self.strips.len() - 1;
        for (place, strip) in self.strips.iter_mut().enumerate().skip(first) {
            let top = if place == first { 0.5 * pad } else { 0.0 };
            strip.marks.iter_mut().for_each(|mark| {
                mark.x += pad + 3.0;
                mark.y += top;
            });
            strip.height += top + if place == last { 0.5 * pad } else { 0.0 };
            strip.marks.insert(0, bar(0.0, 0.0, width, strip.height, NOTE));
            strip.marks.insert(1, bar(0.0, 0.0, 2.5, strip.height, BLACK));
        }
    }

    /// Sets items with their labels beside them: bullets, numbers, or terms in bold.
    fn items(&mut self, numbering: ListNumbering, items: Vec<(String, &Text)>, terms: bool) {
        let style = if terms { self.bold(1.0) } else { self.plain(1.0) };
        let labels: Vec<Vec<(String, Style)>> = items.iter().map(|(label, _)| vec![(label.clone(), style)]).collect();
        let widest = labels.iter().map(|label| widths(label).0).fold(0.0, f32::max) + 0.1;
        let (wide, gap) = match terms {
            true => (widest.min(0.34 * self.width), 1.1 * self.look.size),
            false => (widest.max(1.1 * self.look.size), 0.45 * self.look.size),
        };
        let list = self.tags.group(ROOT, Tag::L(numbering));
        for (place, ((_, text), label)) in items.iter().zip(&labels).enumerate() {
            let entry = self.tags.group(list, Tag::LI);
            let item = Item {
                label: broken(label, wide),
                body: broken(&self.pieces(text), self.width - wide - gap),
                tags: [self.tags.group(entry, Tag::Lbl), self.tags.group(entry, Tag::LBody)],
            };
            let above = if place == 0 { 0.6 } else { 0.3 };
            self.item(item, wide, gap, above * self.look.size, terms);
            self.keep_last(stays(place, items.len()));
        }
    }

    fn item(&mut self, item: Item, wide: f32, gap: f32, above: f32, terms: bool) {
        let style = self.plain(1.0);
        let count = item.label.len().max(item.body.len());
        let (mut labels, mut bodies) = (item.label.into_iter(), item.body.into_iter());
        for place in 0..count {
            let label = labels.next().map(|line| {
                // Numbers end where the text begins; terms begin at the margin.
                let x = if terms { 0.0 } else { wide - line.width };
                self.mark(x, style, line, item.tags[0])
            });
            let body = bodies
                .next()
                .map(|line| self.mark(wide + gap, style, line, item.tags[1]));
            self.strips.push(Strip {
                above: if place == 0 { above } else { 0.0 },
                height: self.line_height(style),
                keep: stays(place, count),
                marks: label.into_iter().chain(body).collect(),
                ..Strip::default()
            });
        }
    }

    fn figure(&mut self, figure: &Figure) {
        let picture = &figure.picture;
        let (width, height) = (picture.width as f32, picture.height as f32);
        let scale = (self.width / width).min(self.look.tall / height);
        let part = self.tags.group(ROOT, Tag::Div);
        let drawn = self.tags.group(part, Tag::Figure(Some(figure.alt.clone())));
        let leaf = self.tags.leaf(drawn);
        self.strips.push(Strip {
            above: self.look.size,
            height: scale * height,
            keep: !figure.caption.is_empty(),
            marks: vec![Mark {
                x: (self.width - scale * width) / 2.0,
                y: 0.0,
                ink: Ink::Picture {
                    picture: Rc::new(picture.clone()),
                    scale,
                },
                role: Role::Says(leaf),
            }],
            ..Strip::default()
        });
        if !figure.caption.is_empty() {
            let tag = self.tags.group(part, Tag::Caption);
            let style = Style {
                ink: QUIET,
                ..self.plain(0.88)
            };
            self.text(&[(figure.caption.clone(), style)], tag, 0.4 * self.look.size, false);
        }
    }

    /// Sets lines of text one under the other. A page neither begins nor ends with a single line of several.
    pub(super) fn text(&mut self, pieces: &[(String, Style)], tag: Group, above: f32, keep: bool) {
        let Some((_, style)) = pieces.first() else { return };
        let height = self.line_height(*style);
        let lines = broken(pieces, self.width);
        let count = lines.len();
        for (place, line) in lines.into_iter().enumerate() {
            let mark = self.mark(0.0, *style, line, tag);
            self.strips.push(Strip {
                above: if place == 0 { above } else { 0.0 },
                height,
                keep: keep || stays(place, count),
                marks: vec![mark],
                ..Strip::default()
            });
        }
    }

    /// Keeps what comes next with the last strip.
    fn keep_last(&mut self, keep: bool) {
        self.strips.last_mut().into_iter().for_each(|last| last.keep |= keep);
    }

    /// A line of text on its baseline, as the last thing a group says.
    pub(super) fn mark(&mut self, x: f32, style: Style, line: Line, tag: Group) -> Mark {
        let leaf: Leaf = self.tags.leaf(tag);
        Mark {
            x,
            y: self.baseline(style),
            ink: Ink::Text(line),
            role: Role::Says(leaf),
        }
    }

    fn dots(&self, from: f32, to: f32, style: Style) -> Mark {
        let style = Style { ink: QUIET, ..style };
        let dot = Line::of(" .", style).width.max(0.1);
        let count = ((to - from) / dot - 1.5).max(0.0) as usize;
        let line = Line::of(&" .".repeat(count), style);
        Mark {
            x: to - line.width - 0.5 * dot,
            y: self.baseline(style),
            ink: Ink::Text(line),
            role: Role::Decoration,
        }
    }

    /// A text in the styles of its spans.
    pub(super) fn pieces(&self, text: &Text) -> Vec<(String, Style)> {
        let plain = self.plain(1.0);
        let spans = text.0.iter().map(|span| match span {
            Span::Plain(text) => (text.clone(), plain),
            Span::Strong(text) => (text.clone(), self.bold(1.0)),
            Span::Source(text) => (
                format!(" ({text})"),
                Style {
                    ink: QUIET,
                    ..self.plain(0.84)
                },
            ),
            Span::Code(text) => (
                text.clone(),
                Style {
                    face: Face::Mono,
                    ..self.plain(0.8)
                },
            ),
        });
        spans.collect()
    }

    /// Plain letters, so many times the size of the text.
    pub(super) fn plain(&self, times: f32) -> Style {
        Style {
            face: self.look.face,
            size: times * self.look.size,
            ink: BLACK,
            tabular: false,
        }
    }

    /// Bold letters, so many times the size of the text.
    pub(super) fn bold(&self, times: f32) -> Style {
        Style {
            face: self.look.bold,
            ..self.plain(times)
        }
    }

    /// How far lines of a style are apart.
    pub(super) fn line_height(&self, style: Style) -> f32 {
        self.look.leading * style.size
    }

    fn baseline(&self, style: Style) -> f32 {
        // Letters reach up to three quarters of their size and down to a quarter.
        (0.5 * (self.look.leading - 1.0) + 0.76) * style.size
    }
}

/// The main headings of a report, with the numbers of their blocks.
pub(super) fn main_headings(document: &Document) -> impl Iterator<Item = (usize, &str)> {
    let blocks = document.blocks.iter().enumerate();
    blocks.filter_map(|(number, block)| match block {
        Block::Heading(1, text) => Some((number, text.as_str())),
        _ => None,
    })
}

/// A box in a gray.
pub(super) fn bar(x: f32, y: f32, width: f32, height: f32, gray: Gray) -> Mark {
    Mark {
        x,
        y,
        ink: Ink::Bar { width, height, gray },
        role: Role::Decoration,
    }
}

fn heading_tag(level: u8, text: &str) -> Tag<krilla::tagging::kind::Hn> {
    let level = NonZeroU16::new(u16::from(level)).unwrap_or(NonZeroU16::MIN);
    Tag::Hn(level, Some(text.to_string()))
}

/// Whether a line or an item stays with the next: the first of several, and the last but one.
fn stays(place: usize, count: usize) -> bool {
    place + 1 < count && (place == 0 || place + 2 == count)
}
