//! What a simulation found, as Parquet: the lines of the CSV, with what the job was in every row, so that the files of
//! several jobs can be read as one table.

use std::io::{self, Write};

use croupier_rows::{Cell, Column, Table};
use croupier_simulator::Report;
use croupier_simulator::ReportLine;

/// The columns; `docs/simulator.md` lists them.
pub const COLUMNS: [Column; 22] = [
    Column::text("game"),
    Column::text("strategy"),
    Column::text("shoe"),
    Column::whole("seats"),
    // A seed may be greater than the greatest whole number of a column.
    Column::text("seed"),
    Column::whole("rounds"),
    Column::whole("bet_cents"),
    Column::text("part"),
    Column::text("wager"),
    Column::text("label").optional(),
    Column::whole("count"),
    Column::real("frequency").optional(),
    Column::real("exact").optional(),
    Column::real("mean").optional(),
    Column::real("standard_error").optional(),
    Column::real("low").optional(),
    Column::real("high").optional(),
    Column::real("sd").optional(),
    Column::real("skew").optional(),
    Column::real("average_wager").optional(),
    Column::whole("total_wagered_cents").optional(),
    Column::real("z").optional(),
];

/// The lines of a report as rows of these columns.
pub fn rows(report: &Report) -> impl Iterator<Item = Vec<Cell>> {
    report.lines().into_iter().map(|line| row(report, line))
}

/// Writes the lines of a report and gives the writer back.
pub(super) fn write<W: Write + Send>(out: W, report: &Report) -> io::Result<W> {
    let mut table = Table::new(out, &COLUMNS)?;
    for row in rows(report) {
        table.push(row)?;
    }
    table.finish()
}

fn row(report: &Report, line: ReportLine) -> Vec<Cell> {
    // Counts are far below 2^63: a job has at most 1e15 rounds.
    let whole = |count: u64| Cell::Whole(count as i64);
    vec![
        report.game.as_str().into(),
        report.strategy.as_str().into(),
        report.shoe.into(),
        i64::from(report.seats).into(),
        report.seed.to_string().into(),
        whole(report.rounds),
        report.bet_cents.into(),
        line.part.word().into(),
        line.wager.into(),
        line.label.into(),
        whole(line.count),
        line.frequency.into(),
        line.exact.into(),
        line.mean.into(),
        line.standard_error.into(),
        line.low.into(),
        line.high.into(),
        line.sd.into(),
        line.skew.into(),
        line.average_wager.into(),
        line.total_wagered_cents
            .and_then(|cents| i64::try_from(cents).ok())
            .into(),
        line.z.into(),
    ]
}
