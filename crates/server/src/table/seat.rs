//! A seat that is taken.

use std::sync::Arc;
use std::time::Duration;

use croupier_table::HandWagers;
use tokio::time::Instant;

use crate::person::Person;
use crate::wire::CoachWhen;

/// How many rounds a seat may let pass before it is taken to sit out.
pub(super) const IDLE_ROUNDS_MAX: u8 = 3;
/// What comes back into a time bank with each round.
pub(super) const BANK_REFILL: Duration = Duration::from_secs(2);

/// A seat that is taken.
pub(super) struct Seat {
    pub(super) person: Arc<Person>,
    /// The bets for the next deal.
    pub(super) bets: Vec<HandWagers>,
    /// Ready for the deal.
    pub(super) ready: bool,
    pub(super) sits_out: bool,
    /// Gets up as soon as no hand of this seat is in play.
    pub(super) leaving: bool,
    /// While nobody is connected: until when the seat is held.
    pub(super) held_until: Option<Instant>,
    /// What is left in the time bank.
    pub(super) bank: Duration,
    /// Wants no pauses.
    pub(super) fast: bool,
    pub(super) coach: CoachWhen,
    /// Whether the client let a shuffle pass without committing to a seed, so that the next does not wait for it.
    pub(super) abstains: bool,
    /// Rounds dealt since the last bet.
    pub(super) idle_rounds: u8,
}

impl Seat {
    pub(super) fn new(person: Arc<Person>, bank: Duration) -> Seat {
        Seat {
            person,
            bets: Vec::new(),
            ready: false,
            sits_out: false,
            leaving: false,
            held_until: None,
            bank,
            fast: false,
            coach: CoachWhen::Off,
            abstains: false,
            idle_rounds: 0,
        }
    }

    pub(super) fn is_connected(&self) -> bool {
        self.held_until.is_none()
    }

    /// Whether somebody is there and stays.
    pub(super) fn is_present(&self) -> bool {
        self.is_connected() && !self.leaving
    }

    /// Whether the dealer waits for this seat before the deal.
    pub(super) fn is_active(&self) -> bool {
        self.is_present() && !self.sits_out
    }

    /// The round is dealt: bets are on the felt, and the bank refills a little.
    pub(super) fn dealt(&mut self, bank_max: Duration) {
        self.idle_rounds = if self.bets.is_empty() {
            self.idle_rounds.saturating_add(1)
        } else {
            0
        };
        self.sits_out |= self.idle_rounds >= IDLE_ROUNDS_MAX;
        self.bets.clear();
        self.ready = false;
        self.bank = (self.bank + BANK_REFILL).min(bank_max);
    }
}
