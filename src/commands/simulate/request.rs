//! What a simulation is asked for: everything its result depends on, so that a part of it can be merged anywhere.

use croupier_rules::game::SpotsPay;
use croupier_rules::{Family, Game, Money, load};
use croupier_simulator::report;
use croupier_simulator::tally::Group;
use croupier_simulator::{Compiled, Exact, Job, Order, Report, Run};
use croupier_solver::pack::Pack;
use croupier_solver::side_bets;
use croupier_table::{HandWagers, Outcome};
use serde::{Deserialize, Serialize};

use super::strategies::{self, Player};
use crate::failure::Failure;

/// What a simulation is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The rules, as a text that stands alone.
    rules: String,
    /// The name of the strategy or of its file.
    strategy: String,
    /// What stands in that file.
    strategy_text: Option<String>,
    /// How much of it, and how.
    pub order: Order,
}

impl Request {
    /// An order of this game, played by the strategy of this name or in this file.
    pub fn new(game: &Game, order: Order, strategy: &str) -> Result<Request, Failure> {
        Ok(Request {
            order,
            rules: game.toml(),
            strategy: strategy.to_string(),
            strategy_text: strategies::text_of(strategy)?,
        })
    }

    /// The name of the strategy or of its file.
    pub fn strategy(&self) -> &str {
        &self.strategy
    }

    /// The game.
    pub fn game(&self) -> Result<Game, Failure> {
        load::parse(&self.rules).map_err(|faults| Failure::Input(faults.to_string()))
    }

    /// Who plays.
    pub(super) fn player(&self, game: &Game) -> Result<Player, Failure> {
        Player::named(
            &self.strategy,
            self.strategy_text.as_deref(),
            game,
            self.order.bets.main,
        )
    }

    /// What a run found, beside the exact figures.
    pub(super) fn report(&self, job: &Job, game: &Game, player: &Player, run: &Run) -> Result<Report, Failure> {
        let mut known = Exact::default();
        if !self.order.cut_card {
            known = exact(player, game, &self.order.bets, job.compiled())?;
            if self.order.bets.spots != 0 && (pays_once(game) || game.main_bet.spots_pay != SpotsPay::AsMainBet) {
                known.means.remove(game.main_bet.wager_id());
            }
            if report::rows(job, &run.tally).contains_key(&(Group::Main, Outcome::EvenMoney)) {
                // Even money ends the main bet before its time; the exact figures are those of the main game alone.
                known.forget(game.main_bet.wager_id());
            }
        }
        Ok(Report::new(job, run, &self.strategy, &known))
    }
}

/// The exact figures of this job: side bets that have a value of their own, insurance with the hands that are insured, the main
/// game where the solver can tell.
fn exact(player: &Player, game: &Game, bets: &HandWagers, compiled: &Compiled) -> Result<Exact, Failure> {
    let mut wagers = Vec::new();
    let pack = Pack::fresh(&game.deck);
    for place in 0..game.side_bets.len() {
        let stake = bets.side_stake(place);
        if stake != Money::ZERO && side_bets::is_valued(game, &game.side_bets[place]) {
            wagers.push(side_bets::value(game, place, &pack, stake, bets.main));
        }
    }
    let insurance = game.twenty_one().and_then(|rules| rules.insurance.as_ref());
    if let (Some(insurance), Compiled::TwentyOne(tables, _)) = (insurance, compiled) {
        wagers.extend(side_bets::insurance_when(insurance, &pack, |hand, up| {
            tables.insures(hand, up)
        }));
    }
    wagers.extend(player.main_value(game, bets.main)?);
    let mut exact = Exact::default();
    for wager in wagers {
        // Under a cap that cuts the bet's own payments the figures of its pay table are not those of the game.
        if wager.capped.is_empty() {
            exact.means.insert(wager.id.clone(), wager.ev);
        }
        for row in wager.outcomes {
            exact.rows.insert((wager.id.clone(), row.row), row.probability);
        }
    }
    Ok(exact)
}

/// Whether something is paid that does not grow with the spots bet on: a fixed amount, or what a cap leaves. The exact means are
/// those of one spot.
fn pays_once(game: &Game) -> bool {
    match &game.family {
        Family::TwentyOne(rules) => rules.winners.iter().any(|row| row.pays.amount().is_some()),
        Family::Baccarat(rules) => rules.pays.iter().any(|row| row.pays.amount().is_some()),
        // A game of single cards has one spot.
        Family::SingleCard(_) => false,
        Family::Stud(rules) => !rules.caps.is_empty() || rules.pays.iter().any(|row| row.pays.amount().is_some()),
    }
}
