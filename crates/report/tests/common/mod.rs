//! What the tests share.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its share")]

use croupier_report::{Document, Kind, Options, Steps};
use croupier_rules::load::{self, Loaded};

/// The games built into the program.
pub const GAMES: [&str; 5] = [
    "nh21-plus",
    "nh21-v3",
    "super-fun-21",
    "nh-holdem",
    "presque-isle-blackjack",
];

/// Nobody looks at the progress of a test.
pub struct Silent;

impl Steps for Silent {
    fn expect(&self, _: u64) {}
    fn begin(&self, _: &str) {}
    fn done(&self) {}
}

/// The options of every test.
pub fn options() -> Options {
    Options {
        bet: None,
        date: jiff::civil::date(2026, 11, 15),
    }
}

/// A game by its id or the name of a file in `tests/games`.
pub fn game(id: &str) -> Loaded {
    let file = format!("{}/../../tests/games/{id}.toml", env!("CARGO_MANIFEST_DIR"));
    let word = if GAMES.contains(&id) { id.to_string() } else { file };
    load::open(&word).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Games that the program has never seen.
pub fn others() -> Vec<String> {
    let folder = format!("{}/../../tests/games", env!("CARGO_MANIFEST_DIR"));
    let mut ids: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_string())
        .collect();
    ids.sort();
    ids
}

/// A report of a game.
pub fn report(kind: Kind, loaded: &Loaded) -> Document {
    croupier_report::make(kind, loaded, &options(), &Silent).unwrap()
}
