//! The complete play of a game of 21, hand by hand.

use std::fmt::Write as _;

use croupier_rules::{Game, Money};
use croupier_solver::solution::WagerValue;
use croupier_solver::twenty_one::playbook::{HandTable, Playbook};

/// The play as text: a list for each up card and origin of the hand.
pub fn text(game: &Game, book: &Playbook, value: &WagerValue) -> String {
    let mut text = format!(
        "{}\nThe best play at a main bet of {}, hand by hand ({}). It is worth {:.9} of the bet.\n",
        game.name,
        Money::from_cents(book.bet_cents),
        book.strategy_class,
        value.ev
    );
    for (name, hands) in [("insurance", &book.insurance), ("even money", &book.even_money)] {
        for (up, cards) in hands {
            let cards: Vec<&str> = cards.iter().map(String::as_str).collect();
            let _ = writeln!(text, "\nAgainst {up}, {name} is taken with: {}", cards.join(", "));
        }
    }
    for table in &book.tables {
        let doubled: Vec<String> = doubled(table).map(|amount| amount.to_string()).collect();
        let doubled = match &doubled[..] {
            [] => String::new(),
            amounts => format!(", doubled for {}", amounts.join(" and ")),
        };
        let free = match &table.free[..] {
            [] => String::new(),
            bets => format!(", free: {}", bets.join(" and ")),
        };
        let _ = writeln!(text, "\nAgainst {}, from the {}{doubled}{free}", table.up, table.from);
        for (hand, hands) in &table.split {
            let _ = writeln!(text, "  {hand:<24} split to {hands} hands");
        }
        for (hand, action) in &table.play {
            let _ = writeln!(text, "  {hand:<24} {}", spoken(action));
        }
    }
    text
}

/// The play as comma-separated values: a line for each hand.
pub fn csv(book: &Playbook) -> String {
    let mut text = "up,from,doubled_cents,hand,action\n".to_string();
    for (action, hands) in [("insurance", &book.insurance), ("even-money", &book.even_money)] {
        for (up, cards) in hands {
            for cards in cards {
                let _ = writeln!(text, "{up},deal,,{cards},{action}");
            }
        }
    }
    for table in &book.tables {
        let is_free = |bet: &str| table.free.iter().any(|free| free == bet);
        let doubled: Vec<String> = (1..)
            .zip(&table.doubled_cents)
            .map(|(number, cents)| match is_free(&format!("double-{number}")) {
                true => format!("{cents} free"),
                false => cents.to_string(),
            })
            .collect();
        let free = if is_free("main") { " free" } else { "" };
        let place = format!("{},{}{free},{}", table.up, table.from, doubled.join(" "));
        for (hand, hands) in &table.split {
            let _ = writeln!(text, "{place},{hand},split to {hands}");
        }
        for (hand, action) in &table.play {
            let _ = writeln!(text, "{place},{hand},{action}");
        }
    }
    text
}

fn doubled(table: &HandTable) -> impl Iterator<Item = Money> {
    table.doubled_cents.iter().map(|cents| Money::from_cents(*cents))
}

/// An action with its amount in dollars.
fn spoken(action: &str) -> String {
    let amount = action.strip_prefix("double ").and_then(|cents| cents.parse().ok());
    amount.map_or_else(
        || action.to_string(),
        |cents| format!("double for {}", Money::from_cents(cents)),
    )
}
