//! Pay tables: rows of patterns over cards, and what each row pays.

use crate::baccarat::CoupWinner;
use crate::card::{Card, Rank, Suit};
use crate::load::document;
use crate::load::message::Message;
use crate::load::read::{read_section, stand_in_section};
use crate::load::report::Report;
use crate::load::section::{section, text, values, words};
use crate::load::{Faults, Path, Text};
use crate::meter::Share;
use crate::money::{Money, Odds};
use crate::numbers::{Numbers, Ranks};
use crate::single_card::{Drawn, First};

words! {
    /// How the suits of the cards a pattern looks at must relate.
    pub enum Suits {
        /// Any suits.
        Any,
        /// All cards of one suit.
        Same,
        /// Not all of one suit.
        Mixed,
        /// All of one color, but not all of one suit.
        SameColor,
        /// Red and black cards together.
        MixedColors,
        /// All clubs.
        Clubs,
        /// All diamonds.
        Diamonds,
        /// All hearts.
        Hearts,
        /// All spades.
        Spades,
    }
}

words! {
    /// A kind of poker hand. Cards that contain the hand have it: a full house contains three of a kind, a royal flush is
    /// also a straight flush, a straight and a flush. Which one is paid is decided by the pay table: the best row.
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
}

section! {
    /// What the cards must show. Every condition that is given must hold; one that is left out holds always.
    pub struct Pattern {
        /// How many cards the hand has.
        pub cards: Option<Numbers>,
        /// The total as in 21: an ace counts 11 where that does not go over 21, else 1.
        pub total: Option<Numbers>,
        /// The sum of the values with every ace as 1.
        pub sum: Option<Numbers>,
        /// Exactly these ranks, in any order and with these repeats.
        pub ranks: Option<Vec<Rank>> where (1..=Pattern::CARDS_MAX),
        /// Exactly these cards, in any order and with these repeats.
        pub exactly: Option<Vec<Card>> where (1..=Pattern::CARDS_MAX),
        /// All cards of the same rank, which is one of these.
        pub same_rank: Option<Ranks>,
        /// How the suits relate.
        pub suits: Suits = Suits::Any,
        /// A poker hand contained in the cards.
        pub poker: Option<Poker>,
        /// With `poker = "pair"`, `"three-of-a-kind"` or `"four-of-a-kind"`: the rank is one of these. With `"straight"` or
        /// `"straight-flush"`: the highest rank is, which is not the ace where the ace is low.
        pub of: Option<Ranks>,
        /// How many of the player's first two cards match the dealer's card in rank and suit.
        pub suited_matches: Option<Numbers>,
        /// How many of the player's first two cards match the dealer's card in rank but not in suit.
        pub unsuited_matches: Option<Numbers>,
        /// The dealer's card lies strictly between the player's two in the order 2 … ace, and this many ranks lie between
        /// the two. Single card: the third card lies between the first two.
        pub spread: Option<Numbers>,
        /// The rank of the dealer's up card.
        pub up: Option<Ranks>,
        /// The dealer's up card and hole card are a blackjack.
        pub dealer_blackjack: bool = false,
        /// Over the dealer's hand: the rank of its third card.
        pub third: Option<Ranks>,
        /// Over the dealer's hand: the player's first two cards are a blackjack.
        pub player_blackjack: bool = false,
        /// Baccarat: which hand wins.
        pub wins: Option<CoupWinner>,
        /// Baccarat: the points of the player's hand.
        pub player_points: Option<Numbers>,
        /// Baccarat: how many cards the player's hand has.
        pub player_cards: Option<Numbers>,
        /// Baccarat: the points of the banker's hand.
        pub banker_points: Option<Numbers>,
        /// Baccarat: how many cards the banker's hand has.
        pub banker_cards: Option<Numbers>,
        /// Single card: how the first two cards stand.
        pub first: Option<First>,
        /// Single card: how the cards stand that came after the first.
        pub drawn: Option<Drawn>,
    }
}

impl Poker {
    /// How many cards the hand needs among hands of this size; `None` where hands of this size never are it.
    pub(crate) fn cards_needed(self, hand_size: u8) -> Option<usize> {
        match self {
            Poker::Pair => Some(2),
            Poker::ThreeOfAKind => Some(3),
            Poker::Straight | Poker::Flush | Poker::StraightFlush | Poker::RoyalFlush => Some(usize::from(hand_size)),
            _ if hand_size == 3 => None,
            Poker::TwoPair | Poker::FourOfAKind => Some(4),
            Poker::FullHouse if hand_size == 4 => None,
            Poker::FullHouse => Some(5),
        }
    }
}

/// What a row pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pays {
    /// At odds, or a push.
    Odds(Odds),
    /// A fixed amount whatever the stake, written `"$1000"`.
    Amount(Money),
    /// Side bets: a share of the meter that the bet names, written `"10% of meter"`.
    OfMeter {
        /// The share.
        share: Share,
        /// What that comes to; nothing in a pay table, which knows no meter.
        amount: Money,
    },
}

section! {
    /// One row of a pay table: the name it is printed with, the pattern, and what it pays.
    pub struct Row by id {
        /// The row as the pay table prints it.
        pub name: String,
        /// What the cards must show.
        pub when: Pattern,
        /// What the row pays: odds, `push`, a fixed amount, or a share of the meter that the side bet names.
        pub pays: Pays,
    }
}

impl Pattern {
    /// The same without the conditions on how a coup ends.
    pub(crate) fn without_coup(self) -> Pattern {
        Pattern {
            wins: None,
            player_points: None,
            player_cards: None,
            banker_points: None,
            banker_cards: None,
            ..self
        }
    }

    /// The same without the conditions on how single cards stand.
    pub(crate) fn without_stand(self) -> Pattern {
        Pattern {
            first: None,
            drawn: None,
            spread: None,
            ..self
        }
    }

    /// The most cards a hand of 21 may have.
    pub const CARDS_MAX: usize = 21;
}

impl Default for Pattern {
    fn default() -> Pattern {
        stand_in_section()
    }
}

values!(brief Pattern);

impl std::str::FromStr for Pattern {
    type Err = Faults;

    /// Reads conditions as a rules file writes them between braces: `total = "20", suits = "same"`.
    fn from_str(text: &str) -> Result<Pattern, Faults> {
        let texts = [Text {
            name: "conditions".to_string(),
            text: format!("when = {{ {text} }}"),
        }];
        let mut report = Report::new(&texts);
        let reading = document::read(&texts[0].text, 0);
        for fault in reading.faults {
            report.syntax(fault.span, fault.message);
        }
        let when = Path::from_iter(["when"]);
        let pattern = read_section(reading.root.nearest(&when), &when, &mut report);
        if report.is_empty() {
            Ok(pattern)
        } else {
            Err(report.finish())
        }
    }
}

/// The text is neither odds nor an amount.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither odds nor an amount; write `3:2`, `push`, `$1000` or `10% of meter`")]
pub struct NotPays(pub String);

impl Pays {
    /// The odds, where it is not a fixed amount.
    pub const fn odds(self) -> Option<Odds> {
        match self {
            Pays::Odds(odds) => Some(odds),
            Pays::Amount(_) | Pays::OfMeter { .. } => None,
        }
    }

    /// The amount, where it is the same whatever the stake.
    pub const fn amount(self) -> Option<Money> {
        match self {
            Pays::Odds(_) => None,
            Pays::Amount(amount) | Pays::OfMeter { amount, .. } => Some(amount),
        }
    }

    /// What a stake wins, or `None` when that is not a whole number of cents.
    pub fn winnings(self, stake: Money) -> Option<Money> {
        match self {
            Pays::Odds(odds) => odds.winnings(stake),
            Pays::Amount(amount) | Pays::OfMeter { amount, .. } => Some(amount),
        }
    }
}

/// What follows the share in `"10% of meter"`.
const OF_METER: &str = " of meter";

impl std::str::FromStr for Pays {
    type Err = NotPays;

    fn from_str(text: &str) -> Result<Pays, NotPays> {
        if text.starts_with('$') {
            if let Ok(amount) = text.parse::<Money>() {
                return Ok(Pays::Amount(amount));
            }
        } else if let Some(share) = text.strip_suffix(OF_METER) {
            if let Ok(share) = share.parse() {
                return Ok(Pays::OfMeter {
                    share,
                    amount: Money::ZERO,
                });
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
            Pays::OfMeter { share, .. } => write!(f, "{share}{OF_METER}"),
        }
    }
}

text!(
    Pays,
    "What a row pays: odds like \"3:2\", \"push\", a fixed amount like \"$1000\", or a share of a meter like \"10% of meter\".",
    like "odds like \"3:2\", \"push\", an amount like \"$1000\", or a share like \"10% of meter\"",
    stand_in "1:1",
    pattern r"^([1-9][0-9]*:[1-9][0-9]*|push|\$[0-9,]+(\.[0-9]{2})?|[0-9]{1,3}(\.[0-9]{1,2})?% of meter)$",
    check amount_in_bounds
);

fn amount_in_bounds(pays: &Pays) -> Option<Message> {
    match pays {
        Pays::Odds(_) | Pays::OfMeter { .. } => None,
        Pays::Amount(amount) => amount.out_of_bounds(),
    }
}

impl Suits {
    /// Whether the suits of these cards relate so.
    pub fn hold(self, cards: &[Card]) -> bool {
        let all = |suit: Suit| cards.iter().all(|card| card.suit() == suit);
        let one_suit = cards.windows(2).all(|pair| pair[0].suit() == pair[1].suit());
        let one_color = cards
            .windows(2)
            .all(|pair| pair[0].suit().is_red() == pair[1].suit().is_red());
        match self {
            Suits::Any => true,
            Suits::Same => one_suit,
            Suits::Mixed => !one_suit,
            Suits::SameColor => one_color && !one_suit,
            Suits::MixedColors => !one_color,
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
