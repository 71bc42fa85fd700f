//! What a counter's rounds come to, held against a plain loop over `Round` that counts cards one by one and adds up by other code.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::{Moody, bets};
use croupier_rules::{Game, Money};
use croupier_simulator::cards::{CardSource, CutShoe, Layout};
use croupier_simulator::counting::{BetStep, CountJob, CountOrder, CountReport, CountTally, PlayStep};
use croupier_simulator::tally::Group;
use croupier_simulator::{CHUNK_ROUNDS, Control, Job, Order, Policy, philox, report, witness};
use croupier_table::counting::{Count, System};
use croupier_table::{HandWagers, Next, Outcome, Place, Round, Step, Strategy, WagerKind, What};

fn game(id: &str) -> Arc<Game> {
    Arc::new(croupier_rules::load::open(id).unwrap().game)
}

/// What the wagers of one count came to: hands, stakes, gains, squares of hands, squares of rounds.
type Sums = BTreeMap<&'static str, [i128; 5]>;

fn name(kind: WagerKind) -> &'static str {
    match Group::of(kind) {
        Group::Insurance => "insurance",
        Group::Side(0) => "side 0",
        Group::Side(1) => "side 1",
        Group::Side(2) => "side 2",
        Group::Side(_) => "side 3",
        _ => "main",
    }
}

/// The same, the slow way.
fn slowly(game: &Arc<Game>, order: &CountOrder) -> BTreeMap<i32, (u64, Sums)> {
    let layout = Layout::new(&game.deck);
    let burn = usize::from(game.shoe.burn);
    let mut shoe = CutShoe::new(&layout, philox::key(order.seed), 0, order.behind, burn);
    let mut count = Count::new(order.system, &game.deck);
    let mut found: BTreeMap<i32, (u64, Sums)> = BTreeMap::new();
    assert!(order.rounds <= CHUNK_ROUNDS, "this loop plays one chunk");
    for _ in 0..order.rounds {
        let gone = shoe.prepare();
        if gone == burn {
            count.shuffled();
        }
        let mut unseen = game.deck.size() - gone;
        let at = count.whole(unseen);
        let bet = order
            .bets
            .iter()
            .rev()
            .find(|step| step.from <= at)
            .unwrap_or(&order.bets[0]);
        let mut round = Round::new(game, &witness::wagers(&bet.bets, order.seats)).unwrap();
        let mut events = Vec::new();
        let mut hole = None;
        let mut strategy: Option<&dyn Strategy> = None;
        loop {
            let step = match round.next() {
                Next::Over => break,
                Next::Card { to } => {
                    let card = layout.card(shoe.card().unwrap());
                    match to {
                        Place::Hole => hole = Some(card),
                        Place::Burned => {}
                        _ => {
                            count.see(card);
                            unseen -= 1;
                        }
                    }
                    Step::Card(card)
                }
                Next::Choice(_) => {
                    let now = count.whole(unseen);
                    let play = || {
                        order
                            .plays
                            .iter()
                            .rev()
                            .find(|step| step.from <= now)
                            .unwrap_or(&order.plays[0])
                    };
                    let strategy = *strategy.get_or_insert_with(|| play().strategy);
                    Step::Choose(strategy.choose(game, &round.situation().unwrap()))
                }
            };
            round.play(step, &mut events).unwrap();
        }
        hole.into_iter().for_each(|card| count.see(card));
        let (rounds, sums) = found.entry(at).or_default();
        *rounds += 1;
        let mut hands: BTreeMap<(&'static str, u8), [i128; 2]> = BTreeMap::new();
        for event in &events {
            if let What::Settled {
                wager,
                outcome,
                stake,
                net,
            } = event.what
                && outcome != Outcome::PulledBack
            {
                let name = name(wager.kind);
                let both = if name == "insurance" { "main" } else { name };
                // The main game with insurance stands under "main", insurance by itself too.
                for name in if both == name { vec![name] } else { vec![name, both] } {
                    let hand = hands.entry((name, wager.hand.seat)).or_default();
                    hand[0] += i128::from(stake.cents());
                    hand[1] += i128::from(net.cents());
                }
            }
        }
        let mut rounds: BTreeMap<&'static str, i128> = BTreeMap::new();
        for ((name, _), [stake, net]) in hands {
            let sums = sums.entry(name).or_default();
            *sums = [
                sums[0] + 1,
                sums[1] + stake,
                sums[2] + net,
                sums[3] + net * net,
                sums[4],
            ];
            *rounds.entry(name).or_default() += net;
        }
        for (name, net) in rounds {
            sums.entry(name).or_default()[4] += net * net;
        }
    }
    found
}

/// The tally in the shape of the slow one; wagers that nobody made are left out.
fn told(tally: &CountTally, bets: &HandWagers) -> BTreeMap<i32, (u64, Sums)> {
    let sides = ["side 0", "side 1", "side 2", "side 3"];
    let bet_on = (0..bets.side.len()).filter(|place| bets.side_stake(*place) > Money::ZERO);
    let names: Vec<&str> = ["main", "insurance"]
        .into_iter()
        .chain(bet_on.map(|place| sides[place]))
        .collect();
    let of = |(count, counted): (&i32, &croupier_simulator::counting::CountedWith)| {
        let sums = counted.wagers.iter().zip(&names).filter(|(sums, _)| sums.hands > 0);
        let sums = sums.map(|(sums, name)| {
            let hands = i128::from(sums.hands);
            (*name, [hands, sums.stake, sums.net, sums.squares, sums.round_squares])
        });
        (*count, (counted.rounds, sums.collect()))
    };
    tally.counts.iter().map(of).collect()
}

fn steps(game: &Game, bets: &HandWagers) -> Vec<BetStep> {
    let step = |(from, times): (i32, i64)| BetStep {
        from,
        bets: HandWagers {
            main: (bets.main * times).min(game.main_bet.highest()),
            ..bets.clone()
        },
        sits_out: false,
    };
    [(-1, 1), (1, 4)].map(step).to_vec()
}

fn run(job: &CountJob, threads: usize) -> CountTally {
    job.run(threads, &AtomicBool::new(false), &mut |_| {}).unwrap().tally
}

#[test]
fn a_counter_wins_what_rounds_played_one_by_one_come_to() {
    let [hi_lo, ko, halves] = ["hi-lo", "ko", "halves"].map(|name| System::named(name).unwrap());
    for (id, seats, system, behind) in [
        ("nh21-plus", 3, &hi_lo, 60),
        ("nh21-v3", 1, &halves, 70),
        ("presque-isle-blackjack", 2, &ko, 100),
        ("ez-baccarat", 1, &hi_lo, 20),
        ("casino-war", 3, &hi_lo, 52),
        ("red-dog", 2, &halves, 52),
        ("double-exposure", 2, &hi_lo, 80),
        ("free-bet-blackjack", 2, &hi_lo, 80),
    ] {
        let game = game(id);
        let bets = bets(&game);
        let [one, other] = [Moody(3), Moody(4)];
        let play = |from, strategy| PlayStep { from, strategy };
        let plays = match game.baccarat() {
            None => vec![play(-2, &one as &(dyn Strategy + Sync)), play(1, &other)],
            Some(_) => vec![play(0, &Policy::Stand)],
        };
        let order = CountOrder {
            system,
            bets: steps(&game, &bets),
            plays,
            seats,
            behind,
            seed: 77,
            rounds: 20_011,
        };
        let expected = slowly(&game, &order);
        let job = CountJob::new(&game, order).unwrap();
        let found = told(&run(&job, 1), &bets);
        assert!(expected.len() > 5, "{id}: {} counts", expected.len());
        assert_eq!(found, expected, "{id}");
    }
}

#[test]
fn a_counter_who_never_changes_anything_wins_what_the_simulator_says() {
    let game = game("presque-isle-blackjack");
    let bets = bets(&game);
    let system = System::named("hi-lo").unwrap();
    let strategy = Moody(9);
    let job = CountJob::new(
        &game,
        CountOrder {
            system: &system,
            bets: vec![BetStep {
                from: 0,
                bets: bets.clone(),
                sits_out: false,
            }],
            plays: vec![PlayStep {
                from: 0,
                strategy: &strategy,
            }],
            seats: 3,
            behind: game.shoe.cut_card.unwrap().cards(&game.deck),
            seed: 5,
            rounds: CHUNK_ROUNDS + 500,
        },
    )
    .unwrap();
    let tally = run(&job, 2);
    assert_eq!(tally, run(&job, 1), "threads change nothing");
    let order = Order {
        bets,
        seats: 3,
        cut_card: true,
        seed: 5,
        rounds: CHUNK_ROUNDS + 500,
        session: None,
    };
    let plain = Job::new(&game, &strategy, &order).unwrap();
    let stop = AtomicBool::new(false);
    let control = Control {
        threads: 2,
        stop: &stop,
        until_se: None,
        checkpoint: None,
        progress: &mut |_| {},
    };
    let expected = report::sums(&plain, &plain.run(control).unwrap().tally);
    let sum = |place: usize| {
        tally
            .counts
            .values()
            .map(|counted| counted.wagers[place].net)
            .sum::<i128>()
    };
    let net = |group: Group| expected.get(&group).map_or(0, |sums| sums.net);
    assert_eq!(sum(0), net(Group::Main) + net(Group::Insurance));
    for (place, side) in [(2, 0), (3, 1)] {
        assert_eq!(sum(place), net(Group::Side(side)));
    }
}

#[test]
fn orders_that_make_no_sense_are_refused() {
    let system = System::named("hi-lo").unwrap();
    let order = |game: &Game| CountOrder {
        system: &system,
        bets: vec![BetStep {
            from: 0,
            bets: bets(game),
            sits_out: false,
        }],
        plays: vec![PlayStep {
            from: 0,
            strategy: &Policy::Stand,
        }],
        seats: 1,
        behind: 52,
        seed: 1,
        rounds: 1000,
    };
    let refused = |game: &Arc<Game>, order: CountOrder| CountJob::new(game, order).err().unwrap().to_string();
    let holdem = game("nh-holdem");
    assert!(refused(&holdem, order(&holdem)).contains("nothing to count"));
    let shoe = game("blackjack");
    assert!(
        refused(
            &shoe,
            CountOrder {
                behind: 312,
                ..order(&shoe)
            }
        )
        .contains("leaves nothing")
    );
    assert!(
        refused(
            &shoe,
            CountOrder {
                seats: 9,
                ..order(&shoe)
            }
        )
        .contains("9 seats")
    );
    assert!(
        refused(
            &shoe,
            CountOrder {
                rounds: 0,
                ..order(&shoe)
            }
        )
        .contains("0 rounds")
    );
    let twice = vec![order(&shoe).bets[0].clone(), order(&shoe).bets[0].clone()];
    assert!(
        refused(
            &shoe,
            CountOrder {
                bets: twice,
                ..order(&shoe)
            }
        )
        .contains("counts that rise")
    );
}

/// A counter who sits out wins and bets nothing there, and the figures are those of the rest.
#[test]
fn a_counter_who_sits_out_has_nothing_at_risk() {
    let game = game("blackjack");
    let system = System::named("hi-lo").unwrap();
    let bets = HandWagers {
        main: game.main_bet.lowest(),
        spots: 0,
        side: Vec::new(),
    };
    let step = |from, sits_out| BetStep {
        from,
        bets: bets.clone(),
        sits_out,
    };
    let job = CountJob::new(
        &game,
        CountOrder {
            system: &system,
            bets: vec![step(-1, true), step(1, false)],
            plays: vec![PlayStep {
                from: 0,
                strategy: &Policy::MimicDealer,
            }],
            seats: 1,
            behind: 78,
            seed: 1,
            rounds: 50_000,
        },
    )
    .unwrap();
    let run = job.run(1, &AtomicBool::new(false), &mut |_| {}).unwrap();
    let report = CountReport::new(&job, &run, Some(100_000));
    let playing: u64 = run.tally.counts.range(1..).map(|(_, counted)| counted.rounds).sum();
    let won: i128 = run
        .tally
        .counts
        .range(1..)
        .map(|(_, counted)| counted.wagers[0].net)
        .sum();
    let figures = report.figures;
    assert!((figures.played - playing as f64 / 50_000.0).abs() < 1e-12);
    assert!((figures.win_per_100_cents - won as f64 / 500.0).abs() < 1e-6);
    assert!((figures.average_bet_cents - figures.played * bets.main.cents() as f64).abs() < 1e-6);
    // Mimicking the dealer loses at any count that is common; a game that loses ruins everybody.
    assert_eq!((figures.n0, figures.ruin), (None, Some(1.0)));
}
