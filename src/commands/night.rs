//! `croupier night`: what a gaming day came to, table by table.

use std::io::Write;

use croupier_house::Purpose;
use croupier_rules::Money;
use croupier_server::ledger::now;
use croupier_server::night::{GamingDay, night};
use croupier_server::values::Values;
use croupier_server::wire::{Night, TableFigures};

use super::books::with_books;
use crate::args::Night as NightArgs;
use crate::failure::Failure;

const COLUMNS: [&str; 12] = [
    "table",
    "rounds",
    "drop",
    "sold",
    "handle",
    "win",
    "hold",
    "expected",
    "z",
    "fills",
    "credits",
    "corrections",
];

/// Prints the report of a gaming day.
pub fn run(args: &NightArgs) -> Result<(), Failure> {
    let day = match args.day {
        Some(date) => GamingDay {
            date,
            start: args.start,
        },
        None => GamingDay::last(args.start, now()),
    };
    let night = with_books(&args.books.house, Purpose::Read, |store| async move {
        night(&store, &Values::default(), day).await
    })?;
    let mut out = anstream::stdout().lock();
    if args.json {
        let json = serde_json::to_string_pretty(&night).map_err(|fault| Failure::Other(fault.into()))?;
        writeln!(out, "{json}")?;
    } else {
        writeln!(
            out,
            "Gaming day of {}, from {} in universal time",
            night.day, args.start
        )?;
        writeln!(out)?;
        for line in lines(&night) {
            writeln!(out, "{line}")?;
        }
    }
    out.flush()?;
    Ok(())
}

/// The report as columns: names to the left, figures to the right.
fn lines(night: &Night) -> Vec<String> {
    let mut rows = vec![COLUMNS.map(str::to_string)];
    for table in &night.tables {
        let closed = if table.closed { ", closed" } else { "" };
        rows.push(row(format!("{} ({}{closed})", table.name, table.game), &table.figures));
    }
    rows.push(row("all tables".to_string(), &night.house));
    let width = |place: usize| rows.iter().map(|row| row[place].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
    let line = |row: &[String; COLUMNS.len()]| {
        let name = format!("{:<width$}", row[0], width = widths[0]);
        let figures = row[1..].iter().zip(&widths[1..]);
        figures.fold(name, |line, (figure, width)| format!("{line}  {figure:>width$}"))
    };
    rows.iter().map(line).collect()
}

fn row(name: String, figures: &TableFigures) -> [String; COLUMNS.len()] {
    let money = |cents: i64| Money::from_cents(cents).to_string();
    let rounds = match figures.voided {
        0 => figures.rounds.to_string(),
        voided => format!("{} ({voided} voided)", figures.rounds),
    };
    [
        name,
        rounds,
        money(figures.drop),
        money(figures.sold),
        money(figures.handle),
        money(figures.win),
        figures
            .hold
            .map_or("-".to_string(), |hold| format!("{:.1} %", 100.0 * hold)),
        format!("{:.2} ± {:.2}", figures.expected / 100.0, figures.sigma / 100.0),
        figures.z.map_or("-".to_string(), |z| format!("{z:.2}")),
        money(figures.fills),
        money(figures.credits),
        money(figures.corrections),
    ]
}
