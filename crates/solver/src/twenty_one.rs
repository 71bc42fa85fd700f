//! Games of 21, solved.
//!
//! # Map, in the order to read it
//!
//! | module | what is there |
//! |---|---|
//! | `setting` | a game at one main bet made ready: its `rows`, its `hands`, its `stakes` |
//! | `rows`, `hands` | rows by which a hand wins at once; every hand there is, as a graph from card to card |
//! | `stakes` | the doubles that can be best |
//! | `up_class`, [`against`], `unseen`, `comparison` | what the dealer shows and which of it plays alike; how people name it; the cards to come; what a bet is worth against each result of the dealer's hand |
//! | `dealer`, `memory` | the exact chance of each result of the dealer's hand, and what games that differ little share of it |
//! | `play` | the best play of one hand against one up card, from the longest hands back to the first two cards |
//! | `split` | what a split is worth: the exact recurrence over pair cards and others |
//! | `deal` | every up card and first two cards, and what is done with them |
//! | `hand_results`, `round` | how hands end and how often; what a whole round comes to |
//! | `insurance`, [`known_hole`] | insurance and even money; what it is worth to see the hole card |
//! | [`riding`] | side bets that are lost when the hand is split or doubled |
//! | `query` | one hand asked about: what each action is worth |
//! | [`best`], [`playbook`], [`chart`] | the best play as a `Strategy`, as a file, and cut down to totals |
//! | [`views`], `report` | values by up card and first hand; the main wager as the solution gives it |

pub mod against;
pub mod best;
mod book_strategy;
pub mod chart;
mod comparison;
mod deal;
mod dealer;
mod hand_results;
mod hands;
mod insurance;
pub mod known_hole;
mod memory;
mod play;
pub mod playbook;
mod query;
mod report;
pub mod riding;
mod round;
mod rows;
mod setting;
mod split;
mod stakes;
mod unseen;
mod up_class;
pub mod views;

use std::sync::Arc;

use croupier_rules::{Card, Game, Money};
use rayon::prelude::*;

pub use deal::CardCounts;
pub(crate) use dealer::Draws;
pub(crate) use memory::Memory;
pub use query::{Moment, Question, QuestionFault, hand_value};
pub use report::{NOTES, STRATEGY_CLASS};

use crate::solution::WagerValue;
pub use round::RoundValue;
use setting::Setting;
pub(crate) use stakes::Stakes;
pub use unseen::Dealing;
pub use up_class::Shown;
use up_class::UpClass;

/// What the main game comes to with the best play off this shoe.
pub fn round_value<N: Dealing>(game: &Game, main: Money, shoe: &CardCounts) -> Option<RoundValue<N>> {
    played(&Setting::new(game, main, shoe, &[])?, shoe)
}

/// Parts that the tests and benches of this crate look into. Nobody else may rely on them.
#[doc(hidden)]
pub mod internals {
    pub use super::deal::by_value;
    pub use super::dealer::{DEALER_RESULTS, DealerChances, Draws};
    pub use super::play::Suited;
    pub use super::setting::Setting;
    pub use super::split::{Class, Pair, SplitPlay};
    pub use super::unseen::Unseen;
    pub use super::up_class::{Shown, UpClass};
}

/// What the main game of a setting comes to with the best play of its class.
#[doc(hidden)]
pub fn played<N: Dealing>(setting: &Setting<N>, shoe: &CardCounts) -> Option<RoundValue<N>> {
    sum_of(played_by_up(setting, shoe).into_iter().map(|(_, round)| round))
}

/// The same for each class of what the dealer shows, weighted by how often it is shown.
pub(crate) fn played_by_up<N: Dealing>(setting: &Setting<N>, shoe: &CardCounts) -> Vec<(UpClass, RoundValue<N>)> {
    let ups = UpClass::all(&setting.rules, &setting.rows, shoe);
    let played = ups.into_par_iter().map(|up| {
        let round = round::under(setting, &up, shoe);
        (up, round)
    });
    played.collect()
}

/// One after the other, so that the sum is the same to the bit on any number of threads.
fn sum_of<N: Dealing>(rounds: impl Iterator<Item = RoundValue<N>>) -> Option<RoundValue<N>> {
    rounds.reduce(|mut sum, round| {
        sum.add(round);
        sum
    })
}

/// The main wager of a game with the best play off a fresh shoe; `None` when the game is of another family.
pub fn solve_main(game: &Game, main: Money) -> Option<WagerValue> {
    solve_main_beside(game, main, None)
}

/// The same; what is remembered of other games is not computed again.
pub(crate) fn solve_main_beside(game: &Game, main: Money, memory: Option<&Arc<Memory<f64>>>) -> Option<WagerValue> {
    let shoe = full_shoe(game);
    let mut setting = Setting::new(game, main, &shoe, &[])?;
    setting.memory = memory.cloned();
    let played = played_by_up(&setting, &shoe);
    let by_up = views::up_values(&played, &shoe);
    let by_up = by_up.iter().map(views::UpValue::written).collect();
    let round = sum_of(played.into_iter().map(|(_, round)| round))?;
    Some(WagerValue {
        by_up,
        ..report::main_wager(game, main, &round)
    })
}

/// The whole shoe of a game.
pub fn full_shoe(game: &Game) -> CardCounts {
    std::array::from_fn(|index| {
        let card = Card::from_index(index).expect("there are 52 kinds of card");
        u32::from(game.deck.count(card))
    })
}
