//! Exports.

use std::path::PathBuf;

use clap::ValueEnum;
use croupier_rules::Money;

use super::simulate::rounds;

/// `croupier export`.
#[derive(clap::Args, Debug)]
pub struct Export {
    /// What to export.
    #[arg(value_enum)]
    pub what: ExportWhat,
    /// Outcomes: the game's id, or the path of a rules file.
    pub game: Option<String>,
    /// Rounds, transfers and school: the books of the house, a file or postgres://…
    #[arg(long, value_name = "BOOKS")]
    pub house: Option<String>,
    /// Outcomes: the main bet in dollars; the lowest if left out.
    #[arg(long, value_name = "$", allow_hyphen_values = true)]
    pub bet: Option<Money>,
    /// Outcomes: also simulate so many rounds.
    #[arg(long, value_name = "N", default_value = "0", value_parser = rounds, hide_default_value = true)]
    pub rounds: u64,
    /// The seed of the simulation.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// The form of the file.
    #[arg(long, value_enum, default_value_t = ExportFormat::Csv)]
    pub format: ExportFormat,
    /// The file, written whole or not at all.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// What to export.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportWhat {
    /// Every round of the house.
    Rounds,
    /// Every transfer of the house.
    Transfers,
    /// Every outcome of every wager of a game.
    Outcomes,
    /// The school: every round dealt there, every test, every answer in a drill.
    School,
}

/// The form of an export.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportFormat {
    /// Comma-separated values.
    Csv,
    /// One JSON object a line.
    Jsonl,
    /// Parquet.
    Parquet,
}
