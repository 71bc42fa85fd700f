//! What a player's hand gains against every hand the dealer may have, in whole parts of the main bet.

use std::cmp::Ordering;

use croupier_rules::Odds;
use croupier_rules::pattern::{Pays, Row};
use croupier_rules::play::{BetResult, Contest};
use croupier_rules::showdown::{Showdown, Stake};
use croupier_rules::stud::Stud;
use croupier_table::Outcome;

use super::sweep::{Below, Kind};
use crate::side_bets::lcm;

/// How a dealer's hand may stand to the player's.
pub(super) const CONTESTS: [Contest; 6] = {
    const fn contest(player: Ordering, qualifies: bool) -> Contest {
        Contest { player, qualifies }
    }
    [
        contest(Ordering::Greater, false),
        contest(Ordering::Equal, false),
        contest(Ordering::Less, false),
        contest(Ordering::Greater, true),
        contest(Ordering::Equal, true),
        contest(Ordering::Less, true),
    ]
};

/// How many dealer's hands stand so, in the order of [`CONTESTS`].
pub(super) type Counts = [i64; CONTESTS.len()];

/// What a hand gains on its bets, by contest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// On the main bet.
    pub(super) main: [i64; CONTESTS.len()],
    /// On a street bet equal to the main bet.
    pub(super) street: [i64; CONTESTS.len()],
    /// The bonus, which is paid whatever the dealer has.
    pub(super) bonus: i64,
    /// How the main bet ends.
    pub(super) outcomes: [Outcome; CONTESTS.len()],
}

/// How many parts of the main bet make every gain a whole number.
pub(super) fn scale(rules: &Stud, showdown: &Showdown) -> i64 {
    let rows = rules.pays.iter().chain(&showdown.bonus_rows);
    rows.filter_map(odds)
        .fold(1, |scale, odds| lcm(scale, i128::from(odds.per))) as i64
}

impl Terms {
    /// The terms of a hand that meets these rows of the pay table and of the bonus.
    pub(super) fn new(
        rules: &Stud,
        showdown: &Showdown,
        scale: i64,
        row: Option<usize>,
        bonus: Option<usize>,
    ) -> Terms {
        let pays = row.and_then(|row| odds(&rules.pays[row]));
        let gain = |stake: &Stake, contest: Contest| match showdown.result(stake, contest, pays) {
            BetResult::Wins(odds) => parts(odds, scale),
            BetResult::Pushes => 0,
            BetResult::Loses => -scale,
        };
        let bonus = bonus.and_then(|row| odds(&showdown.bonus_rows[row]));
        Terms {
            main: CONTESTS.map(|contest| gain(&showdown.main_bet, contest)),
            street: CONTESTS.map(|contest| gain(&showdown.street_bets, contest)),
            bonus: bonus.map_or(0, |odds| parts(odds, scale)),
            outcomes: CONTESTS.map(|contest| Outcome::of_contest(contest, &showdown.main_bet, row)),
        }
    }

    /// What one contest gains with a street bet of so many main bets.
    pub(super) fn gain(&self, contest: usize, times: u8) -> i64 {
        self.main[contest] + i64::from(times) * self.street[contest] + self.bonus
    }

    /// The sum of the gains over so many dealer's hands.
    pub(super) fn value(&self, counts: &Counts, times: u8) -> i64 {
        let each = counts.iter().enumerate();
        each.map(|(contest, count)| count * self.gain(contest, times)).sum()
    }
}

/// Sorts the dealer's hands that were counted by how they stand to a player's.
pub(super) fn by_contest(below: Below, player: &Kind, qualifier: Option<croupier_rules::poker::Strength>) -> Counts {
    let [unqualified, lower, not_above, all] = below.map(i64::from);
    if qualifier.is_some_and(|least| player.strength < least) {
        [
            lower,
            not_above - lower,
            unqualified - not_above,
            0,
            0,
            all - unqualified,
        ]
    } else {
        [
            unqualified,
            0,
            0,
            lower - unqualified,
            not_above - lower,
            all - not_above,
        ]
    }
}

fn odds(row: &Row) -> Option<Odds> {
    match row.pays {
        Pays::Odds(odds) => Some(odds),
        Pays::Amount(_) => None,
    }
}

fn parts(odds: Odds, scale: i64) -> i64 {
    i64::from(odds.pays) * scale / i64::from(odds.per)
}
