//! The other readings of unclear points: each must be a game of its own.

use serde_json::Value as Json;

use super::Check;
use crate::game::Point;
use crate::load::section::key;
use crate::load::{Change, Kind, Path, Readings, Verdict, message};
use crate::sources::Sources;

pub(super) fn check(check: &mut Check) {
    let points = &check.game.sources.points;
    for point in points {
        for change in point.changes() {
            if let Err(message) = change.is_of_rules() {
                check.fault(message.of(Kind::Reading), &[written_at(point, &change)]);
            }
        }
    }
    if !check.is_sound() {
        // What another reading is worth can only be said of a file that is right itself.
        return;
    }
    let readings = Readings::new(check.root);
    for point in points {
        let changes = point.changes();
        if changes.len() > 1 {
            for change in changes.iter().filter(|change| readings.is_same(change)) {
                same(check, point, change);
            }
        }
        verdict(check, &readings, point, &changes);
    }
}

fn verdict(check: &mut Check, readings: &Readings, point: &Point, changes: &[Change]) {
    let Some(first) = changes.first() else {
        return;
    };
    match readings.verdict(changes) {
        Verdict::Sound => {}
        Verdict::Same => same(check, point, first),
        Verdict::Faulty(fault) => {
            let message = message::faulty_reading(&point.id, fault.what, fault.remedy);
            check.fault(message, &[set_at(point)]);
        }
    }
}

fn same(check: &mut Check, point: &Point, change: &Change) {
    check.fault(message::same_reading(&change.path), &[written_at(point, change)]);
}

/// Where a change of the other reading is written: what is left out stands in a list, what is set under its place.
fn written_at(point: &Point, change: &Change) -> Path {
    match change.value {
        Json::Null => Sources::place_of_point(&point.id).key(key!(Point.without)),
        _ => set_at(point).key(&change.path),
    }
}

fn set_at(point: &Point) -> Path {
    Sources::place_of_point(&point.id).key(key!(Point.set))
}
