//! What every wager is worth, solved once for each rules file, by its hash, and bet. Two files may have the same id.

use std::sync::Arc;

use croupier_house::Hash;
use croupier_rules::{Game, Money};
use croupier_solver::solution::Solution;
use croupier_table::Wagers;

use crate::wire::Edge;
use crate::work::{Kept, Workshop};

/// How many solutions are kept.
const KNOWN_MAX: usize = 512;

/// The solutions known so far. Working them out happens beside the tables, one at a time.
pub struct Values {
    known: Kept<(Hash, i64), Answer>,
}

/// What the solver said; nothing where it has no answer.
type Answer = Option<Arc<Solution>>;

/// What bets are worth with the best play, in cents.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    /// The expected gain.
    pub expected: f64,
    /// Its variance. Wagers and hands of one round are taken as independent of each other.
    pub variance: f64,
}

impl Default for Values {
    fn default() -> Values {
        let workshop = Workshop::new("solver", 1, 256).behind_the_tables();
        let known = Kept::new(workshop, KNOWN_MAX);
        Values { known }
    }
}

impl Values {
    /// What a game's wagers are worth at a main bet; `None` where the solver has no answer, or too many wait for one.
    pub async fn solution(&self, game: &Arc<Game>, rules: &Hash, bet: Money) -> Option<Arc<Solution>> {
        let asked = Arc::clone(game);
        let solve = move || croupier_solver::solve(&asked, Some(bet)).ok().map(Arc::new);
        self.known.get((rules.clone(), bet.cents()), solve).await.ok().flatten()
    }

    /// What is known already.
    pub fn known(&self, rules: &Hash, bet: Money) -> Option<Answer> {
        self.known.known(&(rules.clone(), bet.cents()))
    }

    /// What the bets of a seat, or of all seats, are worth.
    pub async fn worth(&self, game: &Arc<Game>, rules: &Hash, wagers: &Wagers, seat: Option<u8>) -> Worth {
        let mut worth = Worth::default();
        let seats = wagers
            .seats
            .iter()
            .filter(|wagers| seat.is_none_or(|seat| wagers.seat == seat));
        for hand in seats.flat_map(|seat| &seat.hands) {
            // A hand without the main bet is valued at the least of it.
            let main = hand.main.max(game.main_bet.lowest());
            let Some(solution) = self.solution(game, rules, main).await else {
                continue;
            };
            let mut add = |id: &str, stake: Money| {
                if let Some(wager) = solution.wagers.iter().find(|wager| wager.id == id) {
                    let stake = stake.cents() as f64;
                    worth.expected += wager.ev * stake;
                    worth.variance += (wager.sd * stake).powi(2);
                }
            };
            add(game.main_bet.wager_id(), hand.main * i64::from(hand.spot_count()));
            for (bet, stake) in game.side_bets.iter().zip(&hand.side) {
                add(&bet.id, *stake);
            }
        }
        worth
    }
}

/// The edges of a solution, for the lobby.
pub fn edges(solution: &Solution) -> Vec<Edge> {
    let wagers = solution.wagers.iter();
    wagers
        .map(|wager| Edge {
            wager: wager.id.clone(),
            name: wager.name.clone(),
            house_edge: wager.house_edge,
            ev_exact: wager.ev_exact.clone(),
            sd: wager.sd,
            break_even_cents: wager.meter.as_ref().and_then(|meter| meter.break_even_cents),
        })
        .collect()
}
