//! Seats of 21 at a shoe that is dealt to its cut card, as a card plays them: what `shoe.cu` reads beside the tables, and what its
//! counts come to.

use super::text::{CARDS, Layout, TABLES};
use super::twenty_one::{self, Units};
use super::{Plays, Program, SHOES_AT_ONCE};
use crate::job::{CHUNK_ROUNDS, Job, Mode};
use crate::tally::{Group, Slice, Tally};
use crate::twenty_one::{LaneTables, Tables};

/// Random words that a thread has ready.
const WORDS_READY: usize = 16;
/// The most threads of a block: so many registers are left to each that nothing is spilled.
const THREADS_MAX: usize = 512;
const WARP: usize = 32;

/// Where the kernel finds its counts.
struct Places {
    /// By seat: net and squares.
    seats: usize,
    /// By depth: hands, net and squares.
    depths: usize,
    /// The squares of sums over the hands of a round.
    squares: usize,
    /// The chunks that are left to the processor.
    left: usize,
}

impl Places {
    fn new(job: &Job, tables: &Tables) -> Places {
        let seats = twenty_one::sums_end(tables);
        let depths = seats + 2 * usize::from(job.seats);
        let squares = depths + 3 * (tables.layout.size() / job.depth_step() + 1);
        Places {
            seats,
            depths,
            squares,
            left: squares + 2 + others(job),
        }
    }
}

/// How many wagers beside the main game are added up over the hands of a round.
fn others(job: &Job) -> usize {
    if job.seats > 1 { job.nets.others.len() } else { 0 }
}

/// The program that plays this job with so many bytes shared.
pub(super) fn program(job: &Job, tables: &Tables, lanes: &LaneTables, room: usize) -> Option<Program> {
    let Mode::CutCard { behind, burn } = job.mode else {
        return None;
    };
    let units = Units::new(tables, &job.nets);
    if !units.fit || at_once(units.most * i64::from(job.seats)) == 0 {
        return None;
    }
    let mut layout = Layout::default();
    twenty_one::lay_out(&mut layout, job, tables, lanes, true)?;
    let shoe_bytes = tables.layout.size().next_multiple_of(4);
    let each = WORDS_READY + shoe_bytes / 4;
    let beside = layout.words.len() + twenty_one::counters(tables);
    let threads = (room / 4).saturating_sub(beside) / each / WARP * WARP;
    let threads = threads.clamp(WARP, THREADS_MAX);
    let shared_bytes = layout.end_hot(twenty_one::counters(tables) + threads * each, room)?;
    twenty_one::lay_out_cold(&mut layout, tables, lanes, &units);
    let beside = job.nets.all_beside().iter();
    layout.words("BESIDE", beside.map(|net| (net / units.cents) as i32 as u32));
    let places = Places::new(job, tables);
    let numbers = [
        ("SEATS", usize::from(job.seats)),
        ("OTHERS", others(job)),
        ("WORDS_READY", WORDS_READY),
        ("SHOE_BYTES", shoe_bytes),
        ("BEHIND_CUT", behind),
        ("BURNT", burn.min(tables.layout.size())),
        ("DEPTH_STEP", job.depth_step()),
        ("SEATS_AT", places.seats),
        ("DEPTHS_AT", places.depths),
        ("SQUARES_AT", places.squares),
        ("LEFT", places.left),
        ("COUNTS", places.left + 1),
        ("CHUNK_ROUNDS", CHUNK_ROUNDS as usize),
    ];
    for (name, number) in numbers {
        layout.name(name, format_args!("{number}u"));
    }
    layout.name("JOB_ROUNDS", format_args!("{}ull", job.rounds));
    Some(Program {
        text: [&layout.names, CARDS, TABLES, include_str!("shoe.cu")].concat(),
        tables: layout.words,
        counts: places.left + 1,
        shared_bytes,
        threads,
        plays: Plays::Chunks {
            at_once: at_once(units.most * i64::from(job.seats)),
        },
    })
}

/// How many chunks one launch may play so that 64 bits hold the squares of its rounds, each of which comes to no more than this.
fn at_once(most: i64) -> u64 {
    let squares = CHUNK_ROUNDS.saturating_mul(most.unsigned_abs().saturating_pow(2).max(1));
    ((1 << 62) / squares).min(SHOES_AT_ONCE)
}

/// What the counts of so many rounds come to.
pub(super) fn tally(job: &Job, tables: &Tables, rounds: u64, counts: &[u64]) -> Tally {
    let unit = Units::new(tables, &job.nets).cents;
    let places = Places::new(job, tables);
    let (net, square) = (i128::from(unit), i128::from(unit) * i128::from(unit));
    let signed = |count: u64| i128::from(count as i64);
    let slice = |hands: u64, sums: &[u64]| Slice {
        hands,
        net: signed(sums[0]) * net,
        squares: signed(sums[1]) * square,
    };
    let mut tally = twenty_one::tally(tables, &job.nets, unit, counts);
    tally.rounds = rounds;
    tally.seats = counts[places.seats..places.depths]
        .chunks(2)
        .map(|sums| slice(rounds, sums))
        .collect();
    let depths = counts[places.depths..places.squares].chunks(3);
    tally.depths = depths.map(|sums| slice(sums[0], &sums[1..])).collect();
    let deepest = tally.depths.iter().rposition(|slice| slice.hands > 0);
    tally.depths.truncate(deepest.map_or(0, |deepest| deepest + 1));
    if job.seats > 1 {
        let groups = [Group::Main, Group::All]
            .into_iter()
            .chain(job.nets.others.iter().copied());
        let squares = counts[places.squares..places.left]
            .iter()
            .map(|sum| signed(*sum) * square);
        tally.round_squares = groups.zip(squares).filter(|(_, squares)| *squares != 0).collect();
    }
    tally
}
