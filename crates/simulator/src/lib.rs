//! Monte Carlo at the speed of the hardware: rules and a strategy compiled to flat tables, results in integers that merge.
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//!
//! use croupier_simulator::{Control, Exact, Job, Order, Policy, Report};
//! use croupier_table::HandWagers;
//!
//! let game = Arc::new(croupier_rules::load::open("presque-isle-blackjack")?.game);
//! let order = Order {
//!     bets: HandWagers { main: game.main_bet.lowest(), spots: 0, side: Vec::new() },
//!     seats: 1,
//!     cut_card: false,
//!     seed: 21,
//!     rounds: 100_000,
//!     session: None,
//! };
//! let job = Job::new(&game, &Policy::MimicDealer, &order)?;
//! let run = job.run(Control {
//!     threads: 0,
//!     stop: &AtomicBool::new(false),
//!     until_se: None,
//!     checkpoint: None,
//!     progress: &mut |_| {},
//! })?;
//! let report = Report::new(&job, &run, "mimic-dealer", &Exact::default());
//! assert!((report.wagers[0].mean + 0.057).abs() < 0.02);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Map, in the order to read it
//!
//! | module | what is there |
//! |---|---|
//! | `job` | [`Order`], [`Job`], [`Run`]: so many rounds, cut into chunks that any thread or machine may play |
//! | [`witness`] | the round itself, played from the same cards: what the tables are held against, and what plays the rest |
//! | `compiled` | [`Compiled`]: a game and a strategy as tables, of either family; what a code means |
//! | `table` | the flat table: what a card leads to, in one word |
//! | `twenty_one` | `compile` asks `Round` what happens to each hand; `likeness` says which hands have one future; `dealer` and `leaf` ask the rules how the dealer draws and how hands compare; `play` is the plain kernel, `lanes` plays 64 rounds side by side from `lane_tables` |
//! | `stud` | `compile` tabulates the decisions, `rows` the pay tables; `lanes` as above; `showdown` has the games against the dealer's hand, over `hand_kinds`, `board` those with a board beside it |
//! | `baccarat` | a coup as a walk over points, every wager a digit |
//! | `single_card` | first cards that lead to an end, or to a row of ends by the cards that follow |
//! | `digits` | wagers settled by rows, as digits of a code |
//! | `sides`, `settled` | side bets of 21 as lookups; how one wager ended |
//! | [`cards`] over [`philox`] | cards without replacement from a counter-based generator; `wide` chooses the vectors |
//! | `chunk` | plays one chunk and counts: `nets` says what a code comes to, [`tally`] holds the counts, `session` the bankrolls |
//! | [`counting`] | a player who counts cards: `tables` for every bet and play, `play`, `tally` by count, `figures` and the best `ramp` |
//! | [`gpu`] | the same rounds by kernels on a graphics card |
//! | `checkpoint`, [`part`], [`files`] | long jobs go on where they stopped; chunks played elsewhere are merged; files that are there whole or not at all |
//! | [`report`], `lines` | means, errors and rows, as JSON and as lines |
//! | `policy` | ways to play that need no solver |
//!
//! A round ends with one **code**: `leaf × digits + digit`, where the leaf says how the bets of the hand ended and the digit how
//! insurance and side bets did. A histogram of codes is all that a kernel counts; every figure follows from it.
//! `docs/simulator.md` says why it is exact.

// Lanes are walked side by side through several arrays; an index says that better than zipped iterators do, and compiles
// to the same vectors.
#![allow(clippy::needless_range_loop)]

mod baccarat;
pub mod cards;
mod checkpoint;
mod chunk;
mod compiled;
pub mod counting;
mod digits;
mod fault;
pub mod files;
mod fnv;
pub mod gpu;
mod job;
mod lines;
mod nets;
pub mod part;
pub mod philox;
mod policy;
pub mod report;
mod session;
mod settled;
mod sides;
mod single_card;
mod stud;
mod table;
pub mod tally;
mod twenty_one;
mod wide;
pub mod witness;

pub use compiled::Compiled;
pub use fault::Fault;
pub use job::{CHUNK_ROUNDS, Control, Job, Mode, Order, Progress, ROUNDS_MAX, Run, StopReason};
pub use lines::{LineKind, ReportLine};
pub use policy::Policy;
pub use report::{Exact, Report};
pub use session::{SessionRules, SessionTally};
pub use settled::Settled;
pub use tally::Tally;

/// Parts that the tests and benches of this crate look into. Nobody else may rely on them.
#[doc(hidden)]
pub mod internals {
    pub use crate::baccarat::CoupTables;
    pub use crate::single_card::SingleCardTables;
    pub use crate::stud::{BoardTables, ShowdownTables, StudTables, lanes as stud_lanes};
    pub use crate::twenty_one::lanes::{self, Sink, WINDOW};
    pub use crate::twenty_one::{HANDS_MAX, LaneTables, PlayedHand, Stopped, Tables};
}
