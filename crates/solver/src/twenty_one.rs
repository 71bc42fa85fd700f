//! Games of 21, solved.

pub mod best;
pub mod chart;
pub mod deal;
pub mod dealer;
pub mod hands;
pub mod insurance;
pub mod known_hole;
pub mod memory;
pub mod play;
pub mod playbook;
pub mod query;
pub mod report;
pub mod round;
pub mod rows;
pub mod setting;
pub mod split;
pub mod stakes;
pub mod table;
pub mod tally;
pub mod views;

use std::sync::Arc;

use croupier_rules::{Card, Game, Money};
use rayon::prelude::*;

pub use deal::Shoe;
pub use query::{Moment, Question, QuestionFault, hand_value};
pub use report::{NOTES, STRATEGY_CLASS};

use crate::solution::WagerValue;
use memory::Memory;
use round::RoundValue;
use setting::Setting;
use table::{Dealing, UpClass};

/// What the main game comes to with the best play off this shoe.
pub fn round_value<N: Dealing>(game: &Game, main: Money, shoe: &Shoe) -> Option<RoundValue<N>> {
    played(&Setting::new(game, main, shoe, &[])?, shoe)
}

/// What the main game of a setting comes to with the best play of its class.
pub fn played<N: Dealing>(setting: &Setting<N>, shoe: &Shoe) -> Option<RoundValue<N>> {
    sum_of(played_by_up(setting, shoe).into_iter().map(|(_, round)| round))
}

/// The same for each class of up cards, weighted by how often one is shown.
pub(crate) fn played_by_up<N: Dealing>(setting: &Setting<N>, shoe: &Shoe) -> Vec<(UpClass, RoundValue<N>)> {
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
pub fn solve_main_beside(game: &Game, main: Money, memory: Option<&Arc<Memory<f64>>>) -> Option<WagerValue> {
    let shoe = full_shoe(game);
    let mut setting = Setting::new(game, main, &shoe, &[])?;
    setting.memory = memory.cloned();
    let played = played_by_up(&setting, &shoe);
    let by_up = played.iter().map(|(up, round)| views::up_value(up, round, &shoe));
    let by_up = by_up.map(|value| value.written()).collect();
    let round = sum_of(played.into_iter().map(|(_, round)| round))?;
    Some(WagerValue {
        by_up,
        ..report::main_wager(game, main, &round)
    })
}

/// The whole shoe of a game.
pub fn full_shoe(game: &Game) -> Shoe {
    std::array::from_fn(|index| {
        let card = Card::from_index(index).expect("there are 52 kinds of card");
        u32::from(game.deck.count(card))
    })
}
