//! How good hands are, as places among all strengths that hands of a game may have.

use croupier_rules::poker::{Strength, Tally};
use croupier_rules::{Card, Rank};

use crate::cards::{CardKind, Layout};

/// All strengths that hands of a game may have, in rising order.
pub(in crate::stud) struct Strengths(Vec<Strength>);

impl Strengths {
    /// Those of hands of so many cards, of which so many count, and others given.
    pub(in crate::stud) fn new(layout: &Layout, cards: usize, size: u8, others: Vec<Strength>) -> Strengths {
        let mut all = others;
        each_ranks(&ranks_of(layout), cards, &mut Vec::new(), &mut |ranks| {
            all.push(strength_of_ranks(ranks, size));
        });
        all.extend((0..suit_sets(layout)).filter_map(|ranks| flush_of(layout, ranks, size)));
        all.sort_unstable();
        all.dedup();
        Strengths(all)
    }

    /// The place of a strength.
    pub(in crate::stud) fn place(&self, strength: Strength) -> u32 {
        self.0.partition_point(|other| *other < strength) as u32
    }

    /// The place of the strength of cards of these ranks, no flush counted.
    pub(in crate::stud) fn of_ranks(&self, ranks: &[Rank], size: u8) -> u32 {
        self.place(strength_of_ranks(ranks, size))
    }

    /// By the ranks of a suit, one bit each, the place of the strength of their flush; 0 where there is none.
    pub(in crate::stud) fn of_flushes(&self, layout: &Layout, size: u8) -> Vec<u32> {
        let flush = |ranks| flush_of(layout, ranks, size).map_or(0, |strength| self.place(strength));
        (0..suit_sets(layout)).map(flush).collect()
    }
}

/// Added to counts of suits kept in bytes: the highest bit of a byte is set when so many cards of a suit make a flush.
pub(in crate::stud) const fn flush_bias(size: u8) -> u32 {
    (128 - size as u32) * 0x0101_0101
}

/// In counts of suits with that added: the bits that are set by a flush.
pub(in crate::stud) const FLUSH_BITS: u32 = 0x8080_8080;

/// The cards of a suit that has these ranks of the deck, one bit each.
pub(in crate::stud) fn cards_of_suit(layout: &Layout, ranks: u32) -> Vec<Card> {
    let held = (0..layout.kinds() as u32 / 4).filter(|rank| ranks >> rank & 1 == 1);
    held.map(|rank| layout.card((4 * rank) as CardKind)).collect()
}

/// How many sets of ranks a suit may have.
pub(in crate::stud) fn suit_sets(layout: &Layout) -> u32 {
    1 << (layout.kinds() / 4)
}

/// The ranks of the deck.
pub(in crate::stud) fn ranks_of(layout: &Layout) -> Vec<Rank> {
    (0..layout.kinds())
        .step_by(4)
        .map(|kind| layout.card(kind as CardKind).rank())
        .collect()
}

/// How good cards of these ranks are, no flush counted.
fn strength_of_ranks(ranks: &[Rank], size: u8) -> Strength {
    let mut tally = Tally::default();
    ranks.iter().for_each(|rank| tally.add_rank(*rank));
    tally.strength(size)
}

/// The best flush of a suit that has these ranks of the deck, one bit each.
fn flush_of(layout: &Layout, ranks: u32, size: u8) -> Option<Strength> {
    let cards = cards_of_suit(layout, ranks);
    (cards.len() >= usize::from(size)).then(|| Tally::of(&cards).strength(size))
}

/// Visits every choice of so many ranks, in rising order.
pub(in crate::stud) fn each_ranks(from: &[Rank], left: usize, ranks: &mut Vec<Rank>, visit: &mut impl FnMut(&[Rank])) {
    if left == 0 {
        return visit(ranks);
    }
    for place in 0..from.len() {
        ranks.push(from[place]);
        each_ranks(&from[place..], left - 1, ranks, visit);
        ranks.pop();
    }
}
