//! A chart of play as text and as a picture.

use std::fmt::Write as _;

pub use croupier_report::chart::{Rows, Worth};
use croupier_report::chart::{legend, poster};
use croupier_rules::{Game, Money};
use croupier_solver::twenty_one::chart::Chart;

use super::columns::Columns;

/// The chart as text.
pub fn text(game: &Game, chart: &Chart, worth: &Worth) -> String {
    let rows = Rows::of(chart);
    let mut text = format!(
        "{}\nA chart for a main bet of {}.\n",
        game.name,
        Money::from_cents(chart.bet_cents)
    );
    let _ = writeln!(
        text,
        "Followed to the letter it is worth {:.9} of the bet; the best play is worth {:.9}. Cost of using this chart: {:.6}%.\n",
        worth.chart,
        worth.best,
        (worth.best - worth.chart) * 100.0
    );
    for (name, section) in &rows.sections {
        let mut columns = Columns::new(1);
        columns.row(std::iter::once(name.clone()).chain(rows.head.iter().cloned()));
        for row in section {
            columns.row(row.iter().cloned());
        }
        let _ = writeln!(text, "{columns}");
    }
    for sentence in legend(game, chart) {
        let _ = writeln!(text, "{sentence}");
    }
    text
}

/// The chart as a picture.
pub fn svg(game: &Game, chart: &Chart) -> String {
    poster(game, chart).svg()
}

/// Text as it stands in a picture.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
