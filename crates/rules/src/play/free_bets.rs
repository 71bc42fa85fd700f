//! Free bets: doubles and bets on split hands that the house stakes.
//!
//! A free bet has a face value. It is paid on its face when it wins; when it loses or pushes, nothing is taken and nothing comes
//! back. So it comes to what a bet of the player's own would gain, and never to a loss.

use crate::card::{Card, Rank};
use crate::money::Money;
use crate::play::{Amounts, HandFacts, Origin};
use crate::twenty_one::{Double, Split, TwentyOne};

/// Which bets of a hand of 21 are free.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FreeBets {
    /// Whether the main bet is.
    pub main: bool,
    /// The doubles that are, the first in the lowest bit.
    doubles: u8,
}

impl FreeBets {
    /// None is free.
    pub const NONE: FreeBets = FreeBets {
        main: false,
        doubles: 0,
    };
    /// The main bet alone is free.
    pub const MAIN: FreeBets = FreeBets { main: true, doubles: 0 };

    /// The same with the main bet free.
    pub const fn with_main(self) -> FreeBets {
        FreeBets { main: true, ..self }
    }

    /// Whether the double at this place, from 0, is free.
    #[inline]
    pub const fn double(self, place: usize) -> bool {
        self.doubles >> place & 1 == 1
    }

    /// The same after one more double, made when so many had been.
    pub const fn doubled(self, before: usize, free: bool) -> FreeBets {
        FreeBets {
            doubles: self.doubles | (free as u8) << before,
            ..self
        }
    }

    /// What the player stakes on a bet with this face value.
    pub fn stake(free: bool, face: Money) -> Money {
        if free { Money::ZERO } else { face }
    }

    /// What a bet comes to that would come to this with a stake of the player's own.
    pub fn net(free: bool, net: Money) -> Money {
        if free { net.max(Money::ZERO) } else { net }
    }
}

impl TwentyOne {
    /// Whether a double of this hand, where it may be doubled, is free.
    #[inline]
    pub fn is_double_free(&self, hand: &HandFacts) -> bool {
        let double = &self.double;
        double.free.contains(hand.total.best()) && !hand.total.is_soft() && double.free_cards.contains(hand.cards)
    }

    /// What may be added by one more double of this hand, which has this main bet and these doubles on each spot; free doubles
    /// count with their face. `None` when no more may be.
    pub fn double_amounts(&self, hand: &HandFacts, main: Money, doubles: &[Money]) -> Option<Amounts> {
        let amounts = self.double.amounts(main, doubles)?;
        Some(match self.is_double_free(hand) {
            true => Amounts::only(main),
            false => amounts,
        })
    }
}

impl TwentyOne {
    /// Which bets of a hand are free that got its last cards by so many doubles, its main bet being free or not.
    pub fn free_bets_of(&self, cards: &[Card], origin: Origin, doubles: usize, main: bool) -> FreeBets {
        let start = if main { FreeBets::MAIN } else { FreeBets::NONE };
        (0..doubles).fold(start, |free, before| {
            let held = cards.len().saturating_sub(doubles - before);
            let facts = HandFacts::of(&cards[..held], origin, before);
            free.doubled(before, self.is_double_free(&facts))
        })
    }
}

impl Split {
    /// Whether a pair of this rank is split free.
    #[inline]
    pub const fn is_free(&self, rank: Rank) -> bool {
        self.free.contains(rank)
    }
}

impl Double {
    /// Whether some double is free.
    pub const fn may_be_free(&self) -> bool {
        !self.free.is_empty() && self.times_max > 0
    }
}
