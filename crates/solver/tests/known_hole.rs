//! A known hole card, valued a second way: every card dealt one by one, by code that shares nothing with the solver.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use croupier_rules::load::{self, Change};
use croupier_rules::{Card, Game};
use croupier_solver::twenty_one::known_hole::known_hole_off;
use croupier_solver::twenty_one::round_value;
use serde_json::Value;

/// Six-deck blackjack with hits, stands and one double for the whole bet.
fn plain_game() -> Game {
    let file = format!("{}/../../tests/games/blackjack.toml", env!("CARGO_MANIFEST_DIR"));
    let loaded = load::open(&file).unwrap_or_else(|fault| panic!("{fault}"));
    let changes = [
        Change::new("split.hands-max", 1),
        Change::new("split.aces-hands-max", 1),
        Change::new("double.first", serde_json::json!({ "max": "main-bet" })),
        Change::new("surrender.when", "never"),
        Change::new("insurance", Value::Null),
    ];
    loaded.with(&changes).unwrap_or_else(|faults| panic!("{faults}")).game
}

/// A shoe of a few cards, with enough small ones that hands grow long.
fn small_shoe() -> [u32; Card::KINDS] {
    let mut shoe = [0; Card::KINDS];
    for text in "Ac Ad 2c 3h 4s 5d 6c 6d 7h 8s 9d Tc Jd Kh".split(' ') {
        shoe[text.parse::<Card>().unwrap().index()] += 1;
    }
    shoe
}

type Counts = [u32; 11];

fn total(cards: &[usize]) -> (usize, bool) {
    let hard: usize = cards.iter().sum();
    let soft = cards.contains(&1) && hard <= 11;
    (if soft { hard + 10 } else { hard }, soft)
}

/// The chance-weighted result of standing on `own` against these dealer's cards.
fn dealer(left: &mut Counts, cards: &mut Vec<usize>, own: usize, hits_soft_17: bool) -> f64 {
    let (reached, soft) = total(cards);
    if reached > 21 {
        return 1.0;
    }
    if reached > 17 || (reached == 17 && !(soft && hits_soft_17)) {
        return match own.cmp(&reached) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Less => -1.0,
        };
    }
    each(left, |left, card| {
        cards.push(card);
        let value = dealer(left, cards, own, hits_soft_17);
        cards.pop();
        value
    })
}

/// The mean over the next card.
fn each(left: &mut Counts, mut value: impl FnMut(&mut Counts, usize) -> f64) -> f64 {
    let size: u32 = left.iter().sum();
    let mut sum = 0.0;
    for card in 1..=10 {
        if left[card] > 0 {
            let chance = f64::from(left[card]) / f64::from(size);
            left[card] -= 1;
            sum += chance * value(left, card);
            left[card] += 1;
        }
    }
    sum
}

/// The best of standing, hitting and doubling.
fn best(left: &mut Counts, hand: &mut Vec<usize>, dealers: &mut Vec<usize>, hits_soft_17: bool) -> f64 {
    let (own, soft) = total(hand);
    if own > 21 {
        return -1.0;
    }
    let stand = dealer(left, dealers, own, hits_soft_17);
    if own == 21 && !soft {
        return stand;
    }
    let hit = each(left, |left, card| {
        hand.push(card);
        let value = best(left, hand, dealers, hits_soft_17);
        hand.pop();
        value
    });
    let mut value = stand.max(hit);
    if hand.len() == 2 {
        let doubled = each(left, |left, card| {
            hand.push(card);
            let (own, _) = total(hand);
            let value = if own > 21 {
                -1.0
            } else {
                dealer(left, dealers, own, hits_soft_17)
            };
            hand.pop();
            2.0 * value
        });
        value = value.max(doubled);
    }
    value
}

#[test]
fn a_known_hole_card_is_worth_what_dealing_every_card_gives() {
    let game = plain_game();
    let rules = game.twenty_one().unwrap();
    assert_eq!(
        rules.double.cards.to_string(),
        "2",
        "the game doubles on two cards only"
    );
    let hits = rules.dealer.soft_17 == croupier_rules::twenty_one::SoftSeventeen::Hits;
    let pays = rules.blackjack.pays.to_f64();
    let shoe = small_shoe();
    let mut left: Counts = [0; 11];
    for card in Card::all() {
        left[usize::from(card.value())] += shoe[card.index()];
    }
    let slow = each(&mut left, |left, one| {
        each(left, |left, up| {
            each(left, |left, other| {
                each(left, |left, hole| {
                    let own = total(&[one, other]).0 == 21;
                    let theirs = total(&[up, hole]).0 == 21;
                    match (own, theirs) {
                        (true, true) => 0.0,
                        (true, false) => pays,
                        (false, true) => -1.0,
                        (false, false) => best(left, &mut vec![one, other], &mut vec![up, hole], hits),
                    }
                })
            })
        })
    });
    let main = game.main_bet.lowest();
    let known = known_hole_off(&game, main, &shoe).unwrap();
    assert!((known.value - slow).abs() < 1e-12, "{} is not {slow}", known.value);
    assert_eq!(known.insurance, 0.0);
    let unknown = round_value::<f64>(&game, main, &shoe).unwrap().value;
    assert!(known.value > unknown, "to know more is never worth less");
}

#[test]
fn insurance_with_the_hole_card_known_is_taken_exactly_when_it_wins() {
    let game = load::open("presque-isle-blackjack").unwrap().game;
    let main = game.main_bet.highest();
    let known = croupier_solver::twenty_one::known_hole::known_hole(&game, main).unwrap();
    // An ace up and a ten-value hole card, at half of the bet and 2 to 1.
    let chance = 24.0 / 312.0 * 96.0 / 311.0;
    assert!((known.insurance - chance).abs() < 1e-12);
}
