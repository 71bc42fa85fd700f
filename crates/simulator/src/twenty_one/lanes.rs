//! The fast kernel: 32 rounds of one hand side by side, from full shoes, with no branch that a card decides.
//!
//! All lanes draw their first eight cards as vectors. Then every lane follows the table card by card; a lane that has ended
//! stays where it is. About one round in twenty needs more (a split, or a ninth card): such rounds are put aside, and when
//! there are 32 of them their cards are drawn as vectors once more and the plain kernel plays them one by one.

use super::Tables;
use super::lane_tables::{Brief, CHECKED_BLACKJACK, LaneTables, LaneTrio, Nodes, NodesOf};
use super::play::{HANDS_MAX, HandEnd, Stopped};
use crate::cards::{Drawn, Kind, LANES};
use crate::packed::Looked;
use crate::table::{BY_CARD, BY_RANK};
use crate::wide;

/// How many cards are drawn for every round at once.
pub(super) const DRAWN_AHEAD: usize = 8;
/// How many are drawn for a round that was put aside.
const DRAWN_LATER: usize = 16;
/// After so many groups of 32, rounds put aside are played and all results so far are complete.
const WINDOW_GROUPS: u64 = 128;
/// How many rounds that is.
pub const WINDOW: usize = WINDOW_GROUPS as usize * LANES;

/// Words of a table by two cards, with two numbers or one in a word.
const BY_TWO_NARROW: usize = BY_CARD * BY_CARD / 2;
const BY_TWO_WIDE: usize = BY_CARD * BY_CARD;

/// Cards in the width of a lane.
type Cards = [[u32; LANES]; DRAWN_AHEAD];

/// Takes the results of rounds. They are known by their place in a window of at most [`WINDOW`] rounds.
pub trait Sink {
    /// The 32 rounds from this place on ended with these codes. Those that did not end so have a code beyond all codes; they
    /// are handed over by themselves.
    fn codes(&mut self, place: usize, codes: &[u32; LANES]);
    /// The round at this place ended with this hand.
    fn hand(&mut self, place: usize, end: &HandEnd);
    /// The round at this place could not be played from the tables.
    fn stopped(&mut self, place: usize, round: u64, why: Stopped);
    /// All rounds of the window have been handed over, so many of them.
    fn window(&mut self, rounds: usize);
}

/// Plays the rounds from `first` on, `groups` times 32 of them, with the widest vectors that the machine has.
pub fn play(tables: &Tables, lanes: &LaneTables, key: [u32; 2], first: u64, groups: u64, sink: &mut impl Sink) {
    let mut done = 0;
    while done < groups {
        let window = WINDOW_GROUPS.min(groups - done);
        wide::run_widest(LaneKernel {
            tables,
            lanes,
            key,
            first: first + done * LANES as u64,
            groups: window,
            sink,
        });
        sink.window(window as usize * LANES);
        done += window;
    }
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
        match &self.lanes.nodes {
            Nodes::Narrow(nodes) => match nodes.entries.words() {
                0x800 => self.play_window::<16, 0x800, BY_TWO_NARROW>(nodes),
                0x2000 => self.play_window::<16, 0x2000, BY_TWO_NARROW>(nodes),
                _ => self.play_window::<16, 0x1_0000, BY_TWO_NARROW>(nodes),
            },
            Nodes::Wide(nodes) => match nodes.entries.words() {
                0x4_0000 => self.play_window::<32, 0x4_0000, BY_TWO_WIDE>(nodes),
                _ => self.play_window::<32, 0x10_0000, BY_TWO_WIDE>(nodes),
            },
        }
    }
}

impl<S: Sink> LaneKernel<'_, S> {
    #[inline(always)]
    fn play_window<const BITS: u32, const WORDS: usize, const BY_TWO: usize>(self, nodes: &NodesOf<BITS>) {
        let LaneKernel { tables, lanes, .. } = self;
        let digit_codes = tables.digit_codes();
        let beyond = tables.codes() as u32;
        let mut drawn = Drawn::default();
        let mut later = Later::new(tables, self.key, self.first);
        for group in 0..self.groups {
            let place = group as usize * LANES;
            let first = self.first + place as u64;
            drawn.draw(&tables.layout, self.key, |lane| first + lane as u64);
            let cards: &Cards = &drawn.kinds;
            let ends = follow::<BITS, WORDS, BY_TWO>(lanes, nodes, cards);
            let mut digits = [0; LANES];
            if lanes.insured_under != 0 {
                insure(tables, lanes, cards, &mut digits);
            }
            if let Some(trio) = &lanes.up {
                add_digits(trio, &cards[1], cards, &mut digits);
            }
            if let Some(trio) = &lanes.hole {
                add_digits(trio, &cards[3], cards, &mut digits);
            }
            let mut codes = [0; LANES];
            let mut odd = 0_u32;
            for lane in 0..LANES {
                let ended = ends[lane].is_leaf();
                codes[lane] = if ended {
                    ends[lane].payload() * digit_codes + digits[lane]
                } else {
                    beyond
                };
                odd |= u32::from(!ended) << lane;
            }
            self.sink.codes(place, &codes);
            while odd != 0 {
                later.push(place + odd.trailing_zeros() as usize, self.sink);
                odd &= odd - 1;
            }
        }
        later.play(self.sink);
    }
}

/// Follows the table for every lane, from the deal to the last card drawn ahead.
///
/// A lane looks up one entry a step: for its next card, or once for the dealer's hand when its own is done. Such a lane is
/// from then on one card late, so that there is one step more than cards.
#[inline(always)]
fn follow<const BITS: u32, const WORDS: usize, const BY_TWO: usize>(
    lanes: &LaneTables,
    nodes: &NodesOf<BITS>,
    cards: &Cards,
) -> [Brief; LANES] {
    const STEPS: usize = DRAWN_AHEAD - 4 + 1;
    let entries: Looked<BITS, WORDS> = nodes.entries.sized();
    let against_blackjack: Looked<BITS, WORDS> = nodes.against_blackjack.sized();
    let begun: Looked<BITS, BY_TWO> = nodes.begun.sized();
    let mut at = [Brief::default(); LANES];
    let mut dealers = [0_u32; LANES];
    for lane in 0..LANES {
        let [first, up, second, hole] = [0, 1, 2, 3].map(|card: usize| cards[card][lane]);
        let place = Brief(begun.at(first * BY_CARD as u32 + up)).place(second);
        let dealer = lanes.dealer[((up >> 2) * BY_RANK as u32 + (hole >> 2)) as usize & (BY_RANK * BY_RANK - 1)];
        // All ones or nothing: lanes that have nothing to look up look at place 0, all at one that is always in the cache.
        let blackjack = (dealer >> CHECKED_BLACKJACK.trailing_zeros()).wrapping_neg();
        let against = against_blackjack.at(place & blackjack);
        at[lane] = Brief(entries.at(place) & !blackjack | against & blackjack);
        dealers[lane] = dealer & (CHECKED_BLACKJACK - 1);
    }
    let mut late = [0_u32; LANES];
    for step in 0..STEPS {
        let next = &cards[(4 + step).min(DRAWN_AHEAD - 1)];
        let before = &cards[3 + step];
        for lane in 0..LANES {
            let here = at[lane];
            let waits = here.waits_mask();
            let card = next[lane] & !late[lane] | before[lane] & late[lane];
            let has_card = if step + 1 < STEPS { u32::MAX } else { late[lane] };
            let goes_on = waits | here.draws_mask() & has_card;
            let place = here.start() + (dealers[lane] & waits | here.offset(card) & !waits);
            let entry = entries.at(place & goes_on);
            at[lane] = Brief(entry & goes_on | here.0 & !goes_on);
            late[lane] |= waits;
        }
    }
    at
}

/// Adds the digit of insurance for the lanes that insure. They are few: under an ace, and where the strategy likes it.
fn insure(tables: &Tables, lanes: &LaneTables, cards: &Cards, digits: &mut [u32; LANES]) {
    for lane in 0..LANES {
        let [first, up, second, hole] = [0, 1, 2, 3].map(|card: usize| cards[card][lane] as Kind);
        if lanes.insured_under >> up & 1 != 0 {
            let digit = tables.insurance_digit(tables.dealt([first, second], up).opened() as usize, up, hole);
            digits[lane] += digit * tables.sides.codes;
        }
    }
}

#[inline(always)]
fn add_digits(trio: &LaneTrio, dealer: &[u32; LANES], cards: &Cards, digits: &mut [u32; LANES]) {
    match trio.table.digits.words() {
        0x800 => add_sized::<0x800>(trio, dealer, cards, digits),
        0x2000 => add_sized::<0x2000>(trio, dealer, cards, digits),
        _ => add_sized::<0x1_0000>(trio, dealer, cards, digits),
    }
}

#[inline(always)]
fn add_sized<const WORDS: usize>(trio: &LaneTrio, dealer: &[u32; LANES], cards: &Cards, digits: &mut [u32; LANES]) {
    let (rows, digits_by_row) = (
        trio.table.rows.sized::<BY_TWO_NARROW>(),
        trio.table.digits.sized::<WORDS>(),
    );
    for lane in 0..LANES {
        let row = rows.at(dealer[lane] * BY_CARD as u32 + cards[0][lane]);
        digits[lane] += digits_by_row.at(row * BY_CARD as u32 + cards[2][lane]) * trio.unit;
    }
}

/// Rounds put aside.
struct Later<'a> {
    tables: &'a Tables,
    key: [u32; 2],
    /// The first round of the window.
    first: u64,
    rounds: [u64; LANES],
    count: usize,
}

impl<'a> Later<'a> {
    fn new(tables: &'a Tables, key: [u32; 2], first: u64) -> Later<'a> {
        Later {
            tables,
            key,
            first,
            rounds: [first; LANES],
            count: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, place: usize, sink: &mut impl Sink) {
        self.rounds[self.count] = self.first + place as u64;
        self.count += 1;
        if self.count == LANES {
            self.play(sink);
        }
    }

    #[inline(never)]
    fn play(&mut self, sink: &mut impl Sink) {
        let layout = &self.tables.layout;
        let mut drawn: Drawn<DRAWN_LATER> = Drawn::default();
        drawn.draw_widest(layout, self.key, &self.rounds);
        let mut ends = [HandEnd::default(); HANDS_MAX];
        for (lane, round) in self.rounds[..self.count].iter().enumerate() {
            let place = (round - self.first) as usize;
            let mut source = drawn.of_round(layout, self.key, *round, lane);
            match self.tables.play(1, &mut source, &mut ends) {
                Ok(()) => sink.hand(place, &ends[0]),
                Err(why) => sink.stopped(place, *round, why),
            }
        }
        self.count = 0;
    }
}
