//! A game of stud as a card plays it: the tables in the shape of `stud.cu`, and what its counts come to.

use croupier_rules::pattern::{Pattern, Poker};
use croupier_rules::pay_table::Sight;
use croupier_rules::{Card, Suit};

use super::text::{CARDS, Layout, THREADS};
use super::{Plays, Program};
use crate::cards::Layout as Shoe;
use crate::job::Job;
use crate::stud::rows::asks_suits;
use crate::stud::{RowTable, StudTables};
use crate::table::{BY_RANK, Entry, Turn};
use crate::tally::Tally;

/// By the ranks that one suit has, a bit each.
const RANK_SETS: usize = 1 << 13;

/// The program that plays this job with so many bytes shared.
pub(super) fn program(job: &Job, tables: &StudTables, room: usize) -> Option<Program> {
    let mut layout = Layout::default();
    let shoe = &tables.layout;
    let ranks = shoe.kinds() / 4;
    let drawn = (tables.hole + tables.shared).next_multiple_of(2);
    layout.draws(job.seed, shoe.size(), shoe.refused(), drawn);
    layout.name("DRAWN", format_args!("{drawn}u"));
    layout.name("RANKS", format_args!("{ranks}u"));
    let kinds = (0..shoe.size() as u16).map(|place| u32::from(shoe.kind_at(place)));
    layout.words("CARDS", kinds);
    let row_tables: Vec<&RowTable> = [&tables.main]
        .into_iter()
        .chain(tables.sides.iter().map(|side| &side.rows))
        .collect();
    for (number, table) in row_tables.iter().enumerate() {
        rows(&mut layout, number, table, ranks)?;
    }
    let codes = tables.codes() as usize;
    let shared_bytes = layout.end_hot(codes, room)?;
    for (number, table) in row_tables.iter().enumerate() {
        flushes(&mut layout, number, table, shoe);
    }
    for (number, side) in tables.sides.iter().enumerate() {
        layout.name(&format!("RADIX_{}", number + 1), format_args!("{}u", side.radix));
    }
    let each = |numbers: std::ops::Range<usize>| numbers.map(|number| format!("DO({number}) ")).collect::<String>();
    layout.name("EACH_TABLE(DO)", each(0..row_tables.len()));
    layout.name("EACH_SIDE(DO)", each(1..row_tables.len()));
    let decisions = &tables.decisions;
    layout.words("DECISIONS", decisions.entries.iter().map(|entry| entry.0));
    layout.words("IN_PLAY", decisions.paths.iter().map(|path| u32::from(!path.folded)));
    layout.name("ROOT", format_args!("{}u", decisions.root.0));
    layout.name("DECIDING", format_args!("{}u", decisions.cards));
    layout.name("ROW_CODES", format_args!("{}u", codes / decisions.paths.len().max(1)));
    layout.name("CODES", format_args!("{codes}u"));
    layout.name("LEFT", codes);
    Some(Program {
        text: [&layout.names, CARDS, include_str!("stud.cu")].concat(),
        tables: layout.words,
        counts: codes + 1,
        shared_bytes,
        threads: THREADS,
        plays: Plays::Rounds,
    })
}

/// What the counts of the card come to, the rounds that are left not among them.
pub(super) fn tally(tables: &StudTables, counts: &[u64]) -> Tally {
    Tally {
        codes: counts[..tables.codes() as usize].to_vec(),
        ..Tally::default()
    }
}

/// The automaton over ranks, with the rows as its first blocks; `None` when 16 bits do not name all places.
fn rows(layout: &mut Layout, number: usize, table: &RowTable, ranks: usize) -> Option<()> {
    let ends = table.ends() as usize;
    let place = |entry: &Entry| -> Option<u16> {
        let block = match entry.turn() {
            Turn::Leaf => entry.payload() as usize,
            Turn::Draw if entry.is_by_rank() => ends + entry.payload() as usize / BY_RANK,
            // The rows ask for suits: the card reads ranks.
            Turn::Draw => return None,
            // What fills up the table: no card leads there.
            _ => 0,
        };
        u16::try_from(block * ranks).ok()
    };
    let own = (0..ends).flat_map(|row| vec![Some((row * ranks) as u16); ranks]);
    let used = table
        .entries
        .iter()
        .rposition(|entry| entry.turn() != Turn::Stop)
        .map_or(0, |last| last + 1);
    let blocks = table.entries[..used.next_multiple_of(BY_RANK)].chunks(BY_RANK);
    let blocks = blocks.flat_map(|block| block[..ranks].iter().map(place));
    let places: Vec<u16> = own.chain(blocks).collect::<Option<_>>()?;
    layout.halves(&format!("ROWS_{number}"), &places);
    layout.name(&format!("ROWS_IN_{number}"), "hot");
    layout.name(&format!("ROOT_{number}"), format_args!("{}u", place(&table.root)?));
    layout.name(&format!("BIAS_{number}"), format_args!("{}u", table.bias));
    layout.name(&format!("ENDS_{number}"), format_args!("{ends}u"));
    let cards: String = table.cards.iter().map(|card| format!("DO({card}) ")).collect();
    layout.name(&format!("EACH_CARD_{number}(DO)"), cards);
    Some(())
}

/// Which row the ranks of one suit meet, and the better of two rows; for pay tables that ask nothing of suits but a flush.
fn flushes(layout: &mut Layout, number: usize, table: &RowTable, shoe: &Shoe) {
    let size = usize::from(table.hand_size);
    let knows = table
        .rows
        .iter()
        .all(|row| !asks_suits(&row.when) || is_flush_alone(&row.when))
        && shoe.size() == shoe.kinds()
        && table.cards.len() < 2 * size;
    layout.name(&format!("KNOWS_FLUSHES_{number}"), u8::from(knows));
    let (mut by_ranks, mut better) = (Vec::new(), Vec::new());
    if knows {
        by_ranks = (0..RANK_SETS).map(|ranks| row_of_suit(table, shoe, ranks)).collect();
        let ends = 0..table.ends();
        better = ends
            .clone()
            .flat_map(|one| ends.clone().map(move |other| table.better(one, other) as u8))
            .collect();
    }
    layout.bytes(&format!("FLUSHES_{number}"), &by_ranks);
    layout.bytes(&format!("BETTER_{number}"), &better);
}

/// The best row, plus one, that cards of one suit with these ranks meet by being a flush.
fn row_of_suit(table: &RowTable, shoe: &Shoe, ranks: usize) -> u8 {
    let cards: Vec<Card> = (0..shoe.kinds() / 4)
        .filter(|rank| ranks >> rank & 1 == 1)
        .map(|rank| Card::new(shoe.card(4 * rank as u8).rank(), Suit::Clubs))
        .collect();
    let enough = usize::from(table.hand_size)..=table.cards.len();
    if !enough.contains(&cards.len()) {
        return 0;
    }
    table.best_flush(&Sight::new(&cards, table.hand_size)) as u8
}

/// Whether a pattern asks for a kind of flush and for nothing else.
fn is_flush_alone(pattern: &Pattern) -> bool {
    let alone = |poker| {
        *pattern
            == Pattern {
                poker: Some(poker),
                ..Pattern::default()
            }
    };
    [Poker::Flush, Poker::StraightFlush, Poker::RoyalFlush]
        .into_iter()
        .any(alone)
}
