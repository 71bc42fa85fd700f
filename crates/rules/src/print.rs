//! The rule sheet of a game, printed from its rules: as text, as Markdown, as JSON.
//!
//! A sheet is made once ([`Sheet::of`]) out of sentences that the fields of the rules file dictate; the three forms only lay
//! it out.

mod baccarat;
mod cards;
mod cited;
mod markdown;
mod pattern;
mod pay_tables;
mod plain;
mod sheet;
mod showdown;
mod single_card;
mod stud;
mod turns;
mod twenty_one;
mod wagers;
mod walk;
mod words;

pub use cited::{CitedClause, CitedPart, CitedSentence, CitedSheet};
pub use markdown::escaped as escaped_for_markdown;
pub use pattern::poker as poker_in_words;
pub use pay_tables::pays_in_words;
pub use sheet::{Origin, Part, PayRow, PayTable, Sentence, Sheet, Topic, WagerLine};
pub use twenty_one::cards_of;
pub use words::{a, odds as odds_in_words};

use crate::game::Game;

/// The rule sheet as plain text, with lines of at most `width` characters where words allow it.
pub fn text(game: &Game, width: usize) -> String {
    plain::render(&Sheet::of(game), width)
}

/// The rule sheet as Markdown.
pub fn markdown(game: &Game) -> String {
    markdown::render(&Sheet::of(game))
}

/// The rule sheet beside its sources, as plain text.
pub fn cited_text(game: &Game, width: usize) -> String {
    plain::render_cited(&CitedSheet::of(game), width)
}

/// The rule sheet beside its sources, as Markdown.
pub fn cited_markdown(game: &Game) -> String {
    markdown::render_cited(&CitedSheet::of(game))
}

/// The rule sheet beside its sources, as JSON.
pub fn cited_json(game: &Game) -> serde_json::Value {
    serde_json::to_value(CitedSheet::of(game)).expect("a sheet holds only texts and lists")
}

/// The rule sheet as JSON.
pub fn json(game: &Game) -> serde_json::Value {
    serde_json::to_value(Sheet::of(game)).expect("a sheet holds only texts, lists and flags")
}
