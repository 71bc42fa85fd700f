//! What is wrong with a rules file is said with its place, all of it at once, and never with a panic.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use croupier_rules::load::{self, Kind};

fn text(id: &str) -> String {
    let game = load::embedded().iter().find(|(known, _)| *known == id);
    game.map(|(_, text)| text.to_string()).expect("the game is embedded")
}

/// A game, a piece of its file, what stands there instead, and the fault that makes.
const CASES: &[(&str, &str, &str, Kind)] = &[
    ("nh21-plus", "soft-17 = \"hits\"", "soft-17 = hits", Kind::Syntax),
    ("nh21-plus", "soft-17 =", "soft_18 =", Kind::UnknownKey),
    ("nh21-plus", "soft-17 = \"hits\"", "", Kind::MissingKey),
    ("nh21-plus", "decks = 6", "decks = \"6\"", Kind::WrongType),
    (
        "nh21-plus",
        "soft-17 = \"hits\"",
        "soft-17 = \"hit\"",
        Kind::UnknownWord,
    ),
    ("nh21-plus", "pays = \"3:2\"", "pays = \"1.5\"", Kind::Unreadable),
    ("nh21-plus", "decks = 6", "decks = 9", Kind::OutOfRange),
    ("nh21-plus", "id = \"nh21-plus\"", "id = \"NH 21\"", Kind::BadId),
    ("nh21-plus", "min = \"$5\"", "min = \"$50\"", Kind::Limits),
    (
        "nh21-plus",
        "hole-card = \"dealt\"",
        "hole-card = \"none\"",
        Kind::Contradiction,
    ),
    ("nh21-plus", "decks = 6", "decks = 1", Kind::UnreachableRow),
    ("nh-holdem", "hole-cards = 2", "hole-cards = 7", Kind::DeckTooSmall),
    ("nh-holdem", "bets = [1, 2, 3]", "bets = [1, 2, 2]", Kind::Doubled),
    (
        "nh-holdem",
        "poker = \"two-pair\"",
        "poker = \"pair\", of = \"J-A\"",
        Kind::DoubledRow,
    ),
];

#[test]
fn every_case_is_told_by_its_kind_and_place() {
    for (id, from, to, kind) in CASES {
        let whole = text(id);
        assert!(whole.contains(from), "{id}: {from}");
        let faulty = whole.replacen(from, to, 1);
        let faults = load::parse(&faulty).expect_err(to);
        let fault = faults.list.iter().find(|fault| fault.kind == *kind);
        let fault = fault.unwrap_or_else(|| panic!("{id}, {to}: no {} in\n{faults}", kind.name()));
        assert!(
            fault.line >= 1 && fault.column >= 1 && !fault.what.is_empty(),
            "{fault}"
        );
    }
}

#[test]
fn several_faults_are_told_at_once() {
    let faulty = text("nh21-plus")
        .replacen("soft-17 =", "soft_17x =", 1)
        .replacen("min = \"$5\"", "min = \"$50\"", 1)
        .replacen("pays = \"3:2\"", "pays = \"1.5\"", 1);
    let faults = load::parse(&faulty).expect_err("three faults");
    for kind in [Kind::UnknownKey, Kind::Limits, Kind::Unreadable] {
        assert!(
            faults.list.iter().any(|fault| fault.kind == kind),
            "{}\n{faults}",
            kind.name()
        );
    }
}

#[test]
fn broken_files_never_panic() {
    let mut seed = 1u64;
    for round in 0..60 {
        let mut bytes = text(load::embedded()[round % load::embedded().len()].0).into_bytes();
        for _ in 0..3 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let at = (seed >> 33) as usize % bytes.len();
            bytes[at] = b" \n\"=[]{}.,019aZ$:-#"[(seed >> 20) as usize % 19];
        }
        if let Err(faults) = load::parse(&String::from_utf8_lossy(&bytes)) {
            assert!(!faults.list.is_empty() && !faults.to_string().is_empty());
        }
    }
}
