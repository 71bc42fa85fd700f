//! What a simulation counts. Everything is an integer, so that merging in any order gives the same bits.

use std::collections::BTreeMap;

use croupier_table::{Outcome, WagerKind};
use serde::{Deserialize, Serialize};

use crate::session::SessionTally;
use crate::settled::Settled;

/// The wagers a report tells apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// The main game: main bets, doubles, bets of split hands, street bets, raises.
    Main,
    /// Insurance.
    Insurance,
    /// The side bet at this place in the rules file.
    Side(u8),
    /// All wagers of a hand together.
    All,
}

impl Group {
    /// The group a wager belongs to.
    pub const fn of(kind: WagerKind) -> Group {
        match kind {
            WagerKind::Main
            | WagerKind::Double(_)
            | WagerKind::Street(_)
            | WagerKind::Blind
            | WagerKind::Raise
            | WagerKind::Bonus => Group::Main,
            WagerKind::Insurance => Group::Insurance,
            WagerKind::Side(place) => Group::Side(place),
        }
    }
}

/// Sums over hands, in cents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sums {
    /// How many hands made the wager.
    pub hands: u64,
    /// What they staked.
    pub stake: i128,
    /// What they won or lost.
    pub net: i128,
    /// The squares of that.
    pub squares: i128,
    /// And the cubes.
    pub cubes: i128,
}

impl Sums {
    /// Adds so many hands that staked and won or lost the same.
    #[inline]
    pub fn add(&mut self, stake: i64, net: i64, hands: u64) {
        let (times, net) = (i128::from(hands), i128::from(net));
        self.hands += hands;
        self.stake += times * i128::from(stake);
        self.net += times * net;
        self.squares += times * net * net;
        self.cubes += times * net * net * net;
    }

    /// Adds one hand.
    #[inline]
    pub fn add_one(&mut self, stake: i64, net: i64) {
        let square = i128::from(net) * i128::from(net);
        self.hands += 1;
        self.stake += i128::from(stake);
        self.net += i128::from(net);
        self.squares += square;
        self.cubes += square * i128::from(net);
    }

    /// Adds other sums.
    pub fn merge(&mut self, other: &Sums) {
        self.hands += other.hands;
        self.stake += other.stake;
        self.net += other.net;
        self.squares += other.squares;
        self.cubes += other.cubes;
    }
}

/// Hands at one depth of the shoe or at one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Slice {
    /// How many.
    pub hands: u64,
    /// What they won or lost in the main game, in cents.
    pub net: i128,
    /// The squares of that.
    pub squares: i128,
}

impl Slice {
    /// Adds one hand.
    #[inline]
    pub fn add(&mut self, net: i64) {
        self.hands += 1;
        self.net += i128::from(net);
        self.squares += i128::from(net) * i128::from(net);
    }

    fn merge(&mut self, other: &Slice) {
        self.hands += other.hands;
        self.net += other.net;
        self.squares += other.squares;
    }
}

/// Hands that ended with no single code: split, or played by the round itself.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Uncoded {
    /// How often each leaf came in split hands.
    pub leaves: Vec<u64>,
    /// How often each code of insurance and side bets came with them.
    #[serde(with = "sparse")]
    pub digits: Vec<u64>,
    /// The main game of split hands.
    pub main: Sums,
    /// All wagers of split hands.
    pub all: Sums,
    /// Hands played by the round itself: the sums of each wager…
    #[serde(with = "pairs")]
    pub by_round: BTreeMap<Group, Sums>,
    /// …and how often each outcome came.
    #[serde(with = "pairs")]
    pub by_round_rows: BTreeMap<(Group, Outcome), u64>,
}

/// Everything a chunk of rounds counts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Rounds played.
    pub rounds: u64,
    /// How often each code came: see [`crate::compiled::Compiled::settled_code`].
    #[serde(with = "sparse")]
    pub codes: Vec<u64>,
    /// The rest.
    pub uncoded: Uncoded,
    /// With several hands a round: the squares of each wager's sum over the hands of a round, and their number.
    #[serde(with = "pairs")]
    pub round_squares: BTreeMap<Group, i128>,
    /// By depth in the shoe at the start of the round.
    pub depths: Vec<Slice>,
    /// By seat.
    pub seats: Vec<Slice>,
    /// Sessions.
    pub sessions: SessionTally,
}

impl Uncoded {
    /// Adds a hand that the round itself has played.
    pub fn add_round(&mut self, settled: &[Settled]) {
        let mut sums: BTreeMap<Group, (i64, i64)> = BTreeMap::new();
        for bet in settled {
            let group = Group::of(bet.kind);
            for group in [group, Group::All] {
                let (stake, net) = sums.entry(group).or_default();
                *stake += bet.stake;
                *net += bet.net;
            }
            if !bet.kind.is_part_of_main() {
                *self.by_round_rows.entry((group, bet.outcome)).or_default() += 1;
            }
        }
        for (group, (stake, net)) in sums {
            self.by_round.entry(group).or_default().add_one(stake, net);
        }
    }

    fn merge(&mut self, other: &Uncoded) {
        add_all(&mut self.leaves, &other.leaves);
        add_all(&mut self.digits, &other.digits);
        self.main.merge(&other.main);
        self.all.merge(&other.all);
        for (group, sums) in &other.by_round {
            self.by_round.entry(*group).or_default().merge(sums);
        }
        for (row, count) in &other.by_round_rows {
            *self.by_round_rows.entry(*row).or_default() += count;
        }
    }
}

impl Tally {
    /// Adds what another chunk counted. The order of merging does not matter.
    pub fn merge(&mut self, other: &Tally) {
        self.rounds += other.rounds;
        add_all(&mut self.codes, &other.codes);
        self.uncoded.merge(&other.uncoded);
        for (group, squares) in &other.round_squares {
            *self.round_squares.entry(*group).or_default() += squares;
        }
        for (mine, theirs) in [(&mut self.depths, &other.depths), (&mut self.seats, &other.seats)] {
            if mine.len() < theirs.len() {
                mine.resize(theirs.len(), Slice::default());
            }
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                mine.merge(theirs);
            }
        }
        self.sessions.merge(&other.sessions);
    }
}

fn add_all(mine: &mut Vec<u64>, theirs: &[u64]) {
    if mine.len() < theirs.len() {
        mine.resize(theirs.len(), 0);
    }
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine += theirs;
    }
}

/// Long lists of mostly zeros, written as their length and the places that are not zero.
mod sparse {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Sparse {
        length: usize,
        counts: Vec<(usize, u64)>,
    }

    pub(super) fn serialize<S: Serializer>(list: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
        let counts = list.iter().copied().enumerate().filter(|(_, count)| *count != 0);
        Sparse {
            length: list.len(),
            counts: counts.collect(),
        }
        .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
        let sparse = Sparse::deserialize(deserializer)?;
        if sparse.length > 1 << 24 {
            return Err(serde::de::Error::custom("a list of counts is too long"));
        }
        let mut list = vec![0; sparse.length];
        for (place, count) in sparse.counts {
            *list
                .get_mut(place)
                .ok_or_else(|| serde::de::Error::custom("a count lies outside its list"))? = count;
        }
        Ok(list)
    }
}

/// Maps whose keys are no texts, written as lists of pairs.
mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S, K, V>(map: &BTreeMap<K, V>, serializer: S) -> Result<S::Ok, S::Error>
    where
        S: Serializer,
        K: Serialize,
        V: Serialize,
    {
        serializer.collect_seq(map)
    }

    pub(super) fn deserialize<'de, D, K, V>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
    where
        D: Deserializer<'de>,
        K: Deserialize<'de> + Ord,
        V: Deserialize<'de>,
    {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest meter a rules file may have, won as often as four of a kind in a hundred million million rounds.
    #[test]
    fn sums_of_jackpots_have_room() {
        let (jackpot, won) = (1_000_000_000_i64 - 100, 24_000_000_000);
        let mut sums = Sums::default();
        sums.add(100, jackpot, won);
        sums.add(100, -100, 100_000_000_000_000 - won);
        sums.add_one(100, jackpot);
        assert_eq!(
            sums.net,
            (i128::from(won) + 1) * i128::from(jackpot) - 100 * (100_000_000_000_000 - i128::from(won))
        );
        assert!(sums.squares > 0 && sums.cubes > 0);
    }
}
