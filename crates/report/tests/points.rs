//! What the documents leave open can be tried, and what cannot says why it changes nothing.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::{GAMES, game};
use croupier_report::points::{PointEffect, PointValue, points};

/// The points that the solver does not value, and the wagers that each is about.
const SIMULATED: [(&str, &str, &[&str]); 4] = [
    ("nh21-plus", "spots-pay", &["main"]),
    ("nh21-v3", "match-down-rides", &["match-down"]),
    ("nh21-v3", "match-cards", &["match-down"]),
    ("nh-holdem", "fold", &["pair-plus", "six-card-bonus"]),
];

#[test]
fn every_point_is_tried_or_says_why_it_changes_nothing() {
    let mut simulated = Vec::new();
    for id in GAMES {
        let loaded = game(id);
        let base = croupier_solver::solve(&loaded.game, None).unwrap();
        for point in points(&loaded, &base, &|| {}) {
            assert_ne!(point.effect, PointEffect::NotTried, "{id}: {}", point.id);
            assert_eq!(point.set.is_empty(), point.unchanged.is_some(), "{id}: {}", point.id);
            let is_moved = point.changed().next().is_some();
            assert_eq!(is_moved, point.effect != PointEffect::NoValue, "{id}: {}", point.id);
            if point.effect == PointEffect::Simulated {
                simulated.push((id, point));
            }
        }
    }
    assert_eq!(simulated.len(), SIMULATED.len());
    for ((id, point), wanted) in simulated.iter().zip(SIMULATED) {
        assert_eq!((*id, point.id.as_str()), (wanted.0, wanted.1));
        moves_only(point, wanted.2);
    }
}

/// A reading that is simulated moves the wagers it is about, by far more than the error, and leaves the others at their exact value.
fn moves_only(point: &PointValue, wagers: &[&str]) {
    let changed: Vec<&str> = point.changed().map(|wager| wager.id.as_str()).collect();
    assert_eq!(changed, wagers, "{}", point.id);
    for wager in point.changed() {
        let (here, there) = (wager.ev.unwrap(), wager.ev_alternative.unwrap());
        let error = wager.standard_error.unwrap();
        assert!(error > 0.0 && error < 0.01, "{}: {error}", point.id);
        assert!((here - there).abs() > 5.0 * error, "{}: {here} and {there}", point.id);
    }
}
