//! Random games of 21.

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::file::{Tree, tree};
use crate::rows::{self, Winners};
use crate::side_bets;

/// The ranks, from the ace up.
pub(crate) const RANKS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];

/// What a game is dealt from, and for whom.
struct Table {
    decks: u8,
    kept: Vec<char>,
    seats: u8,
    hands_max: u8,
}

/// A whole rules file, nearly always a valid one.
pub(crate) fn file(dice: &mut Dice) -> Tree {
    full(dice, Winners::Any)
}

/// A whole rules file without winners that ask for suits.
pub(crate) fn unsuited_file(dice: &mut Dice) -> Tree {
    full(dice, Winners::Unsuited)
}

fn full(dice: &mut Dice, winners: Winners) -> Tree {
    let decks = dice.between(1, 8);
    let kept = kept(dice);
    let small = usize::from(decks) * kept.len() < 40;
    let hands_max = if decks > 2 && !small { dice.between(1, 2) } else { 1 };
    let seats = match (decks, small) {
        (_, true) => dice.between(1, 2),
        (1, _) => dice.between(1, 5),
        _ => dice.between(1, 7),
    };
    let table = Table {
        decks,
        kept,
        seats,
        hands_max,
    };
    let mut file = rules(dice, &table, winners, 3);
    file["deck"]["decks-allowed"] = json!(dice.maybe(|dice| format!("{decks}-{}", dice.between(decks, 8))));
    if hands_max > 1 && dice.one_in(2) {
        let bet = &file["main-bet"];
        let highest = [&bet["max"], &bet["amounts"][2]]
            .into_iter()
            .find(|amount| !amount.is_null());
        file["table"]["several-hands-main-bet-min"] = highest.cloned().into();
        file["table"]["several-hands-side-bet-min"] = file["side-bet"][0]["min"].clone();
    }
    free_bets(dice, &mut file);
    tree(file)
}

/// A file whose game can be searched exhaustively. Its cards cannot run out: all hands together hold at most the value
/// that lies in the deck.
pub(crate) fn tiny_file(dice: &mut Dice) -> Tree {
    loop {
        let count = dice.between(4, 6);
        let table = Table {
            decks: 1,
            kept: dice.some(count, &RANKS),
            seats: 1,
            hands_max: 1,
        };
        let hands = dice.between(1, 2);
        let mut file = rules(dice, &table, Winners::Any, 1);
        file["shoe"] = json!({ "shuffled": "every-round" });
        file["split"]["hands-max"] = json!(hands);
        file["split"]["aces-hands-max"] = json!(dice.between(1, hands));
        free_bets(dice, &mut file);
        // A hand ends at 31 at most: 21 and one card more. The dealer's chances at 26.
        let most = u32::from(hands) * 31 + 26;
        let there: u32 = table.kept.iter().map(|rank| 4 * u32::from(rows::value(*rank))).sum();
        if there > most {
            return tree(file);
        }
    }
}

/// The ranks of a deck: all of them, all but a few, or one of the extremes that rules meet: no low cards, no tens, no aces.
fn kept(dice: &mut Dice) -> Vec<char> {
    let all_but = |gone: &[char]| RANKS.into_iter().filter(|rank| !gone.contains(rank)).collect();
    match dice.below(12) {
        0..=4 => RANKS.to_vec(),
        5 | 6 => {
            let count = dice.between(1, 3);
            all_but(&dice.some(count, &RANKS))
        }
        7 => all_but(&[dice.pick(&['T', 'J', 'Q', 'K'])]),
        8 => all_but(&RANKS[1..9]),
        9 => {
            let count = dice.between(5, 8);
            all_but(&dice.some(count, &RANKS[1..9]))
        }
        10 => all_but(dice.pick(&[&['A'][..], &['T', 'J', 'Q', 'K']])),
        _ => {
            let count = dice.between(4, 9);
            dice.some(count, &RANKS)
        }
    }
}

/// The ranks taken out of a deck that keeps these.
pub(crate) fn without(kept: &[char]) -> String {
    let gone: Vec<String> = RANKS
        .iter()
        .filter(|rank| !kept.contains(rank))
        .map(char::to_string)
        .collect();
    if gone.is_empty() {
        "none".to_string()
    } else {
        gone.join(",")
    }
}

fn rules(dice: &mut Dice, table: &Table, winners: Winners, bets_max: u8) -> Value {
    let split = split(dice);
    let double = double(dice, &split);
    let blackjack = blackjack(dice, &double);
    let surrender = surrender(dice, &double);
    let insurance = (!dice.one_in(4)).then(|| insurance(dice, &blackjack));
    let mut rules = json!({
        "id": "sample-21",
        "name": "A random game of 21",
        "family": "twenty-one",
        "object": "To come closer to 21 than the dealer.",
        "deck": { "decks": table.decks, "removed": without(&table.kept) },
        "shoe": shoe(dice),
        "table": { "seats": table.seats, "hands-max": table.hands_max },
        "main-bet": main_bet(dice),
        "dealer": dealer(dice),
        "blackjack": blackjack,
        "winner": rows::winners(dice, winners, &table.kept, table.decks),
        "double": double,
        "split": split,
        "surrender": surrender,
        "insurance": insurance,
        "side-bet": side_bets::twenty_one(dice, bets_max),
    });
    // Drawn last, so that the others stay as they were drawn.
    if dice.one_in(5) {
        turn_up_hole_card(&mut rules);
    } else if rules["surrender"]["when"] != "never" && dice.one_in(3) {
        rules["surrender"]["check"] = json!("before");
        rules["surrender"]["early-under"] = json!(dice.pick(&["any", "A", "T-K", "T-A"]));
    }
    if rules["dealer"]["tie"] != "pushes" && dice.one_in(2) {
        rules["dealer"]["tie-on"] = json!(dice.pick(&["17-19", "17", "18,20", "21"]));
    }
    if dice.one_in(6) {
        let hands = dice.between(5, 8);
        rules["split"]["hands-max"] = json!(hands);
        rules["split"]["aces-hands-max"] = json!(dice.between(1, hands));
    }
    if bets_max > 0 && dice.one_in(3) {
        let bets = rules["side-bet"].as_array_mut().expect("side bets are a list");
        let number = bets.len() as u8 + 1;
        bets.push(side_bets::dealer_hand(dice, number));
    }
    rules
}

/// Free doubles and splits, in one game of three each.
fn free_bets(dice: &mut Dice, rules: &mut Value) {
    let double = &mut rules["double"];
    if double["times-max"] != 0 && dice.one_in(3) {
        double["free"] = json!(match double["hard"].as_str() {
            Some("any" | "4-21") => dice.pick(&["9-11", "4-21", "8,12-16"]),
            Some("8,10") => dice.pick(&["10", "8,10"]),
            _ => dice.pick(&["10-11", "11"]),
        });
        double["free-cards"] = json!(dice.pick(&["2", "2", "2+", "3", "any"]));
    }
    let split = &mut rules["split"];
    if dice.one_in(3) && split["hands-max"].as_u64() > Some(1) {
        let aces = split["aces-hands-max"].as_u64() > Some(1);
        split["free"] = json!(match aces {
            true => dice.pick(&["any", "2-9,A", "A", "T-K", "5-8"]),
            false => dice.pick(&["2-K", "2-9", "T-K", "5-8"]),
        });
    }
}

/// Both of the dealer's cards lie face up: nothing is checked, insured or revealed.
fn turn_up_hole_card(rules: &mut Value) {
    rules["dealer"]["hole-card"] = json!("face-up");
    rules["dealer"]["checks"] = json!("none");
    rules["insurance"] = Value::Null;
    if let Some(bets) = rules["side-bet"].as_array_mut() {
        bets.retain(|bet| bet["settled"] != "at-reveal");
    }
}

pub(crate) fn shoe(dice: &mut Dice) -> Value {
    let shuffled = dice.pick(&["every-round", "at-cut-card"]);
    let cut_card = dice.pick(&["1/2 shoe", "3/4 shoe", "2/3 shoe", "1 deck", "3/2 decks"]);
    json!({
        "shuffled": shuffled,
        "cut-card": (shuffled == "at-cut-card").then_some(cut_card),
        "player-cut-min": dice.maybe(|dice| dice.pick(&["1/4 shoe", "1/5 deck", "1/2 deck"])),
        "burn": dice.between(0, 2),
        "burn-at-dealer-change": dice.between(0, 2),
        "sets": dice.between(1, 2),
    })
}

fn main_bet(dice: &mut Dice) -> Value {
    let list = dice.one_in(4);
    let min = u32::from(dice.between(1, 10)) * 2;
    let max = min + u32::from(dice.between(0, 100)) * 2;
    let spots: Vec<String> = (0..dice.between(0, 3))
        .map(|number| format!("{}x", number + 2))
        .collect();
    json!({
        "name": dice.pick(&["Ante", "Bet"]),
        "min": (!list).then(|| format!("${min}")),
        "max": (!list).then(|| format!("${max}")),
        "step": (!list).then_some("$2"),
        "amounts": list.then(|| [min, min * 2, min * 5].map(|amount| format!("${amount}"))),
        "spots": (!spots.is_empty()).then_some(spots),
    })
}

fn dealer(dice: &mut Dice) -> Value {
    let hole_card = if dice.one_in(3) { "none" } else { "dealt" };
    json!({
        "soft-17": dice.pick(&["hits", "stands"]),
        "hole-card": hole_card,
        "checks": match hole_card {
            "none" => "none",
            _ => dice.pick(&["T-A", "T-A", "J-A", "A", "T-K", "none"]),
        },
        "late-blackjack-takes": dice.pick(&["all-bets", "original-bets", "original-and-busted-bets"]),
        "twenty-two": dice.pick(&["busts", "busts", "pushes"]),
        "win-pays": dice.pick(&["1:1", "1:1", "1:1", "3:2", "1:2"]),
        "tie": dice.pick(&["pushes", "pushes", "dealer-wins", "player-wins"]),
    })
}

fn blackjack(dice: &mut Dice, double: &Value) -> Value {
    let against = dice.pick(&["wins", "pushes"]);
    let paid = match against {
        "wins" => dice.pick(&["before-insurance", "after-check", "in-turn"]),
        _ => dice.pick(&["after-check", "in-turn"]),
    };
    let doubles =
        double["times-max"] != 0 && double["cards"] != "3+" && matches!(double["soft"].as_str(), Some("any" | "12-21"));
    json!({
        "pays": dice.pick(&["3:2", "6:5", "1:1", "2:1"]),
        "suited": rows::suited(dice),
        "against-dealer-blackjack": against,
        "paid": paid,
        "may-double": doubles && paid == "in-turn" && dice.one_in(2),
    })
}

fn split(dice: &mut Dice) -> Value {
    let hands_max = dice.between(1, 4);
    json!({
        "pairs": dice.pick(&["rank", "value"]),
        "hands-max": hands_max,
        "aces-hands-max": dice.between(1, hands_max),
        "aces": dice.pick(&["one-card", "play-on"]),
        "ace-ten": dice.pick(&["twenty-one", "twenty-one", "blackjack"]),
    })
}

fn double(dice: &mut Dice, split: &Value) -> Value {
    let times_max = dice.pick(&[0, 1, 1, 1, 2, 2, 3, 4]);
    let after_split = dice.one_in(2);
    let first = amount(dice, &["main-bet", "total-bet"]);
    let again = amount(dice, &["main-bet", "last-double", "total-bet"]);
    json!({
        "times-max": times_max,
        "cards": dice.pick(&["2", "2+", "2-3", "3+", "any"]),
        "hard": dice.pick(&["any", "9-11", "10-11", "4-21", "8,10"]),
        "soft": dice.pick(&["any", "none", "13-18", "12-21"]),
        "after-split": after_split,
        "split-aces": after_split && split["aces"] == "play-on" && dice.one_in(2),
        "first": first,
        "again": (times_max >= 2).then_some(again),
    })
}

fn amount(dice: &mut Dice, most: &[&str]) -> Value {
    let part = dice.one_in(2);
    json!({
        "min": part.then_some("$2"),
        "max": dice.pick(most),
        "step": part.then_some("$2"),
    })
}

fn surrender(dice: &mut Dice, double: &Value) -> Value {
    let when = dice.pick(&["never", "first-action", "any-time"]);
    let never = when == "never";
    let after_split = !never && dice.one_in(2);
    let after_double = if never || double["times-max"] == 0 {
        "never"
    } else {
        dice.pick(&["never", "loses-original-bet", "loses-share-of-all"])
    };
    let apart = dice.pick(&[None, Some(false), Some(true)]);
    json!({
        "when": when,
        "after-split": after_split,
        "after-double": after_double,
        "doubled-after-split": apart.filter(|_| after_double != "never"),
        "loses": dice.pick(&["1:2", "1:2", "1:4", "3:4"]),
    })
}

fn insurance(dice: &mut Dice, blackjack: &Value) -> Value {
    json!({
        "offered-on": dice.pick(&["A", "A", "T-A", "T-K"]),
        "min": "$0.50",
        "max": dice.pick(&["1:2", "1:1", "1:4"]),
        "step": "$0.50",
        "pays": dice.pick(&["2:1", "3:1", "5:2"]),
        "suited": rows::suited(dice),
        "even-money": blackjack["paid"] != "before-insurance" && dice.one_in(2),
        "with-blackjack": dice.one_in(2),
    })
}
