//! The tables of a game of 21 in the shape that the lanes read: small numbers, in arrays that no place of 16 bits leaves.

use std::sync::Arc;

use croupier_rules::Card;
use rustc_hash::FxHashMap;

use super::Tables;
use super::lanes::DRAWN_AHEAD;
use crate::cards::CardKind;
use crate::sides::DigitTable;
use crate::table::{BY_CARD, BY_RANK, Entry, Stop, Turn};

/// As many places as 16 bits can name.
pub(super) const PLACES: usize = 1 << 16;
/// By two cards.
pub(crate) const BY_TWO: usize = BY_CARD * BY_CARD;

/// The tables of a game that lanes can play.
#[derive(Clone, Debug)]
pub struct LaneTables {
    /// The one flat table.
    pub(super) entries: Box<[u16; PLACES]>,
    /// By first card and up card: the node that the second card is looked up at. A second half is for rounds in which the
    /// dealer's check finds a blackjack: there the second card leads straight to the end.
    pub(super) begun: Box<[u16; 2 * BY_TWO]>,
    /// By ranks of up card and hole card: the dealer's hand, plus [`CHECKED_BLACKJACK`] when the check finds one.
    pub(crate) dealer: Box<[u8; BY_RANK * BY_RANK]>,
    /// The up cards under which a hand may be insured, a bit each.
    pub(crate) insured_under: u64,
    /// Whether the hole card lies face up, so that a hand is looked up by it before its next card.
    pub(super) hole_is_open: bool,
    pub(crate) up: Option<LaneDigits>,
    pub(crate) hole: Option<LaneDigits>,
}

/// More than any dealer's hand.
pub(crate) const CHECKED_BLACKJACK: u8 = 128;

/// An [`Entry`] without its opening, in 16 bits.
///
/// | bits | meaning |
/// |---|---|
/// | 0–1 | [`Turn`] |
/// | 2 | draw: whether the block is by rank, not by card |
/// | 3–15 | draw: where the block starts; wait: where the row of dealer's hands starts (both in blocks by rank); leaf: its number |
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ShortEntry(pub u16);

impl ShortEntry {
    fn new(entry: Entry) -> Option<ShortEntry> {
        let (payload, most) = match entry.turn() {
            Turn::Draw | Turn::Wait => (entry.payload() / BY_RANK as u32, PLACES / BY_RANK),
            Turn::Leaf => (entry.payload(), 1 << 13),
            Turn::Stop => (0, 1),
        };
        let by_rank = u16::from(entry.turn() == Turn::Draw && entry.is_by_rank());
        (payload < most as u32).then_some(ShortEntry(entry.turn() as u16 | by_rank << 2 | (payload as u16) << 3))
    }

    #[inline(always)]
    pub(super) fn turn_is(self, turn: Turn) -> bool {
        self.0 & 3 == turn as u16
    }

    /// The number of a leaf.
    #[inline(always)]
    pub(super) fn leaf(self) -> u32 {
        u32::from(self.0 >> 3)
    }

    /// Where the block or row starts.
    #[inline(always)]
    pub(super) fn start(self) -> u16 {
        (self.0 & !7) << 1
    }

    /// Where in its block the entry for this card stands.
    #[inline(always)]
    pub(super) fn offset(self, kind: u16) -> u16 {
        kind >> (self.0 >> 1 & 2)
    }

    /// All ones where another card is drawn, else nothing.
    #[inline(always)]
    pub(super) fn draws(self) -> u16 {
        ((self.0 | self.0 >> 1) & 1).wrapping_sub(1)
    }

    /// All ones where the hand waits for the dealer, else nothing.
    #[inline(always)]
    pub(super) fn waits(self) -> u16 {
        (self.0 & !(self.0 >> 1) & 1).wrapping_neg()
    }
}

/// A [`DigitTable`] for lanes.
#[derive(Clone, Debug)]
pub(crate) struct LaneDigits {
    /// One table for both dealer cards where they are alike, so that it is in the cache once.
    pub(crate) table: Arc<LaneDigitTable>,
    /// What the digits of the table count in the code.
    pub(crate) unit: u32,
}

#[derive(PartialEq, Eq, Debug)]
pub(crate) struct LaneDigitTable {
    /// By dealer's card and first card: where a row of `digits` starts.
    pub(crate) rows: Box<[u16; BY_TWO]>,
    /// By row and second card: the digits.
    pub(crate) digits: Box<[u8; PLACES]>,
}

impl LaneDigits {
    fn new(table: &DigitTable) -> Option<LaneDigits> {
        let least = table.digits.iter().copied().filter(|digits| *digits > 0).min();
        let unit = least.filter(|unit| table.digits.iter().all(|digits| digits.is_multiple_of(*unit)));
        let unit = unit.unwrap_or(1);
        let rows = table.rows.iter().map(|start| u16::try_from(*start).ok());
        let digits = table.digits.iter().map(|digits| u8::try_from(digits / unit).ok());
        let table = LaneDigitTable {
            rows: filled(rows.collect::<Option<_>>()?)?,
            digits: filled(digits.collect::<Option<_>>()?)?,
        };
        Some(LaneDigits {
            table: Arc::new(table),
            unit,
        })
    }
}

impl LaneTables {
    /// Prepares the tables for lanes; `None` when the game is not one for them, or has more hands than 16 bits can name.
    pub fn new(tables: &Tables) -> Option<LaneTables> {
        let fits = tables.has_hole_card && tables.sides.all_looked_up() && tables.layout.size() > 2 * DRAWN_AHEAD;
        if !fits {
            return None;
        }
        let short = |table: &Option<DigitTable>| match table {
            Some(table) => LaneDigits::new(table).map(Some),
            None => Some(None),
        };
        let up = short(&tables.sides.up)?;
        let mut hole = short(&tables.sides.hole)?;
        if let (Some(up), Some(hole)) = (&up, &mut hole)
            && up.table == hole.table
        {
            hole.table = Arc::clone(&up.table);
        }
        let (entries, begun) = nodes(tables)?;
        let brief = |entries: Vec<Entry>| -> Option<Vec<u16>> {
            let brief = entries
                .into_iter()
                .map(|entry| ShortEntry::new(entry).map(|brief| brief.0));
            brief.collect()
        };
        Some(LaneTables {
            entries: filled(brief(entries)?)?,
            begun: filled(brief(begun)?)?,
            dealer: dealer(tables),
            insured_under: insured_under(tables),
            hole_is_open: tables.hole_is_open,
            up,
            hole,
        })
    }
}

/// A list as an array that is filled up with zeros; `None` when it is too long.
fn filled<T: Copy + Default, const SIZE: usize>(mut list: Vec<T>) -> Option<Box<[T; SIZE]>> {
    if list.len() > SIZE {
        return None;
    }
    list.resize(SIZE, T::default());
    list.into_boxed_slice().try_into().ok()
}

/// The flat table and the nodes of the second card, with those for rounds in which the check finds a blackjack added. `None` when
/// they are too many.
pub(crate) fn nodes(tables: &Tables) -> Option<(Vec<Entry>, Vec<Entry>)> {
    let unmet = Entry::stop(Stop::Unmet);
    let used = tables
        .entries
        .iter()
        .rposition(|entry| *entry != unmet)
        .map_or(0, |last| last + 1);
    let mut entries = tables.entries[..used.next_multiple_of(BY_RANK).min(tables.entries.len())].to_vec();
    if entries.len() > PLACES {
        return None;
    }
    let against = |entry: &Entry| {
        let opening = tables.openings.get(entry.opened() as usize);
        let leaf = opening.and_then(|opening| opening.against_blackjack);
        leaf.map_or(unmet, Entry::leaf)
    };
    let mut begun = tables.begun.clone();
    let mut known: FxHashMap<Vec<Entry>, Entry> = FxHashMap::default();
    for node in &tables.begun {
        if node.turn() != Turn::Draw {
            begun.push(*node);
            continue;
        }
        let size = if node.is_by_rank() { BY_RANK } else { BY_CARD };
        let block: Vec<Entry> = tables.entries[node.payload() as usize..][..size]
            .iter()
            .map(against)
            .collect();
        let entry = *known.entry(block).or_insert_with_key(|block| {
            let start = entries.len() as u32;
            entries.extend(block);
            node.starting_at(start)
        });
        begun.push(entry);
    }
    Some((entries, begun))
}

fn dealer(tables: &Tables) -> Box<[u8; BY_RANK * BY_RANK]> {
    let mut dealer = Box::new([0; BY_RANK * BY_RANK]);
    for (place, hand) in dealer.iter_mut().enumerate() {
        let (up, hole) = (place / BY_RANK * 4, place % BY_RANK * 4);
        let start = tables.dealer_starts[up * BY_CARD + hole];
        let found = tables.checked[up] && start == tables.blackjack;
        *hand = if found { start + CHECKED_BLACKJACK } else { start };
    }
    dealer
}

fn insured_under(tables: &Tables) -> u64 {
    let cards: Vec<Card> = (0..tables.layout.kinds())
        .map(|kind| tables.layout.card(kind as CardKind))
        .collect();
    let mut ups = 0;
    for (kind, up) in cards.iter().enumerate() {
        let mut hands = cards
            .iter()
            .flat_map(|first| cards.iter().map(|second| [*first, *second]));
        ups |= u64::from(hands.any(|hand| tables.insures(hand, *up))) << kind;
    }
    ups
}
