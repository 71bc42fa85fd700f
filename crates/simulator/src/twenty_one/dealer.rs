//! The dealer's hand as a small automaton.

use croupier_rules::twenty_one::{SoftSeventeen, TwentyOne};
use croupier_rules::{Card, Rank};

/// A dealer's hand as far as its future goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum DealerHand {
    /// Draws: the sum with aces as 1, whether there is an ace, and whether it is one card only.
    Draws { low: u8, ace: bool, single: bool },
    /// Has finished.
    Done(DealerEnd),
}

/// How the dealer's hand ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) enum DealerEnd {
    /// A total that stands.
    Stands(u8),
    /// Exactly 22.
    TwentyTwo,
    /// Over 22.
    Bust,
    /// An ace and a ten-value card as the first two.
    Blackjack,
}

/// Every hand the dealer can have, numbered.
#[derive(Clone, Debug)]
pub(super) struct DealerHands {
    hands: Vec<DealerHand>,
    soft_17: SoftSeventeen,
}

impl DealerHands {
    pub(super) fn new(rules: &TwentyOne) -> DealerHands {
        let soft_17 = rules.dealer.soft_17;
        let mut hands = Vec::new();
        for end in (17..=21)
            .map(DealerEnd::Stands)
            .chain([DealerEnd::TwentyTwo, DealerEnd::Bust, DealerEnd::Blackjack])
        {
            hands.push(DealerHand::Done(end));
        }
        for low in 1..=16 {
            for ace in [false, true] {
                hands.push(DealerHand::Draws {
                    low,
                    ace,
                    single: false,
                });
            }
        }
        for low in 1..=10 {
            hands.push(DealerHand::Draws {
                low,
                ace: low == 1,
                single: true,
            });
        }
        DealerHands { hands, soft_17 }
    }

    pub(super) fn all(&self) -> &[DealerHand] {
        &self.hands
    }

    pub(super) fn number(&self, hand: DealerHand) -> u8 {
        let place = self.hands.iter().position(|known| *known == hand);
        place.expect("every dealer's hand is in the list") as u8
    }

    /// The hand of the up card alone.
    pub(super) fn single(&self, up: Card) -> DealerHand {
        DealerHand::Draws {
            low: up.value(),
            ace: up.rank() == Rank::Ace,
            single: true,
        }
    }

    /// The hand with one more card.
    pub(super) fn with(&self, hand: DealerHand, card: Card) -> DealerHand {
        let DealerHand::Draws { low, ace, single } = hand else {
            return hand;
        };
        let (low, ace) = (low + card.value(), ace || card.rank() == Rank::Ace);
        let soft = ace && low <= 11;
        let best = if soft { low + 10 } else { low };
        if single && best == 21 {
            return DealerHand::Done(DealerEnd::Blackjack);
        }
        let stands_on = if soft && self.soft_17 == SoftSeventeen::Hits {
            18
        } else {
            17
        };
        if best < stands_on {
            return DealerHand::Draws {
                low,
                ace,
                single: false,
            };
        }
        DealerHand::Done(match best {
            22 => DealerEnd::TwentyTwo,
            23.. => DealerEnd::Bust,
            total => DealerEnd::Stands(total),
        })
    }
}
