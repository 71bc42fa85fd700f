//! Rounds of every game with an error planted in them: each is caught where it was planted, and for what it is.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::sync::Arc;

use croupier_rules::Game;
use croupier_rules::load::{ids, open};
use croupier_school::{
    Exercise, FaultKind, Happening, Irregularity, Judge, Lesson, Mischief, Move, Planted, Setup, Told, Verdict,
};
use croupier_table::random_play::Dice;
use croupier_table::{Event, What};

const ROUNDS: u64 = 40;

#[test]
fn each_kind_of_error_is_caught_where_it_was_planted_in_every_game() {
    for game in games() {
        let mut planted: BTreeMap<Planted, usize> = BTreeMap::new();
        for seed in 0..ROUNDS {
            let exercise = exercise(&game, Lesson::Everything, seed);
            for kind in Planted::ALL {
                let Some(flawed) = kind.plant(&exercise.script, &mut Dice::new(seed)) else {
                    continue;
                };
                *planted.entry(kind).or_default() += 1;
                let found = first_error(&exercise, &flawed.moves);
                let said = || {
                    format!(
                        "{} {seed} {kind:?}: {:?}",
                        game.id,
                        flawed.moves[flawed.at].words(&game)
                    )
                };
                let (at, fault) = found.unwrap_or_else(|| panic!("not caught: {}", said()));
                assert_eq!(at, flawed.at, "{}", said());
                let expected: &[FaultKind] = match kind {
                    Planted::WrongPay => &[FaultKind::Amount],
                    Planted::ExposedCard => &[FaultKind::Exposed],
                    Planted::WrongDirection => &[FaultKind::Direction, FaultKind::Order],
                    // A card that comes too early is an exposed card before it is anything else.
                    Planted::MissedSideBet => &[FaultKind::Missed, FaultKind::Exposed],
                    Planted::WrongOrder => &[
                        FaultKind::Order,
                        FaultKind::Exposed,
                        FaultKind::Place,
                        FaultKind::Missed,
                        FaultKind::Count,
                    ],
                };
                assert!(expected.contains(&fault), "{} was called {fault:?}", said());
            }
        }
        let possible = Planted::ALL
            .iter()
            .filter(|kind| **kind != Planted::MissedSideBet || !game.side_bets.is_empty());
        for kind in possible {
            assert!(planted.contains_key(kind), "{}: {kind:?} was never planted", game.id);
        }
    }
}

#[test]
fn a_lesson_is_dealt_without_fault_and_always_the_same() {
    for game in games() {
        for lesson in Lesson::course(&game) {
            for seed in 0..5 {
                let (one, other) = (exercise(&game, lesson, seed), exercise(&game, lesson, seed));
                assert_eq!(one.happenings, other.happenings);
                let moves: Vec<Move> = one.script.dues.iter().map(|due| due.made).collect();
                assert_eq!(first_error(&one, &moves), None);
            }
        }
    }
}

#[test]
fn every_game_has_a_course_from_plain_to_everything() {
    let courses: Vec<(String, Vec<&str>)> = games()
        .map(|game| {
            (
                game.id.clone(),
                Lesson::course(&game).into_iter().map(Lesson::word).collect(),
            )
        })
        .collect();
    for (id, course) in &courses {
        assert_eq!((course[0], *course.last().unwrap()), ("plain", "everything"), "{id}");
    }
    let of = |id: &str| courses.iter().find(|(game, _)| game == id).unwrap().1.clone();
    assert_eq!(
        of("nh21-plus"),
        ["plain", "side-bets", "insurance", "splits-and-doubles", "everything"]
    );
    assert_eq!(of("nh-holdem"), ["plain", "side-bets", "folds", "everything"]);
}

#[test]
fn in_the_end_the_floor_has_put_every_error_right() {
    for game in games() {
        for seed in 0..10 {
            let exercise = exercise(&game, Lesson::Everything, seed);
            for kind in Planted::ALL {
                let Some(flawed) = kind.plant(&exercise.script, &mut Dice::new(seed)) else {
                    continue;
                };
                let mut judge = Judge::new(&exercise.script, Told::AtTheEnd);
                for made in &flawed.moves {
                    judge.make(*made);
                }
                judge.finish();
                let mut done = judge.done().to_vec();
                done.sort_unstable();
                assert_eq!(
                    done,
                    (0..exercise.script.dues.len()).collect::<Vec<_>>(),
                    "{} {kind:?}",
                    game.id
                );
                assert!(!judge.faults().is_empty());
            }
        }
    }
}

#[test]
fn a_contradiction_of_hand_and_voice_is_read_by_the_hand_where_the_document_says_so() {
    let game = Arc::new(open("nh21-plus").unwrap().game);
    let setup = |seed| Setup {
        mischief: Mischief {
            mixed_signals: 100,
            ..Mischief::NONE
        },
        ..setup(Lesson::Plain, seed)
    };
    let mut mixed = 0;
    for seed in 0..20 {
        let exercise = setup(seed).deal(&game);
        for (happening, signal) in exercise.signals.iter().filter(|(_, signal)| signal.is_mixed()) {
            mixed += 1;
            let place = exercise
                .script
                .dues
                .iter()
                .position(|due| due.brings == Some(*happening))
                .unwrap();
            let Move::Heed { hand, wants } = exercise.script.dues[place].made else {
                panic!("a signal belongs to a wish")
            };
            assert_eq!(wants, signal.hand);
            let mut judge = Judge::new(&exercise.script, Told::AtOnce);
            exercise.script.dues[..place].iter().for_each(|due| {
                judge.make(due.made);
            });
            let heard = Move::Heed {
                hand,
                wants: signal.voice.unwrap(),
            };
            let Verdict::Error(fault) = judge.make(heard) else {
                panic!("the voice was heeded against the hand")
            };
            assert_eq!(fault.kind, FaultKind::Signal);
        }
    }
    assert!(mixed > 10);
    let silent = Arc::new(open("blackjack").unwrap().game);
    let silent = setup(1).deal(&silent);
    assert!(
        silent.signals.iter().all(|(_, signal)| !signal.is_mixed()),
        "no document says which counts"
    );
}

#[test]
fn cards_of_a_busted_hand_go_under_a_down_match_and_else_to_the_muck() {
    let game = Arc::new(open("nh21-plus").unwrap().game);
    let (mut under, mut mucked) = (0, 0);
    for seed in 0..60 {
        for due in exercise(&game, Lesson::Everything, seed).script.dues {
            let clause = due
                .clauses
                .first()
                .map(|clause| game.sources.clauses[usize::from(*clause)].id.as_str());
            match due.made {
                Move::PutUnder { .. } => under += 1,
                Move::Muck { .. } => mucked += 1,
                _ => continue,
            }
            assert!(clause.unwrap().ends_with("-down-match"), "{clause:?}");
        }
    }
    assert!(under > 0 && mucked > 0, "{under} {mucked}");
}

#[test]
fn what_a_player_shows_last_counts() {
    let game = Arc::new(open("nh21-plus").unwrap().game);
    let mut changed = 0;
    for seed in 0..20 {
        let setup = Setup {
            mischief: Mischief {
                second_thoughts: 100,
                slow: 100,
                ..Mischief::NONE
            },
            ..setup(Lesson::Everything, seed)
        };
        let exercise = setup.deal(&game);
        assert!(exercise.signals.iter().all(|(_, signal)| signal.thinks_ms >= 2_000));
        for (happening, signal) in &exercise.signals {
            let Some(first) = signal.first else { continue };
            changed += 1;
            assert!(signal.gesture().contains(", then "), "{}", signal.gesture());
            let dues = &exercise.script.dues;
            let place = dues.iter().position(|due| due.brings == Some(*happening)).unwrap();
            let Move::Heed { hand, wants } = dues[place].made else {
                panic!("a signal belongs to a wish")
            };
            assert_eq!(wants, signal.hand);
            let mut judge = Judge::new(&exercise.script, Told::AtOnce);
            dues[..place].iter().for_each(|due| {
                judge.make(due.made);
            });
            let Verdict::Error(fault) = judge.make(Move::Heed { hand, wants: first }) else {
                panic!("what was shown first was heeded")
            };
            assert_eq!(fault.kind, FaultKind::Signal);
        }
    }
    assert!(changed > 20, "{changed}");
}

#[test]
fn cheating_is_tried_where_it_pays_and_is_for_the_floor() {
    for game in games() {
        let mut seen = BTreeMap::new();
        for seed in 0..10 {
            let setup = Setup {
                mischief: Mischief {
                    cheating: 100,
                    ..Mischief::NONE
                },
                ..setup(Lesson::Everything, seed)
            };
            let exercise = setup.deal(&game);
            let moves: Vec<Move> = exercise.script.dues.iter().map(|due| due.made).collect();
            assert_eq!(first_error(&exercise, &moves), None);
            for (place, happening) in exercise.happenings.iter().enumerate() {
                let Happening::Irregularity { hand, what } = happening else {
                    continue;
                };
                *seen.entry(what.word()).or_insert(0) += 1;
                let due = exercise.script.dues.iter().find(|due| due.brings == Some(place));
                assert_eq!(due.unwrap().made, Move::CallFloor { seat: hand.seat });
                let net = match exercise.happenings[place + 1] {
                    Happening::Round(Event {
                        what: What::Settled { wager, net, .. },
                        ..
                    }) if wager.hand == *hand => net.cents(),
                    _ => 0,
                };
                match what {
                    Irregularity::PastPosting => assert!(net > 0, "{}", game.id),
                    Irregularity::Pinching => assert!(net < 0, "{}", game.id),
                    _ => {}
                }
            }
        }
        assert!(
            seen.contains_key("past-posting") && seen.contains_key("pinching"),
            "{}: {seen:?}",
            game.id
        );
    }
}

#[test]
fn a_table_is_opened_by_verifying_and_washing_the_decks() {
    let clauses = |id: &str| -> Vec<Option<String>> {
        let game = Arc::new(open(id).unwrap().game);
        let dues = exercise(&game, Lesson::Plain, 1).script.dues;
        assert_eq!(
            [dues[0].made, dues[1].made, dues[2].made],
            [Move::Verify, Move::Wash, Move::Shuffle]
        );
        let id = |clause: &u16| game.sources.clauses[usize::from(*clause)].id.clone();
        dues[..2].iter().map(|due| due.clauses.first().map(id)).collect()
    };
    let cited = |verify: Option<&str>, wash: Option<&str>| vec![verify.map(String::from), wash.map(String::from)];
    assert_eq!(clauses("nh21-plus"), cited(Some("opening"), Some("wash")));
    assert_eq!(clauses("nh21-v3"), cited(Some("shuffle"), Some("shuffle")));
    assert_eq!(clauses("nh-holdem"), cited(None, Some("wash")));
    // Its document is silent; the house's own procedure has it.
    assert_eq!(clauses("blackjack"), cited(None, None));
}

#[test]
fn betting_is_closed_once_just_before_the_first_card() {
    for game in games() {
        let exercise = exercise(&game, Lesson::Everything, 1);
        let dues = &exercise.script.dues;
        let closing: Vec<usize> = (0..dues.len())
            .filter(|due| dues[*due].made == Move::CloseBets)
            .collect();
        let first = dues
            .iter()
            .position(|due| matches!(due.made, Move::Deal { .. }))
            .unwrap();
        assert_eq!(closing, [first - 1], "{}", game.id);
        assert!(
            !dues[first - 1].clauses.is_empty(),
            "{}: a clause says how bets are placed",
            game.id
        );
        let early = dues.iter().map(|due| due.made).filter(|made| *made != Move::CloseBets);
        let (at, _) = first_error(&exercise, &early.collect::<Vec<_>>()).unwrap();
        assert_eq!(at, first - 1, "{}: a card is dealt while players may bet", game.id);
    }
}

#[test]
fn an_irregularity_is_for_the_floor() {
    for game in games().filter(|game| game.baccarat().is_none()) {
        let setup = Setup {
            mischief: Mischief {
                irregularities: 100,
                cheating: 100,
                ..Mischief::NONE
            },
            ..setup(Lesson::Everything, 3)
        };
        let exercise = setup.deal(&game);
        let calls = exercise
            .script
            .dues
            .iter()
            .filter(|due| matches!(due.made, Move::CallFloor { .. }))
            .count();
        assert!(calls > 0, "{}", game.id);
    }
}

/// Where the judge first finds an error, and what it calls it.
fn first_error(exercise: &Exercise, moves: &[Move]) -> Option<(usize, FaultKind)> {
    let mut judge = Judge::new(&exercise.script, Told::AtOnce);
    for (at, made) in moves.iter().enumerate() {
        if let Verdict::Error(fault) = judge.make(*made) {
            return Some((at, fault.kind));
        }
    }
    judge.finish();
    judge.faults().first().map(|fault| (moves.len(), fault.kind))
}

fn exercise(game: &Arc<Game>, lesson: Lesson, seed: u64) -> Exercise {
    setup(lesson, seed).deal(game)
}

fn setup(lesson: Lesson, seed: u64) -> Setup {
    Setup {
        opening: true,
        shuffle: true,
        ..Setup::plain(lesson, 4, seed)
    }
}

fn games() -> impl Iterator<Item = Arc<Game>> {
    ids().map(|id| Arc::new(open(id).unwrap().game))
}
