//! When the dealer checks and draws, and how the dealer's hand ends.

use crate::card::Rank;
use crate::play::{Total, is_half_of_blackjack};
use crate::twenty_one::{Dealer, HoleCard, SoftSeventeen};

/// How the dealer's hand ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DealerResult {
    /// The dealer stands on this total, 17 to 21.
    Stands(u8),
    /// The dealer busts with exactly 22.
    TwentyTwo,
    /// The dealer busts with more.
    Bust,
    /// The first two cards are an ace and a ten-value card.
    Blackjack,
}

/// What is known of a dealer's blackjack when the players act.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BlackjackCheck {
    /// The up card cannot make one.
    Impossible,
    /// The dealer has checked: there is none.
    Checked,
    /// The dealer has not checked: there may be one.
    Late,
}

impl SoftSeventeen {
    /// Whether the dealer draws to this total.
    #[inline]
    pub const fn dealer_draws(self, total: Total) -> bool {
        let draws_to_17 = match self {
            SoftSeventeen::Hits => total.is_soft(),
            SoftSeventeen::Stands => false,
            SoftSeventeen::HitsEverySeventeen => true,
        };
        total.best() < 17 || (total.best() == 17 && draws_to_17)
    }

    /// How the dealer's hand of so many cards ends; `None` while the dealer draws.
    pub fn dealer_result(self, total: Total, cards: usize) -> Option<DealerResult> {
        if self.dealer_draws(total) {
            return None;
        }
        Some(match total.best() {
            21 if cards == 2 => DealerResult::Blackjack,
            22 => DealerResult::TwentyTwo,
            23.. => DealerResult::Bust,
            stands => DealerResult::Stands(stands),
        })
    }
}

impl HoleCard {
    /// Whether the dealer has a second card when the players act.
    #[inline]
    pub const fn is_dealt(self) -> bool {
        matches!(self, HoleCard::Dealt | HoleCard::FaceUp)
    }

    /// Whether the players see it when they act.
    #[inline]
    pub const fn is_face_up(self) -> bool {
        matches!(self, HoleCard::FaceUp)
    }
}

impl Dealer {
    /// What is known of a dealer's blackjack under this up card when the players act.
    pub fn check_under(&self, up: Rank) -> BlackjackCheck {
        if !is_half_of_blackjack(up) {
            BlackjackCheck::Impossible
        } else if self.hole_card.is_face_up() || (self.hole_card.is_dealt() && self.checks.contains(up)) {
            BlackjackCheck::Checked
        } else {
            BlackjackCheck::Late
        }
    }
}

impl DealerResult {
    /// The totals a dealer may stand on.
    pub const TOTALS: [u8; 5] = [17, 18, 19, 20, 21];

    /// Every result, in the order of [`DealerResult::place`].
    pub const ALL: [DealerResult; 8] = [
        DealerResult::Stands(17),
        DealerResult::Stands(18),
        DealerResult::Stands(19),
        DealerResult::Stands(20),
        DealerResult::Stands(21),
        DealerResult::TwentyTwo,
        DealerResult::Bust,
        DealerResult::Blackjack,
    ];

    /// The place among all results, for tables.
    pub const fn place(self) -> usize {
        match self {
            DealerResult::Stands(total) => total as usize - 17,
            DealerResult::TwentyTwo => 5,
            DealerResult::Bust => 6,
            DealerResult::Blackjack => 7,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;

    #[test]
    fn the_dealer_draws_to_16_and_to_a_soft_17_where_the_rules_say_so() {
        for (cards, hits, stands) in [
            ("Th 6c", None, None),
            ("Th 7c", Some(DealerResult::Stands(17)), Some(DealerResult::Stands(17))),
            ("Ah 6c", None, Some(DealerResult::Stands(17))),
            ("Ah 7c", Some(DealerResult::Stands(18)), Some(DealerResult::Stands(18))),
            (
                "Ah 6c Td",
                Some(DealerResult::Stands(17)),
                Some(DealerResult::Stands(17)),
            ),
            ("Ah Tc", Some(DealerResult::Blackjack), Some(DealerResult::Blackjack)),
            (
                "7h 7c 7d",
                Some(DealerResult::Stands(21)),
                Some(DealerResult::Stands(21)),
            ),
            ("Th 6c 6d", Some(DealerResult::TwentyTwo), Some(DealerResult::TwentyTwo)),
            ("Th 6c 7d", Some(DealerResult::Bust), Some(DealerResult::Bust)),
        ] {
            let cards = parse_cards(cards).unwrap();
            let result = |rule: SoftSeventeen| rule.dealer_result(Total::of(&cards), cards.len());
            assert_eq!(result(SoftSeventeen::Hits), hits, "{cards:?}");
            assert_eq!(result(SoftSeventeen::Stands), stands, "{cards:?}");
            // Where every 17 is hit, only the two 17s end otherwise.
            let every = hits.filter(|result| *result != DealerResult::Stands(17));
            assert_eq!(result(SoftSeventeen::HitsEverySeventeen), every, "{cards:?}");
        }
    }

    #[test]
    fn results_stand_in_their_places() {
        for (place, result) in DealerResult::ALL.into_iter().enumerate() {
            assert_eq!(result.place(), place);
        }
    }
}
