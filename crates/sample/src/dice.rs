//! The random choices that samples are made of.

/// A stream of random numbers from a seed (splitmix64).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let shuffled = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let shuffled = (shuffled ^ shuffled >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        shuffled ^ shuffled >> 31
    }

    /// A number below this one. The bias of so small a bound does not matter here.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// A number from the first to the second.
    pub(crate) fn between(&mut self, low: u8, high: u8) -> u8 {
        low + self.below(u64::from(high - low) + 1) as u8
    }

    /// True once in so many times.
    pub(crate) fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of these.
    pub(crate) fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize].clone()
    }

    /// So many of these, each once, in the order of the list.
    pub(crate) fn some<T: Clone>(&mut self, count: u8, list: &[T]) -> Vec<T> {
        let mut left = usize::from(count).min(list.len()) as u64;
        let mut chosen = Vec::new();
        for (place, one) in list.iter().enumerate() {
            if self.below((list.len() - place) as u64) < left {
                chosen.push(one.clone());
                left -= 1;
            }
        }
        chosen
    }

    /// Something, every second time.
    pub(crate) fn maybe<T>(&mut self, draw: impl FnOnce(&mut Dice) -> T) -> Option<T> {
        self.one_in(2).then(|| draw(self))
    }
}
