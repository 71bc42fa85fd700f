//! The other readings of unclear points: each must be a game of its own.

use super::Check;
use crate::load::{Change, Kind, Path, reading};

pub(super) fn check(check: &mut Check) {
    for (place, point) in check.file.unclear.iter().enumerate() {
        for change in point.changes() {
            let at = Path::root().key("unclear").place(place).key("set").key(&change.path);
            single(check, &at, &change);
        }
        let changes = point.changes();
        let at = Path::root().key("unclear").place(place).key("set");
        if changes.is_empty() || !check.is_sound() {
            continue;
        }
        if let Err(faults) = reading(check.root, check.file, &changes)
            && let Some(first) = faults.list.first()
        {
            let what = format!("the other reading of `{}` is not a game: {}", point.id, first.what);
            check.fault_at(Kind::Reading, &at, what, first.remedy.clone());
        }
    }
}

/// A change must name a field and change it.
fn single(check: &mut Check, at: &Path, change: &Change) {
    if let Err(message) = change.is_known() {
        let (what, remedy) = message.split_once("; ").unwrap_or((&message, ""));
        check.fault_at(Kind::Reading, at, what, remedy);
    } else if check.is_sound() && change.changes_nothing(check.root, check.file) {
        let what = format!("the other reading sets `{}` to what it is already", change.path);
        check.fault_at(
            Kind::Reading,
            at,
            what,
            "write the value of the other reading, or leave it out",
        );
    }
}
