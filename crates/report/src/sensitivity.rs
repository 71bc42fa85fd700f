//! Every rule of a game changed one at a time, and what that does to each wager.

use croupier_rules::Money;
use croupier_rules::load::Loaded;
use croupier_solver::Known;
use croupier_solver::solution::{Solution, WagerValue};
use croupier_solver::variants::{Variant, variants};
use rayon::prelude::*;

/// One change and what came of it.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The change.
    pub variant: Variant,
    /// The game with the change, solved; or why it is no valid game.
    pub solved: Result<Solution, String>,
}

/// Solves every variant of a game, in the order of the rules file. `each` is called after every one.
pub fn effects(loaded: &Loaded, base: &Solution, each: &(dyn Fn() + Sync)) -> Vec<Effect> {
    let bet = Some(Money::from_cents(base.bet_cents));
    let known = Known::new(&loaded.game, base);
    variants(&loaded.game)
        .into_par_iter()
        .map(|variant| {
            let solved = match loaded.with(&variant.changes) {
                Ok(changed) => {
                    croupier_solver::solve_changed(&changed.game, bet, &known).map_err(|fault| fault.to_string())
                }
                Err(faults) => {
                    let list: Vec<&str> = faults.list.iter().map(|fault| fault.what.as_str()).collect();
                    Err(list.join("; "))
                }
            };
            each();
            Effect { variant, solved }
        })
        .collect()
}

impl Effect {
    /// The wager of this id under the change, if it is still offered and differs from the base.
    pub fn changed<'a>(&'a self, base: &WagerValue) -> Option<&'a WagerValue> {
        let solution = self.solved.as_ref().ok()?;
        let wager = solution.wagers.iter().find(|wager| wager.id == base.id)?;
        (wager.house_edge != base.house_edge).then_some(wager)
    }

    /// Whether no wager is worth anything else under the change.
    pub fn is_idle(&self, base: &Solution) -> bool {
        self.solved.as_ref().is_ok_and(|solution| {
            solution.wagers.len() == base.wagers.len()
                && base
                    .wagers
                    .iter()
                    .zip(&solution.wagers)
                    .all(|(one, other)| one.id == other.id && one.house_edge == other.house_edge)
        })
    }
}
