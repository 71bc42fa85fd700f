//! The game compiled for every bet and every play of a counter.

use std::sync::Arc;

use croupier_rules::{Game, Money};
use croupier_table::HandWagers;

use super::CountOrder;
use crate::compiled::Compiled;
use crate::fault::Fault;
use crate::settled::Settled;
use crate::tally::Group;
use crate::twenty_one::{PlayedHand, Tables};

/// The game at every bet and play.
pub(super) struct Levels {
    tables: Vec<Level>,
    /// By step of the bets, then by step of the play; empty for games that the round itself plays.
    placed: Vec<Vec<Placed>>,
    /// Insurance, and the side bets that are bet on.
    pub(super) others: Vec<Group>,
}

/// The game compiled for one bet and one play.
pub(super) struct Level {
    pub(super) tables: Box<Tables>,
    /// By leaf: what is staked and won on the main game.
    leaves: Vec<[i64; 2]>,
    /// By digits, then by place among the others: what is staked and won beside it.
    beside: Vec<[i64; 2]>,
}

/// Which level is played from, and how many times its main bet is bet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    level: usize,
    pub(super) times: i64,
}

impl Levels {
    /// Compiles a game for an order. Bets that come to the same but for the amounts share tables.
    pub(super) fn compile(game: &Arc<Game>, order: &CountOrder) -> Result<Levels, Fault> {
        let mut levels = Levels {
            tables: Vec::new(),
            placed: Vec::new(),
            others: others(&order.bets[0].bets),
        };
        let mut known: Vec<(HandWagers, Vec<Placed>)> = Vec::new();
        for step in &order.bets {
            let same = known.iter().find(|(bets, _)| *bets == step.bets);
            let placed = match (same, known.first()) {
                (Some((_, placed)), _) => placed.clone(),
                (None, base) => {
                    let Some(first) = levels.level(game, order, &step.bets, 0)? else {
                        return Ok(levels);
                    };
                    match base.and_then(|(bets, placed)| levels.multiple(&first, bets, placed, &step.bets)) {
                        Some(placed) => placed,
                        None => levels.add(game, order, &step.bets, first)?,
                    }
                }
            };
            known.push((step.bets.clone(), placed.clone()));
            levels.placed.push(placed);
        }
        Ok(levels)
    }

    /// The tables for this step of the bets and of the play; `None` where the round itself plays.
    #[inline(always)]
    pub(super) fn get(&self, bet: usize, play: usize) -> Option<(&Level, i64)> {
        let placed = self.placed.get(bet)?[play];
        Some((&self.tables[placed.level], placed.times))
    }

    fn level(
        &self,
        game: &Arc<Game>,
        order: &CountOrder,
        bets: &HandWagers,
        play: usize,
    ) -> Result<Option<Level>, Fault> {
        Ok(match Compiled::new(game, order.plays[play].strategy, bets)? {
            Compiled::TwentyOne(tables, _) => Some(Level::new(tables, &self.others)),
            _ => None,
        })
    }

    /// The plays of the first bet, if this one comes to a whole number of times the same.
    fn multiple(&self, level: &Level, of: &HandWagers, placed: &[Placed], bets: &HandWagers) -> Option<Vec<Placed>> {
        let (unit, main) = (of.main.cents(), bets.main.cents());
        let base = &self.tables[placed[0].level];
        let times = main / unit * placed[0].times;
        let is_multiple = main % unit == 0 && of.spots == bets.spots && base.is_times(level, times, self.others.len());
        is_multiple.then(|| placed.iter().map(|placed| Placed { times, ..*placed }).collect())
    }

    fn add(
        &mut self,
        game: &Arc<Game>,
        order: &CountOrder,
        bets: &HandWagers,
        first: Level,
    ) -> Result<Vec<Placed>, Fault> {
        let start = self.tables.len();
        self.tables.push(first);
        for play in 1..order.plays.len() {
            let level = self.level(game, order, bets, play)?;
            self.tables.extend(level);
        }
        Ok((start..self.tables.len())
            .map(|level| Placed { level, times: 1 })
            .collect())
    }
}

impl Level {
    fn new(tables: Box<Tables>, others: &[Group]) -> Level {
        let sum = |bets: &[Settled], group: Group| {
            let theirs = bets.iter().filter(|bet| Group::of(bet.kind) == group);
            theirs.fold([0, 0], |[stake, net], bet| [stake + bet.stake, net + bet.net])
        };
        let leaves = tables.leaves.iter().map(|leaf| sum(&leaf.bets, Group::Main)).collect();
        let mut beside = Vec::new();
        for digits in 0..tables.digit_codes() {
            let settled: Vec<Settled> = tables.settled_digits(digits).collect();
            beside.extend(others.iter().map(|group| sum(&settled, *group)));
        }
        Level { tables, leaves, beside }
    }

    /// What a hand staked and won on the main game.
    #[inline(always)]
    pub(super) fn main(&self, end: &PlayedHand) -> [i64; 2] {
        end.leaves().fold([0, 0], |[stake, net], leaf| {
            let of_leaf = self.leaves[leaf as usize];
            [stake + of_leaf[0], net + of_leaf[1]]
        })
    }

    /// What it staked and won on each of the others.
    #[inline(always)]
    pub(super) fn beside(&self, end: &PlayedHand, others: usize) -> &[[i64; 2]] {
        &self.beside[end.digits as usize * others..][..others]
    }

    /// Whether the other level is played alike, and everything on the main bet and on insurance is so many times as much there.
    fn is_times(&self, other: &Level, times: i64, others: usize) -> bool {
        let scaled = |mine: &[i64; 2], theirs: &[i64; 2], times: i64| mine.map(|cents| cents * times) == *theirs;
        let (mine, theirs) = (&self.tables, &other.tables);
        let alike = mine.entries == theirs.entries
            && mine.begun == theirs.begun
            && mine.split_starts == theirs.split_starts
            && mine.split_off_at == theirs.split_off_at
            && mine.insurance == theirs.insurance
            && self.leaves.len() == other.leaves.len()
            && self.beside.len() == other.beside.len();
        let mut leaves = self.leaves.iter().zip(&other.leaves);
        let mut beside = self.beside.iter().zip(&other.beside).enumerate();
        alike
            && leaves.all(|(mine, theirs)| scaled(mine, theirs, times))
            && beside.all(|(place, (mine, theirs))| scaled(mine, theirs, if place % others == 0 { times } else { 1 }))
    }
}

/// Insurance, and the side bets that are bet on.
fn others(bets: &HandWagers) -> Vec<Group> {
    let sides = (0..bets.side.len()).filter(|place| bets.side_stake(*place) > Money::ZERO);
    std::iter::once(Group::Insurance)
        .chain(sides.map(|place| Group::Side(place as u8)))
        .collect()
}
