//! How the deals of a game with a board end under a way of playing.

use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;
use croupier_rules::stud::Hands;
use croupier_table::Outcome;
use rayon::prelude::*;

use super::cards::{BoardCards, BoardKind};
use super::deal::Held;
use super::play::{BoardPlay, Gains, Look, parts};
use super::streets::SUMS_MAX;
use crate::showdown::Endings;
use crate::showdown::terms::CONTESTS;
use crate::stud::{StudAction, TieRule};

/// A way of playing, asked for the place of an action.
pub(super) trait Chooser: Sync {
    /// On a street before the last: beside the board that is kept for a kind, with the pair of this number and these bets.
    fn early(&self, street: usize, kind: usize, pair: u16, column: usize) -> usize;

    /// What is known of all pairs beside a board of the last street.
    type Board;

    /// Looks at a board of the last street before its pairs are asked about.
    fn look(&self, board: &BoardCards) -> Self::Board;

    /// On the last street: with this pair, these bets and these gains to come.
    fn late(&self, board: &Self::Board, pair: (u8, u8), bet: u8, gains: Gains) -> usize;
}

/// The best play with a rule for equally good choices.
pub(super) struct Best<'p> {
    play: &'p BoardPlay,
    ties: TieRule,
    /// Whether equally good choices were met.
    tied: AtomicBool,
}

impl Best<'_> {
    pub(super) fn new(play: &BoardPlay, ties: TieRule) -> Best<'_> {
        Best {
            play,
            ties,
            tied: AtomicBool::new(false),
        }
    }

    fn take(&self, bits: u8) -> usize {
        if bits.count_ones() > 1 {
            self.tied.store(true, Ordering::Relaxed);
        }
        match self.ties {
            // Nothing is chosen for a pair whose cards lie on the board.
            _ if bits == 0 => 0,
            TieRule::Least => bits.trailing_zeros() as usize,
            TieRule::Most => 7 - bits.leading_zeros() as usize,
        }
    }
}

impl Chooser for Best<'_> {
    fn early(&self, street: usize, kind: usize, pair: u16, column: usize) -> usize {
        self.take(self.play.best_bits(street, kind, pair, column))
    }

    type Board = ();

    fn look(&self, _: &BoardCards) {}

    fn late(&self, (): &(), _: (u8, u8), bet: u8, gains: Gains) -> usize {
        let street = &self.play.streets[self.play.streets.len() - 1];
        let deals = street.deals as i64;
        self.take(self.play.stakes.best(street, bet, deals, |bet| gains.with(bet)).1)
    }
}

/// In the place of a sum of bets: the hand has folded.
const FOLDED: u8 = u8::MAX;

/// What a hand that comes to an early street with one of the sums of bets leaves it with: by kind of board, pair and the place
/// of the sum before, the place of the sum after.
type Table = Vec<u8>;

/// One way in which a board may have come: the kind of the board of each earlier street, and the renaming to it.
type Way = Vec<(usize, u8)>;

/// How often each thing happens.
struct Counted {
    /// By terms and street bets in the end, and by contest.
    ended: Vec<[u64; CONTESTS.len()]>,
    /// By street, place of the sum of bets before it and place of the action.
    actions: Vec<[[u64; 8]; SUMS_MAX]>,
}

impl BoardPlay {
    /// How the deals end when the choice that adds least is taken of equally good ones, or the one that adds most.
    pub fn endings(&self, ties: TieRule) -> Endings {
        self.endings_by(&Best::new(self, ties))
    }

    /// How the deals end by either rule for ties.
    pub(super) fn both_endings(&self) -> (Endings, Endings) {
        let best = Best::new(self, TieRule::Least);
        let least = self.endings_by(&best);
        let most = match best.tied.into_inner() {
            true => self.endings(TieRule::Most),
            false => least.clone(),
        };
        (least, most)
    }

    /// How the deals end when the same choice is made on a street whatever the cards, given as a multiple of the main bet.
    pub fn endings_of_bets(&self, bets: &[u8]) -> Endings {
        let places = self.streets.iter().zip(bets).map(|(street, bet)| {
            let wanted = StudAction::Bet(*bet);
            street.actions.iter().position(|action| *action == wanted).unwrap_or(0)
        });
        self.endings_by(&Always(places.collect()))
    }

    /// How the deals end under a way of playing.
    pub(super) fn endings_by(&self, chooser: &impl Chooser) -> Endings {
        let last = self.streets.len() - 1;
        let kinds = &self.boards[last].kinds;
        let counter = Counter::new(self, chooser);
        let threads = rayon::current_num_threads().max(1);
        let shares = (0..threads).into_par_iter().map(|thread| {
            let mut counted = self.nothing_counted();
            let mut look = Look::new(self);
            for kind in kinds.iter().skip(thread).step_by(threads) {
                counter.board(&mut look, kind, &mut counted);
            }
            counted
        });
        self.told(&shares.reduce(|| self.nothing_counted(), Counted::with))
    }

    /// The best actions of a pair beside the board kept for a kind, one bit each.
    pub(super) fn best_bits(&self, street: usize, kind: usize, pair: u16, column: usize) -> u8 {
        let width = self.streets[street].before.len();
        self.best[street][(kind * self.pairs.len() + usize::from(pair)) * width + column]
    }

    /// Whether a pair comes to an early street with the least that may have been bet, as far as the first street decides.
    pub(super) fn comes_to(&self, best: &Best, street: usize, pair: u16) -> bool {
        let first = &self.streets[0];
        match first.actions[best.early(0, 0, pair, 0)] {
            StudAction::Fold => false,
            StudAction::Bet(times) => street == 0 || times == self.streets[street].before[0],
        }
    }

    /// What a way of playing does on an early street.
    fn table(&self, place: usize, chooser: &impl Chooser) -> Table {
        let street = &self.streets[place];
        let kinds = (0..self.boards[place].kinds.len()).into_par_iter();
        let of_kind = kinds.flat_map_iter(|kind| {
            let pairs = 0..self.pairs.len() as u16;
            pairs.flat_map(move |pair| {
                let columns = street.before.iter().enumerate();
                columns.map(move |(column, bet)| match self.stakes.once && *bet > 0 {
                    true => street.place_after(*bet),
                    false => match street.actions.get(chooser.early(place, kind, pair, column)) {
                        Some(StudAction::Bet(times)) => street.place_after(bet + times),
                        _ => FOLDED,
                    },
                })
            })
        });
        of_kind.collect()
    }

    /// The sums of street bets there may be in the end.
    fn last_bets(&self) -> &[u8] {
        &self.streets[self.streets.len() - 1].after
    }

    fn nothing_counted(&self) -> Counted {
        Counted {
            ended: vec![[0; CONTESTS.len()]; self.maker.terms.len() * self.last_bets().len()],
            actions: vec![[[0; 8]; SUMS_MAX]; self.streets.len()],
        }
    }

    /// What was counted, as outcomes and gains.
    fn told(&self, counted: &Counted) -> Endings {
        let before = self.stakes.before_deal;
        let mut endings = Endings::default();
        let bets = self.last_bets();
        for (place, counts) in counted.ended.iter().enumerate() {
            let (terms, bet) = (&self.maker.terms[place / bets.len()], &bets[place % bets.len()]);
            for (contest, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let ending = (
                    terms.outcomes[contest],
                    before as u32 + u32::from(*bet),
                    terms.gain(contest, *bet),
                );
                *endings.deals.entry(ending).or_default() += u128::from(*count);
            }
        }
        for (street, counts) in self.streets.iter().zip(&counted.actions) {
            let mut sums = vec![0u128; street.actions.len()];
            for (bet, counts) in street.before.iter().zip(counts) {
                for ((action, sum), count) in street.actions.iter().zip(&mut sums).zip(counts) {
                    *sum += u128::from(*count);
                    if *action == StudAction::Fold && *count > 0 {
                        let lost = before + i64::from(*bet);
                        let ending = (Outcome::Folded, lost as u32, -lost * self.stakes.scale);
                        *endings.deals.entry(ending).or_default() += u128::from(*count);
                    }
                }
            }
            endings.actions.extend(sums);
        }
        endings
    }
}

/// The same choice on a street whatever the cards.
struct Always(Vec<usize>);

impl Chooser for Always {
    fn early(&self, street: usize, _: usize, _: u16, _: usize) -> usize {
        self.0[street]
    }

    type Board = ();

    fn look(&self, _: &BoardCards) {}

    fn late(&self, (): &(), _: (u8, u8), _: u8, _: Gains) -> usize {
        self.0[self.0.len() - 1]
    }
}

/// Goes through the boards of the last street.
pub(super) struct Counter<'p, C> {
    play: &'p BoardPlay,
    chooser: &'p C,
    early: Vec<Table>,
}

/// One street of a way in which a board may have come.
struct Step<'t> {
    renamed: &'t [u16],
    /// What pairs leave the street with, beside its board.
    after: &'t [u8],
    width: usize,
}

/// For every pair, how often it comes somewhere with each sum of bets.
pub(super) type Reached = Vec<[u16; SUMS_MAX]>;

impl<'p, C: Chooser> Counter<'p, C> {
    pub(super) fn new(play: &'p BoardPlay, chooser: &'p C) -> Counter<'p, C> {
        let early = 0..play.streets.len() - 1;
        Counter {
            play,
            chooser,
            early: early.map(|street| play.table(street, chooser)).collect(),
        }
    }

    /// How often each pair comes to the last street beside a board with each sum of bets.
    pub(super) fn comes(&self, kind: &BoardKind) -> Reached {
        self.reached(kind, &mut self.play.nothing_counted())
    }

    fn board(&self, look: &mut Look, kind: &BoardKind, counted: &mut Counted) {
        let reached = self.reached(kind, counted);
        let ends = self.decided(look.gains(&kind.cards), kind, &reached, counted);
        let bets = self.play.last_bets().len();
        look.each_again(&kind.cards, |held: &Held| {
            let times = ends[usize::from(held.pair)].iter().enumerate();
            for (bet, times) in times.filter(|(_, times)| **times > 0) {
                let counts = &mut counted.ended[usize::from(held.made.terms) * bets + bet];
                let ways = u64::from(kind.ways) * u64::from(*times);
                for (sum, count) in counts.iter_mut().zip(&held.counts) {
                    *sum += ways * *count as u64;
                }
            }
        });
    }

    /// How often each pair comes to the last street with each sum of bets.
    fn reached(&self, kind: &BoardKind, counted: &mut Counted) -> Reached {
        let play = self.play;
        let live: Vec<usize> = play
            .pairs
            .each()
            .enumerate()
            .filter(|(_, (low, high))| !kind.cards.contains(low) && !kind.cards.contains(high))
            .map(|(pair, _)| pair)
            .collect();
        let mut reached = vec![[0u16; SUMS_MAX]; play.pairs.len()];
        let mut left = vec![[[0u64; SUMS_MAX + 1]; SUMS_MAX]; self.early.len()];
        for way in self.ways(&kind.cards) {
            let steps: ArrayVec<Step, { Hands::STREETS_MAX as usize }> = way
                .iter()
                .enumerate()
                .map(|(street, (kind, renaming))| {
                    let width = play.streets[street].before.len();
                    let beside = play.pairs.len() * width;
                    Step {
                        renamed: play.pairs.renamed(*renaming),
                        after: &self.early[street][kind * beside..][..beside],
                        width,
                    }
                })
                .collect();
            for pair in &live {
                let mut column = 0;
                for (step, left) in steps.iter().zip(&mut left) {
                    let after = step.after[usize::from(step.renamed[*pair]) * step.width + column];
                    left[column][usize::from(after).min(SUMS_MAX)] += 1;
                    column = usize::from(after);
                    if after == FOLDED {
                        break;
                    }
                }
                if let Some(times) = reached[*pair].get_mut(column) {
                    *times += 1;
                }
            }
        }
        let all = u64::from(kind.ways) * play.streets[play.streets.len() - 1].deals as u64;
        for (street, left) in left.iter().enumerate() {
            self.note_early(street, left, all, &mut counted.actions[street]);
        }
        reached
    }

    /// Notes the actions of an early street, by the sums of bets before and after it.
    fn note_early(
        &self,
        street: usize,
        left: &[[u64; SUMS_MAX + 1]; SUMS_MAX],
        all: u64,
        actions: &mut [[u64; 8]; SUMS_MAX],
    ) {
        let play = self.play;
        let street = &play.streets[street];
        for (column, bet) in street.before.iter().enumerate() {
            if play.stakes.once && *bet > 0 {
                continue;
            }
            for (place, action) in street.actions.iter().enumerate() {
                let after = match action {
                    StudAction::Fold => SUMS_MAX,
                    StudAction::Bet(times) => usize::from(street.place_after(bet + times)),
                };
                actions[column][place] += all * left[column][after];
            }
        }
    }

    /// How often each pair goes on to the end with each sum of bets.
    fn decided(&self, gains: &[Gains], kind: &BoardKind, reached: &Reached, counted: &mut Counted) -> Reached {
        let play = self.play;
        let last = play.streets.len() - 1;
        let street = &play.streets[last];
        let all = u64::from(kind.ways) * street.deals as u64;
        let seen = self.chooser.look(&kind.cards);
        let mut ends = vec![[0u16; SUMS_MAX]; play.pairs.len()];
        for (pair, cards) in play.pairs.each().enumerate() {
            let columns = reached[pair].iter().enumerate();
            for (column, times) in columns.filter(|(_, times)| **times > 0) {
                let bet = street.before[column];
                if play.stakes.once && bet > 0 {
                    ends[pair][usize::from(street.place_after(bet))] += times;
                    continue;
                }
                let action = self.chooser.late(&seen, cards, bet, gains[pair]);
                counted.actions[last][column][action] += all * u64::from(*times);
                if let StudAction::Bet(more) = street.actions[action] {
                    ends[pair][usize::from(street.place_after(bet + more))] += times;
                }
            }
        }
        ends
    }

    /// Every way in which a board may have come.
    fn ways(&self, board: &BoardCards) -> Vec<Way> {
        let mut ways: Vec<(BoardCards, Way)> = vec![(board.clone(), Vec::new())];
        for street in (0..self.early.len()).rev() {
            let open = self.play.streets[street].open;
            let longer = ways.iter().flat_map(|(from, way)| {
                parts(from, open).into_iter().map(|part| {
                    let found = self.play.boards[street].find(&self.play.pairs, &part);
                    let way = std::iter::once(found).chain(way.iter().copied()).collect();
                    (part, way)
                })
            });
            ways = longer.collect();
        }
        ways.into_iter().map(|(_, way)| way).collect()
    }
}

impl Counted {
    fn with(mut self, other: Counted) -> Counted {
        let (ended, more) = (self.ended.as_flattened_mut(), other.ended.as_flattened());
        ended.iter_mut().zip(more).for_each(|(sum, count)| *sum += count);
        let (actions, more) = (self.actions.as_flattened_mut(), other.actions.as_flattened());
        for (sums, counts) in actions.iter_mut().zip(more) {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        self
    }
}
