//! A way of playing stud, written out street by street: the best one, a simple rule, or one read from a file. It can be
//! played at a table, and it has its own exact value.

use croupier_rules::card::parse_cards;
use croupier_rules::stud::Street;
use croupier_rules::{Game, Money};
use croupier_table::{Action, Situation, Strategy};

use super::lattice::{Places, SeenCards};
use super::play::{Play, StreetPlay, StudAction, TieRule, place};
use super::rule::HumanRule;
use super::strategy::{StreetStrategy, StudStrategy};
use super::{StudFault, checked_bet, play};
use crate::solution::{SCHEMA, WagerValue};

/// A way of playing a game of stud at one main bet.
#[derive(Clone, Debug)]
pub struct StudBook {
    pub(super) play: Play,
    pub(super) places: Vec<Places>,
    /// For each street the action by kind of cards and total wager so far.
    chosen: Vec<Vec<StudAction>>,
}

/// A written strategy that cannot be played by.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StudBookFault {
    /// The game or the bet.
    #[error(transparent)]
    Stud(#[from] StudFault),
    /// Another version.
    #[error("the strategy is written in version {0} of the schema; this program reads version {SCHEMA}")]
    Schema(u32),
    /// Another game.
    #[error("the strategy is for `{0}`, not for `{1}`")]
    Game(String, String),
    /// Neither the complete play nor a rule.
    #[error("the strategy has neither `streets` nor a `rule`; `croupier strategy --format json` writes one")]
    Nothing,
    /// A street that is missing, or reached with other wagers.
    #[error("the strategy says nothing of the street `{street}` {what}")]
    Street {
        /// The street.
        street: String,
        /// What is missing.
        what: String,
    },
    /// Cards with which nothing is said.
    #[error("on the street `{street}` the strategy has a gap: no action with {cards} and a total wager of {wager}")]
    Gap {
        /// The street.
        street: String,
        /// The cards.
        cards: String,
        /// The total wager, in main bets.
        wager: u32,
    },
    /// Cards that cannot be held there.
    #[error("on the street `{street}` nobody holds `{cards}`: {problem}")]
    Cards {
        /// The street.
        street: String,
        /// What is written.
        cards: String,
        /// What is wrong with it.
        problem: String,
    },
    /// An action that is not offered.
    #[error("on the street `{street}` the strategy wants to `{action}` with {cards}; offered: {offered}")]
    Action {
        /// The street.
        street: String,
        /// What is written.
        action: String,
        /// With what cards.
        cards: String,
        /// What may be done.
        offered: String,
    },
    /// A line of a rule that is not understood.
    #[error(
        "on the street `{street}` the rule has a line for `{with}`, which is not understood; write, for example: {example}"
    )]
    Line {
        /// The street.
        street: String,
        /// What is written.
        with: String,
        /// What would be understood.
        example: String,
    },
}

impl StudBook {
    /// The best play, the least bet of equally good ones.
    pub fn best(play: Play) -> StudBook {
        StudBook::by(play, |play, street, kind, units| {
            play.best(&play.streets[street], kind, units, TieRule::Least)
        })
    }

    /// The simple rule that the program finds.
    pub fn rule(play: Play) -> StudBook {
        let rule = HumanRule::derive(&play);
        StudBook::by_rule(play, &rule)
    }

    /// The smallest bet on every street, whatever the cards.
    pub fn smallest_bets(play: Play) -> StudBook {
        StudBook::by(play, |play, street, _, _| {
            let actions = play.streets[street].actions.iter();
            let size = |action: &&StudAction| match action {
                StudAction::Bet(times) => (*times == 0, *times),
                StudAction::Fold => (true, u8::MAX),
            };
            *actions.min_by_key(size).expect("a street offers something")
        })
    }

    /// What is written in a file, for a game at this main bet.
    pub fn read(written: &StudStrategy, game: &Game, main: Money) -> Result<StudBook, StudBookFault> {
        if written.schema != SCHEMA {
            return Err(StudBookFault::Schema(written.schema));
        }
        if written.game != game.id {
            return Err(StudBookFault::Game(written.game.clone(), game.id.clone()));
        }
        let main = checked_bet(game, Some(main))?;
        let play = play(game, main).ok_or_else(|| StudFault::NotStud(game.name.clone()))?;
        match (&written.streets[..], &written.rule) {
            ([], None) => Err(StudBookFault::Nothing),
            ([], Some(rule)) => {
                let rule = HumanRule::read(rule, &play)?;
                Ok(StudBook::by_rule(play, &rule))
            }
            (streets, _) => {
                let mut chosen = Vec::new();
                for street in 0..play.streets.len() {
                    chosen.push(read_street(&play, street, streets)?);
                }
                Ok(StudBook::new(play, chosen))
            }
        }
    }

    /// The figures of the main game when it is played so.
    pub fn wager_value(&self, game: &Game) -> WagerValue {
        let reached = self.play.count_results(|street, kind, units| {
            let place = self.play.street_place(street);
            self.choice(place, kind, units)
        });
        self.play.measured(game, &reached)
    }

    fn by_rule(play: Play, rule: &HumanRule) -> StudBook {
        StudBook::by(play, |play, street, kind, units| {
            rule.choose(play, &play.streets[street], kind, units)
        })
    }

    fn by(play: Play, choose: impl Fn(&Play, usize, usize, u32) -> StudAction) -> StudBook {
        let street = |place: usize| -> Vec<StudAction> {
            let street = &play.streets[place];
            let kinds = 0..play.lattice.levels[street.level].kinds.len();
            let each = kinds.flat_map(|kind| street.units.iter().map(move |units| (kind, *units)));
            each.map(|(kind, units)| choose(&play, place, kind, units)).collect()
        };
        let chosen = (0..play.streets.len()).map(street).collect();
        StudBook::new(play, chosen)
    }

    fn new(play: Play, chosen: Vec<Vec<StudAction>>) -> StudBook {
        let streets = play.streets.iter();
        StudBook {
            places: streets.map(|street| play.lattice.places(street.level)).collect(),
            play,
            chosen,
        }
    }

    fn choice(&self, street: usize, kind: usize, units: u32) -> StudAction {
        let wagers = &self.play.streets[street].units;
        self.chosen[street][kind * wagers.len() + place(wagers, units)]
    }
}

impl Strategy for StudBook {
    fn choose(&self, _game: &Game, situation: &Situation) -> Action {
        let street = situation.added.len();
        let seen = situation
            .cards
            .iter()
            .chain(situation.board)
            .fold(SeenCards::default(), |seen, card| seen.with(*card));
        let wagered: i64 = situation.added.iter().map(|added| added.cents()).sum();
        let units = 1 + (wagered / situation.main.cents()) as u32;
        let kind = self.places.get(street).and_then(|places| places.find(seen));
        match kind.map(|kind| self.choice(street, kind, units)) {
            Some(action) => Action::plain(action.on(self.play.street_rules(street))),
            // Cards that the game does not hold have no best play; whatever is offered first is as good.
            None => situation.offers[0].in_full(),
        }
    }
}

/// One street as it is written, every kind of cards and every total wager.
fn read_street(play: &Play, place: usize, written: &[StreetStrategy]) -> Result<Vec<StudAction>, StudBookFault> {
    let street = &play.streets[place];
    let rules = play.street_rules(place);
    let name = &rules.name;
    let missing = |what: &str| StudBookFault::Street {
        street: name.clone(),
        what: what.to_string(),
    };
    let written = written.iter().find(|other| other.name == *name);
    let written = written.ok_or_else(|| missing("at all"))?;
    if written.wagers != street.units {
        return Err(missing(&format!(
            "for the total wagers {:?}, in this order",
            street.units
        )));
    }
    let places = play.lattice.places(street.level);
    let kinds = &play.lattice.levels[street.level].kinds;
    let mut chosen: Vec<Option<StudAction>> = vec![None; kinds.len() * street.units.len()];
    for line in &written.kinds {
        let wrong = |problem: String| StudBookFault::Cards {
            street: name.clone(),
            cards: line.cards.clone(),
            problem,
        };
        let cards = parse_cards(&line.cards).map_err(|fault| wrong(fault.to_string()))?;
        let kind = places.find(SeenCards::of(&cards));
        let kind = kind.ok_or_else(|| wrong("these are not the cards of a hand and its board then".to_string()))?;
        for (units, action) in line.best.iter().enumerate().take(street.units.len()) {
            let action = street.action(rules, action).ok_or_else(|| StudBookFault::Action {
                street: name.clone(),
                action: action.clone(),
                cards: line.cards.clone(),
                offered: street.offered(rules),
            })?;
            chosen[kind * street.units.len() + units] = Some(action);
        }
    }
    let gap = |place: usize| StudBookFault::Gap {
        street: name.clone(),
        cards: super::strategy::words(&kinds[place / street.units.len()].cards()),
        wager: street.units[place % street.units.len()],
    };
    let each = chosen.into_iter().enumerate();
    each.map(|(place, action)| action.ok_or_else(|| gap(place))).collect()
}

impl StreetPlay {
    /// The action of this name, where the street offers it.
    pub(crate) fn action(&self, rules: &Street, word: &str) -> Option<StudAction> {
        let mut actions = self.actions.iter().copied();
        actions.find(|action| action.on(rules).word() == word)
    }

    /// What the street offers, in words.
    pub(crate) fn offered(&self, rules: &Street) -> String {
        let words: Vec<&str> = self.actions.iter().map(|action| action.on(rules).word()).collect();
        words.join(", ")
    }
}
