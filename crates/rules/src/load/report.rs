//! Collects the faults of a game's texts while they are read and checked.

use std::collections::{BTreeSet, HashSet};

use super::document::{Node, Span};
use super::fault::{Fault, Faults, Kind, Text};
use super::message::Message;
use super::path::Path;

/// The faults found so far, and the places about which nothing more can be said.
pub(crate) struct Report {
    texts: Vec<Text>,
    /// Where the lines of each text begin.
    lines: Vec<Vec<usize>>,
    faults: Vec<Fault>,
    /// What has been said, and where.
    said: HashSet<(Span, String)>,
    distrusted: BTreeSet<Path>,
    /// Lines with a fault of syntax, by text: what is read from them is a guess.
    broken_lines: BTreeSet<(usize, usize)>,
    /// Where the faults are, by keys.
    places: BTreeSet<Path>,
    /// Places whose value was set from outside.
    changes: Vec<Path>,
}

impl Report {
    pub(crate) fn new(texts: &[Text]) -> Report {
        let mut report = Report {
            lines: Vec::new(),
            texts: Vec::new(),
            faults: Vec::new(),
            said: HashSet::new(),
            distrusted: BTreeSet::new(),
            broken_lines: BTreeSet::new(),
            places: BTreeSet::new(),
            changes: Vec::new(),
        };
        for text in texts {
            report.add_text(text);
        }
        report
    }

    /// Takes in one more text; returns its place among all.
    pub(crate) fn add_text(&mut self, text: &Text) -> usize {
        let breaks = text.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        self.lines
            .push(std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect());
        self.texts.push(text.clone());
        self.texts.len() - 1
    }

    /// A fault of the text itself.
    pub(crate) fn syntax(&mut self, span: Span, message: Message) {
        // One mistake often breaks more than one rule of the syntax; the first says it.
        if self.broken_lines.insert((span.file, self.line(&span))) {
            self.push(message, &Path::root(), &span);
        }
    }

    /// Whether the text could not be read everywhere, so that what is missing may only be unread.
    pub(crate) fn has_syntax_faults(&self) -> bool {
        !self.broken_lines.is_empty()
    }

    /// A fault of a value.
    pub(crate) fn at_node(&mut self, message: Message, path: &Path, node: &Node) {
        self.add(message, path, &node.span);
    }

    /// A fault of a key.
    pub(crate) fn at_key(&mut self, message: Message, path: &Path, node: &Node) {
        self.add(message, path, &node.key);
    }

    /// Marks a place whose value is not what the file says: nothing more is said about it.
    pub(crate) fn distrust(&mut self, path: &Path) {
        self.distrusted.insert(path.clone());
    }

    /// Whether the value at this place, and everything in it, is what the file says.
    pub(crate) fn trusts(&self, path: &Path) -> bool {
        !touches_one_of(&self.distrusted, path)
    }

    /// Whether some value is not what the file says.
    pub(crate) fn distrusts_something(&self) -> bool {
        !self.distrusted.is_empty()
    }

    /// Marks a place whose value was set from outside, not by the text.
    pub(crate) fn changed(&mut self, path: &Path) {
        self.changes.push(path.clone());
    }

    /// Whether a fault has been found at this place or in it.
    pub(crate) fn has_fault_at(&self, path: &Path) -> bool {
        touches_one_of(&self.places, path)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }

    /// Takes back the faults of a kind.
    pub(crate) fn forgive(&mut self, kind: Kind) {
        self.faults.retain(|fault| fault.kind != kind);
    }

    /// The faults in the order of their places.
    pub(crate) fn finish(mut self) -> Faults {
        self.faults
            .sort_by_key(|fault| (fault.text, fault.span.start, fault.kind));
        self.find_lines_and_columns();
        Faults {
            texts: self.texts,
            list: self.faults,
        }
    }

    fn add(&mut self, message: Message, path: &Path, span: &Span) {
        if self.broken_lines.contains(&(span.file, self.line(span))) && !path.is_root() {
            self.distrust(path);
        } else {
            self.push(message, path, span);
        }
    }

    fn push(&mut self, mut message: Message, path: &Path, span: &Span) {
        let changed = |change: &&Path| !path.is_root() && change.touches(path);
        if let Some(change) = self.changes.iter().find(changed) {
            message.what = format!("with `{change}` changed: {}", message.what);
        }
        if !self.said.insert((span.clone(), message.what.clone())) {
            return;
        }
        self.faults.push(Fault {
            kind: message.kind,
            message: message.id,
            file: self
                .texts
                .get(span.file)
                .map_or(String::new(), |text| text.name.clone()),
            path: path.to_string(),
            text: span.file,
            line: 1,
            column: 1,
            what: message.what,
            remedy: message.remedy,
            span: span.bytes.clone(),
        });
        if !path.is_root() {
            self.places.insert(path.clone());
        }
    }

    /// The line of a piece of text, from 1.
    fn line(&self, span: &Span) -> usize {
        let lines = self.lines.get(span.file);
        lines.map_or(1, |lines| lines.partition_point(|start| *start <= span.bytes.start))
    }

    /// Finds lines and columns of faults in the order of their places: each line is gone through once, however long it is and
    /// however many faults it has.
    fn find_lines_and_columns(&mut self) {
        let mut last = (0, 0, 0, 1);
        for fault in &mut self.faults {
            let (Some(lines), Some(text)) = (self.lines.get(fault.text), self.texts.get(fault.text)) else {
                continue;
            };
            let at = text.text.floor_char_boundary(fault.span.start);
            fault.line = lines.partition_point(|start| *start <= at);
            let start = lines[fault.line - 1];
            let (file, line, place, column) = last;
            let is_same_line = (file, line) == (fault.text, fault.line);
            let (from, before) = if is_same_line { (place, column) } else { (start, 1) };
            fault.column = before + text.text[from..at].chars().count();
            last = (fault.text, fault.line, at, fault.column);
        }
    }
}

/// Whether a path leads through one of these, or one of these through it.
fn touches_one_of(paths: &BTreeSet<Path>, path: &Path) -> bool {
    !paths.is_empty()
        && (path.upwards().any(|above| paths.contains(&above))
            || paths.range(path..).next().is_some_and(|next| path.leads_to(next)))
}
