//! The school: people deal rounds and are judged, answer questions, take table tests. What comes of it is in the books, a test
//! move by move; a round dealt in practice is in memory until it is over, and is lost with the process.

mod dealers;
mod felt;
mod questions;
mod records;
mod rounds;
mod tests;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use croupier_house::{Batch, Entry, Fault, Hash, NoteRecord, PAGE_MAX, Reply, RequestId, Span, UserId};
use croupier_report::filing::Procedures;
use croupier_rules::Game;
use croupier_rules::game::Clause;
use croupier_school::{DrillKind, Drills, Due, Exercise, HouseRule, Lesson, Move, RoundText, Schedule};
use croupier_table::Strategy;
use serde::de::DeserializeOwned;

use crate::ledger::now;
use crate::person::Person;
use crate::problem::Problem;
use crate::room::Room;
use crate::wire::{CourseCard, DrillCard, LessonCard, QuotedClause, School};
use crate::work::{Kept, Workshop};
use questions::Asked;
use rounds::Dealing;

pub use records::verify_test;

/// The kind of the notes about rounds dealt in practice, each a [`RoundText`].
pub const ROUND: &str = "school-round";
/// The kind of the notes about answers in drills, each a [`croupier_school::AnswerText`].
pub const ANSWER: &str = "school-answer";
/// The kind of the notes about table tests on file, each a [`croupier_school::TestText`].
pub const TEST: &str = "school-test";
/// The kind of the notes about table tests that were set, each a [`croupier_school::TestSet`].
pub(crate) const TEST_SET: &str = "school-test-set";

/// The kind of the notes about rounds of table tests that were dealt, each a [`croupier_school::TestDeal`].
pub(crate) const TEST_DEAL: &str = "school-test-deal";
/// The kind of the notes about moves in table tests, each a [`croupier_school::TestMove`].
pub(crate) const TEST_MOVE: &str = "school-test-move";

/// The most rounds and questions in memory; beyond it those that have waited longest are forgotten.
const OPEN_MAX: usize = 5_000;

/// The procedures of the house that are built in.
static PROCEDURES: LazyLock<Procedures> = LazyLock::new(Procedures::default);

/// How many charts are kept.
const CHARTS_MAX: usize = 100;

/// What is going on in the school.
pub(crate) struct Classroom {
    rounds: Mutex<HashMap<UserId, Dealing>>,
    questions: Mutex<HashMap<UserId, Asked>>,
    /// Dealing rounds and finding questions, which takes many tries.
    workshop: Workshop,
    /// Players by the chart, by the hash of their rules; nobody where the solver has no chart.
    charts: Kept<String, Option<ChartPlayer>>,
}

/// Who plays by the chart of a game.
type ChartPlayer = Arc<dyn Strategy + Send + Sync>;

impl Default for Classroom {
    fn default() -> Classroom {
        // A chart may take half a minute, and whoever deals without it does not wait for it.
        let solving = Workshop::new("charts", 1, 128).behind_the_tables();
        Classroom {
            rounds: Mutex::default(),
            questions: Mutex::default(),
            workshop: Workshop::new("school", 1, 128).behind_the_tables(),
            charts: Kept::new(solving, CHARTS_MAX),
        }
    }
}

impl Classroom {
    fn rounds(&self) -> MutexGuard<'_, HashMap<UserId, Dealing>> {
        self.rounds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn questions(&self) -> MutexGuard<'_, HashMap<UserId, Asked>> {
        self.questions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    /// What can be learned, and how far a person has come.
    pub async fn school(&self, person: &Person) -> Result<School, Fault> {
        let rounds: Vec<RoundText> = self.read_notes(ROUND, Some(person.id)).await?;
        let schedule = self.schedule(person.id).await?;
        let courses = self
            .games()
            .values()
            .map(|dealt| course(&dealt.game, &rounds, &schedule));
        Ok(School {
            courses: courses.collect(),
            tests: self.tests_of(person).await?,
            records: self.records(Some(person.id)).await?,
        })
    }

    /// Writes a note about a person, and gives its hash.
    pub(super) async fn keep_note<T: serde::Serialize>(
        &self,
        user: UserId,
        kind: &str,
        note: &T,
    ) -> Result<Hash, Problem> {
        self.keep_note_as(RequestId::fresh(), user, kind, note).await
    }

    /// Keeps a note that there is once for its place, whichever server keeps it.
    pub(super) async fn keep_note_at<T: serde::Serialize>(
        &self,
        place: &str,
        user: UserId,
        kind: &str,
        note: &T,
    ) -> Result<Hash, Problem> {
        let request = RequestId::once(&format!("{kind} {place}"));
        self.keep_note_as(request, user, kind, note).await
    }

    async fn keep_note_as<T: serde::Serialize>(
        &self,
        request: RequestId,
        user: UserId,
        kind: &str,
        note: &T,
    ) -> Result<Hash, Problem> {
        let text = serde_json::to_string(note).map_err(|fault| {
            tracing::error!(%fault, "a note has no JSON form");
            Problem::stopped()
        })?;
        let hash = Hash::of(text.as_bytes());
        let entry = Entry::Note {
            user,
            kind: kind.to_string(),
            text,
        };
        let reply = self.store.commit(Batch::new(request, now()).with(entry)).await;
        match reply.map_err(stopped)? {
            Reply::Done { .. } => Ok(hash),
            Reply::Refused { status, .. } => Err(Problem::new(&status.name().replace('_', "-"), status.sentence())),
        }
    }

    /// The notes of a kind about a person or everybody, newest first, as far as they can be read.
    pub(super) async fn read_notes<T: DeserializeOwned>(
        &self,
        kind: &str,
        user: Option<UserId>,
    ) -> Result<Vec<T>, Fault> {
        let notes = self.notes(kind, user).await?;
        Ok(notes.iter().filter_map(|note| read_note(note)).collect())
    }

    /// The notes of a kind about a person or everybody, newest first.
    pub(super) async fn notes(&self, kind: &str, user: Option<UserId>) -> Result<Vec<NoteRecord>, Fault> {
        let mut notes = Vec::new();
        let mut span = Span::newest(PAGE_MAX);
        loop {
            let page = self.store.notes(kind, user, span).await?;
            let Some(last) = page.last() else {
                return Ok(notes);
            };
            span = Span::older_than(last.ordinal, PAGE_MAX);
            notes.extend(page);
        }
    }
}

fn course(game: &Arc<Game>, rounds: &[RoundText], schedule: &Schedule) -> CourseCard {
    let lesson = |lesson: Lesson| {
        let own = || {
            rounds
                .iter()
                .filter(|round| round.game == game.id && round.lesson == lesson.word())
        };
        LessonCard {
            id: lesson.word().to_string(),
            title: lesson.title().to_string(),
            rounds: own().count() as u32,
            clean: own().filter(|round| round.faults.is_empty()).count() as u32,
        }
    };
    let drills = drills(game);
    let today = now().day();
    let drill = |kind: DrillKind| {
        let topics = drills.topics(kind);
        let is_known = |topic: &&croupier_school::Topic| {
            let memory = schedule.of(&topic.name(game));
            memory.is_some_and(|memory| memory.streak > 0 && memory.due > today)
        };
        DrillCard {
            id: kind.word().to_string(),
            title: kind.title().to_string(),
            topics: topics.len() as u32,
            known: topics.iter().filter(is_known).count() as u32,
            level: drills.level(kind, schedule).number(),
        }
    };
    CourseCard {
        game: game.id.clone(),
        name: game.short_name.clone(),
        lessons: Lesson::course(game).into_iter().map(lesson).collect(),
        drills: DrillKind::ALL
            .iter()
            .copied()
            .map(drill)
            .filter(|card| card.topics > 0)
            .collect(),
    }
}

/// The drills of a game, with the procedures of the house that are built in.
fn drills(game: &Arc<Game>) -> Drills {
    let rules = PROCEDURES.of(game).map(|procedure| HouseRule {
        title: procedure.title.clone(),
        says: procedure.says.join(" "),
    });
    Drills::new(game, rules.collect())
}

/// The clauses behind a move of a script. Where the document is silent on how a table is opened, the house's own procedure says it.
fn behind(exercise: &Exercise, due: usize) -> Vec<QuotedClause> {
    let Due { made, clauses, .. } = &exercise.script.dues[due];
    if clauses.is_empty() && matches!(made, Move::Verify | Move::Wash) {
        return vec![QuotedClause {
            at: "House procedures, opening".to_string(),
            says: PROCEDURES.opening.clone(),
        }];
    }
    quoted_of(&exercise.game, clauses)
}

/// A clause in the document's own words where they are known, else in ours.
fn quoted(game: &Game, clause: &Clause) -> QuotedClause {
    let words: Vec<&str> = game
        .sources
        .quotes_of(&clause.id)
        .map(|quote| quote.words.as_str())
        .collect();
    QuotedClause {
        at: clause.at.clone(),
        says: if words.is_empty() {
            clause.says.clone()
        } else {
            words.join(" ")
        },
    }
}

fn quoted_of(game: &Game, clauses: &[u16]) -> Vec<QuotedClause> {
    let known = clauses
        .iter()
        .filter_map(|clause| game.sources.clauses.get(usize::from(*clause)));
    known.map(|clause| quoted(game, clause)).collect()
}

pub(super) fn read_note<T: DeserializeOwned>(note: &NoteRecord) -> Option<T> {
    let read = serde_json::from_str(&note.text);
    read.inspect_err(|fault| tracing::error!(note = note.ordinal, %fault, "a note cannot be read"))
        .ok()
}

/// A seed that a number of JavaScript can hold.
fn fresh_seed() -> Result<u64, Problem> {
    let seed = croupier_table::Seed::from_system().map_err(|fault| Problem::new("stopped", fault.to_string()))?;
    let mut first = [0; 8];
    first.copy_from_slice(&seed.bytes()[..8]);
    Ok(u64::from_le_bytes(first) >> 11)
}

fn stopped(fault: Fault) -> Problem {
    tracing::error!(%fault, "the books cannot be read or written");
    Problem::stopped()
}

/// Makes room in memory: nothing is kept there for ever.
fn forget_oldest<T>(open: &mut HashMap<UserId, T>, at: impl Fn(&T) -> Instant) {
    if open.len() < OPEN_MAX {
        return;
    }
    let oldest = open.iter().min_by_key(|(_, one)| at(one)).map(|(user, _)| *user);
    if let Some(user) = oldest {
        open.remove(&user);
    }
}
