//! How the deals of a game with a board end under a way of playing.

use croupier_table::Outcome;
use rayon::prelude::*;

use super::cards::{BoardCards, BoardKind};
use super::deal::{Alike, Survey};
use super::play::{BOARDS_AT_ONCE, BoardPlay};
use super::streets::SUMS_MAX;
use crate::showdown::Endings;
use crate::showdown::terms::CONTESTS;
use crate::stud::{StudAction, TieRule};

/// A way of playing, asked for the place of an action.
pub(super) trait Chooser: Sync {
    /// What is known of all pairs beside a board.
    type Board;

    /// Looks at a board of a street, whose place among its kinds is given, before its pairs are asked about.
    fn look(&self, street: usize, kind: usize, board: &BoardCards) -> Self::Board;

    /// Looks at a whole board with which the last street is decided.
    fn look_late(&self, board: &BoardCards, alike: &[Alike]) -> Self::Board;

    /// With this pair, which is the given one of those that are alike where the board is whole, and in this place among the
    /// sums of bets.
    fn choose(&self, board: &Self::Board, pair: u16, alike: usize, column: usize) -> usize;
}

/// The best play with a rule for equally good choices.
pub(super) struct Best<'p> {
    play: &'p BoardPlay,
    ties: TieRule,
}

impl Best<'_> {
    pub(super) fn new(play: &BoardPlay, ties: TieRule) -> Best<'_> {
        Best { play, ties }
    }

    fn take(&self, bits: u8) -> usize {
        match self.ties {
            // Nothing is chosen for a pair whose cards lie on the board.
            _ if bits == 0 => 0,
            TieRule::Least => bits.trailing_zeros() as usize,
            TieRule::Most => 7 - bits.leading_zeros() as usize,
        }
    }
}

/// The best actions beside a board, one bit each.
pub(super) enum BestBits<'p> {
    /// By pair and sum of bets.
    ByPair { bits: &'p [u8], width: usize },
    /// By the pairs that are alike.
    Late(Vec<[u8; SUMS_MAX]>),
}

impl<'p> Chooser for Best<'p> {
    type Board = BestBits<'p>;

    fn look(&self, street: usize, kind: usize, _: &BoardCards) -> BestBits<'p> {
        let width = self.play.streets[street].before.len();
        let beside = self.play.pairs.len() * width;
        BestBits::ByPair {
            bits: &self.play.best[street][kind * beside..][..beside],
            width,
        }
    }

    fn look_late(&self, _: &BoardCards, alike: &[Alike]) -> BestBits<'p> {
        let street = &self.play.streets[self.play.streets.len() - 1];
        let deals = street.deals as i64;
        let best = |alike: &Alike| {
            let mut bits = [0; SUMS_MAX];
            for (bits, bet) in bits.iter_mut().zip(&street.before) {
                *bits = self
                    .play
                    .stakes
                    .best(street, *bet, deals, |bet| alike.gains.with(bet))
                    .1;
            }
            bits
        };
        BestBits::Late(alike.iter().map(best).collect())
    }

    fn choose(&self, board: &BestBits, pair: u16, alike: usize, column: usize) -> usize {
        self.take(match board {
            BestBits::ByPair { bits, width } => bits[usize::from(pair) * width + column],
            BestBits::Late(bits) => bits[alike][column],
        })
    }
}

/// How often a pair comes somewhere with each sum of bets, sixteen bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Times(u64);

/// The most ways in which the cards of a board may have come, street by street, so that [`Times`] of all pairs that are alike,
/// sixteen at most, can be added.
pub(super) const WAYS_MAX: u128 = (1 << Times::BITS) / 16 - 1;

impl Times {
    const BITS: usize = 16;

    /// So often with the sum of bets in this place.
    fn at(column: usize, times: u64) -> Times {
        Times(times << (Times::BITS * column))
    }

    /// How often with the sum of bets in this place.
    pub(super) fn with(self, column: usize) -> u64 {
        self.0 >> (Times::BITS * column) & ((1 << Times::BITS) - 1)
    }

    /// The places of the sums of bets that it comes with at all, and how often.
    fn each(self) -> impl Iterator<Item = (usize, u64)> {
        let columns = (0..SUMS_MAX).map(move |column| (column, self.with(column)));
        columns.filter(|(_, times)| *times > 0)
    }
}

impl std::ops::AddAssign for Times {
    fn add_assign(&mut self, other: Times) {
        self.0 += other.0;
    }
}

/// How often each thing happens.
struct Counted {
    /// By terms and street bets in the end, and by contest.
    ended: Vec<[u64; CONTESTS.len()]>,
    /// By street.
    actions: Vec<ByAction>,
}

/// How often each action of a street is taken, by the place of the sum of bets before it.
type ByAction = [[u64; 8]; SUMS_MAX];

impl BoardPlay {
    /// How the deals end when the choice that adds least is taken of equally good ones, or the one that adds most.
    pub fn endings(&self, ties: TieRule) -> &Endings {
        let [least, most] = self.both_endings();
        match ties {
            TieRule::Least => least,
            TieRule::Most => most,
        }
    }

    /// How the deals end by either rule for ties.
    pub(super) fn both_endings(&self) -> &[Endings; 2] {
        if let Some(known) = self.endings.get() {
            return known;
        }
        // Not while others wait: a thread that waits for its part may be given another task that asks for the same.
        let ties = [TieRule::Least, TieRule::Most];
        let found = self.endings_of(&ties.map(|ties| Best::new(self, ties)));
        self.endings.get_or_init(|| found)
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
    pub(super) fn endings_by<C: Chooser>(&self, chooser: &C) -> Endings {
        let [endings] = self.endings_of(std::array::from_ref(chooser));
        endings
    }

    /// How the deals end under some ways of playing.
    fn endings_of<C: Chooser, const N: usize>(&self, choosers: &[C; N]) -> [Endings; N] {
        let counters = choosers.each_ref().map(|chooser| Counter::new(self, chooser));
        let nothing = || [(); N].map(|()| self.nothing_counted());
        let chunks = self.whole_boards().par_chunks(BOARDS_AT_ONCE);
        let shares = chunks.fold(nothing, |mut counted, kinds| {
            let mut survey = self.survey();
            for kind in kinds {
                self.look(&mut survey, &kind.cards);
                for (counter, counted) in counters.iter().zip(&mut counted) {
                    counter.board(&survey, kind, counted);
                }
            }
            counted
        });
        let mut ended = shares.reduce(nothing, |mut one, other| {
            one.iter_mut().zip(&other).for_each(|(one, other)| one.add(other));
            one
        });
        for (ended, counter) in ended.iter_mut().zip(&counters) {
            ended.add(&counter.early);
        }
        ended.map(|counted| self.outcomes_of(&counted))
    }

    /// The best actions of a pair beside the board kept for a kind, one bit each.
    pub(super) fn best_bits(&self, street: usize, kind: usize, pair: u16, column: usize) -> u8 {
        let width = self.streets[street].before.len();
        self.best[street][(kind * self.pairs.len() + usize::from(pair)) * width + column]
    }

    /// Whether a pair comes to an early street with the least that may have been bet, as far as the first street decides.
    pub(super) fn comes_to(&self, street: usize, pair: u16) -> bool {
        let first = &self.streets[0];
        match first.actions[self.best_bits(0, 0, pair, 0).trailing_zeros() as usize] {
            StudAction::Fold => false,
            StudAction::Bet(times) => street == 0 || times == self.streets[street].before[0],
        }
    }

    /// The sums of street bets there may be in the end.
    fn last_bets(&self) -> &[u8] {
        &self.streets[self.streets.len() - 1].after
    }

    fn nothing_counted(&self) -> Counted {
        Counted {
            ended: vec![[0; CONTESTS.len()]; self.maker.terms.len() * self.last_bets().len()],
            actions: vec![ByAction::default(); self.streets.len()],
        }
    }

    /// What was counted, as outcomes and gains.
    fn outcomes_of(&self, counted: &Counted) -> Endings {
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
    type Board = usize;

    fn look(&self, street: usize, _: usize, _: &BoardCards) -> usize {
        self.0[street]
    }

    fn look_late(&self, _: &BoardCards, _: &[Alike]) -> usize {
        self.0[self.0.len() - 1]
    }

    fn choose(&self, action: &usize, _: u16, _: usize, _: usize) -> usize {
        *action
    }
}

/// Goes through the boards of a game under a way of playing.
pub(super) struct Counter<'p, C> {
    play: &'p BoardPlay,
    chooser: &'p C,
    /// For each street that is decided before the board is whole, each kind of board and each pair: how often it leaves the
    /// street with each sum of bets.
    left: Vec<Vec<Times>>,
    /// What was counted on these streets.
    early: Counted,
}

impl<'p, C: Chooser> Counter<'p, C> {
    pub(super) fn new(play: &'p BoardPlay, chooser: &'p C) -> Counter<'p, C> {
        let mut counter = Counter {
            play,
            chooser,
            left: Vec::new(),
            early: play.nothing_counted(),
        };
        for place in 0..play.early_streets() {
            let (left, actions) = counter.street(place);
            counter.left.push(left);
            counter.early.actions[place] = actions;
        }
        counter
    }

    /// How often each pair comes to a board of a street, or to a whole one, with each sum of bets; without those that lie on
    /// the board.
    pub(super) fn comes(&self, street: usize, board: &BoardCards) -> Vec<Times> {
        let pairs = self.play.pairs.len();
        let Some(before) = street.checked_sub(1) else {
            return vec![Times::at(0, 1); pairs];
        };
        let mut comes = vec![Times::default(); pairs];
        self.play.boards[before].each_part(&self.play.pairs, board, |kind, renaming| {
            let left = &self.left[before][kind * pairs..][..pairs];
            for (times, renamed) in comes.iter_mut().zip(self.play.pairs.renamed(renaming)) {
                *times += left[usize::from(*renamed)];
            }
        });
        comes
    }

    /// What pairs leave a street with, and how often each action is taken on it.
    fn street(&self, place: usize) -> (Vec<Times>, ByAction) {
        let (play, pairs) = (self.play, self.play.pairs.len());
        let street = &play.streets[place];
        let kinds = &play.boards[place].kinds;
        let mut left = vec![Times::default(); kinds.len() * pairs];
        let each = kinds.par_iter().enumerate().zip(left.par_chunks_mut(pairs));
        let counted = each.map(|((at, kind), left)| {
            let mut actions = ByAction::default();
            let seen = self.chooser.look(place, at, &kind.cards);
            let comes = self.comes(place, &kind.cards);
            let lies = kind.cards.iter().fold(0u64, |lies, card| lies | 1 << card);
            for (pair, (left, times)) in left.iter_mut().zip(comes).enumerate() {
                let (low, high) = play.pairs.cards(pair as u16);
                if (lies >> low | lies >> high) & 1 == 0 {
                    *left = self.leaves(place, &seen, pair as u16, 0, times, &mut actions);
                }
            }
            times_all(&mut actions, u64::from(kind.ways) * street.deals as u64);
            actions
        });
        let actions = counted.reduce(ByAction::default, |mut one, other| {
            add_actions(&mut one, &other);
            one
        });
        (left, actions)
    }

    /// With which sums of bets a pair that comes so leaves a street.
    fn leaves(
        &self,
        place: usize,
        seen: &C::Board,
        pair: u16,
        alike: usize,
        comes: Times,
        actions: &mut ByAction,
    ) -> Times {
        let street = &self.play.streets[place];
        let mut leaves = Times::default();
        for (column, times) in comes.each() {
            let bet = street.before[column];
            if !self.play.stakes.asks(bet) {
                leaves += Times::at(street.place_after(bet), times);
                continue;
            }
            let action = self.chooser.choose(seen, pair, alike, column);
            actions[column][action] += times;
            if let StudAction::Bet(more) = street.actions[action] {
                leaves += Times::at(street.place_after(bet + more), times);
            }
        }
        leaves
    }

    /// Counts how the deals of a whole board end.
    fn board(&self, survey: &Survey, kind: &BoardKind, counted: &mut Counted) {
        let (play, alike) = (self.play, survey.alike());
        let comes = self.comes(play.early_streets(), &kind.cards);
        let mut ends = vec![Times::default(); alike.len()];
        match play.late_street() {
            None => {
                for held in survey.held() {
                    ends[usize::from(held.alike)] += comes[usize::from(held.pair)];
                }
            }
            Some(street) => {
                let (mut actions, last) = (ByAction::default(), play.early_streets());
                let seen = self.chooser.look_late(&kind.cards, alike);
                for held in survey.held() {
                    let (pair, place) = (held.pair, usize::from(held.alike));
                    ends[place] += self.leaves(last, &seen, pair, place, comes[usize::from(pair)], &mut actions);
                }
                times_all(&mut actions, u64::from(kind.ways) * street.deals as u64);
                add_actions(&mut counted.actions[last], &actions);
            }
        }
        let bets = play.last_bets().len();
        for (alike, ends) in alike.iter().zip(ends) {
            for (bet, times) in ends.each() {
                let counts = &mut counted.ended[usize::from(alike.made.terms) * bets + bet];
                let ways = u64::from(kind.ways) * times;
                for (sum, count) in counts.iter_mut().zip(&alike.counts) {
                    *sum += ways * *count as u64;
                }
            }
        }
    }
}

impl Counted {
    fn add(&mut self, other: &Counted) {
        let (ended, more) = (self.ended.as_flattened_mut(), other.ended.as_flattened());
        ended.iter_mut().zip(more).for_each(|(sum, count)| *sum += count);
        let actions = self.actions.iter_mut().zip(&other.actions);
        actions.for_each(|(one, other)| add_actions(one, other));
    }
}

fn add_actions(one: &mut ByAction, other: &ByAction) {
    let (sums, counts) = (one.as_flattened_mut(), other.as_flattened());
    sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

fn times_all(actions: &mut ByAction, ways: u64) {
    actions.as_flattened_mut().iter_mut().for_each(|count| *count *= ways);
}
