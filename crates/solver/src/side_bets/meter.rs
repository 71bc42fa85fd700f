//! A side bet that pays shares of a meter: what it is worth as a line over what the meter shows, and where that crosses zero.

use croupier_rules::game::{PayTable, SideBet};
use croupier_rules::meter::{Meter, Share};
use croupier_rules::pattern::Pays;
use croupier_rules::{Game, Money};
use dashu_ratio::RBig;

use super::{RowCounts, count};
use crate::pack::Pack;
use crate::solution::{MeterValue, fraction, to_f64};

/// The line `at_zero + per_cent × cents`, in stakes.
struct Line {
    at_zero: RBig,
    per_cent: RBig,
}

/// What the bet is worth by what its meter shows, exactly; `counts` are those at what it shows now.
pub(super) fn counted(game: &Game, bet: &SideBet, pack: &Pack, stake: Money, counts: &RowCounts) -> Option<MeterValue> {
    let meter = game.meter(bet)?;
    let line = Line::of(bet, stake, counts);
    let break_even = break_even(game, bet, pack, stake, counts);
    let long_run = long_run(game, bet, meter).map(|(seed, increment)| {
        let all = shared(bet).filter(|(_, share)| *share == Share::ALL);
        let all: u128 = all.map(|(row, _)| counts.rows[row]).sum();
        let seeded = fraction(
            i128::from(seed.cents()) * all as i128,
            deals(counts) * stake.cents().unsigned_abs() as u128,
        );
        -(&line.at_zero + fraction(i128::from(increment.parts()), Share::WHOLE as u128) + seeded)
    });
    let per_dollar = &line.per_cent * RBig::from(100);
    let dollars = break_even.as_ref().map(|cents| cents / RBig::from(100));
    Some(MeterValue {
        id: meter.id.clone(),
        name: meter.name.clone(),
        amount_cents: meter.amount.cents(),
        ev_at_zero: to_f64(&line.at_zero),
        ev_at_zero_exact: Some(line.at_zero.to_string()),
        ev_per_dollar: to_f64(&per_dollar),
        ev_per_dollar_exact: Some(per_dollar.to_string()),
        break_even: dollars.as_ref().map(to_f64),
        break_even_exact: dollars.map(|dollars| dollars.to_string()),
        break_even_cents: break_even.and_then(|cents| i64::try_from(cents.ceil()).ok()),
        long_run_house_edge: long_run.as_ref().map(to_f64),
        long_run_house_edge_exact: long_run.map(|edge| edge.to_string()),
    })
}

/// The same of a bet whose rows are so likely, computed and not counted; `ev` is what it is worth now.
pub(super) fn likely(game: &Game, bet: &SideBet, stake: Money, ev: f64, chances: &[f64]) -> Option<MeterValue> {
    let meter = game.meter(bet)?;
    let stake = stake.cents() as f64;
    let shares = shared(bet).map(|(row, share)| chances[row] * share.parts() as f64 / Share::WHOLE as f64);
    let per_cent = shares.sum::<f64>() / stake;
    let at_zero = ev - per_cent * meter.amount.cents() as f64;
    let long_run = long_run(game, bet, meter).map(|(seed, increment)| {
        let all = shared(bet).filter(|(_, share)| *share == Share::ALL);
        let seeded = all.map(|(row, _)| chances[row]).sum::<f64>() * seed.cents() as f64 / stake;
        -(at_zero + increment.parts() as f64 / Share::WHOLE as f64 + seeded)
    });
    let break_even = (at_zero < 0.0 && per_cent > 0.0).then(|| -at_zero / per_cent);
    Some(MeterValue {
        id: meter.id.clone(),
        name: meter.name.clone(),
        amount_cents: meter.amount.cents(),
        ev_at_zero: at_zero,
        ev_per_dollar: per_cent * 100.0,
        break_even: break_even.map(|cents| cents / 100.0),
        break_even_cents: break_even.map(|cents| cents.ceil() as i64),
        long_run_house_edge: long_run,
        ..MeterValue::default()
    })
}

/// Seed and increment, where the meter is this bet's alone.
fn long_run(game: &Game, bet: &SideBet, meter: &Meter) -> Option<(Money, Share)> {
    let mut others = game.side_bets.iter().filter(|other| other.id != bet.id);
    let is_its_own = others.all(|other| other.meter != bet.meter);
    meter.seed.zip(meter.increment).filter(|_| is_its_own)
}

/// The rows that pay shares, with their places.
fn shared(bet: &SideBet) -> impl Iterator<Item = (usize, Share)> {
    let rows = bet.rows.iter().enumerate();
    rows.filter_map(|(place, row)| match row.pays {
        Pays::OfMeter { share, .. } => Some((place, share)),
        Pays::Odds(_) | Pays::Amount(_) => None,
    })
}

fn deals(counts: &RowCounts) -> u128 {
    (counts.rows.iter().sum::<u128>() + counts.none).max(1)
}

/// The amount in cents at which the bet is worth nothing. With less on the meter a share may come to less than another row that
/// the same cards meet, and with more to more: the value is a chain of lines that bends upward, and each line's zero is nearer to
/// the chain's.
fn break_even(game: &Game, bet: &SideBet, pack: &Pack, stake: Money, counts: &RowCounts) -> Option<RBig> {
    let (mut bet, mut line) = (bet.clone(), Line::of(bet, stake, counts));
    let kept = bet.kept_stake().unwrap_or(Money::ZERO);
    for _ in 0..PayTable::ROWS_MAX {
        let zero = line.zero()?;
        let cents = i128::try_from(zero.floor()).ok()?;
        let order = orders(&bet, stake);
        for row in bet.rows.iter_mut() {
            if let Pays::OfMeter { share, amount } = &mut row.pays {
                let cents = cents * i128::from(share.parts()) / i128::from(Share::WHOLE);
                *amount = Money::from_cents(i64::try_from(cents).ok()?) - kept;
            }
        }
        if orders(&bet, stake) == order {
            return Some(zero);
        }
        line = Line::of(&bet, stake, &count(game, &bet, pack, stake));
    }
    line.zero()
}

/// Which row pays more, for every two.
fn orders(bet: &SideBet, stake: Money) -> Vec<std::cmp::Ordering> {
    let rows = bet.rows.iter();
    rows.flat_map(|one| bet.rows.iter().map(|other| one.pays.cmp_at(other.pays, stake)))
        .collect()
}

impl Line {
    fn of(bet: &SideBet, stake: Money, counts: &RowCounts) -> Line {
        let kept = i128::from(bet.kept_stake().unwrap_or(Money::ZERO).cents());
        let (stakes, deals) = (stake.cents().unsigned_abs() as u128, deals(counts));
        let mut at_zero = fraction(-(counts.none as i128), deals);
        let mut per_cent = RBig::ZERO;
        for (row, count) in bet.rows.iter().zip(&counts.rows) {
            let count = *count as i128;
            let gain = match row.pays {
                Pays::Odds(odds) => fraction(count * i128::from(odds.pays), deals * u128::from(odds.per)),
                Pays::Amount(amount) => fraction(count * i128::from(amount.cents()), deals * stakes),
                Pays::OfMeter { share, .. } => {
                    per_cent += fraction(count * i128::from(share.parts()), deals * stakes * Share::WHOLE as u128);
                    fraction(-count * kept, deals * stakes)
                }
            };
            at_zero += gain;
        }
        Line { at_zero, per_cent }
    }

    /// Where it crosses zero from below, in cents.
    fn zero(&self) -> Option<RBig> {
        let crosses = self.at_zero < RBig::ZERO && self.per_cent > RBig::ZERO;
        crosses.then(|| -&self.at_zero / &self.per_cent)
    }
}
