//! What lies on the table before the player draws: the cards out of the shoe, the up card, and what the dealer's check
//! has told.
//!
//! Where the dealer has checked and found no blackjack, the hole card is no ten under an ace and no ace under a ten. Every
//! value here is computed jointly with that event: it is the mean of (result × the hole card is none of those). Cards are
//! then drawn with plain chances, as if the hole card were still in the shoe, because unseen cards are exchangeable; the
//! condition is divided out at the end. So a value stands for `weight × value given no blackjack`.

use croupier_rules::play::{BetKind, BlackjackCheck, DealerResult};
use croupier_rules::twenty_one::{Dealer, LateBlackjackTakes, TwentyOne};
use croupier_rules::{Card, Rank};

use super::dealer::{BLACKJACK, Draws, FINALS, Finals, OVER};
use super::rows::{RowSet, Rows};
use crate::number::Number;

/// Up cards that play alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UpClass {
    /// The value, an ace as 1.
    pub value: u8,
    /// What is known of a blackjack.
    pub check: BlackjackCheck,
    /// The rows whose up card condition is met.
    pub rows: RowSet,
    /// The ranks.
    pub ranks: Vec<Rank>,
    /// The value of the hole card, where somebody has seen it; it makes no blackjack and is out of the shoe.
    pub hole: Option<u8>,
}

/// The cards a player draws from, by value.
#[derive(Clone, Debug)]
pub struct Unseen {
    /// How many of each value, hole card included.
    pub counts: [i64; 10],
    /// How many in all.
    pub size: i64,
    /// The value a hole card would make a blackjack with and was found not to have, as a place from 0.
    pub barred: Option<usize>,
}

impl UpClass {
    /// The classes of all up cards this shoe can show.
    pub fn all(rules: &TwentyOne, rows: &Rows, shoe: &[u32; Card::KINDS]) -> Vec<UpClass> {
        let mut classes: Vec<UpClass> = Vec::new();
        for rank in Rank::ALL {
            let there = Card::all().any(|card| card.rank() == rank && shoe[card.index()] > 0);
            if !there {
                continue;
            }
            let class = UpClass::of(rules, rows, rank);
            let known = classes
                .iter_mut()
                .find(|other| other.value == class.value && other.check == class.check && other.rows == class.rows);
            match known {
                Some(known) => known.ranks.push(rank),
                None => classes.push(class),
            }
        }
        classes
    }

    /// The class of one rank.
    pub fn of(rules: &TwentyOne, rows: &Rows, rank: Rank) -> UpClass {
        UpClass {
            value: rank.value(),
            check: rules.dealer.check_under(rank),
            rows: rows.under(rank),
            ranks: vec![rank],
            hole: None,
        }
    }

    /// The value that makes a blackjack with this up card, as a place from 0.
    pub fn partner(&self) -> Option<usize> {
        match self.value {
            1 if self.hole.is_none() => Some(9),
            10 if self.hole.is_none() => Some(0),
            _ => None,
        }
    }
}

impl Unseen {
    /// What is left when these values and the up card are out.
    pub fn new(shoe: &[i64; 10], up: &UpClass) -> Unseen {
        let mut counts = *shoe;
        counts[usize::from(up.value) - 1] -= 1;
        Unseen {
            counts,
            size: counts.iter().sum(),
            barred: up.partner().filter(|_| up.check == BlackjackCheck::Checked),
        }
    }

    /// The same with so many more cards of one value out.
    pub fn without(&self, value: usize, copies: i64) -> Unseen {
        let mut unseen = self.clone();
        unseen.counts[value] -= copies;
        unseen.size -= copies;
        unseen
    }

    /// The chance that the hole card is none that the check has ruled out, with these cards in the player's hand.
    pub fn weight<N: Number>(&self, hand: &[u8; 10], cards: u8) -> N {
        match self.barred {
            None => N::one(),
            Some(value) => {
                let size = self.size - i64::from(cards);
                let barred = (self.counts[value] - i64::from(hand[value])).max(0);
                if size <= 0 {
                    N::zero()
                } else {
                    N::ratio(size - barred, size)
                }
            }
        }
    }

    /// How many cards of a value are left beside a hand; none when the hand itself is impossible.
    pub fn left(&self, hand: &[u8; 10], value: usize) -> i64 {
        (self.counts[value] - i64::from(hand[value])).max(0)
    }

    /// One, if a card of a value is left beside so many held, else none.
    pub fn spare(&self, value: usize, held: i64) -> i64 {
        i64::from(self.counts[value] > held)
    }

    /// Whether the cards of this hand are there at all.
    pub fn can_deal(&self, hand: &[u8; 10]) -> bool {
        self.counts
            .iter()
            .zip(hand)
            .all(|(left, held)| *left >= i64::from(*held))
    }

    /// How the dealer's hand ends when these cards are in the player's hand. In every checked case the blackjack is left
    /// out, so that the chances add up to the weight.
    pub fn finals<N: Number>(&self, draws: &Draws, hand: &[u8; 10], cards: u8) -> Finals<N> {
        let shoe: [N; 10] = std::array::from_fn(|value| N::whole(self.left(hand, value)));
        let falling = self.falling(cards, draws.length_max());
        let finals = draws.finals(&shoe, &falling);
        self.close(finals)
    }

    /// One over the falling factorials of the number of cards left, from order 0.
    pub fn falling<N: Number>(&self, cards: u8, length: usize) -> Vec<N> {
        let mut falling = vec![N::one()];
        let size = self.size - i64::from(cards);
        for drawn in 0..length as i64 {
            let last = falling[falling.len() - 1].clone();
            falling.push(if size > drawn {
                last * N::ratio(1, size - drawn)
            } else {
                N::zero()
            });
        }
        falling
    }

    /// Fills in what the listed ends leave, and strikes out a blackjack that the check has ruled out.
    pub fn close<N: Number>(&self, mut finals: Finals<N>) -> Finals<N> {
        let listed = finals.iter().enumerate().filter(|(place, _)| *place != OVER);
        let sum = listed.fold(N::zero(), |sum, (_, chance)| sum + chance.clone());
        finals[OVER] = N::one() - sum;
        if self.barred.is_some() {
            finals[BLACKJACK] = N::zero();
        }
        finals
    }
}

/// What a unit is worth against each end of the dealer's hand, by the player's total.
#[derive(Clone, Debug)]
pub struct Comparison<N> {
    /// For totals of 16 or less, then 17 to 21.
    pub results: [[N; FINALS]; 6],
    /// What becomes of an added unit at a dealer's blackjack.
    pub added_at_blackjack: N,
    /// What a late blackjack takes.
    pub takes: LateBlackjackTakes,
}

impl<N: Number> Comparison<N> {
    /// The comparison of a game.
    pub fn new(dealer: &Dealer) -> Comparison<N> {
        let unit = |total: u8, result: DealerResult| N::unit(dealer.compare(total, result).1);
        Comparison {
            results: std::array::from_fn(|class| DealerResult::ALL.map(|result| unit(Self::total(class), result))),
            added_at_blackjack: match dealer.late_blackjack_takes.takes(BetKind::Double) {
                true => -N::one(),
                false => N::zero(),
            },
            takes: dealer.late_blackjack_takes,
        }
    }

    /// The place of a total in `results`.
    pub fn class(total: u8) -> usize {
        usize::from(total.max(16)) - 16
    }

    /// The total at a place of `results`, 16 for all that are less than 17.
    pub fn total(class: usize) -> u8 {
        class as u8 + 16
    }

    /// What a unit is worth that meets these ends.
    pub fn value(&self, total: u8, finals: &Finals<N>) -> N {
        let results = &self.results[Self::class(total)];
        results
            .iter()
            .zip(finals)
            .fold(N::zero(), |sum, (result, chance)| sum + result.clone() * chance.clone())
    }

    /// Whether the bets on hands that were split off come back at a late blackjack, busted or not, and so do the doubles of
    /// busted hands: all but the bet made before the deal.
    pub fn takes_original_alone(&self) -> bool {
        !self.takes.takes(BetKind::SplitOff)
    }
}

/// Numbers in which the dealer's chances can be computed for many hands at once.
pub trait Dealing: Number {
    /// How the dealer's hand ends beside each of these hands (values, number of cards).
    fn finals_of(unseen: &Unseen, draws: &Draws, hands: &[([u8; 10], u8)]) -> Vec<Finals<Self>> {
        hands
            .iter()
            .map(|(hand, cards)| unseen.finals(draws, hand, *cards))
            .collect()
    }
}

impl Dealing for crate::number::Fraction {}

impl Dealing for f64 {
    /// Four hands side by side, which the processor computes at once.
    fn finals_of(unseen: &Unseen, draws: &Draws, hands: &[([u8; 10], u8)]) -> Vec<Finals<f64>> {
        use crate::number::Four;
        let mut all = Vec::with_capacity(hands.len());
        // The number of cards left differs by the length of the hand alone.
        let longest = hands.iter().map(|(_, cards)| *cards).max().unwrap_or(0);
        let falling: Vec<Vec<f64>> = (0..=longest)
            .map(|cards| unseen.falling(cards, draws.length_max()))
            .collect();
        for four in hands.chunks(4) {
            let hand = |lane: usize| &four[lane.min(four.len() - 1)];
            let shoe: [Four; 10] =
                std::array::from_fn(|value| Four(std::array::from_fn(|lane| unseen.left(&hand(lane).0, value) as f64)));
            let mut orders = [Four([0.0; 4]); 24];
            for (order, slot) in orders.iter_mut().enumerate().take(draws.length_max() + 1) {
                *slot = Four(std::array::from_fn(|lane| falling[usize::from(hand(lane).1)][order]));
            }
            let finals = draws.finals(&shoe, &orders);
            for lane in 0..four.len() {
                all.push(unseen.close(std::array::from_fn(|end| finals[end].0[lane])));
            }
        }
        all
    }
}
