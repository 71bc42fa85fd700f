//! Games in which both of the dealer's cards lie face up: against the oracle over `Round`, against the hole card known in an
//! ordinary game, and against published figures.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::sync::Arc;

use common::{Shape, open_game};
use croupier_rules::card::parse_cards;
use croupier_rules::load;
use croupier_rules::twenty_one::{HoleCard, SurrenderCheck};
use croupier_rules::{Family, Money};
use croupier_solver::exhaustive::{Cards, Decides, value};
use croupier_solver::number::Fraction;
use croupier_solver::twenty_one::best::{BestPlay, Insures};
use croupier_solver::twenty_one::known_hole::known_hole;
use croupier_solver::twenty_one::playbook::BookStrategy;
use croupier_solver::twenty_one::{full_shoe, round_value};
use croupier_solver::{HandQuestion, hand};

const MAIN: Money = Money::from_dollars(10);

fn told_apart(shape: Shape) -> Cards {
    match shape {
        Shape::Suits | Shape::SuitsAndSplits => Cards::One,
        _ => Cards::Rank,
    }
}

#[test]
fn without_splits_the_play_is_the_best_of_all() {
    for (shape, seeds) in [(Shape::NoSplits, 0..16), (Shape::Suits, 0..8)] {
        for seed in seeds {
            let game = Arc::new(open_game(seed, shape));
            let best = value(&game, MAIN, Decides::BestAction, told_apart(shape)).unwrap();
            let claimed = round_value::<Fraction>(&game, MAIN, &full_shoe(&game)).unwrap();
            assert_eq!(claimed.value, best, "seed {seed}: {:?}", game.family);
        }
    }
}

/// The solver's own play and its book read back are paid what is claimed for them.
#[test]
fn every_play_is_paid_what_is_claimed() {
    let mut compared = 0;
    for (shape, seeds) in [
        (Shape::NoSplits, 100..108),
        (Shape::Splits, 200..210),
        (Shape::FourHands, 700..706),
        (Shape::PairsWin, 720..726),
        (Shape::SuitsAndSplits, 400..420),
    ] {
        for seed in seeds {
            let game = Arc::new(open_game(seed, shape));
            let shoe = full_shoe(&game);
            let best: BestPlay<Fraction> = BestPlay::new(&game, MAIN, &shoe, Insures::Never).unwrap();
            let Ok(paid) = value(&game, MAIN, Decides::Strategy(&best), told_apart(shape)) else {
                continue;
            };
            let claimed = round_value::<Fraction>(&game, MAIN, &shoe).unwrap().value;
            assert_eq!(claimed, paid, "seed {seed}: {:?}", game.family);
            let book = BookStrategy::new(&best.playbook(&game), &game).unwrap();
            let by_book = value(&game, MAIN, Decides::Strategy(&book), told_apart(shape)).unwrap();
            assert_eq!(by_book, paid, "seed {seed}: {:?}", game.family);
            compared += 1;
        }
    }
    assert!(compared >= 30, "only {compared} shoes were large enough");
}

/// Who sees the hole card of an ordinary game plays as if it lay face up.
#[test]
fn a_hole_card_that_is_known_is_worth_one_that_lies_open() {
    for id in ["blackjack", "presque-isle-blackjack", "super-fun-21"] {
        let mut game = load::open(id).unwrap().game;
        if let Family::TwentyOne(rules) = &mut game.family {
            rules.surrender.check = SurrenderCheck::After;
        }
        let main = game.main_bet.lowest();
        let known = known_hole(&game, main).unwrap().value;
        if let Family::TwentyOne(rules) = &mut game.family {
            (rules.dealer.hole_card, rules.insurance) = (HoleCard::FaceUp, None);
        }
        let open = round_value::<f64>(&game, main, &full_shoe(&game)).unwrap().value;
        assert!((known - open).abs() < 1e-12, "{id}: {known} known, {open} open");
        assert_eq!(known_hole(&game, main), None, "{id}: there is nothing left to know");
    }
}

#[test]
fn what_cannot_be_asked_is_refused_in_a_sentence() {
    let game = load::open("double-exposure").unwrap().game;
    let ask = |up: &str| {
        let up = parse_cards(up).unwrap();
        let question = HandQuestion {
            cards: parse_cards("Th 6c").unwrap(),
            up: up.first().copied(),
            hole: up.get(1).copied(),
            ..HandQuestion::default()
        };
        hand(&game, &question)
    };
    assert!(
        ask("9c")
            .unwrap_err()
            .to_string()
            .contains("both of the dealer's cards lie face up")
    );
    assert!(ask("As Kc").unwrap_err().to_string().contains("shows a blackjack"));
    // Against a 17 that stands, a 16 can only win by a card.
    assert_eq!(ask("Tc 7c").unwrap().actions[0].action, "hit");
    assert_eq!(ask("Tc 6c").unwrap().actions[0].action, "stand");
}
