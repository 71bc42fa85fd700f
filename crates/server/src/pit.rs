//! What the floor sees of every table: drop, win, hold, and the win against what was to be expected.

use std::collections::BTreeMap;
use std::sync::PoisonError;

use croupier_house::{AccountKind, Fault, Moment, PAGE_MAX, Span, TableId};

use crate::figures::Figures;
use crate::ledger::now;
use crate::notation::{self, TableText};
use crate::room::Room;
use crate::wire::{Pit, PitTable, TableCard, TableFigures};

/// From how many standard deviations on a win is called unusual.
const UNUSUAL_Z: f64 = 3.0;
/// After how many rounds it is looked for.
const UNUSUAL_ROUNDS: u64 = 30;
const HOUR: i64 = 3_600_000_000;

/// The figures of a table, kept up to the last transfer and round that were counted.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    transfer: Option<i64>,
    round: Option<i64>,
    figures: Figures,
    /// When the rounds of the last hour began.
    recent: Vec<Moment>,
}

impl Room {
    /// Every open table with its figures, those of the other servers too.
    pub async fn pit(&self) -> Result<Pit, Fault> {
        let mut cards: Vec<TableCard> = self.tables().iter().map(|open| open.table.card()).collect();
        let elsewhere = self.keeper.as_ref().map(|keeper| keeper.all_elsewhere());
        cards.extend(
            elsewhere
                .into_iter()
                .flatten()
                .filter_map(|table| Some(table.open()?.0)),
        );
        cards.sort_by_key(|card| card.id);
        let called_out = self.called_out().await?;
        let mut tables = Vec::with_capacity(cards.len());
        for card in cards {
            let waiting = called_out.get(&TableId::from(card.id)).cloned().unwrap_or_default();
            tables.push(self.pit_table(card, waiting).await?);
        }
        Ok(Pit {
            tables,
            aside: self.tables_aside().await?,
            in_play: self.in_play().await?,
        })
    }

    /// What waits for the floor to be acknowledged, by table, as the books have it.
    async fn called_out(&self) -> Result<BTreeMap<TableId, Vec<String>>, Fault> {
        let tables = self.store.tables().await?.into_iter();
        let texts = tables.filter_map(|change| {
            let text: TableText = notation::read("a table", &change.text).ok()?;
            let said = text.called_out.into_iter().map(|hand| hand.says).collect();
            Some((change.table, said))
        });
        Ok(texts.collect())
    }

    async fn pit_table(&self, table: TableCard, called_out: Vec<String>) -> Result<PitTable, Fault> {
        let id = TableId::from(table.id);
        let known = self
            .figures
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&id)
            .cloned();
        let mut counted = known.unwrap_or_default();
        self.count_transfers(id, &mut counted).await?;
        self.count_rounds(id, &mut counted).await?;
        counted.recent.retain(|began| began.0 > now().0 - HOUR);
        self.figures
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(id, counted.clone());
        let figures = counted.figures.told();
        Ok(PitTable {
            table,
            rounds_per_hour: counted.recent.len() as f64,
            flags: flags(&figures),
            called_out,
            figures,
        })
    }

    async fn count_transfers(&self, id: TableId, counted: &mut Counted) -> Result<(), Fault> {
        let Some((rack, _)) = self.store.account_of(AccountKind::Rack(id)).await? else {
            return Ok(());
        };
        let mut span = Span::newest(PAGE_MAX);
        let mut newest = counted.transfer;
        loop {
            let page = self.store.transfers_of(rack.id, span).await?;
            newest = newest.max(page.first().map(|record| record.ordinal));
            let new = page.iter().take_while(|record| Some(record.ordinal) > counted.transfer);
            let mut new_ones = 0;
            for record in new {
                new_ones += 1;
                counted.figures.add_transfer(rack.id, &record.transfer);
            }
            match page.last() {
                Some(last) if new_ones == PAGE_MAX as usize => span = Span::older_than(last.ordinal, PAGE_MAX),
                _ => break,
            }
        }
        counted.transfer = newest;
        Ok(())
    }

    async fn count_rounds(&self, id: TableId, counted: &mut Counted) -> Result<(), Fault> {
        let mut span = Span::newest(PAGE_MAX);
        let before = counted.round;
        loop {
            let page = self.store.rounds_of_table(id, span).await?;
            counted.round = counted.round.max(page.first().map(|round| round.ordinal));
            let mut new_ones = 0;
            for round in page.iter().take_while(|round| Some(round.ordinal) > before) {
                new_ones += 1;
                if round.opened.0 > now().0 - HOUR {
                    counted.recent.push(round.opened);
                }
                let game = self.game_by_rules(&round.rules).await?;
                counted.figures.add_round(&self.values, game.as_ref(), round).await;
            }
            match page.last() {
                Some(last) if new_ones == PAGE_MAX as usize => span = Span::older_than(last.ordinal, PAGE_MAX),
                _ => return Ok(()),
            }
        }
    }
}

fn flags(figures: &TableFigures) -> Vec<String> {
    let unusual = figures
        .z
        .filter(|z| z.abs() >= UNUSUAL_Z && figures.rounds >= UNUSUAL_ROUNDS);
    let say = |z: f64| {
        let side = if z > 0.0 { "above" } else { "below" };
        format!(
            "The win is {:.1} standard deviations {side} what was to be expected.",
            z.abs()
        )
    };
    unusual.map(say).into_iter().collect()
}
