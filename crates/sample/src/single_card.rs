//! Random games of single cards.

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::file::{Tree, tree};
use crate::twenty_one::{RANKS, shoe, without};
use crate::{rows, side_bets};

/// A whole rules file, nearly always a valid one.
pub(crate) fn file(dice: &mut Dice) -> Tree {
    let kept = match dice.one_in(3) {
        true => {
            let count = dice.between(3, 12);
            dice.some(count, &RANKS)
        }
        false => RANKS.to_vec(),
    };
    let table = Table {
        decks: dice.between(1, 8),
        kept,
        seats: dice.between(1, 7),
        hands_max: dice.between(1, 2),
        burn: dice.between(0, 7),
    };
    rules(dice, table)
}

/// A file whose game can be searched exhaustively: few ranks, few cards burned, one seat.
pub(crate) fn tiny_file(dice: &mut Dice) -> Tree {
    let count = dice.between(2, 5);
    let table = Table {
        decks: 1,
        kept: dice.some(count, &RANKS),
        seats: 1,
        hands_max: 1,
        burn: dice.between(0, 1),
    };
    rules(dice, table)
}

struct Table {
    decks: u8,
    kept: Vec<char>,
    seats: u8,
    hands_max: u8,
    burn: u8,
}

fn rules(dice: &mut Dice, table: Table) -> Tree {
    let first = dice.pick(&["one-each", "two-for-all"]);
    let amount = dice.pick(&["equals-main-bet", "up-to-main-bet"]);
    let surrenders = amount == "equals-main-bet" && dice.one_in(2);
    tree(json!({
        "id": "sample-single-card",
        "name": "A random game of single cards",
        "family": "single-card",
        "object": "To be dealt cards that pay.",
        "deck": { "decks": table.decks, "removed": without(&table.kept) },
        "shoe": shoe(dice),
        "table": { "seats": table.seats, "hands-max": table.hands_max },
        "main-bet": { "name": "Ante", "min": "$4", "max": "$40", "step": "$2" },
        "deal": { "first": first, "burn": table.burn },
        "raise": {
            "name": dice.pick(&["Raise", "War"]),
            "amount": amount,
            "surrender-loses": surrenders.then(|| dice.pick(&["1:2", "1:4"])),
        },
        "pay": main_rows(dice, first),
        "raise-pay": raise_rows(dice, first),
        "side-bet": side_bets::single_card(dice),
    }))
}

/// Rows over the first cards alone and over those that follow.
fn main_rows(dice: &mut Dice, first: &str) -> Vec<Value> {
    let patterns = (0..dice.between(1, 6)).map(|_| match dice.one_in(3) {
        true => json!({ "first": dice.pick(first_words(first)) }),
        false => drawn(dice, first),
    });
    let patterns = patterns.collect();
    rows::climbing(dice, patterns)
}

/// Rows over cards that follow, which alone leave something to raise on. A raise is never paid a fixed amount.
fn raise_rows(dice: &mut Dice, first: &str) -> Vec<Value> {
    let patterns = (0..dice.between(1, 4)).map(|_| drawn(dice, first)).collect();
    let mut rows = rows::climbing(dice, patterns);
    for row in &mut rows {
        if row["pays"].as_str().is_some_and(|pays| pays.starts_with('$')) {
            row["pays"] = json!("9:1");
        }
    }
    rows
}

fn drawn(dice: &mut Dice, first: &str) -> Value {
    let words: &[&str] = match first {
        "one-each" => &["higher", "equal", "lower"],
        _ => &["between", "equal", "outside"],
    };
    if first == "two-for-all" && dice.one_in(2) {
        return json!({ "spread": dice.pick(&["1", "2", "1-3", "4-11", "2,5", "7+"]) });
    }
    json!({ "first": dice.maybe(|dice| dice.pick(first_words(first))), "drawn": dice.pick(words) })
}

fn first_words(first: &str) -> &'static [&'static str] {
    match first {
        "one-each" => &["higher", "equal", "lower"],
        _ => &["consecutive", "equal", "apart"],
    }
}
