//! What to do, given what a player knows. Solver, simulator, bots and charts speak through this one trait.

use croupier_rules::play::{FreeBets, HandFacts, Origin};
use croupier_rules::{Card, Game, Money};

use crate::step::{Action, Offers};

/// All that a decision may rest on: the player's own hand, the open dealer's or community cards, and the bets.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The hand's cards, in the order they came.
    pub cards: &'a [Card],
    /// The dealer's up card.
    pub up: Option<Card>,
    /// 21: the dealer's second card, where it lies face up.
    pub hole: Option<Card>,
    /// Stud: the community cards turned so far. Single card: the cards in the middle.
    pub board: &'a [Card],
    /// 21: whether the hand comes from a split.
    pub split: bool,
    /// 21: how many hands the starting hand has become.
    pub parts: u8,
    /// The main bet on one spot.
    pub main: Money,
    /// 21: the doubles made on one spot, in order. Stud: the street bets made, folded streets aside. Single card: the raise.
    pub added: &'a [Money],
    /// 21: which of these bets are free.
    pub free: FreeBets,
    /// What may be chosen.
    pub offers: &'a Offers,
}

impl Situation<'_> {
    /// 21: what the rules can see of the hand.
    pub fn facts(&self) -> HandFacts {
        let origin = match self.cards.first() {
            Some(card) if self.split => Origin::split_from(card.rank()),
            _ => Origin::Dealt,
        };
        HandFacts::of(self.cards, origin, self.added.len())
    }
}

/// Chooses among what is offered. A choice outside the offers is a fault of the strategy, which the round refuses.
pub trait Strategy {
    /// The choice in this situation.
    fn choose(&self, game: &Game, situation: &Situation) -> Action;

    /// The same strategy, to be asked about many hands beside these community cards: what they have in common is looked at once.
    /// `None` where that saves nothing.
    fn beside<'s>(&'s self, _game: &Game, _board: &[Card]) -> Option<Box<dyn Strategy + 's>> {
        None
    }
}

/// Chooses whatever is offered first. It plays games in which there is nothing to choose.
#[derive(Clone, Copy, Debug)]
pub struct FirstOffer;

impl Strategy for FirstOffer {
    fn choose(&self, _game: &Game, situation: &Situation) -> Action {
        situation.offers[0].in_full()
    }
}
