//! Sessions: what a player takes home after so many rounds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a session is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SessionRules {
    /// How many rounds it has.
    pub rounds: u64,
    /// What the player brings, in cents; a player who has lost it is ruined.
    pub bankroll: Option<i64>,
}

/// What sessions came to. Maps count sessions by an amount in cents.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SessionTally {
    /// How many sessions were finished.
    pub sessions: u64,
    /// By result.
    pub results: BTreeMap<i64, u64>,
    /// By the deepest fall from a high point.
    pub drawdowns: BTreeMap<i64, u64>,
    /// How many lost the bankroll at some time.
    pub ruined: u64,
}

/// A session that runs.
#[derive(Clone, Debug)]
pub(crate) struct SessionRun {
    rules: SessionRules,
    rounds: u64,
    net: i64,
    high: i64,
    low: i64,
    drawdown: i64,
}

impl SessionRun {
    pub(crate) fn new(rules: SessionRules) -> SessionRun {
        SessionRun {
            rules,
            rounds: 0,
            net: 0,
            high: 0,
            low: 0,
            drawdown: 0,
        }
    }

    /// Adds a round; a session that is over is counted and the next begins.
    #[inline]
    pub(crate) fn add(&mut self, net: i64, tally: &mut SessionTally) {
        self.net += net;
        self.rounds += 1;
        self.high = self.high.max(self.net);
        self.low = self.low.min(self.net);
        self.drawdown = self.drawdown.max(self.high - self.net);
        if self.rounds == self.rules.rounds {
            tally.sessions += 1;
            *tally.results.entry(self.net).or_default() += 1;
            *tally.drawdowns.entry(self.drawdown).or_default() += 1;
            tally.ruined += u64::from(self.rules.bankroll.is_some_and(|bankroll| self.low <= -bankroll));
            *self = SessionRun::new(self.rules);
        }
    }
}

impl SessionTally {
    /// Adds other sessions.
    pub fn merge(&mut self, other: &SessionTally) {
        self.sessions += other.sessions;
        self.ruined += other.ruined;
        for (result, count) in &other.results {
            *self.results.entry(*result).or_default() += count;
        }
        for (fall, count) in &other.drawdowns {
            *self.drawdowns.entry(*fall).or_default() += count;
        }
    }
}

/// The amount that a share of the sessions does not exceed.
pub(crate) fn percentile(counts: &BTreeMap<i64, u64>, share: f64) -> Option<i64> {
    let total: u64 = counts.values().sum();
    let wanted = ((share * total as f64).ceil() as u64).clamp(1, total.max(1));
    let mut so_far = 0;
    for (amount, count) in counts {
        so_far += count;
        if so_far >= wanted {
            return Some(*amount);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_remembers_its_fall_and_its_ruin() {
        let rules = SessionRules {
            rounds: 4,
            bankroll: Some(300),
        };
        let mut tally = SessionTally::default();
        let mut run = SessionRun::new(rules);
        for net in [500, -400, -100, 200, -100, -200, 100, 100] {
            run.add(net, &mut tally);
        }
        assert_eq!(tally.sessions, 2);
        assert_eq!(tally.results, BTreeMap::from([(200, 1), (-100, 1)]));
        assert_eq!(tally.drawdowns, BTreeMap::from([(500, 1), (300, 1)]));
        assert_eq!(tally.ruined, 1);
    }

    #[test]
    fn percentiles_are_amounts_that_came() {
        let counts = BTreeMap::from([(-5, 1), (0, 2), (7, 1)]);
        assert_eq!(percentile(&counts, 0.0), Some(-5));
        assert_eq!(percentile(&counts, 0.25), Some(-5));
        assert_eq!(percentile(&counts, 0.5), Some(0));
        assert_eq!(percentile(&counts, 1.0), Some(7));
        assert_eq!(percentile(&BTreeMap::new(), 0.5), None);
    }
}
