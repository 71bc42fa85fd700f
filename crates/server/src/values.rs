//! What every wager is worth, solved once for each game and bet.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use croupier_rules::{Game, Money};
use croupier_solver::ask;
use croupier_solver::solution::Solution;
use croupier_table::Wagers;
use tokio::sync::Semaphore;

use crate::wire::Edge;

/// The solutions known so far. Working them out happens beside the tables, one at a time.
pub struct Values {
    known: Mutex<HashMap<(String, i64), Answer>>,
    turn: Semaphore,
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
        Values {
            known: Mutex::default(),
            turn: Semaphore::new(1),
        }
    }
}

impl Values {
    /// What a game's wagers are worth at a main bet; `None` where the solver has no answer.
    pub async fn solution(&self, game: &Arc<Game>, bet: Money) -> Option<Arc<Solution>> {
        if let Some(known) = self.known(game, bet) {
            return known;
        }
        let _turn = self.turn.acquire().await.ok()?;
        if let Some(known) = self.known(game, bet) {
            return known;
        }
        let asked = Arc::clone(game);
        let solved = tokio::task::spawn_blocking(move || ask::solve(&asked, Some(bet)).ok().map(Arc::new)).await;
        let solved = solved.ok().flatten();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert((game.id.clone(), bet.cents()), solved.clone());
        solved
    }

    /// What is known already.
    pub fn known(&self, game: &Game, bet: Money) -> Option<Answer> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&(game.id.clone(), bet.cents())).cloned()
    }

    /// What the bets of a seat, or of all seats, are worth.
    pub async fn worth(&self, game: &Arc<Game>, wagers: &Wagers, seat: Option<u8>) -> Worth {
        let mut worth = Worth::default();
        let seats = wagers
            .seats
            .iter()
            .filter(|wagers| seat.is_none_or(|seat| wagers.seat == seat));
        for hand in seats.flat_map(|seat| &seat.hands) {
            let Some(solution) = self.solution(game, hand.main).await else {
                continue;
            };
            let mut add = |id: &str, stake: Money| {
                if let Some(wager) = solution.wagers.iter().find(|wager| wager.id == id) {
                    let stake = stake.cents() as f64;
                    worth.expected += wager.ev * stake;
                    worth.variance += (wager.sd * stake).powi(2);
                }
            };
            add("main", hand.main * i64::from(hand.spot_count()));
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
        })
        .collect()
}
