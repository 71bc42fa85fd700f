//! Charts: what is in those of the real games, and that those of random games are paid what is claimed for them.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::sync::Arc;

use common::{Shape, random_game};
use croupier_rules::{Money, load};
use croupier_solver::exhaustive::{Cards, Decides, value};
use croupier_solver::twenty_one::chart::Chart;
use croupier_solver::twenty_one::full_shoe;

/// A hand that has been doubled has three cards or more, one more for each further double: no ace counts 1 in a hard total
/// below 12, so it holds two pips a card at least.
#[test]
fn charts_list_only_totals_that_can_be_held_after_a_double() {
    let mut rows = 0;
    for text in [
        include_str!("../../../games/nh21-plus.toml"),
        include_str!("../../../games/super-fun-21.toml"),
        include_str!("../../../tests/games/spanish-21-redoubling.toml"),
    ] {
        let game = load::parse(text).unwrap();
        let chart = Chart::best(&game, Money::from_dollars(10), &full_shoe(&game)).unwrap();
        for doubled in chart.columns.iter().flat_map(|column| &column.doubled) {
            let cards = 2 + doubled.added_cents.len() as u8;
            let least = doubled.hard.keys().next().copied().unwrap_or(21);
            assert!(least >= 2 * cards, "{}: hard {least} with {cards} cards", game.id);
            rows += doubled.hard.len();
        }
    }
    assert!(rows > 100, "only {rows} rows after a double were looked at");
}

/// What `Round` pays whoever plays by a chart is what the chart says of itself.
#[test]
fn charts_of_random_games_are_paid_what_is_claimed() {
    let main = Money::from_dollars(10);
    let mut compared = 0;
    for seed in 100..160 {
        let game = Arc::new(random_game(seed, Shape::NoSplits));
        let shoe = full_shoe(&game);
        let chart = Chart::best(&game, main, &shoe).unwrap();
        let looks_at_suits = chart.columns.iter().any(|column| !column.suited.is_empty());
        let told_apart = if looks_at_suits { Cards::One } else { Cards::Rank };
        let Ok(paid) = value(&game, main, Decides::Strategy(&chart), told_apart) else {
            continue;
        };
        let claimed = chart.value(&game, main, &shoe).unwrap().value;
        let off = (claimed - croupier_solver::solution::to_f64(&paid)).abs();
        compared += 1;
        assert!(off < 1e-12, "seed {seed}: off by {off}: {:?}", game.family);
    }
    assert_eq!(compared, 60, "every shoe was large enough");
}
