//! Rounds a second for every game: the compiled kernels beside a plain loop over `Round`, in the same run.
//!
//! `lanes` and `plain` play one hand with all side bets from a full shoe, 64 rounds side by side or one after the other,
//! `all threads` the lanes on every thread at once, `shoe` three seats dealt to the cut card, `count` the same three with Hi-Lo and a spread
//! of 1 to 2; cycles a card are those of the lanes at the speed the system names.
//!
//! `cargo bench -p croupier-simulator` (an argument names one game). Times are processor time of this thread where the
//! system tells it, and of six turns the best counts, so that a busy machine does not matter much.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use croupier_rules::game::Over;
use croupier_rules::{Game, Money, load};
use croupier_simulator::cards::{Drawn, Fresh, LANES, Layout, Recorded};
use croupier_simulator::counting::{BetStep, CountJob, CountOrder, PlayStep};
use croupier_simulator::internals::{HANDS_MAX, PlayedHand};
use croupier_simulator::{Compiled, Job, Order, philox, witness};
use croupier_table::counting::System;
use croupier_table::{Action, ActionKind, HandWagers, Situation, Strategy, Total};

/// Every game whose rounds are played from tables.
const GAMES: [&str; 20] = [
    "nh21-plus",
    "nh21-v3",
    "super-fun-21",
    "presque-isle-blackjack",
    "blackjack",
    "double-exposure",
    "free-bet-blackjack",
    "nh-holdem",
    "let-it-ride",
    "mississippi-stud",
    "three-card-poker",
    "caribbean-stud",
    "four-card-poker",
    "crazy-4-poker",
    "ultimate-texas-holdem",
    "texas-holdem-bonus",
    "baccarat",
    "ez-baccarat",
    "casino-war",
    "red-dog",
];

const TURNS: u32 = 6;
/// The system counts processor time in ticks of some milliseconds, which must not matter.
const TURN_SECONDS: f64 = 0.3;

/// A fair player of either family: hits, doubles, splits and surrenders about as often as the best one. What a strategy
/// chooses changes the tables, not the work of the kernels; only how many cards come and how often pairs are split counts.
struct Fair;

impl Strategy for Fair {
    fn choose(&self, _game: &Game, situation: &Situation) -> Action {
        let offer = |kind: ActionKind| situation.offers.iter().find(|offer| offer.kind == kind);
        let total = Total::of(situation.cards);
        let up = situation.up.map_or(0, |up| up.value());
        let weak = (2..=6).contains(&up);
        let best = total.best();
        let wanted = match situation.cards {
            [one, other] if one.value() == other.value() && matches!(one.value(), 1 | 8) => ActionKind::Split,
            [one, other] if one.value() == other.value() && weak && !matches!(one.value(), 4 | 5 | 10) => {
                ActionKind::Split
            }
            _ if !total.is_soft() && (best == 11 || best == 10 && up != 1 && up != 10 || best == 9 && weak) => {
                ActionKind::Double
            }
            _ if best == 16 && up == 10 && !total.is_soft() => ActionKind::Surrender,
            _ if total.is_soft() && best < 18 || !total.is_soft() && best < if weak { 12 } else { 17 } => {
                ActionKind::Hit
            }
            _ => ActionKind::Stand,
        };
        let hit_or_stand = if best < 17 { ActionKind::Hit } else { ActionKind::Stand };
        let chosen = [
            wanted,
            hit_or_stand,
            ActionKind::Stand,
            ActionKind::NoInsurance,
            ActionKind::TakeBlackjack,
            ActionKind::Keep,
        ]
        .into_iter()
        .find_map(offer);
        chosen.map_or_else(|| bet(situation), |offer| offer.in_full())
    }
}

/// Folds nothing before the turn; bets most on a pair, folds two low cards without hope.
fn bet(situation: &Situation) -> Action {
    let mut ranks: Vec<_> = situation
        .cards
        .iter()
        .chain(situation.board)
        .map(|card| card.rank())
        .collect();
    ranks.sort_unstable();
    let pair = ranks.windows(2).any(|pair| pair[0] == pair[1] && pair[0] as u8 >= 4);
    let high = ranks.last().is_some_and(|rank| *rank as u8 >= 9);
    // A fold, where it is offered, stands first, and behind it the bets in rising order.
    let offer = match (pair, high) {
        (true, _) => situation.offers.last(),
        (false, true) => situation.offers.get(1),
        (false, false) => situation.offers.first(),
    };
    offer.map_or(Action::plain(ActionKind::Fold), |offer| offer.in_full())
}

/// Seconds this thread has run; wall time where the system does not tell.
fn seconds(started: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .map_or_else(|| started.elapsed().as_secs_f64(), |nanos| nanos / 1e9)
}

/// Units of work a second, in the best of several turns: neighbors on the machine can only slow it down.
fn measure(started: Instant, mut work: impl FnMut() -> u64) -> f64 {
    let turn = |work: &mut dyn FnMut() -> u64| {
        let mut rounds = 0;
        let begun = seconds(started);
        while seconds(started) - begun < TURN_SECONDS {
            rounds += work();
        }
        rounds as f64 / (seconds(started) - begun)
    };
    (0..TURNS).map(|_| turn(&mut work)).fold(0.0, f64::max)
}

/// The megahertz of the processor, where the system tells them.
fn megahertz() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("cpu MHz"))?;
    line.split(':').nth(1)?.trim().parse().ok()
}

/// Rounds a second of one thread through the lanes.
fn lanes(job: &Job) -> f64 {
    let started = Instant::now();
    let mut chunk = 0;
    measure(started, || {
        chunk += 1;
        job.play_chunk(chunk).expect("a chunk can be played").rounds
    })
}

/// Rounds a second of every thread of the machine at once, each by its own processor time.
fn all_threads(job: &Job) -> (usize, f64) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let rates: f64 = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(|| lanes(job))).collect();
        running
            .into_iter()
            .map(|thread| thread.join().expect("a chunk can be played"))
            .sum()
    });
    (threads, rates)
}

/// Rounds a second of the plain compiled loop, one hand after the other, and the cards of a round.
fn scalar(compiled: &Compiled) -> Option<(f64, f64)> {
    let key = philox::key(1);
    let (mut ends, mut codes) = ([PlayedHand::default(); HANDS_MAX], [0; HANDS_MAX]);
    let layout = match compiled {
        Compiled::TwentyOne(tables, _) => &tables.layout,
        Compiled::Stud(tables, _) => &tables.layout,
        Compiled::Showdown(tables) => &tables.layout,
        Compiled::Board(tables) => &tables.layout,
        Compiled::Baccarat(tables) => &tables.layout,
        Compiled::SingleCard(tables) => &tables.layout,
        Compiled::ByRound => return None,
    };
    let mut cards = 0;
    for round in 0..20_000 {
        let mut fresh = Fresh::new(layout, key, round);
        let mut recorded = Recorded::new(&mut fresh);
        match compiled {
            Compiled::TwentyOne(tables, _) => drop(tables.play(1, &mut recorded, &mut ends)),
            Compiled::Stud(tables, _) => drop(tables.play(1, &mut recorded, &mut codes)),
            Compiled::Showdown(tables) => drop(tables.play(1, &mut recorded, &mut codes)),
            Compiled::Board(tables) => drop(tables.play(1, &mut recorded, &mut codes)),
            Compiled::Baccarat(tables) => drop(tables.play(&mut recorded, &mut codes[..1])),
            Compiled::SingleCard(tables) => drop(tables.play(1, &mut recorded, &mut codes)),
            Compiled::ByRound => {}
        }
        cards += recorded.cards.len();
    }
    // As many cards are drawn ahead as the simulator draws for these games.
    let rate = match compiled {
        Compiled::TwentyOne(_, _) => plain::<8>(compiled, layout),
        _ => plain::<16>(compiled, layout),
    };
    Some((rate, cards as f64 / 20_000.0))
}

fn plain<const CARDS: usize>(compiled: &Compiled, layout: &Layout) -> f64 {
    let key = philox::key(1);
    let (mut ends, mut codes) = ([PlayedHand::default(); HANDS_MAX], [0; HANDS_MAX]);
    let mut drawn: Drawn<CARDS> = Drawn::default();
    let mut first = 0;
    measure(Instant::now(), || {
        for _ in 0..16 {
            first += LANES as u64;
            let rounds = std::array::from_fn(|lane| first + lane as u64);
            drawn.draw_widest(layout, key, &rounds);
            for (lane, round) in rounds.into_iter().enumerate() {
                let mut source = drawn.of_round(layout, key, round, lane);
                match compiled {
                    Compiled::TwentyOne(tables, _) => drop(black_box(tables.play(1, &mut source, &mut ends))),
                    Compiled::Stud(tables, _) => drop(black_box(tables.play(1, &mut source, &mut codes))),
                    Compiled::Showdown(tables) => drop(black_box(tables.play(1, &mut source, &mut codes))),
                    Compiled::Board(tables) => drop(black_box(tables.play(1, &mut source, &mut codes))),
                    Compiled::Baccarat(tables) => drop(black_box(tables.play(&mut source, &mut codes[..1]))),
                    Compiled::SingleCard(tables) => drop(black_box(tables.play(1, &mut source, &mut codes))),
                    Compiled::ByRound => {}
                }
            }
        }
        16 * LANES as u64
    })
}

/// Rounds a second of a counter at three seats; nothing for a game that is not dealt to a cut card.
fn counted(game: &Arc<Game>, bets: &HandWagers) -> Option<f64> {
    let system = System::named("hi-lo").expect("a system of the house");
    let step = |from, main| BetStep {
        from,
        bets: HandWagers { main, ..bets.clone() },
        sits_out: false,
    };
    let least = game.main_bet.lowest();
    let order = CountOrder {
        system: &system,
        bets: vec![step(0, least), step(2, least * 2)],
        plays: vec![PlayStep {
            from: 0,
            strategy: &Fair,
        }],
        seats: 3,
        behind: game.shoe.cut_card?.cards(&game.deck),
        seed: 1,
        rounds: 1 << 14,
    };
    let job = CountJob::new(game, order).ok()?;
    Some(measure(Instant::now(), || {
        black_box(job.play_chunk(0).expect("a chunk can be played"));
        1 << 14
    }))
}

/// Rounds a second of a plain loop over the round itself.
fn by_round(game: &Arc<Game>, bets: &HandWagers) -> f64 {
    let layout = Layout::new(&game.deck);
    let wagers = witness::wagers(bets, 1);
    let mut round = 0;
    measure(Instant::now(), || {
        for _ in 0..1000 {
            round += 1;
            let mut cards = Fresh::new(&layout, philox::key(1), round);
            black_box(witness::play(game, &Fair, &wagers, &layout, &mut cards)).expect("a legal strategy");
        }
        1000
    })
}

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let megahertz = megahertz();
    println!(
        "{:<24}{:>10}{:>10}{:>13}{:>15}{:>8}{:>12}{:>14}{:>10}{:>8}",
        "millions of rounds/s",
        "lanes",
        "plain",
        "all threads",
        "shoe, 3 seats",
        "count",
        "over Round",
        "cycles/card",
        "cards",
        "ratio"
    );
    for id in GAMES {
        if wanted.as_ref().is_some_and(|wanted| !id.contains(wanted.as_str())) {
            continue;
        }
        let game = Arc::new(load::open(id).expect("the games of this repository are valid").game);
        let bets = HandWagers {
            main: game.main_bet.highest().min(Money::from_dollars(10)),
            spots: 0,
            // A bet over the dealer's complete hand is left to the round, so the tables are measured without it.
            side: game
                .side_bets
                .iter()
                .map(|bet| {
                    if bet.over == Over::DealerHand {
                        Money::ZERO
                    } else {
                        bet.min
                    }
                })
                .collect(),
        };
        let order = Order {
            bets: bets.clone(),
            seats: 1,
            cut_card: false,
            seed: 1,
            rounds: 1_000_000_000_000,
            session: None,
        };
        let job = Job::new(&game, &Fair, &order).expect("the order is valid");
        let one = lanes(&job);
        let (plain, cards) = scalar(job.compiled()).unwrap_or_default();
        let (threads, all) = all_threads(&job);
        let order = Order {
            seats: 3,
            cut_card: game.twenty_one().is_some(),
            rounds: 1 << 14,
            ..order
        };
        let shoe = Job::new(&game, &Fair, &order).expect("the order is valid");
        let shoe = measure(Instant::now(), || {
            shoe.play_chunk(0).expect("a chunk can be played").rounds
        });
        let count = counted(&game, &bets);
        let over_round = by_round(&game, &bets);
        println!(
            "{id:<24}{:>10.2}{:>10.2}{:>13}{:>15.2}{:>8}{:>12.2}{:>14}{cards:>10.2}{:>8.0}",
            one / 1e6,
            plain / 1e6,
            format!("{:.2} on {threads}", all / 1e6),
            shoe / 1e6,
            count.map_or("–".to_string(), |count| format!("{:.2}", count / 1e6)),
            over_round / 1e6,
            megahertz.map_or("–".to_string(), |megahertz| format!(
                "{:.1}",
                megahertz * 1e6 / one / cards
            )),
            one / over_round
        );
    }
}
