//! One deal played out.

use std::sync::Arc;

use croupier_rules::{Game, Money};

use crate::event::Event;
use crate::step::{Illegal, Next, Step};
use crate::wagers::{WagerFault, Wagers};

/// One deal of either family, from the bets to the last settlement.
#[derive(Clone, Debug)]
pub struct Round {}

impl Round {
    /// A round with these bets on the table, waiting for its first card.
    pub fn new(_game: &Arc<Game>, _wagers: &Wagers) -> Result<Round, WagerFault> {
        Ok(Round {})
    }

    /// What the round waits for.
    pub fn next(&self) -> Next {
        Next::Over
    }

    /// Answers what the round waits for. The events it caused are appended in the order of procedure. What was not asked
    /// for or is not offered is refused, and the round is unchanged.
    pub fn play(&mut self, _step: Step, _events: &mut Vec<Event>) -> Result<(), Illegal> {
        Ok(())
    }

    /// What a seat has gained or lost so far, over its resolved wagers.
    pub fn net(&self, _seat: u8) -> Money {
        Money::ZERO
    }
}
