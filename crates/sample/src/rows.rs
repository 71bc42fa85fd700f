//! Random patterns and the rows of pay tables.

use serde_json::{Value, json};

use crate::dice::Dice;

/// How suits may relate; the first is any.
pub(crate) const SUITS: [&str; 9] = [
    "any",
    "same",
    "mixed",
    "same-color",
    "mixed-colors",
    "clubs",
    "diamonds",
    "hearts",
    "spades",
];

const POKER: [&str; 9] = [
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
];

/// Odds that pay something.
const ODDS: [&str; 10] = ["1:1", "3:2", "6:5", "2:1", "5:2", "3:1", "4:1", "10:1", "25:1", "100:1"];

/// A rank's value in 21, an ace as 1.
pub(crate) fn value(rank: char) -> u8 {
    match rank {
        'A' => 1,
        '2'..='9' => rank as u8 - b'0',
        _ => 10,
    }
}

/// Rows that pay the more the later they come, so that later rows are seldom outdone by earlier ones.
pub(crate) fn climbing(dice: &mut Dice, patterns: Vec<Value>) -> Vec<Value> {
    let mut pays = 0;
    let rows = patterns.into_iter().enumerate().map(|(number, when)| {
        pays += dice.below(4);
        let pays = match dice.below(12) {
            0 if pays > 5 => format!("${}", pays * 100),
            _ if pays == 0 => "push".to_string(),
            1 => format!("{}:2", 2 * pays + 1),
            _ => format!("{pays}:1"),
        };
        json!({ "name": format!("Row {}", number + 1), "when": when, "pays": pays })
    });
    rows.collect()
}

/// Rows of poker hands, from the commonest up.
pub(crate) fn poker_rows(dice: &mut Dice, cards: u8, hand_size: u8) -> Vec<Value> {
    let order: &[usize] = if hand_size == 3 {
        &[0, 4, 3, 2, 7, 8]
    } else {
        &[0, 1, 2, 3, 4, 5, 6, 7, 8]
    };
    let needed = |poker: &str| match poker {
        "pair" => 2,
        "three-of-a-kind" => 3,
        "two-pair" | "four-of-a-kind" => 4,
        "full-house" => 5,
        _ => hand_size,
    };
    let mut patterns = Vec::new();
    for poker in order.iter().map(|place| POKER[*place]) {
        if needed(poker) > cards || dice.one_in(5) {
            continue;
        }
        let ranked = matches!(poker, "pair" | "three-of-a-kind" | "four-of-a-kind");
        let of = (ranked && dice.one_in(2)).then(|| dice.pick(&["J-A", "6-T", "2,5,K", "any"]));
        patterns.push(json!({ "poker": poker, "of": of }));
    }
    if patterns.is_empty() {
        patterns.push(json!({}));
    }
    climbing(dice, patterns)
}

/// What hands that win at once may ask for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Winners {
    /// Anything.
    Any,
    /// Totals, numbers and ranks, not suits.
    Unsuited,
}

/// Hands that win at once, from a deck with these ranks.
pub(crate) fn winners(dice: &mut Dice, winners: Winners, kept: &[char], decks: u8) -> Vec<Value> {
    let count = if dice.one_in(3) { 0 } else { dice.between(1, 6) };
    (1..=count)
        .map(|number| {
            let amount = dice.one_in(8);
            let pays = match dice.below(16) {
                _ if amount => "$1000",
                0 => "push",
                _ => dice.pick(&ODDS),
            };
            json!({
                "name": format!("Winner {number}"),
                "when": winner_pattern(dice, winners, kept, decks),
                "pays": pays,
                "after-split": !dice.one_in(3),
                "after-double": dice.one_in(2) && !amount,
                "group": (number == 1).then_some("Bonus"),
            })
        })
        .collect()
}

fn winner_pattern(dice: &mut Dice, winners: Winners, kept: &[char], decks: u8) -> Value {
    let any = winners == Winners::Any;
    let kind = dice.below(if any { 10 } else { 8 });
    let mut when = match kind {
        0 => json!({ "total": dice.pick(&["21", "21", "19-21"]) }),
        1 => json!({ "total": "21", "cards": dice.pick(&["2", "3", "5", "6", "7+", "6+"]) }),
        2 => json!({ "cards": dice.pick(&["4", "5", "6", "7"]) }),
        3..=5 => json!({ "ranks": some_ranks(dice, kept).iter().map(char::to_string).collect::<Vec<_>>() }),
        6 => json!({
            "same-rank": dice.pick(&["7", "2-5", "any", "T-K", "K", "A"]),
            "cards": dice.pick(&["2", "3"]),
        }),
        7 => json!({ "sum": dice.pick(&["11", "12-13", "20"]), "cards": dice.pick(&["2", "3", "4"]) }),
        8 => json!({ "exactly": some_cards(dice, kept, decks) }),
        _ => json!({
            "poker": dice.pick(&["straight", "flush", "straight-flush", "three-of-a-kind"]),
            "cards": "3",
        }),
    };
    if any && kind != 8 && dice.one_in(3) {
        when["suits"] = json!(dice.pick(&SUITS));
    }
    if dice.one_in(8) {
        when["up"] = json!(dice.pick(&["7", "2-6", "T-A"]));
    }
    when
}

/// Two to five ranks of the deck that a hand can hold; every second time tens and aces, which are alike to all but such rows.
fn some_ranks(dice: &mut Dice, kept: &[char]) -> Vec<char> {
    let high: Vec<char> = kept
        .iter()
        .copied()
        .filter(|rank| matches!(value(*rank), 1 | 10))
        .collect();
    let from = if dice.one_in(2) && !high.is_empty() {
        &high
    } else {
        kept
    };
    let mut ranks = vec![dice.pick(from)];
    for _ in 0..dice.between(1, 4) {
        let from = if dice.one_in(4) { kept } else { from };
        let rank = dice.pick(from);
        let sum: u8 = ranks.iter().chain([&rank]).map(|rank| value(*rank)).sum();
        if sum <= 21 {
            ranks.push(rank);
        }
    }
    if ranks.len() == 1 {
        ranks.push(ranks[0]);
    }
    ranks
}

/// Cards of some ranks, in exact suits; repeated only where there are two of a card.
fn some_cards(dice: &mut Dice, kept: &[char], decks: u8) -> Vec<String> {
    let one_suit = dice.one_in(2).then(|| dice.pick(&['c', 'd', 'h', 's']));
    let mut cards: Vec<String> = Vec::new();
    for rank in some_ranks(dice, kept) {
        let card = format!("{rank}{}", one_suit.unwrap_or_else(|| dice.pick(&['c', 'd', 'h', 's'])));
        if decks > 1 || !cards.contains(&card) {
            cards.push(card);
        }
    }
    cards
}

/// Other odds in certain suits.
pub(crate) fn suited(dice: &mut Dice) -> Vec<Value> {
    let count = if dice.one_in(2) { 0 } else { dice.between(1, 3) };
    (1..=count)
        .map(|number| {
            json!({
                "name": format!("Suits {number}"),
                "suits": dice.pick(&SUITS[1..]),
                "pays": format!("{}:1", number + 3),
            })
        })
        .collect()
}
