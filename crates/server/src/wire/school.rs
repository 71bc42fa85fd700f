//! The school: lessons, rounds that a dealer deals, drills, table tests.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Cents, Felt};

/// `GET /school`: what can be learned, and how far the viewer has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct School {
    /// The courses, one a game.
    pub courses: Vec<CourseCard>,
    /// Table tests that wait for the viewer.
    pub tests: Vec<TestCard>,
    /// Table tests of the viewer that are on file, newest first.
    pub records: Vec<RecordLine>,
}

/// The course of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CourseCard {
    /// The game's id.
    pub game: String,
    /// Its short name.
    pub name: String,
    /// Its lessons, in order.
    pub lessons: Vec<LessonCard>,
    /// What is drilled in it.
    pub drills: Vec<DrillCard>,
}

/// A lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonCard {
    /// Its word: `side-bets`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Rounds the viewer has dealt in it.
    pub rounds: u32,
    /// Those without an error.
    pub clean: u32,
}

/// A kind of drill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DrillCard {
    /// Its word: `find-the-error`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Topics of it.
    pub topics: u32,
    /// Those that the viewer knows and that are not due again yet.
    pub known: u32,
    /// How hard the questions are, from 1 to 3, by what the viewer knows.
    pub level: u8,
}

/// `POST /school/rounds`: a round to deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewExercise {
    /// The game's id.
    pub game: String,
    /// The lesson.
    pub lesson: String,
    /// How many players there are.
    #[schema(minimum = 1, maximum = 7)]
    pub seats: u8,
    /// Whether the round begins with the opening of the table: verify, wash, shuffle, cut, burn.
    pub shuffle: bool,
    /// Whether errors are told at once; else when the round is over.
    pub told_at_once: bool,
    /// The chance that hand and voice of a player contradict each other, in a hundred.
    #[schema(maximum = 100)]
    pub mixed_signals: u8,
    /// The chance of an irregularity at each decision, in a hundred: a late bet, or cards touched.
    #[schema(maximum = 100)]
    pub irregularities: u8,
    /// The chance that a player shows one thing and then another, in a hundred.
    #[serde(default)]
    #[schema(maximum = 100)]
    pub second_thoughts: u8,
    /// The chance that a player takes time to decide, in a hundred.
    #[serde(default)]
    #[schema(maximum = 100)]
    pub slow: u8,
    /// The chance of cheating at each settlement, in a hundred: past-posting, pinching, cards switched.
    #[serde(default)]
    #[schema(maximum = 100)]
    pub cheating: u8,
    /// The chance that a player plays by the chart of the game, in a hundred.
    #[serde(default)]
    #[schema(maximum = 100)]
    pub chart_players: u8,
    /// Deals the same round again; any round if left out.
    #[schema(maximum = 9007199254740991_u64)]
    pub seed: Option<u64>,
}

/// A round that a dealer is dealing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct ExerciseView {
    /// Which.
    pub id: Uuid,
    /// The game's id.
    pub game: String,
    /// What is practiced.
    pub title: String,
    /// The seed, to deal the same again; not told during a test.
    pub seed: Option<u64>,
    /// The felt, from the dealer's side.
    pub felt: Felt,
    /// Everything within the dealer's reach.
    pub targets: Vec<TargetView>,
    /// What the players do and say now.
    pub cues: Vec<CueView>,
    /// The moves so far, oldest first.
    pub moves: Vec<MoveLine>,
    /// The errors so far, where they are told; all of them when the round is over.
    pub errors: Option<u32>,
    /// Whether the round is over.
    pub over: bool,
    /// The table test that it belongs to, as its place among the rounds and their number.
    pub test: Option<(u32, u32)>,
    /// The hash of the record, when the test is on file.
    pub record: Option<String>,
}

/// Something within reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TargetView {
    /// Its id: `shoe`, `dealer`, `3`, `3 up-match`.
    pub id: String,
    /// Its seat, if it has one.
    pub seat: Option<u8>,
    /// What it is called.
    pub name: String,
    /// What lies on it, where it is a wager.
    pub stake: Option<Cents>,
    /// What can be done with it.
    pub tools: Vec<ToolView>,
}

/// Something that can be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ToolView {
    /// The written move, without what is asked for.
    #[serde(rename = "move")]
    pub text: String,
    /// What the button says.
    pub label: String,
    /// `nothing`, `amount`, `total` or `points`.
    pub asks: String,
}

/// What a player does and says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CueView {
    /// The seat.
    pub seat: u8,
    /// What is seen: "taps the felt".
    pub seen: String,
    /// What is heard.
    pub heard: Option<String>,
    /// The wishes that the hand shows, one after the other; the last one counts.
    pub signs: Vec<String>,
    /// How long the player takes before anything is seen, in milliseconds.
    pub thinks_ms: u32,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct MoveLine {
    /// The move in words.
    pub words: String,
    /// `book`, `variation`, `error`, or `made` while nothing is told.
    pub verdict: String,
    /// Of an error: what was wrong, and what was due.
    pub says: Option<String>,
    /// The clauses behind it, in the documents' own words.
    pub clauses: Vec<QuotedClause>,
}

/// A clause with the document's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct QuotedClause {
    /// Where it stands.
    pub at: String,
    /// What it says, in the document's own words where they are known.
    pub says: String,
}

/// `POST /school/rounds/{id}/moves`: a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMove {
    /// The move as it is written: `deal 1`, `pay 3 up-match $64`.
    #[serde(rename = "move")]
    pub text: String,
}

/// `POST /school/drills`: asks for a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewQuestion {
    /// The game's id.
    pub game: String,
    /// What is drilled.
    pub kind: String,
    /// Whether the answer has a time limit.
    #[serde(default)]
    pub timed: bool,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DrillQuestion {
    /// Which.
    pub id: Uuid,
    /// What is drilled.
    pub title: String,
    /// What is asked, in lines.
    pub asks: Vec<String>,
    /// The answers to choose from; empty where one is typed.
    pub options: Vec<String>,
    /// Whether chips are the answer.
    pub chips: bool,
    /// How hard it is, from 1 to 3.
    pub level: u8,
    /// How many seconds the answer may take, where time is counted.
    pub seconds: Option<u32>,
}

/// `POST /school/drills/{id}`: an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DrillAnswer {
    /// An amount, a number, or the number of an option.
    pub answer: String,
}

/// What is said to an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DrillVerdict {
    /// Whether it was right.
    pub right: bool,
    /// Whether it came too late to count.
    pub late: bool,
    /// The right answer.
    pub answer: String,
    /// Why.
    pub because: String,
    /// The clauses behind it.
    pub clauses: Vec<QuotedClause>,
}

/// `POST /school/tests`: an examiner sets a table test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTest {
    /// The dealer's name.
    pub dealer: String,
    /// The games, by their ids.
    pub games: Vec<String>,
    /// Rounds of each.
    #[schema(minimum = 1, maximum = 20)]
    pub rounds: u32,
    /// Players at the table.
    #[schema(minimum = 1, maximum = 7)]
    pub seats: u8,
    /// The most errors in all.
    pub errors_max: u32,
    /// The most seconds in all; no limit if left out.
    pub seconds_max: Option<u32>,
}

/// A table test that waits to be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TestCard {
    /// The hash under which the books keep it.
    pub hash: String,
    /// The examiner.
    pub examiner: String,
    /// The dealer.
    pub dealer: String,
    /// The games, by their ids.
    pub games: Vec<String>,
    /// Rounds of each.
    pub rounds: u32,
    /// The most errors in all.
    pub errors_max: u32,
    /// The most seconds in all.
    pub seconds_max: Option<u32>,
    /// Rounds of it that have been dealt so far; 0 where it has not been begun.
    pub begun: u32,
}

/// A table test on file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordLine {
    /// The hash it is signed by.
    pub hash: String,
    /// The dealer.
    pub dealer: String,
    /// The examiner.
    pub examiner: String,
    /// The games, by their ids.
    pub games: Vec<String>,
    /// When it ended, in milliseconds since 1970.
    pub ended: i64,
    /// Errors in all.
    pub errors: u32,
    /// Whether it was passed.
    pub passed: bool,
}

/// `GET /school/dealers`: everybody who has dealt in the school, for examiners.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DealerCard {
    /// The name.
    pub name: String,
    /// Rounds dealt, in practice and tests.
    pub rounds: u32,
    /// Moves that were due in them.
    pub moves: u32,
    /// Errors.
    pub errors: u32,
    /// Questions answered.
    pub answers: u32,
    /// Those answered wrong.
    pub wrong: u32,
    /// The clauses most often got wrong, worst first.
    pub weak: Vec<WeakClause>,
    /// Table tests that were begun and are not on file.
    pub unfinished: Vec<TestCard>,
    /// Table tests on file, newest first.
    pub records: Vec<RecordLine>,
}

/// A clause that a dealer gets wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct WeakClause {
    /// The game's id.
    pub game: String,
    /// The clause's id.
    pub clause: String,
    /// Where it stands.
    pub at: String,
    /// How often.
    pub times: u32,
}
