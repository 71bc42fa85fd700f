//! What is kept of a round can be held against itself, and everything a dealer must do is within reach.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use croupier_rules::Game;
use croupier_rules::load::{ids, open};
use croupier_school::{
    Asks, Exercise, Lesson, Mischief, Move, Planted, RoundText, Setup, TestSet, TestText, Told, reach,
};
use croupier_table::random_play::Dice;
use croupier_table::{Event, HandAt, Wager, What};

#[test]
fn a_record_holds_and_one_that_was_altered_does_not() {
    let game = game("nh21-plus");
    let (setup, exercise) = with_a_payment(&game);
    let flawed = Planted::WrongPay.plant(&exercise.script, &mut Dice::new(2)).unwrap();
    let record = RoundText::of(&setup, &exercise, Told::AtTheEnd, &flawed.moves, 1000);
    assert_eq!(record.faults.len(), 1);
    assert_eq!(record.faults[0].kind, "amount");
    assert_eq!(record.verify(&game), Ok(()));
    let mut kinder = record.clone();
    kinder.faults.clear();
    assert!(kinder.verify(&game).is_err());
    let mut other = record.clone();
    other.seed += 1;
    assert!(other.verify(&game).is_err());
    let mut righted = record.clone();
    righted.moves[flawed.at] = exercise.script.dues[flawed.at].made.text(&game);
    assert!(righted.verify(&game).is_err());
}

#[test]
fn a_test_is_passed_within_its_limits_and_states_nothing_else() {
    let game = game("nh21-plus");
    let (setup, exercise) = with_a_payment(&game);
    let moves: Vec<Move> = exercise.script.dues.iter().map(|due| due.made).collect();
    let clean = RoundText::of(&setup, &exercise, Told::AtTheEnd, &moves, 30_000);
    let set = TestSet {
        examiner: "Eve".to_string(),
        dealer: "Dan".to_string(),
        games: vec!["nh21-plus".to_string()],
        rounds: 2,
        seats: 3,
        errors_max: 0,
        seconds_max: Some(60),
        set_at: 1,
    };
    let passed = TestText::of(set.clone(), String::new(), 2, vec![clean.clone(), clean.clone()]);
    assert!(passed.passed && passed.verify_result().is_ok());
    assert!(passed.payments_per_minute() > 0);
    let slow = RoundText {
        took_ms: 30_001,
        ..clean.clone()
    };
    assert!(!TestText::of(set.clone(), String::new(), 2, vec![clean.clone(), slow]).passed);
    let flawed = RoundText::of(&setup, &exercise, Told::AtTheEnd, &moves[1..], 1000);
    let failed = TestText::of(set.clone(), String::new(), 2, vec![clean.clone(), flawed]);
    assert!(!failed.passed && failed.verify_result().is_ok());
    let altered = TestText { passed: true, ..failed };
    assert!(altered.verify_result().is_err());
    let short = TestText::of(set, String::new(), 2, vec![clean]);
    assert!(short.verify_result().is_err());
}

#[test]
fn every_move_that_is_ever_due_is_within_reach() {
    for id in ids() {
        let game = game(id);
        for lesson in Lesson::course(&game) {
            for seed in 0..6 {
                let setup = Setup {
                    lesson,
                    mischief: Mischief {
                        mixed_signals: 20,
                        irregularities: 20,
                        second_thoughts: 20,
                        slow: 20,
                        cheating: 20,
                    },
                    ..setup(seed)
                };
                let exercise = setup.deal(&game);
                let targets = reach(&game, &hands(&exercise), &wagers(&exercise));
                let tools: Vec<_> = targets.iter().flat_map(|target| &target.tools).collect();
                for due in &exercise.script.dues {
                    let text = due.made.text(&game);
                    let fits = |tool: &&&croupier_school::Tool| match tool.asks {
                        Asks::Nothing => tool.text == text,
                        _ => text.starts_with(&format!("{} ", tool.text)),
                    };
                    assert!(tools.iter().any(|tool| fits(&tool)), "{id}: `{text}` cannot be done");
                }
            }
        }
    }
}

/// Every hand that ever lies on the table.
fn hands(exercise: &Exercise) -> Vec<HandAt> {
    let mut hands: Vec<HandAt> = wagers(exercise).into_iter().map(|(wager, _)| wager.hand).collect();
    hands.sort_unstable();
    hands.dedup();
    hands
}

/// Every wager that is ever made or paid.
fn wagers(exercise: &Exercise) -> Vec<(Wager, croupier_rules::Money)> {
    let made = exercise.happenings.iter().filter_map(|happening| match happening {
        croupier_school::Happening::Round(Event {
            what: What::Placed { wager, amount },
            ..
        }) => Some((*wager, *amount)),
        croupier_school::Happening::Round(Event {
            what: What::Settled { wager, stake, .. },
            ..
        }) => Some((*wager, *stake)),
        _ => None,
    });
    made.collect()
}

/// A round in which something is paid.
fn with_a_payment(game: &Arc<Game>) -> (Setup, Exercise) {
    let rounds = (0..100).map(|seed| (setup(seed), setup(seed).deal(game)));
    let pays = |exercise: &Exercise| {
        exercise
            .script
            .dues
            .iter()
            .any(|due| matches!(due.made, Move::Pay { .. }))
    };
    rounds.into_iter().find(|(_, exercise)| pays(exercise)).unwrap()
}

fn setup(seed: u64) -> Setup {
    Setup {
        opening: true,
        shuffle: true,
        ..Setup::plain(Lesson::Everything, 3, seed)
    }
}

fn game(id: &str) -> Arc<Game> {
    Arc::new(open(id).unwrap().game)
}
