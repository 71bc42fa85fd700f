//! The best play of a game with a board, in whole numbers.
//!
//! Values are sums of gains over all cards to come. What each pair of hole cards comes to beside a whole board is added to
//! the pair beside every smaller board that a street is decided with, and so on to the hole cards alone. Boards of one kind
//! are looked at once, so what is added up for pairs that differ only in the names of suits is one sum: the decision is the
//! same for all of them.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use croupier_rules::game::Deck;
use croupier_rules::stud::{Betting, Stud};
use croupier_rules::{Card, Game};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::cards::{BoardCards, BoardKind, Boards, Joined, Pairs};
use super::count::WAYS_MAX;
use super::deal::{Gains, Held, Survey};
use super::made::{ByRanks, Maker, rank_key};
use super::streets::{SUMS_MAX, Stakes, Street, Values, streets};
use super::sums::Sums;
use crate::pack::{Pack, choose};
use crate::showdown::Endings;
use crate::showdown::terms::{CONTESTS, scale};

/// A game with a board and a dealer's hand, with its best play. It is the same whatever the main bet: all bets are paid at
/// odds.
pub struct BoardPlay {
    deck: Deck,
    pub(super) rules: Stud,
    pub(super) maker: Maker,
    pub(super) pairs: Pairs,
    pub(super) streets: Vec<Street>,
    pub(super) stakes: Stakes,
    /// The kinds of boards that each street is decided with, and in the end the whole ones, which the last street may be
    /// decided with.
    pub(super) boards: Vec<Boards>,
    /// How many community cards there are in the end.
    pub(super) board_cards: usize,
    by_ranks: FxHashMap<u64, ByRanks>,
    /// For each street that is decided before the board is whole, each kind of board, each pair and each sum of bets before:
    /// the best actions, one bit each.
    pub(super) best: Vec<Vec<u8>>,
    /// For the first street and those between it and the last, and each kind of board: what each action comes to, with the
    /// least bet before.
    pub(super) values: Vec<Vec<Vec<Valued>>>,
    /// How the deals end by either rule for ties, found when it is asked for.
    pub(super) endings: OnceLock<[Endings; 2]>,
    /// For the pairs of the first street, how all deals stand, found when it is asked for.
    start_contests: OnceLock<Vec<Contests>>,
}

/// How many deals stand how to the dealer's hand, in the order of [`CONTESTS`].
pub(super) type Contests = [u128; CONTESTS.len()];

/// Pairs of hole cards that differ only in the names of suits, beside one kind of board.
pub(super) struct Valued {
    /// The number of the first of them.
    pub(super) pair: u16,
    /// How many they are.
    pub(super) pairs: u32,
    /// What each action comes to, over all of them.
    pub(super) values: Values,
}

impl Valued {
    /// What the last action, which bets most, comes to more than the first.
    pub(super) fn edge(&self) -> i64 {
        edge(&self.values)
    }
}

/// What the last of some actions comes to more than the first.
pub(super) fn edge(values: &[i64]) -> i64 {
    values
        .last()
        .zip(values.first())
        .map_or(0, |(last, first)| last - first)
}

/// What a pair comes to by the sum of bets.
type ByBet = [i64; SUMS_MAX];

/// The games asked about last, the last one at the end.
static KEPT: Mutex<Vec<Arc<BoardPlay>>> = Mutex::new(Vec::new());

/// The most games that are kept, of some 50 MB each.
const KEPT_MAX: usize = 4;

/// How many boards a thread takes at once.
pub(super) const BOARDS_AT_ONCE: usize = 128;

impl BoardPlay {
    /// Solves a game in which both sides hold two cards beside a board; `None` where it has another shape. The games asked
    /// about last are kept, so that what is asked twice is solved once.
    pub fn of(game: &Game) -> Option<Arc<BoardPlay>> {
        let rules = game.stud()?;
        let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept().iter().find(|known| known.is_of(game, rules)).map(Arc::clone);
        let play = match known {
            Some(play) => play,
            // Others go on asking meanwhile.
            None => {
                let mut play = BoardPlay::unsolved(game, rules)?;
                play.solve();
                Arc::new(play)
            }
        };
        let mut kept = kept();
        kept.retain(|known| !known.is_of(game, rules));
        kept.push(Arc::clone(&play));
        if kept.len() > KEPT_MAX {
            kept.remove(0);
        }
        Some(play)
    }

    fn is_of(&self, game: &Game, rules: &Stud) -> bool {
        self.deck == game.deck && self.rules == *rules
    }

    /// All that is needed to look at boards of the game.
    fn unsolved(game: &Game, rules: &Stud) -> Option<BoardPlay> {
        let showdown = rules.showdown.as_ref()?;
        let is_two = rules.hands.hole_cards == 2 && showdown.dealer_cards == 2 && showdown.up_cards == 0;
        let streets = streets(rules, game.deck.size() as u32 - 2).filter(|_| is_two)?;
        let maker = Maker::new(game, rules)?;
        let pack = Pack::fresh(&game.deck);
        let pairs = Pairs::new(maker.cards.len());
        let board_cards = usize::from(rules.community_cards());
        let mut sizes: Vec<usize> = streets.iter().map(|street| street.open).collect();
        if sizes.last() != Some(&board_cards) {
            sizes.push(board_cards);
        }
        let ways = sizes.windows(2).map(|sizes| choose(sizes[1] as u32, sizes[0] as u32));
        if ways.product::<u128>() > WAYS_MAX {
            return None;
        }
        let boards = sizes.iter().map(|size| Boards::new(&pack, &maker.cards, &pairs, *size));
        let boards: Vec<Boards> = boards.collect();
        let by_ranks = by_ranks(&maker, &boards[boards.len() - 1]);
        Some(BoardPlay {
            stakes: Stakes {
                once: rules.hands.betting == Betting::Once,
                before_deal: game.bets_before_deal(),
                scale: scale(rules, showdown),
            },
            deck: game.deck.clone(),
            rules: rules.clone(),
            maker,
            pairs,
            streets,
            boards,
            board_cards,
            by_ranks,
            best: Vec::new(),
            values: Vec::new(),
            endings: OnceLock::new(),
            start_contests: OnceLock::new(),
        })
    }

    /// The expected gain is this over [`BoardPlay::deals`], in parts of the main bet.
    pub fn value(&self) -> i128 {
        let best = |start: &Valued| start.values.iter().copied().max().unwrap_or(0);
        self.starts().iter().map(|start| i128::from(best(start))).sum()
    }

    /// The pairs of hole cards on the first street.
    pub(super) fn starts(&self) -> &[Valued] {
        &self.values[0][0]
    }

    /// The place among the starts of the pairs that differ from these two cards only in the names of suits.
    pub(super) fn start_of(&self, cards: &[Card]) -> Option<usize> {
        let look = |cards: &[Card]| {
            let [one, other] = cards else { return None };
            let ranks = (one.rank().max(other.rank()), one.rank().min(other.rank()));
            Some((ranks, one.suit() == other.suit()))
        };
        let mut starts = self.starts().iter();
        starts.position(|start| look(&self.start_cards(start.pair)) == look(cards))
    }

    /// How all deals of every start stand, when both hands are played to the end.
    pub(super) fn start_contests(&self) -> &[Contests] {
        if let Some(known) = self.start_contests.get() {
            return known;
        }
        // Not while others wait: a thread that waits for its part may be given another task that asks for the same.
        let found = self.count_start_contests();
        self.start_contests.get_or_init(|| found)
    }

    /// Boards of one kind hold, for all pairs of a start together, what the one that is looked at does.
    fn count_start_contests(&self) -> Vec<Contests> {
        let nothing = || vec![Contests::default(); self.starts().len()];
        let starts: Vec<Option<usize>> = (0..self.pairs.len())
            .map(|pair| self.start_of(&self.start_cards(pair as u16)))
            .collect();
        let chunks = self.whole_boards().par_chunks(BOARDS_AT_ONCE);
        let shares = chunks.fold(nothing, |mut sums, kinds| {
            let mut survey = self.survey();
            for kind in kinds {
                self.look(&mut survey, &kind.cards);
                for held in survey.held() {
                    let Some(start) = starts[usize::from(held.pair)] else {
                        continue;
                    };
                    let counts = survey.alike()[usize::from(held.alike)].counts;
                    for (sum, count) in sums[start].iter_mut().zip(counts) {
                        *sum += u128::from(kind.ways) * count as u128;
                    }
                }
            }
            sums
        });
        shares.reduce(nothing, |mut one, other| {
            for (one, other) in one.iter_mut().flatten().zip(other.iter().flatten()) {
                *one += other;
            }
            one
        })
    }

    /// How many deals there are, where the cards of one hand and of one street come in no order.
    pub fn deals(&self) -> u128 {
        self.pairs.len() as u128 * self.streets[0].deals
    }

    /// How many parts make one main bet.
    pub fn scale(&self) -> i64 {
        self.stakes.scale
    }

    /// How many streets are decided before the board is whole.
    pub(super) fn early_streets(&self) -> usize {
        self.boards.len() - 1
    }

    /// The street that is decided beside a whole board.
    pub(super) fn late_street(&self) -> Option<&Street> {
        self.streets.get(self.early_streets())
    }

    /// One board of each kind of whole ones.
    pub(super) fn whole_boards(&self) -> &[BoardKind] {
        &self.boards[self.early_streets()].kinds
    }

    /// A view of whole boards.
    pub(super) fn survey(&self) -> Survey<'_> {
        Survey::new(&self.maker, self.rules.qualifier())
    }

    /// Looks at a whole board.
    pub(super) fn look(&self, survey: &mut Survey, board: &BoardCards) {
        survey.look(board, &self.by_ranks[&rank_key(board)]);
    }

    fn solve(&mut self) {
        let early = self.early_streets();
        self.best = vec![Vec::new(); early];
        self.values.resize_with(early, Vec::new);
        let mut above = match self.late_street() {
            Some(street) => self.sum_whole_boards(|gains, ways| self.values_at_last(street, gains, ways)),
            // A card comes after the last bet.
            None => {
                let decided = self.decide(early - 1, &self.gains_after_last(), with_bet);
                self.keep(early - 1, decided)
            }
        };
        for place in (0..self.streets.len() - 1).rev() {
            let after = &self.streets[place].after;
            let with = |sum: &ByBet, bet: u8| sum[after.binary_search(&bet).unwrap_or(0)];
            let decided = self.decide(place, &above, with);
            above = self.keep(place, decided);
        }
    }

    /// For every pair beside every board of a last street after which cards come: what it gains without a street bet, and
    /// with each main bet on one.
    pub(super) fn gains_after_last(&self) -> Sums<2> {
        self.sum_whole_boards(|gains, ways| [ways * gains.plain, ways * gains.each])
    }

    /// Keeps what was decided on a street, and hands on what is added up for the street before.
    fn keep(&mut self, place: usize, decided: Decided) -> Sums<SUMS_MAX> {
        self.best[place] = decided.best;
        self.values[place] = decided.values;
        decided.above
    }

    /// Adds up what pairs come to beside whole boards, for every pair beside every board of the street before. A pair comes
    /// to what `value` makes of its gains as often as there are boards of the kind.
    fn sum_whole_boards<const W: usize>(&self, value: impl Fn(Gains, i64) -> [i64; W] + Sync) -> Sums<W> {
        let level = self.early_streets();
        let sums = Sums::new(self.boards[level - 1].kinds.len(), self.pairs.len());
        self.whole_boards().par_chunks(BOARDS_AT_ONCE).for_each(|kinds| {
            let (mut survey, mut values) = (self.survey(), Vec::new());
            for kind in kinds {
                self.look(&mut survey, &kind.cards);
                values.clear();
                let alike = survey.alike().iter();
                values.extend(alike.map(|alike| value(alike.gains, i64::from(kind.ways))));
                self.scatter(level, &kind.cards, survey.held(), &values, &sums);
            }
        });
        sums
    }

    /// What a pair comes to on the last street, by the sum of bets before it, as often as there are boards of the kind.
    fn values_at_last(&self, street: &Street, gains: Gains, ways: i64) -> ByBet {
        let deals = street.deals as i64;
        let mut values = ByBet::default();
        for (value, bet) in values.iter_mut().zip(&street.before) {
            *value = ways * self.stakes.best(street, *bet, deals, |bet| gains.with(bet)).0;
        }
        values
    }

    /// Adds what pairs come to beside a board to the same pairs beside every part of the board that the street before is
    /// decided with.
    fn scatter<const W: usize>(
        &self,
        level: usize,
        board: &BoardCards,
        held: &[Held],
        values: &[[i64; W]],
        sums: &Sums<W>,
    ) {
        self.boards[level - 1].each_part(&self.pairs, board, |kind, renaming| {
            sums.add(kind, self.pairs.renamed(renaming), held, values);
        });
    }

    /// Decides a street, given sums for what pairs come to after it and what such a sum comes to with some bets.
    fn decide<const W: usize>(
        &self,
        place: usize,
        sums: &Sums<W>,
        after: impl Fn(&[i64; W], u8) -> i64 + Sync,
    ) -> Decided {
        let beside = self.pairs.len() * self.streets[place].before.len();
        let kinds = &self.boards[place].kinds;
        let mut best = vec![0u8; kinds.len() * beside];
        let above = Sums::new(self.boards[place.saturating_sub(1)].kinds.len(), self.pairs.len());
        let each = kinds.par_iter().enumerate().zip(best.par_chunks_mut(beside));
        let values = each.map(|((at, kind), best)| {
            let joined = kind.join(&self.pairs, &sums.of_kind(at));
            let (held, values) = self.decide_beside(place, kind, &joined, &after, best);
            if place > 0 {
                self.scatter(place, &kind.cards, &held, &values, &above);
            }
            self.values_of_actions(place, kind, &joined, &after)
        });
        let values = values.collect();
        Decided { best, values, above }
    }

    /// Decides a street beside one kind of board, and returns what each pair comes to.
    fn decide_beside<const W: usize>(
        &self,
        place: usize,
        kind: &BoardKind,
        joined: &Joined<W>,
        after: &(impl Fn(&[i64; W], u8) -> i64 + Sync),
        best: &mut [u8],
    ) -> (Vec<Held>, Vec<ByBet>) {
        let street = &self.streets[place];
        let width = street.before.len();
        let (mut held, mut values) = (Vec::new(), Vec::new());
        for (pair, sum, many) in &joined.sums {
            let deals = street.deals_beside(kind.ways, *many);
            let mut value = ByBet::default();
            for (column, bet) in street.before.iter().enumerate() {
                let (high, bits) = self.stakes.best(street, *bet, deals, |bet| after(sum, bet));
                value[column] = high;
                best[usize::from(*pair) * width + column] = bits;
            }
            let alike = values.len() as u16;
            held.push(Held { pair: *pair, alike });
            values.push(value);
        }
        for (pair, least) in joined.copies() {
            let from = usize::from(least) * width;
            best.copy_within(from..from + width, usize::from(pair) * width);
        }
        (held, values)
    }

    /// What each action comes to for every pair, where it is asked for later: not on the last street, which has most boards.
    fn values_of_actions<const W: usize>(
        &self,
        place: usize,
        kind: &BoardKind,
        joined: &Joined<W>,
        after: &(impl Fn(&[i64; W], u8) -> i64 + Sync),
    ) -> Vec<Valued> {
        if place > 0 && place + 1 == self.streets.len() {
            return Vec::new();
        }
        let street = &self.streets[place];
        let values = joined.sums.iter().map(|(pair, sum, many)| {
            let deals = street.deals_beside(kind.ways, *many);
            let with = |bet: u8| after(sum, bet);
            Valued {
                pair: *pair,
                pairs: *many,
                values: self.stakes.values(street, street.before[0], deals, with),
            }
        });
        values.collect()
    }
}

/// What deciding a street finds.
struct Decided {
    /// The best actions.
    best: Vec<u8>,
    values: Vec<Vec<Valued>>,
    /// What is added up for the street before.
    above: Sums<SUMS_MAX>,
}

/// What sums of gains without a street bet and with each main bet on one come to.
pub(super) fn with_bet([plain, each]: &[i64; 2], bet: u8) -> i64 {
    plain + i64::from(bet) * each
}

/// What two ranks make, for the ranks of every whole board.
fn by_ranks(maker: &Maker, boards: &Boards) -> FxHashMap<u64, ByRanks> {
    let kinds = boards
        .kinds
        .chunk_by(|one, other| rank_key(&one.cards) == rank_key(&other.cards));
    let firsts: Vec<&BoardCards> = kinds.map(|kinds| &kinds[0].cards).collect();
    let found = firsts
        .into_par_iter()
        .map(|board| (rank_key(board), maker.by_ranks(board)));
    found.collect()
}
