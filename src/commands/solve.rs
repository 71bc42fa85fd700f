//! `croupier solve`: what every wager is worth.

use std::io::Write;

use croupier_rules::Money;
use croupier_rules::load::{Change, Loaded};
use croupier_solver::solution::Solution;

use super::open::open;
use crate::args::{Rules, Solve};
use crate::failure::Failure;
use crate::values::wagers;

/// Solves a game and prints its figures.
pub fn run(args: &Solve) -> Result<(), Failure> {
    let loaded = with_changes(&args.rules)?;
    let solution = solve(&loaded, args.rules.bet)?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(
            out,
            "{}",
            serde_json::to_string_pretty(&solution).map_err(anyhow::Error::from)?
        )?;
    } else {
        wagers::write(&mut out, &loaded.game.name, &solution)?;
    }
    Ok(())
}

/// The game named on the command line, with the changes asked for there.
pub fn with_changes(rules: &Rules) -> Result<Loaded, Failure> {
    let loaded = open(&rules.game)?;
    let mut changes: Vec<Change> = rules.set.clone();
    if let Some(decks) = rules.decks {
        changes.push(Change::new("deck.decks", decks));
        changes.push(Change::new("deck.decks-allowed", "1-8"));
    }
    if changes.is_empty() {
        return Ok(loaded);
    }
    loaded.with(&changes).map_err(|faults| {
        Failure::Input(format!(
            "the changed rules of `{}` have faults:\n\n{}",
            rules.game,
            faults.to_string().trim_end()
        ))
    })
}

/// Solves a game at a bet, or at the lowest.
pub fn solve(loaded: &Loaded, bet: Option<Money>) -> Result<Solution, Failure> {
    croupier_solver::solve(&loaded.game, bet).map_err(|fault| Failure::Input(fault.to_string()))
}
