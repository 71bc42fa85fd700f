//! `croupier solve`: what every wager is worth.

use std::io::Write;

use croupier_rules::load::{Change, Loaded};
use croupier_rules::{Game, Money};
use croupier_solver::solution::Solution;
use croupier_solver::variants::with_decks;
use croupier_table::HandWagers;

use super::open::open;
use super::{bets, long_work};
use crate::args::{Rules, Solve};
use crate::failure::Failure;
use crate::values::wagers;

/// Solves a game and prints its figures.
pub fn run(args: &Solve) -> Result<(), Failure> {
    let loaded = with_changes(&args.rules)?;
    let bets = bets::checked(&loaded.game, args.rules.bet, 0, &args.side)?;
    long_work::announce(&loaded.game)?;
    let solution = solve_with(&loaded.game, &bets, args.rules.bet.is_none())?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(
            out,
            "{}",
            serde_json::to_string_pretty(&solution).map_err(anyhow::Error::from)?
        )?;
    } else {
        wagers::write(&mut out, &loaded.game, &solution)?;
    }
    Ok(())
}

/// What every wager is worth with these bets; with every main bet beside them, where it matters, if that is asked for.
pub fn solve_with(game: &Game, bets: &HandWagers, every_bet: bool) -> Result<Solution, Failure> {
    let solution = croupier_solver::solve_at(game, Some(bets.main), &bets.side);
    let mut solution = solution.map_err(|fault| Failure::Input(fault.to_string()))?;
    if every_bet {
        let bets = croupier_solver::every_bet(game, &solution);
        solution.by_bet = bets.map_err(|fault| Failure::Input(fault.to_string()))?;
    }
    Ok(solution)
}

/// The game named on the command line, with the changes asked for there.
pub fn with_changes(rules: &Rules) -> Result<Loaded, Failure> {
    changed(&rules.game, &rules.set, rules.decks)
}

/// The game of this id or in this file with some fields changed, dealt from so many decks.
pub fn changed(word: &str, set: &[Change], decks: Option<u8>) -> Result<Loaded, Failure> {
    let loaded = open(word)?;
    let changed = |decks: Vec<Change>| loaded.with(&[set, &decks].concat());
    let changed = match decks {
        None if set.is_empty() => return Ok(loaded),
        None => changed(Vec::new()),
        Some(decks) => {
            let alone = vec![
                Change::new("deck.decks", decks),
                Change::new("deck.decks-allowed", "1-8"),
            ];
            // Where the cut card or the seats do not fit so many decks, they are fitted to them.
            changed(alone).or_else(|_| changed(with_decks(&loaded.game, decks)))
        }
    };
    changed.map_err(|faults| {
        Failure::Input(format!(
            "the changed rules of `{word}` have faults:\n\n{}",
            faults.to_string().trim_end()
        ))
    })
}

/// The changes of rules asked for on the command line.
pub fn changes(rules: &Rules) -> Vec<Change> {
    let decks = rules.decks.map(|decks| Change::new("deck.decks", decks));
    rules.set.iter().cloned().chain(decks).collect()
}

/// Solves a game at a bet, or at the lowest.
pub fn solve(loaded: &Loaded, bet: Option<Money>) -> Result<Solution, Failure> {
    croupier_solver::solve(&loaded.game, bet).map_err(|fault| Failure::Input(fault.to_string()))
}
