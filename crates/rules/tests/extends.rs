//! A file that extends another game gives only what differs, and what is wrong with it is said with the right file.
//!
//! `tests/extends` has the cases. A case is a few files (`== NAME`, then their lines); the first is the game. What comes of it
//! follows as `|` lines: of a good game what differs from the one it extends (`~` gives the order where that differs), of a
//! faulty one its faults. `UPDATE=1` rewrites them; a person reads the diff.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use croupier_rules::load::{self, LoadError, Loaded};
use serde_json::Value;

#[test]
fn good_files_change_what_they_say() {
    for_each_case("good", |opened, game, folder| {
        let loaded = opened.unwrap_or_else(|fault| panic!("{fault}"));
        let written = load::parse(&loaded.game.toml()).unwrap_or_else(|faults| panic!("{faults}"));
        assert!(written == loaded.game, "the whole text stands alone");
        differences(&base_of(game, folder).json(), &loaded.game.json())
    });
}

#[test]
fn faulty_files_are_told_so() {
    for_each_case("faulty", |opened, _, folder| match opened {
        Err(LoadError::Faulty(faults)) => faults.to_string().replace(&format!("{}/", folder.display()), ""),
        Err(other) => panic!("{other}"),
        Ok(loaded) => panic!("{} has no fault", loaded.game.id),
    });
}

#[test]
fn a_changed_game_can_be_changed_again() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games/six-to-five.toml");
    let loaded = load::open(path.to_str().unwrap()).unwrap();
    let change = |text: &str| loaded.with(&[text.parse().unwrap()]);
    assert_eq!(change("deck.decks=2").unwrap().game.deck.decks, 2);
    let faults = change("extends=\"spanish-21\"").expect_err("what a file extends is no rule");
    assert_eq!(faults.list[0].what, "there is no field `extends`");
}

/// Writes the files of each case to a folder, opens the first, and compares what comes of it with what is written.
fn for_each_case(name: &str, told: impl Fn(Result<Loaded, LoadError>, &Path, &Path) -> String) {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/extends/{name}.txt"));
    let text = std::fs::read_to_string(&cases).unwrap();
    let mut written = String::new();
    for (number, case) in text.split("\n# ").enumerate() {
        let case = case.trim_start_matches("# ").trim_end();
        let given: Vec<&str> = case.lines().filter(|line| !line.starts_with('|')).collect();
        let folder = std::env::temp_dir().join(format!("croupier-extends-{name}-{number}-{}", std::process::id()));
        let game = write_files(&given, &folder);
        let opened = load::open(game.to_str().unwrap());
        let told = told(opened, &game, &folder);
        std::fs::remove_dir_all(&folder).unwrap();
        let gap = if number > 0 { "\n" } else { "" };
        writeln!(written, "{gap}# {}", given.join("\n")).unwrap();
        for line in told.trim_end().lines() {
            writeln!(written, "{}", format!("| {line}").trim_end()).unwrap();
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&cases, written).unwrap();
    } else {
        assert_eq!(written, text, "{}: UPDATE=1 rewrites it", cases.display());
    }
}

/// Writes the files of a case; the path of the first. The ordinary blackjack lies beside them.
fn write_files(lines: &[&str], folder: &Path) -> PathBuf {
    std::fs::create_dir_all(folder).unwrap();
    let blackjack = include_str!("../../../tests/games/blackjack.toml");
    std::fs::write(folder.join("blackjack.toml"), blackjack).unwrap();
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    for line in lines.iter().skip(1) {
        match (line.strip_prefix("== "), files.last_mut()) {
            (Some(name), _) => files.push((folder.join(name), String::new())),
            (None, Some((_, text))) => *text += &format!("{line}\n"),
            (None, None) => panic!("`{line}` belongs to no file"),
        }
    }
    for (path, text) in &files {
        std::fs::write(path, text).unwrap();
    }
    files[0].0.clone()
}

/// The game that a file extends.
fn base_of(game: &Path, folder: &Path) -> croupier_rules::Game {
    let text = std::fs::read_to_string(game).unwrap();
    let named = text.lines().find_map(|line| line.strip_prefix("extends = "));
    let id = named.unwrap().trim_matches('"');
    let beside = folder.join(format!("{id}.toml"));
    let word = if beside.exists() {
        beside.to_str().unwrap().to_string()
    } else {
        id.to_string()
    };
    load::open(&word).unwrap_or_else(|fault| panic!("{fault}")).game
}

/// What one game has and the other has not, value by value.
fn differences(base: &Value, game: &Value) -> String {
    let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
    flatten(base, "", &mut before);
    flatten(game, "", &mut after);
    let mut text = String::new();
    let mut places: Vec<&String> = before.keys().chain(after.keys()).collect();
    places.sort();
    places.dedup();
    places.retain(|place| !["id", "name", "short-name"].contains(&place.as_str()));
    for place in places {
        let (before, after) = (before.get(place), after.get(place));
        if before == after || (place.starts_with('~') && after.is_none()) {
            continue;
        }
        for (sign, value) in [("-", before), ("+", after)] {
            match value {
                Some(value) if place.starts_with('~') && sign == "+" => writeln!(text, "{place} {value}").unwrap(),
                Some(value) if !place.starts_with('~') => writeln!(text, "{sign} {place} = {value}").unwrap(),
                _ => {}
            }
        }
    }
    text
}

/// The values by their places, and the order of every table under `~`.
fn flatten(value: &Value, at: &str, places: &mut BTreeMap<String, String>) {
    let Value::Object(entries) = value else {
        places.insert(at.to_string(), value.to_string());
        return;
    };
    if at == "winner" {
        let order: Vec<&str> = entries.keys().map(String::as_str).collect();
        places.insert(format!("~ {at}:"), order.join(", "));
    }
    for (key, value) in entries {
        let at = if at.is_empty() {
            key.clone()
        } else {
            format!("{at}.{key}")
        };
        flatten(value, &at, places);
    }
}
