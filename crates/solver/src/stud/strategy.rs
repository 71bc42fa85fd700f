//! The best play of stud as something to play by: complete and machine-readable, and as a [`Strategy`].

use croupier_rules::{Card, Game};
use croupier_table::{Action, ActionKind, Situation, Strategy};
use serde::{Deserialize, Serialize};

use super::lattice::{Places, Seen};
use super::play::{Play, StreetPlay, StudAction, TieRule};
use super::rule::{HumanRule, StudRule};
use super::{StudFault, TIE_RULE, checked_bet, play};
use crate::solution::SCHEMA;

/// The best play and the best simple rule of a game of stud.
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
    /// The best play of each street.
    pub streets: Vec<StreetStrategy>,
    /// A rule of a few lines, with its own value.
    pub rule: StudRule,
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

/// The best play and a simple rule for a game of stud at this main bet, or at the least.
pub fn strategy(game: &Game, bet: Option<croupier_rules::Money>) -> Result<StudStrategy, StudFault> {
    let main = checked_bet(game, bet)?;
    let play = play(game, main).ok_or_else(|| StudFault::NotStud(game.name.clone()))?;
    let value = play.wager_value(game);
    let streets = play.streets.iter().map(|street| play.street_strategy(street)).collect();
    Ok(StudStrategy {
        schema: SCHEMA,
        game: game.id.clone(),
        bet_cents: main.cents(),
        ties: TIE_RULE.to_string(),
        ev: value.ev,
        ev_exact: value.ev_exact.clone().unwrap_or_default(),
        streets,
        rule: HumanRule::derive(&play).describe(&play),
    })
}

impl Play {
    fn street_strategy(&self, street: &StreetPlay) -> StreetStrategy {
        let kinds = self.lattice.levels[street.level].kinds.iter().enumerate();
        let word = |kind: usize, units: &u32| self.best(street, kind, *units, TieRule::Least).word().to_string();
        StreetStrategy {
            name: self.rules.streets[street.street].name.clone(),
            wagers: street.units.clone(),
            kinds: kinds
                .map(|(kind, seen)| {
                    let cards: Vec<String> = seen.cards().iter().map(Card::to_string).collect();
                    KindPlay {
                        cards: cards.join(" "),
                        best: street.units.iter().map(|units| word(kind, units)).collect(),
                    }
                })
                .collect(),
        }
    }
}

/// The best play at a table: chooses what the solver found, whatever the street bets so far.
#[derive(Clone, Debug)]
pub struct BestStud {
    play: Play,
    places: Vec<Places>,
}

impl BestStud {
    /// The best play of this game.
    pub fn new(play: Play) -> BestStud {
        let places = play
            .streets
            .iter()
            .map(|street| play.lattice.places(street.level))
            .collect();
        BestStud { play, places }
    }
}

impl Strategy for BestStud {
    fn choose(&self, _game: &Game, situation: &Situation) -> Action {
        let street = situation.added.len();
        let seen = situation
            .cards
            .iter()
            .chain(situation.board)
            .fold(Seen::default(), |seen, card| seen.with(*card));
        let wagered: i64 = situation.added.iter().map(|added| added.cents()).sum();
        let units = 1 + (wagered / situation.main.cents()) as u32;
        let best = self
            .places
            .get(street)
            .and_then(|places| places.find(seen))
            .map(|kind| self.play.best(&self.play.streets[street], kind, units, TieRule::Least));
        match best {
            Some(StudAction::Fold) => Action::plain(ActionKind::Fold),
            Some(StudAction::Bet(times)) => Action::plain(ActionKind::Bet(times)),
            // Cards that the game does not hold have no best play; whatever is offered first is as good.
            None => situation.offers[0].in_full(),
        }
    }
}
