//! The end-of-night report: what each table came to in one gaming day, closed tables too, from the books alone.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use croupier_house::{
    AccountKind, Fault, Moment, PAGE_MAX, RoundId, RoundRecord, RoundSearch, Span, Store, TableChange, TableId,
    TableStanding,
};
use jiff::civil::{Date, Time};
use jiff::tz::Offset;
use jiff::{Timestamp, ToSpan};

use crate::audit::Rules;
use crate::figures::Figures;
use crate::notation::{self, TableText};
use crate::room::Room;
use crate::values::Values;
use crate::wire::{Night, NightTable};

/// How far apart the clocks of two servers may be.
const CLOCKS_APART: i64 = 60_000_000;
/// How long a round may have been in play before the gaming day began. A round goes on for longer only when its table
/// was put aside.
const ROUND_LASTS_MAX: i64 = 31 * 86_400_000_000;

/// A gaming day: twenty-four hours from a time of the house's choice, in universal time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamingDay {
    /// The day it begins on.
    pub date: Date,
    /// When it begins.
    pub start: Time,
}

impl GamingDay {
    /// The gaming day that has begun last.
    pub fn last(start: Time, now: Moment) -> GamingDay {
        let now = Timestamp::from_microsecond(now.0).unwrap_or(Timestamp::UNIX_EPOCH);
        let now = Offset::UTC.to_datetime(now);
        let date = match now.time() < start {
            true => now.date().yesterday().unwrap_or(now.date()),
            false => now.date(),
        };
        GamingDay { date, start }
    }

    /// From its first instant to the first one after it.
    pub fn span(self) -> Range<Moment> {
        let begins = self.date.to_datetime(self.start);
        let moment = |time: jiff::civil::DateTime| {
            let stamp = Offset::UTC.to_timestamp(time);
            Moment(stamp.map_or(i64::MAX, Timestamp::as_microsecond))
        };
        moment(begins)..moment(begins.saturating_add(1.day()))
    }
}

impl Room {
    /// What a gaming day came to, at the tables of every server.
    pub async fn night(&self, day: GamingDay) -> Result<Night, Fault> {
        night(&self.store, &self.values, day).await
    }
}

/// What a gaming day came to. A round belongs to the day it ended in, with all its chips; whatever else moved a rack, to
/// the day it happened in.
pub async fn night(store: &Arc<dyn Store>, values: &Values, day: GamingDay) -> Result<Night, Fault> {
    let span = day.span();
    let mut rules = Rules::default();
    let mut tables = Vec::new();
    let mut house = Figures::default();
    for change in store.tables().await? {
        let figures = figures_of(store, values, &mut rules, change.table, &span).await?;
        if figures == Figures::default() && change.standing == TableStanding::Closed {
            continue;
        }
        house.add(&figures);
        tables.push(line(&change, &figures));
    }
    Ok(Night {
        day: day.date.to_string(),
        from: span.start.0 / 1000,
        until: span.end.0 / 1000,
        tables,
        house: house.told(),
    })
}

fn line(change: &TableChange, figures: &Figures) -> NightTable {
    let text = notation::read::<TableText>("a table", &change.text).ok();
    let limits = text.as_ref().map_or((0, 0), |text| (text.min, text.max));
    let private = text.as_ref().is_some_and(|text| text.code.is_some());
    let (name, game) = text.map_or_else(Default::default, |text| (text.name, text.game));
    NightTable {
        id: change.table.uuid(),
        name,
        game,
        closed: change.standing == TableStanding::Closed,
        private,
        min: limits.0,
        max: limits.1,
        figures: figures.told(),
    }
}

async fn figures_of(
    store: &Arc<dyn Store>,
    values: &Values,
    rules: &mut Rules,
    table: TableId,
    span: &Range<Moment>,
) -> Result<Figures, Fault> {
    let mut figures = Figures::default();
    let ended = rounds_ended(store, table, span).await?;
    for round in ended.values() {
        let game = rules.game(store, &round.rules).await?;
        figures.add_round(values, game.as_ref(), round).await;
    }
    let Some((rack, _)) = store.account_of(AccountKind::Rack(table)).await? else {
        return Ok(figures);
    };
    let began = ended.values().map(|round| round.opened.0).min().unwrap_or(i64::MAX);
    let first = began.min(span.start.0) - CLOCKS_APART;
    let mut page = Span::newest(PAGE_MAX);
    loop {
        let records = store.transfers_of(rack.id, page).await?;
        for record in &records {
            let counts = match record.transfer.round {
                Some(round) => ended.get(&round).is_some_and(|round| round.voided.is_none()),
                None => span.contains(&record.at),
            };
            if counts {
                figures.add_transfer(rack.id, &record.transfer);
            }
        }
        match records.last() {
            Some(last) if last.at.0 >= first => page = Span::older_than(last.ordinal, PAGE_MAX),
            _ => return Ok(figures),
        }
    }
}

/// The rounds of a table that ended within a span.
async fn rounds_ended(
    store: &Arc<dyn Store>,
    table: TableId,
    span: &Range<Moment>,
) -> Result<HashMap<RoundId, RoundRecord>, Fault> {
    let search = RoundSearch {
        table: Some(table),
        opened: Some(Moment(span.start.0.saturating_sub(ROUND_LASTS_MAX))..span.end),
        ..RoundSearch::default()
    };
    let mut ended = HashMap::new();
    let mut page = Span::newest(PAGE_MAX);
    loop {
        let rounds = store.find_rounds(&search, page).await?;
        let older = rounds.last().map(|last| last.ordinal);
        let within = rounds
            .into_iter()
            .filter(|round| round.closed.is_some_and(|closed| span.contains(&closed)));
        ended.extend(within.map(|round| (round.id, round)));
        match older {
            Some(ordinal) => page = Span::older_than(ordinal, PAGE_MAX),
            None => return Ok(ended),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::{date, time};

    use super::*;

    #[test]
    fn a_gaming_day_is_the_one_that_has_begun_last() {
        let start = time(6, 0, 0, 0);
        let at = |hour: i8| {
            let stamp = Offset::UTC.to_timestamp(date(2026, 11, 16).at(hour, 0, 0, 0));
            Moment(stamp.expect("a moment of this century").as_microsecond())
        };
        assert_eq!(GamingDay::last(start, at(5)).date, date(2026, 11, 15));
        assert_eq!(GamingDay::last(start, at(6)).date, date(2026, 11, 16));
        let span = GamingDay::last(start, at(5)).span();
        assert_eq!(span, Moment(at(6).0 - 86_400_000_000)..at(6));
    }
}
