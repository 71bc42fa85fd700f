//! What a table came to: drop, handle, win and hold, and the win against what was to be expected.

use std::sync::Arc;

use croupier_house::{AccountId, Code, RoundRecord, Transfer};
use croupier_rules::Game;

use crate::notation::{self, OpeningText};
use crate::values::Values;
use crate::wire::TableFigures;

/// The figures of a table, counted from its transfers and rounds. Money is in cents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    drop: i64,
    sold: i64,
    handle: i64,
    win: i64,
    fills: i64,
    credits: i64,
    corrections: i64,
    rounds: u64,
    voided: u64,
    expected: f64,
    variance: f64,
}

impl Figures {
    /// Counts a transfer of the table's rack.
    pub fn add_transfer(&mut self, rack: AccountId, transfer: &Transfer) {
        let cents = transfer.amount.cents();
        match transfer.code {
            Code::BuyIn => self.drop += cents,
            Code::CashOut => self.sold += cents,
            Code::Wager => self.handle += cents,
            Code::Loss => self.win += cents,
            Code::Payout => self.win -= cents,
            Code::Fill => self.fills += cents,
            Code::RackReturn => self.credits += cents,
            Code::Correction if transfer.credit == rack => self.corrections += cents,
            Code::Correction => self.corrections -= cents,
            Code::Returned => {}
        }
    }

    /// Counts a round, with what was to be expected of its bets when everybody plays best. A round that was voided has
    /// nothing to be expected of it.
    pub async fn add_round(&mut self, values: &Values, game: Option<&Arc<Game>>, round: &RoundRecord) {
        self.rounds += 1;
        if round.voided.is_some() {
            self.voided += 1;
            return;
        }
        let opening = notation::read::<OpeningText>("the opening of a round", &round.text);
        if let (Ok(opening), Some(game)) = (opening, game) {
            let worth = values.worth(game, &round.rules, &opening.wagers, None).await;
            // What the players lose, the house wins.
            self.expected -= worth.expected;
            self.variance += worth.variance;
        }
    }

    /// Adds the figures of another table.
    pub fn add(&mut self, other: &Figures) {
        self.drop += other.drop;
        self.sold += other.sold;
        self.handle += other.handle;
        self.win += other.win;
        self.fills += other.fills;
        self.credits += other.credits;
        self.corrections += other.corrections;
        self.rounds += other.rounds;
        self.voided += other.voided;
        self.expected += other.expected;
        self.variance += other.variance;
    }

    /// The figures as they are told.
    pub fn told(&self) -> TableFigures {
        let sigma = self.variance.sqrt();
        TableFigures {
            drop: self.drop,
            sold: self.sold,
            handle: self.handle,
            win: self.win,
            hold: (self.drop > 0).then(|| self.win as f64 / self.drop as f64),
            fills: self.fills,
            credits: self.credits,
            corrections: self.corrections,
            rounds: self.rounds,
            voided: self.voided,
            expected: self.expected,
            sigma,
            z: (sigma > 0.0).then(|| (self.win as f64 - self.expected) / sigma),
        }
    }
}
