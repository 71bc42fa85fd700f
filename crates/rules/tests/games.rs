//! The rules files of the program, read through the loader.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::Path;

use croupier_rules::{Game, load};

const GAMES: [&str; 5] = [
    "nh21-plus",
    "nh21-v3",
    "super-fun-21",
    "nh-holdem",
    "presque-isle-blackjack",
];

fn game(id: &str) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../games/{id}.toml"));
    let text = std::fs::read_to_string(&path).unwrap();
    load::parse(&text).unwrap_or_else(|fault| panic!("{id}: {fault}"))
}

#[test]
fn every_game_parses_under_its_own_name() {
    for id in GAMES {
        assert_eq!(game(id).id, id);
    }
}
