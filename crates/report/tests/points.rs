//! What the documents leave open can be tried, and what cannot says why it changes nothing.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::{GAMES, game};
use croupier_report::par::from_full_shoes;
use croupier_report::points::{PointEffect, PointValue, points};
use croupier_rules::load::Change;

/// The points that the solver does not value, and the wagers that each is about.
const SIMULATED: [(&str, &str, &[&str]); 2] = [
    ("nh21-v3", "match-down-rides", &["match-down"]),
    ("nh21-v3", "match-cards", &["match-down"]),
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
        assert!(point.not_exact.is_some(), "{id}: {} says why", point.id);
        moves_only(point, wanted.2);
    }
}

/// Readings that are exact and touch several bets at once: the simulation, which deals the changed game itself, agrees.
#[test]
fn folds_that_take_side_bets_and_spots_paid_even_money_are_worth_what_they_come_to() {
    for (id, field, value, wagers) in [
        (
            "nh-holdem",
            "hands.fold-takes",
            "every-bet",
            &["pair-plus", "six-card-bonus"][..],
        ),
        ("nh21-plus", "main-bet.spots-pay", "even", &["main"]),
    ] {
        let loaded = game(id).with(&[Change::new(field, value)]).unwrap();
        let solution = croupier_solver::solve(&loaded.game, None).unwrap();
        let reports = from_full_shoes(&loaded.game, &solution, 400_000, 7).unwrap();
        for wager in wagers {
            let exact = solution.wagers.iter().find(|known| known.id == *wager).unwrap().ev;
            let found = reports
                .iter()
                .flat_map(|report| &report.wagers)
                .rfind(|found| found.id == *wager);
            let found = found.unwrap();
            let z = (found.mean - exact) / found.standard_error;
            assert!(z.abs() < 4.0, "{id}, {wager}: {} simulated, {exact} exact", found.mean);
        }
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
