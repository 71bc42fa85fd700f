//! The strategy card: how to play, on one page.

use croupier_rules::Game;
use croupier_rules::print::a;
use croupier_solver::stud::StudStrategy;
use croupier_solver::twenty_one::chart::Chart;

use crate::chart::{self, Worth};
use crate::document::{Block, Document, Paper, Text};
use crate::identity::Identity;
use crate::numbers::{cents, percent};

/// The card of a game of 21.
pub fn twenty_one(game: &Game, identity: &Identity, chart: &Chart, worth: &Worth) -> Document {
    let subtitle = subtitle(game, chart.bet_cents);
    let mut page = Document::new(&game.short_name, subtitle, Paper::Card, identity.date);
    page.figure(chart::figure(game, chart, 15.0, ""));
    page.paragraph(chart::legend(game, chart).join(" "));
    page.paragraph(price(-worth.chart, -worth.best));
    page.paragraph(identity.line());
    page
}

/// The card of a game of stud.
pub fn stud(game: &Game, identity: &Identity, strategy: &StudStrategy) -> Document {
    let mut page = Document::new(
        &game.short_name,
        subtitle(game, strategy.bet_cents),
        Paper::Card,
        identity.date,
    );
    rule(&mut page, 1, strategy);
    let followed = strategy.rule.as_ref().map_or(strategy.ev, |rule| rule.ev);
    page.paragraph(price(-followed, -strategy.ev));
    page.paragraph(identity.line());
    page
}

/// Adds the simple rule of a game of stud, street by street, under headings of this level.
pub fn rule(page: &mut Document, level: u8, strategy: &StudStrategy) {
    let Some(rule) = &strategy.rule else { return };
    if !rule.points.is_empty() {
        page.paragraph(format!("{}.", sentence(&rule.points)));
    }
    for street in &rule.streets {
        page.heading(level, format!("Before the {}", street.name));
        let mut terms: Vec<(String, Text)> = Vec::new();
        for line in &street.lines {
            let action = spoken(&line.action);
            match terms.last_mut() {
                Some((last, text)) if *last == action => *text = std::mem::take(text).plain(format!("; {}", line.with)),
                _ => terms.push((action, sentence(&line.with).into())),
            }
        }
        terms.push((spoken(&street.otherwise), "Otherwise".into()));
        page.blocks.push(Block::Terms(terms));
    }
}

fn subtitle(game: &Game, bet_cents: i64) -> String {
    format!("How to play with {} of {}", a(&game.main_bet.name), cents(bet_cents))
}

fn price(followed: f64, best: f64) -> String {
    format!(
        "House edge when played this way: {}. With the best play: {}. Cost of using this card: {}.",
        percent(followed, 3),
        percent(best, 3),
        percent(followed - best, 3)
    )
}

/// An action as a player says it: `Bet 3x`, `Fold`.
fn spoken(action: &str) -> String {
    match action.split_once('-') {
        Some(("bet", times)) => format!("Bet {times}x"),
        _ => sentence(&action.replace('-', " ")),
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
