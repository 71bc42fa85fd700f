//! The solver and the simulator as witnesses of each other and of the round: what is compiled plays as the round does, and
//! every row comes as often as the solver says. Seeds are fixed; nothing here depends on luck.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use croupier_rules::{Game, Money, load};
use croupier_simulator::CHUNK_ROUNDS;
use croupier_simulator::cards::{Fresh, Layout};
use croupier_simulator::tally::Uncoded;
use croupier_simulator::{Compiled, Control, Exact, Job, Order, Policy, Report, philox, report, witness};
use croupier_solver::pack::Pack;
use croupier_solver::solution::WagerValue;
use croupier_solver::stud::{self, StudBook};
use croupier_solver::twenty_one::best::{BestPlay, Insures};
use croupier_solver::twenty_one::chart::Chart;
use croupier_solver::twenty_one::full_shoe;
use croupier_solver::twenty_one::playbook::BookStrategy;
use croupier_solver::{side_bets, twenty_one};
use croupier_table::{HandWagers, Strategy};

const TWENTY_ONE: [&str; 4] = ["nh21-plus", "nh21-v3", "super-fun-21", "presque-isle-blackjack"];

type Player = Box<dyn Strategy + Sync>;

fn game(id: &str) -> Arc<Game> {
    Arc::new(load::open(id).unwrap().game)
}

/// Ten dollars, or the most below, and the least on every side bet.
fn bets(game: &Game) -> HandWagers {
    let ten = Money::from_dollars(10);
    HandWagers {
        main: if game.main_bet.allows(ten) {
            ten
        } else {
            game.main_bet.lowest()
        },
        spots: 0,
        side: game.side_bets.iter().map(|bet| bet.min).collect(),
    }
}

fn order(game: &Game, seed: u64, rounds: u64) -> Order {
    Order {
        bets: bets(game),
        seats: 1,
        cut_card: false,
        seed,
        rounds,
        session: None,
    }
}

fn best_play(game: &Game, main: Money) -> BestPlay<f64> {
    BestPlay::new(game, main, &full_shoe(game), Insures::WhenItPays).unwrap()
}

/// Plays the same rounds compiled and by the round itself, and holds every sum and every count against each other: stakes,
/// gains, their squares and cubes for each wager, and how often each ended in each way.
fn agrees(game: &Arc<Game>, player: &Player, seed: u64, rounds: u64) {
    agrees_at(game, player, bets(game), seed, rounds);
}

/// The same at these bets.
fn agrees_at(game: &Arc<Game>, player: &Player, bets: HandWagers, seed: u64, rounds: u64) {
    assert!(rounds <= CHUNK_ROUNDS, "all rounds are in the first chunk");
    let order = Order {
        bets,
        ..order(game, seed, rounds)
    };
    let job = Job::new(game, &**player, &order).unwrap_or_else(|fault| panic!("{}: {fault}", game.id));
    let tally = job.play_chunk(0).unwrap();
    let layout = Layout::new(&game.deck);
    let wagers = witness::wagers(&order.bets, 1);
    let mut expected = Uncoded::default();
    for round in 0..rounds {
        let mut cards = Fresh::new(&layout, philox::key(seed), round);
        let settled = witness::play(game, &**player, &wagers, &layout, &mut cards).unwrap();
        expected.add_round(&settled.expect("a shoe is enough for one hand")[0]);
    }
    assert_eq!(report::sums(&job, &tally), expected.by_round, "{}", game.id);
    assert_eq!(report::rows(&job, &tally), expected.by_round_rows, "{}", game.id);
}

#[test]
fn the_best_play_is_played_as_the_round_plays_it() {
    for (seed, id) in (1..).zip(TWENTY_ONE) {
        let game = game(id);
        let best = best_play(&game, bets(&game).main);
        let book = BookStrategy::new(&best.playbook(&game), &game).unwrap();
        let book: Player = Box::new(book);
        agrees(&game, &(Box::new(best) as Player), seed, 100_000);
        agrees(&game, &book, seed + 10, 50_000);
    }
}

/// On several spots every bet is placed and paid as often, insurance and doubles included.
#[test]
fn several_spots_are_played_as_the_round_plays_them() {
    let game = game("nh21-plus");
    let best: Player = Box::new(best_play(&game, bets(&game).main));
    for (seed, spots) in (71..).zip([0b001, 0b110, 0b111]) {
        let bets = HandWagers { spots, ..bets(&game) };
        agrees_at(&game, &best, bets, seed, 50_000);
    }
}

#[test]
fn charts_are_played_as_the_round_plays_them() {
    for (seed, id) in (21..).zip(TWENTY_ONE) {
        let game = game(id);
        let chart = Chart::best(&game, bets(&game).main, &full_shoe(&game)).unwrap();
        agrees(&game, &(Box::new(chart) as Player), seed, 50_000);
    }
}

#[test]
fn stud_is_played_as_the_round_plays_it() {
    let game = game("nh-holdem");
    let play = || stud::play(&game, bets(&game).main).unwrap();
    let players: [Player; 3] = [
        Box::new(StudBook::best(play())),
        Box::new(StudBook::rule(play())),
        Box::new(StudBook::smallest_bets(play())),
    ];
    for (seed, player) in (31..).zip(&players) {
        agrees(&game, player, seed, 100_000);
    }
}

/// All rounds of a job, with the solver's figures beside.
fn simulated(game: &Arc<Game>, player: &Player, main: WagerValue, seed: u64) -> Report {
    let order = order(game, seed, 64 * CHUNK_ROUNDS);
    let job = Job::new(game, &**player, &order).unwrap();
    let run = job.run(Control {
        threads: 0,
        stop: &AtomicBool::new(false),
        until_se: None,
        checkpoint: None,
        progress: &mut |_| {},
    });
    let pack = Pack::fresh(&game.deck);
    let side = |place: usize| side_bets::value(game, place, &pack, order.bets.side[place], order.bets.main);
    let insurance = game.twenty_one().and_then(|rules| rules.insurance.as_ref());
    let insured = match (insurance, job.compiled()) {
        (Some(insurance), Compiled::TwentyOne(tables, _)) => {
            side_bets::insurance_when(insurance, &pack, |hand, up| tables.insures(hand, up))
        }
        _ => None,
    };
    let mut exact = Exact::default();
    for wager in (0..game.side_bets.len()).map(side).chain([main]).chain(insured) {
        exact.means.insert(wager.id.clone(), wager.ev);
        for row in wager.outcomes {
            exact.rows.insert((wager.id.clone(), row.row), row.probability);
        }
    }
    let report = Report::new(&job, &run.unwrap(), "best", &exact);
    // A row that the solver expects and the simulation never saw would be told by no line of the report.
    for ((wager, row), probability) in &exact.rows {
        let found = report.wagers.iter().find(|found| found.id == *wager).unwrap();
        let seen = found.rows.iter().any(|found| found.row == *row);
        let expected = probability * found.hands as f64;
        assert!(seen || expected < 10.0, "{}: {wager} never ended with {row}", game.id);
    }
    report
}

/// The chi-square of every wager's rows against the exact probabilities; rows that hardly ever come are one.
fn rows_fit(game: &Game, report: &Report) {
    for wager in report.wagers.iter().filter(|wager| wager.id != "all") {
        let z = wager.z.unwrap();
        assert!(
            z.abs() < 4.0,
            "{} {}: the mean is {z} standard errors off",
            game.id,
            wager.id
        );
        let mut cells: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
        for row in &wager.rows {
            let exact = row
                .exact
                .unwrap_or_else(|| panic!("{}: {} knows no {}", game.id, wager.id, row.row));
            let expected = exact * wager.hands as f64;
            let name = if expected < 10.0 { "seldom" } else { row.row.as_str() };
            let cell = cells.entry(name).or_default();
            cell.0 += row.count as f64;
            cell.1 += expected;
        }
        let chi_square: f64 = cells
            .values()
            .map(|(count, expected)| (count - expected).powi(2) / expected)
            .sum();
        let freedom = cells.len() as f64;
        // More than four standard deviations of a chi-square above its mean, with room for few degrees of freedom.
        assert!(
            chi_square < freedom + 4.0 * (2.0 * freedom).sqrt() + 8.0,
            "{} {}: chi-square {chi_square} over {freedom} rows: {cells:?}",
            game.id,
            wager.id
        );
    }
}

#[test]
fn every_row_of_21_comes_as_often_as_the_solver_says() {
    for (seed, id) in (41..).zip(TWENTY_ONE) {
        let game = game(id);
        let main = bets(&game).main;
        let value = twenty_one::solve_main(&game, main).unwrap();
        let player: Player = Box::new(best_play(&game, main));
        rows_fit(&game, &simulated(&game, &player, value, seed));
    }
}

#[test]
fn every_row_of_stud_comes_as_often_as_the_solver_says() {
    let game = game("nh-holdem");
    let book = StudBook::best(stud::play(&game, bets(&game).main).unwrap());
    let value = book.wager_value(&game);
    let player: Player = Box::new(book);
    rows_fit(&game, &simulated(&game, &player, value, 51));
}

/// Charts and policies have exact values too, and the simulation finds them.
#[test]
fn charts_and_policies_are_worth_what_the_solver_says() {
    let game = game("nh21-v3");
    let main = bets(&game).main;
    let chart = Chart::best(&game, main, &full_shoe(&game)).unwrap();
    let value = chart.wager_value(&game, main).unwrap();
    rows_fit(&game, &simulated(&game, &(Box::new(chart) as Player), value, 61));
    for (seed, policy) in (62..).zip(Policy::ALL) {
        let chart = Chart::by_total(&game, main, |total, soft| policy.hits(total, soft));
        let value = chart.wager_value(&game, main).unwrap();
        rows_fit(&game, &simulated(&game, &(Box::new(policy) as Player), value, seed));
    }
}
