//! What a player's hand gains against every hand the dealer may have, in whole parts of the main bet.

use std::cmp::Ordering;

use croupier_rules::pattern::Row;
use croupier_rules::pay_table::Ranking;
use croupier_rules::play::{BetResult, Contest};
use croupier_rules::poker::Tally;
use croupier_rules::showdown::{Showdown, Stake};
use croupier_rules::stud::Stud;
use croupier_rules::{Card, Money, Odds};
use croupier_table::Outcome;

use super::sweep::Below;
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

/// The rows that a hand meets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct RowsMet {
    /// Of the pay table of the hand.
    pub(super) hand: Option<usize>,
    /// Of the blind bet's.
    pub(super) blind: Option<usize>,
    /// Of the bonus's.
    pub(super) bonus: Option<usize>,
}

/// The pay tables of a game, sorted for many hands.
pub(super) struct Tables {
    hand: Ranking,
    blind: Ranking,
    bonus: Ranking,
}

impl Tables {
    pub(super) fn new(rules: &Stud, showdown: &Showdown, main: Money) -> Tables {
        let ranking = |rows: &[Row]| Ranking::new(rows, rules.hands.hand_size, main);
        Tables {
            hand: ranking(&rules.pays),
            blind: ranking(showdown.blind.as_ref().map_or(&[], |blind| &blind.rows)),
            bonus: ranking(&showdown.bonus_rows),
        }
    }

    /// The rows that these cards meet; `tally` is of the same cards.
    pub(super) fn met(&self, tally: &Tally, cards: &[Card]) -> RowsMet {
        RowsMet {
            hand: self.hand.best(tally, cards),
            blind: self.blind.best(tally, cards),
            bonus: self.bonus.best(tally, cards),
        }
    }

    /// Whether only poker hands are asked for.
    pub(super) fn are_poker_only(&self) -> bool {
        [&self.hand, &self.blind, &self.bonus]
            .iter()
            .all(|table| table.is_poker_only())
    }
}

/// What a hand gains on its bets, by contest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// On the main bet and the blind bet.
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
    let beside = showdown.tables_beside_hand().flat_map(|(_, rows)| rows);
    let rows = rules.pays.iter().chain(beside);
    rows.filter_map(|row| row.pays.odds())
        .fold(1, |scale, odds| lcm(scale, i128::from(odds.per))) as i64
}

impl Terms {
    /// The terms of a hand that meets these rows.
    pub(super) fn new(rules: &Stud, showdown: &Showdown, scale: i64, met: RowsMet) -> Terms {
        let odds = |rows: &[Row], row: Option<usize>| row.and_then(|row| rows[row].pays.odds());
        let gain = |result: BetResult| match result {
            BetResult::Wins(odds) => parts(odds, scale),
            BetResult::Pushes => 0,
            BetResult::Loses => -scale,
        };
        let pays = odds(&rules.pays, met.hand);
        let on = |stake: &Stake, contest: Contest| gain(showdown.result(stake, contest, pays));
        let on_blind = |contest: Contest| {
            let blind = showdown.blind.as_ref();
            blind.map_or(0, |blind| {
                gain(showdown.blind_result(blind, contest, odds(&blind.rows, met.blind)))
            })
        };
        Terms {
            main: CONTESTS.map(|contest| on(&showdown.main_bet, contest) + on_blind(contest)),
            street: CONTESTS.map(|contest| on(&showdown.street_bets, contest)),
            bonus: odds(&showdown.bonus_rows, met.bonus).map_or(0, |odds| parts(odds, scale)),
            outcomes: CONTESTS.map(|contest| Outcome::of_contest(contest, &showdown.main_bet, met.hand)),
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

/// Sorts the dealer's hands that were counted by how they stand to a player's, which is as good as the qualifier or not.
pub(super) fn by_contest(below: Below, player_qualifies: bool) -> Counts {
    let [unqualified, lower, not_above, all] = below.map(i64::from);
    if !player_qualifies {
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

fn parts(odds: Odds, scale: i64) -> i64 {
    i64::from(odds.pays) * scale / i64::from(odds.per)
}
