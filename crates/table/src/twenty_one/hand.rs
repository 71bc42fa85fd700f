//! A hand of 21 on the table, and the starting bet it grew from.

use arrayvec::ArrayVec;
use croupier_rules::{Card, Money};

use crate::step::HandAt;
use crate::total::{Total, is_ace_ten};

/// The most cards a hand can hold: twenty-one aces and one more.
pub(crate) const CARDS_MAX: usize = 22;
/// The most doubles on one hand.
pub(crate) const DOUBLES_MAX: usize = 4;
/// The most side bets a game may have.
pub(crate) const SIDE_BETS_MAX: usize = 8;

/// The most starting hands at a table.
pub(crate) const STARTS_MAX: usize = 7 * 7;

/// One hand: cards and the bets that live and die with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hand {
    pub(crate) at: HandAt,
    pub(crate) cards: ArrayVec<Card, CARDS_MAX>,
    pub(crate) total: Total,
    /// The main bet on one spot.
    pub(crate) main: Money,
    /// How many spots carry it.
    pub(crate) spots: u8,
    /// The doubles on one spot.
    pub(crate) doubles: ArrayVec<Money, DOUBLES_MAX>,
    /// Whether it came from a split, and then whether of aces.
    pub(crate) origin: Origin,
    pub(crate) standing: Standing,
    /// Whether its player has done anything with these cards yet.
    pub(crate) acted: bool,
    /// The starting hand it belongs to, as a place in the round's list.
    pub(crate) start: u8,
}

/// Where a hand comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// The deal.
    Dealt,
    /// A split of a pair other than aces.
    Split,
    /// A split of aces.
    SplitAces,
}

/// How a hand stands in the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// Its turn has not ended.
    Open,
    /// A blackjack that is yet to be paid.
    Blackjack,
    /// Waits for the comparison with the dealer.
    Waits,
    /// Its bets are resolved.
    Done,
}

/// A starting hand: what was bet beside it, which may outlive its cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Start {
    pub(crate) at: HandAt,
    pub(crate) first: ArrayVec<Card, 2>,
    pub(crate) main: Money,
    pub(crate) spots: u8,
    pub(crate) side: [Money; SIDE_BETS_MAX],
    /// Insurance on one spot; zero when there is none or it is resolved.
    pub(crate) insurance: Money,
    /// How many hands it has become.
    pub(crate) parts: u8,
}

impl Hand {
    pub(crate) fn new(start: &Start, place: u8) -> Hand {
        Hand {
            at: start.at,
            cards: ArrayVec::new(),
            total: Total::default(),
            main: start.main,
            spots: start.spots,
            doubles: ArrayVec::new(),
            origin: Origin::Dealt,
            standing: Standing::Open,
            acted: false,
            start: place,
        }
    }

    pub(crate) fn take(&mut self, card: Card) {
        self.cards.push(card);
        self.total = self.total.with(card);
    }

    pub(crate) fn is_split(&self) -> bool {
        self.origin != Origin::Dealt
    }

    pub(crate) fn is_doubled(&self) -> bool {
        !self.doubles.is_empty()
    }

    /// An ace and a ten-value card dealt as the first two.
    pub(crate) fn is_blackjack(&self) -> bool {
        self.origin == Origin::Dealt && !self.is_doubled() && is_ace_ten(&self.cards)
    }

    /// Takes the second card of a pair away to a new hand behind this one.
    pub(crate) fn part(&mut self, part: u8) -> Hand {
        let second = self.cards.pop().expect("only a pair is split");
        let aces = self.cards[0].value() == 1;
        self.origin = if aces { Origin::SplitAces } else { Origin::Split };
        self.total = Total::of(&self.cards);
        let mut other = Hand {
            at: HandAt { part, ..self.at },
            cards: ArrayVec::new(),
            ..self.clone()
        };
        other.total = Total::default();
        other.take(second);
        other
    }
}
