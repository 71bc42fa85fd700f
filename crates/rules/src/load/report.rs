//! Collects the faults of a game's texts while they are read and checked.

use std::collections::{BTreeSet, HashSet};

use super::document::{Node, Span};
use super::fault::{Fault, Faults, Kind, Text};
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
    pub(crate) fn syntax(&mut self, span: Span, what: &str, remedy: &str) {
        // One mistake often breaks more than one rule of the syntax; the first says it.
        let (line, _) = self.line_and_column(&span);
        if self.broken_lines.insert((span.file, line)) {
            self.push(Kind::Syntax, &Path::root(), &span, what.to_string(), remedy.to_string());
        }
    }

    /// Whether the text could not be read everywhere, so that what is missing may only be unread.
    pub(crate) fn has_syntax_faults(&self) -> bool {
        !self.broken_lines.is_empty()
    }

    /// A fault of a value.
    pub(crate) fn at_node(
        &mut self,
        kind: Kind,
        path: &Path,
        node: &Node,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        self.add(kind, path, &node.span, what.into(), remedy.into());
    }

    /// A fault of a key.
    pub(crate) fn at_key(
        &mut self,
        kind: Kind,
        path: &Path,
        node: &Node,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        self.add(kind, path, &node.key, what.into(), remedy.into());
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
        Faults {
            texts: self.texts,
            list: self.faults,
        }
    }

    fn add(&mut self, kind: Kind, path: &Path, span: &Span, what: String, remedy: String) {
        let (line, _) = self.line_and_column(span);
        if self.broken_lines.contains(&(span.file, line)) && !path.is_root() {
            self.distrust(path);
        } else {
            self.push(kind, path, span, what, remedy);
        }
    }

    fn push(&mut self, kind: Kind, path: &Path, span: &Span, mut what: String, remedy: String) {
        let changed = |change: &&Path| !path.is_root() && change.touches(path);
        if let Some(change) = self.changes.iter().find(changed) {
            what = format!("with `{change}` changed: {what}");
        }
        if !self.said.insert((span.clone(), what.clone())) {
            return;
        }
        let (line, column) = self.line_and_column(span);
        self.faults.push(Fault {
            kind,
            path: path.to_string(),
            text: span.file,
            line,
            column,
            what,
            remedy,
            span: span.bytes.clone(),
        });
        if !path.is_root() {
            self.places.insert(path.clone());
        }
    }

    /// The line and the column of a piece of text, both from 1.
    fn line_and_column(&self, span: &Span) -> (usize, usize) {
        let (Some(lines), Some(text)) = (self.lines.get(span.file), self.texts.get(span.file)) else {
            return (1, 1);
        };
        let at = text.text.floor_char_boundary(span.bytes.start);
        let line = lines.partition_point(|start| *start <= at);
        (line, text.text[lines[line - 1]..at].chars().count() + 1)
    }
}

/// Whether a path leads through one of these, or one of these through it.
fn touches_one_of(paths: &BTreeSet<Path>, path: &Path) -> bool {
    !paths.is_empty()
        && (path.upwards().any(|above| paths.contains(&above))
            || paths.range(path..).next().is_some_and(|next| path.leads_to(next)))
}
