//! `croupier points`: what the documents leave open, and what reading it the other way does to every wager.

use std::io::Write;

use croupier_report::numbers::{difference, percent};
use croupier_report::points::{PointEffect, PointValue, WagerBothWays, points};
use croupier_rules::Money;
use croupier_rules::load::Change;
use serde_json::json;

use super::solve::{solve, with_changes};
use crate::args::Sensitivity;
use crate::failure::Failure;

/// Prints every open point with its values.
pub fn run(args: &Sensitivity) -> Result<(), Failure> {
    let loaded = with_changes(&args.rules)?;
    let base = solve(&loaded, args.rules.bet)?;
    let points = points(&loaded, &base, &|| {});
    let mut out = anstream::stdout().lock();
    if args.json {
        let answer = json!({ "schema": 1, "game": base.game, "bet_cents": base.bet_cents, "points": points });
        writeln!(out, "{answer:#}")?;
        return Ok(());
    }
    writeln!(
        out,
        "\u{1b}[1m{}\u{1b}[0m, at a main bet of {}: what the documents leave open.\n",
        loaded.game.name,
        Money::from_cents(base.bet_cents)
    )?;
    for (number, point) in points.iter().enumerate() {
        write(&mut out, number + 1, point)?;
    }
    Ok(())
}

fn write(out: &mut impl Write, number: usize, point: &PointValue) -> Result<(), Failure> {
    writeln!(out, "{number}. \u{1b}[1m{}\u{1b}[0m", point.id)?;
    let mut line = |head: &str, text: &str| writeln!(out, "{}", wrapped(head, text));
    line("   ", &point.question)?;
    line("   Reading:    ", &point.reading)?;
    line("   Otherwise:  ", &point.alternative)?;
    for (path, value) in &point.set {
        let change = match value {
            serde_json::Value::Null => format!("{path} is left out"),
            value => Change::new(path, value.clone()).to_string(),
        };
        line("   Set:        ", &change)?;
    }
    let effect = match point.effect {
        PointEffect::Values => point.changed().map(both_ways).collect::<Vec<_>>().join("; "),
        PointEffect::NoValue => match &point.unchanged {
            Some(why) => format!("unchanged. {why}"),
            None => "unchanged with the best play".to_string(),
        },
        PointEffect::Simulated => format!(
            "{}; by {} simulated rounds of the play that is best for the main bet: {}",
            point.changed().map(both_ways).collect::<Vec<_>>().join("; "),
            point.rounds.unwrap_or_default(),
            point.not_exact.as_deref().unwrap_or_default()
        ),
        PointEffect::NotTried => "not valued".to_string(),
    };
    line("   House edge: ", &effect)?;
    writeln!(out)?;
    Ok(())
}

/// The text behind its head, in lines that a terminal holds.
fn wrapped(head: &str, text: &str) -> String {
    const WIDTH: usize = 80;
    let mut lines = vec![head.to_string()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is a first line");
        if last.chars().count() + word.chars().count() >= WIDTH {
            lines.push(format!("{:15}{word}", ""));
        } else {
            let space = if last.ends_with(' ') { "" } else { " " };
            last.push_str(&format!("{space}{word}"));
        }
    }
    lines.join("\n")
}

/// A wager's house edge both ways.
fn both_ways(wager: &WagerBothWays) -> String {
    let at = wager
        .stake_cents
        .map_or_else(String::new, |stake| format!(" at {}", Money::from_cents(stake)));
    let edge = |ev: Option<f64>| ev.map_or("not offered".to_string(), |ev| percent(-ev, 4));
    let error = wager
        .standard_error
        .map_or_else(String::new, |error| format!(", standard error {}", percent(error, 4)));
    let difference = match (wager.ev, wager.ev_alternative) {
        (Some(ev), Some(other)) => format!(" ({}{error})", difference(ev - other, 4)),
        _ => String::new(),
    };
    format!(
        "{}{at} {} instead of {}{difference}",
        wager.id,
        edge(wager.ev_alternative),
        edge(wager.ev)
    )
}
