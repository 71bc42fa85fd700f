//! `croupier simulate`: millions of rounds a second, beside the exact figures.

mod files;
mod parquet;
mod request;
mod simulation;
mod strategies;
mod text;

use std::io::IsTerminal;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Once};

use croupier_rules::{Game, Money};
use croupier_simulator::part::Part;
use croupier_simulator::report::SeatsReport;
use croupier_simulator::{Control, Job, Order, Progress, Run, SessionRules, StopReason};
use indicatif::{ProgressBar, ProgressStyle};

use self::files::Files;
pub use self::parquet::{COLUMNS, rows};
pub use self::request::Request;
pub use self::simulation::Simulation;
pub(super) use self::simulation::failure;
use self::strategies::Player;
pub use self::text::text;
use super::bets;
use super::solve::with_changes;
use crate::args::{Merge, ShoeMode, Simulate};
use crate::failure::Failure;

/// Simulates a game and prints what was found, or writes some chunks of it as a part.
pub fn run(args: &Simulate) -> Result<(), Failure> {
    let game = Arc::new(with_changes(&args.rules)?.game);
    let request = Request::new(&game, order(args, &game)?, &args.strategy)?;
    // What is wrong is better known before the game is solved or rounds are played.
    request.order.check(&game).map_err(failure)?;
    let files = Files::create(&args.print)?;
    let simulation = Simulation::new(game, request, args.gpu)?;
    if let (Some(chunks), Some(path)) = (&args.chunks, &args.print.output) {
        return play_part(args, &simulation, chunks, path);
    }
    let run = play(args, simulation.job(), None)?;
    simulation.check_gaps()?;
    let mut report = simulation.report(&run)?;
    if args.by_seats && run.ended != StopReason::Stopped {
        report.by_seats = by_seats(args, &simulation)?;
    }
    files.write(&args.print, simulation.game(), &report)
}

/// Merges the parts of a job and prints what the whole run would have printed.
pub fn merge(args: &Merge) -> Result<(), Failure> {
    let read = |path: &PathBuf| Part::<Request>::read(path).map_err(failure);
    let parts = args.parts.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let files = Files::create(&args.print)?;
    let request = parts[0].request.clone();
    let game = Arc::new(request.game()?);
    let simulation = Simulation::new(game, request, false)?;
    let paths = args.parts.iter().map(PathBuf::as_path);
    let run = simulation.merge(paths.zip(parts).collect())?;
    let report = simulation.report(&run)?;
    files.write(&args.print, simulation.game(), &report)
}

/// The order on the command line, its bets checked against the limits of the game.
fn order(args: &Simulate, game: &Game) -> Result<Order, Failure> {
    Ok(Order {
        bets: bets::checked(game, args.rules.bet, args.spots, &args.side)?,
        seats: args.seats,
        cut_card: args.shoe == ShoeMode::CutCard,
        seed: args.seed,
        rounds: args.rounds,
        session: args.session.map(|rounds| SessionRules {
            rounds,
            bankroll: args.bankroll.map(Money::cents),
        }),
    })
}

/// Plays some chunks and writes them as a part.
fn play_part(args: &Simulate, simulation: &Simulation, asked: &Range<u64>, path: &Path) -> Result<(), Failure> {
    let job = simulation.job();
    let chunks = asked.start..asked.end.min(job.chunks());
    if chunks.is_empty() {
        return Err(Failure::Input(format!(
            "--chunks {}..{}: the job has the chunks 0..{}; begin below that",
            asked.start,
            asked.end,
            job.chunks()
        )));
    }
    let run = play(args, job, Some(chunks.clone()))?;
    if run.tally.rounds == 0 {
        return Err(Failure::Input(
            "stopped before a chunk was played; nothing is written".to_string(),
        ));
    }
    let part = simulation.part(chunks.clone(), run);
    part.write(path).map_err(failure)?;
    let stopped = if part.chunks == chunks {
        ""
    } else {
        "stopped before the end: "
    };
    anstream::eprintln!(
        "{stopped}{} holds the chunks {}..{} of 0..{}",
        path.display(),
        part.chunks.start,
        part.chunks.end,
        job.chunks()
    );
    Ok(())
}

/// What every number of seats at the table makes of the main game.
fn by_seats(args: &Simulate, simulation: &Simulation) -> Result<Vec<SeatsReport>, Failure> {
    let (game, player): (_, &Player) = (simulation.game(), simulation.player());
    let mut found = Vec::new();
    for seats in 1..=game.table.seats {
        let order = Order {
            seats,
            session: None,
            ..simulation.request().order.clone()
        };
        let job = Job::new(game, player, &order).map_err(failure)?;
        let run = play(args, &job, None)?;
        let stopped = run.ended == StopReason::Stopped;
        found.push(SeatsReport::new(&job, &run));
        if stopped {
            break;
        }
    }
    Ok(found)
}

/// Plays a job, or some chunks of it, with a progress bar, until it is over or somebody stops it.
fn play(args: &Simulate, job: &Job, chunks: Option<Range<u64>>) -> Result<Run, Failure> {
    let bar = bar(job.rounds_of(chunks.as_ref().unwrap_or(&(0..job.chunks()))));
    let control = Control {
        threads: args.threads,
        stop: stop()?,
        until_se: args.until_se,
        checkpoint: args.checkpoint.as_deref(),
        progress: &mut |progress| show(&bar, progress),
    };
    let run = match chunks {
        None => job.run(control),
        Some(chunks) => job.run_chunks(chunks, control),
    };
    bar.finish_and_clear();
    run.map_err(failure)
}

/// A flag that an interrupt raises.
pub(super) fn stop() -> Result<&'static AtomicBool, Failure> {
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

/// A bar on standard error, where somebody looks at it.
pub(super) fn bar(rounds: u64) -> ProgressBar {
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
