//! Drills and lessons for dealers.

use std::path::PathBuf;

use croupier_school::DrillKind;

/// `croupier drill`.
#[derive(clap::Args, Debug)]
pub struct Drill {
    /// The game's id, or the path of a rules file.
    pub game: String,
    /// What to ask about; everything if left out.
    #[arg(value_parser = drill_kind())]
    pub kind: Option<DrillKind>,
    /// How many questions to ask.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub count: u32,
    /// Ask from this number instead of one from the operating system; the same number asks the same.
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Keep in this file what is known and what is not, and ask accordingly.
    #[arg(long, value_name = "FILE", env = "CROUPIER_PROGRESS")]
    pub progress: Option<PathBuf>,
    /// How hard the questions are: 1 (round bets, few cards), 2 or 3; by what is known if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=3))]
    pub level: Option<u8>,
    /// Count an answer that takes longer than this as wrong; no limit if left out.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub seconds: Option<u64>,
    /// The house's procedures for irregularities, as a TOML file; built-in ones if left out.
    #[arg(long, value_name = "FILE")]
    pub procedures: Option<PathBuf>,
}

/// `croupier lesson`.
#[derive(clap::Args, Debug)]
pub struct Lesson {
    /// The game's id, or the path of a rules file.
    pub game: String,
    /// The lesson, like `plain` or `side-bets`; lists them if left out.
    pub lesson: Option<String>,
    /// How many players there are.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=7))]
    pub seats: u8,
    /// The round follows from this number.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Begin with the deal instead of the opening of the table.
    #[arg(long)]
    pub no_shuffle: bool,
    /// What the players do beside playing well.
    #[command(flatten)]
    pub chances: Chances,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// How often players misbehave, and how many play by the chart.
#[derive(clap::Args, Debug)]
pub struct Chances {
    /// Hand and voice contradict each other in so many of 100 decisions, where the document says which counts.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub mixed_signals: u8,
    /// A bet comes late or cards are touched in so many of 100 decisions.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub irregularities: u8,
    /// A player thinks again in so many of 100 decisions.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub second_thoughts: u8,
    /// A player takes time in so many of 100 decisions.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub slow: u8,
    /// A player cheats at so many of 100 bets.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub cheating: u8,
    /// So many of 100 players play by the chart.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub chart_players: u8,
}

/// What a drill may ask about, by name.
fn drill_kind() -> impl clap::builder::TypedValueParser<Value = DrillKind> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
    let kinds = DrillKind::ALL
        .iter()
        .map(|kind| PossibleValue::new(kind.word()).help(kind.about().trim_end_matches('.')));
    PossibleValuesParser::new(kinds).try_map(|word| DrillKind::from_word(&word).ok_or("not a kind of drill"))
}
