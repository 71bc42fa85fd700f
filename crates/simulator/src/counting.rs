//! A player who counts cards: bets and play that follow the count of a shoe dealt to its cut card, and what that comes to.
//!
//! The count before a round decides the bet and where the round is counted; the count when the first cards lie open, the hole card not
//! among them, decides insurance and play. Every seat bets and plays so. Everything counted is a whole number, and a chunk is a pure
//! function of the job and its number, as in every simulation.

mod figures;
mod play;
mod ramp;
mod tables;
mod tally;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use croupier_rules::Game;
use croupier_rules::game::Shuffled;
use croupier_table::counting::{COUNT_MAX, System};
use croupier_table::{HandWagers, Strategy};

use self::tables::Levels;
use crate::cards::Layout;
use crate::fault::Fault;
use crate::job::{self, CHUNK_ROUNDS, ROUNDS_MAX};
use crate::witness;
pub use figures::{CountFigures, CountLine, CountReport, CountedWager, SCHEMA, WagerLine};
pub use ramp::{RampBet, best_ramp};
pub use tally::{CountSums, CountTally, CountedWith};

/// What a counter is asked to do.
#[derive(Clone)]
pub struct CountOrder<'a> {
    /// What the cards count.
    pub system: &'a System,
    /// The bets, by the count before a round, in rising order; the first holds below its count too.
    pub bets: Vec<BetStep>,
    /// The play, by the count when the first cards lie open, likewise.
    pub plays: Vec<PlayStep<'a>>,
    /// How many seats play, one hand each.
    pub seats: u8,
    /// Cards behind the cut card.
    pub behind: usize,
    /// The seed.
    pub seed: u64,
    /// How many rounds.
    pub rounds: u64,
}

/// What is bet from a count on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetStep {
    /// The count.
    pub from: i32,
    /// The bets of every hand.
    pub bets: HandWagers,
    /// Whether the counter only watches: the round is played, and counts for nothing in what is won.
    pub sits_out: bool,
}

/// How hands are played from a count on.
#[derive(Clone, Copy)]
pub struct PlayStep<'a> {
    /// The count.
    pub from: i32,
    /// The play.
    pub strategy: &'a (dyn Strategy + Sync),
}

/// A job of counting, compiled and checked.
pub struct CountJob<'a> {
    game: Arc<Game>,
    order: CountOrder<'a>,
    layout: Layout,
    levels: Levels,
    /// By kind of card: what it counts, in parts.
    tags: Vec<i64>,
    /// By count from the lowest: the step of the bets, and that of the play.
    bet_at: Vec<u8>,
    play_at: Vec<u8>,
}

/// What a run has come to.
#[derive(Clone, Debug)]
pub struct CountRun {
    /// What was counted.
    pub tally: CountTally,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// How many counts are told apart.
const COUNTS: usize = 2 * COUNT_MAX as usize + 1;
/// The most steps of bets or play.
const STEPS_MAX: usize = 32;

impl<'a> CountJob<'a> {
    /// Checks an order and compiles the game for its bets and its play.
    pub fn new(game: &Arc<Game>, order: CountOrder<'a>) -> Result<CountJob<'a>, Fault> {
        check(game, &order)?;
        let layout = Layout::new(&game.deck);
        let tag = |kind: usize| i64::from(order.system.parts(layout.card(kind as u8)));
        Ok(CountJob {
            levels: Levels::compile(game, &order)?,
            tags: (0..layout.kinds()).map(tag).collect(),
            bet_at: by_count(order.bets.iter().map(|step| step.from)),
            play_at: by_count(order.plays.iter().map(|step| step.from)),
            game: Arc::clone(game),
            layout,
            order,
        })
    }

    /// The game that is counted.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// What was ordered.
    pub fn order(&self) -> &CountOrder<'a> {
        &self.order
    }

    /// What is bet at this count.
    pub fn bet_at(&self, count: i32) -> &BetStep {
        &self.order.bets[usize::from(self.bet_at[place(count)])]
    }

    /// How many chunks the job has.
    pub fn chunks(&self) -> u64 {
        self.order.rounds.div_ceil(CHUNK_ROUNDS)
    }

    /// Plays one chunk: a pure function of the job and the number.
    pub fn play_chunk(&self, chunk: u64) -> Result<CountTally, Fault> {
        play::chunk(self, chunk)
    }

    /// Plays the whole job on so many threads, or until it is stopped. Threads change nothing of what is counted.
    pub fn run(&self, threads: usize, stop: &AtomicBool, progress: &mut dyn FnMut(u64)) -> Result<CountRun, Fault> {
        let pool = job::pool(threads)?;
        let started = std::time::Instant::now();
        let mut tally = CountTally::default();
        let mut done = 0;
        while done < self.chunks() {
            let wave = done..self.chunks().min(done + 16);
            let asked = wave.end - wave.start;
            let played = pool.install(|| job::in_order(wave, stop, |chunk| self.play_chunk(chunk)))?;
            played.iter().for_each(|chunk| tally.merge(chunk));
            done += played.len() as u64;
            progress(tally.rounds);
            if (played.len() as u64) < asked {
                break;
            }
        }
        Ok(CountRun {
            tally,
            seconds: started.elapsed().as_secs_f64(),
        })
    }
}

/// The place of a count among all.
#[inline(always)]
fn place(count: i32) -> usize {
    (count + COUNT_MAX) as usize
}

/// By count from the lowest: the last step that has begun.
fn by_count(from: impl Iterator<Item = i32>) -> Vec<u8> {
    let from: Vec<i32> = from.collect();
    let step = |count: i32| from.iter().rposition(|from| *from <= count).unwrap_or(0) as u8;
    (-COUNT_MAX..=COUNT_MAX).map(step).collect()
}

fn check(game: &Game, order: &CountOrder) -> Result<(), Fault> {
    if game.shoe.shuffled == Shuffled::EveryRound {
        return Err(Fault::NothingToCount);
    }
    if order.rounds == 0 || order.rounds > ROUNDS_MAX {
        return Err(Fault::Rounds {
            rounds: order.rounds,
            max: ROUNDS_MAX,
        });
    }
    if order.seats == 0 || order.seats > game.table.seats {
        return Err(Fault::Seats {
            seats: order.seats,
            max: game.table.seats,
        });
    }
    let size = game.deck.size();
    if order.behind >= size {
        return Err(Fault::Penetration {
            behind: order.behind,
            size,
        });
    }
    let rising =
        |from: &[i32]| !from.is_empty() && from.len() <= STEPS_MAX && from.is_sorted_by(|one, next| one < next);
    let bets: Vec<i32> = order.bets.iter().map(|step| step.from).collect();
    let plays: Vec<i32> = order.plays.iter().map(|step| step.from).collect();
    if !rising(&bets) || !rising(&plays) {
        return Err(Fault::Steps { max: STEPS_MAX });
    }
    for step in &order.bets {
        witness::wagers(&step.bets, order.seats).check(game)?;
    }
    Ok(())
}
