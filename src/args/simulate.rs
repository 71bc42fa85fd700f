//! Simulations.

use std::path::PathBuf;

use clap::ValueEnum;
use croupier_rules::Money;

use super::values::Rules;

/// `croupier simulate`.
#[derive(clap::Args, Debug)]
pub struct Simulate {
    /// The game.
    #[command(flatten)]
    pub rules: Rules,
    /// How many rounds, like 250000 or 1e9.
    #[arg(long, value_name = "N", default_value = "1e7", value_parser = rounds, allow_hyphen_values = true)]
    pub rounds: u64,
    /// The seed, a number.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How hands are played: optimal, chart, stand, mimic-dealer, never-bust, or a file that `croupier strategy --format
    /// json` wrote.
    #[arg(long, value_name = "NAME|FILE", default_value = "optimal")]
    pub strategy: String,
    /// How many seats play, one hand each.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seats: u8,
    /// Also simulate every number of seats the table has, and tell what the main game is worth by it.
    #[arg(long, conflicts_with = "checkpoint")]
    pub by_seats: bool,
    /// Deal every round from a full shoe, or a shoe to its cut card.
    #[arg(long, value_enum, default_value_t = ShoeMode::Fresh)]
    pub shoe: ShoeMode,
    /// Put the main bet on so many more spots, like 2x and 3x.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub spots: u8,
    /// Bet on a side bet, like `up-match=5`. May be given often.
    #[arg(long, value_name = "ID=$")]
    pub side: Vec<String>,
    /// How many threads; as many as the machine has if left out.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,
    /// Play on the first GPU of this machine (NVIDIA, with CUDA's run-time compiler). What is counted is the same, bit for bit.
    #[arg(long, conflicts_with = "by_seats")]
    pub gpu: bool,
    /// Stop once the standard error of the main game is no greater.
    #[arg(long, value_name = "SE")]
    pub until_se: Option<f64>,
    /// Also tell what sessions of so many rounds come to.
    #[arg(long, value_name = "ROUNDS")]
    pub session: Option<u64>,
    /// The bankroll of a session: tell how often it is lost.
    #[arg(long, value_name = "$", requires = "session")]
    pub bankroll: Option<Money>,
    /// Keep what is done in this file, and go on from it.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Play these chunks of the job alone, like `0..40`, and write them to the output as a part for `croupier merge`. A chunk has
    /// 262,144 rounds; numbers beyond the last chunk mean the last.
    #[arg(
        long,
        value_name = "A..B",
        value_parser = chunks,
        requires = "output",
        conflicts_with_all = ["by_seats", "until_se", "checkpoint", "json", "csv", "parquet"]
    )]
    pub chunks: Option<std::ops::Range<u64>>,
    /// How the result is printed.
    #[command(flatten)]
    pub print: SimulationPrint,
}

/// `croupier merge`.
#[derive(clap::Args, Debug)]
pub struct Merge {
    /// The parts, in any order.
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// How the result is printed.
    #[command(flatten)]
    pub print: SimulationPrint,
}

/// How the result of a simulation is printed.
#[derive(clap::Args, Debug)]
pub struct SimulationPrint {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Print comma-separated values.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Also write every wager and row to this file as Parquet, whole or not at all.
    #[arg(long, value_name = "FILE")]
    pub parquet: Option<PathBuf>,
    /// Write to this file instead, whole or not at all.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Where the cards of a simulated round come from.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShoeMode {
    /// Every round from a full shoe.
    Fresh,
    /// Dealt through a shoe until the cut card has come out.
    CutCard,
}

/// A number of rounds as people write it: `250000`, `1e9`, `2.5e6`.
pub(super) fn rounds(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a number of rounds; write a whole number like 250000 or 1e9");
    if let Ok(rounds) = text.parse() {
        return Ok(rounds);
    }
    let rounds: f64 = text.parse().map_err(|_| wrong())?;
    if !(0.0..1e18).contains(&rounds) || rounds.fract() != 0.0 {
        return Err(wrong());
    }
    Ok(rounds as u64)
}

/// A range of chunks, like `0..40`.
fn chunks(text: &str) -> Result<std::ops::Range<u64>, String> {
    let wrong = || format!("`{text}` is not a range of chunks; write it like 0..40, which is the chunks 0 to 39");
    let (start, end) = text.split_once("..").ok_or_else(wrong)?;
    let range = start.parse().map_err(|_| wrong())?..end.parse().map_err(|_| wrong())?;
    if range.is_empty() {
        return Err(format!(
            "`{text}` holds no chunk; the second number must be greater than the first"
        ));
    }
    Ok(range)
}
