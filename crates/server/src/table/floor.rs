//! What the floor orders at a table: limits, pause, close, a new dealer.

use croupier_house::{Code, Entry, TableChange, TableStanding, Transfer, TransferId, TransferKind};
use croupier_rules::Money;

use super::books::{Asker, Draft, Written, answer_of};
use super::dealer::{Dealer, Stage};
use crate::notation::{self, TableText};
use crate::person::Person;
use crate::problem::Problem;
use crate::slip;
use crate::telling::Told;
use crate::wire::{Standing, TableCard, TableOrder};

impl Dealer {
    /// Carries out a change; who may ask for it has been checked. Closing waits for the round to end.
    pub(super) async fn change(&mut self, order: TableOrder, by: &Person) -> Result<TableCard, Problem> {
        let asker = Asker::new(0, order.id, self.id.uuid(), by.id, &order);
        if let Some(before) = self.memory.recall(&asker) {
            return match before? {
                None => Ok(self.own_card()),
                Some(problem) => Err(problem),
            };
        }
        if self.stuck.is_some() {
            return Err(Problem::stopped());
        }
        let mut text = self.text.clone();
        text.min = order.min.unwrap_or(text.min);
        text.max = order.max.unwrap_or(text.max);
        within_rules(self, &text)?;
        let standing = match order.standing {
            None | Some(Standing::Closed) => self.standing,
            Some(Standing::Open) => TableStanding::Open,
            Some(Standing::Paused) => TableStanding::Paused,
            Some(Standing::Stopped) => {
                let message = "A table stops by itself; open, pause or close it.";
                return Err(Problem::new("not-a-standing", message));
            }
        };
        if text != self.text || standing != self.standing {
            self.write_change(text, standing, &asker).await?;
        }
        self.dealer_due |= order.new_dealer;
        self.closing |= order.standing == Some(Standing::Closed);
        self.memory.keep(&asker, None);
        self.after_change().await;
        Ok(self.own_card())
    }

    async fn write_change(&mut self, text: TableText, standing: TableStanding, asker: &Asker) -> Result<(), Problem> {
        let mut batch = asker.batch();
        batch.entries.push(self.change_entry(&text, standing));
        let draft = Draft {
            told: vec![Told::Other(in_words(&text, standing))],
            text: Some((text, standing)),
            ..Draft::default()
        };
        match self.write(batch, draft, None).await {
            Written::Done | Written::Before => Ok(()),
            other => Err(answer_of(other).unwrap_or_else(Problem::stopped)),
        }
    }

    fn change_entry(&self, text: &TableText, standing: TableStanding) -> Entry {
        Entry::Table(TableChange {
            table: self.id,
            number: self.changes,
            standing,
            text: notation::write(text),
        })
    }

    /// Bets outside the new limits go back; between rounds the other orders are carried out at once.
    async fn after_change(&mut self) {
        let (game, limits, open) = (self.game.clone(), self.limits(), self.standing == TableStanding::Open);
        for (number, seat) in &mut self.seats {
            let bets: Vec<_> = seat.bets.iter().map(|hand| slip::write(&game, hand)).collect();
            if !bets.is_empty() && (!open || slip::read(&game, limits, *number, &bets).is_err()) {
                seat.bets.clear();
                seat.ready = false;
            }
        }
        if matches!(self.stage, Stage::Betting { .. } | Stage::Cutting { .. }) {
            self.between().await;
        }
        self.renew_card();
    }

    /// A new dealer comes in, and burns what the rules say.
    pub(super) fn change_dealer(&mut self) {
        self.dealer_due = false;
        let mut events = Vec::new();
        if let Some(mixed) = &mut self.shoe.mixed {
            mixed.shoe.change_dealer(&mut events);
        }
        let told = match events.is_empty() {
            true => vec![Told::Other("A new dealer starts.".to_string())],
            false => events.into_iter().map(Told::Shoe).collect(),
        };
        self.show(told);
    }

    /// Closes the table for good: the shoe is revealed, the rack goes back to the bank and everybody gets up.
    pub(super) async fn close(&mut self) {
        let Ok(rack) = self.ledger.balance(self.rack).await else {
            // The books are out of reach. The table stays as it is, and is closed when they can be read again.
            return;
        };
        let mut batch = croupier_house::Batch::new(croupier_house::RequestId::fresh(), crate::ledger::now());
        batch.entries.push(Entry::ShoeReveal { shoe: self.shoe.id });
        batch.entries.extend(self.rack_return(rack.unwrap_or_default().posted));
        batch.entries.push(self.change_entry(&self.text, TableStanding::Closed));
        let draft = Draft {
            told: vec![Told::Other("The table is closed. Thank you for playing.".to_string())],
            text: Some((self.text.clone(), TableStanding::Closed)),
            ..Draft::default()
        };
        if self.write(batch, draft, None).await == Written::Done {
            self.closing = false;
            self.seats.clear();
            self.show(Vec::new());
        }
    }

    /// What the rack holds goes to the bank; what it owes, the bank brings.
    fn rack_return(&self, held: Money) -> Option<Entry> {
        let (debit, credit, code) = match held.cents().signum() {
            1 => (self.rack, self.bank, Code::RackReturn),
            -1 => (self.bank, self.rack, Code::Fill),
            _ => return None,
        };
        Some(Entry::Transfer(Transfer {
            id: TransferId::fresh(),
            debit,
            credit,
            amount: Money::from_cents(held.cents().abs()),
            kind: TransferKind::Posted,
            code,
            round: None,
        }))
    }

    fn own_card(&self) -> TableCard {
        self.renew_card();
        self.card
            .read()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .clone()
    }
}

/// Refuses limits that the rules do not allow.
fn within_rules(dealer: &Dealer, text: &TableText) -> Result<(), Problem> {
    crate::setup::check_limits(&dealer.game, text.min, text.max)
}

fn in_words(text: &TableText, standing: TableStanding) -> String {
    let (min, max) = (Money::from_cents(text.min), Money::from_cents(text.max));
    match standing {
        TableStanding::Open => format!("The table is open; limits {min} to {max}."),
        TableStanding::Paused => "The table pauses: no bets for now.".to_string(),
        TableStanding::Closed => "The table is closed.".to_string(),
    }
}
