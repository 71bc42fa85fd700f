//! The fuzz targets on stable Rust: a small mutator with a fixed seed over the games, stories and positions of the
//! repository. `FUZZ=100000 cargo test -p croupier-table --test fuzz` runs longer.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use croupier_table::random_play::Dice;

#[path = "../../../fuzz/targets.rs"]
mod targets;

#[test]
fn rules_files() {
    // A text alone finds only the games of the program to extend, so those that extend others are written out whole.
    let mut corpus = [whole("games"), whole("tests/games")].concat();
    corpus.push(EXTENDING.to_string());
    let games = corpus
        .iter()
        .filter(|text| targets::fuzz_rules(text.as_bytes()).is_some());
    assert_eq!(
        games.count(),
        corpus.len(),
        "every rules file of the repository is a game"
    );
    let mut dice = Dice::new(1);
    let mut games = 0;
    let times = times(250);
    for _ in 0..times {
        games += usize::from(targets::fuzz_rules(&mutated(&corpus, &mut dice)).is_some());
    }
    assert!(
        games > times / 50,
        "{games} of {times} mutants were games; the mutator is too wild"
    );
}

/// A game that extends one of the program.
const EXTENDING: &str = r#"
format = 2
id = "mine"
name = "Mine"
extends = "super-fun-21"
without = ["winner.six-cards-totaling-21", "insurance"]

deck.decks = 2
blackjack.pays = "6:5"

[winner]
four-cards = { name = "4 cards totaling 21", when = { cards = "4", total = "21" }, pays = "3:2" }
five-cards-totaling-21.pays = "5:2"
"#;

#[test]
fn transcripts() {
    let corpus = corpus("tests/transcripts", "round");
    let mut dice = Dice::new(2);
    let mut told = 0;
    let times = times(20_000);
    for _ in 0..times {
        told += usize::from(targets::fuzz_transcript(&mutated(&corpus, &mut dice)).is_some());
    }
    assert!(
        told > times / 50,
        "{told} of {times} mutants were stories; the mutator is too wild"
    );
}

#[test]
fn positions() {
    let corpus = corpus("tests/perft", "perft");
    let mut dice = Dice::new(3);
    let mut told = 0;
    let times = times(5000);
    for _ in 0..times {
        told += usize::from(targets::fuzz_perft(&mutated(&corpus, &mut dice)).is_some());
    }
    assert!(
        told > times / 50,
        "{told} of {times} mutants were positions; the mutator is too wild"
    );
}

fn times(usual: usize) -> usize {
    std::env::var("FUZZ").ok().map_or(usual, |times| times.parse().unwrap())
}

fn corpus(folder: &str, ending: &str) -> Vec<String> {
    let read = |path: &PathBuf| fs::read_to_string(path).unwrap();
    files(folder, ending).iter().map(read).collect()
}

/// The games of a folder: as they are written, or with all that they have from others.
fn whole(folder: &str) -> Vec<String> {
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        match croupier_rules::load::parse(&text) {
            Ok(_) => text,
            Err(_) => croupier_rules::load::open(path.to_str().unwrap()).unwrap().game.toml(),
        }
    };
    files(folder, "toml").iter().map(read).collect()
}

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == ending) {
                found.push(path);
            }
        }
    }
    found.retain(|path| !path.to_string_lossy().ends_with(".sources.toml"));
    found.sort();
    found
}

/// A text of the corpus after one to three random changes.
fn mutated(corpus: &[String], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = corpus[dice.below(corpus.len())].clone().into_bytes();
    for _ in 0..1 + dice.below(3) {
        change(&mut bytes, corpus, dice);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, corpus: &[String], dice: &mut Dice) {
    const WORDS: [&str; 24] = [
        "0",
        "1",
        "-1",
        "255",
        "256",
        "99999999999999999999",
        "$0",
        "$0.01",
        "$999999999",
        "\"push\"",
        "\"0:1\"",
        "\"1000000:1\"",
        "\"1:7\"",
        "\"any\"",
        "\"none\"",
        "true",
        "[]",
        "{}",
        "\"\"",
        "é",
        "\u{0}",
        "Ah",
        "choose double $0.33",
        "refuse ",
    ];
    if bytes.is_empty() {
        return;
    }
    let at = dice.below(bytes.len());
    match dice.below(7) {
        0 => bytes[at] = dice.roll() as u8,
        1 => {
            let end = (at + 1 + dice.below(12)).min(bytes.len());
            bytes.drain(at..end);
        }
        2 => swap_lines(bytes, dice),
        3 => double_a_line(bytes, dice),
        4 => replace_a_word(bytes, WORDS[dice.below(WORDS.len())].as_bytes(), dice),
        5 => {
            let other = corpus[dice.below(corpus.len())].as_bytes();
            let lines: Vec<&[u8]> = other.split(|byte| *byte == b'\n').collect();
            let line = [b"\n", lines[dice.below(lines.len())], b"\n"].concat();
            bytes.splice(at..at, line);
        }
        _ => replace_a_digit(bytes, at, dice),
    }
}

fn swap_lines(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let (one, other) = (dice.below(lines.len()), dice.below(lines.len()));
    lines.swap(one, other);
    *bytes = lines.join(&b'\n');
}

fn double_a_line(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let at = dice.below(lines.len());
    lines.insert(at, lines[at]);
    *bytes = lines.join(&b'\n');
}

fn replace_a_word(bytes: &mut Vec<u8>, word: &[u8], dice: &mut Dice) {
    let mut words: Vec<&[u8]> = bytes.split(|byte| *byte == b' ').collect();
    let at = dice.below(words.len());
    words[at] = word;
    *bytes = words.join(&b' ');
}

/// The next digit from here on becomes another: most such changes are still a game or a story.
fn replace_a_digit(bytes: &mut [u8], at: usize, dice: &mut Dice) {
    if let Some(digit) = bytes[at..].iter_mut().find(|byte| byte.is_ascii_digit()) {
        *digit = b'0' + dice.below(10) as u8;
    }
}
