//! Small numbers that share words of 32 bits.
//!
//! Lanes look up words of 32 bits and nothing smaller. Numbers of 8 or 16 bits share them, so that the tables of most games
//! stay in the first cache, where a lookup costs least.

/// A table of numbers of `BITS` bits, as many as a power of two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Packed<const BITS: u32> {
    words: Box<[u32]>,
}

impl<const BITS: u32> Packed<BITS> {
    /// How many numbers share a word.
    const SHARE: usize = 32 / BITS as usize;

    /// Packs numbers and fills the table up with zeros to the first of these sizes that holds them. `None` when there are more
    /// numbers than that, or one is too large.
    pub(crate) fn new(numbers: &[u32], sizes: &[usize]) -> Option<Packed<BITS>> {
        let size = sizes.iter().find(|size| **size >= numbers.len())?;
        let mut words = vec![0; size / Self::SHARE];
        for (place, number) in numbers.iter().enumerate() {
            if *number > u32::MAX >> (32 - BITS) {
                return None;
            }
            words[place / Self::SHARE] |= number << (place % Self::SHARE * BITS as usize);
        }
        Some(Packed { words: words.into() })
    }

    /// How many words the table has.
    pub(crate) fn words(&self) -> usize {
        self.words.len()
    }

    /// The table as an array of so many words, which it must have: a place is kept within it by a mask.
    #[inline(always)]
    pub(crate) fn sized<const WORDS: usize>(&self) -> Looked<'_, BITS, WORDS> {
        const { assert!(WORDS.is_power_of_two()) };
        Looked {
            words: self.words.first_chunk().expect("the caller has asked for the size"),
        }
    }
}

/// A table that is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Looked<'a, const BITS: u32, const WORDS: usize> {
    words: &'a [u32; WORDS],
}

impl<const BITS: u32, const WORDS: usize> Looked<'_, BITS, WORDS> {
    /// The number at a place.
    #[inline(always)]
    pub(crate) fn at(self, place: u32) -> u32 {
        let share = 32 / BITS;
        let word = self.words[(place / share) as usize & (WORDS - 1)];
        word >> (place % share * BITS) & (u32::MAX >> (32 - BITS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_were() {
        let numbers: Vec<u32> = (0..200).map(|number| number * 7 % 256).collect();
        let bytes = Packed::<8>::new(&numbers, &[64, 256]).expect("they fit");
        let halves = Packed::<16>::new(&numbers, &[1024]).expect("they fit");
        let whole = Packed::<32>::new(&[u32::MAX, 7], &[4]).expect("they fit");
        assert_eq!([whole.sized::<4>().at(0), whole.sized::<4>().at(1)], [u32::MAX, 7]);
        assert_eq!((bytes.words(), halves.words()), (64, 512));
        for (place, number) in numbers.iter().enumerate() {
            assert_eq!(bytes.sized::<64>().at(place as u32), *number);
            assert_eq!(halves.sized::<512>().at(place as u32), *number);
        }
        assert_eq!(bytes.sized::<64>().at(200), 0, "the rest is filled with zeros");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(Packed::<8>::new(&[256], &[64]).is_none(), "too large a number");
        assert!(Packed::<8>::new(&[1; 65], &[64]).is_none(), "too many numbers");
    }
}
