//! What the documents leave open can be tried, and what cannot says why it changes nothing.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::{GAMES, game};
use croupier_report::points::{PointEffect, PointValue, points};

fn points_of(id: &str) -> Vec<PointValue> {
    let loaded = game(id);
    let base = croupier_solver::solve(&loaded.game, None).unwrap();
    points(&loaded, &base, &|| {})
}

#[test]
fn every_point_is_tried_or_says_why_it_changes_nothing() {
    for id in GAMES {
        for point in points_of(id) {
            assert_ne!(point.effect, PointEffect::NotTried, "{id}: {}", point.id);
            assert_eq!(point.set.is_empty(), point.unchanged.is_some(), "{id}: {}", point.id);
            assert_eq!(
                point.effect == PointEffect::NoValue,
                point.changed().next().is_none(),
                "{id}: {}",
                point.id
            );
        }
    }
}

/// What the solver does not value is simulated, and moves exactly the wagers that the reading is about.
#[test]
fn readings_that_follow_the_play_are_simulated() {
    for (id, point, moved) in [
        ("nh21-plus", "spots-pay", &["main"][..]),
        ("nh21-v3", "match-cards", &["match-down"]),
        ("nh21-v3", "match-down-rides", &["match-down"]),
        ("nh-holdem", "fold", &["pair-plus", "six-card-bonus"]),
    ] {
        let all = points_of(id);
        let value = all.iter().find(|value| value.id == point).unwrap();
        assert_eq!(value.effect, PointEffect::Simulated, "{id}: {point}");
        assert_eq!(value.rounds, Some(1_000_000));
        let changed: Vec<&str> = value.changed().map(|wager| wager.id.as_str()).collect();
        assert_eq!(changed, moved, "{id}: {point}");
        for wager in value.changed() {
            let (here, there) = (wager.ev.unwrap(), wager.ev_alternative.unwrap());
            let error = wager.standard_error.unwrap();
            assert!(error > 0.0 && error < 0.01, "{id}: {point}: {error}");
            assert!((here - there).abs() > 5.0 * error, "{id}: {point}: {here} and {there}");
        }
    }
}
