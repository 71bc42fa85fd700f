//! The first cards of many rounds, drawn side by side as vectors.

use super::{CardKind, CardSource, Fresh, Layout, kind_of};
use crate::philox::{self, Purpose};
use crate::wide;

/// Rounds that are drawn side by side.
pub const LANES: usize = 64;

/// The first cards of 64 rounds.
#[derive(Clone, Debug)]
pub struct Drawn<const CARDS: usize> {
    /// The n-th card of every round.
    pub kinds: [[u16; LANES]; CARDS],
}

impl<const CARDS: usize> Default for Drawn<CARDS> {
    fn default() -> Drawn<CARDS> {
        Drawn {
            kinds: [[0; LANES]; CARDS],
        }
    }
}

impl<const CARDS: usize> Drawn<CARDS> {
    /// Draws the first cards of these rounds: an even number of them, fewer than the shoe holds. Inlined, so that a kernel draws
    /// with its own vectors.
    #[inline(always)]
    pub fn draw(&mut self, layout: &Layout, key: [u32; 2], round: impl Fn(usize) -> u64) {
        const { assert!(CARDS.is_multiple_of(2)) };
        let places: [[u16; LANES]; CARDS] = places(layout, key, round);
        let mut moved = [[0_u16; LANES]; CARDS];
        for number in 0..CARDS {
            let last = (layout.size() - 1 - number) as u16;
            let mut content: [u16; LANES] = places[number];
            let mut at_last = [last; LANES];
            for earlier in 0..number {
                for lane in 0..LANES {
                    let (to, what) = (places[earlier][lane], moved[earlier][lane]);
                    content[lane] = if to == places[number][lane] {
                        what
                    } else {
                        content[lane]
                    };
                    at_last[lane] = if to == last { what } else { at_last[lane] };
                }
            }
            moved[number] = at_last;
            for lane in 0..LANES {
                self.kinds[number][lane] = kind_of(content[lane], layout.reciprocal);
            }
        }
    }

    /// The same, with the widest vectors that the machine has.
    pub fn draw_widest(&mut self, layout: &Layout, key: [u32; 2], rounds: &[u64; LANES]) {
        wide::run_widest(Draw {
            drawn: self,
            layout,
            key,
            rounds,
        });
    }

    /// The cards of one of the rounds: those drawn, and behind them all others.
    pub fn of_round<'a>(&'a self, layout: &'a Layout, key: [u32; 2], round: u64, lane: usize) -> Ahead<'a, CARDS> {
        Ahead {
            drawn: self,
            lane,
            dealt: 0,
            layout,
            key,
            round,
            rest: None,
        }
    }
}

struct Draw<'a, const CARDS: usize> {
    drawn: &'a mut Drawn<CARDS>,
    layout: &'a Layout,
    key: [u32; 2],
    rounds: &'a [u64; LANES],
}

impl<const CARDS: usize> wide::Kernel for Draw<'_, CARDS> {
    #[inline(always)]
    fn run(self) {
        self.drawn.draw(self.layout, self.key, |lane| self.rounds[lane]);
    }
}

/// The places that the shuffles of these rounds draw.
#[inline(always)]
fn places<const CARDS: usize>(layout: &Layout, key: [u32; 2], round: impl Fn(usize) -> u64) -> [[u16; LANES]; CARDS] {
    const LOW: u64 = 0xffff_ffff;
    let mut words = [[0_u64; LANES]; 4];
    let mut places = [[0_u16; LANES]; CARDS];
    // A rest below the limit leaves a borrow in the highest bit.
    let mut refused = 0_u64;
    let size = layout.size() as u32;
    for pair in 0..CARDS / 2 {
        if pair.is_multiple_of(4) {
            philox::lanes(|lane| (round(lane), pair as u32 / 4), Purpose::Fresh, key, &mut words);
        }
        let left = u64::from(size - 2 * pair as u32);
        let limit = u64::from(layout.refused[pair]);
        for lane in 0..LANES {
            let first = (words[pair % 4][lane] & LOW) * (left & LOW);
            let second = (first & LOW) * ((left - 1) & LOW);
            places[2 * pair][lane] = (first >> 32) as u16;
            places[2 * pair + 1][lane] = (second >> 32) as u16;
            refused |= (second & LOW).wrapping_sub(limit);
        }
    }
    if refused >> 63 != 0 {
        let rounds = std::array::from_fn(&round);
        replace_refused(layout, key, &rounds, &mut places);
    }
    places
}

/// About one word in fifty thousand is refused; only then is this looked at.
#[cold]
#[inline(never)]
fn replace_refused(layout: &Layout, key: [u32; 2], rounds: &[u64; LANES], places: &mut [[u16; LANES]]) {
    for (lane, round) in rounds.iter().enumerate() {
        let mut fresh = Fresh::new(layout, key, *round);
        for places in places.iter_mut() {
            places[lane] = fresh.place();
            fresh.drawn += 1;
        }
    }
}

/// The cards of one round, of which the first are drawn already.
#[derive(Clone, Debug)]
pub struct Ahead<'a, const CARDS: usize> {
    drawn: &'a Drawn<CARDS>,
    lane: usize,
    dealt: usize,
    layout: &'a Layout,
    key: [u32; 2],
    round: u64,
    /// The cards behind those drawn; few rounds come so far.
    rest: Option<Box<Fresh<'a>>>,
}

impl<const CARDS: usize> CardSource for Ahead<'_, CARDS> {
    #[inline]
    fn card(&mut self) -> Option<CardKind> {
        let Some(cards) = self.drawn.kinds.get(self.dealt) else {
            return self.next_of_rest();
        };
        self.dealt += 1;
        Some(cards[self.lane] as CardKind)
    }
}

impl<const CARDS: usize> Ahead<'_, CARDS> {
    #[cold]
    fn next_of_rest(&mut self) -> Option<CardKind> {
        let rest = self.rest.get_or_insert_with(|| {
            let mut all = Box::new(Fresh::new(self.layout, self.key, self.round));
            for _ in 0..CARDS {
                all.card();
            }
            all
        });
        rest.card()
    }
}
