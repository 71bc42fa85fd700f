//! Random games of stud in which the dealer has a hand.

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::file::{Tree, tree};
use crate::twenty_one::{RANKS, shoe, without};
use crate::{rows, side_bets};

/// A whole rules file, mostly a valid one.
pub(crate) fn file(dice: &mut Dice) -> Tree {
    let seats = dice.between(1, 4);
    let shape = match dice.one_in(4) {
        true => Shape::with_board(dice),
        false => Shape::of_hands(dice, 5, 6),
    };
    rules(dice, RANKS.to_vec(), seats, shape)
}

/// A file whose game can be searched exhaustively: few ranks, few cards, one seat.
pub(crate) fn tiny_file(dice: &mut Dice) -> Tree {
    let kept = dice.some(3, &RANKS);
    let shape = Shape::of_hands(dice, 4, 4);
    rules(dice, kept, 1, shape)
}

/// How many cards there are, and what may be bet when.
struct Shape {
    hole: u8,
    dealer: u8,
    up: u8,
    community: u8,
    hand_size: u8,
    betting: &'static str,
    streets: Value,
}

impl Shape {
    /// Hands without community cards, one street.
    fn of_hands(dice: &mut Dice, hole_max: u8, dealer_max: u8) -> Shape {
        let hole = dice.between(3, hole_max);
        let dealer = dice.between(3, dealer_max);
        let bets: &[u8] = match dice.below(4) {
            0 => &[1, 3],
            1 => &[2],
            2 => &[0, 1],
            _ => &[1],
        };
        Shape {
            hole,
            dealer,
            up: dice.between(0, 1),
            community: 0,
            hand_size: dice.between(3, hole.min(dealer)),
            betting: "every-street",
            streets: json!([{ "name": "play", "cards": 0, "bets": bets, "fold": bets[0] > 0 }]),
        }
    }

    /// Two cards each beside a board, two streets.
    fn with_board(dice: &mut Dice) -> Shape {
        let cards = dice.between(1, 3);
        let last = dice.between(1, 2);
        Shape {
            hole: 2,
            dealer: 2,
            up: 0,
            community: cards + last,
            hand_size: dice.between(3, (2 + cards + last).min(5)),
            betting: dice.pick(&["once", "every-street"]),
            streets: json!([
                { "name": "first", "cards": cards, "bets": [0, 2], "fold": false },
                { "name": "last", "cards": last, "bets": [1], "fold": true },
            ]),
        }
    }
}

fn rules(dice: &mut Dice, kept: Vec<char>, seats: u8, shape: Shape) -> Tree {
    let (cards, hand_size) = (shape.hole + shape.community, shape.hand_size);
    let qualifies = dice.maybe(|dice| dice.pick(&["Q", "K", "A-K", "2-2", "J-J", "9"]));
    let by_table = dice.one_in(2);
    let bonus = dice.one_in(2);
    let blind = dice.one_in(3);
    tree(json!({
        "id": "sample-showdown",
        "name": "A random game against the dealer",
        "family": "stud",
        "object": "To hold a better hand than the dealer.",
        "deck": { "decks": 1, "removed": without(&kept) },
        "shoe": shoe(dice),
        "table": { "seats": seats, "hands-max": 1 },
        "main-bet": { "name": "Ante", "min": "$6", "max": "$60", "step": "$6" },
        "hands": {
            "hole-cards": shape.hole,
            "hand-size": hand_size,
            "betting": shape.betting,
            "pays-allowed": by_table.then_some(["main"]),
        },
        "showdown": {
            "dealer-cards": shape.dealer,
            "up-cards": shape.up,
            "qualifies": qualifies,
            "tie": dice.pick(&["pushes", "dealer-wins", "player-wins"]),
            "main-bet": stake(dice, qualifies.is_some(), false),
            "street-bets": stake(dice, qualifies.is_some(), by_table),
            "blind": blind.then(|| json!({
                "name": "Blind",
                "paid": dice.pick(&["winning-hands", "every-hand"]),
                "unqualified": unqualified(dice, qualifies.is_some()),
            })),
            "bonus-allowed": bonus.then_some(["bonus"]),
        },
        "street": shape.streets,
        "pay": by_table.then(|| at_odds(rows::poker_rows(dice, cards, hand_size))),
        "blind": blind.then(|| at_odds(rows::poker_rows(dice, cards, hand_size))),
        "bonus": bonus.then(|| at_odds(rows::poker_rows(dice, cards, hand_size))),
        "side-bet": side_bets::showdown(dice, shape.hole, shape.dealer),
    }))
}

fn stake(dice: &mut Dice, qualifies: bool, by_table: bool) -> Value {
    let unqualified = unqualified(dice, qualifies);
    json!({ "unqualified": unqualified, "pays": if by_table { "by-table" } else { "even" } })
}

fn unqualified(dice: &mut Dice, qualifies: bool) -> &'static str {
    match qualifies {
        true => dice.pick(&["compared", "wins", "pushes"]),
        false => "compared",
    }
}

/// Rows that pay odds and do not tell suits apart: all that a bet beside a dealer's hand is paid by.
fn at_odds(rows: Vec<Value>) -> Vec<Value> {
    let fits = |row: &Value| {
        let is_odds = row["pays"].as_str().is_some_and(|pays| !pays.starts_with('$'));
        is_odds && row["when"]["suits"].is_null() && row["when"]["exactly"].is_null()
    };
    let mut rows = rows;
    rows.retain(fits);
    rows
}
