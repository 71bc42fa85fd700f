//! A job: so many rounds of one game, strategy and bet, in chunks that any number of threads or machines may play.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use croupier_rules::Game;
use croupier_rules::game::Shuffled;
use croupier_table::{HandWagers, Strategy};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::checkpoint::Checkpoint;
use crate::chunk;
use crate::compiled::Compiled;
use crate::fault::Fault;
use crate::gpu::Card;
use crate::nets::Nets;
use crate::session::SessionRules;
use crate::tally::Tally;
use crate::witness;

/// Rounds in a chunk, unless sessions ask for a few more.
pub const CHUNK_ROUNDS: u64 = 1 << 18;
/// The most rounds of a job.
pub const ROUNDS_MAX: u64 = 1_000_000_000_000_000;

/// Where the cards of a round come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Every round from a full shoe.
    Fresh,
    /// Dealt through a shoe until the cut card has come out.
    CutCard {
        /// Cards behind the cut card.
        behind: usize,
        /// Cards burnt after a shuffle.
        burn: usize,
    },
}

/// A job, compiled and checked.
pub struct Job<'a> {
    pub(crate) game: Arc<Game>,
    pub(crate) strategy: &'a (dyn Strategy + Sync),
    pub(crate) bets: HandWagers,
    pub(crate) seats: u8,
    pub(crate) mode: Mode,
    pub(crate) seed: u64,
    pub(crate) rounds: u64,
    pub(crate) session: Option<SessionRules>,
    pub(crate) compiled: Compiled,
    pub(crate) nets: Nets,
    /// The card that plays the chunks of a run, if one does.
    card: Option<Card>,
}

/// What a job is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The bets of every hand.
    pub bets: HandWagers,
    /// How many seats play, one hand each.
    pub seats: u8,
    /// Whether the shoe is dealt to the cut card.
    pub cut_card: bool,
    /// The seed.
    pub seed: u64,
    /// How many rounds.
    pub rounds: u64,
    /// Sessions, if they are wanted.
    pub session: Option<SessionRules>,
}

/// How a job is run. Nothing here changes what a full run counts.
pub struct Control<'a> {
    /// How many threads; 0 for as many as the machine has.
    pub threads: usize,
    /// Set by somebody who wants the job to stop.
    pub stop: &'a AtomicBool,
    /// Stop when the standard error of the main game, in initial bets, is no greater.
    pub until_se: Option<f64>,
    /// Where to keep what is done, and to go on from.
    pub checkpoint: Option<&'a Path>,
    /// Told how far the job is.
    pub progress: &'a mut dyn FnMut(&Progress),
}

/// How far a job is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Rounds played.
    pub rounds: u64,
    /// Rounds asked for.
    pub of: u64,
    /// Rounds a second, in this run.
    pub rounds_per_second: f64,
    /// The mean of the main game so far, in initial bets.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Seconds left at this speed, to the last round or to the standard error aimed at.
    pub seconds_left: f64,
}

/// What a run has come to.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was counted.
    pub tally: Tally,
    /// Why it ended.
    pub ended: StopReason,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Rounds played in this run, those of a checkpoint not counted.
    pub rounds_here: u64,
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// All rounds are played.
    Finished,
    /// The standard error aimed at is reached.
    Precise,
    /// Somebody stopped it.
    Stopped,
}

impl Order {
    /// What can be known to be wrong before anything is compiled; where cards come from, if nothing is.
    pub fn check(&self, game: &Game) -> Result<Mode, Fault> {
        if self.rounds == 0 || self.rounds > ROUNDS_MAX {
            return Err(Fault::Rounds {
                rounds: self.rounds,
                max: ROUNDS_MAX,
            });
        }
        if self.seats == 0 || self.seats > game.table.seats {
            return Err(Fault::Seats {
                seats: self.seats,
                max: game.table.seats,
            });
        }
        if let Some(session) = self.session
            && (session.rounds == 0 || session.rounds > self.rounds)
        {
            return Err(Fault::Session {
                rounds: session.rounds,
                max: self.rounds,
            });
        }
        witness::wagers(&self.bets, self.seats).check(game)?;
        Ok(match (self.cut_card, game.shoe.shuffled) {
            (false, _) => Mode::Fresh,
            (true, Shuffled::EveryRound) => return Err(Fault::NoCutCard),
            (true, Shuffled::AtCutCard) => Mode::CutCard {
                behind: game.shoe.cut_card.map_or(0, |depth| depth.cards(&game.deck)),
                burn: usize::from(game.shoe.burn),
            },
        })
    }
}

impl<'a> Job<'a> {
    /// Checks an order and compiles the game and the strategy.
    pub fn new(game: &Arc<Game>, strategy: &'a (dyn Strategy + Sync), order: &Order) -> Result<Job<'a>, Fault> {
        let mode = order.check(game)?;
        let compiled = Compiled::new(game, strategy, &order.bets)?;
        Ok(Job {
            game: Arc::clone(game),
            strategy,
            bets: order.bets.clone(),
            seats: order.seats,
            mode,
            seed: order.seed,
            rounds: order.rounds,
            session: order.session,
            nets: Nets::new(&compiled, &order.bets, order.seats > 1),
            compiled,
            card: None,
        })
    }

    /// Lets the first GPU of this machine play what is run. What is counted stays the same.
    pub fn use_gpu(&mut self) -> Result<(), Fault> {
        self.card = Some(Card::new(self)?);
        Ok(())
    }

    /// How many chunks the job has.
    pub fn chunks(&self) -> u64 {
        self.rounds.div_ceil(self.chunk_rounds())
    }

    /// Plays one chunk: a pure function of the job and the number.
    pub fn play_chunk(&self, chunk: u64) -> Result<Tally, Fault> {
        chunk::play(self, chunk)
    }

    /// What the job is compiled to.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// Plays the whole job, or until it is stopped or precise enough.
    pub fn run(&self, control: Control) -> Result<Run, Fault> {
        let (done, tally) = match control.checkpoint {
            Some(path) => Checkpoint::read(path, self)?.unwrap_or_default(),
            None => Default::default(),
        };
        self.run_from(tally, done..self.chunks(), control)
    }

    /// Plays some chunks of the job, or until it is stopped or precise enough.
    pub fn run_chunks(&self, chunks: Range<u64>, control: Control) -> Result<Run, Fault> {
        self.run_from(Tally::default(), chunks, control)
    }

    /// How many rounds these chunks have: the last chunk of a job may be a short one.
    pub fn rounds_of(&self, chunks: &Range<u64>) -> u64 {
        let upto = |chunk: u64| chunk.saturating_mul(self.chunk_rounds()).min(self.rounds);
        upto(chunks.end) - upto(chunks.start)
    }

    fn run_from(&self, mut tally: Tally, chunks: Range<u64>, control: Control) -> Result<Run, Fault> {
        if let Some(aim) = control.until_se
            && !(aim > 0.0 && aim.is_finite())
        {
            return Err(Fault::Aim { aim });
        }
        let pool = pool(control.threads)?;
        let mut done = chunks.start;
        let of = tally.rounds + self.rounds_of(&chunks);
        let started = Instant::now();
        let before = tally.rounds;
        let mut ended = StopReason::Finished;
        while done < chunks.end {
            let wave = done..chunks.end.min(done + self.wave(done, control.until_se));
            done += pool.install(|| match &self.card {
                Some(card) => card
                    .play(self, wave.clone())
                    .map(|played| tally.merge(&played))
                    .map(|()| wave.end - done),
                None => self.play_wave(wave, control.stop, &mut tally),
            })?;
            if let Some(path) = control.checkpoint {
                Checkpoint::write(path, self, done, &tally)?;
            }
            let progress = self.progress(&tally, before..of, started.elapsed().as_secs_f64(), control.until_se);
            (control.progress)(&progress);
            if control.stop.load(Ordering::Relaxed) && done < chunks.end {
                ended = StopReason::Stopped;
                break;
            }
            if control.until_se.is_some_and(|aim| progress.standard_error <= aim) && done < chunks.end {
                ended = StopReason::Precise;
                break;
            }
        }
        Ok(Run {
            ended,
            seconds: started.elapsed().as_secs_f64(),
            rounds_here: tally.rounds - before,
            tally,
        })
    }

    /// Plays chunks on the threads of this pool and merges them; says how many.
    fn play_wave(&self, wave: Range<u64>, stop: &AtomicBool, tally: &mut Tally) -> Result<u64, Fault> {
        let played = in_order(wave, stop, |chunk| self.play_chunk(chunk))?;
        played.iter().for_each(|chunk| tally.merge(chunk));
        Ok(played.len() as u64)
    }

    /// How many chunks are played before progress, checkpoint and precision are looked at. Where precision is, it depends on
    /// nothing but how many are done, so that a job that stops when it is precise enough stops at the same round on any machine.
    fn wave(&self, done: u64, until_se: Option<f64>) -> u64 {
        match (&self.card, until_se) {
            (Some(card), None) => card.wave(),
            _ => (done / 4).clamp(8, 64),
        }
    }

    fn progress(&self, tally: &Tally, asked: Range<u64>, seconds: f64, aim: Option<f64>) -> Progress {
        let (mean, standard_error) = crate::report::main_mean(self, tally);
        let rounds_per_second = (tally.rounds - asked.start) as f64 / seconds.max(1e-9);
        let mut left = (asked.end - tally.rounds) as f64;
        if let Some(aim) = aim {
            let needed = tally.rounds as f64 * (standard_error / aim).powi(2) - tally.rounds as f64;
            left = left.min(needed.max(0.0));
        }
        Progress {
            rounds: tally.rounds,
            of: asked.end,
            rounds_per_second,
            mean,
            standard_error,
            seconds_left: left / rounds_per_second.max(1e-9),
        }
    }

    pub(crate) fn chunk_rounds(&self) -> u64 {
        match self.session {
            Some(session) => CHUNK_ROUNDS.div_ceil(session.rounds).saturating_mul(session.rounds),
            None => CHUNK_ROUNDS,
        }
    }

    /// Whether seats and depths are told apart.
    pub(crate) fn slices(&self) -> bool {
        self.seats > 1 || self.mode != Mode::Fresh
    }

    /// How many cards of the shoe one depth spans: half a deck, or a quarter of a single deck.
    pub(crate) fn depth_step(&self) -> usize {
        let parts = if self.game.deck.decks > 1 { 2 } else { 4 };
        (self.game.deck.deck_size() / parts).max(1)
    }
}

/// Plays chunks on the threads of this pool until somebody stops it. Only chunks without a gap are kept, so that one can go on from there.
pub(crate) fn in_order<T: Send>(
    chunks: Range<u64>,
    stop: &AtomicBool,
    play: impl Fn(u64) -> Result<T, Fault> + Sync,
) -> Result<Vec<T>, Fault> {
    let played: Vec<Option<Result<T, Fault>>> = chunks
        .into_par_iter()
        .map(|chunk| (!stop.load(Ordering::Relaxed)).then(|| play(chunk)))
        .collect();
    played.into_iter().map_while(|played| played).collect()
}

/// Threads to play on; as many as the machine has if none are named.
pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, Fault> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|fault| Fault::File {
        path: "threads".to_string(),
        source: std::io::Error::other(fault),
    })
}
