//! What the seats have gained or lost.

use croupier_rules::Money;
use croupier_rules::game::TableRules;

/// What every seat has gained or lost over its resolved wagers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Nets([Money; TableRules::SEATS_MAX as usize]);

impl Nets {
    /// That of a seat, numbered from 1; nothing for a seat that the table does not have.
    pub(crate) fn of(&self, seat: u8) -> Money {
        let place = usize::from(seat).wrapping_sub(1);
        self.0.get(place).copied().unwrap_or(Money::ZERO)
    }

    /// A wager of a seat is resolved.
    pub(crate) fn add(&mut self, seat: u8, net: Money) {
        self.0[usize::from(seat) - 1] += net;
    }
}
