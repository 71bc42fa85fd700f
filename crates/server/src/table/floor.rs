//! What the floor orders at a table: limits, pause, close, a new dealer; and what it acknowledges. Every order is in the books
//! before it is answered.

use croupier_house::{
    Balance, Code, Entry, Role, TableChange, TableStanding, Transfer, TransferId, TransferKind, UserId,
};
use croupier_rules::Money;
use croupier_table::{Commentary, Event, What};

use super::books::{Draft, Requester, Then, Written, answer_of};
use super::dealer::{Dealer, Effect, Stage};
use super::dealing::Play;
use super::shoe::DEALER_CHANGES_MAX;
use crate::notation::{self, AcknowledgedText, CalledOutText, TableText};
use crate::person::Person;
use crate::problem::Problem;
use crate::setup::check_limits;
use crate::slip;
use crate::telling::TableEvent;
use crate::wire::{Standing, TableCard, TableOrder};

/// How many hands wait to be acknowledged at most; where nobody of the floor is there, the oldest go.
const CALLED_OUT_MAX: usize = 12;

impl Dealer {
    /// Carries out a change. Closing and a new dealer wait for the round to end.
    pub(super) fn change(&mut self, ticket: u64, order: &TableOrder, by: &Person) {
        let requester = Requester::new(0, order.id, self.fixed.id.uuid(), by.id, order);
        let answer = match self.errands.memory.recall(&requester) {
            Some(Ok(None)) => Ok(self.card()),
            Some(Ok(Some(problem)) | Err(problem)) => Err(problem),
            None => match self.changed_terms(order, by) {
                Err(problem) => Err(problem),
                Ok((text, standing)) if text == self.terms.text && standing == self.terms.standing => Ok(self.card()),
                Ok((text, standing)) => return self.write_change(text, standing, ticket, requester, by),
            },
        };
        self.effects.push(Effect::Answer { ticket, answer });
    }

    /// How the table stands after an order, if it may be given.
    fn changed_terms(&self, order: &TableOrder, by: &Person) -> Result<(TableText, TableStanding), Problem> {
        let mut text = self.terms.text.clone();
        text.min = order.min.unwrap_or(text.min);
        text.max = order.max.unwrap_or(text.max);
        check_limits(&self.fixed.game, text.min, text.max)?;
        let standing = match order.standing {
            None => self.terms.standing,
            Some(Standing::Closed) => {
                text.closing_ordered_by = text.closing_ordered_by.or(Some(by.id));
                self.terms.standing
            }
            Some(Standing::Open) => TableStanding::Open,
            Some(Standing::Paused) => TableStanding::Paused,
            Some(Standing::Stopped) => {
                let message = "A table stops by itself; open, pause or close it.";
                return Err(Problem::new("not-a-standing", message));
            }
        };
        if order.new_dealer {
            self.may_change_dealer(by)?;
            text.dealer_ordered_by = text.dealer_ordered_by.or(Some(by.id));
        }
        if order.acknowledge {
            if by.role != Role::Floor {
                return Err(Problem::not_allowed("the floor"));
            }
            let hands = std::mem::take(&mut text.called_out);
            let acknowledged = (!hands.is_empty()).then_some(AcknowledgedText { by: by.id, hands });
            text.acknowledged = acknowledged.or(text.acknowledged);
        }
        Ok((text, standing))
    }

    /// A new dealer burns a card that the house may know. So only the floor orders one, and once in a shoe.
    fn may_change_dealer(&self, by: &Person) -> Result<(), Problem> {
        if by.role != Role::Floor {
            return Err(Problem::not_allowed("the floor"));
        }
        if self.shoe.dealer_changes >= DEALER_CHANGES_MAX {
            let message = "A new dealer has started in this shoe; the next may after the shuffle.";
            return Err(Problem::new("dealer-changed", message));
        }
        Ok(())
    }

    /// The table's text with the hands that these events call out, where there are any. Nobody waits for the floor: the hands are
    /// paid and play goes on, and they stay in the books as called out until somebody of the floor acknowledges them.
    pub(super) fn with_called_out(&self, play: &Play, events: &[Event]) -> Option<TableText> {
        let commentary = Commentary::new(&self.fixed.game).with_wagers(&play.wagers);
        let called_out = events
            .iter()
            .filter(|event| matches!(event.what, What::CalledOut { .. }));
        let hands = called_out.map(|event| CalledOutText {
            round: play.id,
            says: commentary.event(event),
        });
        let hands: Vec<CalledOutText> = hands.collect();
        if hands.is_empty() {
            return None;
        }
        let mut text = self.terms.text.clone();
        text.called_out.extend(hands);
        let too_many = text.called_out.len().saturating_sub(CALLED_OUT_MAX);
        text.called_out.drain(..too_many);
        Some(text)
    }

    fn write_change(
        &mut self,
        text: TableText,
        standing: TableStanding,
        ticket: u64,
        requester: Requester,
        by: &Person,
    ) {
        let batch = self.batch_of(&requester).with(self.change_entry(&text, standing));
        let said = match text.acknowledged != self.terms.text.acknowledged {
            true => format!("Floor: acknowledged by {}.", by.name),
            false => in_words(&text, standing),
        };
        let draft = Draft {
            told: vec![TableEvent::Other(said)],
            text: Some((text, standing)),
            ..Draft::default()
        };
        self.write(batch, draft, Then::Change(ticket, requester));
    }

    pub(super) fn change_entry(&self, text: &TableText, standing: TableStanding) -> Entry {
        Entry::Table(TableChange {
            table: self.fixed.id,
            number: self.terms.changes,
            standing,
            text: notation::write(text),
        })
    }

    /// A change has been judged. Bets outside the new limits go back; between rounds the orders are carried out at once.
    pub(super) fn changed(&mut self, ticket: u64, requester: &Requester, written: Written) {
        let answer: Result<TableCard, Problem> = match answer_of(written) {
            Some(problem) => Err(problem),
            None => {
                self.errands.memory.keep(requester, None);
                self.take_back_outside_limits();
                Ok(self.card())
            }
        };
        self.effects.push(Effect::Answer { ticket, answer });
        let between = Stage::is_between(self.stage);
        if between && !self.audience.is_showing() {
            self.between();
        }
    }

    fn take_back_outside_limits(&mut self) {
        let (game, limits) = (self.fixed.game.clone(), self.limits());
        let open = self.terms.standing == TableStanding::Open;
        for (number, seat) in &mut self.seats {
            let bets: Vec<_> = seat.bets.iter().map(|hand| slip::write(&game, hand)).collect();
            if !bets.is_empty() && (!open || slip::read(&game, limits, *number, &bets).is_err()) {
                seat.bets.clear();
                seat.ready = false;
            }
        }
    }

    /// A new dealer starts, and burns what the rules say.
    pub(super) fn change_dealer(&mut self, ordered_by: UserId) {
        let text = TableText {
            dealer_ordered_by: None,
            ..self.terms.text.clone()
        };
        let mut batch = self.own_batch();
        batch.entries.push(self.change_entry(&text, self.terms.standing));
        let mut shoe = self.shoe.clone();
        let mut told = vec![TableEvent::Other("A new dealer starts.".to_string())];
        if shoe.shuffled.is_some() {
            let (entry, events) = shoe.change_dealer(ordered_by);
            batch.entries.push(entry);
            told = events.into_iter().map(TableEvent::Shoe).collect();
        }
        let draft = Draft {
            text: Some((text, self.terms.standing)),
            shoe: Some(shoe),
            told,
            ..Draft::default()
        };
        self.write(batch, draft, Then::Between);
    }

    /// Closes the table for good: the shoe is revealed, the rack goes back to the bank and everybody gets up.
    pub(super) fn close(&mut self, rack: Balance) {
        let mut batch = self.own_batch();
        batch.entries.push(Entry::ShoeReveal { shoe: self.shoe.id });
        batch.entries.extend(self.rack_return(rack.posted));
        batch
            .entries
            .push(self.change_entry(&self.terms.text, TableStanding::Closed));
        let draft = Draft {
            told: vec![TableEvent::Other(
                "The table is closed. Thank you for playing.".to_string(),
            )],
            text: Some((self.terms.text.clone(), TableStanding::Closed)),
            ..Draft::default()
        };
        self.write(batch, draft, Then::Close);
    }

    pub(super) fn closed(&mut self) {
        self.seats.clear();
        self.show(Vec::new());
    }

    /// What the rack holds goes to the bank; what it owes, the bank brings.
    fn rack_return(&self, held: Money) -> Option<Entry> {
        let (debit, credit, code) = match held.cents().signum() {
            1 => (self.fixed.rack, self.fixed.bank, Code::RackReturn),
            -1 => (self.fixed.bank, self.fixed.rack, Code::Fill),
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
}

fn in_words(text: &TableText, standing: TableStanding) -> String {
    let (min, max) = (Money::from_cents(text.min), Money::from_cents(text.max));
    match standing {
        TableStanding::Open => format!("The table is open; limits {min} to {max}."),
        TableStanding::Paused => "The table pauses: no bets for now.".to_string(),
        TableStanding::Closed => "The table is closed.".to_string(),
    }
}
