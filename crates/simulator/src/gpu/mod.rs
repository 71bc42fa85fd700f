//! The same rounds on a graphics card: equal to the processor's bit for bit, chunk by chunk.
//!
//! A [`Program`] is the text of a kernel and the tables it reads, made from a job. A [`Card`] compiles and runs it. What the
//! kernel cannot play (a hand the tables do not hold, more cards than it remembers) it lists, and the processor plays it. The
//! kernels are written so that a C compiler takes them too: the tests play them on the processor (`tests/gpu.rs`).

mod card;
mod shoe;
mod stud;
mod text;
mod twenty_one;

use std::ops::Range;

use rayon::prelude::*;

use crate::chunk;
use crate::compiled::Compiled;
use crate::fault::Fault;
use crate::job::{CHUNK_ROUNDS, Job, Mode, Order};
use crate::tally::Tally;
pub use card::Card;

/// What stands before a kernel on a processor, and what lets it run there: see `tests/gpu.rs`.
pub const EMULATED: [&str; 2] = [include_str!("emulated.h"), include_str!("emulated.c")];
/// What stands before a kernel on a card.
const ON_CARD: &str = include_str!("card.cuh");

/// The most rounds of one launch: counts of a block fit 32 bits, and sums over split hands 64.
pub const LAUNCH_ROUNDS: u64 = 1 << 31;
/// The most chunks of one launch: counts of a block fit 32 bits.
const SHOES_AT_ONCE: u64 = 1 << 17;

/// What the threads of a kernel play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plays {
    /// Single rounds.
    Rounds,
    /// Whole chunks, whose rounds follow each other in one shoe. Every block counts for itself.
    Chunks {
        /// The most chunks of one launch.
        at_once: u64,
    },
}

/// A kernel and the tables it reads.
#[derive(Debug)]
pub struct Program {
    /// The text, without what differs between a card and a processor.
    pub text: String,
    /// The tables.
    pub tables: Vec<u32>,
    /// How many counters it has. The last one counts what is left to the processor.
    pub counts: usize,
    /// How many bytes the threads of a block share.
    pub shared_bytes: usize,
    /// How many threads a block has.
    pub threads: usize,
    /// What is given to it by number.
    pub plays: Plays,
}

/// What a launch came to: the kernel's counts, and the rounds or chunks that are left to the processor, as many as there is room
/// for.
pub type Launched = (Vec<u64>, Vec<u64>);

impl Program {
    /// The program that plays a job on a card whose blocks may share so many bytes.
    pub fn new(job: &Job, room: usize) -> Result<Program, Fault> {
        check_shape(job.session.is_some(), job.seats, job.mode != Mode::Fresh)?;
        if matches!(&job.compiled, Compiled::TwentyOne(tables, _) if tables.hole_is_open) {
            let sentence =
                "the GPU does not play games in which both of the dealer's cards lie face up; leave out --gpu";
            return Err(Fault::Gpu(sentence.into()));
        }
        let program = match (&job.compiled, job.mode) {
            (Compiled::TwentyOne(tables, Some(lanes)), Mode::Fresh) => twenty_one::program(job, tables, lanes, room),
            (Compiled::TwentyOne(tables, Some(lanes)), _) => shoe::program(job, tables, lanes, room),
            (Compiled::Stud(tables, true), Mode::Fresh) => stud::program(job, tables, room),
            _ => None,
        };
        let sentence = "the tables of this game, its bets and this strategy are not of a kind or size that this GPU plays; leave out --gpu";
        program.ok_or_else(|| Fault::Gpu(sentence.into()))
    }

    /// The whole text for a card.
    pub fn text_on_card(&self) -> String {
        format!("#define THREADS {}\n{ON_CARD}{}", self.threads, self.text)
    }

    /// Plays some chunks of the job by launches of the kernel: from this number on, so many rounds or chunks.
    pub fn play(
        &self,
        job: &Job,
        chunks: Range<u64>,
        launch: impl Fn(u64, u32) -> Result<Launched, Fault>,
    ) -> Result<Tally, Fault> {
        match self.plays {
            Plays::Rounds => self.play_rounds(job, chunks, launch),
            Plays::Chunks { at_once } => self.play_shoes(job, at_once, chunks, launch),
        }
    }

    fn play_rounds(
        &self,
        job: &Job,
        chunks: Range<u64>,
        launch: impl Fn(u64, u32) -> Result<Launched, Fault>,
    ) -> Result<Tally, Fault> {
        let mut tally = Tally::default();
        let mut start = chunks.start;
        let mut at_once = LAUNCH_ROUNDS / CHUNK_ROUNDS;
        while start < chunks.end {
            let some = start..chunks.end.min(start + at_once);
            let rounds = job.rounds_of(&some);
            let (counts, mut left) = launch(some.start * CHUNK_ROUNDS, rounds as u32)?;
            if self.left(&counts) > left.len() as u64 {
                // More rounds are left than there is room for: so many at once are too many.
                at_once = (some.end - some.start).div_ceil(2);
                continue;
            }
            left.sort_unstable();
            let mut played = match &job.compiled {
                Compiled::TwentyOne(tables, _) => {
                    let unit = twenty_one::Units::new(tables, &job.nets).cents;
                    twenty_one::tally(tables, &job.nets, unit, &counts)
                }
                Compiled::Stud(tables, _) => stud::tally(tables, &counts),
                Compiled::Showdown(_)
                | Compiled::Board(_)
                | Compiled::Baccarat(_)
                | Compiled::SingleCard(_)
                | Compiled::ByRound => Tally::default(),
            };
            played.rounds = rounds - left.len() as u64;
            tally.merge(&played);
            merge_all(
                &mut tally,
                left.par_chunks(1 << 12).map(|some| chunk::play_listed(job, some)),
            )?;
            start = some.end;
        }
        Ok(tally)
    }

    /// A launch in which chunks are left counts for nothing, since some of their rounds are counted: what lies between them is
    /// played again.
    fn play_shoes(
        &self,
        job: &Job,
        at_once: u64,
        chunks: Range<u64>,
        launch: impl Fn(u64, u32) -> Result<Launched, Fault>,
    ) -> Result<Tally, Fault> {
        let Compiled::TwentyOne(tables, _) = &job.compiled else {
            return Ok(Tally::default());
        };
        let mut tally = Tally::default();
        let mut open = vec![chunks];
        while let Some(mut some) = open.pop() {
            if some.end - some.start > at_once {
                open.push(some.start + at_once..some.end);
                some.end = some.start + at_once;
            }
            let (counts, mut left) = launch(some.start, (some.end - some.start) as u32)?;
            if left.is_empty() {
                tally.merge(&shoe::tally(job, tables, job.rounds_of(&some), &counts));
                continue;
            }
            left.sort_unstable();
            merge_all(&mut tally, left.par_iter().map(|chunk| chunk::play(job, *chunk)))?;
            let starts = std::iter::once(some.start).chain(left.iter().map(|chunk| chunk + 1));
            let gaps = starts.zip(left.iter().copied().chain([some.end]));
            open.extend(gaps.map(|(start, end)| start..end).filter(|gap| !gap.is_empty()));
        }
        Ok(tally)
    }

    fn left(&self, counts: &[u64]) -> u64 {
        counts[self.counts - 1]
    }
}

/// Merges tallies in their order, or says what is wrong with the first that could not be played.
fn merge_all(
    tally: &mut Tally,
    played: impl IndexedParallelIterator<Item = Result<Tally, Fault>>,
) -> Result<(), Fault> {
    for played in played.collect::<Vec<_>>() {
        tally.merge(&played?);
    }
    Ok(())
}

/// Whether this machine has a GPU and a job of this order is one for it, before anything is compiled.
pub fn check(order: &Order) -> Result<(), Fault> {
    check_shape(order.session.is_some(), order.seats, order.cut_card)?;
    card::look_for_libraries()
}

fn check_shape(sessions: bool, seats: u8, cut_card: bool) -> Result<(), Fault> {
    let refused = match (sessions, seats, cut_card) {
        (true, _, _) => {
            "sessions need their rounds in order, and a GPU plays them in none; leave out --session or --gpu"
        }
        (_, 2.., false) => "from full shoes a GPU plays one seat; leave out --seats or --gpu",
        _ => return Ok(()),
    };
    Err(Fault::Gpu(refused.into()))
}

fn greatest_common_divisor(one: i64, other: i64) -> i64 {
    let (mut one, mut other) = (one.abs(), other.abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}
