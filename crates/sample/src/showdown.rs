//! Random games of stud in which the dealer has a hand.

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::file::{Tree, tree};
use crate::twenty_one::{RANKS, shoe, without};
use crate::{rows, side_bets};

/// A whole rules file, mostly a valid one.
pub(crate) fn file(dice: &mut Dice) -> Tree {
    let seats = dice.between(1, 4);
    rules(dice, RANKS.to_vec(), seats, 5, 6)
}

/// A file whose game can be searched exhaustively: few ranks, few cards, one seat.
pub(crate) fn tiny_file(dice: &mut Dice) -> Tree {
    let kept = dice.some(3, &RANKS);
    rules(dice, kept, 1, 4, 4)
}

fn rules(dice: &mut Dice, kept: Vec<char>, seats: u8, hole_max: u8, dealer_max: u8) -> Tree {
    let hole_cards = dice.between(3, hole_max);
    let dealer_cards = dice.between(3, dealer_max);
    let hand_size = dice.between(3, hole_cards.min(dealer_cards));
    let qualifies = dice.maybe(|dice| dice.pick(&["Q", "K", "A-K", "2-2", "J-J", "9"]));
    let by_table = dice.one_in(2);
    let bonus = dice.one_in(2);
    let other_bets: &[u8] = match dice.below(4) {
        0 => &[1, 3],
        1 => &[2],
        2 => &[0, 1],
        _ => &[1],
    };
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
            "hole-cards": hole_cards,
            "hand-size": hand_size,
            "pays-allowed": by_table.then_some(["main"]),
        },
        "showdown": {
            "dealer-cards": dealer_cards,
            "up-cards": dice.between(0, 1),
            "qualifies": qualifies,
            "tie": dice.pick(&["pushes", "dealer-wins", "player-wins"]),
            "main-bet": stake(dice, qualifies.is_some(), false),
            "street-bets": stake(dice, qualifies.is_some(), by_table),
            "bonus-allowed": bonus.then_some(["bonus"]),
        },
        "street": [{ "name": "play", "cards": 0, "bets": other_bets, "fold": other_bets[0] > 0 }],
        "pay": by_table.then(|| at_odds(rows::poker_rows(dice, hole_cards, hand_size))),
        "bonus": bonus.then(|| at_odds(rows::poker_rows(dice, hole_cards, hand_size))),
        "side-bet": side_bets::showdown(dice, hole_cards, dealer_cards),
    }))
}

fn stake(dice: &mut Dice, qualifies: bool, by_table: bool) -> Value {
    let unqualified = match qualifies {
        true => dice.pick(&["compared", "wins", "pushes"]),
        false => "compared",
    };
    json!({ "unqualified": unqualified, "pays": if by_table { "by-table" } else { "even" } })
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
