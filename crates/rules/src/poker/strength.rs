//! How good a poker hand is: what decides between two hands, down to the last kicker.

use std::fmt;
use std::str::FromStr;

use super::Tally;
use crate::card::Rank;
use crate::load::section::text;
use crate::pattern::Poker;

/// How good the best hand of so many cards is. Of two hands of one size the better has the greater strength; equal hands
/// are equal.
///
/// The kind of hand stands in the highest bits, and below it the ranks that decide, four bits each, 0 where there is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Strength(u32);

impl Strength {
    /// The kind of hand; `None` for one that is known by its highest card alone.
    pub fn kind(self, hand_size: u8) -> Option<Poker> {
        let place = (self.0 >> KIND_SHIFT) as usize;
        place.checked_sub(1).map(|place| order(hand_size)[place])
    }

    /// How high the kind of hand ranks, 0 for one that is known by its highest card alone.
    pub const fn kind_place(self) -> u8 {
        (self.0 >> KIND_SHIFT) as u8
    }

    /// The hand in words: "queen high", "a pair of sixes", "a straight".
    pub fn words(self, hand_size: u8) -> String {
        let first = (self.0 >> (KIND_SHIFT - RANK_BITS) & RANK_MASK).saturating_sub(1);
        let rank = Rank::ALL[first.min(Rank::Ace as u32) as usize];
        match self.kind(hand_size) {
            None => format!("{} high", rank.name()),
            Some(Poker::Pair) => format!("a pair of {}", rank.plural()),
            Some(Poker::TwoPair) => "two pair".to_string(),
            Some(Poker::ThreeOfAKind) => "three of a kind".to_string(),
            Some(Poker::Straight) => "a straight".to_string(),
            Some(Poker::Flush) => "a flush".to_string(),
            Some(Poker::FullHouse) => "a full house".to_string(),
            Some(Poker::FourOfAKind) => "four of a kind".to_string(),
            Some(Poker::StraightFlush) if rank == Rank::Ace && hand_size == 5 => "a royal flush".to_string(),
            Some(Poker::StraightFlush | Poker::RoyalFlush) => "a straight flush".to_string(),
        }
    }

    /// The number behind it, for tables; greater is better.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

const RANK_BITS: u32 = 4;
const RANK_MASK: u32 = (1 << RANK_BITS) - 1;
const KIND_SHIFT: u32 = 5 * RANK_BITS;

/// The kinds of hand from the lowest to the highest, by the number of cards of a hand. With fewer cards other hands are
/// rare: of three cards a straight beats a flush, of four cards three of a kind beats both.
pub const fn order(hand_size: u8) -> &'static [Poker] {
    match hand_size {
        3 => &[
            Poker::Pair,
            Poker::Flush,
            Poker::Straight,
            Poker::ThreeOfAKind,
            Poker::StraightFlush,
        ],
        4 => &[
            Poker::Pair,
            Poker::TwoPair,
            Poker::Straight,
            Poker::Flush,
            Poker::ThreeOfAKind,
            Poker::StraightFlush,
            Poker::FourOfAKind,
        ],
        _ => &[
            Poker::Pair,
            Poker::TwoPair,
            Poker::ThreeOfAKind,
            Poker::Straight,
            Poker::Flush,
            Poker::FullHouse,
            Poker::FourOfAKind,
            Poker::StraightFlush,
        ],
    }
}

impl Tally {
    /// The strength of the best hand of `hand_size` cards (3, 4 or 5) among the cards, which are of one deck.
    pub fn strength(&self, hand_size: u8) -> Strength {
        let order = order(hand_size);
        let found = (0..order.len()).rev().find_map(|place| {
            let ranks = self.deciding(order[place], hand_size)?;
            Some(Strength((place as u32 + 1) << KIND_SHIFT | ranks.0))
        });
        found.unwrap_or_else(|| Strength(Deciding::default().top(self.at_least[0], hand_size).0))
    }

    /// The ranks that decide between hands of this kind, if the cards make one.
    fn deciding(&self, hand: Poker, hand_size: u8) -> Option<Deciding> {
        let [ones, twos, threes, fours] = self.at_least;
        let none = Deciding::default();
        let of_a_kind = |held: u16, cards: u8| {
            let rank = highest(held)?;
            Some(none.top(rank, 1).top(ones & !rank, hand_size - cards))
        };
        match hand {
            Poker::Pair => of_a_kind(twos, 2),
            Poker::ThreeOfAKind => of_a_kind(threes, 3),
            Poker::FourOfAKind => of_a_kind(fours, 4),
            Poker::TwoPair => {
                let high = highest(twos)?;
                let low = highest(twos & !high)?;
                Some(none.top(high | low, 2).top(ones & !(high | low), hand_size - 4))
            }
            Poker::FullHouse => {
                let three = highest(threes)?;
                let two = highest(twos & !three)?;
                Some(none.top(three, 1).top(two, 1))
            }
            Poker::Straight => straight(ones, hand_size),
            Poker::Flush => self.suited(hand_size).map(|ranks| none.top(ranks, hand_size)).max(),
            Poker::StraightFlush | Poker::RoyalFlush => self
                .suited(hand_size)
                .filter_map(|ranks| straight(ranks, hand_size))
                .max(),
        }
    }

    /// The ranks of each suit that has cards enough for a flush.
    fn suited(&self, hand_size: u8) -> impl Iterator<Item = u16> {
        let suits = self.suits.into_iter();
        suits.filter(move |ranks| ranks.count_ones() >= u32::from(hand_size))
    }
}

/// Ranks in the order in which they decide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Deciding(u32, Filled);

/// How many ranks there are already. It never decides: hands of one kind have equally many.
type Filled = u32;

impl Deciding {
    /// With the highest of these ranks behind those that are there, so many or as many as there are.
    fn top(mut self, mut ranks: u16, many: u8) -> Deciding {
        for _ in 0..many {
            let Some(rank) = highest(ranks) else { break };
            ranks &= !rank;
            self.1 += 1;
            self.0 |= (rank.trailing_zeros() + 1) << (KIND_SHIFT - RANK_BITS * self.1);
        }
        self
    }
}

/// The bit of the highest of some ranks.
const fn highest(ranks: u16) -> Option<u16> {
    match ranks.checked_ilog2() {
        Some(rank) => Some(1 << rank),
        None => None,
    }
}

/// The highest card of the highest straight; that of A-2-3 is the three.
fn straight(ranks: u16, hand_size: u8) -> Option<Deciding> {
    let with_low_ace = u32::from(ranks) << 1 | u32::from(ranks) >> 12;
    let starts = (1..hand_size).fold(with_low_ace, |starts, step| starts & with_low_ace >> step);
    let start = starts.checked_ilog2()?;
    let top = start + u32::from(hand_size) - 2;
    Some(Deciding::default().top(1 << top, 1))
}

/// A hand by its ranks, `"Q"` for queen high, `"A-K"` for ace and king, `"2-2"` for a pair, that stands for itself and all
/// better ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeastHand {
    ranks: Vec<Rank>,
}

impl LeastHand {
    /// The least strength among hands of so many cards.
    pub fn strength(&self, hand_size: u8) -> Strength {
        let mut tally = Tally::default();
        for rank in &self.ranks {
            tally.add_rank(*rank);
        }
        let pairs = order(hand_size).iter().enumerate().rev().find_map(|(place, hand)| {
            let of_ranks = matches!(
                hand,
                Poker::Pair | Poker::TwoPair | Poker::ThreeOfAKind | Poker::FourOfAKind
            );
            let ranks = of_ranks.then(|| tally.deciding(*hand, hand_size))??;
            Some(Strength((place as u32 + 1) << KIND_SHIFT | ranks.0))
        });
        pairs.unwrap_or_else(|| Strength(Deciding::default().top(tally.at_least[0], hand_size).0))
    }

    /// How many cards it names.
    pub fn len(&self) -> usize {
        self.ranks.len()
    }

    /// Whether it names no card, which none that was read does.
    pub fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }

    /// The hand in words: "queen high", "ace-king high", "a pair", "a pair of aces".
    pub fn words(&self) -> String {
        let pair = self.ranks.windows(2).any(|two| two[0] == two[1]);
        let names: Vec<&str> = self.ranks.iter().map(|rank| rank.name()).collect();
        match self.ranks.as_slice() {
            [Rank::Two, Rank::Two] => "a pair".to_string(),
            [one, other] if one == other => format!("a pair of {}", one.plural()),
            _ if pair => names.join("-"),
            _ => format!("{} high", names.join("-")),
        }
    }
}

/// The text is not a hand by its ranks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a hand by its ranks; write `Q`, `A-K` or, for a pair, `2-2`")]
pub struct NotAHand(pub String);

impl FromStr for LeastHand {
    type Err = NotAHand;

    fn from_str(text: &str) -> Result<LeastHand, NotAHand> {
        let fault = || NotAHand(text.to_string());
        let rank = |word: &str| {
            let mut letters = word.chars();
            let rank = letters.next().and_then(Rank::from_letter);
            rank.filter(|_| letters.next().is_none()).ok_or_else(fault)
        };
        let ranks: Vec<Rank> = text.split('-').map(rank).collect::<Result<_, _>>()?;
        let falls = ranks.windows(2).all(|two| two[0] >= two[1]);
        if !falls || ranks.len() > 5 {
            return Err(fault());
        }
        Ok(LeastHand { ranks })
    }
}

impl fmt::Display for LeastHand {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let letters: Vec<String> = self.ranks.iter().map(|rank| rank.letter().to_string()).collect();
        f.write_str(&letters.join("-"))
    }
}

text!(
    LeastHand,
    "A hand by its ranks, the highest first: \"Q\" for queen high, \"A-K\", \"2-2\" for a pair. It stands for itself and all better hands.",
    like "a hand by its ranks like \"Q\", \"A-K\" or \"2-2\"",
    stand_in "2",
    pattern "^[2-9TJQKA](-[2-9TJQKA]){0,4}$"
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, parse_cards};

    fn strength(cards: &str, hand_size: u8) -> Strength {
        Tally::of(&parse_cards(cards).unwrap()).strength(hand_size)
    }

    /// Hands from worst to best, each better than the one before.
    fn rise(hand_size: u8, hands: &[&str]) {
        for two in hands.windows(2) {
            assert!(strength(two[0], hand_size) < strength(two[1], hand_size), "{two:?}");
        }
    }

    #[test]
    fn hands_rise_in_the_order_of_their_size_and_then_by_kickers() {
        rise(
            3,
            &[
                "2c 3d 5h", "Jc Td 8h", "Qc 6d 3h", "Qc 6d 4h", "Qd 7c 2h", "Ac Kd Jh", "2c 2d 3h", "2c 2d Ah",
                "Ac Ad Kh", "5c 3c 2c", "Ac Kc Jc", "Ad 2c 3c", "4d 2c 3c", "Ad Kc Qc", "2c 2d 2h", "Ac Ad Ah",
                "Ac 2c 3c", "Ac Kc Qc",
            ],
        );
        rise(
            4,
            &[
                "2c 3d 4h 6s",
                "Kc Qd 8h 4s",
                "2c 2d 3h 4s",
                "Ac Ad Kh Qs",
                "3c 3d 2h 2s",
                "Ac Ad Kh Ks",
                "Ac 2d 3h 4s",
                "2c 3d 4h 5s",
                "Ac Kd Qh Js",
                "2c 3c 4c 6c",
                "Ac Kc Qc Tc",
                "2c 2d 2h 3s",
                "Ac Ad Ah Ks",
                "Ac 2c 3c 4c",
                "Ac Kc Qc Jc",
                "2c 2d 2h 2s",
                "Ac Ad Ah As",
            ],
        );
        rise(
            5,
            &[
                "2c 3d 4h 5s 7c",
                "Ac Kd Jh 8s 3c",
                "Ac Kd Jh 8s 4c",
                "Ac Kd Qh Js 9c",
                "2c 2d 3h 4s 5c",
                "Ac Ad Kh Qs Jc",
                "3c 3d 2h 2s 4c",
                "Ac Ad Kh Ks Qc",
                "2c 2d 2h 3s 4c",
                "Ac 2d 3h 4s 5c",
                "2c 3d 4h 5s 6c",
                "Ac Kd Qh Js Tc",
                "2c 3c 4c 5c 7c",
                "2c 2d 2h 3s 3c",
                "2c 2d 2h As Ac",
                "3c 3d 3h 2s 2c",
                "2c 2d 2h 2s 3c",
                "Ac 2c 3c 4c 5c",
                "Ac Kc Qc Jc Tc",
            ],
        );
    }

    #[test]
    fn the_best_hand_of_more_cards_counts() {
        assert_eq!(strength("2c 2d 3h 3s 4c 4d Ah", 5), strength("4c 4d 3h 3s Ac", 5));
        assert_eq!(strength("2c 2d 2h 3s 3c 3d Ah", 5), strength("3c 3d 3h 2s 2c", 5));
        assert_eq!(strength("Ac Kc 9c 5c 3c 2c Ad", 5), strength("Ac Kc 9c 5c 3c", 5));
        assert_eq!(strength("Ac 2c 3c 4c 5c 6c 6d", 5), strength("2c 3c 4c 5c 6c", 5));
        assert_eq!(strength("Kc Kd 7h 7s 7c", 4), strength("7h 7s 7c Kd", 4));
        assert_eq!(strength("Kc Kd 7h 7s 2c 2d", 4), strength("Kc Kd 7h 7s", 4));
    }

    #[test]
    fn a_least_hand_is_met_by_itself_and_by_better_ones() {
        let meets = |hand: &str, least: &str, size: u8| {
            strength(hand, size) >= least.parse::<LeastHand>().unwrap().strength(size)
        };
        assert!(meets("Qc 3d 2h", "Q", 3) && !meets("Jc Td 8h", "Q", 3));
        assert!(meets("Ac Kd 4h 3s 2c", "A-K", 5) && !meets("Ac Qd Jh Ts 9c", "A-K", 5));
        assert!(meets("2c 2d 3h 4s 5c", "2-2", 5) && !meets("Ac Kd Qh Js 9c", "2-2", 5));
        assert!(meets("Ac Ad 3h 4s", "A-A", 4) && !meets("Kc Kd Ah Qs", "A-A", 4) && meets("2c 2d 3h 3s", "A-A", 4));
        assert!(meets("Qc 6d 4h", "Q-6-4", 3) && !meets("Qc 6d 3h", "Q-6-4", 3) && meets("Kc 3d 2h", "Q-6-4", 3));
        for text in ["", "Q-", "QQ", "4-6", "A-K-Q-J-T-9", "1"] {
            assert!(text.parse::<LeastHand>().is_err(), "{text}");
        }
        assert_eq!("A-K".parse::<LeastHand>().unwrap().to_string(), "A-K");
        assert_eq!("A-K".parse::<LeastHand>().unwrap().words(), "ace-king high");
    }

    /// Every choice of so many cards of one deck.
    fn each(from: usize, left: usize, tally: Tally, visit: &mut impl FnMut(&Tally)) {
        if left == 0 {
            return visit(&tally);
        }
        for index in from..=Card::KINDS - left {
            let mut longer = tally;
            longer.add(Card::from_index(index).unwrap());
            each(index + 1, left - 1, longer, visit);
        }
    }

    fn counts(of: usize, hand_size: u8) -> Vec<u32> {
        let mut counts = vec![0; order(hand_size).len() + 1];
        each(0, of, Tally::default(), &mut |tally| {
            counts[(tally.strength(hand_size).bits() >> KIND_SHIFT) as usize] += 1;
        });
        counts
    }

    #[test]
    fn three_of_52() {
        // https://wizardofodds.com/games/three-card-poker/: nothing, pair, flush, straight, three of a kind, straight flush.
        assert_eq!(counts(3, 3), [16_440, 3744, 1096, 720, 52, 48]);
    }

    #[test]
    fn five_of_52_and_the_best_four_of_them() {
        // https://www.data.bangtech.com/logic/poker.htm
        assert_eq!(
            counts(5, 5),
            [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5108, 3744, 624, 40]
        );
        // Counted by hand: straight flushes 4·11·48 - 40, flushes 4·(715·39 + 1287) - 2072, four of a kind 13·48.
        assert_eq!(
            counts(5, 4),
            [1_150_080, 1_047_552, 123_552, 101_808, 114_616, 58_656, 2072, 624]
        );
    }
}
