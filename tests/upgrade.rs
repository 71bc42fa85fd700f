//! Rules files of format 1 as they were, rewritten by `croupier upgrade`.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::path::Path;

use common::{croupier, temporary};

/// A file of format 1, and the same game as it stands in the repository: Let It Ride was told as bets made on the streets, and is
/// now told as bets pulled back.
const GAMES: [(&str, &str); 3] = [
    ("super-fun-21", "games/super-fun-21.toml"),
    ("spanish-21-redoubling", "tests/games/spanish-21-redoubling.toml"),
    ("let-it-ride", "games/let-it-ride.toml"),
];

#[test]
fn an_old_file_is_named_as_one_and_rewritten_it_is_the_same_game() {
    let root = env!("CARGO_MANIFEST_DIR");
    for (id, now) in GAMES {
        let old = std::fs::read_to_string(format!("{root}/tests/upgrade/{id}.toml")).unwrap();
        let path = temporary(&format!("{id}.toml"), &old);
        let told = croupier(&["check", &path]).fails_with(2);
        assert!(told.contains("`croupier upgrade FILE`"), "{told}");

        let told = croupier(&["upgrade", &path]).succeeds();
        assert!(told.contains("format 2"), "{told}");
        assert!(croupier(&["check", &path]).succeeds().contains("no faults"));
        assert_eq!(wagers(&path), wagers(&format!("{root}/{now}")), "{id}");

        let rewritten = std::fs::read_to_string(&path).unwrap();
        let told = croupier(&["upgrade", &path]).fails_with(2);
        assert!(told.contains("not a rules file of format 1"), "{told}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), rewritten, "{id}");
    }
}

#[test]
fn sources_that_are_there_are_not_overwritten() {
    let root = env!("CARGO_MANIFEST_DIR");
    let old = std::fs::read_to_string(format!("{root}/tests/upgrade/super-fun-21.toml")).unwrap();
    let path = temporary("with-sources.toml", &old);
    let beside = Path::new(&path).with_extension("sources.toml");
    std::fs::write(&beside, "# mine\n").unwrap();
    let told = croupier(&["upgrade", &path]).fails_with(2);
    assert!(told.contains("move it away first"), "{told}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), old);
    assert_eq!(std::fs::read_to_string(&beside).unwrap(), "# mine\n");
}

/// What every wager of a game is worth.
fn wagers(game: &str) -> Vec<(serde_json::Value, serde_json::Value)> {
    let json: serde_json::Value = serde_json::from_str(&croupier(&["solve", game, "--json"]).succeeds()).unwrap();
    let wagers = json["wagers"].as_array().unwrap().iter();
    wagers.map(|wager| (wager["id"].clone(), wager["ev"].clone())).collect()
}
