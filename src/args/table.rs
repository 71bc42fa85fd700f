//! The terminal table.

use croupier_rules::Money;
use croupier_table::Seed;

/// `croupier play`.
#[derive(clap::Args, Debug)]
pub struct Play {
    /// The game's id, or the path of a rules file.
    pub game: String,
    /// How many seats are taken; simple players sit at the others.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    pub seats: u8,
    /// The seat you take, 1 on the dealer's left.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    pub seat: u8,
    /// The money you sit down with, like 500 or $250.50.
    #[arg(long, value_name = "$", default_value = "$500", allow_hyphen_values = true)]
    pub bankroll: Money,
    /// Shuffle from this seed (a number or 64 hexadecimal digits) instead of one from the operating system.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    pub seed: Option<Seed>,
    /// Go line by line: for scripts and screen readers.
    #[arg(long)]
    pub plain: bool,
    /// Draw clubs green and diamonds blue, so that no two suits share a color.
    #[arg(long, alias = "four-colour")]
    pub four_color: bool,
    /// Milliseconds between two cards; 0 deals at once.
    #[arg(long, value_name = "MS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(0..=5000))]
    pub pace: u64,
}
