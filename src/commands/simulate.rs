//! `croupier simulate`: millions of rounds a second, beside the exact figures.

mod files;
mod parquet;
mod text;

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use croupier_rules::{Family, Game, Money};
use croupier_simulator::session::SessionRules;
use croupier_simulator::{Control, Exact, Fault, Job, Order, Policy, Progress, Report};
use croupier_solver::pack::Pack;
use croupier_solver::stud::BestStud;
use croupier_solver::twenty_one::best::{BestPlay, Insures};
use croupier_solver::twenty_one::chart::Chart;
use croupier_solver::{side_bets, stud, twenty_one};
use croupier_table::{HandWagers, Strategy};
use indicatif::{ProgressBar, ProgressStyle};

use self::files::Files;
use super::solve::{solve, with_changes};
use crate::args::{ShoeMode, Simulate};
use crate::failure::Failure;

/// Simulates a game and prints what was found.
pub fn run(args: &Simulate) -> Result<(), Failure> {
    let loaded = with_changes(&args.rules)?;
    let game = Arc::new(loaded.game.clone());
    let order = Order {
        bets: bets(args, &game)?,
        seats: args.seats,
        cut_card: args.shoe == ShoeMode::CutCard,
        seed: args.seed,
        rounds: rounds(&args.rounds)?,
        session: args.session.map(|rounds| SessionRules {
            rounds,
            bankroll: args.bankroll.map(Money::cents),
        }),
    };
    let strategy = strategy(args, &game, order.bets.main)?;
    let job = Job::new(&game, &*strategy, &order).map_err(failure)?;
    let exact = match args.shoe {
        ShoeMode::Fresh => exact(args, &game, &order.bets, || solve(&loaded, Some(order.bets.main)))?,
        ShoeMode::CutCard => Exact::default(),
    };
    // A file that cannot be written is better known before the rounds are played.
    let files = Files::create(args)?;
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    let bar = bar(order.rounds);
    let run = job
        .run(Control {
            threads: args.threads,
            stop: &stop,
            until_se: args.until_se,
            checkpoint: args.checkpoint.as_deref(),
            progress: &mut |progress| show(&bar, progress),
        })
        .map_err(failure)?;
    bar.finish_and_clear();
    let report = Report::new(&job, &run, &args.strategy, &exact);
    files.write(args, &game, &report)
}

/// A fault of the order is the user's; a fault of a file is the system's.
fn failure(fault: Fault) -> Failure {
    match fault {
        Fault::File { .. } => Failure::Other(fault.into()),
        fault => Failure::Input(fault.to_string()),
    }
}

/// A number of rounds as people write it: `250000`, `1e9`, `2.5e6`.
fn rounds(text: &str) -> Result<u64, Failure> {
    let wrong = || {
        Failure::Input(format!(
            "`{text}` is not a number of rounds; write a whole number like 250000 or 1e9"
        ))
    };
    if let Ok(rounds) = text.parse() {
        return Ok(rounds);
    }
    let rounds: f64 = text.parse().map_err(|_| wrong())?;
    if !(0.0..1e18).contains(&rounds) || rounds.fract() != 0.0 {
        return Err(wrong());
    }
    Ok(rounds as u64)
}

fn bets(args: &Simulate, game: &Game) -> Result<HandWagers, Failure> {
    let mut side = vec![Money::ZERO; game.side_bets.len()];
    for text in &args.side {
        let ids: Vec<&str> = game.side_bets.iter().map(|bet| bet.id.as_str()).collect();
        let (id, amount) = text
            .split_once('=')
            .ok_or_else(|| Failure::Input(format!("`--side {text}` names no amount; write it like `--side ID=5`")))?;
        let (place, _) = game.side_bet(id).ok_or_else(|| {
            Failure::Input(format!(
                "{} has no side bet `{id}`; it has: {}",
                game.name,
                ids.join(", ")
            ))
        })?;
        side[place] = amount
            .parse()
            .map_err(|fault| Failure::Input(format!("--side {text}: {fault}")))?;
    }
    Ok(HandWagers {
        main: args.rules.bet.unwrap_or_else(|| game.main_bet.lowest()),
        spots: 0,
        side,
    })
}

fn strategy(args: &Simulate, game: &Game, main: Money) -> Result<Box<dyn Strategy + Sync>, Failure> {
    if let Some(policy) = Policy::from_name(&args.strategy) {
        return Ok(Box::new(policy));
    }
    let unknown = || {
        let names: Vec<&str> = Policy::ALL.iter().map(|policy| policy.name()).collect();
        Failure::Input(format!(
            "`{}` is not a strategy; choose optimal, chart, {}, or name a file that `croupier strategy --format json` wrote",
            args.strategy,
            names.join(", ")
        ))
    };
    if args.strategy == "chart" && game.twenty_one().is_some() {
        return Ok(Box::new(super::strategy::best_chart(game, Some(main))?.0));
    }
    if args.strategy != "optimal" {
        return match std::path::Path::new(&args.strategy).exists() {
            true => Ok(Box::new(written_chart(&args.strategy, game)?)),
            false => Err(unknown()),
        };
    }
    match game.family {
        Family::TwentyOne(_) => {
            let shoe = twenty_one::full_shoe(game);
            let best = BestPlay::<f64>::new(game, main, &shoe, Insures::WhenItPays).ok_or_else(unknown)?;
            Ok(Box::new(best))
        }
        Family::Stud(_) => Ok(Box::new(BestStud::new(stud::play(game, main).ok_or_else(unknown)?))),
    }
}

/// The chart in a file, as `croupier strategy --format json` writes it.
fn written_chart(path: &str, game: &Game) -> Result<Chart, Failure> {
    let wrong = |what: String| Failure::Input(format!("{path}: {what}"));
    let text = std::fs::read_to_string(path).map_err(|fault| wrong(fault.to_string()))?;
    let mut json: serde_json::Value = serde_json::from_str(&text).map_err(|fault| wrong(fault.to_string()))?;
    let chart = match json.get_mut("chart") {
        Some(chart) => chart.take(),
        None => json,
    };
    let chart: Chart = serde_json::from_value(chart).map_err(|fault| wrong(fault.to_string()))?;
    chart.check(game).map_err(wrong)?;
    Ok(chart)
}

/// The exact figures of this job: side bets always, the main game where it is played best.
fn exact(
    args: &Simulate,
    game: &Game,
    bets: &HandWagers,
    solve: impl Fn() -> Result<croupier_solver::solution::Solution, Failure>,
) -> Result<Exact, Failure> {
    let mut wagers = Vec::new();
    let pack = Pack::fresh(&game.deck);
    for place in 0..game.side_bets.len() {
        let stake = bets.side_stake(place);
        if stake != Money::ZERO {
            wagers.push(side_bets::value(game, place, &pack, stake, bets.main));
        }
    }
    if args.strategy == "optimal" {
        wagers.extend(solve()?.wagers.into_iter().filter(|wager| wager.id == "main"));
    }
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

fn bar(rounds: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {percent:>3}%  {msg}").unwrap_or(ProgressStyle::default_bar());
    ProgressBar::new(rounds).with_style(style)
}

fn show(bar: &ProgressBar, progress: &Progress) {
    bar.set_position(progress.rounds);
    bar.set_message(format!(
        "{:.1} million rounds/s  main {:+.6} ± {:.6}  {:.0} s left",
        progress.rounds_per_second / 1e6,
        progress.mean,
        1.96 * progress.standard_error,
        progress.seconds_left
    ));
}
