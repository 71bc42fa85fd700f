//! The GPU beside the processor: every game's chunks bit for bit, then billions of rounds a second, one hand with the best play
//! from full shoes.
//!
//! `cargo bench -p croupier-simulator --bench gpu` on a machine with a card (an argument names one game; `--text FOLDER` writes
//! the kernels there, to be looked at with NVIDIA's tools). Ends with exit code 1 if a chunk differs.
#![allow(clippy::unwrap_used, reason = "a benchmark may stop at the first surprise")]

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use croupier_rules::game::Shuffled;
use croupier_rules::{Family, Game, Money, load};
use croupier_simulator::gpu::{Card, LAUNCH_ROUNDS};
use croupier_simulator::{Job, Order};
use croupier_solver::stud::{self, StudBook};
use croupier_solver::twenty_one::best::{BestPlay, Insures};
use croupier_solver::twenty_one::full_shoe;
use croupier_table::{HandWagers, Strategy};

const GAMES: [&str; 5] = [
    include_str!("../../../games/nh21-plus.toml"),
    include_str!("../../../games/nh21-v3.toml"),
    include_str!("../../../games/super-fun-21.toml"),
    include_str!("../../../games/presque-isle-blackjack.toml"),
    include_str!("../../../games/nh-holdem.toml"),
];

/// Chunks that are held against the processor's: the first, some in the middle, one whose rounds need more than 32 bits.
const COMPARED: [u64; 5] = [0, 1, 16_383, 16_384, 134_000_000];
/// Launches that are timed; the best counts.
const TURNS: u64 = 5;
/// Chunks of a job of a billion rounds.
const SHORT_JOB: u64 = 3_815;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (mut wanted, mut folder) = (None, None);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--text" => folder = arguments.next(),
            _ => wanted = Some(argument),
        }
    }
    let folder = folder.as_deref().map(Path::new);
    let games = GAMES.map(|text| Arc::new(load::parse(text).expect("the games of this repository are valid")));
    let games = games
        .iter()
        .filter(|game| wanted.as_ref().is_none_or(|wanted| game.id.contains(wanted.as_str())));
    let bets = |game: &Game| {
        if game.side_bets.is_empty() {
            vec![false]
        } else {
            vec![false, true]
        }
    };
    let head = |columns: [&str; 7]| {
        let [first, rest @ ..] = columns;
        println!(
            "{first:<24}{:>10}{:>12}{:>12}{:>12}{:>16}{:>10}",
            rest[0], rest[1], rest[2], rest[3], rest[4], rest[5]
        );
    };
    let mut differs = false;
    head([
        "billions of rounds/s",
        "side bets",
        "kernel",
        "whole run",
        "ready in s",
        "left of 2^31",
        "equal",
    ]);
    for game in games.clone() {
        for sides in bets(game) {
            differs |= !measure(game, sides, folder);
        }
    }
    head([
        "three seats, cut card",
        "side bets",
        "all threads",
        "1e9 rounds",
        "ready in s",
        "chunks at once",
        "equal",
    ]);
    for game in games.filter(|game| game.shoe.shuffled == Shuffled::AtCutCard) {
        for sides in bets(game) {
            differs |= !measure_shoes(game, sides, folder);
        }
    }
    ExitCode::from(u8::from(differs))
}

/// Prints a line about one seat from full shoes; whether all chunks are equal.
fn measure(game: &Arc<Game>, sides: bool, folder: Option<&Path>) -> bool {
    let order = order(game, sides);
    let player = best(game, order.bets.main);
    let job = Job::new(game, &*player, &order).unwrap();
    let (card, ready) = ready(&job, &format!("{}-{sides}", game.id), folder);
    let equal = equal(&card, &job, &COMPARED);
    let mut left = 0;
    let turns = (0..TURNS).map(|turn| {
        let begun = Instant::now();
        left = card.launch(turn * LAUNCH_ROUNDS, LAUNCH_ROUNDS as u32).unwrap().1.len();
        begun.elapsed().as_secs_f64()
    });
    let kernel = LAUNCH_ROUNDS as f64 / turns.fold(f64::MAX, f64::min);
    let begun = Instant::now();
    let rounds = card.play(&job, 0..card.wave()).unwrap().rounds;
    let whole = rounds as f64 / begun.elapsed().as_secs_f64();
    println!(
        "{:<24}{:>10}{:>12.2}{:>12.2}{ready:>12.2}{left:>16}{:>10}",
        game.id,
        if sides { "all" } else { "none" },
        kernel / 1e9,
        whole / 1e9,
        format!("{equal} of {}", COMPARED.len())
    );
    equal == COMPARED.len()
}

/// Prints a line about three seats at shoes dealt to their cut card; whether all chunks are equal.
fn measure_shoes(game: &Arc<Game>, sides: bool, folder: Option<&Path>) -> bool {
    let order = Order {
        seats: 3,
        cut_card: true,
        ..order(game, sides)
    };
    let player = best(game, order.bets.main);
    let job = Job::new(game, &*player, &order).unwrap();
    let (card, ready) = ready(&job, &format!("{}-{sides}-shoe", game.id), folder);
    let equal = equal(&card, &job, &COMPARED[..3]);
    let speed = |chunks: u64| {
        let begun = Instant::now();
        let rounds = card.play(&job, 0..chunks).unwrap().rounds;
        rounds as f64 / begun.elapsed().as_secs_f64()
    };
    let (few, all) = (speed(SHORT_JOB), speed(card.wave()));
    println!(
        "{:<24}{:>10}{:>12.2}{:>12.2}{ready:>12.2}{:>16}{:>10}",
        game.id,
        if sides { "all" } else { "none" },
        all / 1e9,
        few / 1e9,
        card.wave(),
        format!("{equal} of 3")
    );
    equal == 3
}

/// A job of ten dollars and, where they are wanted, the least on every side bet.
fn order(game: &Game, sides: bool) -> Order {
    let stake = |least: Money| if sides { least } else { Money::ZERO };
    Order {
        bets: HandWagers {
            main: game.main_bet.highest().min(Money::from_dollars(10)),
            spots: 0,
            side: game.side_bets.iter().map(|bet| stake(bet.min)).collect(),
        },
        seats: 1,
        cut_card: false,
        seed: 2026,
        rounds: 1 << 45,
        session: None,
    }
}

/// A card that is ready for the job, and the seconds that took.
fn ready(job: &Job, name: &str, folder: Option<&Path>) -> (Card, f64) {
    let begun = Instant::now();
    let card = Card::new(job).unwrap();
    let seconds = begun.elapsed().as_secs_f64();
    if let Some(folder) = folder {
        std::fs::write(folder.join(format!("{name}.cu")), card.program().text_on_card()).unwrap();
    }
    (card, seconds)
}

/// How many of these chunks are equal to the processor's.
fn equal(card: &Card, job: &Job, chunks: &[u64]) -> usize {
    let is_equal = |chunk: &u64| card.play(job, *chunk..chunk + 1).unwrap() == job.play_chunk(*chunk).unwrap();
    chunks.iter().filter(|chunk| is_equal(chunk)).count()
}

fn best(game: &Game, main: Money) -> Box<dyn Strategy + Sync> {
    match &game.family {
        Family::TwentyOne(_) => {
            Box::new(BestPlay::<f64>::new(game, main, &full_shoe(game), Insures::WhenItPays).unwrap())
        }
        Family::Stud(_) => Box::new(StudBook::best(stud::play(game, main).unwrap())),
        Family::Baccarat(_) | Family::SingleCard(_) => panic!("a game with choices was expected"),
    }
}
