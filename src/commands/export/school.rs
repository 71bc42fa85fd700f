//! What was dealt and answered in the school, from the books of the house.

use std::collections::HashMap;
use std::io::Write;

use croupier_house::{NoteRecord, PAGE_MAX, Span, UserId};
use croupier_rows::{Cell, Column};
use croupier_school::{AnswerText, RoundText, TestText};
use croupier_server::school::{ANSWER, ROUND, TEST};
use serde::de::DeserializeOwned;

use super::books::{failure, read, time};
use super::sheet::Sheet;
use crate::failure::Failure;

/// The columns of the school.
pub const SCHOOL: [Column; 12] = [
    Column::whole("ordinal"),
    Column::time("at"),
    Column::text("dealer"),
    Column::text("kind"),
    Column::text("game"),
    Column::text("subject"),
    Column::whole("moves").optional(),
    Column::whole("payments").optional(),
    Column::whole("took_ms").optional(),
    Column::whole("errors"),
    Column::text("clauses_wrong"),
    Column::text("test").optional(),
];

/// Writes every round, test and answer, newest first within each.
pub fn school(address: &str, sheet: &mut Sheet<impl Write + Send>) -> Result<(), Failure> {
    read(address, async |store| {
        let users = store.users().await.map_err(failure)?;
        let names: HashMap<UserId, String> = users.into_iter().map(|user| (user.id, user.name)).collect();
        for kind in [ROUND, TEST, ANSWER] {
            let mut span = Span::newest(PAGE_MAX);
            loop {
                let page = store.notes(kind, None, span).await.map_err(failure)?;
                let Some(last) = page.last() else { break };
                span = Span::older_than(last.ordinal, PAGE_MAX);
                for note in &page {
                    for row in rows(note, &names)? {
                        sheet.push(row)?;
                    }
                }
            }
        }
        Ok(())
    })
}

/// The rows of a note: one, or one for every round of a test.
fn rows(note: &NoteRecord, names: &HashMap<UserId, String>) -> Result<Vec<Vec<Cell>>, Failure> {
    match note.kind.as_str() {
        ROUND => Ok(vec![round_row(note, names, "round", &parse(note)?, None)]),
        TEST => {
            let test: TestText = parse(note)?;
            let hash = note.hash.to_string();
            let row = |round: &RoundText| round_row(note, names, "test", round, Some(hash.clone()));
            Ok(test.rounds.iter().map(row).collect())
        }
        _ => {
            let answer: AnswerText = parse(note)?;
            // A topic is named by its game, what is drilled, and what of it.
            let (game, subject) = answer.topic.split_once(' ').unwrap_or(("", &answer.topic));
            let mut row = head(note, names, "answer", game, subject);
            row.extend([Cell::Empty, Cell::Empty, Cell::Empty]);
            row.extend([i64::from(!answer.right).into(), "".into(), Cell::Empty]);
            Ok(vec![row])
        }
    }
}

fn round_row(
    note: &NoteRecord,
    names: &HashMap<UserId, String>,
    kind: &str,
    round: &RoundText,
    test: Option<String>,
) -> Vec<Cell> {
    let wrong: Vec<&str> = round
        .faults
        .iter()
        .flat_map(|fault| &fault.clauses)
        .map(String::as_str)
        .collect();
    let mut row = head(note, names, kind, &round.game, &round.lesson);
    row.extend([
        i64::from(round.due).into(),
        i64::from(round.payments).into(),
        i64::try_from(round.took_ms).unwrap_or(i64::MAX).into(),
        (round.faults.len() as i64).into(),
        wrong.join(" ").into(),
        test.into(),
    ]);
    row
}

fn head(note: &NoteRecord, names: &HashMap<UserId, String>, kind: &str, game: &str, subject: &str) -> Vec<Cell> {
    let name = names.get(&note.user).cloned().unwrap_or_else(|| note.user.to_string());
    vec![
        note.ordinal.into(),
        time(note.at),
        name.into(),
        kind.into(),
        game.into(),
        subject.into(),
    ]
}

fn parse<T: DeserializeOwned>(note: &NoteRecord) -> Result<T, Failure> {
    serde_json::from_str(&note.text)
        .map_err(|fault| Failure::Other(anyhow::anyhow!("note {} cannot be read: {fault}", note.ordinal)))
}
