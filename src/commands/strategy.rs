//! `croupier strategy`: the best play, and a chart or rule that a person can carry, each with its exact value.

use std::fmt::Write as _;
use std::io::Write;

use croupier_rules::{Family, Game, Money};
use croupier_solver::stud::{self, StudStrategy};
use croupier_solver::twenty_one::chart::Chart;
use croupier_solver::twenty_one::{full_shoe, round_value};
use serde_json::json;

use super::solve::with_changes;
use crate::args::{Strategy, StrategyFormat};
use crate::failure::Failure;
use crate::values::chart::{self, Rows, Worth};

/// Prints how to play.
pub fn run(args: &Strategy) -> Result<(), Failure> {
    let loaded = with_changes(&args.rules)?;
    let game = &loaded.game;
    let text = match &game.family {
        Family::TwentyOne(_) => twenty_one(game, args)?,
        Family::Stud(_) => of_stud(game, args)?,
    };
    anstream::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// The best chart for a game of 21 at this bet, or at the lowest.
pub fn best_chart(game: &Game, bet: Option<Money>) -> Result<(Chart, Worth), Failure> {
    let main = bet.unwrap_or(game.main_bet.lowest());
    if !game.main_bet.allows(main) {
        let (name, allowed) = (&game.main_bet.name, game.main_bet.allowed());
        return Err(Failure::Input(format!("a {name} of {main} is not allowed; {allowed}")));
    }
    let shoe = full_shoe(game);
    let chart = Chart::best(game, main, &shoe);
    let chart = chart.ok_or_else(|| Failure::Input(format!("`{}` is not a game of 21", game.id)))?;
    let followed = chart.value(game, main, &shoe).map_or(0.0, |round| round.value);
    let best = round_value::<f64>(game, main, &shoe).map_or(0.0, |round| round.value);
    Ok((chart, Worth { chart: followed, best }))
}

fn twenty_one(game: &Game, args: &Strategy) -> Result<String, Failure> {
    let (chart, worth) = best_chart(game, args.rules.bet)?;
    Ok(match args.format {
        StrategyFormat::Text => chart::text(game, &chart, &worth),
        StrategyFormat::Csv => Rows::of(&chart).csv(),
        StrategyFormat::Svg => chart::svg(game, &chart, &worth),
        StrategyFormat::Json => {
            let answer = json!({
                "schema": 1,
                "game": game.id,
                "bet_cents": chart.bet_cents,
                "ev": worth.chart,
                "best_ev": worth.best,
                "cost": worth.best - worth.chart,
                "chart": chart,
            });
            format!("{answer:#}\n")
        }
    })
}

fn of_stud(game: &Game, args: &Strategy) -> Result<String, Failure> {
    let strategy = stud::strategy(game, args.rules.bet).map_err(|fault| Failure::Input(fault.to_string()))?;
    Ok(match args.format {
        StrategyFormat::Text => rule(game, &strategy),
        StrategyFormat::Json => serde_json::to_string_pretty(&strategy).map_err(anyhow::Error::from)? + "\n",
        StrategyFormat::Csv => {
            let mut text = "street,cards,wager,action\n".to_string();
            for street in &strategy.streets {
                for kind in &street.kinds {
                    for (wager, action) in street.wagers.iter().zip(&kind.best) {
                        let _ = writeln!(text, "{},{},{wager},{action}", street.name, kind.cards);
                    }
                }
            }
            text
        }
        StrategyFormat::Svg => {
            let message = "a rule of stud is a few lines of text; choose --format text, json or csv";
            return Err(Failure::Input(message.to_string()));
        }
    })
}

/// The simple rule as text.
fn rule(game: &Game, strategy: &StudStrategy) -> String {
    let rule = &strategy.rule;
    let mut text = format!(
        "{}\nA rule for a main bet of {}.\n",
        game.name,
        Money::from_cents(strategy.bet_cents)
    );
    let _ = writeln!(
        text,
        "It is worth {:.9} ({}) of the bet; the best play is worth {:.9} ({}). The price of simplicity: {:.6}%.",
        rule.ev,
        rule.ev_exact,
        strategy.ev,
        strategy.ev_exact,
        rule.cost * 100.0
    );
    let _ = writeln!(text, "{}\n", rule.points);
    for street in &rule.streets {
        let _ = writeln!(text, "{}", street.name);
        for line in &street.lines {
            let _ = writeln!(text, "  {:<8} {}", line.action, line.with);
        }
        let _ = writeln!(text, "  {:<8} otherwise\n", street.otherwise);
    }
    text
}
