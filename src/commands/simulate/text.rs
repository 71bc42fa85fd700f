//! What a simulation found, for people.

use std::fmt::Write as _;

use croupier_rules::{Game, Money};
use croupier_simulator::Report;

/// The report as text.
pub fn text(game: &Game, report: &Report) -> String {
    let mut text = format!(
        "{}\n{} rounds, {} seat{}{}, {} shoe, strategy {}, seed {}; {:.1} million rounds a second{}\n",
        game.name,
        report.rounds,
        report.seats,
        if report.seats == 1 { "" } else { "s" },
        match report.spots {
            0 => String::new(),
            spots => format!(" on {} spots", spots + 1),
        },
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
    let line = |text: &mut String, name: String, hands: u64, mean: f64, standard_error: f64| {
        let half = 1.96 * standard_error;
        let _ = writeln!(text, "  {name:<12}{hands:>14} hands  {mean:+.6} ± {half:.6}");
    };
    if !report.depths.is_empty() {
        text += "\nMain game by cards gone from the shoe\n";
    }
    for slice in &report.depths {
        let name = format!("{}–{}", slice.from, slice.to - 1);
        line(&mut text, name, slice.hands, slice.mean, slice.standard_error);
    }
    if !report.by_seat.is_empty() {
        text += "\nMain game by seat\n";
    }
    for slice in &report.by_seat {
        line(
            &mut text,
            slice.from.to_string(),
            slice.hands,
            slice.mean,
            slice.standard_error,
        );
    }
    if !report.by_seats.is_empty() {
        text += "\nMain game by number of seats taken\n";
    }
    for seats in &report.by_seats {
        line(
            &mut text,
            seats.seats.to_string(),
            seats.hands,
            seats.mean,
            seats.standard_error,
        );
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
