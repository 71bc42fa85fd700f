//! The fast kernel: 64 rounds of one hand side by side, from full shoes, with no branch that a card decides.
//!
//! All lanes draw their first eight cards as vectors. Then every lane follows the table card by card; a lane that has ended
//! stays where it is. A round in fifty or so needs a ninth card: such rounds are put aside until there are enough for all
//! lanes, and begin again with sixteen cards. So are those that the lanes cannot play (splits, mostly): when there are enough,
//! their cards are drawn as vectors and the plain kernel plays them one by one.

use arrayvec::ArrayVec;

use super::Tables;
use super::lane_tables::{BY_TWO, CHECKED_BLACKJACK, LaneDigits, LaneTables, ShortEntry};
use super::play::{HANDS_MAX, PlayedHand, Stopped};
use crate::cards::{CardKind, Drawn, LANES};
use crate::table::{BY_CARD, BY_RANK, Turn};
use crate::wide;

/// How many cards are drawn for every round at once.
pub(super) const DRAWN_AHEAD: usize = 8;
/// How many are drawn for a round that was put aside.
const DRAWN_LATER: usize = 16;
/// After so many groups of 64, rounds put aside are played and all results so far are complete.
const WINDOW_GROUPS: u64 = 128;
/// How many rounds that is.
pub const WINDOW: usize = WINDOW_GROUPS as usize * LANES;

/// Takes the results of rounds. They are known by their place in a window of at most [`WINDOW`] rounds.
pub trait Sink {
    /// The 64 rounds from this place on ended with these codes. Those that did not end so have a code beyond all codes; they
    /// are handed over by themselves.
    fn codes(&mut self, place: usize, codes: &[u32; LANES]);
    /// The round at this place ended with this code.
    fn code(&mut self, place: usize, code: u32);
    /// The round at this place ended with this hand.
    fn hand(&mut self, place: usize, end: &PlayedHand);
    /// The round at this place could not be played from the tables.
    fn stopped(&mut self, place: usize, round: u64, why: Stopped);
    /// All rounds of the window have been handed over, so many of them.
    fn window(&mut self, rounds: usize);
}

/// Plays the rounds from `first` on, `groups` times 64 of them, with the widest vectors that the machine has.
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
        let LaneKernel {
            tables,
            lanes,
            key,
            first,
            ..
        } = self;
        let mut drawn: Drawn<DRAWN_AHEAD> = Drawn::default();
        let mut more: Drawn<DRAWN_LATER> = Drawn::default();
        let (mut long, mut odd) = (Aside::default(), Aside::default());
        for group in 0..self.groups {
            let start = group as usize * LANES;
            drawn.draw(&tables.layout, key, |lane| first + (start + lane) as u64);
            let ends = follow(lanes, &drawn.kinds);
            self.sink.codes(start, &codes(tables, lanes, &drawn.kinds, &ends));
            long.extend(start, lanes_at(Turn::Draw, &ends));
            odd.extend(start, lanes_at(Turn::Stop, &ends));
            let is_last = group + 1 == self.groups;
            while let Some((count, places)) = long.take(is_last) {
                more.draw(&tables.layout, key, |lane| first + u64::from(places[lane]));
                let ends = follow(lanes, &more.kinds);
                let codes = codes(tables, lanes, &more.kinds, &ends);
                for lane in 0..count {
                    if ends[lane].turn_is(Turn::Leaf) {
                        self.sink.code(places[lane] as usize, codes[lane]);
                    } else {
                        odd.places.push(places[lane]);
                    }
                }
            }
            while let Some(taken) = odd.take(is_last) {
                play_odd(tables, key, first, taken, self.sink);
            }
        }
    }
}

/// The lanes at which this is to be done next, a bit each.
#[inline(always)]
fn lanes_at(turn: Turn, ends: &[ShortEntry; LANES]) -> u64 {
    let mut bits = 0;
    for (lane, end) in ends.iter().enumerate() {
        bits |= u64::from(end.turn_is(turn)) << lane;
    }
    bits
}

/// The code of every lane that has ended, and one beyond all codes for the others.
#[inline(always)]
fn codes<const CARDS: usize>(
    tables: &Tables,
    lanes: &LaneTables,
    cards: &[[u16; LANES]; CARDS],
    ends: &[ShortEntry; LANES],
) -> [u32; LANES] {
    let mut digits = [0; LANES];
    if lanes.insured_under != 0 {
        insure(tables, lanes, cards, &mut digits);
    }
    if let Some(table) = &lanes.up {
        add_digits(table, &cards[1], [&cards[0], &cards[2]], &mut digits);
    }
    if let Some(table) = &lanes.hole {
        add_digits(table, &cards[3], [&cards[0], &cards[2]], &mut digits);
    }
    let (digit_codes, beyond) = (tables.digit_codes(), tables.codes() as u32);
    let mut codes = [0; LANES];
    for lane in 0..LANES {
        let code = ends[lane].leaf() * digit_codes + digits[lane];
        codes[lane] = if ends[lane].turn_is(Turn::Leaf) { code } else { beyond };
    }
    codes
}

/// Follows the table for every lane, from the deal to the last card drawn ahead.
///
/// A lane looks up one entry a step: for its next card, or once for the dealer's hand when its own is done. Such a lane is
/// from then on one card late, so that there is one step more than cards.
#[inline(always)]
fn follow<const CARDS: usize>(lanes: &LaneTables, cards: &[[u16; LANES]; CARDS]) -> [ShortEntry; LANES] {
    match lanes.hole_is_open {
        true => follow_from::<CARDS, 3>(lanes, cards),
        false => follow_from::<CARDS, 4>(lanes, cards),
    }
}

/// The same when the first card that a hand is looked up by after its own two is this one: the fifth, or the hole card where it lies
/// face up.
#[inline(always)]
fn follow_from<const CARDS: usize, const FROM: usize>(
    lanes: &LaneTables,
    cards: &[[u16; LANES]; CARDS],
) -> [ShortEntry; LANES] {
    let steps = CARDS - FROM + 1;
    let dealers = look_up(&lanes.dealer, |lane| {
        (cards[1][lane] >> 2) * BY_RANK as u16 + (cards[3][lane] >> 2)
    });
    let begun = look_up(&lanes.begun, |lane| {
        let found_blackjack = u16::from(dealers[lane] / CHECKED_BLACKJACK);
        found_blackjack * BY_TWO as u16 + cards[0][lane] * BY_CARD as u16 + cards[1][lane]
    });
    let mut at = look_up(&lanes.entries, |lane| {
        let node = ShortEntry(begun[lane]);
        node.start().wrapping_add(node.offset(cards[2][lane]))
    });
    let mut late = [0_u16; LANES];
    for step in 0..steps {
        let next = &cards[(FROM + step).min(CARDS - 1)];
        let before = &cards[FROM - 1 + step];
        // Lanes that have nothing to look up look at place 0, which is always in the cache. What goes on and what waits are all
        // ones or nothing, for conditions would become branches.
        let mut goes_on = [0_u16; LANES];
        let mut waits = [0_u16; LANES];
        for lane in 0..LANES {
            let has_card = if step + 1 < steps { u16::MAX } else { late[lane] };
            waits[lane] = ShortEntry(at[lane]).waits();
            goes_on[lane] = waits[lane] | ShortEntry(at[lane]).draws() & has_card;
        }
        let found = look_up(&lanes.entries, |lane| {
            let here = ShortEntry(at[lane]);
            let card = next[lane] & !late[lane] | before[lane] & late[lane];
            let offset = u16::from(dealers[lane]) & waits[lane] | here.offset(card) & !waits[lane];
            here.start().wrapping_add(offset) & goes_on[lane]
        });
        for lane in 0..LANES {
            at[lane] = found[lane] & goes_on[lane] | at[lane] & !goes_on[lane];
            late[lane] |= waits[lane];
        }
    }
    at.map(ShortEntry)
}

/// Looks up a place for every lane. The places are computed as vectors; the numbers are fetched one by one, for there are no
/// gathers of 16 bits, and those of 32 are slow on many machines (`docs/simulator.md`, Speed).
#[inline(always)]
fn look_up<T: Copy + Default, const SIZE: usize>(table: &[T; SIZE], place: impl Fn(usize) -> u16) -> [T; LANES] {
    const { assert!(SIZE.is_power_of_two()) };
    let mut places = [0; LANES];
    for lane in 0..LANES {
        places[lane] = place(lane);
    }
    let mut found = [T::default(); LANES];
    for lane in 0..LANES {
        found[lane] = table[usize::from(places[lane]) & (SIZE - 1)];
    }
    found
}

/// Adds the digit of insurance for the lanes that insure. They are few: under an ace, and where the strategy likes it.
#[inline(always)]
fn insure(tables: &Tables, lanes: &LaneTables, cards: &[[u16; LANES]], digits: &mut [u32; LANES]) {
    let mut insured = 0;
    for (lane, up) in cards[1].iter().enumerate() {
        insured |= (lanes.insured_under >> up & 1) << lane;
    }
    while insured != 0 {
        let lane = insured.trailing_zeros() as usize;
        insured &= insured - 1;
        let [first, up, second, hole] = [0, 1, 2, 3].map(|card: usize| cards[card][lane] as CardKind);
        let digit = tables.insurance_digit(tables.dealt([first, second], up).opened() as usize, up, hole);
        digits[lane] += digit * tables.sides.codes;
    }
}

/// Adds the digits that the player's two cards and one of the dealer's make.
#[inline(always)]
fn add_digits(
    table: &LaneDigits,
    dealer: &[u16; LANES],
    [first, second]: [&[u16; LANES]; 2],
    digits: &mut [u32; LANES],
) {
    let rows = look_up(&table.table.rows, |lane| dealer[lane] * BY_CARD as u16 + first[lane]);
    let found = look_up(&table.table.digits, |lane| rows[lane] + second[lane]);
    for lane in 0..LANES {
        digits[lane] += u32::from(found[lane]) * table.unit;
    }
}

/// Rounds put aside, by their places in the window. A group adds no more than all its lanes, and those of the rounds that had been
/// put aside before: there is room for both beside what is left.
#[derive(Default)]
struct Aside {
    places: ArrayVec<u32, { 4 * LANES }>,
}

impl Aside {
    #[inline(always)]
    fn extend(&mut self, start: usize, mut lanes: u64) {
        while lanes != 0 {
            self.places.push(start as u32 + lanes.trailing_zeros());
            lanes &= lanes - 1;
        }
    }

    /// Takes rounds for all lanes when there are enough, or those that are left when no more will come; how many, and their
    /// places, filled up with the first.
    #[inline(always)]
    fn take(&mut self, all: bool) -> Option<(usize, [u32; LANES])> {
        let count = self.places.len().min(LANES);
        if count < LANES && !(all && count > 0) {
            return None;
        }
        let mut taken = [self.places[0]; LANES];
        taken[..count].copy_from_slice(&self.places[..count]);
        self.places.drain(..count);
        Some((count, taken))
    }
}

/// Plays rounds from the tables one by one.
#[inline(never)]
fn play_odd(tables: &Tables, key: [u32; 2], first: u64, (count, places): (usize, [u32; LANES]), sink: &mut impl Sink) {
    let rounds = places.map(|place| first + u64::from(place));
    let mut drawn: Drawn<DRAWN_LATER> = Drawn::default();
    drawn.draw_widest(&tables.layout, key, &rounds);
    let mut ends = [PlayedHand::default(); HANDS_MAX];
    for lane in 0..count {
        let (place, round) = (places[lane] as usize, rounds[lane]);
        let mut source = drawn.of_round(&tables.layout, key, round, lane);
        match tables.play(1, &mut source, &mut ends) {
            Ok(()) => sink.hand(place, &ends[0]),
            Err(why) => sink.stopped(place, round, why),
        }
    }
}
