//! The cards of a game: decks, shuffle, cut and burn.

use crate::card::Card;
use crate::load::read::Home;
use crate::load::section::{section, text, values, words};
use crate::numbers::{Numbers, Ranks};

section! {
    /// `[deck]`: the cards.
    pub struct Deck {
        /// How many decks are shuffled together.
        pub decks: u8 where (1..=Deck::DECKS_MAX),
        /// The numbers of decks the game may be dealt from; just `decks` if left out.
        pub decks_allowed: Option<Numbers>,
        /// Ranks taken out of every deck.
        pub removed: Ranks = Ranks::NONE,
    }
}

section! {
    /// `[shoe]`: shuffle, cut and burn.
    pub struct ShoeRules {
        /// When the cards are shuffled.
        pub shuffled: Shuffled,
        /// How far from the end the cut card stands, like `"3/2 decks"` or `"1/2 shoe"`; the round in which it appears is
        /// the last of the shoe.
        pub cut_card: Option<Depth>,
        /// Whether a player cuts, and how many cards at least from either end.
        pub player_cut_min: Option<Depth>,
        /// Cards burnt after a shuffle.
        pub burn: u8 where (0..=ShoeRules::BURN_MAX) = 0,
        /// Cards burnt when a new dealer starts.
        pub burn_at_dealer_change: u8 where (0..=ShoeRules::BURN_MAX) = 0,
        /// How many sets of cards take turns, one shuffled while another is dealt.
        pub sets: u8 where (1..=4) = 1,
    }
}

words! {
    /// When the cards are shuffled.
    pub enum Shuffled {
        /// Before every round.
        EveryRound,
        /// When the cut card has come out.
        AtCutCard,
    }
}

values!(Deck, ShoeRules);

impl ShoeRules {
    /// The most cards that are burnt at once.
    pub const BURN_MAX: u8 = 20;
}

impl Home for Deck {
    const HOME: &'static str = "deck";
}

impl Home for ShoeRules {
    const HOME: &'static str = "shoe";
}

/// A depth in the shoe, written as a fraction of decks or of the whole shoe: `"3/2 decks"`, `"1 deck"`, `"1/2 shoe"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// The numerator…
    pub part: u32,
    /// …and the denominator.
    pub of: u32,
    /// The unit.
    pub unit: DepthUnit,
}

/// What a depth is measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DepthUnit {
    /// One deck, without the removed ranks.
    Deck,
    /// All cards of the shoe.
    Shoe,
}

impl Deck {
    /// The most decks a game is dealt from.
    pub const DECKS_MAX: u8 = 8;

    /// How many of this exact card the whole shoe holds.
    pub fn count(&self, card: Card) -> u8 {
        if self.removed.contains(card.rank()) {
            0
        } else {
            self.decks
        }
    }

    /// How many cards one deck holds.
    pub fn deck_size(&self) -> usize {
        (13 - self.removed.len()) * 4
    }

    /// How many cards the whole shoe holds.
    pub fn size(&self) -> usize {
        self.deck_size() * usize::from(self.decks)
    }

    /// Every card of the shoe, in index order.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        Card::all().flat_map(|card| std::iter::repeat_n(card, usize::from(self.count(card))))
    }
}

impl Depth {
    /// The depth in cards, rounded to the nearest.
    pub fn cards(self, deck: &Deck) -> usize {
        let whole = match self.unit {
            DepthUnit::Deck => deck.deck_size(),
            DepthUnit::Shoe => deck.size(),
        };
        (2 * whole * self.part as usize + self.of as usize) / (2 * self.of as usize)
    }
}

/// The text is not a depth.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a depth in the shoe; write `1 deck`, `3/2 decks` or `1/2 shoe`")]
pub struct NotADepth(pub String);

impl std::str::FromStr for Depth {
    type Err = NotADepth;

    fn from_str(text: &str) -> Result<Depth, NotADepth> {
        let fault = || NotADepth(text.to_string());
        let (number, unit) = text.split_once(' ').ok_or_else(fault)?;
        let (part, of) = number.split_once('/').unwrap_or((number, "1"));
        let part: u32 = part.parse().map_err(|_| fault())?;
        let of: u32 = of.parse().map_err(|_| fault())?;
        let unit = match unit {
            "deck" | "decks" => DepthUnit::Deck,
            "shoe" => DepthUnit::Shoe,
            _ => return Err(fault()),
        };
        if of == 0 || part > 1000 || of > 1000 {
            return Err(fault());
        }
        Ok(Depth { part, of, unit })
    }
}

impl std::fmt::Display for Depth {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}", self.part)?;
        if self.of != 1 {
            write!(f, "/{}", self.of)?;
        }
        match self.unit {
            DepthUnit::Shoe => f.write_str(" shoe"),
            DepthUnit::Deck if self.part <= self.of => f.write_str(" deck"),
            DepthUnit::Deck => f.write_str(" decks"),
        }
    }
}

text!(
    Depth,
    "A depth in the shoe: \"1 deck\", \"3/2 decks\" or \"1/2 shoe\".",
    like "a depth like \"3/2 decks\" or \"1/2 shoe\"",
    stand_in "1/2 shoe",
    pattern "^[0-9]{1,3}(/[1-9][0-9]{0,2})? (decks?|shoe)$"
);
