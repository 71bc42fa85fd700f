//! The ranks of a hand as a number that its cards add up to, whatever their order.
//!
//! The ranks of the deck are taken in three groups. In each the cards are counted in base five, so that what a card adds is the
//! same for every hand and a few small tables turn the three sums into one number without gaps.

use crate::cards::CardKind;

/// How many ranks each group has.
const GROUPS: [usize; 3] = [5, 4, 4];
/// Where the sum of each group lies among the bits of the whole sum.
const SHIFTS: [u32; 3] = [0, 12, 22];
const MASKS: [u32; 3] = [0xfff, 0x3ff, 0x3ff];
/// No rank comes more often.
const SUITS: u32 = 4;
/// How many bits say how many cards of a hand are in a group.
const COUNT_BITS: u32 = 3;
const COUNTS: usize = 1 << COUNT_BITS;

/// Numbers the ranks of hands of so many cards, fewer than eight.
#[derive(Clone, Debug)]
pub(super) struct RankNumbers {
    /// By the sum of a group: the place of its counts among those of as many cards, and how many cards those are.
    places: [Vec<u16>; 3],
    /// By the cards of the first and the second group.
    starts: [Start; COUNTS * COUNTS],
    len: usize,
}

/// Where the numbers of hands with so many cards in each group begin, and what a step in the first and in the second group is.
#[derive(Clone, Copy, Debug, Default)]
struct Start {
    base: u32,
    first: u32,
    second: u32,
}

impl RankNumbers {
    /// The numbers of hands of so many cards.
    pub(super) fn new(cards: usize) -> RankNumbers {
        debug_assert!(cards < COUNTS);
        let mut sizes = [[0_u32; COUNTS]; 3];
        let places = [0, 1, 2].map(|group| {
            let sums = (SUITS as usize + 1).pow(GROUPS[group] as u32);
            let place = |sum: usize| {
                let count = digits(sum);
                let size = sizes[group].get_mut(count).filter(|_| count <= cards)?;
                *size += 1;
                Some(((*size - 1) << COUNT_BITS) as u16 | count as u16)
            };
            // Sums of more cards than a hand has are never asked for.
            (0..sums).map(place).map(Option::unwrap_or_default).collect()
        });
        let (mut starts, mut base) = ([Start::default(); COUNTS * COUNTS], 0);
        for first in 0..=cards {
            for second in 0..=cards - first {
                let (seconds, thirds) = (sizes[1][second], sizes[2][cards - first - second]);
                starts[first * COUNTS + second] = Start {
                    base,
                    first: seconds * thirds,
                    second: thirds,
                };
                base += sizes[0][first] * seconds * thirds;
            }
        }
        RankNumbers {
            places,
            starts,
            len: base as usize,
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// What a card adds to the sum of a hand.
    pub(super) fn adds(kind: CardKind) -> u32 {
        let (mut rank, mut group) = (usize::from(kind >> 2), 0);
        while rank >= GROUPS[group] {
            rank -= GROUPS[group];
            group += 1;
        }
        (SUITS + 1).pow(rank as u32) << SHIFTS[group]
    }

    /// The number of a hand with this sum.
    #[inline(always)]
    pub(super) fn number(&self, sum: u32) -> usize {
        let place = |group: usize| u32::from(self.places[group][(sum >> SHIFTS[group] & MASKS[group]) as usize]);
        let [first, second, third] = [place(0), place(1), place(2)];
        let count = |place: u32| place as usize & (COUNTS - 1);
        let start = self.starts[count(first) * COUNTS + count(second)];
        let number = start.base
            + (first >> COUNT_BITS) * start.first
            + (second >> COUNT_BITS) * start.second
            + (third >> COUNT_BITS);
        number as usize
    }
}

/// The sum of the digits of a number in base five.
const fn digits(mut number: usize) -> usize {
    let mut sum = 0;
    while number > 0 {
        sum += number % (SUITS as usize + 1);
        number /= SUITS as usize + 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ranks of seven cards from one deck: 49,205 sets.
    #[test]
    fn every_set_of_ranks_has_a_number_of_its_own() {
        for (cards, sets) in [(5, 6_175), (6, 18_395), (7, 49_205)] {
            let numbers = RankNumbers::new(cards);
            assert_eq!(numbers.len(), sets);
            let mut seen = vec![false; sets];
            each(0, cards, 0, &mut |sum| {
                let number = numbers.number(sum);
                assert!(!std::mem::replace(&mut seen[number], true));
            });
            assert!(seen.into_iter().all(|seen| seen));
        }
    }

    /// Visits the sum of every set of so many more cards, none of a lower rank and at most four of each.
    fn each(rank: u8, left: usize, sum: u32, visit: &mut impl FnMut(u32)) {
        if left == 0 {
            return visit(sum);
        }
        for rank in rank..13 {
            for count in 1..=left.min(4) {
                each(
                    rank + 1,
                    left - count,
                    sum + count as u32 * RankNumbers::adds(rank * 4),
                    visit,
                );
            }
        }
    }
}
