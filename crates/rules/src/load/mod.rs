//! Reads a rules file and checks it: a game, or every fault at once.

mod change;
pub(crate) mod document;
mod fault;
mod fit;
pub(crate) mod leaves;
mod library;
mod path;
pub(crate) mod report;
pub(crate) mod shape;

pub use change::{Change, NotAChange};
pub use fault::{Fault, Faults, Kind};
pub use library::{LoadError, Loaded, Origin, embedded, open};
pub use path::{NotAPath, Part, Path};

pub(crate) use change::{Readings, Verdict};
pub(crate) use fit::nearest;

use crate::game::{Game, GameFile};

/// Reads a game from the text of a rules file.
pub fn parse(text: &str) -> Result<Game, Faults> {
    parse_with(text, &[])
}

/// Reads a game from the text of a rules file with other values at some places. The changed game is checked like any
/// other, but a row that the change has made idle is no fault.
pub fn parse_with(text: &str, changes: &[Change]) -> Result<Game, Faults> {
    let mut report = report::Report::new(text);
    let document::Reading {
        mut root,
        faults,
        cut_short,
    } = document::read(text);
    for fault in faults {
        report.syntax(fault.span, &fault.what, &fault.remedy);
    }
    if cut_short {
        return Err(report.finish("rules file"));
    }
    change::apply(&mut root, changes, &mut report);
    fit::fit(&mut root, &mut report);
    let file = typed(&root, &mut report);
    if let Some(file) = &file {
        crate::check::all(file, &root, &mut report);
        // The other readings, and rows that no cards meet, are matters of the file as it is written; beside a change (one
        // deck, a row that pays more) a reading or a row may be idle, and the game is sound all the same.
        if changes.is_empty() {
            crate::check::other_readings(file, &root, &mut report);
        } else {
            report.forgive(Kind::UnreachableRow);
        }
    }
    match file {
        Some(file) if report.is_empty() => Ok(file.into_game()),
        _ => Err(report.finish("rules file")),
    }
}

/// The file as its types. What fits the shape can be read; should the two ever disagree, the reader's own words are the
/// fault.
fn typed(root: &document::Node, report: &mut report::Report) -> Option<GameFile> {
    match serde_json::from_value(root.to_json()) {
        Ok(file) => Some(file),
        Err(fault) => {
            report.at_node(Kind::WrongType, &Path::root(), root, fault.to_string(), "");
            None
        }
    }
}
