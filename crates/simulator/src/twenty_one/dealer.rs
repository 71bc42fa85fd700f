//! The dealer's hand as a small automaton, found by asking the rules after every card.

use croupier_rules::Rank;
use croupier_rules::play::{DealerResult, Total};
use croupier_rules::twenty_one::SoftSeventeen;

/// A dealer's hand as far as its future goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum DealerHand {
    /// Draws, with this total, of one card only or of more: one card may still become a blackjack.
    Draws { total: Total, single: bool },
    /// Has finished.
    Done(DealerResult),
}

/// Every hand the dealer can have, numbered: finished hands first, in the order of [`DealerResult::ALL`].
#[derive(Clone, Debug)]
pub(super) struct DealerHands {
    hands: Vec<DealerHand>,
    soft_17: SoftSeventeen,
}

impl DealerHands {
    pub(super) fn new(soft_17: SoftSeventeen) -> DealerHands {
        let mut all = DealerHands {
            hands: DealerResult::ALL.map(DealerHand::Done).to_vec(),
            soft_17,
        };
        let singles = Rank::ALL.map(|rank| all.single(rank));
        for single in singles {
            all.add(single);
        }
        let mut place = 0;
        while let Some(hand) = all.hands.get(place).copied() {
            for rank in Rank::ALL {
                all.add(all.with(hand, rank));
            }
            place += 1;
        }
        all
    }

    pub(super) fn all(&self) -> &[DealerHand] {
        &self.hands
    }

    pub(super) fn number(&self, hand: DealerHand) -> u8 {
        let place = self.hands.iter().position(|known| *known == hand);
        place.expect("every dealer's hand is in the list") as u8
    }

    /// The hand of the up card alone.
    pub(super) fn single(&self, up: Rank) -> DealerHand {
        DealerHand::Draws {
            total: Total::default().with_value(up.value()),
            single: true,
        }
    }

    /// The hand with one more card.
    pub(super) fn with(&self, hand: DealerHand, rank: Rank) -> DealerHand {
        let DealerHand::Draws { total, single } = hand else {
            return hand;
        };
        let total = total.with_value(rank.value());
        // Of the number of cards the rules ask only whether it is two.
        let cards = if single { 2 } else { 3 };
        match self.soft_17.dealer_result(total, cards) {
            Some(result) => DealerHand::Done(result),
            None => DealerHand::Draws { total, single: false },
        }
    }
    fn add(&mut self, hand: DealerHand) {
        if !self.hands.contains(&hand) {
            self.hands.push(hand);
        }
    }
}
