//! Uniform whole numbers and uniform orders from a stream of random bits.
//!
//! Both are written here rather than taken from a crate: what a seed deals is part of every audit log, so it must not
//! change when a dependency does. Test vectors below freeze it.

use rand::Rng;

/// A whole number below `bound`, each equally likely.
///
/// The product of a random 32-bit number and the bound falls into `bound` bins of its upper half. Where 2^32 is no
/// multiple of the bound some bins would hold one number more than others; those numbers are drawn again.
pub(super) fn below(source: &mut impl Rng, bound: u32) -> u32 {
    assert!(bound > 0, "there is no number below zero to draw");
    let surplus = bound.wrapping_neg() % bound;
    loop {
        let product = u64::from(source.next_u32()) * u64::from(bound);
        if product as u32 >= surplus {
            return (product >> 32) as u32;
        }
    }
}

/// Puts the items in one of all their orders, each equally likely: Fisher–Yates from the last place down.
pub(super) fn shuffle<T>(source: &mut impl Rng, items: &mut [T]) {
    for place in (1..items.len()).rev() {
        items.swap(place, below(source, place as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use croupier_rules::Card;

    use super::super::Seed;
    use super::*;

    /// How far counts that should all be equal are off, in standard deviations of the chi-square distribution.
    fn deviation(counts: &[u32], degrees: usize) -> f64 {
        let total: u64 = counts.iter().map(|count| u64::from(*count)).sum();
        let expected = total as f64 / counts.len() as f64;
        assert!(expected >= 20.0, "too few draws to judge");
        let chi_square: f64 = counts
            .iter()
            .map(|count| (f64::from(*count) - expected).powi(2) / expected)
            .sum();
        (chi_square - degrees as f64) / (2.0 * degrees as f64).sqrt()
    }

    fn assert_even(counts: &[u32], degrees: usize) {
        let deviation = deviation(counts, degrees);
        assert!(deviation.abs() < 4.0, "{deviation:.2} standard deviations off");
    }

    #[test]
    fn numbers_below_a_bound_are_uniform() {
        for bound in [2, 3, 7, 48, 52, 288, 416] {
            let mut source = Seed::from(u64::from(bound)).stream(0);
            let mut counts = vec![0; bound as usize];
            for _ in 0..bound * 2_000 {
                counts[below(&mut source, bound) as usize] += 1;
            }
            assert_even(&counts, counts.len() - 1);
        }
    }

    #[test]
    fn a_bound_where_a_remainder_would_favor_low_numbers_is_uniform() {
        // With `next_u32() % bound` the lowest third would come up twice as often as each other third.
        let bound = 3 << 30;
        let mut source = Seed::from(11).stream(0);
        let mut thirds = [0; 3];
        let mut remainders = [0; 3];
        for _ in 0..30_000 {
            thirds[(below(&mut source, bound) >> 30) as usize] += 1;
            remainders[((source.next_u32() % bound) >> 30) as usize] += 1;
        }
        assert_even(&thirds, 2);
        assert!(deviation(&remainders, 2) > 100.0, "the test would not see a bias");
    }

    #[test]
    fn every_order_of_five_cards_is_equally_likely() {
        let mut source = Seed::from(5).stream(0);
        let mut counts = vec![0; 5 * 5 * 5 * 5 * 5];
        for _ in 0..120_000 {
            let mut items = [0, 1, 2, 3, 4];
            shuffle(&mut source, &mut items);
            counts[items.iter().fold(0, |place, item| place * 5 + item)] += 1;
        }
        counts.retain(|count| *count > 0);
        assert_eq!(counts.len(), 120);
        assert_even(&counts, 119);
    }

    #[test]
    fn every_card_is_equally_likely_at_every_place() {
        let counts = count_over_shuffles(|items, counts| {
            for (place, item) in items.iter().enumerate() {
                counts[place * 52 + *item] += 1;
            }
        });
        assert_even(&counts, 51 * 51);
    }

    #[test]
    fn every_card_is_equally_likely_to_follow_every_other() {
        let counts = count_over_shuffles(|items, counts| {
            for pair in items.windows(2) {
                counts[pair[0] * 52 + pair[1]] += 1;
            }
        });
        let pairs: Vec<u32> = (0..52 * 52)
            .filter(|pair| pair / 52 != pair % 52)
            .map(|pair| counts[pair])
            .collect();
        assert_even(&pairs, 51 * 51);
    }

    fn count_over_shuffles(count: impl Fn(&[usize], &mut [u32])) -> Vec<u32> {
        let mut counts = vec![0; 52 * 52];
        for number in 0..10_000 {
            let mut items: Vec<usize> = (0..52).collect();
            shuffle(&mut Seed::from(52).stream(number), &mut items);
            count(&items, &mut counts);
        }
        counts
    }

    #[test]
    fn what_a_seed_draws_never_changes() {
        // From an implementation of ChaCha20, the bounded draw and Fisher–Yates written apart from this one, in Python.
        let mut source = Seed::from(1).stream(0);
        let drawn: Vec<u32> = (0..12).map(|_| below(&mut source, 52)).collect();
        assert_eq!(drawn, [25, 29, 14, 27, 41, 17, 27, 38, 42, 31, 7, 47]);

        let mut source = Seed::from(1).stream(0);
        let drawn: Vec<u32> = (0..8).map(|_| below(&mut source, 3 << 30)).collect();
        assert_eq!(
            drawn,
            [
                1560813267, 1850569128, 1677973917, 2595173617, 1076848538, 2382687849, 2622156894, 1929681912
            ]
        );

        let mut cards: Vec<Card> = Card::all().collect();
        shuffle(&mut Seed::from(1).stream(1), &mut cards);
        assert_eq!(
            written(&cards),
            "7d 3d Ks Tc 4s Ad Ts 7c 8h 2s 3h 7s 8s 9c 9d 7h Kd Qc 8d Jc 3c Qs 2h 6s 6d 5c \
             Kh Qh 8c Th 2d Jd 5h 3s 9h 4d Js Kc 6c 5s 6h Ac 9s Td Jh Ah As 4c Qd 5d 4h 2c"
        );

        let seed = Seed::from_bytes(std::array::from_fn(|place| place as u8));
        let mut cards: Vec<Card> = Card::all().collect();
        shuffle(&mut seed.stream((1 << 63) + 5), &mut cards);
        assert_eq!(
            written(&cards),
            "Qh Qd Tc 3h 7c 8h 7d Kh 9h Kd 9d 4d 5s Qc 5h 6h 6s Jd Td 2d 8c 9c Jh 6d 4c Jc \
             3c Ts 9s 7s 2s 2h 5c 3d 8s Qs 5d 4h Kc Ah Ad 2c 6c Ks Js 3s Th 8d As Ac 7h 4s"
        );
    }

    fn written(cards: &[Card]) -> String {
        cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
    }
}
