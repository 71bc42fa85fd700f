//! Which poker hands a few cards contain.

mod strength;

use crate::card::{Card, Rank};
use crate::numbers::Ranks;
use crate::pattern::Poker;
pub use strength::{LeastHand, NotAHand, Strength, order};

/// The cards of a hand sorted for poker: which ranks come how often, and which ranks in which suit. Cards are added one
/// by one and the tally copied freely, so that a walk over many hands pays for each card once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tally {
    /// `at_least[n]` has the bit of every rank that comes more than `n` times.
    at_least: [u16; 4],
    /// The ranks of each suit.
    suits: [u16; 4],
    /// The cards of each suit, repeats counted, eight bits a suit.
    suit_sizes: u32,
}

impl Tally {
    /// The tally of these cards.
    pub fn of(cards: &[Card]) -> Tally {
        let mut tally = Tally::default();
        for card in cards {
            tally.add(*card);
        }
        tally
    }

    /// Adds a card.
    pub fn add(&mut self, card: Card) {
        let suit = card.index() % 4;
        self.add_rank(card.rank());
        self.suits[suit] |= 1 << card.rank() as u8;
        self.suit_sizes += 1 << (8 * suit);
    }

    /// Adds a rank without a suit.
    pub fn add_rank(&mut self, rank: Rank) {
        let bit = 1 << rank as u8;
        self.at_least[3] |= self.at_least[2] & bit;
        self.at_least[2] |= self.at_least[1] & bit;
        self.at_least[1] |= self.at_least[0] & bit;
        self.at_least[0] |= bit;
    }

    /// The poker hands of `hand_size` cards (3, 4 or 5) that the cards contain.
    #[inline]
    pub fn contains(&self, hand_size: u8) -> Contained {
        let [ones, twos, threes, fours] = self.at_least;
        let mut kinds = 0;
        let mut found = |kind: Poker, holds: bool| kinds |= u16::from(holds) << kind as u8;
        found(Poker::Pair, twos != 0);
        found(Poker::ThreeOfAKind, threes != 0);
        if hand_size > 3 {
            found(Poker::TwoPair, twos.count_ones() >= 2);
            found(Poker::FourOfAKind, fours != 0);
        }
        if hand_size > 4 {
            found(Poker::FullHouse, threes != 0 && twos.count_ones() >= 2);
        }
        let top = match hand_size {
            3 => TOP_THREE,
            4 => TOP_FOUR,
            _ => TOP_FIVE,
        };
        let straights = straight_tops(ones, hand_size);
        let mut straight_flushes = 0;
        found(Poker::Straight, straights != 0);
        // The top bit of a suit's eight bits tells that it has enough cards for a flush.
        let mut flushes = (self.suit_sizes + 0x0101_0101 * (128 - u32::from(hand_size))) & 0x8080_8080;
        while flushes != 0 {
            let suit = flushes.trailing_zeros() as usize / 8;
            flushes &= flushes - 1;
            found(Poker::Flush, true);
            straight_flushes |= straight_tops(self.suits[suit], hand_size);
            found(Poker::RoyalFlush, self.suits[suit] & top == top);
        }
        found(Poker::StraightFlush, straight_flushes != 0);
        Contained {
            kinds,
            twos,
            threes,
            fours: if hand_size == 3 { 0 } else { fours },
            straights,
            straight_flushes,
        }
    }
}

/// The poker hands a few cards contain: a full house contains three of a kind, two pair and a pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Contained {
    kinds: u16,
    twos: u16,
    threes: u16,
    fours: u16,
    straights: u16,
    straight_flushes: u16,
}

impl Contained {
    /// Whether this hand is among them.
    pub fn has(self, hand: Poker) -> bool {
        self.kinds >> hand as u8 & 1 == 1
    }

    /// Whether this hand is among them in one of these ranks. Only a pair, three and four of a kind have a rank, and straights
    /// the highest of theirs.
    pub fn has_of(self, hand: Poker, of: Ranks) -> bool {
        match hand {
            Poker::Pair => self.twos & of.bits() != 0,
            Poker::ThreeOfAKind => self.threes & of.bits() != 0,
            Poker::FourOfAKind => self.fours & of.bits() != 0,
            Poker::Straight => self.straights & of.bits() != 0,
            Poker::StraightFlush => self.straight_flushes & of.bits() != 0,
            _ => self.has(hand),
        }
    }

    /// All of them as bits: bit 0 for a pair, in the order of [`Poker`].
    pub const fn bits(self) -> u16 {
        self.kinds
    }
}

const TOP_THREE: u16 = 1 << Rank::Ace as u8 | 1 << Rank::King as u8 | 1 << Rank::Queen as u8;
const TOP_FOUR: u16 = TOP_THREE | 1 << Rank::Jack as u8;
const TOP_FIVE: u16 = TOP_FOUR | 1 << Rank::Ten as u8;

/// The highest ranks of all straights of so many cards among these.
#[inline]
fn straight_tops(ranks: u16, hand_size: u8) -> u16 {
    let runs = runs(ranks);
    match hand_size {
        3 => (runs & runs >> 1) << 1,
        4 => (runs & runs >> 2) << 2,
        _ => (runs & runs >> 2 & runs >> 3) << 3,
    }
}

/// The places where two neighboring ranks are both there, with the ace below the two as well.
fn runs(ranks: u16) -> u16 {
    let both_ends = ranks << 1 | ranks >> 12;
    both_ends & both_ends >> 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Suit;

    const HANDS: [Poker; 9] = [
        Poker::Pair,
        Poker::TwoPair,
        Poker::ThreeOfAKind,
        Poker::Straight,
        Poker::Flush,
        Poker::FullHouse,
        Poker::FourOfAKind,
        Poker::StraightFlush,
        Poker::RoyalFlush,
    ];

    /// The slow, obvious way: every choice of so many cards is looked at by the words of the definition.
    fn obvious(cards: &[Card], hand_size: usize, hand: Poker, of: Ranks) -> bool {
        let size = hand_size.min(cards.len());
        (0u32..1 << cards.len())
            .filter(|chosen| chosen.count_ones() as usize == size)
            .any(|chosen| {
                let hand_cards: Vec<Card> = (0..cards.len())
                    .filter(|place| chosen >> place & 1 == 1)
                    .map(|place| cards[place])
                    .collect();
                obvious_hand(&hand_cards, hand_size, hand, of)
            })
    }

    fn obvious_hand(cards: &[Card], hand_size: usize, hand: Poker, of: Ranks) -> bool {
        let times = |rank: Rank| cards.iter().filter(|card| card.rank() == rank).count();
        let with = |least: usize| {
            Rank::ALL
                .into_iter()
                .filter(|rank| times(*rank) >= least)
                .collect::<Vec<_>>()
        };
        let whole = cards.len() == hand_size;
        let flush = whole
            && Suit::ALL
                .into_iter()
                .any(|suit| cards.iter().all(|card| card.suit() == suit));
        let mut letters: Vec<char> = cards.iter().map(|card| card.rank().letter()).collect();
        letters.sort_unstable();
        let is_run = |run: &str| {
            let mut run: Vec<char> = run.chars().collect();
            run.sort_unstable();
            run == letters
        };
        let order = "A23456789TJQKA";
        let highest = |end: usize| order[..end].chars().next_back().and_then(Rank::from_letter);
        let straight = whole
            && (hand_size..=order.len())
                .filter(|end| highest(*end).is_some_and(|rank| of.contains(rank)))
                .any(|end| is_run(&order[end - hand_size..end]));
        match hand {
            Poker::Pair => with(2).iter().any(|rank| of.contains(*rank)),
            Poker::TwoPair => with(2).len() >= 2,
            Poker::ThreeOfAKind => with(3).iter().any(|rank| of.contains(*rank)),
            Poker::FourOfAKind => with(4).iter().any(|rank| of.contains(*rank)),
            Poker::FullHouse => hand_size == 5 && with(3).iter().any(|three| with(2).iter().any(|two| two != three)),
            Poker::Straight => straight,
            Poker::Flush => flush,
            Poker::StraightFlush => straight && flush,
            Poker::RoyalFlush => flush && is_run(&order[order.len() - hand_size..]),
        }
    }

    fn agree(cards: &[Card], hand_size: u8) {
        let contained = Tally::of(cards).contains(hand_size);
        for hand in HANDS {
            let slow = obvious(cards, usize::from(hand_size), hand, Ranks::ANY);
            assert_eq!(contained.has(hand), slow, "{cards:?} {hand:?}");
        }
        let some: Ranks = "2,7-9,J,A".parse().unwrap();
        for hand in [Poker::Pair, Poker::ThreeOfAKind, Poker::FourOfAKind] {
            let slow = obvious(cards, usize::from(hand_size), hand, some);
            assert_eq!(contained.has_of(hand, some), slow, "{cards:?} {hand:?} of some");
        }
    }

    /// Walks every choice of `left` cards of one deck.
    fn each(from: usize, left: usize, cards: &mut Vec<Card>, visit: &mut impl FnMut(&[Card])) {
        if left == 0 {
            return visit(cards);
        }
        for index in from..=Card::KINDS - left {
            cards.push(Card::from_index(index).unwrap());
            each(index + 1, left - 1, cards, visit);
            cards.pop();
        }
    }

    /// Whether suits appear for the first time in bridge order: every hand is such a hand with its suits renamed.
    fn is_first_of_its_suits(cards: &[Card]) -> bool {
        let mut seen = 0;
        cards.iter().all(|card| {
            let suit = card.suit() as usize;
            let in_order = suit <= seen;
            seen = seen.max(suit + 1);
            in_order
        })
    }

    #[test]
    fn every_three_and_every_five_cards_are_read_as_defined() {
        each(0, 3, &mut Vec::new(), &mut |cards| agree(cards, 3));
        each(0, 3, &mut Vec::new(), &mut |cards| agree(cards, 5));
        let mut kinds = 0;
        each(0, 5, &mut Vec::new(), &mut |cards| {
            if is_first_of_its_suits(cards) {
                kinds += 1;
                agree(cards, 4);
                agree(cards, 5);
            }
        });
        assert!(
            kinds >= 134_459,
            "every kind of five cards is among the {kinds} looked at"
        );
    }

    #[test]
    fn cards_of_several_decks_are_read_as_defined() {
        let mut number = 1u64;
        let mut below = |limit: u64| {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (number >> 33) % limit
        };
        for _ in 0..12_000 {
            let size = 2 + below(6) as usize;
            // A few suits and ranks only, so that the rare hands are common.
            let (low, span, suits) = (below(8), 3 + below(3), 1 + below(4));
            let cards: Vec<Card> = (0..size)
                .map(|_| {
                    let rank = (low + below(span) + 12) % 13;
                    Card::from_index((rank * 4 + below(suits)) as usize).unwrap()
                })
                .collect();
            agree(&cards, 3);
            agree(&cards, 5);
        }
    }

    /// The best hand in the usual order of poker.
    fn best(cards: Tally, hand_size: u8) -> Option<Poker> {
        let contained = cards.contains(hand_size);
        HANDS.into_iter().rev().find(|hand| contained.has(*hand))
    }

    fn counts(of: usize, hand_size: u8) -> impl Fn(Poker) -> u32 {
        let mut counts = [0; 9];
        each(0, of, &mut Vec::new(), &mut |cards| {
            if let Some(hand) = best(Tally::of(cards), hand_size) {
                counts[hand as usize] += 1;
            }
        });
        move |hand| counts[hand as usize]
    }

    #[test]
    fn five_of_52() {
        let count = counts(5, 5);
        assert_eq!(count(Poker::RoyalFlush), 4);
        assert_eq!(count(Poker::StraightFlush), 36);
        assert_eq!(count(Poker::FourOfAKind), 624);
        assert_eq!(count(Poker::FullHouse), 3744);
        assert_eq!(count(Poker::Flush), 5108);
        assert_eq!(count(Poker::Straight), 10_200);
        assert_eq!(count(Poker::ThreeOfAKind), 54_912);
        assert_eq!(count(Poker::TwoPair), 123_552);
        assert_eq!(count(Poker::Pair), 1_098_240);
    }

    #[test]
    fn six_of_52_best_five() {
        let count = counts(6, 5);
        assert_eq!(count(Poker::RoyalFlush), 188);
        assert_eq!(count(Poker::StraightFlush), 1656);
        assert_eq!(count(Poker::FourOfAKind), 14_664);
        assert_eq!(count(Poker::FullHouse), 165_984);
        assert_eq!(count(Poker::Flush), 205_792);
        assert_eq!(count(Poker::Straight), 361_620);
        assert_eq!(count(Poker::ThreeOfAKind), 732_160);
    }
}
