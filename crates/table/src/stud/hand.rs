//! A hand of stud on the table, with the bets that ride on it.

use arrayvec::ArrayVec;
use croupier_rules::game::SideBet;
use croupier_rules::stud::Hands;
use croupier_rules::{Card, Money};

use crate::step::HandAt;
use crate::wagers::HandWagers;

/// One hand: hole cards, the main bet, the street bets and the side bets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudHand {
    at: HandAt,
    main: Money,
    spots: u8,
    pub(super) cards: ArrayVec<Card, { Hands::CARDS_MAX as usize }>,
    pub(super) bets: ArrayVec<Money, { Hands::STREETS_MAX as usize }>,
    pub(super) side: [Money; SideBet::COUNT_MAX],
    /// The side bets that are not resolved yet, one bit each.
    pub(super) side_open: u8,
    pub(super) standing: Standing,
    pub(super) shown: bool,
}

/// How a hand stands in the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Still in.
    In,
    /// Folded; its side bets ride on.
    Folded,
    /// Main bet and street bets are settled.
    Settled,
}

impl StudHand {
    pub(super) fn new(at: HandAt, wagers: &HandWagers) -> StudHand {
        let mut side = [Money::ZERO; SideBet::COUNT_MAX];
        let mut side_open = 0;
        for (place, stake) in side.iter_mut().enumerate() {
            *stake = wagers.side_stake(place);
            side_open |= u8::from(*stake != Money::ZERO) << place;
        }
        StudHand {
            at,
            main: wagers.main,
            spots: wagers.spot_count(),
            cards: ArrayVec::new(),
            bets: ArrayVec::new(),
            side,
            side_open,
            standing: Standing::In,
            shown: false,
        }
    }

    /// Which hand it is.
    pub const fn at(&self) -> HandAt {
        self.at
    }

    /// The hole cards, in the order they came.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The main bet on one spot.
    pub const fn main(&self) -> Money {
        self.main
    }

    /// How many spots carry the main bet and every street bet.
    pub const fn spots(&self) -> u8 {
        self.spots
    }

    /// The street bets made so far on one spot; zero where the hand stayed without betting.
    pub fn bets(&self) -> &[Money] {
        &self.bets
    }

    /// The stake on the side bet at this place in the rules file.
    pub fn side_stake(&self, place: usize) -> Money {
        self.side.get(place).copied().unwrap_or(Money::ZERO)
    }

    /// How the hand stands.
    pub const fn standing(&self) -> Standing {
        self.standing
    }

    /// Whether the hole cards lie open on the table.
    pub const fn is_shown(&self) -> bool {
        self.shown
    }

    /// Whether this side bet waits to be settled.
    pub(super) const fn rides(&self, place: usize) -> bool {
        self.side_open >> place & 1 == 1
    }
}
