//! What a game is: cards, money, odds, pay tables, and the rules file that defines a game.
//!
//! It reads a rules file, checks it, and hands out a [`Game`]; a `Game` that exists is valid. What the rules say of play is
//! asked of [`play`]; nothing here deals a card.

mod bets;
pub mod card;
mod check;
pub mod citations;
mod deck;
pub mod game;
pub mod keyed;
pub mod load;
pub mod money;
pub mod numbers;
pub mod pattern;
pub mod pay_table;
pub mod play;
pub mod poker;
pub mod print;
mod procedure;
pub mod schema;
pub mod showdown;
pub mod sources;
pub mod stud;
pub mod twenty_one;
pub mod upgrade;

pub use card::{Card, Rank, Suit};
pub use game::{Family, Game};
pub use keyed::Keyed;
pub use money::{Money, Odds};
pub use numbers::{Numbers, Ranks};
