//! `croupier strategy`: the best play, and a chart or rule that a person can carry, each with its exact value.

use std::io::Write;

use croupier_rules::{Family, Game, Money};
use croupier_solver::stud::{self, StudFault, StudStrategy};
use croupier_solver::twenty_one::best::{BestPlay, Insures};
use croupier_solver::twenty_one::chart::Chart;
use croupier_solver::twenty_one::{full_shoe, solve_main};
use serde::Serialize;
use serde_json::json;

use super::solve::with_changes;
use super::{bets, long_work};
use crate::args::{Strategy, StrategyFormat, WhichPlay};
use crate::failure::Failure;
use crate::values::chart::{self, Rows, Worth};
use crate::values::{complete, rule};

/// Prints how to play.
pub fn run(args: &Strategy) -> Result<(), Failure> {
    let game = with_changes(&args.rules)?.game;
    long_work::announce(&game)?;
    let text = printed(&game, args.rules.bet, args.play, args.format)?;
    anstream::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// How to play a game at this bet, or at the lowest, as it is printed.
pub fn printed(game: &Game, bet: Option<Money>, play: WhichPlay, format: StrategyFormat) -> Result<String, Failure> {
    match (&game.family, play) {
        (Family::TwentyOne(_), WhichPlay::Chart) => chart_of(game, bet, format),
        (Family::TwentyOne(_), WhichPlay::Complete) => complete_twenty_one(game, bet, format),
        (Family::Stud(_) | Family::SingleCard(_), WhichPlay::Chart) => rule_of(game, bet, format),
        (Family::Stud(_) | Family::SingleCard(_), WhichPlay::Complete) => complete_stud(game, bet, format),
        (Family::Baccarat(_), _) => Err(nothing_to_choose(game)),
    }
}

/// The best chart for a game of 21 at this bet, or at the lowest.
pub fn best_chart(game: &Game, bet: Option<Money>) -> Result<(Chart, Worth), Failure> {
    let main = bets::checked(game, bet, 0, &[])?.main;
    croupier_report::chart::best(game, main).ok_or_else(|| Failure::Input(format!("`{}` is not a game of 21", game.id)))
}

fn chart_of(game: &Game, bet: Option<Money>, format: StrategyFormat) -> Result<String, Failure> {
    let (chart, worth) = best_chart(game, bet)?;
    Ok(match format {
        StrategyFormat::Text => chart::text(game, &chart, &worth),
        StrategyFormat::Csv => Rows::of(&chart).csv(),
        StrategyFormat::Svg => chart::svg(game, &chart),
        StrategyFormat::Json => pretty(&json!({
            "schema": 1,
            "game": game.id,
            "bet_cents": chart.bet_cents,
            "play": "chart",
            "ev": worth.chart,
            "best_ev": worth.best,
            "cost": worth.best - worth.chart,
            "chart": chart,
        }))?,
    })
}

fn complete_twenty_one(game: &Game, bet: Option<Money>, format: StrategyFormat) -> Result<String, Failure> {
    if format == StrategyFormat::Svg {
        return Err(too_long());
    }
    let main = bets::checked(game, bet, 0, &[])?.main;
    let best: Option<BestPlay<f64>> = BestPlay::new(game, main, &full_shoe(game), Insures::WhenItPays);
    let best = best.ok_or_else(|| Failure::Input(format!("`{}` is not a game of 21", game.id)))?;
    let (book, value) = (best.playbook(game), solve_main(game, main).unwrap_or_default());
    Ok(match format {
        StrategyFormat::Text => complete::text(game, &book, &value),
        StrategyFormat::Csv => complete::csv(&book),
        StrategyFormat::Json | StrategyFormat::Svg => pretty(&json!({
            "schema": 1,
            "game": game.id,
            "bet_cents": book.bet_cents,
            "play": "complete",
            "ev": value.ev,
            "ev_with_best_insurance": value.ev_with_best_insurance,
            "playbook": book,
        }))?,
    })
}

fn rule_of(game: &Game, bet: Option<Money>, format: StrategyFormat) -> Result<String, Failure> {
    let strategy = stud::simple(game, bet).map_err(wrong)?;
    Ok(match format {
        StrategyFormat::Text => rule::text(game, &strategy),
        StrategyFormat::Json => pretty(&strategy)?,
        StrategyFormat::Csv => rule::csv(&strategy),
        StrategyFormat::Svg => rule::svg(game, &strategy),
    })
}

fn complete_stud(game: &Game, bet: Option<Money>, format: StrategyFormat) -> Result<String, Failure> {
    if format == StrategyFormat::Svg {
        return Err(too_long());
    }
    let strategy: StudStrategy = stud::complete(game, bet).map_err(wrong)?;
    Ok(match format {
        StrategyFormat::Json => pretty(&strategy)?,
        StrategyFormat::Text => rule::complete_text(game, &strategy),
        StrategyFormat::Csv | StrategyFormat::Svg => rule::complete_csv(&strategy),
    })
}

fn wrong(fault: StudFault) -> Failure {
    Failure::Input(fault.to_string())
}

fn nothing_to_choose(game: &Game) -> Failure {
    Failure::Input(format!(
        "there is nothing to choose in {}, so there is no strategy; `croupier solve {}` values its bets",
        game.name, game.id
    ))
}

fn too_long() -> Failure {
    Failure::Input("the complete play is too long for a picture; choose --format text, json or csv".to_string())
}

fn pretty(answer: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string_pretty(answer).map_err(anyhow::Error::from)? + "\n")
}
