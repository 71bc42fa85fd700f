//! The lots that samples are drawn by.

use crate::money::{Money, Odds};

/// A stream of random numbers from a seed (splitmix64).
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below this one. The bias of so small a bound does not matter here.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// A number from the first to the second.
    pub(super) fn between(&mut self, low: u8, high: u8) -> u8 {
        low + self.below(u64::from(high - low) + 1) as u8
    }

    /// True once in so many times.
    pub(super) fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of these.
    pub(super) fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize].clone()
    }

    /// Something, every second time.
    pub(super) fn maybe<T>(&mut self, draw: impl FnOnce(&mut Dice) -> T) -> Option<T> {
        self.one_in(2).then(|| draw(self))
    }

    /// One of these texts, read.
    pub(super) fn read<T: std::str::FromStr<Err: std::fmt::Debug>>(&mut self, list: &[&str]) -> T {
        read(self.pick(list))
    }

    /// Odds that pay something.
    pub(super) fn odds(&mut self) -> Odds {
        self.read(&["1:1", "3:2", "6:5", "2:1", "5:2", "3:1", "4:1", "10:1", "25:1", "100:1"])
    }

    /// So many dollars.
    pub(super) fn dollars(&mut self, low: u8, high: u8) -> Money {
        Money::from_dollars(i64::from(self.between(low, high)))
    }
}

/// A text of the generator's own, read.
pub(super) fn read<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().expect("the generator writes what can be read")
}
