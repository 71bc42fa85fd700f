//! Games by id or by path.

use std::sync::Arc;

use croupier_rules::{Game, load};

use crate::failure::Failure;

const GAMES: [&str; 5] = [
    include_str!("../../games/nh21-plus.toml"),
    include_str!("../../games/nh21-v3.toml"),
    include_str!("../../games/super-fun-21.toml"),
    include_str!("../../games/nh-holdem.toml"),
    include_str!("../../games/presque-isle-blackjack.toml"),
];

/// The games that come with the program.
pub fn built_in() -> Vec<Arc<Game>> {
    GAMES
        .iter()
        .map(|text| Arc::new(load::parse(text).expect("the games of the program are valid")))
        .collect()
}

/// The game of this id or in this file.
pub fn open(name: &str) -> Result<Arc<Game>, Failure> {
    built_in()
        .into_iter()
        .find(|game| game.id == name)
        .ok_or_else(|| Failure::Input(format!("no game {name}")))
}
