//! What a game is: cards, money, odds, pay tables, and the rules file that defines a game. Nothing here deals a card.
//!
//! A rules file is read, checked and handed out as a [`Game`]. A `Game` that exists is valid; nobody rechecks it. A file with
//! faults gives all of them at once, each with its file, line, column and remedy.
//!
//! ```
//! use croupier_rules::{Money, load, print};
//!
//! // A game of the program by its id, or any file by its path.
//! let loaded = load::open("super-fun-21")?;
//! let game = &loaded.game;
//! assert_eq!(game.main_bet.lowest(), Money::from_dollars(5));
//!
//! // What the rules mean for play is asked of the rules themselves.
//! let rules = game.twenty_one().expect("a game of 21");
//! let hand = croupier_rules::card::parse_cards("Ah 6c")?;
//! let facts = croupier_rules::play::HandFacts::of(&hand, croupier_rules::play::Origin::Dealt, 0);
//! assert!(rules.may_double(&facts).is_ok());
//!
//! // One rule changed is another game, checked like any other; a change that contradicts the rest is refused.
//! let two_decks = loaded.with(&["deck.decks=2".parse()?])?;
//! assert_ne!(two_decks.game.hash(), game.hash());
//! let faults = loaded.with(&["dealer.hole-card=none".parse()?]).unwrap_err();
//! assert_eq!(faults.list[0].message, "nothing-to-check");
//!
//! // The rule sheet is printed from the same rules.
//! assert!(print::text(game, 100).contains("Diamond blackjack"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where things are
//!
//! | module | what is there |
//! |---|---|
//! | [`game`] | a game and its parts: deck, shoe, table, bets, pay tables, sources |
//! | [`twenty_one`], [`stud`] | the rules of each family |
//! | [`pattern`], [`pay_table`], [`poker`] | what a row asks of cards, which row pays, which poker hand cards contain |
//! | [`play`] | what the rules mean for play: small pure functions that table, solver and simulator ask |
//! | [`load`] | from a text to a game: tree, game it extends, changes, types, checks, faults |
//! | `check` | whether what was read fits together; every message is an entry of the table in `load::message` |
//! | [`print`](mod@print), [`schema`] | the rule sheet; the JSON Schemas |
//! | [`upgrade`] | files of format 1 rewritten |
//!
//! A part of the file is defined once, with `section!`, `words!` or `text!` (`load::section`): the type, how it is read and
//! written, its limits, its JSON Schema and the place of each field (`place!`) follow from that.

pub mod baccarat;
mod bets;
pub mod card;
mod check;
mod citations;
mod deck;
pub mod game;
mod keyed;
pub mod load;
pub mod meter;
mod money;
mod numbers;
pub mod pattern;
pub mod pay_table;
pub mod play;
pub mod poker;
pub mod print;
mod procedure;
pub mod schema;
pub mod showdown;
pub mod single_card;
mod sources;
pub mod stud;
pub mod twenty_one;
pub mod upgrade;

pub use card::{Card, Rank, Suit};
pub use game::{Family, Game};
pub use keyed::Keyed;
pub use money::{Money, NotMoney, NotOdds, Odds};
pub use numbers::{NotNumbers, NotRanks, Numbers, Ranks};
