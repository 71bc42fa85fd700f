//! Collects the faults of a file while it is checked.

use std::collections::BTreeSet;
use std::ops::Range;

use super::document::Node;
use super::fault::{Fault, Faults, Kind, line_and_column};
use super::path::Path;

/// The faults found so far, and the places about which nothing more can be said.
pub(crate) struct Report {
    text: String,
    faults: Vec<Fault>,
    distrusted: Vec<Path>,
    /// Lines with a fault of syntax: what is read from them is a guess.
    broken_lines: BTreeSet<usize>,
    /// Where the faults are, by keys.
    places: Vec<Path>,
    /// Places whose value was set from outside.
    changes: Vec<Path>,
}

impl Report {
    pub(crate) fn new(text: &str) -> Report {
        Report {
            text: text.to_string(),
            faults: Vec::new(),
            distrusted: Vec::new(),
            broken_lines: BTreeSet::new(),
            places: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// A fault of the text itself.
    pub(crate) fn syntax(&mut self, span: Range<usize>, what: &str, remedy: &str) {
        // One mistake often breaks more than one rule of the syntax; the first says it.
        let (line, _) = line_and_column(&self.text, span.start);
        if self.broken_lines.insert(line) {
            self.push(Kind::Syntax, &Path::root(), span, what.to_string(), remedy.to_string());
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
        self.add(kind, path, node.span.clone(), what.into(), remedy.into());
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
        self.add(kind, path, node.key.clone(), what.into(), remedy.into());
    }

    /// Marks a place whose value is not what the file says: nothing more is said about it.
    pub(crate) fn distrust(&mut self, path: &Path) {
        self.distrusted.push(path.clone());
    }

    /// Whether the value at this place, and everything in it, is what the file says.
    pub(crate) fn trusts(&self, path: &Path) -> bool {
        !self.distrusted.iter().any(|distrusted| distrusted.touches(path))
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
        let faulty = |fault: &Path| !fault.parts().is_empty() && fault.touches(path);
        self.places.iter().any(faulty)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }

    /// Takes back the faults of a kind.
    pub(crate) fn forgive(&mut self, kind: Kind) {
        self.faults.retain(|fault| fault.kind != kind);
    }

    /// The faults in the order of their places.
    pub(crate) fn finish(mut self, name: &str) -> Faults {
        self.faults.sort_by_key(|fault| (fault.span.start, fault.kind));
        Faults {
            name: name.to_string(),
            text: self.text,
            list: self.faults,
        }
    }

    fn add(&mut self, kind: Kind, path: &Path, span: Range<usize>, what: String, remedy: String) {
        let (line, _) = line_and_column(&self.text, span.start);
        if self.broken_lines.contains(&line) && !path.parts().is_empty() {
            self.distrust(path);
        } else {
            self.push(kind, path, span, what, remedy);
        }
    }

    fn push(&mut self, kind: Kind, path: &Path, span: Range<usize>, mut what: String, remedy: String) {
        let (line, column) = line_and_column(&self.text, span.start);
        let changed = |change: &&Path| !path.parts().is_empty() && change.touches(path);
        if let Some(change) = self.changes.iter().find(changed) {
            what = format!("with `{change}` changed: {what}");
        }
        let fault = Fault {
            kind,
            path: path.to_string(),
            line,
            column,
            what,
            remedy,
            span,
        };
        if !self.faults.contains(&fault) {
            self.places.push(path.clone());
            self.faults.push(fault);
        }
    }
}
