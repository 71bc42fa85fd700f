//! A shoe that is dealt to its cut card.

use super::{CardKind, CardSource, Layout};
use crate::philox::{self, Purpose};
use crate::wide;

/// A shoe dealt from one shuffle to its cut card, for one chunk of rounds.
#[derive(Clone, Debug)]
pub struct CutShoe<'a> {
    layout: &'a Layout,
    words: Words,
    /// The cards still to come are the first `left`; those dealt follow them, the last dealt first.
    cards: Vec<CardKind>,
    left: usize,
    /// The round in which fewer cards than this are left is the last.
    behind_cut: usize,
    burn: usize,
    /// How many cards lie on the table.
    on_table: usize,
    /// Whether the cards are shuffled before the next round.
    last_round: bool,
}

impl<'a> CutShoe<'a> {
    /// A shoe for this chunk, to be shuffled before its first round.
    pub fn new(layout: &'a Layout, key: [u32; 2], chunk: u64, behind_cut: usize, burn: usize) -> CutShoe<'a> {
        let cards = (0..layout.size()).map(|place| layout.kind_at(place as u16)).collect();
        CutShoe {
            layout,
            words: Words::new(key, chunk),
            cards,
            left: 0,
            behind_cut,
            burn,
            on_table: 0,
            last_round: true,
        }
    }

    /// Makes the shoe ready for a round and says how many cards are gone: shuffles and burns if the cut card has come out.
    pub fn prepare(&mut self) -> usize {
        // The cut card comes out when a card behind it is dealt.
        if self.last_round || self.left < self.behind_cut {
            self.last_round = false;
            self.left = self.layout.size();
            for _ in 0..self.burn.min(self.left) {
                self.take();
            }
        }
        self.on_table = 0;
        self.layout.size() - self.left
    }

    /// A place among the first `left`, exactly uniform (Lemire).
    fn place(&mut self, left: u32) -> usize {
        loop {
            let product = u64::from(self.words.next()) * u64::from(left);
            let rest = product as u32;
            if rest >= left || rest >= left.wrapping_neg() % left {
                return (product >> 32) as usize;
            }
        }
    }

    fn take(&mut self) -> CardKind {
        let place = self.place(self.left as u32);
        self.left -= 1;
        self.cards.swap(place, self.left);
        self.cards[self.left]
    }
}

impl CardSource for CutShoe<'_> {
    #[inline]
    fn card(&mut self) -> Option<CardKind> {
        if self.left == 0 {
            // The shoe has run out during a round: the cards of earlier rounds are shuffled to finish it. Those on the
            // table lie at the front of the dealt ones; behind them are only cards that may come again.
            let size = self.layout.size();
            if self.on_table == size {
                return None;
            }
            self.cards.rotate_left(self.on_table);
            self.left = size - self.on_table;
            self.last_round = true;
        }
        self.on_table += 1;
        Some(self.take())
    }
}

/// Blocks of random words that are made at once.
const BLOCKS: usize = 64;

/// The random words of a chunk, one after the other.
#[derive(Clone, Debug)]
struct Words {
    key: [u32; 2],
    chunk: u64,
    /// The number of the next block.
    block: u32,
    ready: [u32; 4 * BLOCKS],
    next: usize,
}

impl Words {
    fn new(key: [u32; 2], chunk: u64) -> Words {
        Words {
            key,
            chunk,
            block: 0,
            ready: [0; 4 * BLOCKS],
            next: 4 * BLOCKS,
        }
    }

    #[inline(always)]
    fn next(&mut self) -> u32 {
        if self.next == self.ready.len() {
            wide::run_widest(Refill(self));
        }
        self.next += 1;
        self.ready[self.next - 1]
    }
}

struct Refill<'a>(&'a mut Words);

impl wide::Kernel for Refill<'_> {
    #[inline(always)]
    fn run(self) {
        let Refill(all) = self;
        let mut words = [[0; BLOCKS]; 4];
        let block = |lane: usize| (all.chunk, all.block.wrapping_add(lane as u32));
        philox::lanes(block, Purpose::Shoe, all.key, &mut words);
        for (place, word) in all.ready.iter_mut().enumerate() {
            *word = words[place % 4][place / 4] as u32;
        }
        all.block = all.block.wrapping_add(BLOCKS as u32);
        all.next = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_block_by_block() {
        let key = philox::key(3);
        let mut words = Words::new(key, 9);
        for block in 0..200 {
            let expected = philox::block(philox::counter(9, block, Purpose::Shoe), key);
            assert_eq!([0; 4].map(|_: u32| words.next()), expected, "block {block}");
        }
    }
}
