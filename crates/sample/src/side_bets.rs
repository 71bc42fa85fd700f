//! Random side bets.

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::rows::{SUITS, climbing, poker_rows};

/// Side bets of a game of 21.
pub(crate) fn twenty_one(dice: &mut Dice, most: u8) -> Vec<Value> {
    let count = dice.between(0, most);
    (1..=count)
        .map(|number| {
            let over = dice.pick(&[
                "first-two",
                "first-two-and-up",
                "first-two-and-hole",
                "first-two-up-and-hole",
                "up-and-hole",
            ]);
            let settled = match over {
                "first-two" | "first-two-and-up" => dice.pick(&["after-deal", "at-reveal"]),
                _ => "at-reveal",
            };
            let patterns = (0..dice.between(2, 6)).map(|_| pattern(dice, over, settled)).collect();
            let rows = climbing(dice, patterns);
            side_bet(dice, number, over, settled, rows)
        })
        .collect()
}

fn pattern(dice: &mut Dice, over: &str, settled: &str) -> Value {
    let compares = matches!(over, "first-two-and-up" | "first-two-and-hole");
    let mut exact = false;
    let mut when = match dice.below(9) {
        0 | 1 if compares => json!({
            "suited-matches": dice.pick(&["0", "1", "2", "1+"]),
            "unsuited-matches": dice.maybe(|dice| dice.pick(&["0", "1", "1+"])),
        }),
        2 if compares => json!({ "unsuited-matches": dice.pick(&["1", "2"]) }),
        3 if compares => json!({ "spread": dice.pick(&["1", "2", "3", "4+"]) }),
        4 => json!({ "same-rank": dice.pick(&["any", "7", "J-A"]) }),
        5 => json!({ "total": dice.pick(&["20", "21", "13-15", "9"]) }),
        6 => json!({ "sum": dice.pick(&["5-9", "11", "17+"]) }),
        7 if over == "first-two" => {
            exact = true;
            json!({ "exactly": ["Qh", "Qh"] })
        }
        7 if settled == "at-reveal" => json!({ "dealer-blackjack": true }),
        // Hands of poker but a pair need three cards.
        _ if !compares => json!({ "poker": "pair" }),
        _ => json!({
            "poker": dice.pick(&["pair", "three-of-a-kind", "straight", "flush", "straight-flush", "royal-flush"]),
        }),
    };
    if !exact && dice.one_in(3) {
        when["suits"] = json!(dice.pick(&SUITS));
    }
    if dice.one_in(8) {
        when["up"] = json!(dice.pick(&["7", "2-6", "T-A"]));
    }
    when
}

/// A bet over the dealer's complete hand.
pub(crate) fn dealer_hand(dice: &mut Dice, number: u8) -> Value {
    let patterns = (0..dice.between(2, 6)).map(|_| {
        let mut when = match dice.below(8) {
            0 => json!({ "total": "22+" }),
            1 => json!({ "total": "22+", "cards": dice.pick(&["3", "4+", "5"]) }),
            2 => json!({ "total": dice.pick(&["22", "17-19", "21", "26"]) }),
            3 => json!({ "cards": dice.pick(&["2", "3", "4-5", "6+"]) }),
            4 => json!({ "ranks": dice.pick(&[["8", "8", "8"], ["T", "6", "K"], ["A", "9", "A"], ["7", "7", "7"]]) }),
            5 => json!({ "same-rank": dice.pick(&["any", "7", "T-A"]) }),
            6 => json!({ "third": dice.pick(&["T-K", "6", "2-7", "J,A"]), "cards": "3" }),
            _ => json!({ "dealer-blackjack": true }),
        };
        if dice.one_in(3) {
            when["suits"] = json!(dice.pick(&SUITS));
        }
        if dice.one_in(5) {
            when["up"] = json!(dice.pick(&["7", "2-6", "T-A"]));
        }
        if dice.one_in(5) {
            when["player-blackjack"] = json!(true);
        }
        when
    });
    let patterns = patterns.collect();
    let rows = climbing(dice, patterns);
    let settled = dice.pick(&["before-main", "after-main"]);
    side_bet(dice, number, "dealer-hand", settled, rows)
}

/// Side bets of a game of stud.
pub(crate) fn stud(dice: &mut Dice, hole: u8, community: u8, extra: u8) -> Vec<Value> {
    let count = dice.between(0, 2);
    (1..=count)
        .map(|number| {
            let mut overs = vec![("hole-cards", hole)];
            if community > 0 {
                overs.extend([("community", community), ("hole-and-community", hole + community)]);
            }
            if extra > 0 {
                overs.push(("hole-and-extra", hole + extra));
            }
            let (over, cards) = dice.pick(&overs);
            let settled = match over {
                "hole-and-extra" => "after-main",
                _ => dice.pick(&["before-main", "after-main"]),
            };
            let rows = poker_rows(dice, cards, if cards == 3 { 3 } else { 5 });
            side_bet(dice, number, over, settled, rows)
        })
        .collect()
}

/// Side bets of a game against the dealer's hand.
pub(crate) fn showdown(dice: &mut Dice, hole: u8, dealer: u8) -> Vec<Value> {
    let count = dice.between(0, 2);
    (1..=count)
        .map(|number| {
            let overs = [
                ("hole-cards", hole),
                ("dealer-cards", dealer),
                ("hole-and-dealer", hole + dealer),
            ];
            let (over, cards) = dice.pick(&overs);
            let settled = dice.pick(&["before-main", "after-main"]);
            let rows = poker_rows(dice, cards, if cards == 3 { 3 } else { 5 });
            side_bet(dice, number, over, settled, rows)
        })
        .collect()
}

/// Side bets of a game of single cards.
pub(crate) fn single_card(dice: &mut Dice) -> Vec<Value> {
    let count = dice.between(0, 2);
    (1..=count)
        .map(|number| {
            let patterns = (0..dice.between(1, 4)).map(|_| {
                let mut when = match dice.below(3) {
                    0 => json!({ "same-rank": dice.pick(&["any", "7", "J-A"]) }),
                    1 => json!({ "sum": dice.pick(&["5-9", "11", "17+"]) }),
                    _ => json!({ "poker": "pair" }),
                };
                if dice.one_in(2) {
                    when["suits"] = json!(dice.pick(&SUITS));
                }
                when
            });
            let patterns = patterns.collect();
            let rows = climbing(dice, patterns);
            side_bet(dice, number, "first-cards", "after-deal", rows)
        })
        .collect()
}

fn side_bet(dice: &mut Dice, number: u8, over: &str, settled: &str, rows: Vec<Value>) -> Value {
    let any = json!({ "name": "Any cards", "when": { "cards": "any" }, "pays": "1:1" });
    let other = dice.one_in(6).then(|| vec![any]);
    let min = u32::from(dice.between(1, 4)) * 2;
    json!({
        "name": format!("Side {number}"),
        "min": format!("${min}"),
        "max": format!("${}", min + u32::from(dice.between(0, 20)) * 2),
        "step": "$2",
        "at-most-main-bet": dice.one_in(4),
        "over": over,
        "settled": settled,
        "title": (number == 1).then_some("Table A"),
        "rows": rows,
        "other-rows": other,
    })
}
