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
mod showdown;
mod stud;
mod table;
mod tables;
mod twenty_one;
mod winners;

use crate::game::Game;
use crate::load::document::{Node, Value};
use crate::load::report::Report;
use crate::load::{Kind, Path};

/// Checks everything but what is a matter of the files as they are written, and reports every fault.
pub(crate) fn all(game: &Game, root: &Node, report: &mut Report) {
    Check {
        game,
        root,
        report,
        base: None,
    }
    .everything();
}

/// Checks what is a matter of the files as they are written: the places their sources name, and the other readings.
pub(crate) fn as_written(game: &Game, root: &Node, report: &mut Report) {
    let mut check = Check {
        game,
        root,
        report,
        base: None,
    };
    names::places(&mut check);
    readings::check(&mut check);
}

/// Checks a file that is another reading of one that has been checked.
pub(crate) fn other_reading(game: &Game, root: &Node, base: &Game, report: &mut Report) {
    let base = Some(base);
    Check {
        game,
        root,
        report,
        base,
    }
    .everything();
}

/// A file under check.
struct Check<'a> {
    game: &'a Game,
    root: &'a Node,
    report: &'a mut Report,
    /// The file that this one is another reading of.
    base: Option<&'a Game>,
}

impl Check<'_> {
    fn everything(&mut self) {
        if self.base.is_none() {
            // Another reading has the same names and clauses.
            names::check(self);
        }
        table::check(self);
        limits::check(self);
        cents::check(self);
        twenty_one::check(self);
        stud::check(self);
        showdown::check(self);
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

    /// Reports a fault of one entry of a list of values.
    fn entry_fault(
        &mut self,
        kind: Kind,
        list: &str,
        entry: usize,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        if self.trusts(&[list]) {
            let node = self.root.nearest(&path(list));
            let node = match &node.value {
                Value::List(entries) => entries.get(entry).unwrap_or(node),
                _ => node,
            };
            self.report.at_node(kind, &path(list), node, what, remedy);
        }
    }

    /// Reports a fault of a key or a header rather than of its value.
    fn key_fault(&mut self, kind: Kind, at: &Path, what: impl Into<String>, remedy: impl Into<String>) {
        if self.report.trusts(at) {
            let node = self.root.nearest(at);
            self.report.at_key(kind, at, node, what, remedy);
        }
    }

    /// Whether the file itself has this key.
    fn has(&self, place: &str) -> bool {
        self.root.find(&path(place)).is_some()
    }
}

fn path(place: &str) -> Path {
    place.split('.').collect()
}
