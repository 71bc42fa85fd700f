//! What the solver finds out for a par sheet, beside the figures of the wagers.

use croupier_rules::{Card, Family, Game, Money, Rank};
use croupier_solver::pack::Pack;
use croupier_solver::showdown;
use croupier_solver::single_card::{CardBook, FirstChoice};
use croupier_solver::stud::{self, StudStrategy};
use croupier_solver::twenty_one::chart::Chart;
use croupier_solver::twenty_one::full_shoe;
use croupier_solver::twenty_one::views::{FirstHand, UpValue, by_up_card, first_hands};

use crate::chart::{self, Worth};

/// How a game is played best, by family.
#[derive(Clone, Debug)]
pub enum Play {
    /// A game of 21.
    TwentyOne {
        /// The best chart.
        chart: Chart,
        /// What it is worth.
        worth: Worth,
        /// What each up card is worth.
        ups: Vec<UpValue>,
        /// What each action of each first hand is worth.
        hands: Vec<FirstHand>,
    },
    /// A game of stud.
    Stud {
        /// The simple rule, and what the best play is worth.
        strategy: StudStrategy,
        /// What each action before the first community card is worth.
        starts: Vec<Start>,
    },
    /// A game of single cards.
    SingleCard {
        /// The simple rule, and what the best play is worth.
        strategy: StudStrategy,
        /// What each choice is worth.
        choices: Vec<FirstChoice>,
    },
    /// A game in which nobody has anything to choose.
    Nothing,
}

/// Hole cards and what each first action is worth with them.
#[derive(Clone, PartialEq, Debug)]
pub struct Start {
    /// The cards; suits may be renamed.
    pub cards: Vec<Card>,
    /// Each action with its expected gain over the whole round, in main bets.
    pub actions: Vec<(String, f64)>,
}

impl Play {
    /// The play of a game at a main bet.
    pub fn of(game: &Game, main: Money) -> Result<Play, croupier_solver::SolveFault> {
        match &game.family {
            Family::TwentyOne(_) => {
                let shoe = full_shoe(game);
                let (chart, worth) = chart::best(game, main).expect("the game is of the 21 family");
                Ok(Play::TwentyOne {
                    chart,
                    worth,
                    ups: by_up_card(game, main, &shoe).expect("the game is of the 21 family"),
                    hands: first_hands(game, main, &shoe).expect("the game is of the 21 family"),
                })
            }
            Family::Baccarat(_) => Ok(Play::Nothing),
            Family::SingleCard(rules) => Ok(Play::SingleCard {
                strategy: stud::simple(game, Some(main))?,
                choices: CardBook::best(rules, &Pack::fresh(&game.deck), main).choices(),
            }),
            Family::Stud(_) => {
                let starts = match showdown::solved(game, main)? {
                    Some(play) => play.first_actions(),
                    None => stud::play(game, main).map_or_else(Vec::new, |play| play.first_actions()),
                };
                let starts = starts.into_iter();
                Ok(Play::Stud {
                    strategy: stud::simple(game, Some(main))?,
                    starts: starts.map(|(cards, actions)| Start { cards, actions }).collect(),
                })
            }
        }
    }
}

impl Start {
    /// The best action and what it is worth.
    pub fn best(&self) -> (&str, f64) {
        let best = self
            .actions
            .iter()
            .reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map_or(("", 0.0), |(action, value)| (action, *value))
    }

    /// What the second best action costs against the best.
    pub fn margin(&self) -> f64 {
        let mut values: Vec<f64> = self.actions.iter().map(|(_, value)| *value).collect();
        values.sort_by(|one, other| other.total_cmp(one));
        match values.as_slice() {
            [best, second, ..] => best - second,
            _ => 0.0,
        }
    }

    /// Whether these are two cards of these ranks, of one suit or of two.
    pub fn is(&self, one: Rank, other: Rank, suited: bool) -> bool {
        let [first, second] = self.cards.as_slice() else {
            return false;
        };
        let ranks = [first.rank(), second.rank()];
        (ranks == [one, other] || ranks == [other, one]) && (first.suit() == second.suit()) == suited
    }
}
