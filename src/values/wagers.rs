//! The figures of every wager, for reading.

use std::io::{self, Write};

use croupier_rules::{Game, Money};
use croupier_solver::solution::{BetValue, MeterValue, Solution, TotalValue, WagerValue};

use super::columns::{Columns, figure, percent};

/// Writes a solution: a line for each wager, then the outcome table of each.
pub fn write(out: &mut impl Write, game: &Game, solution: &Solution) -> io::Result<()> {
    let bet = Money::from_cents(solution.bet_cents);
    let decks = if solution.decks == 1 {
        "1 deck".to_string()
    } else {
        format!("{} decks", solution.decks)
    };
    writeln!(out, "\u{1b}[1m{}\u{1b}[0m", game.name)?;
    writeln!(
        out,
        "At a main bet of {bet}, from {decks}; play: {}.\n",
        solution.strategy_class
    )?;
    let mut columns = Columns::new(1);
    columns.row([
        "Wager",
        "House edge",
        "EV",
        "Avg wager",
        "Elem. of risk",
        "SD",
        "Skewness",
        "Hit freq.",
        "Exact EV",
    ]);
    for wager in &solution.wagers {
        columns.row([
            format!("{} ({})", wager.name, wager.id),
            percent(wager.house_edge),
            figure(wager.ev, 9),
            figure(wager.average_wager, 6),
            percent(wager.element_of_risk),
            figure(wager.sd, 6),
            figure(wager.skewness, 4),
            percent(wager.hit_frequency),
            wager
                .ev_exact
                .clone()
                .filter(|exact| exact.len() <= 40)
                .unwrap_or_default(),
        ]);
    }
    writeln!(out, "{columns}")?;
    if !solution.by_bet.is_empty() {
        write_bets(out, game, &solution.by_bet)?;
    }
    for wager in &solution.wagers {
        write_outcomes(out, wager)?;
    }
    if let Some(total) = &solution.total {
        write_total(out, game, total)?;
    }
    for note in &solution.notes {
        writeln!(out, "Note: {note}")?;
    }
    writeln!(out, "Solved in {:.3} s.", solution.seconds)
}

/// The main game at every main bet, where it depends on the bet.
fn write_bets(out: &mut impl Write, game: &Game, bets: &[BetValue]) -> io::Result<()> {
    writeln!(
        out,
        "The main game at every {}, which changes what it is worth:",
        game.main_bet.name
    )?;
    let mut columns = Columns::new(1);
    columns.row([
        game.main_bet.name.as_str(),
        "House edge",
        "EV",
        "Avg wager",
        "Elem. of risk",
        "SD",
    ]);
    for bet in bets {
        columns.row([
            Money::from_cents(bet.bet_cents).to_string(),
            percent(bet.house_edge),
            figure(bet.ev, 9),
            figure(bet.average_wager, 6),
            percent(bet.element_of_risk),
            figure(bet.sd, 6),
        ]);
    }
    writeln!(out, "{columns}")
}

/// All bets together, where one cap holds for what they pay.
fn write_total(out: &mut impl Write, game: &Game, total: &TotalValue) -> io::Result<()> {
    let money = |cents: i64| Money::from_cents(cents).to_string();
    let mut bets = vec![format!("{} {}", game.main_bet.name, money(total.bet_cents))];
    let stakes = game.side_bets.iter().zip(&total.stakes_cents);
    bets.extend(
        stakes
            .filter(|(_, stake)| **stake > 0)
            .map(|(bet, stake)| format!("{} {}", bet.name, money(*stake))),
    );
    writeln!(
        out,
        "\u{1b}[1mTogether\u{1b}[0m, {}, under the cap they share",
        bets.join(", ")
    )?;
    writeln!(
        out,
        "  EV {} of the main bet ({}), played best for all bets; {} apart: sharing the cap costs {}.\n",
        figure(total.ev, 9),
        total.ev_exact,
        figure(total.ev_apart, 9),
        figure(total.ev_apart - total.ev, 9),
    )
}

fn write_outcomes(out: &mut impl Write, wager: &WagerValue) -> io::Result<()> {
    let stake = Money::from_cents(wager.stake_cents);
    writeln!(out, "\u{1b}[1m{}\u{1b}[0m, at {stake}", wager.name)?;
    if let Some(ev) = wager.ev_with_best_insurance {
        writeln!(out, "With insurance taken exactly where it pays: EV {}.", figure(ev, 9))?;
    }
    for sentence in wager.meter.iter().flat_map(MeterValue::sentences) {
        writeln!(out, "{sentence}")?;
    }
    if let Some(ties) = &wager.ties {
        writeln!(out, "Equally good choices: {}", ties.rule)?;
        writeln!(
            out,
            "  average wager {} to {}, element of risk {} to {}, SD {} to {}",
            figure(ties.least.average_wager, 6),
            figure(ties.most.average_wager, 6),
            percent(ties.least.element_of_risk),
            percent(ties.most.element_of_risk),
            figure(ties.least.sd, 6),
            figure(ties.most.sd, 6),
        )?;
    }
    let counted = wager.outcomes.iter().any(|row| row.count.is_some());
    let mut columns = Columns::new(2);
    let mut head = vec!["  Outcome", "Pays", "Probability", "Contribution"];
    head.extend(counted.then_some("Count"));
    columns.row(head);
    for row in &wager.outcomes {
        let mut cells = vec![
            format!("  {}", row.row),
            row.pays.clone(),
            figure(row.probability, 9),
            figure(row.contribution, 9),
        ];
        cells.extend(row.count.map(|count| count.to_string()));
        columns.row(cells);
    }
    writeln!(out, "{columns}")
}
