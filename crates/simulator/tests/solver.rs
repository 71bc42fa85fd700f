//! The best play of random games: what is compiled plays as the round does, and comes to what the solver says. A strategy
//! that looks at no more than totals plays alike what these rules tell apart; the solver's own does not.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::blackjack_with;
use croupier_rules::Game;
use croupier_rules::game::SpotsPay;
use croupier_rules::pattern::Pays;
use croupier_rules::twenty_one::HoleCard;
use croupier_simulator::CHUNK_ROUNDS;
use croupier_simulator::cards::{Fresh, Layout};
use croupier_simulator::tally::{Group, Uncoded};
use croupier_simulator::{Control, Exact, Job, Order, Policy, Report, philox, report, witness};
use croupier_solver::pack::Pack;
use croupier_solver::side_bets;
use croupier_solver::twenty_one::best::{BestPlay, Insures};
use croupier_solver::twenty_one::{full_shoe, solve_main};
use croupier_table::{HandWagers, Outcome, Strategy};

fn order(game: &Game, seed: u64, rounds: u64) -> Order {
    let bets = HandWagers {
        main: game.main_bet.lowest(),
        spots: (seed % (1 << game.main_bet.spots.len())) as u8,
        side: Vec::new(),
    };
    Order {
        bets,
        seats: 1,
        cut_card: false,
        seed,
        rounds,
        session: None,
    }
}

/// Holds every sum and count of the job's first rounds against the round itself on the same cards.
fn is_played_as_the_round_plays_it(job: &Job, game: &Arc<Game>, strategy: &dyn Strategy, order: &Order) {
    let tally = job.play_chunk(0).unwrap();
    let layout = Layout::new(&game.deck);
    let wagers = witness::wagers(&order.bets, 1);
    let mut expected = Uncoded::default();
    for round in 0..order.rounds {
        let mut cards = Fresh::new(&layout, philox::key(order.seed), round);
        let settled = witness::play(game, strategy, &wagers, &layout, &mut cards).unwrap();
        expected.add_round(&settled.expect("a shoe is enough for one hand")[0]);
    }
    let context = || format!("seed {}:\n{}", order.seed, game.toml());
    assert_eq!(report::rows(job, &tally), expected.by_round_rows, "{}", context());
    assert_eq!(report::sums(job, &tally), expected.by_round, "{}", context());
}

/// Whether the solver's value is that of this game, played so.
fn is_valued(game: &Game, order: &Order) -> bool {
    let rules = game.twenty_one().unwrap();
    let amounts = rules.winners.iter().any(|row| matches!(row.pays, Pays::Amount(_)));
    let even = game.main_bet.spots_pay == SpotsPay::Even;
    // An amount is paid once, whatever the spots, and odds on one of them alone where the others are paid 1 to 1; the
    // solver's value is that of one spot.
    order.bets.spots == 0 || !(amounts || even)
}

/// The mean of the main game over many rounds, in standard errors above the solver's value; `None` where even money was taken,
/// which ends the main bet before its time.
fn off_by(game: &Arc<Game>, strategy: &(dyn Strategy + Sync), order: &Order) -> Option<f64> {
    let job = Job::new(game, strategy, order).unwrap();
    let control = Control {
        threads: 0,
        stop: &AtomicBool::new(false),
        until_se: None,
        checkpoint: None,
        progress: &mut |_| {},
    };
    let run = job.run(control).unwrap();
    if report::rows(&job, &run.tally).contains_key(&(Group::Main, Outcome::EvenMoney)) {
        return None;
    }
    let mut exact = Exact::default();
    let main = solve_main(game, order.bets.main).unwrap();
    exact.means.insert("main".to_string(), main.ev);
    let report = Report::new(&job, &run, "best", &exact);
    report
        .wagers
        .iter()
        .find(|wager| wager.id == "main")
        .and_then(|wager| wager.z)
}

fn best_play(game: &Game, order: &Order) -> BestPlay<f64> {
    BestPlay::new(game, order.bets.main, &full_shoe(game), Insures::WhenItPays).unwrap()
}

/// Holds the best play of random games against the round and the solver. A game has no value to compare where it is played on
/// spots that are not paid alike, or offers even money and took it; every other game must have been compared, and most are.
fn hold(seeds: impl IntoIterator<Item = u64>, draw: fn(u64) -> Game) {
    let (mut valued, mut drawn) = (0, 0);
    for seed in seeds {
        drawn += 1;
        let game = Arc::new(draw(seed));
        let few = order(&game, seed, 20_000);
        let best = best_play(&game, &few);
        let job = Job::new(&game, &best, &few).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        is_played_as_the_round_plays_it(&job, &game, &best, &few);
        let many = order(&game, seed, 4 * CHUNK_ROUNDS);
        if !is_valued(&game, &many) {
            continue;
        }
        let Some(z) = off_by(&game, &best, &many) else {
            let insurance = game.twenty_one().and_then(|rules| rules.insurance.as_ref());
            assert!(
                insurance.is_some_and(|insurance| insurance.even_money),
                "seed {seed}: only even money leaves the main bet without a value"
            );
            continue;
        };
        assert!(
            z.abs() < 4.5,
            "seed {seed} is {z} standard errors off:\n{}",
            game.toml()
        );
        valued += 1;
    }
    assert!(
        3 * valued >= 2 * drawn,
        "only {valued} of {drawn} games had a value to compare"
    );
}

#[test]
fn small_decks_are_played_best() {
    hold(0..60, croupier_sample::tiny_twenty_one);
}

/// The first games and a few more; the games that showed the faults are those of the test below. Beside two open cards the best
/// play is kept for every pair of them, which takes gigabytes for a full shoe where a hand may be doubled in many ways: those
/// games are held with small decks, above.
#[test]
fn full_shoes_are_played_best() {
    let is_hidden = |seed: &u64| {
        let game = croupier_sample::unsuited_twenty_one(*seed);
        game.twenty_one()
            .is_some_and(|rules| rules.dealer.hole_card != HoleCard::FaceUp)
    };
    let seeds = (0..)
        .filter(is_hidden)
        .take(6)
        .chain([30, 39, 42].into_iter().filter(is_hidden));
    hold(seeds, croupier_sample::unsuited_twenty_one);
}

/// A bet over the dealer's hand is worth the same whatever the player does, who stands here on everything.
#[test]
fn a_bet_over_the_dealers_hand_comes_to_what_the_solver_says() {
    let game = Arc::new(croupier_rules::load::open("buster-blackjack").unwrap().game);
    let mut order = order(&game, 11, 4 * CHUNK_ROUNDS);
    order.bets.side = vec![game.side_bets[0].min];
    let job = Job::new(&game, &Policy::Stand, &order).unwrap();
    let control = Control {
        threads: 0,
        stop: &AtomicBool::new(false),
        until_se: None,
        checkpoint: None,
        progress: &mut |_| {},
    };
    let run = job.run(control).unwrap();
    let value = side_bets::value(&game, 0, &Pack::fresh(&game.deck), order.bets.side[0], order.bets.main);
    let mut exact = Exact::default();
    exact.means.insert(value.id.clone(), value.ev);
    let report = Report::new(&job, &run, "stand", &exact);
    let buster = report.wagers.iter().find(|wager| wager.id == "buster").unwrap();
    assert!(buster.z.unwrap().abs() < 4.0, "{:?} standard errors off", buster.z);
    let rounds = (4 * CHUNK_ROUNDS) as f64;
    let rows = report::rows(&job, &run.tally);
    for (place, row) in value.outcomes.iter().enumerate().take(value.outcomes.len() - 1) {
        let count = rows.get(&(Group::Side(0), Outcome::Row(place as u8)));
        let found = count.copied().unwrap_or_default() as f64;
        let error = (rounds * row.probability * (1.0 - row.probability)).sqrt();
        let z = (found - rounds * row.probability) / error;
        assert!(
            z.abs() < 4.0,
            "{}: {found} of {rounds}, {z} standard errors off",
            row.row
        );
    }
}

/// The games in which the faults were found, with the rounds that show them: 14 and 856 standard errors then.
#[test]
fn rows_on_split_hands_and_decks_without_low_cards_are_worth_what_the_solver_says() {
    let row =
        r#"{"k-q":{"name":"K-Q","when":{"ranks":["K","Q"]},"pays":"5:1","after-split":true,"after-double":false}}"#;
    for changes in [
        &[("winner", row)][..],
        &[("winner", row), ("split.hands-max", "2")],
        &[("winner", row), ("split.pairs", "\"rank\"")],
        &[("deck.removed", "\"2-9\"")],
    ] {
        let game = blackjack_with(changes);
        let order = order(&game, 1, 64 * CHUNK_ROUNDS);
        let best = best_play(&game, &order);
        assert!(is_valued(&game, &order));
        let z = off_by(&game, &best, &order).unwrap();
        assert!(z.abs() < 4.0, "{changes:?}: {z} standard errors off");
    }
}

/// Free doubles and free splits: hands split off are played by a table of their own.
#[test]
fn free_bets_are_worth_what_the_solver_says() {
    let game = common::game("free-bet-blackjack");
    let order = order(&game, 1, 128 * CHUNK_ROUNDS);
    let best = best_play(&game, &order);
    let z = off_by(&game, &best, &order).unwrap();
    println!("{z} standard errors off");
    assert!(z.abs() < 4.0, "{z} standard errors off");
}
