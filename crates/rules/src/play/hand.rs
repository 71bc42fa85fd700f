//! What the rules of 21 can see of a hand.

use crate::card::{Card, Rank};
use crate::play::Total;

/// All of a hand of 21 that decides what may be done with it, whatever its cards are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandFacts {
    /// How many cards it has.
    pub cards: u8,
    /// Their total.
    pub total: Total,
    /// Where it comes from.
    pub origin: Origin,
    /// How often it has been doubled.
    pub doubles: u8,
}

/// Where a hand of 21 comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// The deal.
    Dealt,
    /// A split of a pair other than aces.
    Split,
    /// A split of aces.
    SplitAces,
}

impl HandFacts {
    /// The facts of a hand with these cards.
    pub fn of(cards: &[Card], origin: Origin, doubles: usize) -> HandFacts {
        HandFacts {
            cards: cards.len() as u8,
            total: Total::of(cards),
            origin,
            doubles: doubles as u8,
        }
    }

    /// Whether it comes from a split.
    #[inline]
    pub const fn is_split(&self) -> bool {
        self.origin.is_split()
    }

    /// Whether it has been doubled.
    #[inline]
    pub const fn is_doubled(&self) -> bool {
        self.doubles > 0
    }

    /// Whether it is a blackjack as dealt: an ace and a ten-value card, neither split nor doubled.
    #[inline]
    pub const fn is_natural(&self) -> bool {
        !self.is_split() && self.is_ace_ten()
    }

    /// Whether it is an ace and a ten-value card, not doubled.
    #[inline]
    pub(super) const fn is_ace_ten(&self) -> bool {
        self.cards == 2 && self.total.best() == 21 && !self.is_doubled()
    }
}

impl Origin {
    /// A hand split from a pair of this rank.
    #[inline]
    pub const fn split_from(rank: Rank) -> Origin {
        match rank {
            Rank::Ace => Origin::SplitAces,
            _ => Origin::Split,
        }
    }

    /// Whether it is a split.
    #[inline]
    pub const fn is_split(self) -> bool {
        !matches!(self, Origin::Dealt)
    }
}
