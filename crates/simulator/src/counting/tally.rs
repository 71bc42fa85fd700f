//! What a counter's rounds come to, by the count before each. Everything is an integer, so that merging in any order gives the same
//! bits.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What rounds come to, by count.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CountTally {
    /// Rounds played.
    pub rounds: u64,
    /// By the count before the round.
    pub counts: BTreeMap<i32, CountedWith>,
}

/// Rounds that began with one count.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CountedWith {
    /// How many.
    pub rounds: u64,
    /// The main game with insurance, insurance alone, then each side bet that is bet on.
    pub wagers: Vec<CountSums>,
}

/// Sums of one wager, in cents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CountSums {
    /// Hands that made it.
    pub hands: u64,
    /// What they staked, doubles and splits included.
    pub stake: i128,
    /// What they won or lost.
    pub net: i128,
    /// The squares of that, hand by hand.
    pub squares: i128,
    /// The squares of what all hands of a round came to.
    pub round_squares: i128,
}

impl CountTally {
    /// Adds what another chunk counted. The order of merging does not matter.
    pub fn merge(&mut self, other: &CountTally) {
        self.rounds += other.rounds;
        for (count, theirs) in &other.counts {
            let mine = self.counts.entry(*count).or_default();
            mine.rounds += theirs.rounds;
            if mine.wagers.len() < theirs.wagers.len() {
                mine.wagers.resize(theirs.wagers.len(), CountSums::default());
            }
            for (mine, theirs) in mine.wagers.iter_mut().zip(&theirs.wagers) {
                mine.merge(theirs);
            }
        }
    }
}

impl CountSums {
    /// Adds one hand.
    #[inline]
    pub fn add(&mut self, stake: i64, net: i64) {
        self.hands += 1;
        self.stake += i128::from(stake);
        self.net += i128::from(net);
        self.squares += i128::from(net) * i128::from(net);
    }

    /// Adds other sums.
    pub fn merge(&mut self, other: &CountSums) {
        self.hands += other.hands;
        self.stake += other.stake;
        self.net += other.net;
        self.squares += other.squares;
        self.round_squares += other.round_squares;
    }
}
