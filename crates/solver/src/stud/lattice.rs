//! Every kind of cards a player of stud may have seen, level by level, and how one kind grows into the next.
//!
//! What the main game pays depends on the cards alone, not on which of them are hole cards. So a player who has seen some
//! cards is in one of far fewer situations than there are deals: 169 kinds of two cards, 16,432 kinds of four.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use croupier_rules::game::SideBet;
use croupier_rules::pattern::Row;
use croupier_rules::pay_table::Ranking;
use croupier_rules::poker::Tally;
use croupier_rules::{Card, Rank, Suit};
use rayon::prelude::*;

use crate::kinds::Cards;
use crate::pack::Pack;

/// Cards seen: for each suit, how many of each rank, four bits a rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct SeenCards([u64; 4]);

/// All kinds of seen cards with the same number of cards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Level {
    /// One hand of each kind.
    pub(crate) kinds: Vec<SeenCards>,
    /// Where the ways on from each kind start in `ways`; one more than there are kinds.
    starts: Vec<u32>,
    /// The kind on the next level that a card leads to, and how many cards do.
    ways: Vec<(u32, u32)>,
}

/// The levels from the cards known at first to the last level that matters, and what the last card makes of it.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    /// How many cards are known on the first level.
    pub(crate) root: usize,
    pub(crate) levels: Vec<Level>,
    /// For each kind of the last level and each row (the last stands for no row): how many of the ways to complete the
    /// hand end in it.
    row_counts: Vec<u32>,
    rows: usize,
    /// How many cards are left to be dealt on the first level.
    pub(crate) left: u32,
    alike: Vec<Vec<Suit>>,
}

/// The kinds of one level by their cards.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    places: HashMap<SeenCards, u32, BuildHasherDefault<Mixer>>,
    alike: Vec<Vec<Suit>>,
}

impl Places {
    /// The place of these cards' kind on its level.
    pub(crate) fn find(&self, seen: SeenCards) -> Option<usize> {
        self.places.get(&seen.sorted(&self.alike)).map(|place| *place as usize)
    }
}

/// What a lattice is built for.
pub(crate) struct LatticeSpec<'a> {
    /// The cards that may still come.
    pub(crate) pack: &'a Pack,
    /// The cards known at first.
    pub(crate) known: &'a [Card],
    /// How many cards a finished hand has.
    pub(crate) size: usize,
    /// The number of cards at the last decision.
    pub(crate) last_decision: usize,
    /// The pay table.
    pub(crate) rows: &'a [Row],
    /// The same, sorted.
    pub(crate) ranking: &'a Ranking,
    /// Side bets that look at the same cards, so that suits must be alike for them too.
    pub(crate) beside: &'a [SideBet],
}

impl Lattice {
    pub(crate) fn new(spec: &LatticeSpec) -> Lattice {
        let alike = alike(spec);
        let full = SeenCards::of_pack(spec.pack).plus(SeenCards::of(spec.known));
        let last = spec
            .last_decision
            .max(spec.size.saturating_sub(1))
            .max(spec.known.len());
        let mut levels = vec![Level {
            kinds: vec![SeenCards::of(spec.known).sorted(&alike)],
            ..Level::default()
        }];
        for _ in spec.known.len()..last {
            let next = levels
                .last_mut()
                .map(|level| level.grow(&full, &alike))
                .expect("there is a first level");
            levels.push(next);
        }
        let mut lattice = Lattice {
            root: spec.known.len(),
            levels,
            row_counts: Vec::new(),
            rows: spec.rows.len() + 1,
            left: spec.pack.size(),
            alike,
        };
        lattice.row_counts = lattice.count_rows(spec, &full, last < spec.size);
        lattice
    }

    /// How often each row ends the hand, from a kind of the last level.
    pub(crate) fn row_counts(&self, kind: usize) -> &[u32] {
        &self.row_counts[kind * self.rows..(kind + 1) * self.rows]
    }

    /// Where to find each kind of a level.
    pub(crate) fn places(&self, level: usize) -> Places {
        let kinds = self.levels[level].kinds.iter().zip(0..);
        Places {
            places: kinds.map(|(kind, place)| (*kind, place)).collect(),
            alike: self.alike.clone(),
        }
    }

    /// Every card that may come after those of a kind, with how many cards are like it.
    pub(crate) fn each_next(&self, seen: &SeenCards, full: &SeenCards, visit: impl FnMut(Card, u32)) {
        seen.each_next(full, &self.alike, visit);
    }

    /// The values on a level from those on the next: the sum over all cards, for `width` values a kind.
    pub(crate) fn step_back(&self, level: usize, next: &[i128], width: usize) -> Vec<i128> {
        let level = &self.levels[level];
        let mut values = vec![0; level.kinds.len() * width];
        for (kind, sums) in values.chunks_exact_mut(width).enumerate() {
            for (child, ways) in level.ways(kind) {
                let child = &next[*child as usize * width..][..width];
                for (sum, value) in sums.iter_mut().zip(child) {
                    *sum += i128::from(*ways) * value;
                }
            }
        }
        values
    }

    fn count_rows(&self, spec: &LatticeSpec, full: &SeenCards, one_more: bool) -> Vec<u32> {
        let kinds = &self.levels.last().expect("there is a first level").kinds;
        let mut row_counts = vec![0; kinds.len() * self.rows];
        let poker_only = spec.ranking.is_poker_only();
        let none = self.rows - 1;
        let each = kinds.par_iter().zip(row_counts.par_chunks_exact_mut(self.rows));
        each.with_min_len(512).for_each(|(kind, counts)| {
            let mut cards = kind.cards();
            let tally = Tally::of(&cards);
            if !one_more {
                counts[spec.ranking.best(&tally, &cards).unwrap_or(none)] = 1;
                return;
            }
            kind.each_next(full, &self.alike, |card, ways| {
                let mut tally = tally;
                tally.add(card);
                if !poker_only {
                    cards.push(card);
                }
                counts[spec.ranking.best(&tally, &cards).unwrap_or(none)] += ways;
                if !poker_only {
                    cards.pop();
                }
            });
        });
        row_counts
    }
}

impl Level {
    /// The ways on from a kind: the kind on the next level, and how many cards lead there.
    pub(crate) fn ways(&self, kind: usize) -> &[(u32, u32)] {
        &self.ways[self.starts[kind] as usize..self.starts[kind + 1] as usize]
    }

    /// Finds the kinds of one more card, and notes the ways to them.
    fn grow(&mut self, full: &SeenCards, alike: &[Vec<Suit>]) -> Level {
        let mut next = Level::default();
        let mut places: HashMap<SeenCards, u32, BuildHasherDefault<Mixer>> = HashMap::default();
        self.starts.push(0);
        for kind in &self.kinds {
            kind.each_next(full, alike, |card, ways| {
                let grown = kind.with(card).sorted(alike);
                let place = *places.entry(grown).or_insert_with(|| {
                    next.kinds.push(grown);
                    next.kinds.len() as u32 - 1
                });
                self.ways.push((place, ways));
            });
            self.starts.push(self.ways.len() as u32);
        }
        next
    }
}

impl SeenCards {
    pub(crate) fn of(cards: &[Card]) -> SeenCards {
        cards.iter().fold(SeenCards::default(), |seen, card| seen.with(*card))
    }

    pub(crate) fn of_pack(pack: &Pack) -> SeenCards {
        let mut seen = SeenCards::default();
        for (card, count) in pack.kinds() {
            seen.0[card.suit() as usize] += u64::from(count) << (4 * card.rank() as u32);
        }
        seen
    }

    pub(crate) fn plus(self, other: SeenCards) -> SeenCards {
        let mut sum = self;
        for suit in 0..4 {
            sum.0[suit] += other.0[suit];
        }
        sum
    }

    pub(crate) fn with(mut self, card: Card) -> SeenCards {
        self.0[card.index() % 4] += 1 << (card.index() / 4 * 4);
        self
    }

    /// These cards without some of them.
    pub(crate) fn minus(self, other: SeenCards) -> SeenCards {
        let mut rest = self;
        for suit in 0..4 {
            rest.0[suit] -= other.0[suit];
        }
        rest
    }

    /// The same kind with interchangeable suits in falling order.
    fn sorted(mut self, alike: &[Vec<Suit>]) -> SeenCards {
        for block in alike {
            for done in 1..block.len() {
                let mut place = done;
                while place > 0 {
                    let (one, other) = (block[place - 1] as usize, block[place] as usize);
                    if self.0[one] >= self.0[other] {
                        break;
                    }
                    self.0.swap(one, other);
                    place -= 1;
                }
            }
        }
        self
    }

    /// The cards, low ranks first.
    pub(crate) fn cards(&self) -> Cards {
        let mut cards = Cards::new();
        for rank in Rank::ALL {
            for suit in Suit::ALL {
                let times = self.0[suit as usize] >> (4 * rank as u32) & 15;
                cards.extend(std::iter::repeat_n(Card::new(rank, suit), times as usize));
            }
        }
        cards
    }

    /// Every card that may come next, with how many cards are like it. Of suits that may change places and hold the same
    /// cards so far, only the first is named.
    fn each_next(&self, full: &SeenCards, alike: &[Vec<Suit>], mut visit: impl FnMut(Card, u32)) {
        for block in alike {
            let mut place = 0;
            while place < block.len() {
                let suit = block[place] as usize;
                let mut same = 1;
                while place + same < block.len() && self.0[block[place + same] as usize] == self.0[suit] {
                    same += 1;
                }
                let left = full.0[suit] - self.0[suit];
                for rank in Rank::ALL {
                    let count = (left >> (4 * rank as u32) & 15) as u32;
                    if count > 0 {
                        visit(Card::new(rank, block[place]), count * same as u32);
                    }
                }
                place += same;
            }
        }
    }
}

impl std::hash::Hash for SeenCards {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for suit in self.0 {
            hasher.write_u64(suit);
        }
    }
}

/// A quick hash: the cards of a kind are spread well enough by two multiplications.
#[derive(Clone, Debug, Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

/// The suits that may change places: nothing tells them apart in the cards known, the cards to come, or the pay table.
fn alike(spec: &LatticeSpec) -> Vec<Vec<Suit>> {
    let known = Pack::of(spec.known);
    let mut blocks: Vec<Vec<Suit>> = Vec::new();
    let beside = spec.beside.iter().flat_map(|bet| &bet.rows);
    for block in spec
        .pack
        .alike_suits(spec.rows.iter().chain(beside).map(|row| &row.when))
    {
        let mut parts: Vec<Vec<Suit>> = Vec::new();
        for suit in block {
            match parts.iter_mut().find(|part| known.holds_alike(part[0], suit)) {
                Some(part) => part.push(suit),
                None => parts.push(vec![suit]),
            }
        }
        blocks.append(&mut parts);
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::game::Deck;

    #[test]
    fn levels_have_the_known_numbers_of_kinds() {
        let deck = Deck {
            decks: 1,
            decks_allowed: None,
            removed: croupier_rules::Ranks::NONE,
        };
        let pack = Pack::fresh(&deck);
        let ranking = Ranking::new(&[], 5, croupier_rules::Money::ZERO);
        let lattice = Lattice::new(&LatticeSpec {
            pack: &pack,
            known: &[],
            size: 5,
            last_decision: 4,
            rows: &[],
            ranking: &ranking,
            beside: &[],
        });
        let kinds: Vec<usize> = lattice.levels.iter().map(|level| level.kinds.len()).collect();
        assert_eq!(kinds, [1, 13, 169, 1755, 16_432]);
        for (level, left) in lattice.levels[..4].iter().zip([52, 51, 50, 49]) {
            for kind in 0..level.kinds.len() {
                assert_eq!(level.ways(kind).iter().map(|(_, ways)| ways).sum::<u32>(), left);
            }
        }
        assert!((0..16_432).all(|kind| lattice.row_counts(kind) == [48]));
    }
}
