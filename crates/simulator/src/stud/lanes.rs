//! The fast kernel of stud: 64 rounds of one hand side by side.

use super::{RowTable, Side, StudTables};
use crate::cards::{Drawn, LANES, Layout};
use crate::table::{Entry, SIZES, draws_mask};
use crate::wide;

/// The most cards a round may have for the lanes.
const CARDS: usize = 10;
type Cards = [[u16; LANES]; CARDS];

/// Whether the lanes can play this game.
pub fn fit(tables: &StudTables) -> bool {
    let sized = |entries: &[Entry]| SIZES.contains(&entries.len());
    tables.hole + tables.shared <= CARDS
        && tables.layout.size() > 2 * CARDS
        && sized(&tables.decisions.entries)
        && sized(&tables.main.entries)
        && tables.sides.iter().all(|side| sized(&side.rows.entries))
}

/// Plays the rounds from `first` on, `groups` times 64 of them, and hands over the codes in order.
pub fn play(tables: &StudTables, key: [u32; 2], first: u64, groups: u64, code: impl FnMut(u32)) {
    let in_play = tables.decisions.paths.iter().map(|path| u32::from(!path.folded));
    let tables = PathsInPlay {
        tables,
        in_play: in_play.collect(),
    };
    play_lanes(&tables, key, first, groups, code);
}

/// Tables from which 64 rounds of one hand, of so many cards at most, are played side by side.
pub(super) trait LaneTables<const CARDS: usize> {
    fn layout(&self) -> &Layout;

    /// What the rounds come to, from their cards in the order they are drawn. It must be inlined always.
    fn lane_codes(&self, drawn: &[[u16; LANES]; CARDS]) -> [u32; LANES];
}

/// Plays the rounds from `first` on, `groups` times 64 of them, and hands over the codes in order.
pub(super) fn play_lanes<const CARDS: usize>(
    tables: &impl LaneTables<CARDS>,
    key: [u32; 2],
    first: u64,
    groups: u64,
    code: impl FnMut(u32),
) {
    wide::run_widest(LaneKernel::<_, _, CARDS> {
        tables,
        key,
        first,
        groups,
        code,
    });
}

struct LaneKernel<'a, T, F, const CARDS: usize> {
    tables: &'a T,
    key: [u32; 2],
    first: u64,
    groups: u64,
    code: F,
}

impl<T: LaneTables<CARDS>, F: FnMut(u32), const CARDS: usize> wide::Kernel for LaneKernel<'_, T, F, CARDS> {
    #[inline(always)]
    fn run(mut self) {
        let mut drawn: Drawn<CARDS> = Drawn::default();
        for group in 0..self.groups {
            let first = self.first + group * LANES as u64;
            drawn.draw(self.tables.layout(), self.key, |lane| first + lane as u64);
            self.tables
                .lane_codes(&drawn.kinds)
                .into_iter()
                .for_each(&mut self.code);
        }
    }
}

/// The tables of stud, and for every path of choices whether the hand is still in play, as a factor.
struct PathsInPlay<'a> {
    tables: &'a StudTables,
    in_play: Vec<u32>,
}

impl LaneTables<CARDS> for PathsInPlay<'_> {
    fn layout(&self) -> &Layout {
        &self.tables.layout
    }

    #[inline(always)]
    fn lane_codes(&self, cards: &Cards) -> [u32; LANES] {
        let tables = self.tables;
        let decisions = &tables.decisions;
        let mut paths = [decisions.root; LANES];
        for card in &cards[..decisions.cards] {
            follow(&decisions.entries, card, &mut paths);
        }
        let mut codes = [0; LANES];
        let main = rows(&tables.layout, &tables.main, cards);
        for lane in 0..LANES {
            let path = paths[lane].payload();
            codes[lane] = path * tables.row_codes + main[lane] * self.in_play[path as usize];
        }
        add_sides(&tables.layout, &tables.sides, cards, &mut codes);
        codes
    }
}

/// Adds what the side bets come to.
#[inline(always)]
pub(super) fn add_sides(layout: &Layout, sides: &[Side], cards: &[[u16; LANES]], codes: &mut [u32; LANES]) {
    for side in sides {
        let rows = rows(layout, &side.rows, cards);
        for lane in 0..LANES {
            codes[lane] += rows[lane] * side.radix;
        }
    }
}

/// The row every lane meets, plus one.
#[inline(always)]
pub(super) fn rows(layout: &Layout, table: &RowTable, cards: &[[u16; LANES]]) -> [u32; LANES] {
    let mut at = [table.root; LANES];
    let mut suits = [table.bias; LANES];
    for number in &table.cards {
        let card = &cards[usize::from(*number)];
        follow(&table.entries, card, &mut at);
        for lane in 0..LANES {
            suits[lane] += 1 << (8 * (u32::from(card[lane]) & 3));
        }
    }
    let mut rows = at.map(Entry::payload);
    let mut ask = 0_u64;
    for lane in 0..LANES {
        ask |= u64::from(suits[lane] & 0x8080_8080 != 0) << lane;
    }
    while ask != 0 {
        let lane = ask.trailing_zeros() as usize;
        ask &= ask - 1;
        rows[lane] = table.ask(layout, |card| cards[usize::from(card)][lane] as u8);
    }
    rows
}

/// Every lane that waits for a card takes this one.
#[inline(always)]
pub(super) fn follow(entries: &[Entry], card: &[u16; LANES], at: &mut [Entry; LANES]) {
    match entries.len() {
        0x1000 => follow_sized::<0x1000>(entries, card, at),
        0x4000 => follow_sized::<0x4000>(entries, card, at),
        0x1_0000 => follow_sized::<0x1_0000>(entries, card, at),
        0x4_0000 => follow_sized::<0x4_0000>(entries, card, at),
        _ => follow_sized::<0x10_0000>(entries, card, at),
    }
}

#[inline(always)]
fn follow_sized<const SIZE: usize>(entries: &[Entry], card: &[u16; LANES], at: &mut [Entry; LANES]) {
    let entries: &[Entry; SIZE] = entries.first_chunk().expect("a table for lanes has one of the sizes");
    for lane in 0..LANES {
        // Lanes that have ended look at place 0, all at one that is always in the cache.
        let draws = draws_mask(at[lane].0);
        let place = at[lane].place(u32::from(card[lane])) & draws;
        let entry = entries[place as usize & (SIZE - 1)];
        at[lane] = Entry(entry.0 & draws | at[lane].0 & !draws);
    }
}
