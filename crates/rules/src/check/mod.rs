//! Checks a rules file as a whole: every field can be read, now they must fit each other.
//!
//! What a check can say stands in the table of `load::message`. A check says nothing about a value that is only a stand-in
//! for one that could not be read.

mod baccarat;
mod cents;
mod conditions;
mod dealer_hand;
mod limits;
mod meters;
mod names;
mod reach;
mod readings;
mod rows;
mod showdown;
mod single_card;
mod stud;
mod table;
mod tables;
mod twenty_one;
mod winners;

use std::borrow::Borrow;

use crate::game::Game;
use crate::load::Path;
use crate::load::document::{Node, Value};
use crate::load::message::Message;
use crate::load::report::Report;

/// Checks everything but what is a matter of the files as they are written, and reports every fault.
pub(crate) fn all(game: &Game, root: &Node, report: &mut Report) {
    Check::new(game, root, report).everything();
}

/// Checks what is a matter of the files as they are written: the places their sources name, the other readings, and what
/// lies idle.
pub(crate) fn as_written(game: &Game, root: &Node, report: &mut Report) {
    let mut check = Check::new(game, root, report);
    table::idle(&mut check);
    meters::idle(&mut check);
    names::places(&mut check);
    readings::check(&mut check);
}

/// Checks a file that is another reading of one that has been checked.
pub(crate) fn other_reading(game: &Game, root: &Node, base: &Game, report: &mut Report) {
    let mut check = Check::new(game, root, report);
    check.base = Some(base);
    check.everything();
}

/// A file under check.
struct Check<'a> {
    game: &'a Game,
    root: &'a Node,
    report: &'a mut Report,
    /// The file that this one is another reading of.
    base: Option<&'a Game>,
}

impl<'a> Check<'a> {
    fn new(game: &'a Game, root: &'a Node, report: &'a mut Report) -> Check<'a> {
        Check {
            game,
            root,
            report,
            base: None,
        }
    }

    fn everything(&mut self) {
        if self.base.is_none() {
            // Another reading has the same names and clauses.
            names::check(self);
        }
        table::check(self);
        limits::check(self);
        cents::check(self);
        meters::check(self);
        twenty_one::check(self);
        stud::check(self);
        showdown::check(self);
        baccarat::check(self);
        single_card::check(self);
        conditions::check(self);
        rows::check(self);
    }

    /// Whether the values at these places are what the file says.
    fn trusts(&self, places: &[impl Borrow<Path>]) -> bool {
        !self.report.distrusts_something() || places.iter().all(|place| self.report.trusts(place.borrow()))
    }

    /// Whether there is no fault so far.
    fn is_sound(&self) -> bool {
        self.report.is_empty()
    }

    /// Whether a fault has been reported of this value or of something in it.
    fn is_reported(&self, at: &Path) -> bool {
        self.report.has_fault_at(at)
    }

    /// Reports a fault at the first of these places, unless one of them holds a stand-in.
    fn fault(&mut self, message: Message, places: &[impl Borrow<Path>]) {
        if self.trusts(places) {
            let at = places[0].borrow();
            self.report.at_node(message, at, self.root.nearest(at));
        }
    }

    /// Reports a fault of one entry of a list of values.
    fn entry_fault(&mut self, message: Message, list: &Path, entry: usize) {
        if self.report.trusts(list) {
            let node = self.root.nearest(list);
            let node = match &node.value {
                Value::List(entries) => entries.get(entry).unwrap_or(node),
                _ => node,
            };
            self.report.at_node(message, list, node);
        }
    }

    /// Reports a fault of a key or a header rather than of its value.
    fn key_fault(&mut self, message: Message, at: &Path) {
        if self.report.trusts(at) {
            let node = self.root.nearest(at);
            self.report.at_key(message, at, node);
        }
    }
}

/// The place of the family.
fn family() -> Path {
    Path::from_iter([crate::game::FAMILY])
}
