//! Every rule of a game changed one at a time, and what that does to each wager.

use std::collections::BTreeMap;

use croupier_rules::load::Loaded;
use croupier_rules::{Game, Money};
use croupier_solver::Known;
use croupier_solver::solution::{Solution, WagerValue};
use croupier_solver::variants::{Variant, VariantKind, variants};
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
    solve_each(loaded, base, variants(&loaded.game), each)
}

/// Solves these variants of a game, at the bet of the base solution, or at the least where it is not allowed. `each` is called after every one.
pub fn solve_each(loaded: &Loaded, base: &Solution, variants: Vec<Variant>, each: &(dyn Fn() + Sync)) -> Vec<Effect> {
    let bet = Some(Money::from_cents(base.bet_cents));
    let known = Known::new(&loaded.game, base);
    let games: Vec<Result<Game, String>> = variants.iter().map(|variant| changed(loaded, variant)).collect();
    // A point read the other way is often a rule changed as well: the same game is solved once.
    let firsts: Vec<usize> = (0..games.len())
        .map(|place| {
            (0..place)
                .find(|first| is_same(&games[*first], &games[place]))
                .unwrap_or(place)
        })
        .collect();
    let solved: BTreeMap<usize, Result<Solution, String>> = (0..games.len())
        .into_par_iter()
        .filter_map(|place| {
            let is_first = firsts[place] == place;
            let solved = is_first.then(|| {
                let game = games[place].as_ref().map_err(String::clone)?;
                let bet = bet.filter(|bet| game.main_bet.allows(*bet));
                croupier_solver::solve_changed(game, bet, &known).map_err(|fault| fault.to_string())
            });
            each();
            solved.map(|solved| (place, solved))
        })
        .collect();
    let solved = firsts.iter().map(|first| solved[first].clone());
    variants
        .into_iter()
        .zip(solved)
        .map(|(variant, solved)| Effect { variant, solved })
        .collect()
}

/// The game with one change, or why it is no valid game.
pub(crate) fn changed(loaded: &Loaded, variant: &Variant) -> Result<Game, String> {
    let changed = loaded.with(&variant.changes).map_err(|faults| {
        let list: Vec<&str> = faults.list.iter().map(|fault| fault.what.as_str()).collect();
        list.join("; ")
    })?;
    Ok(changed.game)
}

/// Whether two changes make the same of every wager.
fn is_same(one: &Result<Game, String>, other: &Result<Game, String>) -> bool {
    let (Ok(one), Ok(other)) = (one, other) else {
        return false;
    };
    one.family == other.family
        && one.deck == other.deck
        && one.main_bet == other.main_bet
        && one.side_bets == other.side_bets
}

impl Effect {
    /// The change in words; a point that the documents leave open by its number on the rule sheet.
    pub fn says(&self, game: &Game) -> String {
        let says = &self.variant.says;
        let point = says
            .split_once(": ")
            .filter(|_| self.variant.kind == VariantKind::Unclear);
        let numbered = point.and_then(|(id, reading)| {
            let place = game.sources.points.iter().position(|point| point.id == id)?;
            Some(format!("Open point {}: {reading}", place + 1))
        });
        numbered.unwrap_or_else(|| says.clone())
    }

    /// The same where one wager alone is spoken of: its pay table need not be named.
    pub fn says_of_wager(&self, game: &Game) -> String {
        match (self.variant.kind, self.variant.says.split_once(": ")) {
            (VariantKind::Pay, Some((_, row))) => row.to_string(),
            _ => self.says(game),
        }
    }

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
