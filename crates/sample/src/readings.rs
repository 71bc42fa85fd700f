//! Rules that came with the second reading of the documents: orders, other readings, and what a side bet rides on. They are
//! laid over a game that is drawn already, from dice of their own, so that the game stays as it was drawn.

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::file::Tree;

/// Lays random readings over a game of either family.
pub(crate) fn lay_over(dice: &mut Dice, file: &mut Tree) {
    if dice.one_in(3) {
        file["table"]["settled-from"] = json!("left");
    }
    let bets = file["side-bet"].as_array().map_or(0, Vec::len);
    if bets > 0 && dice.one_in(3) {
        // As many as there are: tests bet on all of them.
        file["table"]["side-bets-max"] = json!(bets);
    }
    for bet in list(file, "side-bet") {
        if dice.one_in(2) {
            bet["order"] = json!(dice.pick(&["losers-first", "one-pass"]));
        }
        for row in bet["rows"].as_array_mut().into_iter().flatten() {
            highest_of_straight(dice, row);
        }
    }
    for row in list(file, "pay") {
        highest_of_straight(dice, row);
    }
    match file["family"].as_str() {
        Some("stud") => stud(dice, file),
        Some("twenty-one") => twenty_one(dice, file),
        _ => {}
    }
    meters(dice, file);
}

/// Side bets whose winners do not get the stake back, and such as pay shares of a meter. Both come last: what is drawn before
/// stays as it was.
fn meters(dice: &mut Dice, file: &mut Tree) {
    let mut on_meter = false;
    for bet in list(file, "side-bet") {
        let (kept, shares) = (dice.one_in(4), dice.one_in(4));
        let least = bet["min"].clone();
        let rows = bet["rows"].as_array_mut().into_iter().flatten();
        let mut amounts = false;
        for row in rows {
            if kept && row["pays"] == "push" {
                row["pays"] = json!("1:1");
            }
            amounts |= row["pays"].as_str().is_some_and(|pays| pays.starts_with('$'));
        }
        let rows = bet["rows"].as_array_mut().into_iter().flatten();
        for (row, share) in rows.rev().zip(["100%", "10%"]).filter(|_| shares) {
            row["pays"] = json!(format!("{share} of meter"));
        }
        if shares || (kept && amounts) {
            bet["max"] = least;
        }
        if shares {
            bet["meter"] = json!("jackpot");
            on_meter = true;
        }
        if kept {
            bet["winning-stake"] = json!("kept");
        }
    }
    let meter = json!({ "jackpot": {
        "name": "jackpot",
        "amount": dice.pick(&["$1,000", "$25,000", "$1,000,000", "$10,000,000"]),
        "seed": dice.maybe(|dice| dice.pick(&["$500", "$10,000"])),
        "increment": dice.maybe(|dice| dice.pick(&["4.5%", "60%"])),
    } });
    if on_meter {
        file.insert("meter".to_string(), meter);
    }
}

fn twenty_one(dice: &mut Dice, file: &mut Tree) {
    if dice.one_in(4) {
        file["dealer"]["soft-17"] = json!("hits-every-seventeen");
    }
    if dice.one_in(6) {
        file["dealer"]["alone"] = json!("draws");
    }
    if dice.one_in(4) {
        file["double"]["then"] = json!("may-hit");
    }
    if dice.one_in(4) && file["double"]["hard"] == "any" {
        file["double"]["hard-21"] = json!(true);
    }
    if dice.one_in(3) && file["surrender"]["when"] != "never" {
        file["surrender"]["check"] = json!("before");
    }
    if dice.one_in(3) && file["blackjack"]["against-dealer-blackjack"] == "wins" {
        file["blackjack"]["paid"] = json!("at-once");
    }
    if dice.one_in(6) {
        file["split"]["second-cards"] = json!("at-once");
    }
    if dice.one_in(4) {
        file["main-bet"]["spots-pay"] = json!("even");
    }
    for bet in list(file, "side-bet") {
        if bet["settled"] == "at-reveal" && dice.one_in(4) {
            bet["matched"] = json!("every-card");
        }
        if bet["settled"] == "at-reveal" && dice.one_in(4) {
            bet["rides"] = json!(dice.pick(&["unsplit-undoubled", "unsplit-undoubled", "hands-in-play"]));
        }
    }
}

fn stud(dice: &mut Dice, file: &mut Tree) {
    let hands = &mut file["hands"];
    for (key, word) in [
        ("called-out-in", "every-pay-table"),
        ("folded-shown", "with-its-side-bet"),
        ("fold-collected", "with-main-game"),
        ("unneeded-cards", "turned"),
    ] {
        if dice.one_in(3) {
            hands[key] = json!(word);
        }
    }
    if dice.one_in(6) {
        hands["fold-takes"] = json!("every-bet");
    }
    for bet in list(file, "side-bet") {
        if dice.one_in(6) {
            bet["hole-cards"] = json!("must-play");
        }
    }
}

/// Which straights a row takes.
fn highest_of_straight(dice: &mut Dice, row: &mut Value) {
    let is_straight = matches!(row["when"]["poker"].as_str(), Some("straight" | "straight-flush"));
    if is_straight && dice.one_in(3) {
        row["when"]["of"] = json!(dice.pick(&["6-A", "5-T", "any"]));
    }
}

fn list<'f>(file: &'f mut Tree, key: &str) -> impl Iterator<Item = &'f mut Value> {
    file.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten()
}
