//! What every wager of a game is worth, exactly, and the best play.
//!
//! ```
//! use croupier_rules::card::parse_cards;
//! use croupier_solver::{HandQuestion, hand};
//!
//! let game = croupier_rules::load::open("presque-isle-blackjack")?.game;
//! let sixteen = HandQuestion {
//!     cards: parse_cards("Th 6c")?,
//!     up: parse_cards("Ts")?.first().copied(),
//!     ..HandQuestion::default()
//! };
//! let value = hand(&game, &sixteen)?;
//! assert_eq!(value.best, "surrender");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Map, in the order to read it
//!
//! | module | what is there |
//! |---|---|
//! | `ask` | [`solve`] and [`hand`], the two questions anybody asks; which family answers |
//! | `chart_player` | [`chart_player`]: who plays by the chart |
//! | [`solution`] | the answers, as they are written in JSON: [`solution::Solution`], [`solution::HandValue`] |
//! | [`chances`] | what a player asks beside the values: equity, outs, how the dealer ends |
//! | [`number`] | the same formulas in floating point and in exact fractions |
//! | [`pack`], `kinds` | how many of each card may come; hands that differ only in names of suits, counted once |
//! | [`side_bets`] | bets that a few cards decide: every kind of hand looked at once |
//! | [`twenty_one`] | games of 21 (its page has a map of its own); the mathematics is in `docs/solver.md` |
//! | [`stud`] | games of stud; the mathematics is in `docs/stud.md` |
//! | [`single_card`] | games of single cards; `docs/single-card.md` |
//! | `work` | [`Work`]: how much solving a game of stud takes, known before it is begun |
//! | [`effects`] | what each card that leaves the shoe does to every wager; how well counting systems follow it |
//! | [`counting`] | what a count says of the cards to come; index plays, insurance and side bets by count |
//! | [`variants`] | a game with one rule changed, for tables of what a rule is worth |
//! | [`exhaustive`] | the slow oracle: it knows no rule, only `Round`, and tries every card; the tests hold all of the above against it |
//!
//! No rule is written here. What may be done, what is drawn and what is paid is asked of `croupier_rules::play`; tables and
//! recurrences are built from the answers.

mod ask;
pub mod baccarat;
pub mod chances;
mod chart_player;
pub mod counting;
pub mod effects;
pub mod every_bet;
pub mod exhaustive;
mod kinds;
pub mod number;
pub mod pack;
pub mod showdown;
pub mod side_bets;
pub mod single_card;
pub mod solution;
pub mod stud;
pub mod twenty_one;
pub mod variants;
mod work;

pub use ask::{HandFault, HandQuestion, Known, SolveFault, hand, solve, solve_at, solve_changed, with_every_spot};
pub use chart_player::chart_player;
pub use every_bet::every_bet;
pub use work::Work;
