//! Pay tables: rows of patterns over cards, and what each row pays.

use serde::{Deserialize, Serialize};

use crate::card::{Card, Rank, Suit};
use crate::money::{Money, Odds};
use crate::numbers::{Numbers, Ranks};

/// How the suits of the cards a pattern looks at must relate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Suits {
    /// Any suits.
    #[default]
    Any,
    /// All cards of one suit.
    Same,
    /// Not all of one suit.
    Mixed,
    /// All of one colour, but not all of one suit.
    SameColour,
    /// Red and black cards together.
    MixedColours,
    /// All clubs.
    Clubs,
    /// All diamonds.
    Diamonds,
    /// All hearts.
    Hearts,
    /// All spades.
    Spades,
}

/// A kind of poker hand. Cards that contain the hand have it: a full house contains three of a kind, a royal flush is
/// also a straight flush, a straight and a flush. Which one is paid is decided by the pay table: the best row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Poker {
    /// Two cards of one rank.
    Pair,
    /// Two pairs of different rank.
    TwoPair,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// Cards in sequence (five, or all three of a three-card hand); the ace is high or low.
    Straight,
    /// Cards of one suit (five, or all three of a three-card hand).
    Flush,
    /// Three of one rank and two of another.
    FullHouse,
    /// Four cards of one rank.
    FourOfAKind,
    /// A straight in one suit.
    StraightFlush,
    /// The highest straight flush: A-K-Q-J-T, or A-K-Q of three cards.
    RoyalFlush,
}

/// What the cards must show. Every condition that is given must hold; one that is left out holds always.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Pattern {
    /// How many cards the hand has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<Numbers>,
    /// The total as in 21: an ace counts 11 where that does not go over 21, else 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<Numbers>,
    /// The sum of the values with every ace as 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<Numbers>,
    /// Exactly these ranks, in any order and with these repeats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<Rank>>,
    /// Exactly these cards, in any order and with these repeats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exactly: Option<Vec<Card>>,
    /// All cards of the same rank, which is one of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_rank: Option<Ranks>,
    /// How the suits relate.
    #[serde(default, skip_serializing_if = "is_any")]
    pub suits: Suits,
    /// A poker hand contained in the cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poker: Option<Poker>,
    /// With `poker = "pair"`, `"three-of-a-kind"` or `"four-of-a-kind"`: the rank is one of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Ranks>,
    /// How many of the player's first two cards match the dealer's card in rank and suit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suited_matches: Option<Numbers>,
    /// How many of the player's first two cards match the dealer's card in rank but not in suit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsuited_matches: Option<Numbers>,
    /// The dealer's card lies strictly between the player's two in the order 2 … ace, and this many ranks lie between
    /// the two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<Numbers>,
    /// The rank of the dealer's up card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up: Option<Ranks>,
    /// The dealer's up card and hole card are a blackjack.
    #[serde(default, skip_serializing_if = "is_false")]
    pub dealer_blackjack: bool,
}

/// What a row pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pays {
    /// At odds, or a push.
    Odds(Odds),
    /// A fixed amount whatever the stake, written `"$1000"`.
    Amount(Money),
}

/// One row of a pay table: the name it is printed with, the pattern, and what it pays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Row {
    /// The row as the pay table prints it.
    pub name: String,
    /// What the cards must show.
    pub when: Pattern,
    /// What the row pays: odds, `push`, or a fixed amount.
    pub pays: Pays,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

fn is_any(suits: &Suits) -> bool {
    *suits == Suits::Any
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// The text is neither odds nor an amount.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither odds nor an amount; write `3:2`, `push` or `$1000`")]
pub struct NotPays(pub String);

impl Pays {
    /// What a stake wins, or `None` when that is not a whole number of cents.
    pub fn winnings(self, stake: Money) -> Option<Money> {
        match self {
            Pays::Odds(odds) => odds.winnings(stake),
            Pays::Amount(amount) => Some(amount),
        }
    }
}

impl std::str::FromStr for Pays {
    type Err = NotPays;

    fn from_str(text: &str) -> Result<Pays, NotPays> {
        if text.starts_with('$') {
            if let Ok(amount) = text.parse::<Money>() {
                return Ok(Pays::Amount(amount));
            }
        } else if let Ok(odds) = text.parse() {
            return Ok(Pays::Odds(odds));
        }
        Err(NotPays(text.to_string()))
    }
}

impl std::fmt::Display for Pays {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Pays::Odds(odds) => odds.fmt(f),
            Pays::Amount(amount) => amount.fmt(f),
        }
    }
}

crate::text::text_type!(
    Pays,
    "What a row pays: odds like \"3:2\", \"push\", or a fixed amount like \"$1000\".",
    r"^([1-9][0-9]*:[1-9][0-9]*|push|\$[0-9,]+(\.[0-9]{2})?)$"
);

impl Suits {
    /// Whether the suits of these cards relate so.
    pub fn hold(self, cards: &[Card]) -> bool {
        let all = |suit: Suit| cards.iter().all(|card| card.suit() == suit);
        let one_suit = cards.windows(2).all(|pair| pair[0].suit() == pair[1].suit());
        let one_colour = cards
            .windows(2)
            .all(|pair| pair[0].suit().is_red() == pair[1].suit().is_red());
        match self {
            Suits::Any => true,
            Suits::Same => one_suit,
            Suits::Mixed => !one_suit,
            Suits::SameColour => one_colour && !one_suit,
            Suits::MixedColours => !one_colour,
            Suits::Clubs => all(Suit::Clubs),
            Suits::Diamonds => all(Suit::Diamonds),
            Suits::Hearts => all(Suit::Hearts),
            Suits::Spades => all(Suit::Spades),
        }
    }

    /// Whether it matters which suits the cards have.
    pub fn matter(self) -> bool {
        self != Suits::Any
    }
}
