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
    /// Chips bought at it.
    pub drop: Cents,
    /// What it has won (lost, when below zero).
    pub win: Cents,
    /// What was wagered at it.
    pub handle: Cents,
    /// Win as a part of the drop.
    pub hold: Option<f64>,
    /// Rounds dealt.
    pub rounds: u64,
    /// Rounds in the last hour.
    pub rounds_per_hour: f64,
    /// What was to be won from the bets made, with the players' best play, in cents.
    pub expected: f64,
    /// The standard deviation of that, in cents.
    pub sigma: f64,
    /// How many standard deviations the win lies from it.
    pub z: Option<f64>,
    /// What is unusual, in words; empty when nothing is.
    pub flags: Vec<String>,
}
