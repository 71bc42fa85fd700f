//! Philox4x32-10, a counter-based random generator (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as
//! 1, 2, 3", SC11).
//!
//! A block of four words is a pure function of a counter and a key. Every round has counters of its own, so that the cards
//! of a round depend on the seed and the number of the round alone: not on threads, chunks or machines.

const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
const PASSES: usize = 10;

/// What random words are drawn for. Different purposes never share a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Purpose {
    /// The cards of a round from a full shoe.
    Fresh = 0,
    /// Words that replace refused ones, see [`crate::cards`].
    Again = 1,
    /// The cards of a shoe dealt to its cut card.
    Shoe = 2,
}

/// The key that a seed stands for.
pub const fn key(seed: u64) -> [u32; 2] {
    [seed as u32, (seed >> 32) as u32]
}

/// The counter of a block: which round (or chunk), which block of it, and for what.
pub const fn counter(unit: u64, block: u32, purpose: Purpose) -> [u32; 4] {
    [unit as u32, (unit >> 32) as u32, block, purpose as u32]
}

/// Four random words for this counter and key.
#[inline(always)]
pub const fn block(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    let mut pass = 0;
    while pass < PASSES {
        let first = MULTIPLIERS[0] as u64 * counter[0] as u64;
        let second = MULTIPLIERS[1] as u64 * counter[2] as u64;
        counter = [
            (second >> 32) as u32 ^ counter[1] ^ key[0],
            second as u32,
            (first >> 32) as u32 ^ counter[3] ^ key[1],
            first as u32,
        ];
        key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
        pass += 1;
    }
    counter
}

/// Units whose blocks are computed at once: as many as the registers of the widest machine hold without spilling.
const AT_ONCE: usize = 16;

/// Several blocks, word by word: the low half of `words[w][lane]` is word `w` of the block that `block(lane)` names by its unit
/// and its number; the high half is of no use. (Words of 64 bits, so that a product needs no widening.)
#[inline(always)]
pub fn lanes<const LANES: usize>(
    block: impl Fn(usize) -> (u64, u32),
    purpose: Purpose,
    key: [u32; 2],
    words: &mut [[u64; LANES]; 4],
) {
    const LOW: u64 = 0xffff_ffff;
    const { assert!(LANES.is_multiple_of(AT_ONCE)) };
    for start in (0..LANES).step_by(AT_ONCE) {
        let mut key = key;
        let [mut a, mut b, mut c] = [[0; AT_ONCE]; 3];
        let mut d = [purpose as u64; AT_ONCE];
        for lane in 0..AT_ONCE {
            let (unit, number) = block(start + lane);
            a[lane] = unit;
            b[lane] = unit >> 32;
            c[lane] = u64::from(number);
        }
        for _ in 0..PASSES {
            for lane in 0..AT_ONCE {
                let first = u64::from(MULTIPLIERS[0]) * (a[lane] & LOW);
                let second = u64::from(MULTIPLIERS[1]) * (c[lane] & LOW);
                a[lane] = second >> 32 ^ b[lane] ^ u64::from(key[0]);
                b[lane] = second;
                c[lane] = first >> 32 ^ d[lane] ^ u64::from(key[1]);
                d[lane] = first;
            }
            key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
        }
        for (words, some) in words.iter_mut().zip([&a, &b, &c, &d]) {
            words[start..start + AT_ONCE].copy_from_slice(some);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers that the authors publish with Random123 (`kat_vectors`, philox4x32 10).
    #[test]
    fn known_answers_of_the_authors() {
        let ones = u32::MAX;
        assert_eq!(
            block([0; 4], [0; 2]),
            [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]
        );
        assert_eq!(
            block([ones; 4], [ones; 2]),
            [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]
        );
        assert_eq!(
            block(
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                [0xa409_3822, 0x299f_31d0]
            ),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
    }

    #[test]
    fn lanes_are_the_blocks_of_neighboring_units() {
        let key = key(0x0123_4567_89ab_cdef);
        for first in [0, 77, u64::from(u32::MAX) - 5, u64::MAX - 40] {
            let mut words = [[0; 32]; 4];
            lanes(
                |lane| (first.wrapping_add(lane as u64), 3),
                Purpose::Shoe,
                key,
                &mut words,
            );
            for lane in 0..32 {
                let expected = block(counter(first.wrapping_add(lane as u64), 3, Purpose::Shoe), key);
                assert_eq!([0, 1, 2, 3].map(|word: usize| words[word][lane] as u32), expected);
            }
        }
    }
}
