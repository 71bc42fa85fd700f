//! What it is worth to be told cards that others hold: seats that play together.

use croupier_rules::Card;

use super::book::StudBook;
use super::play::{Play, StudAction, TieRule};
use crate::pack::{NotHeld, Pack};
use crate::solution::{fraction, to_f64};

/// What hole cards are worth when other cards are known to be out, in main bets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Collusion {
    /// Played best with that knowledge.
    pub together: f64,
    /// Played best as if nothing were known, over the same cards to come.
    pub alone: f64,
}

impl StudBook {
    /// What these hole cards are worth to a player who knows that `out` are out too.
    pub fn collude(&self, pack: &Pack, hole: &[Card], out: &[Card]) -> Result<Collusion, NotHeld> {
        let left = pack.without(hole)?.without(out)?;
        let play = Play::new(&self.play.rules, &left, self.play.main, hole, 0, 1);
        let whole = play.deals() * play.unit() as u128;
        let alone = play.count_results(|street, kind, units| {
            let seen = play.lattice.levels[street.level].kinds[kind];
            let base = &self.play.streets[street.street];
            let kind = self.places.get(street.street).and_then(|places| places.find(seen));
            kind.map_or(StudAction::Fold, |kind| {
                self.play.best(base, kind, units, TieRule::Least)
            })
        });
        let gained: i128 = alone
            .results
            .iter()
            .map(|((result, units), count)| play.bank.gain(*result, *units) * *count as i128)
            .sum();
        Ok(Collusion {
            together: to_f64(&fraction(play.value(), whole)),
            alone: to_f64(&fraction(gained, whole)),
        })
    }
}
