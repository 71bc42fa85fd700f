//! Which cards have been dealt, so that no card comes more often than the shoe holds it.

use croupier_rules::game::Deck;
use croupier_rules::{Card, Ranks};

/// How often each card has been dealt in this round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Dealt {
    decks: u8,
    removed: Ranks,
    counts: [u8; Card::KINDS],
}

impl Dealt {
    pub(crate) fn new(deck: &Deck) -> Dealt {
        Dealt {
            decks: deck.decks,
            removed: deck.removed,
            counts: [0; Card::KINDS],
        }
    }

    /// Takes a card, unless the shoe has no more of it.
    pub(crate) fn take(&mut self, card: Card) -> bool {
        let count = &mut self.counts[card.index()];
        let left = *count < self.decks && !self.removed.contains(card.rank());
        *count += u8::from(left);
        left
    }
}
