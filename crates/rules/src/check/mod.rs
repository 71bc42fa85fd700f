//! Checks a rules file as a whole: every field can be read, now they must fit each other.
//!
//! A check says nothing about a value that is only a stand-in for one that could not be read.

mod cents;
mod conditions;
mod limits;
mod names;
mod reach;
mod readings;
mod rows;
mod sections;
mod stud;
mod table;
mod tables;
mod twenty_one;
mod winners;

use crate::game::GameFile;
use crate::load::document::Node;
use crate::load::leaves::each_text;
use crate::load::report::Report;
use crate::load::shape::Shape;
use crate::load::{Kind, Path};

/// Checks everything but the other readings, and reports every fault.
pub(crate) fn all(file: &GameFile, root: &Node, report: &mut Report) {
    Check {
        file,
        root,
        report,
        base: None,
    }
    .everything();
}

/// Checks the other readings of a file that has been checked itself.
pub(crate) fn other_readings(file: &GameFile, root: &Node, report: &mut Report) {
    readings::check(&mut Check {
        file,
        root,
        report,
        base: None,
    });
}

/// Checks a file that is another reading of one that has been checked.
pub(crate) fn other_reading(file: &GameFile, root: &Node, base: &GameFile, report: &mut Report) {
    let base = Some(base);
    Check {
        file,
        root,
        report,
        base,
    }
    .everything();
}

/// A file under check.
struct Check<'a> {
    file: &'a GameFile,
    root: &'a Node,
    report: &'a mut Report,
    /// The file that this one is another reading of.
    base: Option<&'a GameFile>,
}

impl Check<'_> {
    fn everything(&mut self) {
        sections::check(self);
        if self.base.is_none() {
            // Another reading has the same names and clauses.
            names::check(self);
        }
        table::check(self);
        limits::check(self);
        cents::check(self);
        twenty_one::check(self);
        stud::check(self);
        conditions::check(self);
        rows::check(self);
    }

    /// Whether the values at these places are what the file says.
    fn trusts(&self, places: &[&str]) -> bool {
        !self.report.distrusts_something() || places.iter().all(|place| self.report.trusts(&path(place)))
    }

    /// Whether there is no fault so far.
    fn is_sound(&self) -> bool {
        self.report.is_empty()
    }

    /// Whether a fault has been reported of this value or of something in it.
    fn is_reported(&self, place: &str) -> bool {
        self.report.has_fault_at(&path(place))
    }

    /// Reports a fault at the first of these places, unless one of them holds a stand-in.
    fn fault(&mut self, kind: Kind, places: &[&str], what: impl Into<String>, remedy: impl Into<String>) {
        if self.trusts(places) {
            self.fault_at(kind, &path(places[0]), what, remedy);
        }
    }

    /// Reports a fault at a place, unless it holds a stand-in.
    fn fault_at(&mut self, kind: Kind, at: &Path, what: impl Into<String>, remedy: impl Into<String>) {
        if self.report.trusts(at) {
            let node = self.root.nearest(at);
            self.report.at_node(kind, at, node, what, remedy);
        }
    }

    /// Reports a fault of a key or a header rather than of its value.
    fn key_fault(&mut self, kind: Kind, place: &str, what: impl Into<String>, remedy: impl Into<String>) {
        if self.trusts(&[place]) {
            let node = self.root.nearest(&path(place));
            self.report.at_key(kind, &path(place), node, what, remedy);
        }
    }

    /// Whether the text could not be read everywhere, so that what is missing may only be unread.
    fn has_syntax_faults(&self) -> bool {
        self.report.has_syntax_faults()
    }

    /// Whether the file itself has this key.
    fn has(&self, place: &str) -> bool {
        self.root.find(&path(place)).is_some()
    }

    /// Visits every text of the file with its place.
    fn each_text(&self, mut visit: impl FnMut(&Path, &str, &Shape)) {
        each_text(self.root, &mut visit);
    }
}

fn path(place: &str) -> Path {
    place.parse().expect("checks name places that can be read")
}
