//! The cards a player draws from, and what the dealer's check has shown of the hole card.
//!
//! Where the dealer has checked and found no blackjack, the hole card is no ten under an ace and no ace under a ten. Every
//! value here is computed jointly with that event: it is the mean of (result × the hole card is none of those). Cards are
//! then drawn with plain chances, as if the hole card were still in the shoe, because unseen cards are exchangeable; the
//! condition is divided out at the end. So a value stands for `weight × value given no blackjack`.

use croupier_rules::play::BlackjackCheck;

use super::dealer::{BLACKJACK, DealerChances, Draws, OVER};
use super::up_class::UpClass;
use crate::number::Number;

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

impl Unseen {
    /// What is left of these values when the cards that the dealer shows are out.
    pub fn new(shoe: &[i64; 10], up: &UpClass) -> Unseen {
        let mut counts = *shoe;
        for value in [Some(up.value), up.hole_value()].into_iter().flatten() {
            counts[usize::from(value) - 1] -= 1;
        }
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
    #[inline]
    pub fn left(&self, hand: &[u8; 10], value: usize) -> i64 {
        (self.counts[value] - i64::from(hand[value])).max(0)
    }

    /// One, if a card of a value is left beside so many held, else none.
    #[inline]
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
    pub fn dealer_chances<N: Number>(&self, draws: &Draws, hand: &[u8; 10], cards: u8) -> DealerChances<N> {
        let shoe: [N; 10] = std::array::from_fn(|value| N::whole(self.left(hand, value)));
        let falling = self.falling(cards, draws.length_max());
        let dealer_chances = draws.dealer_chances(&shoe, &falling);
        self.close(dealer_chances)
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
    pub fn close<N: Number>(&self, mut dealer_chances: DealerChances<N>) -> DealerChances<N> {
        let listed = dealer_chances.iter().enumerate().filter(|(place, _)| *place != OVER);
        let sum = listed.fold(N::zero(), |sum, (_, chance)| sum + chance.clone());
        dealer_chances[OVER] = N::one() - sum;
        if self.barred.is_some() {
            dealer_chances[BLACKJACK] = N::zero();
        }
        dealer_chances
    }
}

/// Numbers in which the dealer's chances can be computed for many hands at once.
pub trait Dealing: Number {
    /// How the dealer's hand ends beside each of these hands (values, number of cards).
    fn dealer_chances_of(unseen: &Unseen, draws: &Draws, hands: &[([u8; 10], u8)]) -> Vec<DealerChances<Self>> {
        hands
            .iter()
            .map(|(hand, cards)| unseen.dealer_chances(draws, hand, *cards))
            .collect()
    }
}

impl Dealing for crate::number::Fraction {}

impl Dealing for f64 {
    /// Four hands side by side, which the processor computes at once.
    fn dealer_chances_of(unseen: &Unseen, draws: &Draws, hands: &[([u8; 10], u8)]) -> Vec<DealerChances<f64>> {
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
            let dealer_chances = draws.dealer_chances(&shoe, &orders);
            for lane in 0..four.len() {
                all.push(unseen.close(std::array::from_fn(|end| dealer_chances[end].0[lane])));
            }
        }
        all
    }
}
