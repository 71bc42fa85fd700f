//! A playing card: rank and suit, written `Kh`, `Tc`, `2s`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::load::section::text;

/// The thirteen ranks, in the poker order 2 low to ace high.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rank {
    /// 2
    Two,
    /// 3
    Three,
    /// 4
    Four,
    /// 5
    Five,
    /// 6
    Six,
    /// 7
    Seven,
    /// 8
    Eight,
    /// 9
    Nine,
    /// 10
    Ten,
    /// Jack
    Jack,
    /// Queen
    Queen,
    /// King
    King,
    /// Ace
    Ace,
}

impl Rank {
    /// Every rank, 2 to ace.
    pub const ALL: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// What the card counts in a game of 21, an ace as 1.
    pub const fn value(self) -> u8 {
        match self {
            Rank::Ace => 1,
            Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => 10,
            low => low as u8 + 2,
        }
    }

    /// The one-character name: `2`–`9`, `T`, `J`, `Q`, `K`, `A`.
    pub const fn letter(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }

    /// The rank a letter stands for, upper or lower case.
    pub fn from_letter(letter: char) -> Option<Rank> {
        let letter = letter.to_ascii_uppercase();
        Rank::ALL.into_iter().find(|rank| rank.letter() == letter)
    }

    /// The English name, for sentences: "six", "king".
    pub const fn name(self) -> &'static str {
        [
            "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
        ][self as usize]
    }

    /// The English plural: "sixes", "kings".
    pub const fn plural(self) -> &'static str {
        [
            "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens",
            "kings", "aces",
        ][self as usize]
    }
}

/// The four suits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

impl Suit {
    /// Every suit, in bridge order.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The one-character name: `c`, `d`, `h`, `s`.
    pub const fn letter(self) -> char {
        b"cdhs"[self as usize] as char
    }

    /// The symbol: ♣ ♦ ♥ ♠.
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }

    /// The suit a letter stands for, upper or lower case.
    pub fn from_letter(letter: char) -> Option<Suit> {
        let letter = letter.to_ascii_lowercase();
        Suit::ALL.into_iter().find(|suit| suit.letter() == letter)
    }

    /// The English name: "hearts".
    pub const fn name(self) -> &'static str {
        ["clubs", "diamonds", "hearts", "spades"][self as usize]
    }

    /// Whether the suit is printed in red.
    pub const fn is_red(self) -> bool {
        matches!(self, Suit::Diamonds | Suit::Hearts)
    }
}

/// One of the 52 cards. Two cards of a shoe with the same rank and suit are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// How many different cards there are.
    pub const KINDS: usize = 52;

    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(rank as u8 * 4 + suit as u8)
    }

    /// The card's place in the order 2c 2d 2h 2s 3c … As, from 0 to 51.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card at a place in that order, if there is one.
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < Card::KINDS {
            Some(Card(index as u8))
        } else {
            None
        }
    }

    /// All 52 cards in index order.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..Card::KINDS as u8).map(Card)
    }

    /// The card's rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 / 4) as usize]
    }

    /// The card's suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 % 4) as usize]
    }

    /// What the card counts in a game of 21, an ace as 1.
    pub const fn value(self) -> u8 {
        self.rank().value()
    }
}

/// The text is not a card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a card; write a rank 2-9 T J Q K A and a suit c d h s, like `Kh` or `Tc`")]
pub struct NotACard(pub String);

/// The text is not a rank.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a rank; write one of 2 3 4 5 6 7 8 9 T J Q K A")]
pub struct NotARank(pub String);

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Card, NotACard> {
        let fault = || NotACard(text.to_string());
        let suit = text.chars().last().ok_or_else(fault)?;
        let rank = &text[..text.len() - suit.len_utf8()];
        let suit = Suit::ALL
            .into_iter()
            .find(|known| known.symbol() == suit)
            .or_else(|| Suit::from_letter(suit))
            .ok_or_else(fault)?;
        let rank: Rank = rank.parse().map_err(|_| fault())?;
        Ok(Card::new(rank, suit))
    }
}

impl FromStr for Rank {
    type Err = NotARank;

    fn from_str(text: &str) -> Result<Rank, NotARank> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Rank::from_letter(letter),
            _ if text == "10" => Some(Rank::Ten),
            _ => None,
        }
        .ok_or_else(|| NotARank(text.to_string()))
    }
}

/// Reads cards, with blanks or commas between them or without: `"7h 7d"`, `"9hQs"`.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, NotACard> {
    let words = text.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    let mut cards = Vec::new();
    for word in words {
        let pieces: Result<Vec<Card>, NotACard> = word.split_inclusive(ends_card).map(str::parse).collect();
        cards.extend(pieces.map_err(|_| NotACard(word.to_string()))?);
    }
    Ok(cards)
}

/// Whether a letter names a suit, which comes last in a card.
fn ends_card(letter: char) -> bool {
    Suit::from_letter(letter).is_some() || Suit::ALL.into_iter().any(|suit| suit.symbol() == letter)
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

text!(
    Card,
    "A card, like \"Kh\" or \"Tc\".",
    like "a card like \"7h\"",
    stand_in "Ah",
    pattern "^(10|[2-9TJQKAtjqka])[cdhsCDHS]$"
);
text!(
    Rank,
    "A rank: 2-9, T, J, Q, K or A.",
    like "a rank like \"7\" or \"K\"",
    stand_in "A",
    pattern "^(10|[2-9TJQKAtjqka])$"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_as_it_is_written() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::from_index(card.index()), Some(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
        }
        assert_eq!("10h".parse(), Ok(Card::new(Rank::Ten, Suit::Hearts)));
        assert_eq!("A♠".parse(), Ok(Card::new(Rank::Ace, Suit::Spades)));
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "h", "1h", "Kx", "KKh", "♠", "11s", "é"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }

    #[test]
    fn cards_are_read_with_blanks_between_them_or_without() {
        let cards = parse_cards("9h Qs").unwrap();
        for text in ["9hQs", "9h,Qs", " 9h  Qs ", "9♥Q♠"] {
            assert_eq!(parse_cards(text).unwrap(), cards, "{text}");
        }
        assert_eq!(parse_cards("10h10s").unwrap().len(), 2);
        for text in ["9hQ", "9Qs", "9hx"] {
            assert_eq!(parse_cards(text), Err(NotACard(text.to_string())));
        }
    }

    #[test]
    fn values_are_those_of_twenty_one() {
        let values: Vec<u8> = Rank::ALL.iter().map(|rank| rank.value()).collect();
        assert_eq!(values, [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1]);
    }
}
