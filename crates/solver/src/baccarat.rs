//! Games of baccarat, counted. There is nothing to decide, so every wager is the sum of its pay table over all coups.
//!
//! A coup depends on the points of its cards alone; `croupier_rules::play::count_coups` multiplies out the ways to deal each sequence
//! of points. Pairs are counted by the cards themselves.

use std::time::Instant;

use croupier_rules::baccarat::{Baccarat, Coup};
use croupier_rules::game::SideBet;
use croupier_rules::pattern::Row;
use croupier_rules::play::{CoupEnd, count_coups, points_of};
use croupier_rules::{Game, Money};

use crate::ask::{SolveFault, checked_bet, stake_of};
use crate::pack::Pack;
use crate::side_bets::{self, RowCounts};
use crate::solution::{SCHEMA, Solution, WagerValue};

/// What every wager is worth at this main bet, or at the lowest, with these stakes on the side bets or the least.
pub(crate) fn solve(
    game: &Game,
    rules: &Baccarat,
    bet: Option<Money>,
    stakes: &[Money],
) -> Result<Solution, SolveFault> {
    let start = Instant::now();
    let main = checked_bet(game, bet)?;
    let pack = Pack::fresh(&game.deck);
    let sides = 0..game.side_bets.len();
    let sides = sides.map(|place| side_bets::value(game, place, &pack, stake_of(game, place, stakes), main));
    Ok(Solution {
        schema: SCHEMA,
        game: game.id.clone(),
        bet_cents: main.cents(),
        decks: game.deck.decks,
        strategy_class: "no decisions".to_string(),
        wagers: std::iter::once(main_wager(game, rules, &pack, main))
            .chain(sides)
            .collect(),
        total: None,
        by_bet: Vec::new(),
        notes: vec![
            "Nothing is left to the players: every figure is a count over all coups of a full shoe.".to_string(),
        ],
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// What the main bet is worth over the cards that may still come.
pub fn main_wager(game: &Game, rules: &Baccarat, pack: &Pack, stake: Money) -> WagerValue {
    let counts = count_rows(&rules.coup, pack, &rules.pays, |end| rules.best_row(end, stake));
    side_bets::figures(
        game.main_bet.wager_id(),
        &game.main_bet.name,
        &rules.pays,
        &counts,
        stake,
    )
}

/// How often each row of a side bet over both hands is paid.
pub(crate) fn count_side_bet(coup: &Coup, bet: &SideBet, pack: &Pack, stake: Money) -> RowCounts {
    count_rows(coup, pack, &bet.rows, |end| bet.best_row_of_coup(end, stake))
}

/// How many ordered deals of six cards end in each way.
pub fn coups(coup: &Coup, pack: &Pack) -> Vec<(CoupEnd, u128)> {
    let mut left = [0; 10];
    for (card, copies) in pack.kinds() {
        left[usize::from(points_of(card.rank()))] += u128::from(copies);
    }
    count_coups(coup, left)
}

fn count_rows(coup: &Coup, pack: &Pack, rows: &[Row], row_of: impl Fn(CoupEnd) -> Option<usize>) -> RowCounts {
    let mut counts = RowCounts {
        rows: vec![0; rows.len()],
        none: 0,
    };
    for (end, deals) in coups(coup, pack) {
        match row_of(end) {
            Some(row) => counts.rows[row] += deals,
            None => counts.none += deals,
        }
    }
    counts
}
