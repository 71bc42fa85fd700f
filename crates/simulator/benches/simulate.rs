//! Rounds a second for every game: the compiled kernels beside a plain loop over `Round`, in the same run.
//!
//! `cargo bench -p croupier-simulator` (an argument names one game). Times are processor time of this thread where the
//! system tells it, so that a busy machine does not matter much.

use std::sync::Arc;
use std::time::Instant;

use croupier_rules::{Game, Money, load};
use croupier_simulator::cards::{Fresh, Layout};
use croupier_simulator::{Job, Order, philox, witness};
use croupier_table::{Action, ActionKind, HandWagers, Situation, Strategy, Total};

const GAMES: [(&str, &str); 5] = [
    ("nh21-plus", include_str!("../../../games/nh21-plus.toml")),
    ("nh21-v3", include_str!("../../../games/nh21-v3.toml")),
    ("super-fun-21", include_str!("../../../games/super-fun-21.toml")),
    (
        "presque-isle-blackjack",
        include_str!("../../../games/presque-isle-blackjack.toml"),
    ),
    ("nh-holdem", include_str!("../../../games/nh-holdem.toml")),
];

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
        ]
        .into_iter()
        .find_map(offer);
        chosen.map_or_else(|| bet(situation), |offer| offer.in_full())
    }
}

/// Folds nothing before the turn; bets three times on a pair, folds two low cards without hope.
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
    let kind = match (pair, high) {
        (true, _) => ActionKind::Bet(3),
        (false, true) => ActionKind::Bet(1),
        (false, false) => ActionKind::Fold,
    };
    Action::plain(kind)
}

/// Seconds this thread has run; wall time where the system does not tell.
fn seconds(started: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .map_or_else(|| started.elapsed().as_secs_f64(), |nanos| nanos / 1e9)
}

fn measure(started: Instant, mut work: impl FnMut() -> u64) -> f64 {
    let mut rounds = 0;
    let begun = seconds(started);
    while seconds(started) - begun < 0.5 {
        rounds += work();
    }
    rounds as f64 / (seconds(started) - begun)
}

fn main() {
    let started = Instant::now();
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    println!(
        "{:<24}{:>16}{:>16}{:>16}{:>8}",
        "millions of rounds/s", "one hand", "shoe, 3 seats", "loop over Round", "ratio"
    );
    for (id, text) in GAMES {
        if wanted.as_ref().is_some_and(|wanted| !id.contains(wanted.as_str())) {
            continue;
        }
        let game = Arc::new(load::parse(text).expect("the games of this repository are valid"));
        let bets = HandWagers {
            main: game.main_bet.highest().min(Money::from_dollars(10)),
            spots: 0,
            side: game.side_bets.iter().map(|bet| bet.min).collect(),
        };
        let order = Order {
            bets: bets.clone(),
            seats: 1,
            cut_card: false,
            seed: 1,
            rounds: u64::MAX >> 20,
            session: None,
        };
        let job = Job::new(&game, &Fair, &order).expect("the order is valid");
        let mut chunk = 0;
        let lanes = measure(started, || {
            chunk += 1;
            job.play_chunk(chunk).expect("a chunk can be played").rounds
        });
        let order = Order {
            seats: 3,
            cut_card: game.twenty_one().is_some(),
            rounds: 1 << 14,
            ..order
        };
        let shoe = Job::new(&game, &Fair, &order).expect("the order is valid");
        let shoe = measure(started, || shoe.play_chunk(0).expect("a chunk can be played").rounds);
        let layout = Layout::new(&game.deck);
        let wagers = witness::wagers(&bets, 1);
        let mut round = 0;
        let plain = measure(started, || {
            for _ in 0..1000 {
                round += 1;
                let mut cards = Fresh::new(&layout, philox::key(1), round);
                std::hint::black_box(witness::play(&game, &Fair, &wagers, &layout, &mut cards))
                    .expect("a legal strategy");
            }
            1000
        });
        println!(
            "{id:<24}{:>16.2}{:>16.2}{:>16.2}{:>8.0}",
            lanes / 1e6,
            shoe / 1e6,
            plain / 1e6,
            lanes / plain
        );
    }
}
