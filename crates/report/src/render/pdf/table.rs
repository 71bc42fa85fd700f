//! Tables set into strips: rows are never cut, the head is repeated on every page, a total stays with its last row.

use std::rc::Rc;

use krilla::tagging::{TableHeaderScope, Tag};

use super::letters::{BLACK, Style};
use super::lines::{Line, broken, widths};
use super::setter::{Setter, bar};
use super::strip::{Mark, Strip, height};
use super::tags::{Group, ROOT};
use crate::document::{Holds, Table};

/// The space beside and above the letters of a cell, in sizes.
const BESIDE: f32 = 0.45;
const ABOVE: f32 = 0.24;
/// A row of more lines than this may be cut: it might be higher than a page.
const LINES_MAX: usize = 30;

/// Where the columns of a table stand, and in which size its letters.
struct Columns {
    size: f32,
    widths: Vec<f32>,
}

/// What kind of row it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    Head,
    Body,
    Total,
}

impl Setter {
    /// Sets a table.
    pub(super) fn table(&mut self, table: &Table) {
        let group = self.tags.group(ROOT, Tag::Table);
        let first = self.strips.len();
        let mut above = 0.8 * self.look.size;
        if !table.caption.is_empty() {
            let tag = self.tags.group(group, Tag::Caption);
            let style = self.bold(self.look.tables.max(0.95));
            self.text(&[(table.caption.clone(), style)], tag, 1.1 * self.look.size, true);
            above = 0.25 * self.look.size;
        }
        let columns = self.columns(table);
        let heads: Vec<String> = table.columns.iter().map(|column| column.head.clone()).collect();
        let tag = self.tags.group(group, Tag::THead);
        let mut head = self.row(table, &columns, &heads, Row::Head, tag).remove(0);
        let wide = columns.widths.iter().sum();
        head.marks.push(bar(0.0, 0.0, wide, 0.8, BLACK));
        head.marks.push(bar(0.0, head.height - 0.5, wide, 0.5, BLACK));
        let repeated = Rc::new(head.clone());
        self.strips.push(Strip {
            above,
            keep: true,
            ..head
        });
        let body = self.tags.group(group, Tag::TBody);
        let mut strips: Vec<Strip> = Vec::new();
        for cells in &table.rows {
            strips.extend(self.row(table, &columns, cells, Row::Body, body));
        }
        // No page begins or ends with a single row of several.
        let count = strips.len();
        for (place, strip) in strips.iter_mut().enumerate() {
            strip.keep |= (place == 0 || place + 2 == count) && place + 1 < count;
        }
        if let Some(total) = &table.total {
            strips.last_mut().into_iter().for_each(|last| last.keep = true);
            let foot = self.tags.group(group, Tag::TFoot);
            let mut totals = self.row(table, &columns, total, Row::Total, foot);
            totals[0].marks.push(bar(0.0, 0.0, wide, 0.5, BLACK));
            strips.extend(totals);
        }
        if let Some(last) = strips.last_mut() {
            last.marks.push(bar(0.0, last.height, wide, 0.8, BLACK));
            last.height += 0.25 * self.look.size;
        }
        strips
            .iter_mut()
            .for_each(|strip| strip.head = Some(Rc::clone(&repeated)));
        self.strips.extend(strips);
        self.keep_whole(first);
    }

    /// What is short stays together: a table, a list of terms.
    pub(super) fn keep_whole(&mut self, first: usize) {
        if height(&self.strips[first..], true) > self.look.whole {
            return;
        }
        let last = self.strips.len() - 1;
        self.strips[first..last].iter_mut().for_each(|strip| strip.keep = true);
    }

    /// Sets a row: one strip, unless it is very high.
    fn row(&mut self, table: &Table, columns: &Columns, cells: &[String], row: Row, inside: Group) -> Vec<Strip> {
        let style = self.cell_style(columns.size, row);
        let pad = columns.size * BESIDE;
        let tag = self.tags.group(inside, Tag::TR);
        let mut lines: Vec<(f32, Vec<Line>, Group)> = Vec::new();
        let mut left = 0.0;
        for (place, (cell, width)) in cells.iter().zip(&columns.widths).enumerate() {
            let tag = match (row, place) {
                (Row::Head, _) => self.tags.group(tag, Tag::TH(TableHeaderScope::Column)),
                (_, 0) => self.tags.group(tag, Tag::TH(TableHeaderScope::Row)),
                _ => self.tags.group(tag, Tag::TD),
            };
            // An empty cell holds a space, so that every row has a cell for every column.
            let text = if cell.is_empty() { " ".to_string() } else { cell.clone() };
            let set = match cell.is_empty() {
                true => vec![Line::of(&text, style)],
                false => broken(&[(text, style)], width - 2.0 * pad + 0.01),
            };
            lines.push((left, set, tag));
            left += width;
        }
        let most = lines.iter().map(|(_, lines, _)| lines.len()).max().unwrap_or(1);
        let step = if most > LINES_MAX { LINES_MAX / 3 } else { most };
        let count = most.div_ceil(step.max(1));
        let mut strips: Vec<Strip> = Vec::new();
        for part in 0..count {
            let (above, below) = (
                if part == 0 { ABOVE * style.size } else { 0.0 },
                if part + 1 == count { ABOVE * style.size } else { 0.0 },
            );
            let reach = step.min(most - part * step);
            strips.push(Strip {
                height: above + reach as f32 * self.line_height(style) + below,
                ..Strip::default()
            });
        }
        for (column, (left, set, tag)) in lines.into_iter().enumerate() {
            // The head stands on its line, everything else hangs from the top.
            let down = if row == Row::Head { most - set.len() } else { 0 };
            for (place, line) in set.into_iter().enumerate() {
                let x = match table.columns[column].holds {
                    Holds::Figures => left + columns.widths[column] - pad - line.width,
                    _ => left + pad,
                };
                let place = place + down;
                let mut mark: Mark = self.mark(x, style, line, tag);
                mark.y += (place % step) as f32 * self.line_height(style);
                mark.y += if place < step { ABOVE * style.size } else { 0.0 };
                strips[place / step].marks.push(mark);
            }
        }
        strips
    }

    /// Columns as wide as their longest cell where there is room; else those that can be broken into lines share it. Where
    /// there is not even room for their longest words, the letters are smaller.
    fn columns(&self, table: &Table) -> Columns {
        let mut size = self.look.size * self.look.tables;
        loop {
            let bounds: Vec<(f32, f32)> = (0..table.columns.len())
                .map(|place| self.bounds(table, place, size))
                .collect();
            let least: f32 = bounds.iter().map(|(least, _)| least).sum();
            let most: f32 = bounds.iter().map(|(_, most)| most).sum();
            if most <= self.width {
                let takes_all = table.columns.iter().any(|column| column.holds == Holds::Sentences);
                let widths = match takes_all {
                    true => spread(table, &bounds, self.width - most),
                    false => bounds.iter().map(|(_, most)| *most).collect(),
                };
                return Columns { size, widths };
            }
            if least <= self.width || size < 4.0 {
                // Where even the smallest letters do not fit, words are broken.
                let fit = (self.width / least).min(1.0);
                let share = ((self.width - least) / (most - least)).max(0.0);
                let widths = bounds
                    .iter()
                    .map(|(least, most)| fit * (least + share * (most - least)));
                return Columns {
                    size,
                    widths: widths.collect(),
                };
            }
            size *= 0.96;
        }
    }

    /// How narrow a column may be, and how wide it would like to be.
    fn bounds(&self, table: &Table, place: usize, size: f32) -> (f32, f32) {
        let column = &table.columns[place];
        let of = |text: &str, row: Row| widths(&[(text.to_string(), self.cell_style(size, row))]);
        let rows = table.rows.iter().map(|row| (&row[place], Row::Body));
        let total = table.total.iter().map(|row| (&row[place], Row::Total));
        let (mut least, mut most) = (0.0f32, 0.0f32);
        for (cell, row) in rows.chain(total) {
            let (whole, widest) = of(cell, row);
            // Figures are not broken, and a few words only where there is no other way.
            let narrow = match column.holds {
                Holds::Figures => whole,
                Holds::Words => widest.max(whole.min(9.0 * size)),
                Holds::Sentences | Holds::Remarks => widest.max(whole.min(6.0 * size)),
            };
            least = least.max(narrow);
            most = most.max(whole);
        }
        let (whole, widest) = of(&column.head, Row::Head);
        let limit = match column.holds {
            Holds::Sentences => 40.0 * size,
            Holds::Remarks => 18.0 * size,
            Holds::Words | Holds::Figures => f32::MAX,
        };
        let pad = 2.0 * size * BESIDE;
        let least = least.max(widest);
        // A long head takes two lines.
        let head = match whole > 8.0 * size {
            true => two_lines(&column.head, &|text| of(text, Row::Head).0),
            false => whole,
        };
        (least + pad, most.min(limit).max(least).max(head) + pad)
    }

    fn cell_style(&self, size: f32, row: Row) -> Style {
        let times = size / self.look.size;
        let style = match row {
            Row::Head | Row::Total => self.bold(times),
            Row::Body => self.plain(times),
        };
        Style { tabular: true, ..style }
    }
}

/// How wide a text is when it is broken into two lines as even as can be.
fn two_lines(text: &str, width: &dyn Fn(&str) -> f32) -> f32 {
    let breaks = text.match_indices(' ').map(|(place, _)| text.split_at(place));
    let widths = breaks.map(|(first, second)| width(first).max(width(second.trim_start())));
    widths.fold(width(text), f32::min)
}

/// Gives what room is left to the columns of sentences.
fn spread(table: &Table, bounds: &[(f32, f32)], left: f32) -> Vec<f32> {
    let takes = |place: usize| table.columns[place].holds == Holds::Sentences;
    let count = (0..bounds.len()).filter(|place| takes(*place)).count().max(1) as f32;
    let widths = bounds.iter().enumerate();
    widths
        .map(|(place, (_, most))| if takes(place) { most + left / count } else { *most })
        .collect()
}
