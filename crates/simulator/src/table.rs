//! The one flat table that a compiled game of 21 is played from, and its entries.
//!
//! A node that waits for a card is a block of entries: 16, one a rank, or 64, one a card, where suits matter. Blocks that
//! are equal are stored once, so that hands with the same future share one node.

use rustc_hash::FxHashMap;

use crate::cards::CardKind;

/// What a card leads to.
///
/// | bits | meaning |
/// |---|---|
/// | 0–1 | [`Turn`] |
/// | 2–3 | draw: how far the card is shifted to its place in the block (2 by rank, 0 by card) |
/// | 4–7 | after the deal: the opening, a place in the list of openings |
/// | 8–31 | draw: where the block starts; wait: where the row of dealer's hands starts; leaf: its number; stop: [`Stop`] |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Entry(pub u32);

/// What is to be done at an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Turn {
    /// Another card is drawn.
    Draw = 0,
    /// The hand waits for the dealer.
    Wait = 1,
    /// The hand is over.
    Leaf = 2,
    /// The tables do not go on from here by a single card.
    Stop = 3,
}

/// Why the tables stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Stop {
    /// The pair is split.
    Split = 0,
    /// A hand that the compiler did not meet: the round itself is asked.
    Unmet = 1,
    /// A hand beyond those the tables have room for: the round itself is asked.
    Beyond = 2,
}

impl Entry {
    /// The tables stop here.
    pub const fn stop(why: Stop) -> Entry {
        Entry(Turn::Stop as u32 | (why as u32) << 8)
    }

    /// The hand ends with this leaf.
    pub const fn leaf(number: u32) -> Entry {
        Entry(Turn::Leaf as u32 | number << 8)
    }

    /// The hand waits; its row of dealer's hands starts here.
    pub const fn wait(row: u32) -> Entry {
        Entry(Turn::Wait as u32 | row << 8)
    }

    /// The same entry with an opening.
    pub const fn opening(self, opening: u32) -> Entry {
        Entry(self.0 | opening << 4)
    }

    /// What is to be done.
    #[inline(always)]
    pub const fn turn(self) -> Turn {
        match self.0 & 3 {
            0 => Turn::Draw,
            1 => Turn::Wait,
            2 => Turn::Leaf,
            _ => Turn::Stop,
        }
    }

    /// The block, row, leaf or reason.
    #[inline(always)]
    pub const fn payload(self) -> u32 {
        self.0 >> 8
    }

    /// Draw: whether the block is by rank, not by card.
    pub const fn is_by_rank(self) -> bool {
        self.0 >> 2 & 3 == 2
    }

    /// Draw: the same entry with its block elsewhere.
    pub const fn starting_at(self, start: u32) -> Entry {
        Entry(self.0 & 0xff | start << 8)
    }

    /// The opening after the deal.
    #[inline(always)]
    pub const fn opened(self) -> u32 {
        self.0 >> 4 & 15
    }

    /// Where in the table the entry for this card stands.
    #[inline(always)]
    pub const fn at(self, kind: CardKind) -> usize {
        self.place(kind as u32) as usize
    }

    /// Where in the table the entry for this card stands, in the width of a lane.
    #[inline(always)]
    pub const fn place(self, kind: u32) -> u32 {
        (self.0 >> 8).wrapping_add(kind >> (self.0 >> 2 & 3))
    }
}

/// All ones where another card is drawn, else nothing, from the two bits of a [`Turn`]. (Lanes compute with masks: what is chosen by a
/// condition the compiler turns into a choice between addresses, and looks up one by one.)
#[inline(always)]
pub(crate) const fn draws_mask(entry: u32) -> u32 {
    ((entry | entry >> 1) & 1).wrapping_sub(1)
}

/// Entries in a block by rank.
pub(crate) const BY_RANK: usize = 16;
/// Entries in a block by card.
pub(crate) const BY_CARD: usize = 64;

/// The sizes of a finished table. The fast kernel of stud is compiled for each, so that a place is kept within the table by a mask.
pub(crate) const SIZES: [usize; 5] = [1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20];

/// Collects blocks, equal ones once.
#[derive(Debug, Default)]
pub(crate) struct TableBuilder {
    entries: Vec<Entry>,
    known: FxHashMap<Vec<Entry>, Entry>,
}

impl TableBuilder {
    /// A node that leads to these entries, one for each kind of card.
    pub(crate) fn node(&mut self, by_kind: &[Entry]) -> Entry {
        let suits_matter = by_kind.chunks(4).any(|rank| rank.iter().any(|entry| *entry != rank[0]));
        let (mut block, shift): (Vec<Entry>, u32) = if suits_matter {
            (by_kind.to_vec(), 0)
        } else {
            (by_kind.iter().step_by(4).copied().collect(), 2)
        };
        block.resize(if suits_matter { BY_CARD } else { BY_RANK }, Entry::stop(Stop::Unmet));
        let entries = &mut self.entries;
        *self.known.entry(block).or_insert_with_key(|block| {
            let start = entries.len() as u32;
            entries.extend(block);
            Entry(Turn::Draw as u32 | shift << 2 | start << 8)
        })
    }

    /// A row of entries by number, and where it starts: like every block at a multiple of [`BY_RANK`].
    pub(crate) fn row(&mut self, row: &[Entry]) -> u32 {
        let start = self.entries.len();
        self.entries.extend(row);
        let filled = self.entries.len().next_multiple_of(BY_RANK);
        self.entries.resize(filled, Entry::stop(Stop::Unmet));
        start as u32
    }

    /// All entries, filled up to one of [`SIZES`] where one is large enough.
    pub(crate) fn finish(mut self) -> Vec<Entry> {
        let used = self.entries.len();
        let size = SIZES.into_iter().find(|size| *size >= used).unwrap_or(used);
        self.entries.resize(size, Entry::stop(Stop::Unmet));
        self.entries
    }
}
