//! The protection report, and counting as it is told there: against the solver, and against what must hold.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::{game, headings, is_sound, report};
use croupier_report::counting::{CountPlay, CountRequest, Counted, Spread, Watch, count};
use croupier_report::{Kind, render};
use croupier_rules::Game;
use croupier_solver::counting::Reference;
use croupier_solver::twenty_one::chart::Chart;
use croupier_solver::twenty_one::full_shoe;
use croupier_table::HandWagers;
use croupier_table::counting::System;

fn counted(game: &Arc<Game>, play: CountPlay, spread: &str, rounds: u64) -> Counted {
    let request = CountRequest {
        system: System::named("hi-lo").unwrap(),
        spread: spread.parse::<Spread>().unwrap(),
        play,
        bets: HandWagers {
            main: game.main_bet.lowest(),
            spots: 0,
            side: Vec::new(),
        },
        seats: 1,
        behind: 78,
        rounds,
        seed: 21,
        bankroll_cents: Some(1_000_000),
    };
    let stop = AtomicBool::new(false);
    let watch = Watch {
        threads: 0,
        stop: &stop,
        progress: &mut |_| {},
    };
    count(game, &request, watch).unwrap()
}

/// The solver values the chart off shoes with a count; the simulator plays shoes that come to it. Six decks, Hi-Lo.
#[test]
fn the_advantage_by_count_is_the_solvers() {
    let game = Arc::new(croupier_rules::load::open("blackjack").unwrap().game);
    let found = counted(&game, CountPlay::Chart, "1-8", 3_000_000);
    let system = System::named("hi-lo").unwrap();
    let reference = Reference::half_way(&system, &game.deck, 78);
    let main = game.main_bet.lowest();
    let chart = Chart::best(&game, main, &full_shoe(&game)).unwrap();
    let value = |count: f64| {
        let shoes = reference.shoe(count, &[]).unwrap().whole_shoes(4);
        let values = shoes.iter().map(|shoe| chart.value(&game, main, shoe).unwrap().value);
        values.sum::<f64>() / 4.0
    };
    for whole in [-3, 0, 3] {
        // A count that is rounded down lies half a count higher on average, a little less where higher counts are rarer.
        let exact = value(f64::from(whole) + 0.45);
        let line = found.report.counts.iter().find(|line| line.count == whole).unwrap();
        let off = line.advantage - exact;
        println!(
            "{whole:+}: simulated {:+.5} ± {:.5}, solver {exact:+.5}",
            line.advantage, line.standard_error
        );
        assert!(off.abs() < 4.0 * line.standard_error + 0.001, "{whole:+}: {off}");
    }
    // Half a percent a count is what every book says of Hi-Lo and six decks.
    let slope = (value(3.0) - value(-1.0)) / 4.0;
    assert!((0.004..0.0065).contains(&slope), "{slope}");
}

#[test]
fn figures_hold_together() {
    let game = Arc::new(croupier_rules::load::open("blackjack").unwrap().game);
    let found = counted(&game, CountPlay::Insurance, "0=1,1=2,2=6,3=12", 2_000_000);
    let figures = found.report.figures;
    let (mean, sd) = (figures.win_per_100_cents / 100.0, figures.sd_per_100_cents / 10.0);
    assert!(mean > 0.0, "a spread of 1 to 12 wins: {mean}");
    let near = |one: f64, other: f64| (one - other).abs() < 1e-9 * other.abs().max(1.0);
    assert!(near(figures.n0.unwrap(), (sd / mean).powi(2)));
    assert!(near(figures.di.unwrap(), 1000.0 * mean / sd));
    assert!(near(figures.score.unwrap(), 1e6 / figures.n0.unwrap()));
    assert!(near(figures.ruin.unwrap(), (-2.0 * mean * 1e6 / (sd * sd)).exp()));
    let frequency: f64 = found.report.counts.iter().map(|line| line.frequency).sum();
    assert!(near(frequency, 1.0));
    let won: f64 = found
        .report
        .counts
        .iter()
        .map(|line| line.frequency * line.bet_cents as f64 * line.advantage)
        .sum();
    assert!(near(won, mean));
    let best = found.report.best_figures.unwrap();
    assert!(
        best.score.unwrap() >= figures.score.unwrap(),
        "no bets between the same limits are better"
    );
    assert!(found.insurance_index.is_some_and(|index| (2.5..3.5).contains(&index)));
}

#[test]
fn a_shoe_game_is_counted_and_a_shuffled_one_is_not() {
    let shoe = report(Kind::Protection, &game("presque-isle-blackjack"));
    assert_eq!(headings(&shoe), ["Identification", "Counting cards", "Exposures"]);
    let words = shoe.words();
    for expected in [
        "Hi-Lo",
        "Counting by cut card and spread",
        "Advantage by count",
        "Side bets by count",
        "Correlation by wager",
    ] {
        assert!(words.contains(expected), "{expected}");
    }
    assert!(!words.contains("NaN") && !words.contains("inf"));
    is_sound("presque-isle-blackjack", &render::html(&shoe));
    common::pdf::reads_as_written("presque-isle-blackjack-protection", &shoe);
    let shuffled = report(Kind::Protection, &game("nh-holdem")).words();
    assert!(shuffled.contains("there is nothing to count"));
}
