//! The outcomes of a game: every row of every wager, exactly, and how often a simulation met it.

use std::io::Write;

use croupier_report::par::from_full_shoes;
use croupier_rows::{Cell, Column};
use croupier_simulator::Report;
use croupier_solver::solution::Solution;

use super::sheet::Sheet;
use crate::args::Export;
use crate::commands::open::open;
use crate::failure::Failure;

/// The columns of outcomes.
pub const OUTCOMES: [Column; 13] = [
    Column::text("game"),
    Column::whole("bet_cents"),
    Column::text("wager"),
    Column::text("name"),
    Column::whole("stake_cents"),
    Column::text("outcome"),
    Column::text("pays"),
    Column::real("probability"),
    Column::whole("count").optional(),
    Column::real("contribution"),
    Column::whole("simulated_rounds").optional(),
    Column::whole("simulated_count").optional(),
    Column::real("simulated_frequency").optional(),
];

/// Writes the outcomes of the game named.
pub fn outcomes(args: &Export, sheet: &mut Sheet<impl Write + Send>) -> Result<(), Failure> {
    let Some(game) = &args.game else {
        return Err(Failure::Input(
            "outcomes are those of a game; name it, like `croupier export outcomes nh21-plus`".to_string(),
        ));
    };
    if args.house.is_some() {
        return Err(Failure::Input(
            "outcomes come from the solver and the simulator, not from the books; leave out --house".to_string(),
        ));
    }
    let loaded = open(game)?;
    let wrong = |fault: String| Failure::Input(fault);
    let solution = croupier_solver::solve(&loaded.game, args.bet).map_err(|fault| wrong(fault.to_string()))?;
    let reports: Vec<Report> = match args.rounds {
        0 => Vec::new(),
        rounds => {
            let found = from_full_shoes(&loaded.game, &solution, rounds, args.seed);
            found.map_err(|fault| wrong(fault.to_string()))?
        }
    };
    for row in outcome_rows(&solution, &reports) {
        sheet.push(row)?;
    }
    Ok(())
}

/// Every row of every wager as rows of these columns, with how often each was met in simulations.
pub fn outcome_rows(solution: &Solution, reports: &[Report]) -> Vec<Vec<Cell>> {
    let mut rows = Vec::new();
    for wager in &solution.wagers {
        let simulated = reports
            .iter()
            .find_map(|report| report.wagers.iter().find(|other| other.id == wager.id));
        for outcome in &wager.outcomes {
            let met = simulated.map(|simulated| {
                let row = simulated.rows.iter().find(|row| row.row == outcome.row);
                (simulated.hands, row.map_or(0, |row| row.count))
            });
            let whole = |count: u64| i64::try_from(count).ok();
            rows.push(vec![
                solution.game.as_str().into(),
                solution.bet_cents.into(),
                wager.id.as_str().into(),
                wager.name.as_str().into(),
                wager.stake_cents.into(),
                outcome.row.as_str().into(),
                outcome.pays.as_str().into(),
                outcome.probability.into(),
                outcome.count.and_then(whole).into(),
                outcome.contribution.into(),
                met.and_then(|(hands, _)| whole(hands)).into(),
                met.and_then(|(_, count)| whole(count)).into(),
                met.map(|(hands, count)| count as f64 / hands.max(1) as f64).into(),
            ]);
        }
    }
    rows
}
