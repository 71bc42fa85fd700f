//! Games in which the player's and the dealer's two cards each make a hand with a board.

mod book;
mod cards;
mod count;
mod deal;
mod hand;
mod made;
mod play;
mod rule;
mod streets;
mod sums;

pub use book::BoardBook;
pub(super) use hand::hand;
pub use play::BoardPlay;

use croupier_rules::{Card, Game, Money};

use super::Endings;
use super::measure::Measured;
use crate::solution::{WagerValue, fraction, to_f64};
use crate::stud::{ActionValues, KindPlay, StreetStrategy, StudRule, words};

impl BoardPlay {
    /// The figures of the main game under the best play.
    pub fn wager_value(&self, game: &Game, main: Money) -> WagerValue {
        let [least, most] = self.both_endings();
        self.figures(game, main).best(least, most)
    }

    /// The figures of the main game when the deals end so.
    pub fn measured(&self, game: &Game, main: Money, endings: &Endings) -> WagerValue {
        self.figures(game, main).value(endings)
    }

    /// Every kind of hole cards with what each action of the first street is worth with it, in main bets.
    pub fn first_actions(&self) -> Vec<(Vec<Card>, ActionValues)> {
        let starts = self.starts().iter().map(|start| {
            let whole = u128::from(start.pairs) * self.streets[0].deals * self.stakes.scale as u128;
            let values = self.streets[0]
                .actions
                .iter()
                .zip(&start.values)
                .map(|(action, value)| {
                    let ev = to_f64(&fraction(i128::from(*value), whole));
                    (action.on(&self.rules.streets[0]).word().to_string(), ev)
                });
            (self.start_cards(start.pair), values.collect())
        });
        starts.collect()
    }

    /// The rule that a person can carry, with its price.
    pub fn rule(&self) -> StudRule {
        rule::Rule::find(self).describe(self)
    }

    /// The best play of every street but the last: every pair of hole cards beside every kind of board.
    pub fn street_strategies(&self) -> Vec<StreetStrategy> {
        let early = self.streets.len() - 1;
        (0..early).map(|street| self.street_strategy(street)).collect()
    }

    fn street_strategy(&self, place: usize) -> StreetStrategy {
        let (street, rules) = (&self.streets[place], &self.rules.streets[place]);
        let asked = |bet: &u8| !(self.stakes.once && *bet > 0);
        let columns: Vec<usize> = (0..street.before.len())
            .filter(|at| asked(&street.before[*at]))
            .collect();
        let mut kinds = Vec::new();
        for (kind, board) in self.boards[place].kinds.iter().enumerate() {
            let open: Vec<Card> = board
                .cards
                .iter()
                .rev()
                .map(|card| self.maker.cards.at(usize::from(*card)))
                .collect();
            for (pair, least) in board.least_alike(&self.pairs).iter().enumerate() {
                if *least != Some(pair as u16) {
                    continue;
                }
                let best = columns.iter().map(|column| {
                    let bits = self.best_bits(place, kind, pair as u16, *column);
                    street.actions[bits.trailing_zeros() as usize]
                        .on(rules)
                        .word()
                        .to_string()
                });
                let cards = words(&self.start_cards(pair as u16));
                kinds.push(KindPlay {
                    cards: match open.as_slice() {
                        [] => cards,
                        open => format!("{cards} with {}", words(open)),
                    },
                    best: best.collect(),
                });
            }
        }
        let wager = |column: &usize| self.stakes.before_deal as u32 + u32::from(street.before[*column]);
        StreetStrategy {
            name: rules.name.clone(),
            wagers: columns.iter().map(wager).collect(),
            kinds,
        }
    }

    pub(super) fn start_cards(&self, pair: u16) -> Vec<Card> {
        let (low, high) = self.pairs.cards(pair);
        [high, low].map(|card| self.maker.cards.at(usize::from(card))).to_vec()
    }

    fn figures<'m>(&'m self, game: &'m Game, main: Money) -> Measured<'m> {
        Measured {
            game,
            rules: &self.rules,
            main,
            scale: self.stakes.scale,
            actions: self.streets.iter().map(|street| street.actions.as_slice()).collect(),
        }
    }
}
