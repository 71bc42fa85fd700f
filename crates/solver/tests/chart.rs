//! Charts of the real games: what is in them.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use croupier_rules::{Money, load};
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
