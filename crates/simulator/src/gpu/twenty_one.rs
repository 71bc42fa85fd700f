//! A game of 21 as a card plays it: the tables in the shape of `twenty_one.cu`, and what its counts come to.

use super::text::{CARDS, Layout, TABLES, THREADS};
use super::{Plays, Program, greatest_common_divisor};
use crate::cards::CardKind;
use crate::job::Job;
use crate::nets::Nets;
use crate::table::{BY_CARD, BY_RANK, Entry, Stop, Turn};
use crate::tally::{Sums, Tally};
use crate::twenty_one::lane_tables::{BY_TWO, LaneDigits, LaneTables, nodes};
use crate::twenty_one::{SPLIT_PARTS, Tables};

/// Which byte of a card is added to the place of an entry: see `twenty_one.cu`.
const BY_KIND_BYTE: u32 = 0x3330;
const BY_RANK_BYTE: u32 = 0x3331;
const BY_DEALER_BYTE: u32 = 0x3332;
const BY_NONE: u32 = 0x3333;
/// Where the shoe has no more cards.
const NO_CARD: u32 = u32::MAX;
/// Sums over split hands for each of their digits: hands, stake, net, squares, cubes in two parts.
const SUMS: usize = 6;
/// Cubes are added up in two parts, of which the lower has so many bits.
const CUBE_BITS: u32 = 20;
/// No net of a hand is larger, in units, when the card adds up split hands. (The squares of as many hands as a launch has still fit
/// 64 bits then, and so do the parts of cubes.)
const UNITS_MAX: i64 = 1 << 14;

/// The program that plays one seat from full shoes with so many bytes shared.
pub(super) fn program(job: &Job, tables: &Tables, lanes: &LaneTables, room: usize) -> Option<Program> {
    let mut layout = Layout::default();
    let units = Units::new(tables, &job.nets);
    lay_out(&mut layout, job, tables, lanes, false)?;
    let shared_bytes = layout.end_hot(counters(tables) + 2 * THREADS, room)?;
    lay_out_cold(&mut layout, tables, lanes, &units);
    let sums = sums_end(tables);
    layout.name("LEFT", sums);
    Some(Program {
        text: [&layout.names, CARDS, TABLES, include_str!("twenty_one.cu")].concat(),
        tables: layout.words,
        counts: sums + 1,
        shared_bytes,
        threads: THREADS,
        plays: Plays::Rounds,
    })
}

/// Lays out the tables that every round reads, with entries of 32 bits or compact ones of 16. `None` when 16 bits do not name all
/// places.
pub(super) fn lay_out(
    layout: &mut Layout,
    job: &Job,
    tables: &Tables,
    lanes: &LaneTables,
    compact: bool,
) -> Option<()> {
    let shoe = &tables.layout;
    let leaves = tables.leaves.len();
    let ends = ends(tables);
    let (entries, begun) = nodes(tables)?;
    if ends + entries.len() > 1 << 16 {
        return None;
    }
    let word = |entry: &Entry| place(*entry, leaves, ends);
    layout.draws(job.seed, shoe.size(), shoe.refused(), 16);
    let loops = (0..ends as u32).map(|end| end << 16 | BY_NONE);
    let entries = loops.chain(entries.iter().map(word));
    layout.name("COMPACT", u8::from(compact));
    if compact {
        layout.halves("ENTRIES", &entries.map(brief).collect::<Vec<_>>());
        layout.halves("BEGUN", &begun.iter().map(word).map(brief).collect::<Vec<_>>());
    } else {
        layout.words("ENTRIES", entries);
        layout.words("BEGUN", begun.iter().map(word));
    }
    layout.words("DEALER", lanes.dealer.iter().map(|hand| dealer(*hand)));
    let cards = (0..shoe.size() as u16).map(|place| card(shoe.kind_at(place)));
    layout.words("CARDS", cards.chain([NO_CARD]));
    layout.bytes("DEALER_NEXT", &tables.dealer_next);
    for (name, trio) in [("UP", &lanes.up), ("HOLE", &lanes.hole)] {
        sides(layout, name, trio.as_ref());
    }
    let numbers = [
        ("QUEUES", counters(tables) as u32),
        ("LEAVES", leaves as u32),
        ("ENDS", ends as u32),
        ("NO_CARD", NO_CARD),
        ("CODES", tables.codes() as u32),
        ("DIGIT_CODES", tables.digit_codes()),
        ("SIDE_CODES", tables.sides.codes),
        ("SUMS", SUMS as u32),
        ("CUBE_BITS", CUBE_BITS),
        ("CUBE_MASK", (1 << CUBE_BITS) - 1),
        ("PARTS_MAX", SPLIT_PARTS as u32),
        ("SPLIT_OFF_AT", tables.split_off_at as u32),
        ("BLACKJACK", u32::from(tables.blackjack)),
        (
            "LATE_BLACKJACK_SPARES_BETS",
            u32::from(tables.late_blackjack_spares_bets),
        ),
    ];
    for (name, number) in numbers {
        layout.name(name, format_args!("{number}u"));
    }
    Some(())
}

/// How many counters the threads of a block share: codes, and the leaves of split hands.
pub(super) fn counters(tables: &Tables) -> usize {
    tables.codes() as usize + tables.leaves.len()
}

/// Where the counts of codes, of leaves and of the sums over split hands end.
pub(super) fn sums_end(tables: &Tables) -> usize {
    counters(tables) + SUMS * tables.digit_codes() as usize
}

/// What the counts of the card come to, the rounds that are left not among them.
pub(super) fn tally(tables: &Tables, nets: &Nets, unit: i64, counts: &[u64]) -> Tally {
    let (codes, rest) = counts.split_at(tables.codes() as usize);
    let (leaves, rest) = rest.split_at(tables.leaves.len());
    let mut tally = Tally {
        codes: codes.to_vec(),
        ..Tally::default()
    };
    let uncoded = &mut tally.uncoded;
    uncoded.leaves = leaves.to_vec();
    for (digits, sums) in (0..tables.digit_codes()).zip(rest.chunks(SUMS)) {
        let beside = nets.of(digits);
        let sums = split_sums(sums, unit);
        uncoded.digits.push(sums.hands);
        uncoded.main.merge(&sums);
        uncoded
            .all
            .merge(&moved(&sums, beside.staked_beside, beside.all - beside.main));
    }
    tally
}

/// The sums over split hands that have the same digits, in cents.
fn split_sums(sums: &[u64], unit: i64) -> Sums {
    let unit = i128::from(unit);
    let signed = |place: usize| i128::from(sums[place] as i64);
    Sums {
        hands: sums[0],
        stake: signed(1) * unit,
        net: signed(2) * unit,
        squares: signed(3) * unit * unit,
        cubes: (i128::from(sums[4]) + (signed(5) << CUBE_BITS)) * unit * unit * unit,
    }
}

/// The same sums when every hand stakes and nets so much more.
fn moved(sums: &Sums, stake: i64, net: i64) -> Sums {
    let (hands, stake, net) = (i128::from(sums.hands), i128::from(stake), i128::from(net));
    Sums {
        hands: sums.hands,
        stake: sums.stake + hands * stake,
        net: sums.net + hands * net,
        squares: sums.squares + 2 * net * sums.net + hands * net * net,
        cubes: sums.cubes + 3 * net * sums.squares + 3 * net * net * sums.net + hands * net * net * net,
    }
}

/// Lays out the tables that few rounds read.
pub(super) fn lay_out_cold(layout: &mut Layout, tables: &Tables, lanes: &LaneTables, units: &Units) {
    let (leaves, ends) = (tables.leaves.len(), ends(tables));
    let starts = tables.split_starts.iter().map(|entry| place(*entry, leaves, ends));
    layout.words("SPLIT_STARTS", starts);
    layout.words("REFUSED_BY_PAIR", tables.layout.refused().iter().copied());
    layout.words("LEAF_STAKES", units.stakes.iter().map(|stake| *stake as u32));
    layout.words("LEAF_NETS", units.nets.iter().map(|net| *net as u32));
    layout.name("SPLITS_FIT", u8::from(units.fit));
    layout.name("INSURES", u8::from(lanes.insured_under != 0));
    if lanes.insured_under != 0 {
        layout.name("INSURED_LOW", format_args!("{}u", lanes.insured_under as u32));
        layout.name("INSURED_HIGH", format_args!("{}u", lanes.insured_under >> 32));
        layout.bytes("OPENINGS", &openings(tables));
        layout.halves("INSURANCE", &tables.insurance);
    }
}

/// How many entries lead to themselves: leaves, `split`, `unmet`, filled up to a block.
fn ends(tables: &Tables) -> usize {
    (tables.leaves.len() + 2).next_multiple_of(BY_RANK)
}

/// By first card, up card and second card: how the hand opens.
fn openings(tables: &Tables) -> Vec<u8> {
    let kinds = tables.layout.kinds();
    let mut openings = vec![0; BY_TWO * BY_CARD];
    for first in 0..kinds {
        for up in 0..kinds {
            for second in 0..kinds {
                let opened = tables
                    .dealt([first as CardKind, second as CardKind], up as CardKind)
                    .opened();
                openings[(first * BY_CARD + up) * BY_CARD + second] = opened as u8;
            }
        }
    }
    openings
}

/// The digits of the side bets that look at one of the dealer's cards.
fn sides(layout: &mut Layout, name: &str, trio: Option<&LaneDigits>) {
    layout.name(&format!("HAS_{name}"), u8::from(trio.is_some()));
    let Some(trio) = trio else { return };
    layout.name(&format!("{name}_UNIT"), format_args!("{}u", trio.unit));
    layout.name(&format!("{name}_IN"), "hot");
    layout.halves(&format!("{name}_ROWS"), &trio.table.rows[..]);
    let used = usize::from(*trio.table.rows.iter().max().unwrap_or(&0)) + BY_CARD;
    layout.bytes(&format!("{name}_DIGITS"), &trio.table.digits[..used]);
}

/// A card in the words of the kernel.
fn card(kind: CardKind) -> u32 {
    let (kind, rank) = (u32::from(kind), u32::from(kind / 4));
    (kind * 4) | (rank * 4) << 8
}

/// The dealer's hand in the words of the kernel, and where the beginnings for it start, in bytes.
fn dealer(hand: u8) -> u32 {
    let hand = u32::from(hand);
    let checked = u32::from(crate::twenty_one::lane_tables::CHECKED_BLACKJACK);
    let begun = hand / checked * BY_TWO as u32 * 4;
    (hand % checked) << 18 | begun
}

/// An entry in the words of the kernel.
fn place(entry: Entry, leaves: usize, ends: usize) -> u32 {
    let (place, by) = match entry.turn() {
        Turn::Draw if entry.is_by_rank() => (entry.payload() + ends as u32, BY_RANK_BYTE),
        Turn::Draw => (entry.payload() + ends as u32, BY_KIND_BYTE),
        Turn::Wait => (entry.payload() + ends as u32, BY_DEALER_BYTE),
        Turn::Leaf => (entry.payload(), BY_NONE),
        Turn::Stop if entry.payload() == Stop::Split as u32 => (leaves as u32, BY_NONE),
        Turn::Stop => (leaves as u32 + 1, BY_NONE),
    };
    place << 16 | by
}

/// The same in 16 bits.
fn brief(word: u32) -> u16 {
    let (place, by) = (word >> 16, word & 3);
    let high = if by == BY_NONE & 3 {
        place
    } else {
        place / BY_RANK as u32
    };
    (high << 4 | by) as u16
}

/// What hands stake and net, in units that divide all of it.
pub(super) struct Units {
    /// A unit in cents.
    pub(super) cents: i64,
    /// The most that a hand can come to, split or not, with what is won and lost beside it.
    pub(super) most: i64,
    /// Whether the card can add up what split hands come to.
    pub(super) fit: bool,
    stakes: Vec<i32>,
    nets: Vec<i32>,
}

impl Units {
    /// The units of a job: of what the leaves come to and, with several seats, what is won and lost beside them.
    pub(super) fn new(tables: &Tables, nets: &Nets) -> Units {
        let of = |leaf: u32| nets.of(leaf * tables.digit_codes());
        let leaves = || 0..tables.leaves.len() as u32;
        let of_leaves = || leaves().flat_map(|leaf| [of(leaf).staked, of(leaf).main.abs()]);
        let beside = nets.all_beside().iter().map(|net| net.abs());
        let cents = of_leaves()
            .chain(beside.clone())
            .fold(0, greatest_common_divisor)
            .max(1);
        let main = of_leaves().max().unwrap_or(0) * SPLIT_PARTS as i64 / cents;
        Units {
            cents,
            most: main + beside.max().unwrap_or(0) / cents * nets.others.len() as i64,
            fit: main <= UNITS_MAX,
            stakes: leaves().map(|leaf| (of(leaf).staked / cents) as i32).collect(),
            nets: leaves().map(|leaf| (of(leaf).main / cents) as i32).collect(),
        }
    }
}
