//! `croupier hand`: what each action of a hand is worth.

use std::io::Write;

use croupier_rules::Money;
use croupier_rules::card::parse_cards;
use croupier_rules::play::FreeBets;
use croupier_solver::HandQuestion;

use super::solve::with_changes;
use crate::args::Hand;
use crate::failure::Failure;
use crate::values::columns::{Columns, figure};

/// Values a hand and prints its actions, best first.
pub fn run(args: &Hand) -> Result<(), Failure> {
    let loaded = with_changes(&args.rules)?;
    let cards = |text: &str| parse_cards(text).map_err(|fault| Failure::Input(fault.to_string()));
    if args.up.len() > 2 {
        let text = "--up names more than two cards; the dealer shows one card before play, or two";
        return Err(Failure::Input(text.to_string()));
    }
    let question = HandQuestion {
        cards: cards(args.cards.as_deref().unwrap_or_default())?,
        up: args.up.first().copied(),
        hole: args.up.get(1).copied(),
        board: cards(&args.board)?,
        removed: cards(&args.removed)?,
        bet: args.rules.bet,
        split_hands: args.split_hand,
        doubled: args.doubled.clone(),
        free: FreeBets::NONE,
        insurance: args.insurance,
        street_bets: (!args.street_bets.is_empty()).then(|| args.street_bets.clone()),
    };
    let question = question.with_free_bets(&loaded.game, args.free);
    let value = croupier_solver::hand(&loaded.game, &question).map_err(|fault| Failure::Input(fault.to_string()))?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(
            out,
            "{}",
            serde_json::to_string_pretty(&value).map_err(anyhow::Error::from)?
        )?;
        return Ok(());
    }
    let bet = Money::from_cents(value.bet_cents);
    writeln!(
        out,
        "At a main bet of {bet}; values are per unit of it, costs also in cents.\n"
    )?;
    let mut columns = Columns::new(2);
    columns.row(["Action", "Adds", "EV", "Cost", "Cost in cents"]);
    for action in &value.actions {
        let adds = Money::from_cents(action.amount_cents);
        columns.row([
            action.action.clone(),
            if adds == Money::ZERO {
                String::new()
            } else {
                adds.to_string()
            },
            figure(action.ev, 9),
            figure(action.cost, 9),
            figure(action.cost * value.bet_cents as f64, 4),
        ]);
    }
    writeln!(out, "{columns}")?;
    if !value.why.is_empty() {
        writeln!(out, "\n{}", value.why.join("\n"))?;
    }
    Ok(())
}
