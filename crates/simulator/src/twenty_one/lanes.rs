//! The fast kernel: 32 rounds of one hand side by side, from full shoes, with no branch that a card decides.
//!
//! All lanes draw their first eight cards as vectors. Then every lane follows the table card by card; a lane that has ended
//! stays where it is. About one round in twenty needs more (a split, or a ninth card): the plain kernel plays it again.

use super::play::{HANDS_MAX, HandEnd, Stopped};
use super::{OPENINGS_MAX, Tables};
use crate::cards::{self, Fresh, Kind, LANES, Source, draw_lanes};
use crate::sides::Trio;
use crate::table::{BY_CARD, BY_RANK, Entry, NOWHERE, SIZES, Stop, Turn};
use crate::wide;

/// How many cards are drawn for every round at once.
const DRAWN_AHEAD: usize = 8;
type Drawn = cards::Drawn<DRAWN_AHEAD>;
type Kinds = [[Kind; LANES]; DRAWN_AHEAD];

/// Takes the results of rounds in order.
pub trait Sink {
    /// A round of one unsplit hand ended with this code.
    fn code(&mut self, code: u32);
    /// A round ended otherwise.
    fn hands(&mut self, ends: &[HandEnd]);
    /// A round could not be played from the tables.
    fn stopped(&mut self, round: u64, why: Stopped);
}

/// The parts of the tables that the lanes read, in the shape they read them: words of 32 bits, in arrays whose size is a
/// power of two, so that a place is kept within by a mask.
#[derive(Clone, Debug)]
pub struct LaneTables {
    /// By first card and up card: the entry that waits for the second card.
    begun: Box<[Entry; BY_CARD * BY_CARD]>,
    /// By ranks of up card and hole card: the dealer's hand, and more than 127 when the check finds a blackjack.
    dealer: Box<[u32; BY_RANK * BY_RANK]>,
    /// By opening: the entry when the check finds a blackjack.
    against_blackjack: [Entry; OPENINGS_MAX],
    /// The openings that insure, a bit each.
    insures: u32,
    up: Option<LaneTrio>,
    hole: Option<LaneTrio>,
}

/// A [`Trio`] for lanes.
#[derive(Clone, Debug)]
struct LaneTrio {
    rows: Box<[u32; BY_CARD * BY_CARD]>,
    digits: Vec<u32>,
}

const CHECKED_BLACKJACK: u32 = 128;
const TRIO_SIZES: [usize; 3] = [1 << 13, 1 << 15, 1 << 18];

impl LaneTrio {
    fn new(trio: &Trio) -> Option<LaneTrio> {
        let size = TRIO_SIZES.into_iter().find(|size| *size >= trio.digits.len())?;
        let mut digits = trio.digits.clone();
        digits.resize(size, 0);
        let rows: Box<[u32]> = trio.rows.clone().into_boxed_slice();
        Some(LaneTrio {
            rows: rows.try_into().ok()?,
            digits,
        })
    }
}

impl LaneTables {
    /// Prepares the tables for lanes; `None` when the game is not one for them.
    pub fn new(tables: &Tables) -> Option<LaneTables> {
        let fits = tables.has_hole_card
            && SIZES.contains(&tables.entries.len())
            && tables.sides.all_looked_up()
            && tables.layout.size() > 2 * DRAWN_AHEAD;
        if !fits {
            return None;
        }
        let mut dealer = Box::new([0; BY_RANK * BY_RANK]);
        for (place, hand) in dealer.iter_mut().enumerate() {
            let (up, hole) = (place / BY_RANK * 4, place % BY_RANK * 4);
            let start = tables.dealer_starts[(up * BY_CARD + hole) % (BY_CARD * BY_CARD)];
            *hand = u32::from(start);
            if tables.checked[up % BY_CARD] && start == tables.blackjack {
                *hand |= CHECKED_BLACKJACK;
            }
        }
        let mut begun = Box::new([Entry::stop(Stop::Unmet); BY_CARD * BY_CARD]);
        for first in 0..tables.layout.kinds() {
            let entry = tables.entries[tables.root.at(first as Kind)];
            for up in 0..tables.layout.kinds() {
                begun[first * BY_CARD + up] = tables.entries[entry.at(up as Kind)];
            }
        }
        let mut against_blackjack = [Entry::stop(Stop::Unmet); OPENINGS_MAX];
        let mut insures = 0;
        for (place, opening) in tables.openings.iter().enumerate() {
            insures |= u32::from(opening.insured != 0) << place;
            if let Some(leaf) = opening.against_blackjack {
                against_blackjack[place] = Entry::leaf(leaf);
            }
        }
        let trio = |trio: &Option<Trio>| match trio {
            Some(trio) => LaneTrio::new(trio).map(Some),
            None => Some(None),
        };
        Some(LaneTables {
            begun,
            dealer,
            against_blackjack,
            insures,
            up: trio(&tables.sides.up)?,
            hole: trio(&tables.sides.hole)?,
        })
    }
}

/// Plays the rounds from `first` on, `groups` times 32 of them, with the widest vectors that the machine has.
pub fn play(tables: &Tables, lanes: &LaneTables, key: [u32; 2], first: u64, groups: u64, sink: &mut impl Sink) {
    wide::run_widest(LaneKernel {
        tables,
        lanes,
        key,
        first,
        groups,
        sink,
    });
}

struct LaneKernel<'a, S> {
    tables: &'a Tables,
    lanes: &'a LaneTables,
    key: [u32; 2],
    first: u64,
    groups: u64,
    sink: &'a mut S,
}

impl<S: Sink> wide::Kernel for LaneKernel<'_, S> {
    #[inline(always)]
    fn run(self) {
        by_size(self.tables, self.lanes, self.key, self.first, self.groups, self.sink);
    }
}

#[inline(always)]
fn by_size(tables: &Tables, lanes: &LaneTables, key: [u32; 2], first: u64, groups: u64, sink: &mut impl Sink) {
    match tables.entries.len() {
        0x1000 => play_all::<0x1000>(tables, lanes, key, first, groups, sink),
        0x4000 => play_all::<0x4000>(tables, lanes, key, first, groups, sink),
        0x1_0000 => play_all::<0x1_0000>(tables, lanes, key, first, groups, sink),
        0x4_0000 => play_all::<0x4_0000>(tables, lanes, key, first, groups, sink),
        _ => play_all::<0x10_0000>(tables, lanes, key, first, groups, sink),
    }
}

#[inline(always)]
fn play_all<const SIZE: usize>(
    tables: &Tables,
    lanes: &LaneTables,
    key: [u32; 2],
    first: u64,
    groups: u64,
    sink: &mut impl Sink,
) {
    let entries: &[Entry; SIZE] = tables
        .entries
        .first_chunk()
        .expect("a table for lanes has one of the sizes");
    let digit_codes = tables.digit_codes();
    for group in 0..groups {
        let first = first + group * LANES as u64;
        let drawn = draw_lanes::<DRAWN_AHEAD>(&tables.layout, key, first);
        let cards = drawn.kinds.map(|cards| cards.map(u32::from));
        let Followed { ends, opened, dealers } = follow(lanes, entries, &cards);
        let mut digits = [0; LANES];
        insure(tables, lanes, &drawn.kinds, &opened, &mut digits);
        if let Some(trio) = &lanes.up {
            add_digits(trio, &cards[1], &cards, &mut digits);
        }
        if let Some(trio) = &lanes.hole {
            add_digits(trio, &cards[3], &cards, &mut digits);
        }
        for lane in 0..LANES {
            let round = first + lane as u64;
            let mut end = ends[lane];
            if end.turn() == Turn::Draw {
                let mut rest = drawn.rest(&tables.layout, key, round, lane);
                end = draw_on(tables, end, dealers[lane], &mut rest);
            }
            if end.turn() == Turn::Leaf {
                sink.code(end.payload() * digit_codes + digits[lane]);
            } else {
                play_again(tables, key, round, &drawn, lane, sink);
            }
        }
    }
}

/// Goes on with a hand for which eight cards were not enough, as far as the tables go and there are cards.
#[inline(never)]
fn draw_on(tables: &Tables, mut entry: Entry, dealer: u32, rest: &mut Fresh) -> Entry {
    while entry.turn() == Turn::Draw
        && let Some(card) = rest.card()
    {
        entry = tables.entries[entry.at(card)];
        if entry.turn() == Turn::Wait {
            entry = tables.entries[(entry.payload() + dealer) as usize];
        }
    }
    entry
}

/// Where the lanes stand after the cards drawn ahead.
struct Followed {
    ends: [Entry; LANES],
    /// The entry of each after the deal.
    opened: [Entry; LANES],
    /// The dealer's hand that each faced after the deal.
    dealers: [u32; LANES],
}

/// Cards in the width of a lane.
type Cards = [[u32; LANES]; DRAWN_AHEAD];

/// Follows the table for every lane, from the deal to the last card drawn ahead.
#[inline(always)]
fn follow<const SIZE: usize>(lanes: &LaneTables, entries: &[Entry; SIZE], cards: &Cards) -> Followed {
    let look = |place: u32| entries[place as usize & (SIZE - 1)];
    let mut at = [Entry::default(); LANES];
    let mut opened = [Entry::default(); LANES];
    let mut dealers = [0_u32; LANES];
    for lane in 0..LANES {
        let [first, up, second, hole] = [0, 1, 2, 3].map(|card: usize| cards[card][lane]);
        let begun = lanes.begun[(first * BY_CARD as u32 + up) as usize & (BY_CARD * BY_CARD - 1)];
        let entry = look(begun.place(second));
        opened[lane] = entry;
        let dealer = lanes.dealer[((up >> 2) * BY_RANK as u32 + (hole >> 2)) as usize & (BY_RANK * BY_RANK - 1)];
        dealers[lane] = dealer & (CHECKED_BLACKJACK - 1);
        let blackjack = lanes.against_blackjack[entry.opened() as usize & (OPENINGS_MAX - 1)];
        let goes_on = resolve(entry, dealers[lane], look);
        at[lane] = if dealer >= CHECKED_BLACKJACK {
            blackjack
        } else {
            goes_on
        };
    }
    for card in &cards[4..] {
        for lane in 0..LANES {
            let draws = at[lane].0 & 3 == Turn::Draw as u32;
            let entry = look(if draws { at[lane].place(card[lane]) } else { NOWHERE });
            let entry = resolve(entry, dealers[lane], look);
            at[lane] = if draws { entry } else { at[lane] };
        }
    }
    Followed {
        ends: at,
        opened,
        dealers,
    }
}

/// Adds the digit of insurance for the lanes that insure. They are few: under an ace, and where the strategy likes it.
#[inline(always)]
fn insure(tables: &Tables, lanes: &LaneTables, drawn: &Kinds, opened: &[Entry; LANES], digits: &mut [u32; LANES]) {
    if lanes.insures == 0 {
        return;
    }
    let mut insured = 0_u32;
    for lane in 0..LANES {
        insured |= (lanes.insures >> opened[lane].opened() & 1) << lane;
    }
    while insured != 0 {
        let lane = insured.trailing_zeros() as usize;
        insured &= insured - 1;
        let digit = tables.insurance_digit(opened[lane].opened() as usize, drawn[1][lane], drawn[3][lane]);
        digits[lane] += digit * tables.sides.codes;
    }
}

/// An entry that waits goes on against the dealer's hand; any other stays.
#[inline(always)]
fn resolve(entry: Entry, dealer: u32, look: impl Fn(u32) -> Entry) -> Entry {
    let waits = entry.0 & 3 == Turn::Wait as u32;
    let against_dealer = look(if waits {
        entry.payload().wrapping_add(dealer)
    } else {
        NOWHERE
    });
    if waits { against_dealer } else { entry }
}

#[inline(always)]
fn add_digits(trio: &LaneTrio, dealer: &[u32; LANES], cards: &Cards, digits: &mut [u32; LANES]) {
    match trio.digits.len() {
        0x2000 => add_sized::<0x2000>(trio, dealer, cards, digits),
        0x8000 => add_sized::<0x8000>(trio, dealer, cards, digits),
        _ => add_sized::<0x4_0000>(trio, dealer, cards, digits),
    }
}

#[inline(always)]
fn add_sized<const SIZE: usize>(trio: &LaneTrio, dealer: &[u32; LANES], cards: &Cards, digits: &mut [u32; LANES]) {
    let by_row: &[u32; SIZE] = trio
        .digits
        .first_chunk()
        .expect("a trio for lanes has one of the sizes");
    for lane in 0..LANES {
        let place = dealer[lane] * BY_CARD as u32 + cards[0][lane];
        let row = trio.rows[place as usize & (BY_CARD * BY_CARD - 1)];
        digits[lane] += by_row[(row + cards[2][lane]) as usize & (SIZE - 1)];
    }
}

#[inline(never)]
fn play_again(tables: &Tables, key: [u32; 2], round: u64, drawn: &Drawn, lane: usize, sink: &mut impl Sink) {
    let mut source = Ahead {
        cards: std::array::from_fn(|card| drawn.kinds[card][lane]),
        dealt: 0,
        rest: drawn.rest(&tables.layout, key, round, lane),
    };
    let mut ends = [HandEnd::default(); HANDS_MAX];
    match tables.play(1, &mut source, &mut ends) {
        Ok(()) => sink.hands(&ends[..1]),
        Err(why) => sink.stopped(round, why),
    }
}

/// The cards drawn ahead, and behind them the rest of the round's cards.
struct Ahead<'a> {
    cards: [Kind; DRAWN_AHEAD],
    dealt: usize,
    rest: Fresh<'a>,
}

impl Source for Ahead<'_> {
    #[inline]
    fn card(&mut self) -> Option<Kind> {
        let Some(card) = self.cards.get(self.dealt) else {
            return self.rest.card();
        };
        self.dealt += 1;
        Some(*card)
    }
}
