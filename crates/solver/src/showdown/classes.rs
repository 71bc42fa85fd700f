//! Sets of cards of one deck, those that differ only in the names of suits taken together.

use croupier_rules::{Card, Suit};
use rustc_hash::FxHashMap;

/// The most cards a set has.
pub(super) const SET_MAX: usize = 6;

/// The cards of a deck by their places: four suits of a rank side by side, the ranks rising.
#[derive(Clone, Debug)]
pub(super) struct Cards {
    cards: Vec<Card>,
    places: [u8; Card::KINDS],
}

/// The classes of all sets of up to so many cards.
pub(super) struct Classes {
    /// By size: the class of each set, the sets in the order of [`place_of`].
    of_set: Vec<Vec<u32>>,
    /// By size: the share of each class in all orders of suits, 24 over the number of its sets.
    shares: Vec<Vec<i32>>,
}

/// How many orders four suits have: the sets of a class are one 24th of that or more.
pub(super) const SUIT_ORDERS: i32 = 24;

impl Cards {
    /// The cards of a deck that holds every suit of a rank or none.
    pub(super) fn new(cards: impl Iterator<Item = Card>) -> Cards {
        let cards: Vec<Card> = cards.collect();
        let mut places = [u8::MAX; Card::KINDS];
        for (place, card) in cards.iter().enumerate() {
            places[card.index()] = place as u8;
        }
        assert!(
            cards
                .iter()
                .enumerate()
                .all(|(place, card)| card.suit() as usize == place % Suit::ALL.len()),
            "a deck without some ranks holds four suits of every other"
        );
        Cards { cards, places }
    }

    pub(super) fn len(&self) -> usize {
        self.cards.len()
    }

    pub(super) fn at(&self, place: usize) -> Card {
        self.cards[place]
    }

    pub(super) fn place(&self, card: Card) -> u8 {
        self.places[card.index()]
    }
}

/// The number of ways to take `take` of `of` cards.
pub(super) const fn ways(of: usize, take: usize) -> usize {
    CHOOSE[of][take]
}

const CHOOSE: [[usize; SET_MAX + 1]; Card::KINDS + 1] = {
    let mut choose = [[0; SET_MAX + 1]; Card::KINDS + 1];
    let mut of = 0;
    while of <= Card::KINDS {
        choose[of][0] = 1;
        let mut take = 1;
        while take <= SET_MAX && of > 0 {
            choose[of][take] = choose[of - 1][take - 1] + choose[of - 1][take];
            take += 1;
        }
        of += 1;
    }
    choose
};

/// The place of a set among all sets of its size, where sets are ordered by their highest card, then the next. The cards
/// rise.
pub(super) fn place_of(set: &[u8]) -> usize {
    set.iter()
        .zip(1..)
        .map(|(card, size)| ways(usize::from(*card), size))
        .sum()
}

impl Classes {
    /// The classes of sets of up to `size_max` of so many cards.
    pub(super) fn new(cards: usize, size_max: usize) -> Classes {
        let (mut of_set, mut shares) = (Vec::new(), Vec::new());
        for size in 0..=size_max {
            let mut known: FxHashMap<u64, u32> = FxHashMap::default();
            let mut sets: Vec<i32> = Vec::new();
            let mut classes = Vec::with_capacity(ways(cards, size));
            each_set(cards, size, |set| {
                let next = sets.len() as u32;
                let class = *known.entry(suit_free(set)).or_insert(next);
                if class == next {
                    sets.push(0);
                }
                sets[class as usize] += 1;
                classes.push(class);
            });
            of_set.push(classes);
            shares.push(sets.iter().map(|sets| SUIT_ORDERS / sets).collect());
        }
        Classes { of_set, shares }
    }

    /// The classes of all sets of this size, by the places of the sets.
    pub(super) fn of_size(&self, size: usize) -> &[u32] {
        &self.of_set[size]
    }

    /// How many classes of this size there are.
    pub(super) fn count(&self, size: usize) -> usize {
        self.shares[size].len()
    }

    /// 24 over the number of sets in a class.
    pub(super) fn share(&self, size: usize, class: u32) -> i32 {
        self.shares[size][class as usize]
    }
}

/// Visits every set of so many cards in the order of their places.
pub(super) fn each_set(cards: usize, size: usize, mut visit: impl FnMut(u64)) {
    if size > cards {
        return;
    }
    let end = 1u64 << cards;
    let mut set = (1u64 << size) - 1;
    while set < end {
        visit(set);
        if set == 0 {
            return;
        }
        // The next number with as many bits.
        let low = set & set.wrapping_neg();
        let carried = set + low;
        set = carried | ((carried ^ set) / low) >> 2;
    }
}

/// A set with its suits in falling order of their ranks, which is the same for all sets of a class.
fn suit_free(set: u64) -> u64 {
    let mut suits = [0u64; 4];
    let mut left = set;
    while left != 0 {
        let place = left.trailing_zeros();
        left &= left - 1;
        suits[place as usize % 4] |= 1 << (place / 4);
    }
    suits.sort_unstable();
    suits.iter().fold(0, |key, suit| key << 13 | suit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_those_known() {
        let classes = Classes::new(52, 4);
        assert_eq!(
            (0..=4).map(|size| classes.count(size)).collect::<Vec<_>>(),
            [1, 13, 169, 1755, 16_432]
        );
        assert_eq!(classes.of_size(4).len(), 270_725);
    }

    #[test]
    fn sets_have_their_places() {
        let mut next = 0;
        each_set(12, 3, |set| {
            let cards: Vec<u8> = (0..12).filter(|card| set >> card & 1 == 1).collect();
            assert_eq!(place_of(&cards), next);
            next += 1;
        });
        assert_eq!(next, ways(12, 3));
        let mut empty = 0;
        each_set(12, 0, |_| empty += 1);
        assert_eq!(empty, 1);
    }
}
