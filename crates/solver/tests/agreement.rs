//! The fast solver against the slow oracle over `Round`, in exact fractions, on small shoes and random rules.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::sync::Arc;

use croupier_rules::Money;
use croupier_solver::exhaustive::{Cards, Decides, moment, value};
use croupier_solver::number::{Fraction, Number};
use croupier_solver::twenty_one::best::{BestPlay, Insures};
use croupier_solver::twenty_one::playbook::{BookStrategy, Playbook};
use croupier_solver::twenty_one::{full_shoe, round_value};

use common::{Shape, random_game};

fn looks_at_suits(shape: Shape) -> Cards {
    match shape {
        Shape::Suits | Shape::SuitsAndSplits => Cards::One,
        _ => Cards::Rank,
    }
}

/// The value the solver claims for its own play is what `Round` pays for it, to the last digit.
fn own_play_is_worth_what_is_claimed(shape: Shape, seeds: std::ops::Range<u64>) {
    let main = Money::from_dollars(10);
    let (mut compared, mut split) = (0, 0);
    for seed in seeds {
        let game = Arc::new(random_game(seed, shape));
        let shoe = full_shoe(&game);
        let best: BestPlay<Fraction> = BestPlay::new(&game, main, &shoe, Insures::Never).unwrap();
        let Ok(paid) = value(&game, main, Decides::Strategy(&best), looks_at_suits(shape)) else {
            continue;
        };
        let claimed = round_value::<Fraction>(&game, main, &shoe).unwrap();
        assert_eq!(claimed.value, paid, "seed {seed}: {:?}", game.family);
        let fast = round_value::<f64>(&game, main, &shoe).unwrap();
        let error = (fast.value - Number::to_f64(&paid)).abs();
        assert!(error < 1e-12, "seed {seed}: floating point is off by {error}");
        compared += 1;
        let hands = claimed
            .endings
            .values()
            .fold(Fraction::ZERO, |sum, ending| sum + ending.chance.clone());
        split += u64::from(hands > Fraction::ONE);
        assert!(hands >= Fraction::ONE, "seed {seed}: endings add up to {hands} hands");
    }
    assert!(compared > 0, "every shoe was too small");
    let splits = matches!(shape, Shape::Splits | Shape::SuitsAndSplits);
    assert!(split > 0 || !splits, "no game came to a split");
    println!("{compared} compared, {split} with splits");
}

#[test]
fn without_splits_the_play_is_the_best_of_all() {
    let main = Money::from_dollars(10);
    for (shape, seeds) in [(Shape::NoSplits, 0..16), (Shape::Suits, 0..10)] {
        let mut compared = 0;
        for seed in seeds {
            let game = Arc::new(random_game(seed, shape));
            let Ok(best) = value(&game, main, Decides::BestAction, looks_at_suits(shape)) else {
                continue;
            };
            let claimed = round_value::<Fraction>(&game, main, &full_shoe(&game)).unwrap();
            assert_eq!(claimed.value, best, "seed {seed}: {:?}", game.family);
            compared += 1;
        }
        println!("{compared} compared");
        assert!(compared > 0, "every shoe was too small");
    }
}

#[test]
fn undivided_hands_are_paid_what_is_claimed() {
    own_play_is_worth_what_is_claimed(Shape::NoSplits, 100..125);
}

#[test]
fn split_hands_are_paid_what_is_claimed() {
    own_play_is_worth_what_is_claimed(Shape::Splits, 200..220);
}

#[test]
fn suited_hands_are_paid_what_is_claimed() {
    own_play_is_worth_what_is_claimed(Shape::Suits, 300..320);
}

#[test]
fn suited_split_hands_are_paid_what_is_claimed() {
    own_play_is_worth_what_is_claimed(Shape::SuitsAndSplits, 400..440);
}

/// A playbook written, read back and played by is worth what the best play is worth.
#[test]
fn playbooks_are_played_as_they_were_written() {
    let main = Money::from_dollars(10);
    for (shape, seeds) in [
        (Shape::Splits, 500..506),
        (Shape::SuitsAndSplits, 400..412),
        (Shape::Suits, 300..304),
    ] {
        let mut compared = 0;
        for seed in seeds {
            let game = Arc::new(random_game(seed, shape));
            let shoe = full_shoe(&game);
            let best: BestPlay<Fraction> = BestPlay::new(&game, main, &shoe, Insures::Never).unwrap();
            let text = serde_json::to_string(&best.playbook(&game)).unwrap();
            let book: Playbook = serde_json::from_str(&text).unwrap();
            let strategy = BookStrategy::new(&book, &game).unwrap();
            let Ok(paid) = value(&game, main, Decides::Strategy(&strategy), looks_at_suits(shape)) else {
                continue;
            };
            let claimed = round_value::<Fraction>(&game, main, &shoe).unwrap();
            assert_eq!(claimed.value, paid, "seed {seed}");
            compared += 1;
        }
        assert!(compared > 0, "every shoe was too small");
    }
}

/// Mean squares: exact without splits; with splits the hands are taken as independent once the dealer's end is given,
/// which even in shoes of a dozen cards is off by a few percent at most.
#[test]
fn spreads_are_those_of_the_round() {
    let main = Money::from_dollars(10);
    for (shape, seeds, tolerance) in [(Shape::NoSplits, 600..606, 1e-9), (Shape::Splits, 200..216, 0.04)] {
        let mut worst = 0.0f64;
        for seed in seeds {
            let game = Arc::new(random_game(seed, shape));
            let shoe = full_shoe(&game);
            let best: BestPlay<Fraction> = BestPlay::new(&game, main, &shoe, Insures::Never).unwrap();
            let Ok(square) = moment(&game, main, Decides::Strategy(&best), looks_at_suits(shape), 2) else {
                continue;
            };
            let round = round_value::<Fraction>(&game, main, &shoe).unwrap();
            let of_gain = |(gain, chance): (&i64, &f64)| (*gain as f64 * 1e-6).powi(2) * chance;
            let reported: f64 = round.gains.iter().map(of_gain).sum();
            let exact = Number::to_f64(&square);
            worst = worst.max((reported / exact - 1.0).abs());
        }
        println!("mean squares off by {worst:e} at most");
        assert!(worst < tolerance, "off by {worst}");
    }
}
