//! The other readings of unclear points: each must be a game of its own.

use super::Check;
use crate::game::Point;
use crate::load::{Change, Kind, Path, Readings, Verdict};

pub(super) fn check(check: &mut Check) {
    let points = &check.game.sources.points;
    let set = |point: &Point| Path::from_iter(["sources", "point", point.id.as_str(), "set"]);
    let changes = || {
        points.iter().flat_map(|point| {
            let at = set(point);
            let without = Path::from_iter(["sources", "point", point.id.as_str(), "without"]);
            point.changes().into_iter().map(move |change| match &change.value {
                serde_json::Value::Null => (without.clone(), change),
                _ => (at.key(&change.path), change),
            })
        })
    };
    for (at, change) in changes() {
        if let Err(message) = change.is_of_rules() {
            let (what, remedy) = message.split_once("; ").unwrap_or((&message, ""));
            check.fault_at(Kind::Reading, &at, what, remedy);
        }
    }
    if !check.is_sound() {
        // What another reading is worth can only be said of a file that is right itself.
        return;
    }
    let readings = Readings::new(check.root);
    for point in points {
        let changes: Vec<Change> = point.changes();
        match changes.as_slice() {
            [] => {}
            [only] => verdict(check, &readings, &set(point), point, std::slice::from_ref(only)),
            several => {
                for change in several.iter().filter(|change| readings.is_same(change)) {
                    same(check, &set(point).key(&change.path), change);
                }
                verdict(check, &readings, &set(point), point, several);
            }
        }
    }
}

fn verdict(check: &mut Check, readings: &Readings, at: &Path, point: &Point, changes: &[Change]) {
    match readings.verdict(changes) {
        Verdict::Sound => {}
        Verdict::Same => same(check, &at.key(&changes[0].path), &changes[0]),
        Verdict::Faulty(fault) => {
            let what = format!("the other reading of `{}` is not a game: {}", point.id, fault.what);
            check.fault_at(Kind::Reading, at, what, fault.remedy);
        }
    }
}

fn same(check: &mut Check, at: &Path, change: &Change) {
    let what = format!("the other reading sets `{}` to what it is already", change.path);
    check.fault_at(
        Kind::Reading,
        at,
        what,
        "write the value of the other reading, or leave it out",
    );
}
