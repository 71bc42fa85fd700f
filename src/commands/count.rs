//! `croupier count`: what counting cards comes to.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use croupier_report::counting::{self, CountRequest, Counted, Watch, behind_by_the_rules, behind_cut};
use croupier_rules::{Game, Money};
use croupier_simulator::counting::CountFigures;
use croupier_table::counting::{CountBy, System};

use super::simulate::{bar, stop};
use super::solve::with_changes;
use super::{bets, simulate};
use crate::args;
use crate::failure::Failure;
use crate::values::columns::Columns;

/// Counts that come less often than this are left out of the text.
const RARE: f64 = 1e-4;

/// Counts a game and prints what was found.
pub fn run(args: &args::Count) -> Result<(), Failure> {
    let game = Arc::new(with_changes(&args.rules)?.game);
    let request = CountRequest {
        system: counting_system(&args.system)?,
        spread: args.spread.clone(),
        play: args.play,
        bets: bets::checked(&game, args.rules.bet, 0, &args.side)?,
        seats: args.seats,
        behind: args
            .penetration
            .map_or(behind_by_the_rules(&game), |dealt| behind_cut(&game, dealt)),
        rounds: args.rounds,
        seed: args.seed,
        bankroll_cents: args.bankroll.map(Money::cents),
    };
    let bar = bar(args.rounds);
    let watch = Watch {
        threads: args.threads,
        stop: stop()?,
        progress: &mut |rounds| bar.set_position(rounds),
    };
    let counted = counted(&game, &request, watch);
    bar.finish_and_clear();
    let counted = counted?;
    let mut out = anstream::stdout().lock();
    if args.json {
        let json = serde_json::to_string_pretty(&counted).map_err(anyhow::Error::from)?;
        writeln!(out, "{json}")?;
    } else {
        out.write_all(text(&game, &request, &counted).as_bytes())?;
    }
    Ok(())
}

/// The counting system of this name or in this file.
pub fn counting_system(word: &str) -> Result<System, Failure> {
    if System::NAMES.contains(&word) || !Path::new(word).is_file() {
        return System::named(word).map_err(|fault| Failure::Input(fault.to_string()));
    }
    let wrong = |fault: String| Failure::Input(format!("{word}: {fault}"));
    let text = std::fs::read_to_string(word).map_err(|fault| wrong(fault.to_string()))?;
    System::read(word, &text).map_err(|fault| wrong(fault.to_string()))
}

/// A game counted.
pub fn counted(game: &Arc<Game>, request: &CountRequest, watch: Watch) -> Result<Counted, Failure> {
    counting::count(game, request, watch).map_err(|fault| match fault {
        croupier_report::Fault::Simulate(fault) => simulate::failure(fault),
        fault => Failure::Input(fault.to_string()),
    })
}

/// What was found, for people.
pub fn text(game: &Game, request: &CountRequest, counted: &Counted) -> String {
    let report = &counted.report;
    let mut text = format!(
        "{}\n{}, spread {}, {} of {} cards dealt, {} seat{}, {} rounds, seed {}{}\n\n",
        game.name,
        request.system.name,
        request.spread,
        report.shoe - report.behind,
        report.shoe,
        report.seats,
        if report.seats == 1 { "" } else { "s" },
        report.rounds,
        report.seed,
        if report.complete {
            ""
        } else {
            "; stopped before the end"
        },
    );
    text += &totals(counted);
    text += &by_count(request, counted);
    text += &plays(counted);
    text += &wagers(counted);
    text
}

fn totals(counted: &Counted) -> String {
    let mut columns = Columns::new(1);
    let figures: Vec<&CountFigures> = [&counted.report.figures]
        .into_iter()
        .chain(&counted.report.best_figures)
        .collect();
    let best = ["These bets", "Best bets"].into_iter().take(figures.len());
    columns.row(["One hand, a round"].into_iter().chain(best));
    let mut row = |name: &str, cell: &dyn Fn(&CountFigures) -> String| {
        columns.row(
            [name.to_string()]
                .into_iter()
                .chain(figures.iter().map(|figures| cell(figures))),
        );
    };
    let some = |value: Option<f64>, digits: usize| value.map_or("–".to_string(), |value| format!("{value:.digits$}"));
    row("Rounds played", &|of| format!("{:.2}%", 100.0 * of.played));
    row("Average bet", &|of| dollars(of.average_bet_cents));
    row("Advantage", &|of| format!("{:+.3}%", 100.0 * of.advantage));
    row("Win of 100 rounds", &|of| {
        format!(
            "{} ± {}",
            dollars(of.win_per_100_cents),
            dollars(1.96 * of.win_per_100_error_cents)
        )
    });
    row("Standard deviation of 100", &|of| dollars(of.sd_per_100_cents));
    row("N0", &|of| some(of.n0, 0));
    row("DI", &|of| some(of.di, 2));
    row("SCORE", &|of| some(of.score, 2));
    if let Some(bankroll) = counted.report.figures.bankroll_cents {
        let name = format!("Ruin of {}", Money::from_cents(bankroll));
        row(&name, &|of| {
            of.ruin.map_or("–".to_string(), |ruin| format!("{:.2}%", 100.0 * ruin))
        });
    }
    columns.to_string()
}

fn by_count(request: &CountRequest, counted: &Counted) -> String {
    let report = &counted.report;
    let title = match request.system.count_by() {
        CountBy::True => "True count",
        CountBy::Running => "Running count",
    };
    let kelly = report.figures.bankroll_cents.is_some();
    let mut columns = Columns::new(0);
    let heads = [title, "Rounds", "Advantage", "±", "Deviation", "Bet", "Best bet"];
    columns.row(heads.into_iter().chain(kelly.then_some("Kelly bet")));
    for line in report.counts.iter().filter(|line| line.frequency >= RARE) {
        let best = report.best_bets.iter().find(|bet| bet.count == line.count);
        let cells = [
            format!("{:+}", line.count),
            format!("{:.3}%", 100.0 * line.frequency),
            format!("{:+.3}%", 100.0 * line.advantage),
            format!("{:.3}%", 196.0 * line.standard_error),
            format!("{:.4}", line.sd),
            Money::from_cents(line.bet_cents).to_string(),
            best.map_or("–".to_string(), |bet| Money::from_cents(bet.bet_cents).to_string()),
        ];
        let kelly = line.kelly_cents.map(dollars);
        columns.row(cells.into_iter().chain(kelly));
    }
    format!("\n{columns}")
}

fn plays(counted: &Counted) -> String {
    let mut text = String::new();
    if let Some(index) = counted.insurance_index {
        let _ = writeln!(text, "\nInsurance gains from a count of {index:+.2} on.");
    }
    if !counted.index_plays.is_empty() {
        let mut columns = Columns::new(2);
        columns.row(["Hand", "Up card", "Index", "Below", "From there on"]);
        for play in &counted.index_plays {
            columns.row([
                play.hand.to_string(),
                play.up.to_string(),
                format!("{:+.2}", play.index),
                play.below.clone(),
                play.from.clone(),
            ]);
        }
        let _ = write!(text, "\n{columns}");
    }
    text
}

fn wagers(counted: &Counted) -> String {
    let mut text = String::new();
    for bet in &counted.side_bets {
        let told = match bet.gains_from {
            Some(count) => format!("gains from a count of {count:+} on"),
            None => "gains at none of these counts".to_string(),
        };
        let _ = writeln!(text, "\n{}: {told} (solver)", bet.name);
        let simulated = counted.report.wagers.iter().find(|wager| wager.id == bet.id);
        let mut columns = Columns::new(0);
        columns.row(
            ["Count", "Solver"]
                .into_iter()
                .chain(simulated.map(|_| ["Simulated", "±"]).into_iter().flatten()),
        );
        for at in &bet.counts {
            let line = simulated.map(|wager| wager.counts.iter().find(|line| line.count == at.count));
            let cells = line.map(|line| match line {
                Some(line) => [
                    format!("{:+.3}%", 100.0 * line.advantage),
                    format!("{:.3}%", 196.0 * line.standard_error),
                ],
                None => ["–", "–"].map(str::to_string),
            });
            let first = [format!("{:+}", at.count), format!("{:+.3}%", 100.0 * at.ev)];
            columns.row(first.into_iter().chain(cells.into_iter().flatten()));
        }
        let _ = write!(text, "{columns}");
    }
    text
}

fn dollars(cents: f64) -> String {
    let sign = if cents < 0.0 { "−" } else { "" };
    format!("{sign}${:.2}", cents.abs() / 100.0)
}
