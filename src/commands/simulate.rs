//! `croupier simulate`: millions of rounds a second, beside the exact figures.

mod files;
mod parquet;
mod strategies;
mod text;

use std::io::IsTerminal;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Once};

use croupier_rules::pattern::Pays;
use croupier_rules::{Family, Game, Money};
use croupier_simulator::job::{Ended, Run};
use croupier_simulator::report::{self, SeatsReport};
use croupier_simulator::session::SessionRules;
use croupier_simulator::tally::Group;
use croupier_simulator::{Compiled, Control, Exact, Fault, Job, Order, Progress, Report};
use croupier_solver::pack::Pack;
use croupier_solver::side_bets;
use croupier_table::{HandWagers, Outcome};
use indicatif::{ProgressBar, ProgressStyle};

use self::files::Files;
use self::strategies::Player;
use super::bets;
use super::solve::with_changes;
use crate::args::{ShoeMode, Simulate};
use crate::failure::Failure;

/// Simulates a game and prints what was found.
pub fn run(args: &Simulate) -> Result<(), Failure> {
    let game = Arc::new(with_changes(&args.rules)?.game);
    let order = Order {
        bets: bets::checked(&game, args.rules.bet, args.spots, &args.side)?,
        seats: args.seats,
        cut_card: args.shoe == ShoeMode::CutCard,
        seed: args.seed,
        rounds: args.rounds,
        session: args.session.map(|rounds| SessionRules {
            rounds,
            bankroll: args.bankroll.map(Money::cents),
        }),
    };
    // What is wrong is better known before the game is solved or rounds are played.
    order.check(&game).map_err(failure)?;
    let files = Files::create(args)?;
    let player = Player::named(&args.strategy, &game, order.bets.main)?;
    let job = Job::new(&game, &player, &order).map_err(failure)?;
    player.check_gaps(&args.strategy)?;
    let run = play(args, &job, &order)?;
    player.check_gaps(&args.strategy)?;
    let mut known = Exact::default();
    if args.shoe == ShoeMode::Fresh {
        known = exact(&player, &game, &order.bets, job.compiled())?;
        if order.bets.spots != 0 && pays_once(&game) {
            known.means.remove("main");
        }
        if report::rows(&job, &run.tally).contains_key(&(Group::Main, Outcome::EvenMoney)) {
            // Even money ends the main bet before its time; the exact figures are those of the main game alone.
            known.forget("main");
        }
    }
    let mut report = Report::new(&job, &run, &args.strategy, &known);
    if args.by_seats && run.ended != Ended::Stopped {
        report.by_seats = by_seats(args, &game, &player, &order)?;
    }
    files.write(args, &game, &report)
}

/// A fault of the order is the user's; a fault of a file is the system's.
fn failure(fault: Fault) -> Failure {
    match fault {
        Fault::File { .. } => Failure::Other(fault.into()),
        fault => Failure::Input(fault.to_string()),
    }
}

/// The exact figures of this job: side bets always, insurance with the hands that are insured, the main game where the solver
/// can tell.
fn exact(player: &Player, game: &Game, bets: &HandWagers, compiled: &Compiled) -> Result<Exact, Failure> {
    let mut wagers = Vec::new();
    let pack = Pack::fresh(&game.deck);
    for place in 0..game.side_bets.len() {
        let stake = bets.side_stake(place);
        if stake != Money::ZERO {
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
        Family::TwentyOne(rules) => rules.winners.iter().any(|row| matches!(row.pays, Pays::Amount(_))),
        Family::Stud(rules) => {
            !rules.caps.is_empty() || rules.pays.iter().any(|row| matches!(row.pays, Pays::Amount(_)))
        }
    }
}

/// What every number of seats at the table makes of the main game.
fn by_seats(args: &Simulate, game: &Arc<Game>, player: &Player, order: &Order) -> Result<Vec<SeatsReport>, Failure> {
    let mut found = Vec::new();
    for seats in 1..=game.table.seats {
        let order = Order {
            seats,
            session: None,
            ..order.clone()
        };
        let job = Job::new(game, player, &order).map_err(failure)?;
        let run = play(args, &job, &order)?;
        let stopped = run.ended == Ended::Stopped;
        found.push(SeatsReport::new(&job, &run));
        if stopped {
            break;
        }
    }
    Ok(found)
}

/// Plays a job with a progress bar, until it is over or somebody stops it.
fn play(args: &Simulate, job: &Job, order: &Order) -> Result<Run, Failure> {
    let bar = bar(order.rounds);
    let run = job.run(Control {
        threads: args.threads,
        stop: stop()?,
        until_se: args.until_se,
        checkpoint: args.checkpoint.as_deref(),
        progress: &mut |progress| show(&bar, progress),
    });
    bar.finish_and_clear();
    run.map_err(failure)
}

/// A flag that an interrupt raises.
fn stop() -> Result<&'static AtomicBool, Failure> {
    static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
    static REGISTERED: Once = Once::new();
    let mut registered = Ok(());
    REGISTERED.call_once(|| {
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            registered = signal_hook::flag::register(signal, Arc::clone(&STOP)).map(drop);
        }
    });
    registered?;
    Ok(&STOP)
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
