//! A hand of 21 on the table, and the starting bet it grew from.

use arrayvec::ArrayVec;
use croupier_rules::game::{SideBet, TableRules};
use croupier_rules::play::{FreeBets, HandFacts, Origin, Total};
use croupier_rules::twenty_one::Double;
use croupier_rules::{Card, Money};

use crate::step::HandAt;

/// The most cards a hand can hold: twenty-one aces and one more.
pub(crate) const CARDS_MAX: usize = 22;
/// The most doubles on one hand.
pub(crate) const DOUBLES_MAX: usize = Double::TIMES_MAX as usize;
/// The most starting hands at a table.
pub(crate) const STARTS_MAX: usize = TableRules::SEATS_MAX as usize * TableRules::HANDS_MAX as usize;

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
    /// Which of these bets are free.
    pub(crate) free: FreeBets,
    /// Whether it came from a split, and then whether of aces.
    pub(crate) origin: Origin,
    pub(crate) standing: Standing,
    /// The starting hand it belongs to, as a place in the round's list.
    pub(crate) start: u8,
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
    /// Bust, and some of its bets would come back at a dealer's blackjack.
    Busted,
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
    pub(crate) side: [Money; SideBet::COUNT_MAX],
    /// Insurance on one spot; zero when there is none or it is resolved.
    pub(crate) insurance: Money,
    /// How many hands it has become.
    pub(crate) parts: u8,
    /// Whether one of them was still in play when the hole card was shown.
    pub(crate) in_play: bool,
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
            free: FreeBets::NONE,
            origin: Origin::Dealt,
            standing: Standing::Open,
            start: place,
        }
    }

    pub(crate) fn take(&mut self, card: Card) {
        self.cards.push(card);
        self.total = self.total.with(card);
    }

    /// What the rules can see of it.
    pub(crate) fn facts(&self) -> HandFacts {
        HandFacts {
            cards: self.cards.len() as u8,
            total: self.total,
            origin: self.origin,
            doubles: self.doubles.len() as u8,
        }
    }

    pub(crate) fn is_split(&self) -> bool {
        self.origin.is_split()
    }

    pub(crate) fn is_doubled(&self) -> bool {
        !self.doubles.is_empty()
    }

    /// An ace and a ten-value card dealt as the first two.
    pub(crate) fn is_blackjack(&self) -> bool {
        self.facts().is_natural()
    }

    /// Takes the second card of a pair away to a new hand behind this one, which has these bets free.
    pub(crate) fn part(&mut self, part: u8, free: FreeBets) -> Hand {
        let second = self.cards.pop().expect("only a pair is split");
        self.origin = Origin::split_from(self.cards[0].rank());
        self.total = Total::of(&self.cards);
        let mut other = Hand {
            at: HandAt { part, ..self.at },
            cards: ArrayVec::new(),
            free,
            ..self.clone()
        };
        other.total = Total::default();
        other.take(second);
        other
    }
}
