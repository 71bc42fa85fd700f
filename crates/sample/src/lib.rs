//! Random rules files that are valid, for the tests of the other crates: what holds for every game must hold for these.
//!
//! A seed always gives the same game. A file is drawn as a tree of keys (`twenty_one`, `stud`, `showdown`, `single_card`, rows
//! and side bets), laid over with the other readings of documents (`readings`), written as text in the format of rules files (`file`, the only
//! module that knows it), and read by the
//! loader like any other file. Rows that turn out never to be paid are taken out again.
//!
//! ```
//! let game = croupier_sample::twenty_one(7);
//! assert_eq!(game, croupier_sample::twenty_one(7));
//! ```

mod dice;
mod file;
mod readings;
mod rows;
mod showdown;
mod side_bets;
mod single_card;
mod stud;
mod twenty_one;

use croupier_rules::Game;

use dice::Dice;
use file::Tree;

/// A random game of 21.
pub fn twenty_one(seed: u64) -> Game {
    file::read(&twenty_one_text(seed))
}

/// The rules file of a random game of 21.
pub fn twenty_one_text(seed: u64) -> String {
    draw(seed, twenty_one::file)
}

/// A random game of 21 without hands that win by their suits, which take long to solve and to compile from full shoes.
pub fn unsuited_twenty_one(seed: u64) -> Game {
    file::read(&unsuited_twenty_one_text(seed))
}

/// The rules file of a random game of 21 without hands that win by their suits.
pub fn unsuited_twenty_one_text(seed: u64) -> String {
    draw(seed, twenty_one::unsuited_file)
}

/// A random game of 21 that is small enough to be searched exhaustively: one deck of few ranks that cannot run out, one
/// seat, few splits and doubles.
pub fn tiny_twenty_one(seed: u64) -> Game {
    file::read(&tiny_twenty_one_text(seed))
}

/// The rules file of a random small game of 21.
pub fn tiny_twenty_one_text(seed: u64) -> String {
    draw(seed, twenty_one::tiny_file)
}

/// A random game of stud.
pub fn stud(seed: u64) -> Game {
    file::read(&stud_text(seed))
}

/// The rules file of a random game of stud.
pub fn stud_text(seed: u64) -> String {
    draw(seed, stud::file)
}

/// A random game of stud from few ranks, small enough to be searched exhaustively.
pub fn tiny_stud(seed: u64) -> Game {
    file::read(&tiny_stud_text(seed))
}

/// The rules file of a random small game of stud.
pub fn tiny_stud_text(seed: u64) -> String {
    draw(seed, stud::tiny_file)
}

/// A random game of stud in which the dealer has a hand.
pub fn showdown(seed: u64) -> Game {
    file::read(&showdown_text(seed))
}

/// The rules file of a random game against the dealer's hand.
pub fn showdown_text(seed: u64) -> String {
    draw(seed, showdown::file)
}

/// A random game against the dealer's hand from few ranks, small enough to be searched exhaustively.
pub fn tiny_showdown(seed: u64) -> Game {
    file::read(&tiny_showdown_text(seed))
}

/// The rules file of a random small game against the dealer's hand.
pub fn tiny_showdown_text(seed: u64) -> String {
    draw(seed, showdown::tiny_file)
}

/// A random game of single cards.
pub fn single_card(seed: u64) -> Game {
    file::read(&single_card_text(seed))
}

/// The rules file of a random game of single cards.
pub fn single_card_text(seed: u64) -> String {
    draw(seed, single_card::file)
}

/// A random game of single cards from few ranks, small enough to be searched exhaustively.
pub fn tiny_single_card(seed: u64) -> Game {
    file::read(&tiny_single_card_text(seed))
}

/// The rules file of a random small game of single cards.
pub fn tiny_single_card_text(seed: u64) -> String {
    draw(seed, single_card::tiny_file)
}

/// Draws until the file is valid. Most draws are; the others contradict themselves in limits or deal too few cards.
fn draw(seed: u64, tree: fn(&mut Dice) -> Tree) -> String {
    let mut dice = Dice::new(seed);
    let mut readings = Dice::new(!seed);
    loop {
        let mut drawn = tree(&mut dice);
        readings::lay_over(&mut readings, &mut drawn);
        if let Some(text) = file::write(&mut dice, drawn) {
            return text;
        }
    }
}
