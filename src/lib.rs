//! The program `croupier` as a library: what the command line and the Python package both call.
//!
//! ```
//! let six_decks = croupier::open("super-fun-21", &[], Some(6)).map_err(|fault| fault.to_string())?;
//! assert_eq!(six_decks.game.deck.decks, 6);
//! # Ok::<(), String>(())
//! ```
#![expect(
    unreachable_pub,
    reason = "`pub` marks what a module offers the others; this page says what is offered outside"
)]

mod args;
mod commands;
mod failure;
mod settings;
mod terminal;
mod values;

use std::ffi::OsString;

pub use args::{StrategyFormat, WhichPlay};
pub use commands::bets::checked as bets;
pub use commands::count::{counted, counting_system, text as count_text};
pub use commands::export::outcomes::{OUTCOMES, outcome_rows};
pub use commands::games::summary;
pub use commands::replay::event_json;
pub use commands::simulate::{COLUMNS, Request, Simulation, rows, text};
pub use commands::solve::{changed as open, solve_with};
pub use commands::strategy::printed as strategy;
pub use croupier_report::counting;
pub use failure::Failure;

/// Runs the program with these words of a command line, the first of which is its own name, and gives the exit code.
pub fn main_with(words: Vec<OsString>) -> u8 {
    match settings::command(words).and_then(commands::run) {
        Ok(()) => 0,
        Err(failure) => failure.report(),
    }
}
