//! Jobs: the same result whatever the threads, the order or the interruptions; clear faults for bad orders.
#![allow(
    clippy::unwrap_used,
    clippy::type_complexity,
    reason = "a test may stop at the first surprise, and a table of cases is plain"
)]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{Moody, Restless, bets, game};
use croupier_rules::{Game, Money};
use croupier_simulator::cards::{Fresh, Layout};
use croupier_simulator::tally::Group;
use croupier_simulator::{CHUNK_ROUNDS, Run, StopReason};
use croupier_simulator::{Compiled, Control, Exact, Fault, Job, Order, Policy, Report, Tally, philox, report, witness};
use croupier_simulator::{SessionRules, SessionTally};

fn order(game: &Game, rounds: u64) -> Order {
    Order {
        bets: bets(game),
        seats: 1,
        cut_card: false,
        seed: 2024,
        rounds,
        session: None,
    }
}

fn run(job: &Job, threads: usize) -> Run {
    job.run(Control {
        threads,
        stop: &AtomicBool::new(false),
        until_se: None,
        checkpoint: None,
        progress: &mut |_| {},
    })
    .unwrap()
}

fn fault(game: &Arc<Game>, order: &Order) -> String {
    match Job::new(game, &Policy::Stand, order) {
        Ok(_) => panic!("the order was taken"),
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn threads_and_order_do_not_matter() {
    for (id, cut_card, seats) in [
        ("super-fun-21", false, 1),
        ("nh21-plus", true, 3),
        ("nh-holdem", false, 1),
    ] {
        let game = game(id);
        let order = Order {
            cut_card,
            seats,
            session: Some(SessionRules {
                rounds: 100,
                bankroll: Some(20_000),
            }),
            ..order(
                &game,
                if cut_card {
                    CHUNK_ROUNDS + 5_000
                } else {
                    4 * CHUNK_ROUNDS + 77
                },
            )
        };
        let job = Job::new(&game, &Policy::NeverBust, &order).unwrap();
        let one = run(&job, 1);
        let three = run(&job, 3);
        assert_eq!(one.tally, three.tally);
        assert_eq!(one.tally.rounds, order.rounds);
        let mut backwards = Tally::default();
        for chunk in (0..job.chunks()).rev() {
            backwards.merge(&job.play_chunk(chunk).unwrap());
        }
        assert_eq!(one.tally, backwards);
    }
}

#[test]
fn a_job_resumes_to_the_same_bits() {
    let game = game("presque-isle-blackjack");
    let order = order(&game, 20 * CHUNK_ROUNDS + 12_345);
    let job = Job::new(&game, &Policy::MimicDealer, &order).unwrap();
    let whole = run(&job, 2).tally;
    let path = std::env::temp_dir().join(format!("croupier-checkpoint-{}.json", std::process::id()));
    let stop = AtomicBool::new(false);
    let stopped = job
        .run(Control {
            threads: 2,
            stop: &stop,
            until_se: None,
            checkpoint: Some(&path),
            progress: &mut |_| stop.store(true, Ordering::Relaxed),
        })
        .unwrap();
    assert_eq!(stopped.ended, StopReason::Stopped);
    assert!(stopped.tally.rounds > 0 && stopped.tally.rounds < order.rounds);
    let resumed = job
        .run(Control {
            threads: 1,
            stop: &AtomicBool::new(false),
            until_se: None,
            checkpoint: Some(&path),
            progress: &mut |_| {},
        })
        .unwrap();
    assert_eq!(resumed.ended, StopReason::Finished);
    assert_eq!(resumed.tally, whole);
    // Another job does not go on from it.
    let other = Order { seed: 1, ..order };
    let other = Job::new(&game, &Policy::MimicDealer, &other).unwrap();
    let refused = other.run(Control {
        threads: 1,
        stop: &AtomicBool::new(false),
        until_se: None,
        checkpoint: Some(&path),
        progress: &mut |_| {},
    });
    assert!(matches!(refused, Err(Fault::Checkpoint { .. })));
    std::fs::write(&path, "{ half").unwrap();
    let refused = job.run(Control {
        threads: 1,
        stop: &AtomicBool::new(false),
        until_se: None,
        checkpoint: Some(&path),
        progress: &mut |_| {},
    });
    assert!(matches!(refused, Err(Fault::Checkpoint { .. })));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_job_stops_when_it_is_precise() {
    let game = game("super-fun-21");
    let job = Job::new(&game, &Policy::Stand, &order(&game, 1_000_000_000)).unwrap();
    let until = |threads| {
        job.run(Control {
            threads,
            stop: &AtomicBool::new(false),
            until_se: Some(0.0006),
            checkpoint: None,
            progress: &mut |_| {},
        })
        .unwrap()
    };
    let (one, two) = (until(1), until(2));
    assert_eq!(one.ended, StopReason::Precise);
    assert_eq!(one.tally, two.tally);
}

#[test]
fn bad_orders_are_refused_in_words() {
    let hold_em = game("nh-holdem");
    let plus = game("nh21-plus");
    let good = order(&plus, 1000);
    assert!(
        fault(
            &plus,
            &Order {
                rounds: 0,
                ..good.clone()
            }
        )
        .contains("0 rounds")
    );
    assert!(
        fault(
            &plus,
            &Order {
                rounds: u64::MAX,
                ..good.clone()
            }
        )
        .contains("ask for 1 to")
    );
    assert!(
        fault(
            &plus,
            &Order {
                seats: 8,
                ..good.clone()
            }
        )
        .contains("1 to 7")
    );
    assert!(
        fault(
            &plus,
            &Order {
                seats: 0,
                ..good.clone()
            }
        )
        .contains("0 seats")
    );
    let mut dear = good.clone();
    dear.bets.main = Money::from_dollars(1000);
    assert!(fault(&plus, &dear).contains("$1,000"));
    let session = Some(SessionRules {
        rounds: 2000,
        bankroll: None,
    });
    assert!(fault(&plus, &Order { session, ..good }).contains("session of 2000"));
    let shoe = Order {
        cut_card: true,
        ..order(&hold_em, 10)
    };
    assert!(fault(&hold_em, &shoe).contains("fresh shoe"));
}

/// Wants to split whatever it is asked.
struct Stubborn;

impl croupier_table::Strategy for Stubborn {
    fn choose(&self, _game: &Game, _situation: &croupier_table::Situation) -> croupier_table::Action {
        croupier_table::Action::plain(croupier_table::ActionKind::Split)
    }
}

#[test]
fn a_strategy_that_wants_what_is_not_offered_is_told_where() {
    for id in ["nh21-plus", "nh-holdem"] {
        let game = game(id);
        let Err(fault) = Job::new(&game, &Stubborn, &order(&game, 10)) else {
            panic!("the strategy was taken");
        };
        let text = fault.to_string();
        assert!(
            text.contains("`split`") && text.contains("not offered") && text.contains("with "),
            "{text}"
        );
    }
}

#[test]
fn sessions_add_up_to_the_whole() {
    let game = game("nh21-v3");
    let order = Order {
        session: Some(SessionRules {
            rounds: 50,
            bankroll: Some(5_000),
        }),
        ..order(&game, 100_000)
    };
    let strategy = Restless(4);
    let job = Job::new(&game, &strategy, &order).unwrap();
    let run = run(&job, 1);
    let sessions = &run.tally.sessions;
    assert_eq!(sessions.sessions, 2_000);
    let results: i128 = sessions
        .results
        .iter()
        .map(|(net, count)| i128::from(*net) * i128::from(*count))
        .sum();
    assert_eq!(results, report::sums(&job, &run.tally)[&Group::All].net);
    let report = Report::new(&job, &run, "restless", &Exact::default());
    let told = report.sessions.unwrap();
    assert!(told.ahead > 0.0 && told.ahead < 1.0 && told.ruin.unwrap() > 0.0);
}

/// Lanes hand over some rounds later than their neighbors; sessions must still see them in order. Held against the round,
/// played one after the other.
#[test]
fn sessions_see_rounds_in_order() {
    let game = game("nh21-plus");
    let rules = SessionRules {
        rounds: 7,
        bankroll: Some(3_000),
    };
    let order = Order {
        session: Some(rules),
        ..order(&game, 70_007)
    };
    let strategy = Moody(4);
    let job = Job::new(&game, &strategy, &order).unwrap();
    let found = run(&job, 1).tally.sessions;
    assert!(
        matches!(job.compiled(), Compiled::TwentyOne(_, Some(_))),
        "this game is for lanes"
    );
    let layout = Layout::new(&game.deck);
    let wagers = witness::wagers(&order.bets, 1);
    let mut expected = SessionTally::default();
    let (mut net, mut high, mut low, mut fall) = (0, 0, 0, 0);
    for round in 0..order.rounds {
        let mut cards = Fresh::new(&layout, philox::key(order.seed), round);
        let ends = witness::play(&game, &strategy, &wagers, &layout, &mut cards)
            .unwrap()
            .unwrap();
        net += ends[0].iter().map(|bet| bet.net).sum::<i64>();
        high = high.max(net);
        low = low.min(net);
        fall = fall.max(high - net);
        if (round + 1) % rules.rounds == 0 {
            expected.sessions += 1;
            *expected.results.entry(net).or_default() += 1;
            *expected.drawdowns.entry(fall).or_default() += 1;
            expected.ruined += u64::from(low <= -3_000);
            (net, high, low, fall) = (0, 0, 0, 0);
        }
    }
    assert_eq!(found, expected);
}

/// Rows whose probabilities can be counted by hand: the match bets of NH 21 (given the dealer's card, of 41041 pairs), the
/// three community cards (of 22100) and the best five of six cards (of 20358520).
#[test]
fn side_bets_come_as_often_as_they_can_be_counted() {
    let expected: [(&str, &str, &[(u64, u64)]); 4] = [
        (
            "nh21-plus",
            "up-match",
            &[(10, 41041), (90, 41041), (153, 41041), (1320, 41041), (4752, 41041)],
        ),
        (
            "nh21-plus",
            "down-match",
            &[(10, 41041), (90, 41041), (153, 41041), (1320, 41041), (4752, 41041)],
        ),
        (
            "nh-holdem",
            "pair-plus",
            &[(3744, 22100), (1096, 22100), (720, 22100), (52, 22100), (48, 22100)],
        ),
        (
            "nh-holdem",
            "six-card-bonus",
            &[
                (732_160, 20_358_520),
                (361_620, 20_358_520),
                (205_792, 20_358_520),
                (165_984, 20_358_520),
                (14_664, 20_358_520),
                (1_656, 20_358_520),
                (188, 20_358_520),
            ],
        ),
    ];
    for (id, side, rows) in expected {
        let game = game(id);
        let job = Job::new(&game, &Policy::Stand, &order(&game, 16 * CHUNK_ROUNDS)).unwrap();
        let run = run(&job, 0);
        let (place, _) = game.side_bet(side).unwrap();
        let counts = report::rows(&job, &run.tally);
        let mut chi_square = 0.0;
        for (row, (ways, of)) in rows.iter().enumerate() {
            let key = (Group::Side(place as u8), croupier_table::Outcome::Row(row as u8));
            let count = counts.get(&key).copied().unwrap_or(0) as f64;
            let expected = run.tally.rounds as f64 * *ways as f64 / *of as f64;
            chi_square += (count - expected).powi(2) / expected;
        }
        let freedom = rows.len() as f64;
        assert!(
            chi_square < freedom + 4.0 * (2.0 * freedom).sqrt() + 8.0,
            "{side}: {chi_square}"
        );
    }
}

#[test]
fn reports_are_told_as_json_and_csv() {
    let game = game("nh21-plus");
    let job = Job::new(&game, &Policy::MimicDealer, &order(&game, 100_000)).unwrap();
    let run = run(&job, 1);
    let mut exact = Exact::default();
    exact.means.insert("up-match".to_string(), -0.03);
    let report = Report::new(&job, &run, "mimic-dealer", &exact);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["game"], "nh21-plus");
    assert_eq!(json["rounds"], 100_000);
    let wagers = json["wagers"].as_array().unwrap();
    let ids: Vec<&str> = wagers.iter().map(|wager| wager["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["main", "up-match", "down-match", "all"]);
    assert!(wagers[1]["z"].is_number() && wagers[0]["z"].is_null());
    let total: u64 = wagers[0]["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["count"].as_u64().unwrap())
        .sum();
    assert_eq!(total, 100_000);
    let csv = report.csv();
    assert!(csv.lines().all(|line| line.matches(',').count() >= 13), "{csv}");
}
