//! The total of a hand of 21.

use std::fmt;

use crate::card::{Card, Rank};

/// The total of a hand of 21: the sum with every ace as 1, and whether one ace may count 11.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Total {
    low: u8,
    ace: bool,
}

/// How many cards of each value a hand has, from the ace to the tens.
pub type ValueCounts = [u8; 10];

impl Total {
    /// The total of these cards.
    #[inline]
    pub fn of(cards: &[Card]) -> Total {
        cards.iter().fold(Total::default(), |total, card| total.with(*card))
    }

    /// The total of so many cards of each value.
    #[inline]
    pub fn of_values(counts: &ValueCounts) -> Total {
        Total {
            low: counts.iter().zip(1..).map(|(count, value)| count * value).sum(),
            ace: counts[0] > 0,
        }
    }

    /// The total with one more card.
    #[inline]
    pub const fn with(self, card: Card) -> Total {
        self.with_value(card.value())
    }

    /// The total with one more card of this value, an ace being 1.
    #[inline]
    pub const fn with_value(self, value: u8) -> Total {
        Total {
            low: self.low.saturating_add(value),
            ace: self.ace || value == Rank::Ace.value(),
        }
    }

    /// The sum with every ace as 1.
    #[inline]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// The best count that does not go over 21, or else the least.
    #[inline]
    pub const fn best(self) -> u8 {
        if self.is_soft() { self.low + 10 } else { self.low }
    }

    /// Whether an ace counts 11.
    #[inline]
    pub const fn is_soft(self) -> bool {
        self.ace && self.low <= 11
    }

    /// Whether it is a 21 in which no ace counts 11: one more card would bust it.
    #[inline]
    pub const fn is_hard_21(self) -> bool {
        self.low == 21
    }

    /// Whether the hand is over 21.
    #[inline]
    pub const fn is_bust(self) -> bool {
        self.low > 21
    }
}

impl fmt::Display for Total {
    /// "soft 17", "hard 12", "21", "Bust 24".
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.is_bust() {
            write!(f, "Bust {}", self.low)
        } else if self.best() == 21 {
            f.write_str("21")
        } else {
            write!(f, "{} {}", if self.is_soft() { "soft" } else { "hard" }, self.best())
        }
    }
}

/// What cards on the felt count, in words. One card is no hand yet: it is named by what it counts, "9" or "Ace".
pub fn count_in_words(cards: &[Card]) -> String {
    match cards {
        [card] if card.rank() == Rank::Ace => "Ace".to_string(),
        [card] => card.value().to_string(),
        _ => Total::of(cards).to_string(),
    }
}

/// Whether these are two cards, an ace and a ten-value card.
#[inline]
pub fn is_ace_ten(cards: &[Card]) -> bool {
    cards.len() == 2 && Total::of(cards).best() == 21
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;

    #[test]
    fn totals_are_said_in_words() {
        for (cards, said) in [
            ("Ah 6c", "soft 17"),
            ("Ah 6c Kd", "hard 17"),
            ("Ah Kd", "21"),
            ("7h 7d 7c", "21"),
            ("Kh Qd 2c", "Bust 22"),
            ("As Ad", "soft 12"),
            ("2s 3d", "hard 5"),
        ] {
            assert_eq!(Total::of(&parse_cards(cards).unwrap()).to_string(), said);
        }
    }

    #[test]
    fn one_card_is_named_by_what_it_counts() {
        for (cards, said) in [("9h", "9"), ("Ks", "10"), ("Ad", "Ace"), ("9h 2c", "hard 11")] {
            assert_eq!(count_in_words(&parse_cards(cards).unwrap()), said);
        }
    }

    #[test]
    fn cards_and_counts_of_values_have_the_same_total() {
        for text in ["Ah", "Ah 6c", "As Ad Tc", "Kh Qd 2c", "2s 3d 4h 5c 6s"] {
            let cards = parse_cards(text).unwrap();
            let mut counts = ValueCounts::default();
            for card in &cards {
                counts[usize::from(card.value()) - 1] += 1;
            }
            assert_eq!(Total::of(&cards), Total::of_values(&counts), "{text}");
        }
    }

    #[test]
    fn only_an_ace_and_a_ten_value_card_are_a_blackjack() {
        for (cards, is) in [
            ("Ah Kc", true),
            ("Ts Ad", true),
            ("Ah", false),
            ("Ah 9c", false),
            ("5h 6c Td", false),
        ] {
            assert_eq!(is_ace_ten(&parse_cards(cards).unwrap()), is, "{cards}");
        }
    }
}
