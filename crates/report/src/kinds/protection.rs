//! The protection report: what a game-protection department asks of a game. What counting cards wins, by cut card and by spread, at which
//! counts, and which side bets it opens; what else is won by knowing more than the rules show.

use croupier_rules::game::Shuffled;
use croupier_rules::{Family, Game};
use croupier_simulator::counting::{CountFigures, CountReport};
use croupier_solver::effects::Effects;
use croupier_solver::solution::Solution;
use croupier_table::counting::System;

use crate::counting::Counted;
use crate::document::{Block, Document, Holds, Paper, Table};
use crate::identity::Identity;
use crate::numbers::{cents, count, dollars, figure, percent, signed_percent};
use crate::par::{self, Exposures};
use crate::plots::{Bar, bars};

/// Counts that come less often than this are left out.
const RARE: f64 = 0.001;

/// All that a protection report tells.
pub struct Guarded {
    /// The figures of every wager.
    pub solution: Solution,
    /// Every trial of counting; empty for a game that is shuffled for every round or not counted.
    pub trials: Vec<CountTrial>,
    /// What each card does, for games of 21.
    pub effects: Option<Effects>,
    /// What is gained by knowing more.
    pub exposures: Exposures,
}

/// One way to deal and to bet, counted.
pub struct CountTrial {
    /// How the bet follows the count.
    pub spread: String,
    /// What was found.
    pub counted: Counted,
}

/// Builds the protection report of a game.
pub fn protection(game: &Game, identity: &Identity, found: &Guarded) -> Document {
    let mut page = Document::new(&game.name, "Game protection", Paper::Pages, identity.date);
    page.heading(1, "Identification");
    page.blocks.push(Block::Terms(identity.terms()));
    match found.trials.first() {
        Some(first) => counting(&mut page, game, found, &first.counted),
        None => nothing_to_count(&mut page, game),
    }
    par::exposures_section(&mut page, game, &found.solution, &found.exposures);
    page
}

fn nothing_to_count(page: &mut Document, game: &Game) {
    page.heading(1, "Counting cards");
    page.paragraph(match game.shoe.shuffled {
        Shuffled::EveryRound => format!(
            "{} is dealt from freshly shuffled cards every round: a card that is seen says nothing about the next round, and there \
             is nothing to count.",
            game.short_name
        ),
        Shuffled::AtCutCard => format!("Counting is not computed for {}.", game.short_name),
    });
}

fn counting(page: &mut Document, game: &Game, found: &Guarded, first: &Counted) {
    page.heading(1, "Counting cards");
    let report = &first.report;
    let insurance = match first.insurance_index {
        Some(index) => format!(" Insurance is taken from a count of {} on.", figure(index, 1)),
        None => String::new(),
    };
    let plays = match game.family {
        Family::TwentyOne(_) => " and plays the chart of the full shoe",
        Family::SingleCard(_) => " and raises by the rule of the full shoe",
        Family::Baccarat(_) | Family::Stud(_) => "",
    };
    page.paragraph(format!(
        "Every figure is of one hand of a player who counts with {}, bets by the count before the round{plays}.{insurance} {} rounds were simulated for each line, {} seat taken, from shoes dealt to the cut card. Errors are 1.96 standard \
         errors.",
        system_name(report),
        count(report.rounds.into()),
        report.seats
    ));
    trials(page, found);
    by_count(page, report);
    side_bets(page, first);
    if let Some(effects) = &found.effects {
        correlations(page, effects);
    }
}

fn system_name(report: &CountReport) -> String {
    System::named(&report.system).map_or_else(|_| report.system.clone(), |system| system.name)
}

/// What counting wins, by cut card and by spread.
fn trials(page: &mut Document, found: &Guarded) {
    page.heading(2, "What counting wins, by cut card and spread");
    page.paragraph(
        "N0 is the number of rounds after which the expected gain is one standard deviation; the larger it is, the less the game is worth \
         a counter's time. SCORE is what 100 rounds win with $10,000 and bets scaled to a risk of ruin of 13.5%. The bets are those of the \
         spread, in units of the lowest bet.",
    );
    let mut table = Table::new(
        "Counting by cut card and spread",
        [
            ("Dealt", Holds::Figures),
            ("Spread", Holds::Figures),
            ("Average bet", Holds::Figures),
            ("Advantage", Holds::Figures),
            ("Win of 100 rounds", Holds::Figures),
            ("Error", Holds::Figures),
            ("Deviation of 100", Holds::Figures),
            ("N0", Holds::Figures),
            ("SCORE", Holds::Figures),
        ],
    );
    for trial in &found.trials {
        let report = &trial.counted.report;
        let of: &CountFigures = &report.figures;
        // A gain that may be chance says nothing about how long it takes to show.
        let told = of.win_per_100_cents.abs() > 1.96 * of.win_per_100_error_cents;
        let some = |value: Option<String>| match (value, told) {
            (Some(value), true) => value,
            (None, true) => "loses".to_string(),
            (_, false) => "within the error".to_string(),
        };
        table.row([
            percent((report.shoe - report.behind) as f64 / report.shoe as f64, 0),
            trial.spread.clone(),
            dollars(of.average_bet_cents / 100.0),
            signed_percent(of.advantage, 3),
            dollars(of.win_per_100_cents / 100.0),
            dollars(1.96 * of.win_per_100_error_cents / 100.0),
            dollars(of.sd_per_100_cents / 100.0),
            some(of.n0.map(|n0| count(n0.round() as u128))),
            some(of.score.map(|score| figure(score, 2))),
        ]);
    }
    page.table(table);
}

/// How often each count comes, and what it is worth.
fn by_count(page: &mut Document, report: &CountReport) {
    page.heading(2, "The main game by count");
    let mut table = Table::new(
        "Advantage by count before the round",
        [
            ("Count", Holds::Figures),
            ("Rounds", Holds::Figures),
            ("Advantage", Holds::Figures),
            ("Error", Holds::Figures),
            ("Bet", Holds::Figures),
            ("Best bet", Holds::Figures),
        ],
    );
    let lines = || report.counts.iter().filter(|line| line.frequency >= RARE);
    for line in lines() {
        let best = report.best_bets.iter().find(|bet| bet.count == line.count);
        table.row([
            format!("{:+}", line.count),
            percent(line.frequency, 2),
            signed_percent(line.advantage, 2),
            percent(1.96 * line.standard_error, 2),
            cents(line.bet_cents),
            best.map_or_else(|| "none".to_string(), |bet| cents(bet.bet_cents)),
        ]);
    }
    page.table(table);
    let bar = |line: &croupier_simulator::counting::CountLine| Bar {
        name: format!("{:+}", line.count),
        value: 100.0 * line.advantage,
        written: signed_percent(line.advantage, 1),
        error: 196.0 * line.standard_error,
    };
    let list: Vec<Bar> = lines().map(bar).collect();
    page.figure(bars(
        &list,
        "percent of the bet",
        "count before the round",
        "The player's advantage by count.",
    ));
}

/// At which counts side bets gain.
fn side_bets(page: &mut Document, first: &Counted) {
    if first.side_bets.is_empty() {
        return;
    }
    page.heading(2, "Side bets by the same count");
    page.paragraph(
        "The solver values each bet off shoes with the count; how often such a count comes is simulated. A count made for one bet finds \
         more; the upper bound for a perfect count is under Exposures.",
    );
    let mut table = Table::new(
        "Side bets by count",
        [
            ("Bet", Holds::Words),
            ("Gains from a count of", Holds::Figures),
            ("Rounds with it", Holds::Figures),
            ("At its best, at a count of", Holds::Figures),
            ("Worth there", Holds::Figures),
        ],
    );
    for bet in &first.side_bets {
        let lines = first.report.counts.iter();
        let often = |from: i32| {
            lines
                .filter(|line| line.count >= from)
                .map(|line| line.frequency)
                .sum::<f64>()
        };
        let best = bet.counts.iter().max_by(|one, other| one.ev.total_cmp(&other.ev));
        table.row([
            bet.name.clone(),
            bet.gains_from
                .map_or_else(|| "none".to_string(), |from| format!("{from:+}")),
            bet.gains_from
                .map_or_else(|| percent(0.0, 2), |from| percent(often(from), 2)),
            best.map_or_else(String::new, |at| format!("{:+}", at.count)),
            best.map_or_else(String::new, |at| signed_percent(at.ev, 2)),
        ]);
    }
    page.table(table);
}

/// How well known systems fit the game.
fn correlations(page: &mut Document, effects: &Effects) {
    page.heading(2, "How well known systems fit");
    page.paragraph(
        "The correlation of what each card counts with what its removal does to a wager; 1 is a perfect count. Of the main game it is known \
         as the betting correlation.",
    );
    let ids: Vec<&String> = effects.systems.first().map_or(Vec::new(), |system| {
        system.correlations.iter().map(|found| &found.wager).collect()
    });
    let heads = [("System".to_string(), Holds::Words)]
        .into_iter()
        .chain(ids.iter().map(|id| (id.to_string(), Holds::Figures)));
    let mut table = Table::new("Correlation by wager", heads);
    for system in &effects.systems {
        let found = system.correlations.iter();
        let cells = found.map(|found| {
            found
                .correlation
                .map_or_else(|| "none".to_string(), |value| figure(value, 3))
        });
        let name = System::named(&system.system).map_or_else(|_| system.system.clone(), |known| known.name);
        table.row([name].into_iter().chain(cells));
    }
    page.table(table);
}
