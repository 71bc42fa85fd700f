//! The fast kernel of stud: 64 rounds of one hand side by side.

use super::{RowTable, StudTables};
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
    wide::run_widest(LaneKernel {
        tables,
        key,
        first,
        groups,
        code,
    });
}

struct LaneKernel<'a, F> {
    tables: &'a StudTables,
    key: [u32; 2],
    first: u64,
    groups: u64,
    code: F,
}

impl<F: FnMut(u32)> wide::Kernel for LaneKernel<'_, F> {
    #[inline(always)]
    fn run(mut self) {
        play_all(self.tables, self.key, self.first, self.groups, &mut self.code);
    }
}

#[inline(always)]
fn play_all(tables: &StudTables, key: [u32; 2], first: u64, groups: u64, code: &mut impl FnMut(u32)) {
    let in_play: Vec<u32> = tables
        .decisions
        .paths
        .iter()
        .map(|path| u32::from(!path.folded))
        .collect();
    let mut drawn = Drawn::default();
    for group in 0..groups {
        let first = first + group * LANES as u64;
        drawn.draw(&tables.layout, key, |lane| first + lane as u64);
        let cards: &Cards = &drawn.kinds;
        let decisions = &tables.decisions;
        let mut paths = [decisions.root; LANES];
        for card in &cards[..decisions.cards] {
            follow(&decisions.entries, card, &mut paths);
        }
        let mut codes = [0; LANES];
        let main = rows(&tables.layout, &tables.main, cards);
        for lane in 0..LANES {
            let path = paths[lane].payload();
            codes[lane] = path * tables.row_codes + main[lane] * in_play[path as usize];
        }
        for side in &tables.sides {
            let rows = rows(&tables.layout, &side.rows, cards);
            for lane in 0..LANES {
                codes[lane] += rows[lane] * side.radix;
            }
        }
        codes.into_iter().for_each(&mut *code);
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
