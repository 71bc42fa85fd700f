//! What a simulation found, for people.

use std::fmt::Write as _;

use croupier_rules::{Game, Money};
use croupier_simulator::Report;

/// The report as text.
pub(super) fn text(game: &Game, report: &Report) -> String {
    let mut text = format!(
        "{}\n{} rounds, {} seat{}, {} shoe, strategy {}, seed {}; {:.1} million rounds a second{}\n",
        game.name,
        report.rounds,
        report.seats,
        if report.seats == 1 { "" } else { "s" },
        report.shoe,
        report.strategy,
        report.seed,
        report.rounds_per_second / 1e6,
        if report.complete {
            ""
        } else {
            "; stopped before the end"
        },
    );
    let number = |value: Option<f64>| value.map_or_else(|| "–".to_string(), |value| format!("{value:+.6}"));
    for wager in &report.wagers {
        let _ = write!(
            text,
            "\n{} ({})\n  mean {:+.6} ± {:.6} (standard error {:.6}), exact {}, z {}\n  sd {:.4}, skew {:.3}, average wager {:.5}\n",
            wager.name,
            wager.id,
            wager.mean,
            1.96 * wager.standard_error,
            wager.standard_error,
            number(wager.exact),
            wager.z.map_or_else(|| "–".to_string(), |z| format!("{z:+.2}")),
            wager.sd,
            wager.skew,
            wager.average_wager,
        );
        for row in &wager.rows {
            let exact = row.exact.map_or(String::new(), |exact| format!("{exact:>13.8}"));
            let _ = writeln!(text, "  {:<36}{:>14}{:>13.8}{exact}", row.row, row.count, row.frequency);
        }
    }
    for (title, slices) in [
        ("By cards gone from the shoe", &report.depths),
        ("By seat", &report.by_seat),
    ] {
        if !slices.is_empty() {
            let _ = writeln!(text, "\n{title}");
        }
        for slice in slices {
            let range = if title == "By seat" {
                slice.from.to_string()
            } else {
                format!("{}–{}", slice.from, slice.to - 1)
            };
            let _ = writeln!(
                text,
                "  {range:<12}{:>14} hands  {:+.6} ± {:.6}",
                slice.hands,
                slice.mean,
                1.96 * slice.standard_error
            );
        }
    }
    if let Some(sessions) = &report.sessions {
        let money = |cents: i64| Money::from_cents(cents).to_string();
        let _ = writeln!(
            text,
            "\n{} sessions of {} rounds: ahead {:.2}%, even {:.2}%, deepest fall {}",
            sessions.sessions,
            sessions.rounds,
            100.0 * sessions.ahead,
            100.0 * sessions.even,
            money(sessions.drawdown_max_cents)
        );
        if let (Some(bankroll), Some(ruin)) = (sessions.bankroll_cents, sessions.ruin) {
            let _ = writeln!(
                text,
                "  a bankroll of {} is lost in {:.2}%",
                money(bankroll),
                100.0 * ruin
            );
        }
        for (percentile, result) in &sessions.percentiles_cents {
            let _ = writeln!(text, "  percentile {percentile:>2}: {}", money(*result));
        }
    }
    text
}
