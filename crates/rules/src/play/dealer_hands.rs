//! Every complete hand that a dealer can be dealt, with the number of ways it can come: what a bet over the dealer's hand is
//! judged and counted by.
//!
//! Hands are walked card by card in the order of the deal, for the up card and the third card may be asked for. Cards that no
//! row tells apart are one: ten-value cards of different ranks, and suits as far as no row asks more of them than whether all
//! cards are of one suit or color.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::card::{Card, Rank, Suit};
use crate::numbers::Ranks;
use crate::pattern::Pattern;
use crate::play::Total;
use crate::twenty_one::SoftSeventeen;

/// The most cards a dealer's hand can have: seven aces and a 5 make 12, and six aces more 18, where every 17 is hit.
const CARDS_MAX: usize = 14;

/// Sets of suits: each by itself, the red ones, the black ones, all.
const SETS: usize = 7;
const RED: usize = 4;
const BLACK: usize = 5;
const ALL: usize = 6;

/// How the suits of a hand relate, each case with the suit of the first card and that of the others.
const CASES: [(Suit, Suit); SETS] = [
    (Suit::Clubs, Suit::Clubs),
    (Suit::Diamonds, Suit::Diamonds),
    (Suit::Hearts, Suit::Hearts),
    (Suit::Spades, Suit::Spades),
    (Suit::Hearts, Suit::Diamonds),
    (Suit::Spades, Suit::Clubs),
    (Suit::Hearts, Suit::Clubs),
];

/// The dealer's complete hands, as far as the rows of a bet can tell them apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealerHands {
    soft_17: SoftSeventeen,
    groups: Vec<Group>,
    suits_matter: bool,
}

/// Cards that no row tells apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Group {
    rank: Rank,
    /// How many are left in each set of suits.
    left: [u32; SETS],
}

/// A hand on its way: the groups of its cards, and in how many ways they can have come from each set of suits.
#[derive(Clone, Default)]
struct Begun {
    ranks: ArrayVec<Rank, CARDS_MAX>,
    total: Total,
    ways: [u128; SETS],
}

impl DealerHands {
    /// The hands of a dealer who draws by this rule from so many cards of each kind, for a bet with these rows.
    pub fn new<'p>(
        soft_17: SoftSeventeen,
        left: impl Fn(Card) -> u32,
        rows: impl Iterator<Item = &'p Pattern> + Clone,
    ) -> DealerHands {
        let suits_matter = rows.clone().any(|row| row.suits.matter());
        let tens_differ = rows.clone().any(tells_tens_apart);
        let mut groups: Vec<Group> = Vec::new();
        for rank in Rank::ALL {
            let mut of_rank = [0; SETS];
            for suit in Suit::ALL {
                let count = left(Card::new(rank, suit));
                let color = if suit.is_red() { RED } else { BLACK };
                for set in [suit as usize, color].into_iter().filter(|_| suits_matter) {
                    of_rank[set] += count;
                }
                of_rank[ALL] += count;
            }
            match groups.iter_mut().find(|known| known.rank.value() == rank.value()) {
                Some(known) if !tens_differ => (0..SETS).for_each(|set| known.left[set] += of_rank[set]),
                _ => groups.push(Group { rank, left: of_rank }),
            }
        }
        DealerHands {
            soft_17,
            groups,
            suits_matter,
        }
    }

    /// Visits every complete hand in the order its cards are dealt, with the number of ordered ways its cards can come. A hand
    /// of n cards is one of all ordered ways that n cards can.
    pub fn each(mut self, mut visit: impl FnMut(&[Card], u128) -> ControlFlow<()>) -> ControlFlow<()> {
        let begun = Begun {
            ways: [1; SETS],
            ..Begun::default()
        };
        self.go_on(&begun, &mut visit)
    }

    fn go_on(&mut self, begun: &Begun, visit: &mut impl FnMut(&[Card], u128) -> ControlFlow<()>) -> ControlFlow<()> {
        if !self.soft_17.dealer_draws(begun.total) {
            return self.complete(begun, visit);
        }
        for place in 0..self.groups.len() {
            let group = self.groups[place];
            if group.left[ALL] == 0 {
                continue;
            }
            let mut next = begun.clone();
            next.ranks.push(group.rank);
            next.total = begun.total.with_value(group.rank.value());
            for set in 0..SETS {
                next.ways[set] *= u128::from(group.left[set]);
                self.groups[place].left[set] = group.left[set].saturating_sub(1);
            }
            let flow = self.go_on(&next, visit);
            self.groups[place] = group;
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Visits a complete hand, once for each way in which its suits can relate.
    fn complete(&self, hand: &Begun, visit: &mut impl FnMut(&[Card], u128) -> ControlFlow<()>) -> ControlFlow<()> {
        let [clubs, diamonds, hearts, spades, red, black, all] = hand.ways;
        let ways = match self.suits_matter {
            true => [
                clubs,
                diamonds,
                hearts,
                spades,
                red - diamonds - hearts,
                black - clubs - spades,
                all - red - black,
            ],
            false => [0, 0, 0, 0, 0, 0, all],
        };
        for ((first, others), ways) in CASES.into_iter().zip(ways).filter(|(_, ways)| *ways > 0) {
            let suits = std::iter::once(first).chain(std::iter::repeat(others));
            let cards = hand.ranks.iter().zip(suits);
            let cards: ArrayVec<Card, CARDS_MAX> = cards.map(|(rank, suit)| Card::new(*rank, suit)).collect();
            visit(&cards, ways)?;
        }
        ControlFlow::Continue(())
    }
}

/// Whether a row asks for some of the ten-value ranks and not for others.
fn tells_tens_apart(row: &Pattern) -> bool {
    let is_ten = |rank: &Rank| rank.value() == 10;
    let tens = Rank::ALL.into_iter().filter(is_ten).count();
    let splits = |ranks: Ranks| !matches!(ranks.iter().filter(is_ten).count(), count if count == 0 || count == tens);
    row.ranks.iter().flatten().any(is_ten)
        || row
            .same_rank
            .is_some_and(|ranks| ranks.iter().any(|rank| is_ten(&rank)))
        || row.up.is_some_and(splits)
        || row.third.is_some_and(splits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Over;
    use crate::pay_table::{Dealt, Sight};

    /// Hands of a small deck dealt one by one, in full, suits and all.
    fn each_by_hand(
        soft_17: SoftSeventeen,
        deck: &mut Vec<Card>,
        hand: &mut Vec<Card>,
        visit: &mut impl FnMut(&[Card]),
    ) {
        if !soft_17.dealer_draws(Total::of(hand)) {
            return visit(hand);
        }
        for place in 0..deck.len() {
            let card = deck.swap_remove(place);
            hand.push(card);
            each_by_hand(soft_17, deck, hand, visit);
            hand.pop();
            deck.push(card);
            let last = deck.len() - 1;
            deck.swap(place, last);
        }
    }

    /// What the rows come to by number of cards, counted one by one and by the walk.
    #[test]
    fn the_walk_counts_what_dealing_every_card_counts() {
        let deck = crate::card::parse_cards("As Ah 5s 5h 6c 6d 8h 9s Ts Jd Kd Kh").unwrap();
        let rows = [
            "cards = '2'",
            "total = '22+'",
            "total = '24', suits = 'same'",
            "total = '22+', suits = 'same-color'",
            "suits = 'mixed-colors', third = 'T'",
            "ranks = ['K', 'J']",
            "up = 'T-K', total = '17-19'",
            "dealer-blackjack = true",
            "suits = 'hearts'",
            "same-rank = 'K'",
        ];
        for soft_17 in SoftSeventeen::ALL.iter().copied() {
            for row in rows {
                let row: Pattern = row.parse().unwrap();
                let meets = |cards: &[Card]| {
                    let dealt = Dealt::TwentyOne {
                        player: [deck[0]; 2],
                        up: cards[0],
                        hole: cards.get(1).copied(),
                        dealer: cards,
                    };
                    row.holds(&Sight::of_bet(Over::DealerHand, &dealt, cards))
                };
                let mut one_by_one = [0; CARDS_MAX + 1];
                each_by_hand(soft_17, &mut deck.clone(), &mut Vec::new(), &mut |cards| {
                    one_by_one[cards.len()] += u128::from(meets(cards));
                });
                let mut walked = [0; CARDS_MAX + 1];
                let left = |card: Card| deck.iter().filter(|other| **other == card).count() as u32;
                let _ = DealerHands::new(soft_17, left, std::iter::once(&row)).each(|cards, ways| {
                    walked[cards.len()] += if meets(cards) { ways } else { 0 };
                    ControlFlow::Continue(())
                });
                assert_eq!(walked, one_by_one, "{row:?}");
                assert!(one_by_one.iter().sum::<u128>() > 0, "{row:?} is never met");
            }
        }
    }

    #[test]
    fn the_longest_hand_has_fourteen_cards() {
        let mut longest = [0; 3];
        for (soft_17, longest) in SoftSeventeen::ALL.iter().zip(&mut longest) {
            let _ = DealerHands::new(*soft_17, |_| 8, std::iter::empty()).each(|cards, _| {
                *longest = cards.len().max(*longest);
                ControlFlow::Continue(())
            });
        }
        assert_eq!(longest, [13, 12, CARDS_MAX]);
    }
}
