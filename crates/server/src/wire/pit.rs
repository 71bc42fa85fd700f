//! What the floor sees: every table, live.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Cents, TableCard};

/// `GET /pit`: every table with its figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Pit {
    /// The tables.
    pub tables: Vec<PitTable>,
    /// The tables that could not go on and wait for the floor.
    pub aside: Vec<AsideTable>,
    /// What the house bank has put in play.
    pub in_play: Cents,
}

/// A table that was put aside: its books do not fit together, so it deals nothing until the floor has voided its round.
/// The chips on it are safe in the books.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct AsideTable {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// Why it was put aside.
    pub reason: String,
    /// The round that is open.
    pub round: Option<Uuid>,
    /// The wagers on the felt.
    pub on_felt: Cents,
}

/// One table with its figures, since it was opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct PitTable {
    /// The table.
    pub table: TableCard,
    /// What it came to.
    pub figures: TableFigures,
    /// Rounds in the last hour.
    pub rounds_per_hour: f64,
    /// What is unusual, in words; empty when nothing is.
    pub flags: Vec<String>,
    /// The hands called out that the floor has not acknowledged, in the dealer's words, the newest last.
    pub called_out: Vec<String>,
}

/// What a table came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableFigures {
    /// Chips bought at it.
    pub drop: Cents,
    /// Chips sold back to it.
    pub sold: Cents,
    /// What was wagered at it.
    pub handle: Cents,
    /// What it has won (lost, when below zero).
    pub win: Cents,
    /// Win as a part of the drop.
    pub hold: Option<f64>,
    /// Chips brought to its rack from the bank.
    pub fills: Cents,
    /// Chips taken from its rack to the bank.
    pub credits: Cents,
    /// What corrections brought its rack, or took from it when below zero.
    pub corrections: Cents,
    /// Rounds dealt.
    pub rounds: u64,
    /// How many of them the floor has voided.
    pub voided: u64,
    /// What was to be won from the bets made, with the players' best play, in cents.
    pub expected: f64,
    /// The standard deviation of that, in cents.
    pub sigma: f64,
    /// How many standard deviations the win lies from it.
    pub z: Option<f64>,
}

/// `GET /night?day=…`: what a gaming day came to, table by table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Night {
    /// The day it began on: `2026-11-15`.
    pub day: String,
    /// Its first instant, in milliseconds since 1970.
    pub from: i64,
    /// The first instant after it.
    pub until: i64,
    /// The tables, those that are closed by now too, as long as something happened at them.
    pub tables: Vec<NightTable>,
    /// All tables together.
    pub house: TableFigures,
}

/// What a table came to in a gaming day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct NightTable {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// Whether it is closed by now.
    pub closed: bool,
    /// Whether it needed a link.
    pub private: bool,
    /// The least main bet, when it was last open.
    pub min: Cents,
    /// The most.
    pub max: Cents,
    /// What it came to: the rounds that ended in the day, and whatever else moved its rack in the day.
    pub figures: TableFigures,
}
