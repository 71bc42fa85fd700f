//! The school: people deal rounds and are judged, answer questions, take table tests. What comes of it is in the books; a round that
//! is being dealt is in memory, and is lost with the process.

mod dealers;
mod felt;
mod records;
mod tests;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use croupier_house::{Batch, Entry, Fault, Hash, NoteRecord, PAGE_MAX, Reply, RequestId, Span, UserId};
use croupier_report::filing::Procedures;
use croupier_rules::Game;
use croupier_rules::game::Clause;
use croupier_school::{
    AnswerText, Asks, DrillKind, DrillQuestion, Drills, Exercise, Grade, Happening, HouseRule, Judge, Lesson, Mischief,
    Move, RoundText, Schedule, Setup, Told, Verdict, reach,
};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::ledger::now;
use crate::person::Person;
use crate::problem::Problem;
use crate::room::Room;
use crate::wire::{
    CourseCard, CueView, DrillCard, DrillVerdict, ExerciseView, LessonCard, MoveLine, NewExercise, NewQuestion,
    QuotedClause, School, TargetView, ToolView,
};
use tests::Sitting;

pub use records::verify_test;

/// The kind of the notes about rounds dealt in practice, each a [`RoundText`].
pub const ROUND: &str = "school-round";
/// The kind of the notes about answers in drills, each an [`AnswerText`].
pub const ANSWER: &str = "school-answer";
/// The kind of the notes about table tests on file, each a [`croupier_school::TestText`].
pub const TEST: &str = "school-test";
/// The kind of the notes about table tests that were set, each a [`croupier_school::TestSet`].
pub(crate) const TEST_SET: &str = "school-test-set";

/// The most rounds and questions in memory; beyond it those that have waited longest are forgotten.
const OPEN_MAX: usize = 5_000;
/// The most moves one round is judged for.
const MOVES_MAX: usize = 2_000;
/// How many seeds are tried for a question about a topic.
const TRIES: usize = 20;

/// What is going on in the school.
#[derive(Default)]
pub(crate) struct Classroom {
    rounds: Mutex<HashMap<UserId, Dealing>>,
    questions: Mutex<HashMap<UserId, Asked>>,
}

/// A round being dealt.
#[derive(Clone)]
struct Dealing {
    id: Uuid,
    setup: Setup,
    exercise: Arc<Exercise>,
    told: Told,
    moves: Vec<Move>,
    began: Instant,
    /// Set when the dealer says that the round is over, or has made its last move.
    over: bool,
    /// The test it belongs to.
    sitting: Option<Sitting>,
    /// The hash of the test's record, when that is on file.
    record: Option<Hash>,
}

/// A question that waits for its answer.
#[derive(Clone)]
struct Asked {
    id: Uuid,
    game: Arc<Game>,
    question: DrillQuestion,
    at: Instant,
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

    /// Gives a person a round to deal; one that was being dealt is forgotten.
    pub fn begin_exercise(&self, person: &Person, new: &NewExercise) -> Result<ExerciseView, Problem> {
        if self.sitting_of(person).is_some() {
            return Err(tests::under_way());
        }
        let dealt = self.games().get(&new.game).ok_or_else(|| Problem::not_found("game"))?;
        let lesson = Lesson::from_word(&new.lesson).filter(|lesson| Lesson::course(&dealt.game).contains(lesson));
        let lesson = lesson.ok_or_else(|| Problem::not_found("lesson"))?;
        let seats = 1..=dealt.game.table.seats;
        if !seats.contains(&new.seats) || new.mixed_signals > 100 || new.irregularities > 100 {
            let most = seats.end();
            let message = format!("A round has 1 to {most} players, and chances are 0 to 100 in a hundred.");
            return Err(Problem::new("exercise-unfit", message));
        }
        let seed = match new.seed {
            Some(seed) => seed,
            None => fresh_seed()?,
        };
        let setup = Setup {
            lesson,
            seats: new.seats,
            shuffle: new.shuffle,
            mischief: Mischief {
                mixed_signals: new.mixed_signals,
                irregularities: new.irregularities,
            },
            seed,
        };
        let told = if new.told_at_once { Told::AtOnce } else { Told::AtTheEnd };
        Ok(self.deal_exercise(person, &dealt.game, setup, told, None))
    }

    fn deal_exercise(
        &self,
        person: &Person,
        game: &Arc<Game>,
        setup: Setup,
        told: Told,
        sitting: Option<Sitting>,
    ) -> ExerciseView {
        let dealing = Dealing {
            id: Uuid::now_v7(),
            exercise: Arc::new(setup.deal(game)),
            setup,
            told,
            moves: Vec::new(),
            began: Instant::now(),
            over: false,
            sitting,
            record: None,
        };
        let view = dealing.view();
        let mut rounds = self.classroom.rounds.lock().unwrap_or_else(PoisonError::into_inner);
        forget_oldest(&mut rounds, |dealing| dealing.began);
        rounds.insert(person.id, dealing);
        view
    }

    /// The round a person is dealing.
    pub fn exercise(&self, person: &Person, id: Uuid) -> Result<ExerciseView, Problem> {
        Ok(self.dealing(person, id)?.view())
    }

    /// Judges a move. The last one of a round is written to the books.
    pub async fn make_move(&self, person: &Person, id: Uuid, text: &str) -> Result<ExerciseView, Problem> {
        let dealing = {
            let mut rounds = self.classroom.rounds.lock().unwrap_or_else(PoisonError::into_inner);
            let dealing = rounds.get_mut(&person.id).filter(|dealing| dealing.id == id);
            let dealing = dealing.ok_or_else(|| Problem::not_found("round"))?;
            if dealing.over || dealing.moves.len() >= MOVES_MAX {
                return Err(Problem::new("round-over", "The round is over: begin another."));
            }
            let made = Move::parse(text, &dealing.exercise.game);
            dealing
                .moves
                .push(made.map_err(|fault| Problem::new("no-move", fault.to_string()))?);
            dealing.over = dealing.judge().expects().is_none();
            dealing.clone()
        };
        self.after_move(person, dealing).await
    }

    /// The dealer says that the round is over: what is still due was left out.
    pub async fn finish_exercise(&self, person: &Person, id: Uuid) -> Result<ExerciseView, Problem> {
        let dealing = {
            let mut rounds = self.classroom.rounds.lock().unwrap_or_else(PoisonError::into_inner);
            let dealing = rounds.get_mut(&person.id).filter(|dealing| dealing.id == id);
            let dealing = dealing.ok_or_else(|| Problem::not_found("round"))?;
            if dealing.over {
                return Ok(dealing.view());
            }
            dealing.over = true;
            dealing.clone()
        };
        self.after_move(person, dealing).await
    }

    /// Writes a round that is over to the books, on its own or with the test it ends.
    async fn after_move(&self, person: &Person, mut dealing: Dealing) -> Result<ExerciseView, Problem> {
        if !dealing.over {
            return Ok(dealing.view());
        }
        let took = u64::try_from(dealing.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let text = RoundText::of(&dealing.setup, &dealing.exercise, dealing.told, &dealing.moves, took);
        match dealing.sitting.clone() {
            None => drop(self.keep_note(person.id, ROUND, &text).await?),
            Some(sitting) => {
                let (sitting, record) = self.end_test_round(person, sitting, text).await?;
                (dealing.sitting, dealing.record) = (Some(sitting), record);
                let mut rounds = self.classroom.rounds.lock().unwrap_or_else(PoisonError::into_inner);
                rounds.insert(person.id, dealing.clone());
            }
        }
        Ok(dealing.view())
    }

    fn dealing(&self, person: &Person, id: Uuid) -> Result<Dealing, Problem> {
        let rounds = self.classroom.rounds.lock().unwrap_or_else(PoisonError::into_inner);
        let dealing = rounds.get(&person.id).filter(|dealing| dealing.id == id);
        dealing.cloned().ok_or_else(|| Problem::not_found("round"))
    }

    /// Asks a person a question of a kind, by what they know and what is due.
    pub async fn ask_drill(&self, person: &Person, new: &NewQuestion) -> Result<crate::wire::DrillQuestion, Problem> {
        let dealt = self.games().get(&new.game).ok_or_else(|| Problem::not_found("game"))?;
        let kind = DrillKind::from_word(&new.kind).ok_or_else(|| Problem::not_found("drill"))?;
        let schedule = self.schedule(person.id).await.map_err(stopped)?;
        let question = next_question(&dealt.game, kind, &schedule, fresh_seed()?);
        let question = question.ok_or_else(|| Problem::not_found("question of this kind in this game"))?;
        let asked = Asked {
            id: Uuid::now_v7(),
            game: Arc::clone(&dealt.game),
            question,
            at: Instant::now(),
        };
        let told = crate::wire::DrillQuestion {
            id: asked.id,
            title: asked.question.topic.kind.title().to_string(),
            asks: asked.question.asks.clone(),
            options: asked.question.options.clone(),
            chips: matches!(asked.question.answer, croupier_school::Answer::Amount(_)),
        };
        let mut questions = self.classroom.questions.lock().unwrap_or_else(PoisonError::into_inner);
        forget_oldest(&mut questions, |asked| asked.at);
        questions.insert(person.id, asked);
        Ok(told)
    }

    /// Judges an answer and writes it to the books.
    pub async fn answer_drill(&self, person: &Person, id: Uuid, answer: &str) -> Result<DrillVerdict, Problem> {
        let (asked, right) = {
            let mut questions = self.classroom.questions.lock().unwrap_or_else(PoisonError::into_inner);
            let asked = questions.get(&person.id).filter(|asked| asked.id == id).cloned();
            let asked = asked.ok_or_else(|| Problem::not_found("question"))?;
            let right = asked.question.judge(answer);
            let right = right.map_err(|fault| Problem::new("no-answer", fault.to_string()))?;
            questions.remove(&person.id);
            (asked, right)
        };
        let text = AnswerText {
            topic: asked.question.topic.name(&asked.game),
            right,
            day: now().day(),
        };
        self.keep_note(person.id, ANSWER, &text).await?;
        Ok(DrillVerdict {
            right,
            answer: asked.question.right(),
            because: asked.question.because.clone(),
            clauses: quoted_of(&asked.game, &asked.question.clauses),
        })
    }

    /// What a person knows, by all answers in the books.
    async fn schedule(&self, user: UserId) -> Result<Schedule, Fault> {
        let mut schedule = Schedule::default();
        let answers: Vec<AnswerText> = self.read_notes(ANSWER, Some(user)).await?;
        for answer in answers.iter().rev() {
            let grade = if answer.right { Grade::RIGHT } else { Grade::WRONG };
            schedule.note(&answer.topic, grade, answer.day);
        }
        Ok(schedule)
    }

    /// Writes a note about a person, and gives its hash.
    pub(super) async fn keep_note<T: serde::Serialize>(
        &self,
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
        let reply = self
            .store
            .commit(Batch::new(RequestId::fresh(), now()).with(entry))
            .await;
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

impl Dealing {
    fn judge(&self) -> Judge<'_> {
        let mut judge = Judge::new(&self.exercise.script, self.told);
        for made in &self.moves {
            judge.make(*made);
        }
        judge
    }

    fn view(&self) -> ExerciseView {
        let exercise = &*self.exercise;
        let game = &exercise.game;
        let (lines, judge) = self.lines();
        let expects = judge.expects().filter(|_| !self.over);
        let asked = expects.and_then(|due| match exercise.script.dues[due].made {
            Move::Heed { hand, .. } => Some(hand),
            _ => None,
        });
        let felt = felt::felt(exercise, judge.done(), asked);
        let hands: Vec<croupier_table::HandAt> = felt.hands.iter().map(|hand| table_hand(hand.at)).collect();
        let within = reach(game, &hands, &felt::open_wagers(exercise, &felt));
        let tells = self.over || self.told == Told::AtOnce;
        ExerciseView {
            id: self.id,
            game: game.id.clone(),
            title: self.setup.lesson.title().to_string(),
            seed: self.sitting.is_none().then_some(self.setup.seed),
            targets: if self.over {
                Vec::new()
            } else {
                within.into_iter().map(target).collect()
            },
            cues: expects.map_or(Vec::new(), |due| self.cues(due)),
            moves: lines,
            errors: tells.then(|| judge.faults().len() as u32),
            over: self.over,
            test: self.sitting.as_ref().map(Sitting::progress),
            record: self.record.as_ref().map(ToString::to_string),
            felt,
        }
    }

    /// The moves with what is told of each, and the judge after them.
    fn lines(&self) -> (Vec<MoveLine>, Judge<'_>) {
        let (game, script) = (&self.exercise.game, &self.exercise.script);
        let mut judge = Judge::new(script, self.told);
        let tells = self.over || self.told == Told::AtOnce;
        let mut lines = Vec::with_capacity(self.moves.len());
        for made in &self.moves {
            let verdict = judge.make(*made);
            let (word, due, says) = match &verdict {
                Verdict::ByTheBook { due } => ("book", Some(*due), None),
                Verdict::Variation { due } => ("variation", Some(*due), None),
                Verdict::Error(fault) => ("error", fault.expected, Some(fault.words(game, script))),
            };
            lines.push(MoveLine {
                words: made.words(game),
                verdict: if tells { word } else { "made" }.to_string(),
                says: says.filter(|_| tells),
                clauses: match due.filter(|_| tells) {
                    Some(due) => script
                        .clauses(game, due)
                        .into_iter()
                        .map(|clause| quoted(game, clause))
                        .collect(),
                    None => Vec::new(),
                },
            });
        }
        if self.over {
            let before = judge.faults().len();
            judge.finish();
            for fault in &judge.faults()[before..] {
                lines.push(MoveLine {
                    words: "Left out".to_string(),
                    verdict: "error".to_string(),
                    says: Some(fault.words(game, script)),
                    clauses: fault
                        .expected
                        .map_or(Vec::new(), |due| quoted_of(game, &script.dues[due].clauses)),
                });
            }
        }
        (lines, judge)
    }

    /// What the players do and say while this move is due.
    fn cues(&self, due: usize) -> Vec<CueView> {
        let exercise = &*self.exercise;
        let Some(place) = exercise.script.dues[due].brings else {
            return Vec::new();
        };
        let cue = match (exercise.happenings[place], exercise.script.dues[due].made) {
            (Happening::Irregularity { hand, what }, _) => Some(CueView {
                seat: hand.seat,
                seen: what.words(hand),
                heard: None,
            }),
            (_, Move::Heed { hand, .. }) => exercise.signal(place).map(|signal| CueView {
                seat: hand.seat,
                seen: signal.gesture().to_string(),
                heard: signal.speech(),
            }),
            _ => None,
        };
        cue.into_iter().collect()
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
        }
    };
    CourseCard {
        game: game.id.clone(),
        name: game.short_name.clone(),
        lessons: Lesson::course(game).into_iter().map(lesson).collect(),
        drills: DrillKind::ALL
            .into_iter()
            .map(drill)
            .filter(|card| card.topics > 0)
            .collect(),
    }
}

fn next_question(game: &Arc<Game>, kind: DrillKind, schedule: &Schedule, seed: u64) -> Option<DrillQuestion> {
    let drills = drills(game);
    let mut dice = croupier_table::random_play::Dice::new(seed);
    let mut topics = drills.topics(kind);
    for last in (1..topics.len()).rev() {
        topics.swap(last, dice.below(last + 1));
    }
    while !topics.is_empty() {
        let names: Vec<String> = topics.iter().map(|topic| topic.name(game)).collect();
        let next = schedule.next(names.iter().map(String::as_str), now().day())?;
        let place = names.iter().position(|name| name == next)?;
        let topic = topics.swap_remove(place);
        if let Some(question) = (0..TRIES).find_map(|_| drills.ask(&topic, dice.roll())) {
            return Some(question);
        }
    }
    None
}

/// The drills of a game, with the procedures of the house that are built in.
fn drills(game: &Arc<Game>) -> Drills {
    let procedures = Procedures::default();
    let rules = procedures.of(game).map(|procedure| HouseRule {
        title: procedure.title.clone(),
        says: procedure.says.join(" "),
    });
    Drills::new(game, rules.collect())
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

fn target(target: croupier_school::Target) -> TargetView {
    let tool = |tool: croupier_school::Tool| ToolView {
        text: tool.text,
        label: tool.label,
        asks: match tool.asks {
            Asks::Nothing => "nothing",
            Asks::Amount => "amount",
            Asks::Total => "total",
            Asks::Points => "points",
        }
        .to_string(),
    };
    TargetView {
        id: target.id,
        seat: target.seat,
        name: target.name,
        stake: target.stake.map(croupier_rules::Money::cents),
        tools: target.tools.into_iter().map(tool).collect(),
    }
}

const fn table_hand(hand: crate::wire::HandAt) -> croupier_table::HandAt {
    croupier_table::HandAt {
        seat: hand.seat,
        hand: hand.hand,
        part: hand.part,
    }
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
