//! The total of a hand of 21.

use std::fmt;

use croupier_rules::{Card, Rank};

/// The total of a hand of 21: the sum with every ace as 1, and whether one ace may count 11.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Total {
    low: u8,
    ace: bool,
}

impl Total {
    /// The total of these cards.
    pub fn of(cards: &[Card]) -> Total {
        cards.iter().fold(Total::default(), |total, card| total.with(*card))
    }

    /// The total with one more card.
    pub fn with(self, card: Card) -> Total {
        Total {
            low: self.low + card.value(),
            ace: self.ace || card.rank() == Rank::Ace,
        }
    }

    /// The best count that does not go over 21, or else the least.
    pub const fn best(self) -> u8 {
        if self.is_soft() { self.low + 10 } else { self.low }
    }

    /// Whether an ace counts 11.
    pub const fn is_soft(self) -> bool {
        self.ace && self.low <= 11
    }

    /// Whether the hand is over 21.
    pub const fn is_bust(self) -> bool {
        self.low > 21
    }
}

impl fmt::Display for Total {
    /// "soft 17", "hard 12", "21", "bust with 24".
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.is_bust() {
            write!(f, "bust with {}", self.low)
        } else if self.best() == 21 {
            f.write_str("21")
        } else {
            write!(f, "{} {}", if self.is_soft() { "soft" } else { "hard" }, self.best())
        }
    }
}

/// Whether two cards are an ace and a ten-value card.
pub fn is_ace_ten(cards: &[Card]) -> bool {
    match cards {
        [one, other] => one.value().min(other.value()) == 1 && one.value().max(other.value()) == 10,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::card::parse_cards;

    #[test]
    fn totals_are_said_in_words() {
        for (cards, said) in [
            ("Ah 6c", "soft 17"),
            ("Ah 6c Kd", "hard 17"),
            ("Ah Kd", "21"),
            ("7h 7d 7c", "21"),
            ("Kh Qd 2c", "bust with 22"),
            ("As Ad", "soft 12"),
            ("2s 3d", "hard 5"),
        ] {
            assert_eq!(Total::of(&parse_cards(cards).unwrap()).to_string(), said);
        }
    }
}
