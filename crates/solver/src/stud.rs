//! The exact value and the best play of games of the stud family.

mod book;
mod collusion;
mod forfeit;
mod hand;
mod lattice;
mod play;
mod rule;
mod strategy;
mod total;

use std::collections::BTreeMap;
use std::time::Instant;

use croupier_rules::game::HoleCardsPlay;
use croupier_rules::stud::Street;
use croupier_rules::{Game, Money};
use croupier_table::{ActionKind, bet_on};

use crate::pack::Pack;
use crate::showdown;
use crate::side_bets;
use crate::solution::{
    ActionShare, Gains, OutcomeByWager, OutcomeRow, SCHEMA, Solution, StreetValue, TieFigures, Ties, WagerValue,
    fraction, to_f64,
};
pub use book::{StudBook, StudBookFault};
pub use collusion::Collusion;
pub use hand::{StudHand, StudHandFault, hand};
use play::Reached;
pub use play::{Play, ResultCounts, StudAction, StudResult, TieRule};
pub use rule::{RuleLine, RuleStreet, StudRule};
pub(crate) use strategy::words;
pub use strategy::{ActionValues, KindPlay, StreetStrategy, StudStrategy, complete, simple};
pub use total::total;

/// The rule for equally good choices that the figures hold for, as it is printed.
pub const TIE_RULE: &str =
    "of equally good choices the one that adds least money is taken; a fold adds none and comes before a bet";

/// What is to be solved.
#[derive(Clone, Debug, Default)]
pub struct StudOptions {
    /// The main bet; left out, the least.
    pub bet: Option<Money>,
    /// The stakes of the side bets that are played together with the main game, in the order of the rules file. Where there
    /// are any, the total under the shared cap is found too.
    pub stakes: Vec<Money>,
}

/// A game that cannot be solved so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StudFault {
    /// The game is not of the stud family.
    #[error("{0} is not a game of stud")]
    NotStud(String),
    /// A game against the dealer's hand that is too large to solve exactly.
    #[error(
        "{0} is too large to solve exactly: hands against a dealer's are solved with one decision, no community cards and at \
         most six cards each, or with two cards each and a board, paid by poker hands; `croupier simulate` plays it"
    )]
    Unsolved(String),
    /// Side bets that a fold loses.
    #[error(
        "a fold loses the side bets of {0} too, so that the best play depends on all bets together; `croupier simulate` plays \
         it"
    )]
    FoldTakesSideBets(String),
    /// A total of bets one of which is paid on hands in which the hole cards must play.
    #[error("the total of all bets is not found where all hole cards must play on the {0}; leave its stake out")]
    HoleCardsPlay(String),
    /// A main bet that is not allowed.
    #[error("a {name} of {amount} is not allowed; {allowed}")]
    Main {
        /// What the main bet is called.
        name: String,
        /// The amount.
        amount: Money,
        /// What is allowed, in words.
        allowed: String,
    },
}

impl StudFault {
    /// A game whose shape has no exact solver.
    pub(crate) fn unsolved(game: &Game) -> StudFault {
        StudFault::Unsolved(game.name.clone())
    }
}

/// What every wager of a game of stud is worth, with the best play.
pub fn solve(game: &Game, options: &StudOptions) -> Result<Solution, StudFault> {
    let start = Instant::now();
    let main = checked_bet(game, options.bet)?;
    let rules = game.stud().ok_or_else(|| StudFault::NotStud(game.name.clone()))?;
    let forfeits = game.side_bets.iter().any(|bet| !side_bets::is_valued(game, bet));
    let refused = || StudFault::FoldTakesSideBets(game.name.clone());
    if forfeits && options.stakes.iter().any(|stake| *stake > Money::ZERO) {
        return Err(refused());
    }
    let play = play(game, main);
    let value = match (&rules.showdown, &play) {
        (Some(_), _) => showdown::solved(game, main)?.map(|play| play.wager_value(game)),
        (None, play) => play.as_ref().map(|play| play.wager_value(game)),
    };
    let mut wagers: Vec<WagerValue> = value.into_iter().collect();
    let pack = Pack::fresh(&game.deck);
    for place in 0..game.side_bets.len() {
        let stake = crate::ask::stake_of(game, place, &options.stakes);
        wagers.push(match (forfeits, &play) {
            (false, _) => side_bets::value(game, place, &pack, stake, main),
            (true, Some(play)) => forfeit::value(game, play, place, stake).ok_or_else(refused)?,
            (true, None) => return Err(refused()),
        });
    }
    let mut notes = vec![format!("Ties: {TIE_RULE}.")];
    if forfeits {
        notes.push(
            "A fold loses the side bets: they are valued with the play that is best for the main bet alone."
                .to_string(),
        );
    }
    let mut staked = game.side_bets.iter().zip(&options.stakes);
    if let Some((bet, _)) =
        staked.find(|(bet, stake)| bet.hole_cards == HoleCardsPlay::MustPlay && **stake > Money::ZERO)
    {
        return Err(StudFault::HoleCardsPlay(bet.name.clone()));
    }
    // Without a cap the bets do not touch each other, and a game with a dealer's hand has none.
    let together = rules.showdown.is_none() && options.stakes.iter().any(|stake| *stake > Money::ZERO);
    Ok(Solution {
        schema: SCHEMA,
        game: game.id.clone(),
        bet_cents: main.cents(),
        decks: game.deck.decks,
        strategy_class: "optimal".to_string(),
        wagers,
        total: together.then(|| total(game, Some(main), &options.stakes)).transpose()?,
        by_bet: Vec::new(),
        notes,
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// The main bet asked for, if it is allowed, or the least.
pub(crate) fn checked_bet(game: &Game, bet: Option<Money>) -> Result<Money, StudFault> {
    let rules = &game.main_bet;
    let amount = bet.unwrap_or(rules.lowest());
    if rules.allows(amount) {
        return Ok(amount);
    }
    Err(StudFault::Main {
        name: rules.name.clone(),
        amount,
        allowed: rules.allowed(),
    })
}

/// The whole game played best from a fresh deck at this main bet; `None` where it is not paid by a pay table alone.
pub fn play(game: &Game, main: Money) -> Option<Play> {
    let rules = game.stud().filter(|rules| rules.showdown.is_none())?;
    Some(Play::new(rules, &Pack::fresh(&game.deck), main, &[], 0, 1))
}

impl Play {
    /// The figures of the main game under the best play.
    pub fn wager_value(&self, game: &Game) -> WagerValue {
        let least = self.count_results(|street, kind, units| self.best(street, kind, units, TieRule::Least));
        let most = self.count_results(|street, kind, units| self.best(street, kind, units, TieRule::Most));
        let mut value = self.measured(game, &least);
        value.ties = Some(Ties {
            rule: TIE_RULE.to_string(),
            least: figures(&value),
            most: figures(&self.measured(game, &most)),
        });
        value
    }

    /// The deals that end each way under the best play with this rule for ties. They add up to all deals, where the hole
    /// cards and the cards of one street come in no order.
    pub fn count_best_results(&self, ties: TieRule) -> ResultCounts {
        let reached = self.count_results(|street, kind, units| self.best(street, kind, units, ties));
        let orders = self.orders();
        let fewer = |(result, count): ((StudResult, u32), u128)| (result, count / orders);
        reached.results.into_iter().map(fewer).collect()
    }

    /// In how many orders the cards of one deal come: hole cards and the cards of one street are dealt together.
    fn orders(&self) -> u128 {
        let factorial = |cards: u8| (1..=u128::from(cards)).product::<u128>();
        let streets = self.rules.streets.iter().map(|street| factorial(street.cards));
        factorial(self.rules.hands.hole_cards) * streets.product::<u128>()
    }

    fn measured(&self, game: &Game, reached: &Reached) -> WagerValue {
        let mut gains = Gains::default();
        let (mut wagered, mut all) = (0u128, 0u128);
        for ((result, units), count) in &reached.results {
            gains.add(self.bank.gain(*result, *units), *count);
            wagered += u128::from(*units) * count;
            all += count;
        }
        let mut value = WagerValue {
            id: game.main_bet.wager_id().to_string(),
            name: game.main_bet.name.clone(),
            stake_cents: self.main.cents(),
            ..WagerValue::default()
        };
        value.measure(&gains, self.unit());
        value.wager(wagered as f64 / all as f64);
        value.outcomes = self.outcomes(reached, all);
        value.streets = self.street_values(reached, all);
        value
    }

    fn outcomes(&self, reached: &Reached, all: u128) -> Vec<OutcomeRow> {
        let rows = (0..self.rules.pays.len()).map(|row| vec![StudResult::Row(row)]);
        // A fold is one row, as at the table; on which street it comes, the streets tell.
        let folds: Vec<StudResult> = (0..self.rules.streets.len())
            .filter(|street| self.rules.streets[*street].fold)
            .map(StudResult::Folded)
            .collect();
        let folds = (!folds.is_empty()).then_some(folds);
        rows.chain([vec![StudResult::NoRow]])
            .chain(folds)
            .map(|results| self.outcome(&results, reached, all))
            .collect()
    }

    /// One row of the outcome table, which may take several results together.
    fn outcome(&self, results: &[StudResult], reached: &Reached, all: u128) -> OutcomeRow {
        let orders = self.orders();
        let mut by_wager: BTreeMap<u32, (u128, i128)> = BTreeMap::new();
        for result in results {
            for ((_, units), ways) in reached.results.range((*result, 0)..=(*result, u32::MAX)) {
                let (count, gain) = by_wager.entry(*units).or_default();
                *count += ways;
                *gain = self.bank.gain(*result, *units);
            }
        }
        let count: u128 = by_wager.values().map(|(count, _)| count).sum();
        let sum: i128 = by_wager.values().map(|(count, gain)| gain * *count as i128).sum();
        OutcomeRow {
            row: self.name(results[0]),
            pays: match results[0] {
                StudResult::Row(row) => self.rules.pays[row].pays.to_string(),
                _ => "lose".to_string(),
            },
            probability: count as f64 / all as f64,
            count: u64::try_from(count / orders).ok(),
            contribution: to_f64(&fraction(sum, all * self.unit() as u128)),
            by_wager: by_wager
                .iter()
                .map(|(units, (count, gain))| OutcomeByWager {
                    wager: f64::from(*units),
                    count: u64::try_from(count / orders).unwrap_or(u64::MAX),
                    net: *gain as f64 / self.unit() as f64,
                })
                .collect(),
        }
    }

    /// Where a street stands among those that are still to be decided.
    pub(crate) fn street_place(&self, street: &play::StreetPlay) -> usize {
        let mut streets = self.streets.iter();
        streets.position(|other| other.street == street.street).unwrap_or(0)
    }

    fn street_values(&self, reached: &Reached, all: u128) -> Vec<StreetValue> {
        let share = |count: u128| count as f64 / all as f64;
        self.streets
            .iter()
            .zip(&reached.actions)
            .map(|(street, counts)| StreetValue {
                name: self.rules.streets[street.street].name.clone(),
                reached: share(counts.values().sum()),
                actions: street
                    .actions
                    .iter()
                    .map(|action| ActionShare {
                        action: action.on(&self.rules.streets[street.street]).word().to_string(),
                        probability: share(counts.get(action).copied().unwrap_or(0)),
                    })
                    .collect(),
            })
            .collect()
    }

    fn name(&self, result: StudResult) -> String {
        match result {
            StudResult::Row(row) => self.rules.pays[row].name.clone(),
            StudResult::NoRow => "Loses".to_string(),
            StudResult::Folded(_) => "Fold".to_string(),
        }
    }
}

impl StudAction {
    /// What a player does who chooses it on this street: fold, bet, let the bet ride or pull it back.
    pub fn on(self, street: &Street) -> ActionKind {
        match self {
            StudAction::Fold => ActionKind::Fold,
            StudAction::Bet(times) => bet_on(street, times),
        }
    }
}

pub(crate) fn figures(value: &WagerValue) -> TieFigures {
    TieFigures {
        average_wager: value.average_wager,
        element_of_risk: value.element_of_risk,
        sd: value.sd,
        skewness: value.skewness,
        hit_frequency: value.hit_frequency,
    }
}

#[cfg(test)]
mod tests;
