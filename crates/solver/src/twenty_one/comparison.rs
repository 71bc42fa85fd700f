//! What a bet is worth against each result of the dealer's hand.

use croupier_rules::play::{BetKind, DealerResult};
use croupier_rules::twenty_one::{Dealer, LateBlackjackTakes};

use super::dealer::{DEALER_RESULTS, DealerChances};
use crate::number::Number;

/// What a unit is worth against each end of the dealer's hand, by the player's total.
#[derive(Clone, Debug)]
pub struct Comparison<N> {
    /// For totals of 16 or less, then 17 to 21.
    pub results: [[N; DEALER_RESULTS]; 6],
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
    pub fn value(&self, total: u8, dealer_chances: &DealerChances<N>) -> N {
        let results = &self.results[Self::class(total)];
        results
            .iter()
            .zip(dealer_chances)
            .fold(N::zero(), |sum, (result, chance)| sum + result.clone() * chance.clone())
    }

    /// Whether the bets on hands that were split off come back at a late blackjack, busted or not, and so do the doubles of
    /// busted hands: all but the bet made before the deal.
    pub fn takes_original_alone(&self) -> bool {
        !self.takes.takes(BetKind::SplitOff)
    }
}
