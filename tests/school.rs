//! The school over the books of a house: a round dealt by the book, a table test on file, what the audit makes of one that was altered,
//! and the export.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use common::croupier;
use croupier_house::{Hash, Role, Span};
use croupier_school::{Lesson, RoundText, Setup, TestText};
use croupier_server::people::Arrival;
use croupier_server::room::{Options, Room};
use croupier_server::school::TEST;
use croupier_server::wire::{ExerciseView, NewExercise, NewQuestion, NewTest};
use croupier_table::{Round, Step};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

async fn open(house: &str) -> Arc<Room> {
    Room::open(croupier_house::open(house).await.unwrap(), Options::default())
        .await
        .unwrap()
}

async fn arrive(room: &Room, name: &str, role: Role) -> Arrival {
    room.sign_up(name, "correct horse", role).await.ok().unwrap()
}

/// The written moves of a round by the book.
fn book(room: &Room, game: &str, lesson: Lesson, seed: u64) -> Vec<String> {
    let game = &room.games()[game].game;
    let setup = Setup {
        opening: true,
        shuffle: true,
        ..Setup::plain(lesson, 3, seed)
    };
    let exercise = setup.deal(game);
    exercise.script.dues.iter().map(|due| due.made.text(game)).collect()
}

fn exercise(game: &str, lesson: Lesson) -> NewExercise {
    NewExercise {
        game: game.to_string(),
        lesson: lesson.word().to_string(),
        seats: 3,
        shuffle: true,
        told_at_once: true,
        mixed_signals: 0,
        irregularities: 0,
        second_thoughts: 0,
        slow: 0,
        cheating: 0,
        chart_players: 0,
        seed: Some(11),
    }
}

async fn deal(room: &Room, dealer: &Arrival, game: &str, lesson: Lesson, wrong: Option<&str>) -> ExerciseView {
    let mut view = room
        .begin_exercise(&dealer.person, &exercise(game, lesson))
        .await
        .unwrap();
    for made in wrong
        .into_iter()
        .map(str::to_string)
        .chain(book(room, game, lesson, 11))
    {
        view = room.make_move(&dealer.person, view.id, &made).await.unwrap();
    }
    view
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_by_the_book_has_no_error_and_progress_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let house = folder.path().join("house.db").to_str().unwrap().to_string();
    let room = open(&house).await;
    let dan = arrive(&room, "Dan", Role::Player).await;
    for game in room.games().keys() {
        for lesson in Lesson::course(&room.games()[game].game) {
            let view = deal(&room, &dan, game, lesson, None).await;
            assert!(
                view.over && view.errors == Some(0),
                "{game} {}: {:?}",
                lesson.word(),
                view.moves
            );
        }
    }
    let view = deal(&room, &dan, "nh21-plus", Lesson::Plain, Some("burn")).await;
    assert_eq!((view.over, view.errors), (true, Some(1)));
    assert_eq!(view.moves[0].verdict, "error");
    assert!(!view.moves[0].clauses.is_empty(), "the clause is quoted");
    let question = NewQuestion {
        game: "nh21-plus".to_string(),
        kind: "irregularities".to_string(),
        timed: false,
    };
    let asked = room.ask_drill(&dan.person, &question).await.unwrap();
    assert!(room.answer_drill(&dan.person, asked.id, "nothing").await.is_err());
    room.answer_drill(&dan.person, asked.id, "1").await.unwrap();
    assert!(
        room.answer_drill(&dan.person, asked.id, "1").await.is_err(),
        "a question is answered once"
    );

    let school = room.school(&dan.person).await.unwrap();
    let course = school.courses.iter().find(|course| course.game == "nh21-plus").unwrap();
    assert_eq!((course.lessons[0].rounds, course.lessons[0].clean), (2, 1));
    let sheet = folder.path().join("school.csv");
    croupier(&["export", "school", "--house", &house, "-o", sheet.to_str().unwrap()]).succeeds();
    let rows = std::fs::read_to_string(&sheet).unwrap();
    assert!(rows.contains(",Dan,round,nh21-plus,plain,"), "{rows}");
    // A subject with a comma in it stands in quotes.
    let answer = rows.lines().find(|row| row.contains(",Dan,answer,nh21-plus,"));
    assert!(answer.is_some_and(|row| row.contains("irregularities ")), "{rows}");
}

/// Players by the chart choose what the chart says, in games of every family.
#[test]
fn players_on_basic_strategy_follow_the_chart() {
    for id in ["blackjack", "three-card-poker", "let-it-ride"] {
        let game = Arc::new(croupier_rules::load::open(id).unwrap().game);
        let chart = croupier_solver::chart_player(&game, game.main_bet.lowest()).unwrap();
        let mut chosen = 0;
        for seed in 0..10 {
            let setup = Setup {
                chart_players: 100,
                ..Setup::plain(Lesson::Everything, 3, seed)
            };
            let exercise = setup.deal_with(&game, Some(&*chart));
            let mut round = Round::new(&game, &exercise.wagers).unwrap();
            for (step, _) in &exercise.steps {
                if let Step::Choose(action) = step {
                    assert_eq!(*action, chart.choose(&game, &round.situation().unwrap()), "{id} {seed}");
                    chosen += 1;
                }
                round.play(*step, &mut Vec::new()).unwrap();
            }
        }
        assert!(chosen > 20, "{id}: {chosen}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_drill_has_a_time_limit_where_it_is_asked_for_and_levels_rise() {
    let folder = tempfile::tempdir().unwrap();
    let house = folder.path().join("house.db").to_str().unwrap().to_string();
    let room = open(&house).await;
    let dan = arrive(&room, "Dan", Role::Player).await;
    let question = |timed| NewQuestion {
        game: "baccarat".to_string(),
        kind: "totals".to_string(),
        timed,
    };
    let level = async || {
        let school = room.school(&dan.person).await.unwrap();
        let course = school.courses.iter().find(|course| course.game == "baccarat").unwrap();
        let card = course.drills.iter().find(|drill| drill.id == "totals").unwrap();
        card.level
    };
    let asked = room.ask_drill(&dan.person, &question(false)).await.unwrap();
    assert_eq!(
        (asked.level, asked.seconds),
        (1, None),
        "no limit unless it is asked for"
    );
    for answer in 0.. {
        let asked = room.ask_drill(&dan.person, &question(true)).await.unwrap();
        assert_eq!(asked.seconds, Some([40, 20, 10][usize::from(asked.level) - 1]));
        // The points are worked out here, card by card.
        let points: u32 = asked.asks[0]
            .split(' ')
            .map(|card| match &card[..1] {
                "A" => 1,
                "T" | "J" | "Q" | "K" => 0,
                pips => pips.parse().unwrap(),
            })
            .sum::<u32>()
            % 10;
        let verdict = room
            .answer_drill(&dan.person, asked.id, &points.to_string())
            .await
            .unwrap();
        assert!(verdict.right && !verdict.late, "{asked:?}");
        match answer {
            0 => assert_eq!(level().await, 2, "its one topic was answered right"),
            2 => break,
            _ => {}
        }
    }
    assert_eq!(level().await, 3, "three times in a row");
}

/// One thread serves everybody. A round that it dealt itself would always be there when the request is first polled, and nobody else
/// could have been answered meanwhile; one that is dealt beside it is there so soon once in a while.
#[tokio::test(flavor = "current_thread")]
async fn other_requests_are_answered_while_rounds_are_dealt() {
    let folder = tempfile::tempdir().unwrap();
    let house = folder.path().join("house.db").to_str().unwrap().to_string();
    let room = open(&house).await;
    let ann = arrive(&room, "Ann", Role::Player).await;
    let new = exercise("nh21-plus", Lesson::Insurance);
    let mut waited = 0;
    for _ in 0..20 {
        let mut begun = pin!(room.begin_exercise(&ann.person, &new));
        let view = match poll_fn(|context| Poll::Ready(begun.as_mut().poll(context))).await {
            Poll::Ready(view) => view,
            Poll::Pending => {
                waited += 1;
                assert!(room.store.user_named("Ann").await.unwrap().is_some());
                begun.await
            }
        };
        assert_eq!(view.unwrap().title, Lesson::Insurance.title());
    }
    assert!(waited > 0, "the thread that serves has dealt every round");
}

/// A house that is restarted in the middle of a test goes on with the same cards and every move: no error is forgotten, and the test
/// cannot be begun again.
#[tokio::test(flavor = "multi_thread")]
async fn a_test_that_was_begun_outlives_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let house = folder.path().join("house.db").to_str().unwrap().to_string();
    let room = open(&house).await;
    let (dan, eve) = (
        arrive(&room, "Dan", Role::Player).await,
        arrive(&room, "Eve", Role::Floor).await,
    );
    let new = NewTest {
        dealer: "Dan".to_string(),
        games: vec!["baccarat".to_string()],
        rounds: 2,
        seats: 2,
        errors_max: 3,
        seconds_max: None,
    };
    let card = room.set_test(&eve.person, &new).await.unwrap();
    let hash: Hash = card.hash.parse().unwrap();
    assert!(
        room.dealers(&eve.person).await.unwrap().is_empty(),
        "nothing has been begun"
    );
    let first = room.take_test(&dan.person, &hash).await.unwrap();
    room.make_move(&dan.person, first.id, "collect").await.unwrap();
    let before = room.make_move(&dan.person, first.id, "burn").await.unwrap();
    drop(room);

    let room = open(&house).await;
    let waits = &room.school(&dan.person).await.unwrap().tests;
    assert_eq!((waits.len(), waits[0].begun), (1, 1));
    let dealers = room.dealers(&eve.person).await.unwrap();
    assert_eq!(
        (dealers[0].unfinished.len(), dealers[0].unfinished[0].begun),
        (1, 1),
        "the examiner sees it"
    );
    let again = room.take_test(&dan.person, &hash).await.unwrap();
    assert_eq!(
        (&again.moves, &again.felt, again.test),
        (&before.moves, &before.felt, Some((1, 2)))
    );
    let over = room.finish_exercise(&dan.person, again.id).await.unwrap();
    let errors = over.errors.unwrap();
    drop(room);

    let room = open(&house).await;
    let second = room.take_test(&dan.person, &hash).await.unwrap();
    assert_eq!(
        (second.moves.len(), second.test),
        (0, Some((2, 2))),
        "the first round is over"
    );
    let ended = room.finish_exercise(&dan.person, second.id).await.unwrap();
    assert!(ended.record.is_some());
    let record = room.school(&dan.person).await.unwrap().records.remove(0);
    assert_eq!(record.errors, errors + ended.errors.unwrap());
    assert_eq!(room.take_test(&dan.person, &hash).await.unwrap_err().code, "test-taken");
    assert!(room.dealers(&eve.person).await.unwrap()[0].unfinished.is_empty());
    croupier(&["audit", "--house", &house]).succeeds();
}

/// Two servers over the same books: a move that one has written is not made a second time at the other.
#[tokio::test(flavor = "multi_thread")]
async fn a_test_goes_on_in_one_place() {
    let folder = tempfile::tempdir().unwrap();
    let books = folder.path().join("house.db");
    let books = croupier_house::open(books.to_str().unwrap()).await.unwrap();
    let one = Room::open(Arc::clone(&books), Options::default()).await.unwrap();
    let other = Room::open(books, Options::default()).await.unwrap();
    let (dan, eve) = (
        arrive(&one, "Dan", Role::Player).await,
        arrive(&one, "Eve", Role::Floor).await,
    );
    let new = NewTest {
        dealer: "Dan".to_string(),
        games: vec!["baccarat".to_string()],
        rounds: 1,
        seats: 2,
        errors_max: 3,
        seconds_max: None,
    };
    let card = one.set_test(&eve.person, &new).await.unwrap();
    let hash: Hash = card.hash.parse().unwrap();
    let here = one.take_test(&dan.person, &hash).await.unwrap();
    let there = other.take_test(&dan.person, &hash).await.unwrap();
    assert_eq!(here.felt, there.felt, "the same cards");
    let before = one.make_move(&dan.person, here.id, "verify").await.unwrap();
    let refused = other.make_move(&dan.person, there.id, "burn").await.unwrap_err();
    assert_eq!(refused.code, "test-elsewhere");
    let again = other.take_test(&dan.person, &hash).await.unwrap();
    assert_eq!(again.moves, before.moves, "it goes on from the books");
    other.make_move(&dan.person, again.id, "wash").await.unwrap();
    let ended = other.finish_exercise(&dan.person, again.id).await.unwrap();
    assert!(ended.record.is_some());
    let late = one.finish_exercise(&dan.person, here.id).await.unwrap_err();
    assert_eq!(late.code, "test-elsewhere");
    assert_eq!(one.school(&dan.person).await.unwrap().records.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_test_is_on_file_and_cannot_be_altered_unseen() {
    let folder = tempfile::tempdir().unwrap();
    let house = folder.path().join("house.db").to_str().unwrap().to_string();
    let room = open(&house).await;
    let (dan, eve) = (
        arrive(&room, "Dan", Role::Player).await,
        arrive(&room, "Eve", Role::Floor).await,
    );
    let new = NewTest {
        dealer: "Dan".to_string(),
        games: vec!["baccarat".to_string(), "nh21-plus".to_string()],
        rounds: 1,
        seats: 2,
        errors_max: 3,
        seconds_max: None,
    };
    assert_eq!(room.set_test(&dan.person, &new).await.unwrap_err().code, "not-allowed");
    let card = room.set_test(&eve.person, &new).await.unwrap();
    let hash: Hash = card.hash.parse().unwrap();
    assert_eq!(
        room.take_test(&eve.person, &hash).await.unwrap_err().code,
        "not-found",
        "it is not hers"
    );
    for _ in 0..2 {
        let view = room.take_test(&dan.person, &hash).await.unwrap();
        assert_eq!(view.seed, None, "the round is not told beforehand");
        assert_eq!(
            room.take_test(&dan.person, &hash).await.unwrap().id,
            view.id,
            "no kinder cards"
        );
        room.finish_exercise(&dan.person, view.id).await.unwrap();
    }
    assert_eq!(room.take_test(&dan.person, &hash).await.unwrap_err().code, "test-taken");
    let record = room.school(&dan.person).await.unwrap().records.remove(0);
    assert!(!record.passed && record.errors > 3);
    let dealers = room.dealers(&eve.person).await.unwrap();
    assert!(dealers[0].name == "Dan" && !dealers[0].weak.is_empty());
    assert!(room.dealers(&dan.person).await.is_err());
    croupier(&["audit", "--house", &house]).succeeds();

    // Somebody with the file in hand makes the test a passed one, hash and all.
    let note = room.store.notes(TEST, None, Span::newest(1)).await.unwrap().remove(0);
    let mut test: TestText = serde_json::from_str(&note.text).unwrap();
    test.rounds
        .iter_mut()
        .for_each(|round: &mut RoundText| round.faults.clear());
    test.passed = true;
    let altered = serde_json::to_string(&test).unwrap();
    let mut db = SqliteConnectOptions::new().filename(&house).connect().await.unwrap();
    sqlx::raw_sql("DROP TRIGGER notes_refuse_update")
        .execute(&mut db)
        .await
        .unwrap();
    sqlx::query("UPDATE notes SET text = ?, hash = ? WHERE ordinal = ?")
        .bind(&altered)
        .bind(Hash::of(altered.as_bytes()).to_string())
        .bind(note.ordinal)
        .execute(&mut db)
        .await
        .unwrap();
    let said = croupier(&["audit", "--house", &house]).fails_with(1);
    assert!(said.contains("each table test, dealt and judged again"), "{said}");
}
