//! The exact value and the best play of games in which hands are compared with the dealer's.

mod board;
mod book;
mod classes;
mod dealers;
mod hand;
mod measure;
mod play;
mod rule;
mod sweep;
mod terms;

pub use board::{BoardBook, BoardPlay};
pub use book::ShowdownBook;
pub use hand::hand;
pub use play::{Endings, ShowdownPlay};

use std::sync::Arc;

use croupier_rules::{Card, Game, Money};

use crate::solution::{WagerValue, fraction, to_f64};
use crate::stud::{ActionValues, KindPlay, StreetStrategy, StudAction, StudFault, StudRule, words};
use measure::Measured;

/// The game played best from a fresh deck at this main bet; `None` where it is not played against a dealer's hand.
pub fn play(game: &Game, main: Money) -> Result<Option<ShowdownPlay>, StudFault> {
    let Some(rules) = game.stud().filter(|rules| rules.showdown.is_some()) else {
        return Ok(None);
    };
    let most = rules.hands.hole_cards.max(rules.dealer_cards());
    if rules.streets.len() != 1 || rules.community_cards() > 0 || usize::from(most) > classes::SET_MAX {
        return Err(StudFault::unsolved(game));
    }
    Ok(Some(ShowdownPlay::new(game, rules, main)))
}

/// A game against the dealer's hand with its best play, whatever its shape.
pub enum Solved {
    /// One decision, no community cards.
    Hands(Box<ShowdownPlay>),
    /// Two cards each beside a board, at a main bet.
    Board(Arc<BoardPlay>, Money),
}

/// The game played best from a fresh deck at this main bet; `None` where it is not played against a dealer's hand.
pub fn solved(game: &Game, main: Money) -> Result<Option<Solved>, StudFault> {
    let board = game
        .stud()
        .is_some_and(|rules| rules.showdown.is_some() && rules.community_cards() > 0);
    if board {
        let play = BoardPlay::of(game).ok_or_else(|| StudFault::unsolved(game))?;
        return Ok(Some(Solved::Board(play, main)));
    }
    Ok(play(game, main)?.map(|play| Solved::Hands(Box::new(play))))
}

impl Solved {
    /// The figures of the main game under the best play.
    pub fn wager_value(&self, game: &Game) -> WagerValue {
        match self {
            Solved::Hands(play) => play.wager_value(game),
            Solved::Board(play, main) => play.wager_value(game, *main),
        }
    }

    /// The rule that a person can carry, with its price.
    pub fn rule(&self) -> StudRule {
        match self {
            Solved::Hands(play) => play.rule(),
            Solved::Board(play, _) => play.rule(),
        }
    }

    /// The best play, street by street; with a board the last street is left out, which is too long to write.
    pub fn streets(&self) -> Vec<StreetStrategy> {
        match self {
            Solved::Hands(play) => vec![play.street_strategy()],
            Solved::Board(play, _) => play.street_strategies(),
        }
    }

    /// Every kind of hole cards with what each action of the first street is worth with it, in main bets.
    pub fn first_actions(&self) -> Vec<(Vec<Card>, ActionValues)> {
        match self {
            Solved::Hands(play) => play.first_actions(),
            Solved::Board(play, _) => play.first_actions(),
        }
    }
}

impl ShowdownPlay {
    /// The figures of the main game under the best play.
    pub fn wager_value(&self, game: &Game) -> WagerValue {
        self.figures(game).best(&self.least, &self.most)
    }

    /// The figures of the main game when the deals end so.
    pub fn measured(&self, game: &Game, endings: &Endings) -> WagerValue {
        self.figures(game).value(endings)
    }

    fn figures<'m>(&'m self, game: &'m Game) -> Measured<'m> {
        Measured {
            game,
            rules: &self.rules,
            main: self.main,
            scale: self.scale,
            actions: vec![&self.actions],
        }
    }

    /// The rule that a person can carry, with its price.
    pub fn rule(&self) -> StudRule {
        rule::Thresholds::best(self).describe(self)
    }

    /// The word for what is done on the one street.
    fn word(&self, action: StudAction) -> &'static str {
        action.on(&self.rules.streets[0]).word()
    }

    /// The complete play: every kind of hand, and each up card where it matters.
    pub fn street_strategy(&self) -> StreetStrategy {
        let word = |bits: u8| self.word(self.actions[bits.trailing_zeros() as usize]).to_string();
        let mut kinds = Vec::new();
        for place in 0..self.sides.players.len() {
            let hand = self.hand(place);
            let best = &self.best[place * self.ups()..][..self.ups()];
            let played = || best.iter().enumerate().filter(|(_, bits)| **bits != 0);
            let first = played().next().map_or(1, |(_, bits)| *bits);
            if played().all(|(_, bits)| word(*bits) == word(first)) {
                kinds.push(KindPlay {
                    cards: words(&hand),
                    best: vec![word(first)],
                });
            } else {
                kinds.extend(played().map(|(up, bits)| KindPlay {
                    cards: format!("{} against {}", words(&hand), self.sides.cards.at(up)),
                    best: vec![word(*bits)],
                }));
            }
        }
        StreetStrategy {
            name: self.rules.streets[0].name.clone(),
            wagers: vec![1],
            kinds,
        }
    }

    /// Every kind of hand with what each action is worth with it, in main bets, before an up card is known.
    pub fn first_actions(&self) -> Vec<(Vec<Card>, ActionValues)> {
        let whole = self.deals_beside_a_hand() * self.scale as u128;
        let kinds = (0..self.sides.players.len()).map(|place| {
            let values = self.actions.iter().zip(&self.sums[place]).enumerate();
            let values = values.filter(|(action, _)| self.allows(place, *action));
            let values = values.map(|(_, (action, sum))| {
                let ev = to_f64(&fraction(i128::from(*sum), whole));
                (self.word(*action).to_string(), ev)
            });
            (self.hand(place).to_vec(), values.collect())
        });
        kinds.collect()
    }
}
