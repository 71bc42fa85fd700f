//! The play of stud as a document: complete and machine-readable, or as a rule of a few lines.

use croupier_rules::{Card, Game, Money};
use serde::{Deserialize, Serialize};

use super::play::{Play, StreetPlay, TieRule};
use super::rule::{HumanRule, StudRule};
use super::{StudFault, TIE_RULE, checked_bet, play};
use crate::showdown::{self, Solved};
use crate::single_card::{self, CardBook};
use crate::solution::{SCHEMA, WagerValue, fraction, to_f64};

/// How to play a game of stud or of single cards: the complete best play, or a simple rule.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StudStrategy {
    /// The version of this schema.
    pub schema: u32,
    /// The game's id.
    pub game: String,
    /// The main bet it holds at, in cents.
    pub bet_cents: i64,
    /// How equally good choices are resolved.
    pub ties: String,
    /// The expected gain of the best play, per unit of the main bet.
    pub ev: f64,
    /// The same as a fraction.
    pub ev_exact: String,
    /// The complete play: what to do on each street.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub streets: Vec<StreetStrategy>,
    /// Or a rule of a few lines, with its own value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<StudRule>,
}

/// The best play of one street.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StreetStrategy {
    /// The street.
    pub name: String,
    /// The total wagers, in main bets, with which it may be reached; the lists of actions below have this order.
    pub wagers: Vec<u32>,
    /// Every kind of cards seen.
    pub kinds: Vec<KindPlay>,
}

/// What to do with one kind of cards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KindPlay {
    /// Hole cards and board together, which is all that matters; suits may be renamed.
    pub cards: String,
    /// The best action for each total wager.
    pub best: Vec<String>,
}

/// The complete best play of a game of stud or of single cards at this main bet, or at the least.
pub fn complete(game: &Game, bet: Option<Money>) -> Result<StudStrategy, StudFault> {
    if let Some((mut strategy, best)) = outline_of_single_card(game, bet)? {
        strategy.streets = vec![best.by_ranks()];
        return Ok(strategy);
    }
    if let Some((mut strategy, play)) = outline_of_showdown(game, bet)? {
        strategy.streets = play.streets();
        return Ok(strategy);
    }
    let (mut strategy, play) = outline(game, bet)?;
    strategy.streets = play.streets.iter().map(|street| play.street_strategy(street)).collect();
    Ok(strategy)
}

/// A rule of a few lines for a game of stud or of single cards at this main bet, or at the least.
pub fn simple(game: &Game, bet: Option<Money>) -> Result<StudStrategy, StudFault> {
    if let Some((mut strategy, best)) = outline_of_single_card(game, bet)? {
        strategy.rule = Some(best.by_stand().lines());
        return Ok(strategy);
    }
    if let Some((mut strategy, play)) = outline_of_showdown(game, bet)? {
        strategy.rule = Some(play.rule());
        return Ok(strategy);
    }
    let (mut strategy, play) = outline(game, bet)?;
    strategy.rule = Some(HumanRule::derive(&play).describe(&play));
    Ok(strategy)
}

fn outline(game: &Game, bet: Option<Money>) -> Result<(StudStrategy, Play), StudFault> {
    let main = checked_bet(game, bet)?;
    let play = play(game, main).ok_or_else(|| StudFault::NotStud(game.name.clone()))?;
    Ok((headed(game, main, play.wager_value(game)), play))
}

fn outline_of_showdown(game: &Game, bet: Option<Money>) -> Result<Option<(StudStrategy, Solved)>, StudFault> {
    let main = checked_bet(game, bet)?;
    let play = showdown::solved(game, main)?;
    Ok(play.map(|play| (headed(game, main, play.wager_value(game)), play)))
}

fn outline_of_single_card(game: &Game, bet: Option<Money>) -> Result<Option<(StudStrategy, CardBook)>, StudFault> {
    let main = checked_bet(game, bet)?;
    let best = single_card::book(game, main, CardBook::best);
    Ok(best.map(|best| (headed(game, main, best.wager_value(game)), best)))
}

/// A strategy that says what the best play is worth, and no more yet.
fn headed(game: &Game, main: Money, best: WagerValue) -> StudStrategy {
    StudStrategy {
        schema: SCHEMA,
        game: game.id.clone(),
        bet_cents: main.cents(),
        ties: TIE_RULE.to_string(),
        ev: best.ev,
        ev_exact: best.ev_exact.unwrap_or_default(),
        streets: Vec::new(),
        rule: None,
    }
}

/// Actions by their words, each with what it is worth in main bets.
pub type ActionValues = Vec<(String, f64)>;

/// Cards as they are written.
pub(crate) fn words(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    cards.join(" ")
}

impl Play {
    /// Every kind of hole cards with what each action of the first street is worth, in main bets over the whole round.
    pub fn first_actions(&self) -> Vec<(Vec<Card>, ActionValues)> {
        let Some(street) = self.streets.first() else {
            return Vec::new();
        };
        let rules = &self.rules.streets[street.street];
        let whole = self.deals_from(street.level) * self.unit() as u128;
        let kinds = self.lattice.levels[street.level].kinds.iter().enumerate();
        kinds
            .map(|(kind, seen)| {
                let values = self.action_values(street, kind, street.units[0]).into_iter();
                let actions = values.map(|(action, value)| {
                    let ev = to_f64(&fraction(value, whole));
                    (action.on(rules).word().to_string(), ev)
                });
                (seen.cards().to_vec(), actions.collect())
            })
            .collect()
    }

    fn street_strategy(&self, street: &StreetPlay) -> StreetStrategy {
        let kinds = self.lattice.levels[street.level].kinds.iter().enumerate();
        let rules = &self.rules.streets[street.street];
        let best = |kind: usize, units: &u32| self.best(street, kind, *units, TieRule::Least);
        let word = |kind: usize, units: &u32| best(kind, units).on(rules).word().to_string();
        StreetStrategy {
            name: rules.name.clone(),
            wagers: street.units.clone(),
            kinds: kinds
                .map(|(kind, seen)| KindPlay {
                    cards: words(&seen.cards()),
                    best: street.units.iter().map(|units| word(kind, units)).collect(),
                })
                .collect(),
        }
    }
}
