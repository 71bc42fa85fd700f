//! The coach at the table: it thinks beside the dealer and speaks to its player alone.

use std::sync::Arc;

use croupier_table::Action;

use super::dealer::Dealer;
use super::showing::text;
use crate::coach::Decision;
use crate::wire::{CoachWhen, Message};

impl Dealer {
    /// Whether the player at a seat wants the coach to speak then.
    pub(super) fn is_coached(&self, seat: u8, when: CoachWhen) -> bool {
        self.seats.get(&seat).is_some_and(|seat| seat.coach == when)
    }

    /// The decision the round waits for, as its player knows it.
    pub(super) fn decision(&self) -> Option<Decision> {
        Decision::of(&self.play.as_ref()?.round, &self.shoe.seen)
    }

    /// Has a decision valued and tells its player, when it is known.
    pub(super) fn coach(&self, decision: Decision, chosen: Option<Action>) {
        let Some(seat) = self.seats.get(&decision.hand.seat) else {
            return;
        };
        let outs = self.outs_of(&seat.person);
        let thinkers = Arc::clone(&self.thinkers);
        tokio::spawn(async move {
            let Ok(_turn) = thinkers.acquire().await else { return };
            let thought = tokio::task::spawn_blocking(move || decision.advice(chosen)).await;
            if let Ok(Some(advice)) = thought {
                let text = text(&Message::Advice(advice));
                for out in outs {
                    // Whoever does not keep up is let go by the next frame.
                    let _ = out.try_send(text.clone());
                }
            }
        });
    }
}
