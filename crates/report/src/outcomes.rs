//! What every wager is worth: a line for each, and the outcome table of each.

use croupier_rules::print::a;
use croupier_rules::{Family, Game};
use croupier_solver::solution::{MeterValue, OutcomeRow, Solution, WagerValue};

use crate::document::{Document, Holds, Table};
use crate::numbers::{cents, chance, count, figure, paid, percent, signed};

/// The main game at every main bet, where it depends on the bet.
fn by_bet(page: &mut Document, game: &Game, solution: &Solution) {
    if solution.by_bet.is_empty() {
        return;
    }
    let main = &game.main_bet.name;
    let mut table = Table::new(
        format!("The main game at every {main}"),
        [
            (main.as_str(), Holds::Figures),
            ("House edge", Holds::Figures),
            ("Average wager", Holds::Figures),
            ("Element of risk", Holds::Figures),
            ("Standard deviation", Holds::Figures),
        ],
    );
    for bet in &solution.by_bet {
        table.row([
            cents(bet.bet_cents),
            percent(bet.house_edge, 4),
            figure(bet.average_wager, 6),
            percent(bet.element_of_risk, 4),
            figure(bet.sd, 6),
        ]);
    }
    page.paragraph(format!(
        "What the main game is worth depends on the {main}; the figures above and below hold at {}.",
        cents(solution.bet_cents)
    ));
    page.table(table);
}

/// A line for each wager.
pub fn summary(page: &mut Document, game: &Game, solution: &Solution) {
    let (play, included) = match game.family {
        Family::TwentyOne(_) => (
            "Every hand is played by the best strategy from a full shoe, with everything the player sees taken into account",
            "doubles and splits",
        ),
        Family::Stud(_) => ("Every hand is played by the best strategy", "street bets"),
        Family::Baccarat(_) => ("Nothing is left to the players", "nothing else"),
        Family::SingleCard(_) => ("Every hand is played by the best strategy", "raises"),
    };
    page.paragraph(format!(
        "{play}, at {} of {}. All figures are for each unit of the initial wager; the element of risk is the \
         expected loss for each unit of all that is wagered, {included} included.",
        a(&game.main_bet.name),
        cents(solution.bet_cents)
    ));
    let mut worth = Table::new(
        "What each wager is worth",
        [
            ("Wager", Holds::Words),
            ("House edge", Holds::Figures),
            ("Return", Holds::Figures),
            ("Average wager", Holds::Figures),
            ("Element of risk", Holds::Figures),
            ("Exact edge", Holds::Figures),
        ],
    );
    let mut spread = Table::new(
        "How the result of each wager is spread",
        [
            ("Wager", Holds::Words),
            ("Standard deviation", Holds::Figures),
            ("Skewness", Holds::Figures),
            ("Hit frequency", Holds::Figures),
            ("Largest win", Holds::Figures),
            ("Largest loss", Holds::Figures),
        ],
    );
    for wager in &solution.wagers {
        let exact = wager.ev_exact.as_deref().map(negated).unwrap_or_default();
        worth.row([
            wager.name.clone(),
            percent(wager.house_edge, 4),
            percent(1.0 - wager.house_edge, 4),
            figure(wager.average_wager, 6),
            percent(wager.element_of_risk, 4),
            // A fraction of a hundred digits says no more to a reader than the figure beside it.
            if exact.len() <= 24 { exact } else { String::new() },
        ]);
        let stake = wager.stake_cents as f64;
        let money = |gain: Option<f64>| {
            gain.map_or_else(String::new, |gain| {
                format!("{} ({})", cents((gain * stake).round() as i64), times(gain))
            })
        };
        spread.row([
            format!("{} at {}", wager.name, cents(wager.stake_cents)),
            figure(wager.sd, 6),
            figure(wager.skewness, 4),
            percent(wager.hit_frequency, 3),
            money(wager.results.last().map(|result| result.gain)) + before_cap(wager),
            money(wager.results.first().map(|result| result.gain)),
        ]);
    }
    page.table(worth);
    by_bet(page, game, solution);
    page.table(spread);
    if solution.wagers.iter().any(|wager| !wager.capped.is_empty()) {
        page.note(
            "The figures of a side bet marked \u{201c}before the cap\u{201d} are those of its pay table; what it is worth when the \
             cap cuts its own payments is given under its outcomes.",
        );
    }
    for note in &solution.notes {
        page.note(note);
    }
}

/// The outcome table of every wager.
pub fn tables(page: &mut Document, game: &Game, solution: &Solution) {
    let beside = format!("{} of {}", a(&game.main_bet.name), cents(solution.bet_cents));
    for wager in &solution.wagers {
        page.heading(2, format!("Outcomes of {}", wager.name));
        table(page, wager, &beside);
    }
}

/// The outcome table of one wager, placed beside this main bet.
fn table(page: &mut Document, wager: &WagerValue, beside: &str) {
    let counted = wager.outcomes.iter().all(|row| row.count.is_some());
    let mut table = Table::new(
        format!("{}: every outcome", wager.name),
        [
            ("Outcome", Holds::Words),
            ("Pays", Holds::Words),
            ("Count", Holds::Figures),
            ("Probability", Holds::Figures),
            ("One in", Holds::Figures),
            ("Adds to the result", Holds::Figures),
        ],
    );
    for row in &wager.outcomes {
        table.row([
            row.row.clone(),
            paid(&row.pays),
            row.count
                .filter(|_| counted)
                .map_or_else(String::new, |number| count(number.into())),
            chance(row.probability),
            one_in(row.probability),
            signed(row.contribution, 6),
        ]);
    }
    let sum = |pick: fn(&OutcomeRow) -> f64| wager.outcomes.iter().map(pick).sum::<f64>();
    let all: u128 = wager.outcomes.iter().filter_map(|row| row.count).map(u128::from).sum();
    table.sum([
        "All".to_string(),
        String::new(),
        if counted { count(all) } else { String::new() },
        figure(sum(|row| row.probability), 6),
        String::new(),
        signed(sum(|row| row.contribution), 6),
    ]);
    if !counted {
        page.paragraph(
            "Every hand of a split pair has an outcome of its own, so the probabilities add up to the average number of \
             hands per round.",
        );
    }
    page.table(table);
    for sentence in wager.meter.iter().flat_map(MeterValue::sentences) {
        page.paragraph(sentence);
    }
    for capped in &wager.capped {
        page.paragraph(format!(
            "At a stake of {} beside {beside} the cap on payments cuts this bet's own payments; the house edge is \
             then {} (exactly {}).",
            cents(capped.stake_cents),
            percent(-capped.ev, 4),
            negated(&capped.ev_exact)
        ));
    }
}

/// The mark of a largest win that the cap would cut.
fn before_cap(wager: &WagerValue) -> &'static str {
    match wager
        .capped
        .iter()
        .any(|capped| capped.stake_cents == wager.stake_cents)
    {
        true => " before the cap",
        false => "",
    }
}

fn one_in(chance: f64) -> String {
    match chance {
        0.0 => String::new(),
        chance if chance > 0.01 => figure(1.0 / chance, 2),
        chance => count((1.0 / chance).round() as u128),
    }
}

/// A gain in stakes: `+2.5 units`.
fn times(gain: f64) -> String {
    let text = format!("{gain:+.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let units = if matches!(text, "+1" | "-1") { "unit" } else { "units" };
    format!("{text} {units}")
}

/// The exact edge, which is the exact gain with the other sign.
fn negated(exact: &str) -> String {
    match exact.strip_prefix('-') {
        Some(rest) => rest.to_string(),
        None if exact == "0" => exact.to_string(),
        None => format!("-{exact}"),
    }
}
