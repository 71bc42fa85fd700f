//! Reads the files of a game and checks them: a game, or every fault at once.
//!
//! A text becomes a tree of values that know their places (`document`); it is laid over that of the game it extends
//! (`extend`); changes are made in the tree (`change`); every
//! type reads itself from it (`read`, defined by `section`); and what was read is checked as a whole.

mod change;
pub(crate) mod document;
pub(crate) mod extend;
mod fault;
pub(crate) mod keys;
mod library;
pub(crate) mod message;
mod path;
pub(crate) mod read;
pub(crate) mod report;
pub(crate) mod section;
pub(crate) mod shape;
pub(crate) mod toml;

pub use change::{Change, NotAChange};
pub use fault::{Fault, Faults, Kind, Text};
pub use library::{Files, LoadError, Loaded, Origin, ids, open};
pub use message::MESSAGES;
pub use path::{NotAPath, Path};

pub(crate) use change::{Readings, Verdict};
pub(crate) use keys::nearest;

use crate::game::Game;
use document::{Node, Value};
use report::Report;

/// Reads a game from the text of a rules file.
pub fn parse(text: &str) -> Result<Game, Faults> {
    parse_with(text, &[])
}

/// Reads a game from the text of a rules file with other values at some places. The changed game is checked like any
/// other, but a row that the change has made idle is no fault.
pub fn parse_with(text: &str, changes: &[Change]) -> Result<Game, Faults> {
    Files::new("rules file", text).read(changes)
}

impl Files {
    /// The game, with other values at some places. It is checked like any other, but a row that the change has made idle is
    /// no fault.
    pub fn read(&self, changes: &[Change]) -> Result<Game, Faults> {
        let mut report = Report::new(&[]);
        let Some(mut root) = extend::tree(self, &mut report) else {
            return Err(report.finish());
        };
        change::apply(&mut root, changes, &mut report);
        let game = Game::read(&root, &mut report);
        crate::check::all(&game, &root, &mut report);
        // The places that sources name, the other readings, and rows that no cards meet are matters of the files as they are
        // written; beside a change (one deck, a row that pays more) they may be idle, and the game is sound all the same.
        if changes.is_empty() {
            crate::check::as_written(&game, &root, &mut report);
        } else {
            report.forgive(Kind::UnreachableRow);
        }
        if report.is_empty() {
            Ok(game)
        } else {
            Err(report.finish())
        }
    }
}

/// The key of the sources where they stand in the file of the rules itself.
const SOURCES: &str = "sources";

/// Whether a file is of the format that only `croupier upgrade` reads; says so.
fn is_of_format_1(root: &Node, report: &mut Report) -> bool {
    let format = root.get("format").filter(|format| format.value == Value::Number(1));
    if let Some(format) = format {
        report.at_node(message::old_format(), &Path::from_iter(["format"]), format);
    }
    format.is_some()
}
