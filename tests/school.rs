//! The school over the books of a house: a round dealt by the book, a table test on file, what the audit makes of one that was altered,
//! and the export.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::sync::Arc;

use common::croupier;
use croupier_house::{Hash, Role, Span};
use croupier_school::{Lesson, Mischief, RoundText, Setup, TestText};
use croupier_server::people::Arrival;
use croupier_server::room::{Options, Room};
use croupier_server::school::TEST;
use croupier_server::wire::{ExerciseView, NewExercise, NewQuestion, NewTest};
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
        lesson,
        seats: 3,
        shuffle: true,
        mischief: Mischief::default(),
        seed,
    };
    let exercise = setup.deal(game);
    exercise.script.dues.iter().map(|due| due.made.text(game)).collect()
}

async fn deal(room: &Room, dealer: &Arrival, game: &str, lesson: Lesson, wrong: Option<&str>) -> ExerciseView {
    let new = NewExercise {
        game: game.to_string(),
        lesson: lesson.word().to_string(),
        seats: 3,
        shuffle: true,
        told_at_once: true,
        mixed_signals: 0,
        irregularities: 0,
        seed: Some(11),
    };
    let mut view = room.begin_exercise(&dealer.person, &new).unwrap();
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
    assert!(rows.contains(",Dan,answer,nh21-plus,irregularities "), "{rows}");
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
