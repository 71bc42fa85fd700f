//! The school: a dealer learns a game by dealing it.
//!
//! A round is played by [`croupier_table::Round`], as it is everywhere; from its events follow the moves that a dealer makes, each
//! with the clause it carries out ([`Script`]). A [`Judge`] holds a person's moves against them. Nothing here knows a game by name,
//! and nothing does any input or output, reads a clock or draws a random number: seeds and times come in.
//!
//! | module | what is there |
//! |---|---|
//! | `moves` | [`Move`]: what a dealer's hands can do, written and in words |
//! | `script` | [`Script`]: the moves of a round in the document's order, and which may change places |
//! | `judge` | [`Judge`]: by the book, a permitted variation, or an error of some kind |
//! | `plant` | [`Planted`]: rounds with one error in them |
//! | `players` | [`Temperament`], [`Signal`], [`Irregularity`]: players who behave like players |
//! | `drill` | [`Drills`], [`DrillQuestion`]: payouts, totals, winners, rows, order, errors, irregularities |
//! | `schedule` | [`Schedule`]: which topic is asked when (SM-2) |
//! | `reach` | [`reach`]: everything a dealer could do, right or wrong |
//! | `record` | [`RoundText`], [`TestText`]: what is kept, and how it is held against itself |
//! | `lesson` | [`Lesson`], [`Setup`], [`Exercise`]: rounds to practice on |

mod drill;
mod judge;
mod lesson;
mod moves;
mod plant;
mod players;
mod reach;
mod record;
mod schedule;
mod script;

pub use drill::{
    Answer, DrillKind, Drills, HouseRule, Level, NotAnAnswer, Question as DrillQuestion, Topic, read_chips,
};
pub use judge::{Fault, FaultKind, Judge, Told, Verdict};
pub use lesson::{Exercise, Lesson, Setup};
pub use moves::{Announcement, Move, NotAMove, Question};
pub use plant::{Flawed, Planted};
pub use players::{Irregularity, Mischief, Signal, Temperament};
pub use reach::{Asks, Target, Tool, reach};
pub use record::{AnswerText, Differs, FaultText, RoundText, TestDeal, TestMove, TestSet, TestText};
pub use schedule::{Grade, Memory, Schedule};
pub use script::{Due, Happening, Script};
