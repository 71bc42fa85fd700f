//! Every hand of hole cards from one deck as a number, and the kind of hand it is when suits may change places.

use arrayvec::ArrayVec;
use croupier_rules::Card;
use rustc_hash::FxHashMap;

use crate::cards::CardKind;

/// The most hole cards whose hands are numbered: five of 52 cards have 2,598,960.
pub(super) const HOLE_MAX: usize = 5;

/// The cards of one hand.
pub(super) type Hand = ArrayVec<CardKind, HOLE_MAX>;

/// The hands of so many cards, and their kinds.
#[derive(Clone, Debug)]
pub(super) struct HandKinds {
    /// By how many cards of the hand are lower, and by a card: how many sets come before those with this card there.
    before: [[u32; Card::KINDS]; HOLE_MAX],
    /// By the number of the hand: its kind, and in the lowest bits how its suits are named there.
    of_hand: Vec<u32>,
    /// One hand of each kind.
    pub(super) hands: Vec<Hand>,
}

/// A kind of hand, and the places that the four suits of the deck have in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub(super) kind: usize,
    suits: [u8; 4],
}

/// How many bits say how suits are named.
const NAME_BITS: u32 = 5;

impl HandKinds {
    /// All hands of `size` of so many kinds of cards, each of which is there once.
    pub(super) fn new(cards: usize, size: usize) -> HandKinds {
        let mut before = [[0; Card::KINDS]; HOLE_MAX];
        for (lower, before) in before.iter_mut().enumerate() {
            for (card, before) in before.iter_mut().enumerate() {
                *before = choose(card as u64, lower as u64 + 1) as u32;
            }
        }
        let mut kinds = HandKinds {
            before,
            of_hand: vec![0; choose(cards as u64, size as u64) as usize],
            hands: Vec::new(),
        };
        kinds.number(cards as CardKind, size, &mut Hand::new(), &mut FxHashMap::default());
        kinds
    }

    /// The kind of a hand.
    #[inline(always)]
    pub(super) fn of(&self, hand: &[CardKind]) -> Named {
        Named::new(self.found(hand))
    }

    /// What is kept of a hand.
    #[inline(always)]
    pub(super) fn found(&self, hand: &[CardKind]) -> u32 {
        self.at(self.place(hand))
    }

    /// The number of a hand in one of the lanes.
    #[inline(always)]
    pub(super) fn place_of<const LANES: usize>(&self, cards: &[[u16; LANES]], lane: usize) -> u32 {
        let mut place = 0;
        for card in cards {
            let lower = cards.iter().filter(|other| other[lane] < card[lane]).count();
            place += self.before[lower][usize::from(card[lane])];
        }
        place
    }

    /// The hand of this number.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> u32 {
        self.of_hand[place]
    }

    /// How many hands come before those with this card, above so many lower ones.
    #[inline(always)]
    pub(super) fn before(&self, lower: u16, card: u16) -> u32 {
        self.before[usize::from(lower)][usize::from(card)]
    }

    /// The number of a hand, whatever the order of its cards.
    #[inline(always)]
    fn place(&self, hand: &[CardKind]) -> usize {
        let mut place = 0;
        for card in hand {
            let lower = hand.iter().filter(|other| *other < card).count();
            place += self.before[lower][usize::from(*card)];
        }
        place as usize
    }

    /// Numbers every hand that begins with these cards, which fall.
    fn number(&mut self, below: CardKind, size: usize, hand: &mut Hand, known: &mut FxHashMap<[u16; 4], u32>) {
        if hand.len() == size {
            let (ranks, naming) = by_suit(hand);
            let next = self.hands.len() as u32;
            let kind = *known.entry(ranks).or_insert(next);
            if kind == next {
                let named = hand.iter().map(|card| (card & !3) | naming[usize::from(card & 3)]);
                self.hands.push(named.collect());
            }
            let place = self.place(hand);
            let name = NAMINGS.iter().position(|other| *other == naming).unwrap_or(0);
            self.of_hand[place] = kind << NAME_BITS | name as u32;
            return;
        }
        for card in 0..below {
            hand.push(card);
            self.number(card, size, hand, known);
            hand.pop();
        }
    }
}

impl Named {
    /// What is kept of a hand.
    #[inline(always)]
    pub(super) fn new(found: u32) -> Named {
        Named {
            kind: (found >> NAME_BITS) as usize,
            suits: NAMINGS[(found & ((1 << NAME_BITS) - 1)) as usize % NAMINGS.len()],
        }
    }

    /// A card of the table as it is called beside the hand that is kept for the kind.
    #[inline(always)]
    pub(super) fn rename(&self, card: CardKind) -> CardKind {
        (card & !3) | self.suits[usize::from(card & 3)]
    }
}

/// The ranks of the suits in falling order, and for each suit its place in that order.
fn by_suit(hand: &[CardKind]) -> ([u16; 4], [u8; 4]) {
    let mut ranks = [0u16; 4];
    for card in hand {
        ranks[usize::from(card & 3)] |= 1 << (card >> 2);
    }
    let mut order = [0usize, 1, 2, 3];
    order.sort_by_key(|suit| (std::cmp::Reverse(ranks[*suit]), *suit));
    let mut naming = [0; 4];
    for (place, suit) in order.iter().enumerate() {
        naming[*suit] = place as u8;
    }
    (order.map(|suit| ranks[suit]), naming)
}

/// Every way to name four suits.
const NAMINGS: [[u8; 4]; 24] = {
    let mut namings = [[0; 4]; 24];
    let (mut next, mut number) = (0, 0);
    while number < 256 {
        let naming = [number & 3, number >> 2 & 3, number >> 4 & 3, number >> 6 & 3];
        let told = 1 << naming[0] | 1 << naming[1] | 1 << naming[2] | 1 << naming[3];
        if told == 15 {
            namings[next] = [naming[0] as u8, naming[1] as u8, naming[2] as u8, naming[3] as u8];
            next += 1;
        }
        number += 1;
    }
    namings
};

/// The number of ways to take `take` of `of` cards.
const fn choose(of: u64, take: u64) -> u64 {
    let (mut ways, mut done) = (1, 0);
    while done < take {
        ways = ways * (of - if done < of { done } else { of }) / (done + 1);
        done += 1;
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_has_a_number_and_a_kind() {
        for (size, hands, kinds) in [(2, 1326, 169), (3, 22_100, 1755), (4, 270_725, 16_432)] {
            let found = HandKinds::new(52, size);
            assert_eq!((found.of_hand.len(), found.hands.len()), (hands, kinds));
            let mut of_kind = vec![0; kinds];
            found
                .of_hand
                .iter()
                .for_each(|kind| of_kind[(kind >> NAME_BITS) as usize] += 1);
            assert!(of_kind.iter().all(|hands| (1..=24).contains(hands)));
        }
    }

    #[test]
    fn cards_are_renamed_to_the_hand_that_is_kept() {
        let kinds = HandKinds::new(52, 3);
        for hand in [[3, 17, 50], [0, 1, 2], [51, 47, 44], [8, 21, 9]] {
            let named = kinds.of(&hand);
            let mut renamed = hand.map(|card| named.rename(card));
            let mut kept: Vec<CardKind> = kinds.hands[named.kind].to_vec();
            renamed.sort_unstable();
            kept.sort_unstable();
            assert_eq!(renamed[..], kept[..], "{hand:?}");
        }
    }
}
