//! The best play of a game with a board, in whole numbers.
//!
//! Values are sums of gains over all cards to come. The last street is decided board by board; what each pair of hole cards
//! comes to there is added to the pair beside every smaller board that an earlier street is decided with. Boards of one kind
//! are looked at once, so what is added up for pairs that differ only in the names of suits is one sum: the decision is the
//! same for all of them.

use croupier_rules::stud::{Betting, Stud};
use croupier_rules::{Game, Money};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::cards::{BoardCards, Boards, Pairs};
use super::deal::{Held, Survey};
use super::made::{ByRanks, Maker, rank_key};
use super::streets::{SUMS_MAX, Stakes, Street, streets};
use crate::pack::Pack;
use crate::showdown::classes::each_set;
use crate::showdown::terms::{CONTESTS, Counts, Terms, scale};

/// A game with a board and a dealer's hand, with its best play.
pub struct BoardPlay {
    pub(super) rules: Stud,
    pub(super) main: Money,
    pub(super) maker: Maker,
    pub(super) pairs: Pairs,
    pub(super) streets: Vec<Street>,
    pub(super) stakes: Stakes,
    /// The kinds of boards that each street is decided with.
    pub(super) boards: Vec<Boards>,
    /// How many community cards there are in the end.
    pub(super) board_cards: usize,
    pub(super) by_ranks: FxHashMap<u64, ByRanks>,
    /// For each street but the last, each kind of board, each pair and each sum of bets before: the best actions, one bit
    /// each.
    pub(super) best: Vec<Vec<u8>>,
    /// For each street between the first and the last, each kind of board and each pair, alike ones together: what the
    /// largest bet comes to more than the first action, with the least bet before.
    pub(super) edges: Vec<Vec<i64>>,
    /// For each pair on the first street, what each action comes to, with all pairs that renaming suits makes of it.
    pub(super) starts: Vec<Start>,
}

/// Pairs of hole cards that differ only in the names of suits, on the first street.
pub(super) struct Start {
    /// The number of the first of them.
    pub(super) pair: u16,
    /// How many they are.
    pub(super) pairs: u32,
    /// What each action comes to, over all of them.
    pub(super) values: Vec<i64>,
}

/// What is added up for one pair beside one board, by the sum of bets.
type Sums = [i64; SUMS_MAX];

/// The most threads that are given sums of their own, which are large.
const THREADS_MAX: usize = 8;

impl BoardPlay {
    /// Solves a game in which both sides hold two cards beside a board, at this main bet; `None` where it has another shape.
    pub fn of(game: &Game, main: Money) -> Option<BoardPlay> {
        let mut play = BoardPlay::unsolved(game, game.stud()?, main)?;
        play.solve();
        Some(play)
    }

    /// All that is needed to look at boards of the game.
    fn unsolved(game: &Game, rules: &Stud, main: Money) -> Option<BoardPlay> {
        let showdown = rules.showdown.as_ref()?;
        let is_two = rules.hands.hole_cards == 2 && showdown.dealer_cards == 2 && showdown.up_cards == 0;
        let streets = streets(rules, game.deck.size() as u32 - 2).filter(|_| is_two)?;
        let maker = Maker::new(game, rules, main)?;
        let pack = Pack::fresh(&game.deck);
        let pairs = Pairs::new(maker.cards.len());
        let boards: Vec<Boards> = streets
            .iter()
            .map(|street| Boards::new(&pack, &maker.cards, &pairs, street.open))
            .collect();
        let board_cards = usize::from(rules.community_cards());
        let by_ranks = by_ranks(&maker, board_cards);
        Some(BoardPlay {
            stakes: Stakes {
                once: rules.hands.betting == Betting::Once,
                before_deal: game.bets_before_deal(),
                scale: scale(rules, showdown),
            },
            rules: rules.clone(),
            main,
            maker,
            pairs,
            streets,
            boards,
            board_cards,
            by_ranks,
            best: Vec::new(),
            edges: Vec::new(),
            starts: Vec::new(),
        })
    }

    /// The expected gain is this over [`BoardPlay::deals`], in parts of the main bet.
    pub fn value(&self) -> i128 {
        let best = |start: &Start| start.values.iter().copied().max().unwrap_or(0);
        self.starts.iter().map(|start| i128::from(best(start))).sum()
    }

    /// How many deals there are, where the cards of one hand and of one street come in no order.
    pub fn deals(&self) -> u128 {
        self.pairs.len() as u128 * self.streets[0].deals
    }

    /// How many parts make one main bet.
    pub fn scale(&self) -> i64 {
        self.stakes.scale
    }

    fn solve(&mut self) {
        let last = self.streets.len() - 1;
        let mut sums = self.last_street();
        self.best = vec![Vec::new(); last];
        self.edges = vec![Vec::new(); last];
        for street in (0..last).rev() {
            let decided = self.decide(street, &sums);
            self.best[street] = decided.best;
            self.edges[street] = decided.edges;
            self.starts = decided.starts;
            sums = decided.above;
        }
        if last == 0 {
            self.starts = self.decide(0, &sums).starts;
        }
    }

    /// Adds up what the last street comes to, for every pair beside every board of the street before it. Where there is no
    /// street before it, it is left undecided.
    fn last_street(&self) -> Vec<Sums> {
        let last = self.streets.len() - 1;
        let kinds = &self.boards[last].kinds;
        let threads = rayon::current_num_threads().clamp(1, THREADS_MAX);
        let shares = (0..threads).into_par_iter().map(|thread| {
            let mut sums = self.no_sums(last.saturating_sub(1));
            let mut look = Look::new(self);
            for kind in kinds.iter().skip(thread).step_by(threads) {
                let gains = look.gains(&kind.cards);
                let street = &self.streets[last];
                let values = |pair: usize| self.values_at_last(street, gains[pair], i64::from(kind.ways));
                match last {
                    0 => self.pairs.each().enumerate().for_each(|(pair, _)| {
                        for (sum, bet) in sums[pair].iter_mut().zip(&street.after) {
                            *sum += gains[pair].with(*bet);
                        }
                    }),
                    _ => self.scatter(last, &kind.cards, &mut sums, values),
                }
            }
            sums
        });
        shares.reduce(Vec::new, |one, other| match one.is_empty() {
            true => other,
            false => one
                .into_iter()
                .zip(other)
                .map(|(one, other)| added(one, other))
                .collect(),
        })
    }

    /// What a pair comes to on the last street, by the sum of bets before it, as often as there are boards of the kind.
    fn values_at_last(&self, street: &Street, gains: Gains, ways: i64) -> Sums {
        let deals = street.deals as i64;
        let mut values = Sums::default();
        for (value, bet) in values.iter_mut().zip(&street.before) {
            *value = ways * self.stakes.best(street, *bet, deals, |bet| gains.with(bet)).0;
        }
        values
    }

    /// Adds what pairs come to beside a board to the same pairs beside every part of the board that the street before is
    /// decided with.
    fn scatter(&self, street: usize, board: &BoardCards, sums: &mut [Sums], values: impl Fn(usize) -> Sums) {
        let live: Vec<(usize, Sums)> = self
            .pairs
            .each()
            .enumerate()
            .filter(|(_, (low, high))| !board.contains(low) && !board.contains(high))
            .map(|(pair, _)| (pair, values(pair)))
            .collect();
        for part in parts(board, self.streets[street - 1].open) {
            let (kind, renaming) = self.boards[street - 1].find(&self.pairs, &part);
            let renamed = self.pairs.renamed(renaming);
            let sums = &mut sums[kind * self.pairs.len()..][..self.pairs.len()];
            for (pair, values) in &live {
                let sum = &mut sums[usize::from(renamed[*pair])];
                *sum = added(*sum, *values);
            }
        }
    }

    /// Decides a street, given what pairs come to after it by the sum of bets.
    fn decide(&self, place: usize, sums: &[Sums]) -> Decided {
        let (street, pairs) = (&self.streets[place], self.pairs.len());
        let width = street.before.len();
        let kinds = &self.boards[place].kinds;
        let mut found = Decided {
            best: vec![0u8; kinds.len() * pairs * width],
            edges: vec![0; if place > 0 { kinds.len() * pairs } else { 0 }],
            starts: Vec::new(),
            above: self.no_sums(place.saturating_sub(1)),
        };
        for (at, kind) in kinds.iter().enumerate() {
            let alike = kind.least_alike(&self.pairs);
            let mut joined: FxHashMap<u16, (Sums, u32)> = FxHashMap::default();
            for (pair, least) in alike.iter().enumerate() {
                let Some(least) = least else { continue };
                let (sum, many) = joined.entry(*least).or_default();
                *sum = added(*sum, sums[at * pairs + pair]);
                *many += 1;
            }
            let mut decided: FxHashMap<u16, Sums> = FxHashMap::default();
            for (least, (sum, many)) in &joined {
                let deals = (u128::from(kind.ways) * u128::from(*many) * street.deals) as i64;
                let after = |bet: u8| sum[street.after.binary_search(&bet).unwrap_or(0)];
                let mut values = Sums::default();
                for (column, bet) in street.before.iter().enumerate() {
                    let (value, bits) = self.stakes.best(street, *bet, deals, after);
                    values[column] = value;
                    found.best[(at * pairs + usize::from(*least)) * width + column] = bits;
                }
                let by_action = self.stakes.values(street, street.before[0], deals, after);
                match place {
                    0 => found.starts.push(Start {
                        pair: *least,
                        pairs: *many,
                        values: by_action.to_vec(),
                    }),
                    _ => {
                        let more = by_action
                            .last()
                            .zip(by_action.first())
                            .map_or(0, |(last, first)| last - first);
                        found.edges[at * pairs + usize::from(*least)] = more;
                    }
                }
                decided.insert(*least, values);
            }
            for (pair, least) in alike.iter().enumerate() {
                if let Some(least) = least {
                    let from = (at * pairs + usize::from(*least)) * width;
                    found.best.copy_within(from..from + width, (at * pairs + pair) * width);
                }
            }
            if place > 0 {
                let values = |pair: usize| decided.get(&(pair as u16)).copied().unwrap_or_default();
                self.scatter(place, &kind.cards, &mut found.above, values);
            }
        }
        found.starts.sort_by_key(|start| start.pair);
        found
    }

    fn no_sums(&self, street: usize) -> Vec<Sums> {
        vec![Sums::default(); self.boards[street].kinds.len() * self.pairs.len()]
    }
}

/// What deciding a street finds.
struct Decided {
    /// The best actions.
    best: Vec<u8>,
    edges: Vec<i64>,
    /// The values of the first street.
    starts: Vec<Start>,
    /// What is added up for the street before.
    above: Vec<Sums>,
}

/// What a pair gains over all that may come: without a street bet, and for each main bet on a street.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gains {
    pub(super) plain: i64,
    pub(super) each: i64,
}

impl Gains {
    pub(super) fn of(terms: &Terms, counts: &Counts) -> Gains {
        let mut gains = Gains::default();
        for contest in 0..CONTESTS.len() {
            gains.plain += counts[contest] * (terms.main[contest] + terms.bonus);
            gains.each += counts[contest] * terms.street[contest];
        }
        gains
    }

    pub(super) fn with(self, bet: u8) -> i64 {
        self.plain + i64::from(bet) * self.each
    }
}

/// Looks at boards of the last street one after the other.
pub(super) struct Look<'p> {
    play: &'p BoardPlay,
    survey: Survey<'p>,
    gains: Vec<Gains>,
    /// The pairs beside the last board, where it was whole.
    held: Vec<Held>,
}

impl<'p> Look<'p> {
    pub(super) fn new(play: &'p BoardPlay) -> Look<'p> {
        Look {
            play,
            survey: Survey::new(&play.maker, play.rules.qualifier()),
            gains: Vec::new(),
            held: Vec::new(),
        }
    }

    /// What every pair gains over all ways in which the board may be completed, by its number.
    pub(super) fn gains(&mut self, board: &BoardCards) -> &[Gains] {
        let play = self.play;
        let mut gains = std::mem::take(&mut self.gains);
        gains.clear();
        gains.resize(play.pairs.len(), Gains::default());
        let mut kept = std::mem::take(&mut self.held);
        kept.clear();
        let is_whole = board.len() == play.board_cards;
        self.each_whole(board, |held| {
            let more = Gains::of(&play.maker.terms[usize::from(held.made.terms)], &held.counts);
            let sum = &mut gains[usize::from(held.pair)];
            sum.plain += more.plain;
            sum.each += more.each;
            if is_whole {
                kept.push(*held);
            }
        });
        (self.gains, self.held) = (gains, kept);
        &self.gains
    }

    /// Visits every pair beside every whole board that holds the cards which gains were found for last.
    pub(super) fn each_again(&mut self, board: &BoardCards, visit: impl FnMut(&Held)) {
        match board.len() == self.play.board_cards {
            true => self.held.iter().for_each(visit),
            false => self.each_whole(board, visit),
        }
    }

    /// Visits every pair beside every whole board that holds these cards.
    fn each_whole(&mut self, board: &BoardCards, mut visit: impl FnMut(&Held)) {
        let play = self.play;
        let missing = play.board_cards - board.len();
        let cards = play.maker.cards.len();
        each_set(cards, missing, |set| {
            if board.iter().any(|card| set >> card & 1 == 1) {
                return;
            }
            let mut whole = board.clone();
            whole.extend((0..cards as u8).filter(|card| set >> card & 1 == 1));
            whole.sort_unstable();
            let by_ranks = &play.by_ranks[&rank_key(&whole)];
            self.survey.board(&whole, by_ranks, &mut visit);
        });
    }
}

/// What two ranks make, for the ranks of every whole board.
fn by_ranks(maker: &Maker, size: usize) -> FxHashMap<u64, ByRanks> {
    let mut boards: FxHashMap<u64, BoardCards> = FxHashMap::default();
    ranks_of_boards(maker.cards.len() as u8, size, &mut BoardCards::new(), &mut boards);
    let found = boards.into_par_iter().map(|(key, board)| (key, maker.by_ranks(&board)));
    found.collect()
}

/// One board for every choice of ranks.
fn ranks_of_boards(cards: u8, size: usize, board: &mut BoardCards, found: &mut FxHashMap<u64, BoardCards>) {
    if board.len() == size {
        found.insert(rank_key(board), board.clone());
        return;
    }
    // Cards of one rank lie side by side, and only the first ones of a rank are taken.
    let from = board.last().map_or(0, |last| last + 1);
    let last = board.last().copied();
    for card in (from..cards).filter(|card| card % 4 == 0 || last == Some(card - 1)) {
        board.push(card);
        ranks_of_boards(cards, size, board, found);
        board.pop();
    }
}

/// Every part of a board of so many cards.
pub(super) fn parts(board: &BoardCards, size: usize) -> Vec<BoardCards> {
    let mut parts = Vec::new();
    each_set(board.len(), size, |set| {
        let cards = board.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        parts.push(cards.map(|(_, card)| *card).collect());
    });
    parts
}

#[inline]
fn added(one: Sums, other: Sums) -> Sums {
    std::array::from_fn(|column| one[column] + other[column])
}
