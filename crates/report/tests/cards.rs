//! Strategy card and pay card: one page each, with all there is to say.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::{GAMES, game, others, report};
use croupier_report::{Kind, render};
use croupier_rules::print::Sheet;

#[test]
fn pay_cards_are_as_they_were_read() {
    for id in GAMES {
        let loaded = game(id);
        let document = report(Kind::PayCard, &loaded);
        insta::assert_snapshot!(format!("pay-card-{id}"), render::markdown(&document));
    }
}

#[test]
fn a_pay_card_has_every_row_of_every_table() {
    for id in GAMES.map(str::to_string).into_iter().chain(others()) {
        let loaded = game(&id);
        let words = report(Kind::PayCard, &loaded).words();
        for table in Sheet::of(&loaded.game).pay_tables {
            for row in &table.rows {
                assert!(
                    words.contains(&format!("{} | {}", row.name, row.pays)),
                    "{id}: {}",
                    row.name
                );
            }
        }
    }
}

#[test]
fn games_never_seen_before_have_strategy_cards() {
    for id in others() {
        let words = report(Kind::StrategyCard, &game(&id)).words();
        assert!(words.contains("Cost of using this card"), "{id}");
    }
}
