//! Meters and the side bets that pay shares of them.

use super::Check;
use super::tables::tables;
use crate::game::{Game, PayTable, SideBet};
use crate::load::section::{key, place};
use crate::load::{Path, message};
use crate::meter::Meter;
use crate::money::Money;
use crate::pattern::{Pays, Row};

pub(super) fn check(check: &mut Check) {
    let game = check.game;
    for table in tables(game).iter().filter(|table| table.bet.is_none()) {
        let rows = table.rows.iter();
        for row in rows.filter(|row| matches!(row.pays, Pays::OfMeter { .. })) {
            let at = table.at.key(row.id).key(key!(Row.pays));
            check.fault(message::share_beside_side_bet(row.name), &[at]);
        }
    }
    for bet in &game.side_bets {
        side_bet(check, bet);
    }
}

/// What a side bet pays in amounts belongs to one stake, and what it pays of a meter to a meter that it names.
fn side_bet(check: &mut Check, bet: &SideBet) {
    let rows = rows_of(check.game, bet);
    let share = rows.iter().find(|(row, _)| matches!(row.pays, Pays::OfMeter { .. }));
    let amount = rows.iter().find(|(row, _)| row.pays.amount().is_some());
    let for_one_stake = match bet.kept_stake() {
        Some(_) => amount,
        None => share,
    };
    match (share, &bet.meter, for_one_stake) {
        (None, Some(meter), _) => {
            let places = [place!(SideBet[bet.id].meter), place!(PayTable)];
            check.fault(message::meter_not_paid(meter), &places);
        }
        (Some((row, at)), None, _) => {
            let places = [at.clone(), place!(SideBet[bet.id].meter)];
            check.fault(message::share_of_no_meter(&row.name), &places);
        }
        (_, _, Some((row, at))) if !bet.has_one_stake() => {
            let message = message::paid_for_one_stake(&row.name, bet.min, bet.max);
            let [min, max] = [place!(SideBet[bet.id].min), place!(SideBet[bet.id].max)];
            check.fault(message, &[max, min, at.clone()]);
        }
        _ => {
            for (row, at) in rows {
                paid(check, bet, row, at);
            }
        }
    }
}

/// Meters that no side bet names. Beside a change they do no harm.
pub(super) fn idle(check: &mut Check) {
    let is_named = |meter: &Meter| {
        let mut named = check.game.side_bets.iter().filter_map(|bet| bet.meter.as_ref());
        named.any(|id| *id == meter.id)
    };
    let idle: Vec<&Meter> = check.game.meters.iter().filter(|meter| !is_named(meter)).collect();
    if check.report.distrusts_something() {
        return;
    }
    for meter in idle {
        check.key_fault(message::idle_meter(&meter.id), &place!(Meter[meter.id]));
    }
}

/// The rows of every table the bet may be paid by, and where they say what they pay.
fn rows_of<'g>(game: &'g Game, bet: &'g SideBet) -> Vec<(&'g Row, Path)> {
    let tables = bet.tables().filter_map(|id| game.pay_tables.find(id));
    let rows = tables.flat_map(|table| {
        let at = place!(PayTable[table.id]);
        table
            .rows
            .iter()
            .map(move |row| (row, at.key(&row.id).key(key!(Row.pays))))
    });
    rows.collect()
}

/// What one row pays can be paid in whole cents, and is no less than a stake that is kept.
fn paid(check: &mut Check, bet: &SideBet, row: &Row, at: Path) {
    let meter = check.game.meter(bet);
    let stake = bet.kept_stake().filter(|stake| *stake > Money::ZERO);
    match (row.pays, meter, stake) {
        (Pays::OfMeter { .. }, None, _) => {}
        (Pays::OfMeter { share, .. }, Some(meter), _) if share.of(meter.amount).is_none() => {
            let places = [place!(Meter[meter.id].amount), at];
            check.fault(message::broken_share(share, meter.amount), &places);
        }
        (pays, _, Some(stake)) => {
            let paid = pays.of_meter(meter).winnings(stake);
            if paid.is_some_and(|paid| paid < stake) {
                let message = message::less_than_kept(&row.name, pays, stake);
                let own = [place!(SideBet[bet.id].winning_stake), place!(SideBet[bet.id].min)];
                check.fault(message, &[vec![at, place!(Meter)], own.to_vec()].concat());
            }
        }
        _ => {}
    }
}
