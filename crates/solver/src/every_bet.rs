//! The main game at every main bet that may be made, where what it is worth depends on the bet: a cap, a fixed payment or a
//! least double in dollars weighs more on one bet than on another.

use std::sync::Arc;

use croupier_rules::pattern::Pays;
use croupier_rules::play::FreeBets;
use croupier_rules::{Family, Game, Money};
use rayon::prelude::*;

use crate::ask::{SolveFault, solve_beside};
use crate::solution::{BetValue, Solution, WagerValue};
use crate::twenty_one::Stakes;

/// Where more bets than this may be made, only those in whole fives and tens that tables post are valued.
const BETS_MAX: usize = 16;

/// Two values that differ by less are the same: it is the error of floating point.
const SAME: f64 = 1e-11;

/// The main game at every main bet; empty where all come to the same. `base` is the game at one of them.
pub fn every_bet(game: &Game, base: &Solution) -> Result<Vec<BetValue>, SolveFault> {
    let Some(known) = base.wagers.first() else {
        return Ok(Vec::new());
    };
    let memory = Arc::default();
    let main_at = |bet: Money| -> Result<BetValue, SolveFault> {
        if bet.cents() == base.bet_cents {
            return Ok(written(bet, known));
        }
        let solution = solve_beside(game, Some(bet), &memory)?;
        let main = solution.wagers.first().expect("every game has a main game");
        Ok(written(bet, main))
    };
    if weighs_bets_alike(game) {
        return Ok(Vec::new());
    }
    let same = |one: &BetValue, other: &BetValue| (one.ev - other.ev).abs() < SAME;
    // The least double weighs the less the greater the bet, so that the ends differ the most. Caps may be set bet by bet.
    let by_ends = game.twenty_one().is_some();
    if by_ends && same(&main_at(game.main_bet.lowest())?, &main_at(game.main_bet.highest())?) {
        return Ok(Vec::new());
    }
    let bets: Vec<BetValue> = posted(game).into_par_iter().map(main_at).collect::<Result<_, _>>()?;
    let differ = bets.iter().any(|bet| !same(bet, &bets[0]));
    Ok(if differ { bets } else { Vec::new() })
}

/// Whether nothing in the main game is an amount of money, so that every bet is a copy of the lowest in other units.
fn weighs_bets_alike(game: &Game) -> bool {
    let in_odds = |pays: &Pays| matches!(pays, Pays::Odds(_));
    match &game.family {
        Family::TwentyOne(rules) => {
            let stakes = |main: Money| -> Vec<(f64, f64)> {
                let stakes: Stakes<f64> = Stakes::new(rules, main, &[], FreeBets::NONE);
                let units = stakes.all().iter().map(|stake| (stake.added_units, stake.free_units));
                units.collect()
            };
            let ends = [game.main_bet.lowest(), game.main_bet.highest()].map(stakes);
            ends[0] == ends[1] && rules.winners.iter().all(|row| in_odds(&row.pays))
        }
        Family::Baccarat(rules) => rules.pays.iter().all(|row| in_odds(&row.pays)),
        Family::SingleCard(rules) => rules.pays.iter().all(|row| in_odds(&row.pays)),
        Family::Stud(rules) => rules.caps.is_empty() && rules.pays.iter().all(|row| in_odds(&row.pays)),
    }
}

/// The main bets to be valued, rising.
fn posted(game: &Game) -> Vec<Money> {
    let limits = &game.main_bet;
    let every = limits.every();
    if every.len() <= BETS_MAX {
        return every;
    }
    let round = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000].map(Money::from_dollars);
    let ends = [limits.lowest(), limits.highest()];
    let mut bets: Vec<Money> = round
        .into_iter()
        .chain(ends)
        .filter(|bet| limits.allows(*bet))
        .collect();
    bets.sort();
    bets.dedup();
    bets
}

fn written(bet: Money, main: &WagerValue) -> BetValue {
    BetValue {
        bet_cents: bet.cents(),
        ev: main.ev,
        ev_exact: main.ev_exact.clone(),
        house_edge: main.house_edge,
        average_wager: main.average_wager,
        element_of_risk: main.element_of_risk,
        sd: main.sd,
        ev_with_best_insurance: main.ev_with_best_insurance,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve;
    use croupier_rules::load;

    /// Each bet is what solving at it says, and the bets are those of the document.
    #[test]
    fn hold_em_is_valued_at_every_ante() {
        let game = load::open("nh-holdem").unwrap().game;
        let base = solve(&game, None).unwrap();
        let bets = every_bet(&game, &base).unwrap();
        let cents: Vec<i64> = bets.iter().map(|bet| bet.bet_cents).collect();
        assert_eq!(cents, [200, 400, 500, 1000]);
        for bet in &bets {
            let alone = solve(&game, Some(Money::from_cents(bet.bet_cents))).unwrap();
            assert_eq!(bet.ev_exact, alone.wagers[0].ev_exact);
        }
        // The cap is 500 antes at $2, $4 and $10, and 1,000 at $5.
        assert_eq!(bets[0].ev_exact, bets[1].ev_exact);
        assert!(bets[2].ev > bets[0].ev);
        assert_eq!(bets[3].ev_exact, bets[0].ev_exact);
    }

    #[test]
    fn a_game_that_is_the_same_at_every_bet_has_one_figure() {
        let game = load::open("super-fun-21").unwrap().game;
        let base = solve(&game, None).unwrap();
        assert_eq!(every_bet(&game, &base).unwrap(), []);
    }
}
