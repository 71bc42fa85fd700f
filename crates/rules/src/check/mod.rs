//! Checks a rules file as a whole: every field can be read, now they must fit each other.
//!
//! A check says nothing about a value that is only a stand-in for one that could not be read.

mod sections;

use crate::game::GameFile;
use crate::load::document::Node;
use crate::load::report::Report;
use crate::load::{Kind, Path};

/// Checks everything and reports every fault.
pub(crate) fn all(file: &GameFile, root: &Node, report: &mut Report) {
    let mut check = Check { file, root, report };
    sections::check(&mut check);
}

/// A file under check.
pub(crate) struct Check<'a> {
    /// The file.
    pub(crate) file: &'a GameFile,
    root: &'a Node,
    report: &'a mut Report,
}

impl Check<'_> {
    /// Whether the values at these places are what the file says.
    pub(crate) fn trusts(&self, places: &[&str]) -> bool {
        places.iter().all(|place| self.report.trusts(&path(place)))
    }

    /// Reports a fault at the first of these places, unless one of them holds a stand-in.
    pub(crate) fn fault(&mut self, kind: Kind, places: &[&str], what: impl Into<String>, remedy: impl Into<String>) {
        if !self.trusts(places) {
            return;
        }
        let at = path(places.first().copied().unwrap_or(""));
        let (node, _) = self.root.nearest(&at);
        self.report.at_node(kind, &at, node, what, remedy);
    }

    /// Reports a fault of a key or a header rather than of its value.
    pub(crate) fn key_fault(&mut self, kind: Kind, place: &str, what: impl Into<String>, remedy: impl Into<String>) {
        if self.trusts(&[place]) {
            let (node, _) = self.root.nearest(&path(place));
            self.report.at_key(kind, &path(place), node, what, remedy);
        }
    }

    /// Whether the text could not be read everywhere, so that what is missing may only be unread.
    pub(crate) fn has_syntax_faults(&self) -> bool {
        self.report.has_syntax_faults()
    }

    /// Whether the file itself has this key.
    pub(crate) fn has(&self, place: &str) -> bool {
        self.root.find(&path(place)).is_some()
    }
}

fn path(place: &str) -> Path {
    if place.is_empty() {
        Path::root()
    } else {
        place.parse().expect("checks name places that can be read")
    }
}
