//! The kernels of the GPU, compiled as C and played on the processor: the same tallies, chunk by chunk. And what is said where
//! no GPU is.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::cell::Cell;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use common::{Moody, Restless, bets, game};
use croupier_rules::{Family, Game, Money};
use croupier_simulator::gpu::{self, EMULATED, Launched, Program};
use croupier_simulator::{CHUNK_ROUNDS, Job, Order, Policy, SessionRules, Tally};
use croupier_solver::stud::{self, StudBook};
use croupier_solver::twenty_one::best::{BestPlay, Insures};
use croupier_solver::twenty_one::full_shoe;
use croupier_table::{HandWagers, Strategy};

fn order(bets: HandWagers, rounds: u64) -> Order {
    Order {
        bets,
        seats: 1,
        cut_card: false,
        seed: 0x0123_4567_89ab_cdef,
        rounds,
        session: None,
    }
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

/// The bytes that a block shares on an H100 or H200.
const ROOM: usize = 227 * 1024;

/// A kernel that was compiled for the processor.
struct Emulated {
    program: Program,
    folder: PathBuf,
}

impl Emulated {
    fn new(job: &Job, name: &str, room: usize) -> Emulated {
        let program = Program::new(job, room).unwrap();
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("gpu-{name}"));
        std::fs::create_dir_all(&folder).unwrap();
        let [before, after] = EMULATED;
        // The names of the job come first, for what is emulated asks for them.
        std::fs::write(folder.join("kernel.c"), [before, &program.text, after].concat()).unwrap();
        let compiled = Command::new("cc")
            .args(["-std=c11", "-O1", "-fno-strict-aliasing", "-o", "kernel", "kernel.c"])
            .current_dir(&folder)
            .output()
            .expect("a C compiler, which cargo needs for linking too");
        assert!(
            compiled.status.success(),
            "{}",
            String::from_utf8_lossy(&compiled.stderr)
        );
        Emulated { program, folder }
    }

    /// Plays so many rounds or chunks, from this number on.
    fn launch(&self, first: u64, count: u32) -> Launched {
        let mut running = Command::new(self.folder.join("kernel"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (counts, tables) = (self.program.counts as u64, &self.program.tables);
        let mut input = Vec::new();
        for number in [first, u64::from(count), tables.len() as u64, counts, CHUNK_ROUNDS] {
            input.extend(number.to_ne_bytes());
        }
        input.extend(tables.iter().flat_map(|word| word.to_ne_bytes()));
        running.stdin.take().unwrap().write_all(&input).unwrap();
        let output = running.wait_with_output().unwrap();
        assert!(output.status.success());
        let number = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().unwrap());
        let numbers: Vec<u64> = output.stdout.chunks(8).map(number).collect();
        let (counts, left) = numbers.split_at(self.program.counts);
        (counts.to_vec(), left.to_vec())
    }
}

/// Holds chunks that the kernel plays against those of the processor; how many rounds or chunks the kernel left.
fn is_played_alike(job: &Job, name: &str, room: usize, chunks: &[u64]) -> usize {
    let kernel = Emulated::new(job, name, room);
    let left = Cell::new(0);
    for chunk in chunks {
        let played = kernel.program.play(job, *chunk..chunk + 1, |first, count| {
            let launched = kernel.launch(first, count);
            left.set(left.get() + launched.1.len());
            Ok(launched)
        });
        assert_eq!(
            played.unwrap(),
            job.play_chunk(*chunk).unwrap(),
            "{name}, chunk {chunk}"
        );
    }
    left.get()
}

/// The first chunk of a job from full shoes and its last, a short one; the numbers of the rounds there exceed 32 bits.
fn is_played_alike_from_full_shoes(id: &str, strategy: &(dyn Strategy + Sync), bets: HandWagers, name: &str) -> usize {
    let game = game(id);
    let job = Job::new(&game, strategy, &order(bets, (1 << 40) + 100_003)).unwrap();
    is_played_alike(&job, &format!("{id}-{name}"), ROOM, &[0, job.chunks() - 1])
}

fn without_sides(game: &Game) -> HandWagers {
    HandWagers {
        side: Vec::new(),
        ..bets(game)
    }
}

#[test]
fn the_kernel_plays_the_best_play_of_every_game() {
    for id in [
        "nh21-plus",
        "nh21-v3",
        "super-fun-21",
        "presque-isle-blackjack",
        "free-bet-blackjack",
        "nh-holdem",
    ] {
        let game = game(id);
        let player = best(&game, bets(&game).main);
        for (bets, name) in [(bets(&game), "best"), (without_sides(&game), "best-alone")] {
            let left = is_played_alike_from_full_shoes(id, &*player, bets, name);
            // In stud a round with a refused word is left, about one in a million.
            assert!(
                left <= if game.stud().is_some() { 4 } else { 0 },
                "{id}: {left} rounds are left"
            );
        }
    }
}

#[test]
fn the_kernel_plays_whatever_a_strategy_does() {
    for id in [
        "nh21-plus",
        "super-fun-21",
        "presque-isle-blackjack",
        "free-bet-blackjack",
    ] {
        is_played_alike_from_full_shoes(id, &Moody(5), bets(&game(id)), "moody");
    }
    is_played_alike_from_full_shoes("nh-holdem", &Restless(3), bets(&game("nh-holdem")), "restless");
}

#[test]
fn the_kernel_deals_shoes_to_their_cut_card() {
    for (id, seats, sides) in [
        ("nh21-plus", 3, true),
        ("presque-isle-blackjack", 1, true),
        ("nh21-v3", 5, false),
        ("free-bet-blackjack", 2, false),
    ] {
        let game = game(id);
        let bets = if sides { bets(&game) } else { without_sides(&game) };
        let order = Order {
            seats,
            cut_card: true,
            ..order(bets, CHUNK_ROUNDS + 30_000)
        };
        let job = Job::new(&game, &Moody(8), &order).unwrap();
        let left = is_played_alike(&job, &format!("{id}-shoe"), ROOM, &[0, 1]);
        assert_eq!(left, 0, "{id}");
    }
}

/// Tallies of 16 November 2026, kept as the parts that `croupier simulate --chunks` wrote on a processor: the emulation counts the same, and so
/// does the processor still. What a seed gives never changes, on any machine.
#[test]
fn saved_tallies_are_met() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/saved");
    let mut met = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let part: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let (request, chunks) = (&part["request"], &part["chunks"]);
        let game = Arc::new(croupier_rules::load::parse(request["rules"].as_str().unwrap()).unwrap());
        let strategy = Policy::from_name(request["strategy"].as_str().unwrap()).unwrap();
        let order: Order = serde_json::from_value(request["order"].clone()).unwrap();
        let saved: Tally = serde_json::from_value(part["tally"].clone()).unwrap();
        let job = Job::new(&game, &strategy, &order).unwrap();
        let chunks = chunks["start"].as_u64().unwrap()..chunks["end"].as_u64().unwrap();
        let kernel = Emulated::new(&job, &name, ROOM);
        let emulated = kernel
            .program
            .play(&job, chunks.clone(), |first, count| Ok(kernel.launch(first, count)));
        assert_eq!(emulated.unwrap(), saved, "{name}: emulated");
        let mut played = Tally::default();
        chunks.for_each(|chunk| played.merge(&job.play_chunk(chunk).unwrap()));
        assert_eq!(played, saved, "{name}: played");
        met += 1;
    }
    assert_eq!(met, 3);
}

#[test]
fn tables_that_a_small_card_cannot_share_stay_in_its_memory() {
    for (id, cut_card) in [("nh21-plus", false), ("nh21-plus", true), ("nh-holdem", false)] {
        let game = game(id);
        let order = Order {
            cut_card,
            ..order(without_sides(&game), 50_000)
        };
        let job = Job::new(&game, &Policy::MimicDealer, &order).unwrap();
        is_played_alike(&job, &format!("{id}-{cut_card}-small"), 24 * 1024, &[0]);
        let sentence = Program::new(&job, 16).unwrap_err().to_string();
        assert!(sentence.contains("leave out --gpu"), "{sentence}");
    }
}

#[test]
fn chunks_that_are_left_are_played_by_the_processor() {
    let game = game("nh21-plus");
    let order = Order {
        seats: 2,
        cut_card: true,
        ..order(without_sides(&game), 3 * CHUNK_ROUNDS + 10_000)
    };
    let job = Job::new(&game, &Policy::MimicDealer, &order).unwrap();
    let kernel = Emulated::new(&job, "left", ROOM);
    let refuses = Cell::new(true);
    let played = kernel.program.play(&job, 0..4, |first, count| {
        let mut launched = kernel.launch(first, count);
        if refuses.replace(false) {
            launched.1 = vec![2, 1];
        }
        Ok(launched)
    });
    let mut expected = Tally::default();
    (0..4).for_each(|chunk| expected.merge(&job.play_chunk(chunk).unwrap()));
    assert_eq!(played.unwrap(), expected);
}

#[test]
fn what_a_gpu_does_not_play_is_said() {
    let game = game("nh21-plus");
    let session = Some(SessionRules {
        rounds: 100,
        bankroll: None,
    });
    let plain = order(bets(&game), 1_000);
    let cases = [
        (
            Order {
                session,
                ..plain.clone()
            },
            "sessions",
        ),
        (Order { seats: 3, ..plain }, "one seat"),
    ];
    for (order, word) in cases {
        let job = Job::new(&game, &Policy::Stand, &order).unwrap();
        let sentence = Program::new(&job, ROOM).unwrap_err().to_string();
        assert!(sentence.contains(word) && sentence.contains("--gpu"), "{sentence}");
        assert_eq!(gpu::check(&order).unwrap_err().to_string(), sentence);
    }
}
