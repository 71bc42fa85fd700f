//! Every position under `tests/perft/` is counted anew, and what can be counted another way is.
//!
//! `UPDATE=1 cargo test -p croupier-table --test perft` writes the counts and the signature; a person reads the diff.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use croupier_rules::Game;
use croupier_rules::load::open;
use croupier_table::perft::{self, Count, Position, Whole};

#[path = "perft/by_hand.rs"]
mod by_hand;

#[test]
fn every_position_counts_as_written_and_the_signature_stands() {
    let mut wrong = Vec::new();
    let mut counted = Vec::new();
    for path in files() {
        let text = fs::read_to_string(&path).unwrap();
        let mut positions = perft::parse(&text).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        let mut games: BTreeMap<String, Arc<Game>> = BTreeMap::new();
        for position in &mut positions {
            let game = games.entry(position.game.clone()).or_insert_with_key(|word| game(word));
            position.counts = position
                .count(game)
                .unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        }
        let anew = perft::text(&positions);
        if anew != text {
            settle_difference(&path, &anew, &mut wrong);
        }
        counted.push(anew);
    }
    let signature = format!("{:016x}\n", perft::signature(counted.iter().map(String::as_str)));
    let written = folder().join("signature");
    if fs::read_to_string(&written).unwrap_or_default() != signature {
        settle_difference(&written, &signature, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn openings_are_powers_and_products() {
    let positions = positions();
    let depth = |file: &str, name: &str, depth: u8| {
        let position = &positions[&(file.to_string(), name.to_string())];
        let found = position.counts.iter().find_map(|count| match count {
            Count::Depth { depth: at, sequences } if *at == depth => Some(*sequences),
            _ => None,
        });
        found.unwrap_or_else(|| panic!("{name} has no depth {depth}"))
    };
    for steps in 1..=3 {
        assert_eq!(depth("nh21-plus", "opening", steps), 48u64.pow(steps.into()));
        let falling: u64 = (0..u64::from(steps)).map(|gone| 52 - gone).product();
        assert_eq!(depth("super-fun-21", "opening", steps), falling);
        assert_eq!(depth("nh-holdem", "opening", steps), falling);
        let streets = 3u64.pow(u32::from(steps) - 1) * 4;
        assert_eq!(depth("nh-holdem", "one player before the flop", steps), streets);
    }
    assert_eq!(depth("nh-holdem", "one player before the flop", 4), 0);
    assert_eq!(depth("nh21-plus", "eights against a six", 1), 9);
    assert_eq!(depth("nh21-plus", "eights against a six", 2), 8 * 48);
    assert_eq!(depth("nh21-plus", "insurance on ten dollars", 1), 9 + 1);
    assert_eq!(depth("nh21-plus", "insurance on ten dollars", 2), 10 * (3 + 10));
    assert_eq!(depth("nh21-plus", "blackjack against an ace", 1), 9 + 1);
    assert_eq!(depth("nh21-plus", "blackjack against an ace", 2), 0);
    assert_eq!(depth("nh21-v3", "king and queen against a six", 1), 3 + 2);
    assert_eq!(depth("presque-isle-blackjack", "blackjack against an ace", 1), 9 + 2);
    // Both stay, one stays (at either place), nobody stays: on each street 9, 3, 3 and 1 ways.
    let two = |steps| depth("nh-holdem", "two players before the flop", steps);
    assert_eq!((two(1), two(2)), (4, 16));
    assert_eq!(two(3), (9 + 6) * 4);
    assert_eq!(two(4), 9 * 16 + 6 * 3 * 4);
}

#[test]
fn tiny_shoes_are_counted_by_hand() {
    let positions = positions();
    let whole = |file: &str, name: &str| -> Whole {
        let position = &positions[&(file.to_string(), name.to_string())];
        match position.counts[..] {
            [Count::Whole(whole)] => whole,
            _ => panic!("{name} counts a whole tree"),
        }
    };
    let shoe = |file: &str, name: &str| {
        let position = &positions[&(file.to_string(), name.to_string())];
        position.shoe.clone().unwrap()
    };
    for (game, by_hand) in [
        ("nh21-plus", by_hand::nh21_plus as fn(&[_]) -> Whole),
        ("super-fun-21", by_hand::super_fun_21),
        ("presque-isle-blackjack", by_hand::presque_isle_blackjack),
    ] {
        assert_eq!(
            whole(game, "eight cards"),
            by_hand(&shoe(game, "eight cards")),
            "{game}"
        );
    }
    for name in ["a royal flush to come", "pairs to come"] {
        let position = &positions[&("nh-holdem".to_string(), name.to_string())];
        let bet = position.bets[0].main.cents();
        let holes: Vec<_> = position
            .steps
            .iter()
            .map(|step| match step {
                croupier_table::Step::Card(card) => *card,
                croupier_table::Step::Choose(_) => panic!("{name} begins with hole cards"),
            })
            .collect();
        let by_hand = by_hand::nh_holdem([holes[0], holes[1]], &shoe("nh-holdem", name), bet);
        assert_eq!(whole("nh-holdem", name), by_hand, "{name}");
    }
}

#[test]
fn different_hands_of_21() {
    let left = |id: &str| {
        let game = game(id);
        let mut left = [0; 10];
        for card in game.deck.cards() {
            left[usize::from(card.value()) - 1] += 1;
        }
        left
    };
    assert_eq!(hands_by_value(left("nh21-plus")), 3072);
    assert_eq!(hands_by_value(left("super-fun-21")), 2008);
    for id in ["nh21-plus", "super-fun-21"] {
        assert_eq!(
            hands_by_value(left(id)),
            hands_by_rising_cards(1, 0, 0, left(id)),
            "{id}"
        );
    }
}

/// Different hands of 21 by value: how many of each value from ace to ten, two cards or more, hard total at most 21.
fn hands_by_value(left: [u8; 10]) -> usize {
    fn walk(value: usize, cards: usize, total: usize, left: &[u8; 10]) -> usize {
        if value > 10 {
            return usize::from(cards >= 2);
        }
        (0..=usize::from(left[value - 1]))
            .take_while(|times| total + times * value <= 21)
            .map(|times| walk(value + 1, cards + times, total + times * value, left))
            .sum()
    }
    walk(1, 0, 0, &left)
}

/// The same hands told as rising sequences of values.
fn hands_by_rising_cards(from: usize, cards: usize, total: usize, left: [u8; 10]) -> usize {
    let longer: usize = (from..=10)
        .filter(|value| left[value - 1] > 0 && total + value <= 21)
        .map(|value| {
            let mut rest = left;
            rest[value - 1] -= 1;
            hands_by_rising_cards(value, cards + 1, total + value, rest)
        })
        .sum();
    longer + usize::from(cards >= 2)
}

fn positions() -> BTreeMap<(String, String), Position> {
    let mut all = BTreeMap::new();
    for path in files() {
        let file = path.file_stem().unwrap().to_string_lossy().to_string();
        for position in perft::parse(&fs::read_to_string(&path).unwrap()).unwrap() {
            let before = all.insert((file.clone(), position.name.clone()), position);
            assert!(before.is_none(), "{file}: two positions have one name");
        }
    }
    all
}

fn settle_difference(path: &Path, anew: &str, wrong: &mut Vec<String>) {
    if std::env::var_os("UPDATE").is_some() {
        let beside = path.with_extension("anew");
        fs::write(&beside, anew).unwrap();
        fs::rename(beside, path).unwrap();
    } else {
        wrong.push(format!(
            "{}: counts differ; UPDATE=1 rewrites it:\n{anew}",
            path.display()
        ));
    }
}

/// The game of this id, or of the rules file at this path in the repository.
fn game(word: &str) -> Arc<Game> {
    let loaded = open(word)
        .or_else(|_| open(&root().join(word).to_string_lossy()))
        .unwrap_or_else(|fault| panic!("{word}: {fault}"));
    Arc::new(loaded.game)
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn folder() -> PathBuf {
    root().join("tests/perft")
}

fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "perft"))
        .collect();
    files.sort();
    files
}
