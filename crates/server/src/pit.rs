//! What the floor sees of every table: drop, win, hold, and the win against what was to be expected.

use std::sync::PoisonError;

use croupier_house::{AccountKind, Code, Fault, Moment, PAGE_MAX, RoundRecord, Span, TableId};

use crate::ledger::now;
use crate::notation::{self, OpeningText};
use crate::room::{OpenTable, Room};
use crate::wire::{Pit, PitTable};

/// From how many standard deviations on a win is called unusual.
const UNUSUAL_Z: f64 = 3.0;
/// After how many rounds it is looked for.
const UNUSUAL_ROUNDS: u64 = 30;
const HOUR: i64 = 3_600_000_000;

/// The figures of a table, kept up to the last transfer and round that were counted.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    transfer: Option<i64>,
    round: Option<i64>,
    drop: i64,
    win: i64,
    handle: i64,
    rounds: u64,
    /// When the rounds of the last hour began.
    recent: Vec<Moment>,
    expected: f64,
    variance: f64,
}

impl Room {
    /// Every open table with its figures.
    pub async fn pit(&self) -> Result<Pit, Fault> {
        let mut tables = Vec::new();
        for open in self.tables() {
            tables.push(self.pit_table(&open).await?);
        }
        Ok(Pit {
            tables,
            aside: self.tables_aside().await?,
            in_play: self.in_play().await?,
        })
    }

    async fn pit_table(&self, open: &OpenTable) -> Result<PitTable, Fault> {
        let id = open.table.id;
        let known = self
            .figures
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&id)
            .cloned();
        let mut figures = known.unwrap_or_default();
        self.count_transfers(id, &mut figures).await?;
        self.count_rounds(id, &mut figures).await?;
        figures.recent.retain(|began| began.0 > now().0 - HOUR);
        self.figures
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(id, figures.clone());
        let sigma = figures.variance.sqrt();
        let z = (sigma > 0.0).then(|| (figures.win as f64 - figures.expected) / sigma);
        Ok(PitTable {
            table: open.table.card(),
            drop: figures.drop,
            win: figures.win,
            handle: figures.handle,
            hold: (figures.drop > 0).then(|| figures.win as f64 / figures.drop as f64),
            rounds: figures.rounds,
            rounds_per_hour: figures.recent.len() as f64,
            expected: figures.expected,
            sigma,
            z,
            flags: flags(&figures, z),
        })
    }

    async fn count_transfers(&self, id: TableId, figures: &mut Figures) -> Result<(), Fault> {
        let Some((rack, _)) = self.store.account_of(AccountKind::Rack(id)).await? else {
            return Ok(());
        };
        let mut span = Span::newest(PAGE_MAX);
        let mut newest = figures.transfer;
        loop {
            let page = self.store.transfers_of(rack.id, span).await?;
            newest = newest.max(page.first().map(|record| record.ordinal));
            let new = page.iter().take_while(|record| Some(record.ordinal) > figures.transfer);
            let mut counted = 0;
            for record in new {
                let cents = record.transfer.amount.cents();
                counted += 1;
                match record.transfer.code {
                    Code::BuyIn => figures.drop += cents,
                    Code::Wager => figures.handle += cents,
                    Code::Loss => figures.win += cents,
                    Code::Payout => figures.win -= cents,
                    _ => {}
                }
            }
            match page.last() {
                Some(last) if counted == PAGE_MAX as usize => span = Span::older_than(last.ordinal, PAGE_MAX),
                _ => break,
            }
        }
        figures.transfer = newest;
        Ok(())
    }

    async fn count_rounds(&self, id: TableId, figures: &mut Figures) -> Result<(), Fault> {
        let mut span = Span::newest(PAGE_MAX);
        let mut newest = figures.round;
        loop {
            let page = self.store.rounds_of_table(id, span).await?;
            newest = newest.max(page.first().map(|round| round.ordinal));
            let mut counted = 0;
            let counted_before = figures.round;
            for round in page.iter().take_while(|round| Some(round.ordinal) > counted_before) {
                counted += 1;
                self.count_round(round, figures).await?;
            }
            match page.last() {
                Some(last) if counted == PAGE_MAX as usize => span = Span::older_than(last.ordinal, PAGE_MAX),
                _ => break,
            }
        }
        figures.round = newest;
        Ok(())
    }

    async fn count_round(&self, round: &RoundRecord, figures: &mut Figures) -> Result<(), Fault> {
        figures.rounds += 1;
        if round.opened.0 > now().0 - HOUR {
            figures.recent.push(round.opened);
        }
        let opening = notation::read::<OpeningText>("the opening of a round", &round.text);
        if let (Ok(opening), Some(game)) = (opening, self.game_by_rules(&round.rules).await?) {
            let worth = self.values.worth(&game, &opening.wagers, None).await;
            // What the players lose, the house wins.
            figures.expected -= worth.expected;
            figures.variance += worth.variance;
        }
        Ok(())
    }
}

fn flags(figures: &Figures, z: Option<f64>) -> Vec<String> {
    let unusual = z.filter(|z| z.abs() >= UNUSUAL_Z && figures.rounds >= UNUSUAL_ROUNDS);
    let say = |z: f64| {
        let side = if z > 0.0 { "above" } else { "below" };
        format!(
            "The win is {:.1} standard deviations {side} what was to be expected.",
            z.abs()
        )
    };
    unusual.map(say).into_iter().collect()
}
