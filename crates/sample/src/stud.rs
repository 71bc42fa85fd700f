//! Random games of stud.

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::file::{Tree, tree};
use crate::twenty_one::{RANKS, shoe, without};
use crate::{rows, side_bets};

/// A whole rules file, nearly always a valid one.
pub(crate) fn file(dice: &mut Dice) -> Tree {
    let decks = dice.between(1, 2);
    let kept = if dice.one_in(3) {
        let count = dice.between(5, 12);
        dice.some(count, &RANKS)
    } else {
        RANKS.to_vec()
    };
    let hole_cards = dice.between(1, 4);
    let streets = streets(dice, 6 - hole_cards, 4);
    let seats = dice.between(1, 7);
    let hands_max = dice.between(1, 2);
    rules(
        dice,
        Table {
            decks,
            kept,
            seats,
            hands_max,
        },
        hole_cards,
        streets,
    )
}

/// A file whose game can be searched exhaustively: few ranks, few cards, one seat.
pub(crate) fn tiny_file(dice: &mut Dice) -> Tree {
    let count = dice.between(4, 6);
    let table = Table {
        decks: 1,
        kept: dice.some(count, &RANKS),
        seats: 1,
        hands_max: 1,
    };
    let hole_cards = dice.between(1, 2);
    let streets = streets(dice, 3, 2);
    rules(dice, table, hole_cards, streets)
}

struct Table {
    decks: u8,
    kept: Vec<char>,
    seats: u8,
    hands_max: u8,
}

fn rules(dice: &mut Dice, table: Table, hole_cards: u8, streets: Vec<Value>) -> Tree {
    let community: u8 = streets
        .iter()
        .filter_map(|street| street["cards"].as_u64())
        .sum::<u64>() as u8;
    let extra_cards = if dice.one_in(2) { 0 } else { dice.between(1, 3) };
    let cards = hole_cards + community;
    let hand_size = if cards >= 5 && !dice.one_in(3) { 5 } else { 3 };
    let capped = dice.one_in(2);
    let caps = json!([
        { "main-bets": ["$2", "$4"], "max": "$400" },
        { "main-bets": ["$5", "$10"], "max": "$2000" },
    ]);
    let spots: Vec<String> = (0..dice.between(0, 2))
        .map(|number| format!("{}x", number + 2))
        .collect();
    tree(json!({
        "id": "sample-stud",
        "name": "A random game of stud",
        "family": "stud",
        "object": "To make a hand that pays.",
        "deck": { "decks": table.decks, "removed": without(&table.kept) },
        "shoe": shoe(dice),
        "table": { "seats": table.seats, "hands-max": table.hands_max },
        "main-bet": {
            "name": "Ante",
            "min": (!capped).then_some("$5"),
            "max": (!capped).then_some("$50"),
            "step": (!capped).then_some("$5"),
            "amounts": capped.then_some(["$2", "$4", "$5", "$10"]),
            "spots": (!capped && !spots.is_empty()).then_some(spots),
        },
        "hands": {
            "hole-cards": hole_cards,
            "extra-cards": extra_cards,
            "hand-size": hand_size,
            "called-out": dice.maybe(|_| "three-of-a-kind"),
        },
        "street": streets,
        "pay": rows::poker_rows(dice, cards, hand_size),
        "cap": capped.then_some(caps),
        "side-bet": side_bets::stud(dice, hole_cards, community, extra_cards),
    }))
}

/// Streets that turn at most so many cards together.
fn streets(dice: &mut Dice, most: u8, count: u8) -> Vec<Value> {
    let mut left = most;
    let mut streets = Vec::new();
    for number in 1..=dice.between(1, count) {
        let cards = dice.between(0, left.min(3));
        left -= cards;
        let fold = dice.one_in(2);
        let bets: &[u8] = match dice.below(8) {
            0 if !fold => &[],
            1 => &[0, 1],
            2 => &[1],
            3 => &[2, 4],
            4 => &[0],
            5 => &[9, 10, 100],
            6 => &[0, 1, 2, 3, 5, 11, 12],
            _ => &[1, 2, 3],
        };
        streets.push(json!({ "name": format!("street {number}"), "cards": cards, "bets": bets, "fold": fold }));
    }
    if dice.one_in(6) {
        streets.iter_mut().for_each(|street| pull_back(dice, street));
    }
    streets
}

/// Makes a street that nobody folds on, most often one whose bet lies there from before the deal.
fn pull_back(dice: &mut Dice, street: &mut Value) {
    street["fold"] = json!(false);
    if !dice.one_in(4) {
        street["bets"] = json!([0, 1]);
        street["placed"] = json!("before-deal");
    }
}
