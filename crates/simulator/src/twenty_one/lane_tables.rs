//! The tables of a game of 21 in the shape that the lanes read.

use std::sync::Arc;

use super::Tables;
use super::lanes::DRAWN_AHEAD;
use crate::cards::Kind;
use crate::packed::Packed;
use crate::sides::Trio;
use crate::table::{BY_CARD, BY_RANK, Entry, Stop, Turn};

/// An [`Entry`] without its opening, which for most games fits into half a word.
///
/// | bits | meaning |
/// |---|---|
/// | 0–1 | [`Turn`] |
/// | 2 | draw: whether the block is by rank, not by card |
/// | 3– | draw: where the block starts; wait: where the row of dealer's hands starts (both in blocks by rank); leaf: its number |
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Brief(pub u32);

impl Brief {
    fn new(entry: Entry) -> Brief {
        let payload = match entry.turn() {
            Turn::Draw | Turn::Wait => entry.payload() / BY_RANK as u32,
            Turn::Leaf => entry.payload(),
            Turn::Stop => 0,
        };
        let by_rank = u32::from(entry.turn() == Turn::Draw && entry.0 >> 2 & 3 == 2);
        Brief(entry.0 & 3 | by_rank << 2 | payload << 3)
    }

    #[inline(always)]
    pub(super) fn draws(self) -> bool {
        self.0 & 3 == Turn::Draw as u32
    }

    #[inline(always)]
    pub(super) fn is_stop(self) -> bool {
        self.0 & 3 == Turn::Stop as u32
    }

    #[inline(always)]
    pub(super) fn is_leaf(self) -> bool {
        self.0 & 3 == Turn::Leaf as u32
    }

    #[inline(always)]
    pub(super) fn payload(self) -> u32 {
        self.0 >> 3
    }

    /// Where the block or row starts.
    #[inline(always)]
    pub(super) fn start(self) -> u32 {
        (self.0 & !7) << 1
    }

    /// Where the entry for this card stands.
    #[inline(always)]
    pub(super) fn place(self, kind: u32) -> u32 {
        self.start() + self.offset(kind)
    }

    /// Where in its block the entry for this card stands.
    #[inline(always)]
    pub(super) fn offset(self, kind: u32) -> u32 {
        kind >> (self.0 >> 1 & 2)
    }
}

/// More than any dealer's hand.
pub(super) const CHECKED_BLACKJACK: u32 = 128;

const NARROW_SIZES: [usize; 3] = [1 << 12, 1 << 14, 1 << 17];
const WIDE_SIZES: [usize; 2] = [1 << 18, 1 << 20];
const DIGIT_SIZES: [usize; 3] = [1 << 13, 1 << 15, 1 << 18];

/// The tables in words of 32 bits, in arrays whose size is a power of two, so that a place is kept within by a mask.
#[derive(Clone, Debug)]
pub struct LaneTables {
    pub(super) nodes: Nodes,
    /// By ranks of up card and hole card: the dealer's hand, plus 128 when the check finds a blackjack.
    pub(super) dealer: Box<[u32; BY_RANK * BY_RANK]>,
    /// The up cards under which a hand may be insured, a bit each.
    pub(super) insured_under: u64,
    pub(super) up: Option<LaneTrio>,
    pub(super) hole: Option<LaneTrio>,
}

/// The one flat table, two entries a word where they fit.
#[derive(Clone, Debug)]
pub(super) enum Nodes {
    Narrow(NodesOf<16>),
    Wide(NodesOf<32>),
}

/// Entries of so many bits.
#[derive(Clone, Debug)]
pub(super) struct NodesOf<const BITS: u32> {
    pub(super) entries: Packed<BITS>,
    /// By first card and up card: the entry that waits for the second card.
    pub(super) begun: Packed<BITS>,
    /// By place of the entry after the deal: the entry when the check finds a blackjack.
    pub(super) against_blackjack: Packed<BITS>,
}

impl<const BITS: u32> NodesOf<BITS> {
    fn new(tables: &Tables, sizes: &[usize]) -> Option<NodesOf<BITS>> {
        let brief = |entry: &Entry| Brief::new(*entry).0;
        let against = |entry: &Entry| {
            let opening = tables.openings.get(entry.opened() as usize);
            let leaf = opening.and_then(|opening| opening.against_blackjack);
            Brief::new(leaf.map_or(Entry::stop(Stop::Unmet), Entry::leaf)).0
        };
        let entries: Vec<u32> = tables.entries.iter().map(brief).collect();
        let begun: Vec<u32> = tables.begun.iter().map(brief).collect();
        let against_blackjack: Vec<u32> = tables.entries.iter().map(against).collect();
        Some(NodesOf {
            entries: Packed::new(&entries, sizes)?,
            begun: Packed::new(&begun, &[BY_CARD * BY_CARD])?,
            against_blackjack: Packed::new(&against_blackjack, sizes)?,
        })
    }
}

/// A [`Trio`] for lanes.
#[derive(Clone, Debug)]
pub(super) struct LaneTrio {
    /// One table for both trios where they are alike, so that it is in the cache once.
    pub(super) table: Arc<TrioTable>,
    /// What the digits of the table count in the code.
    pub(super) unit: u32,
}

#[derive(PartialEq, Eq, Debug)]
pub(super) struct TrioTable {
    /// By dealer's card and first card: the number of a row of `digits`.
    pub(super) rows: Packed<16>,
    /// By row and second card: the digits.
    pub(super) digits: Packed<8>,
}

impl LaneTrio {
    fn new(trio: &Trio) -> Option<LaneTrio> {
        let rows: Vec<u32> = trio.rows.iter().map(|start| start / BY_CARD as u32).collect();
        let least = trio.digits.iter().copied().filter(|digits| *digits > 0).min();
        let unit = least.filter(|unit| trio.digits.iter().all(|digits| digits.is_multiple_of(*unit)));
        let unit = unit.unwrap_or(1);
        let digits: Vec<u32> = trio.digits.iter().map(|digits| digits / unit).collect();
        let table = TrioTable {
            rows: Packed::new(&rows, &[BY_CARD * BY_CARD])?,
            digits: Packed::new(&digits, &DIGIT_SIZES)?,
        };
        Some(LaneTrio {
            table: Arc::new(table),
            unit,
        })
    }
}

impl LaneTables {
    /// Prepares the tables for lanes; `None` when the game is not one for them.
    pub fn new(tables: &Tables) -> Option<LaneTables> {
        let fits = tables.has_hole_card && tables.sides.all_looked_up() && tables.layout.size() > 2 * DRAWN_AHEAD;
        if !fits {
            return None;
        }
        let trio = |trio: &Option<Trio>| match trio {
            Some(trio) => LaneTrio::new(trio).map(Some),
            None => Some(None),
        };
        let up = trio(&tables.sides.up)?;
        let mut hole = trio(&tables.sides.hole)?;
        if let (Some(up), Some(hole)) = (&up, &mut hole)
            && up.table == hole.table
        {
            hole.table = Arc::clone(&up.table);
        }
        Some(LaneTables {
            nodes: match NodesOf::new(tables, &NARROW_SIZES) {
                Some(nodes) => Nodes::Narrow(nodes),
                None => Nodes::Wide(NodesOf::new(tables, &WIDE_SIZES)?),
            },
            dealer: dealer(tables),
            insured_under: insured_under(tables),
            up,
            hole,
        })
    }
}

fn dealer(tables: &Tables) -> Box<[u32; BY_RANK * BY_RANK]> {
    let mut dealer = Box::new([0; BY_RANK * BY_RANK]);
    for (place, hand) in dealer.iter_mut().enumerate() {
        let (up, hole) = (place / BY_RANK * 4, place % BY_RANK * 4);
        let start = tables.dealer_starts[up * BY_CARD + hole];
        *hand = u32::from(start);
        if tables.checked[up] && start == tables.blackjack {
            *hand += CHECKED_BLACKJACK;
        }
    }
    dealer
}

fn insured_under(tables: &Tables) -> u64 {
    let mut ups = 0;
    let kinds = tables.layout.kinds() as Kind;
    for up in 0..kinds {
        let insured = (0..kinds)
            .flat_map(|first| (0..kinds).map(move |second| [first, second]))
            .any(|player| {
                let opening = tables.dealt(player, up).opened() as usize;
                tables.openings.get(opening).is_some_and(|opening| opening.insured != 0)
            });
        ups |= u64::from(insured) << up;
    }
    ups
}
