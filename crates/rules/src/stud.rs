//! The rules of a game of the stud family: hole cards, community cards turned street by street, bets on each street, one
//! pay table for the hand.

use serde::{Deserialize, Serialize};

use crate::money::Money;
use crate::pattern::{Poker, Row};

/// Everything that sets one stud game apart from another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stud {
    /// The cards each player and the table receive.
    pub hands: Hands,
    /// The streets, in order.
    pub streets: Vec<Street>,
    /// What the hand pays, on the main bet and every street bet alike. A hand that meets no row loses.
    pub pays: Vec<Row>,
    /// The most a player is paid for one round.
    pub caps: Vec<Cap>,
}

/// `[hands]`: what is dealt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Hands {
    /// Cards dealt to each player, face down.
    pub hole_cards: u8,
    /// Cards laid out apart from the community cards, for side bets only.
    #[serde(default)]
    pub extra_cards: u8,
    /// How many cards make a poker hand: 3 or 5. The best such hand among a player's hole cards and the community cards
    /// counts.
    pub hand_size: u8,
    /// The least hand the dealer calls out and the floor acknowledges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called_out: Option<Poker>,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

impl Hands {
    /// The most hole cards, community cards or extra cards there may be, each.
    pub const CARDS_MAX: u8 = 7;
    /// The most streets there may be.
    pub const STREETS_MAX: u8 = 7;
}

impl Street {
    /// The most different bets one street may offer beside a fold.
    pub const BETS_MAX: u8 = 7;
}

impl Stud {
    /// How many community cards all streets turn together.
    pub fn community_cards(&self) -> u8 {
        self.streets.iter().map(|street| street.cards).sum()
    }
}

/// `[[street]]`: a decision, then community cards turned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Street {
    /// Its name: flop, turn, river.
    pub name: String,
    /// How many community cards are turned after the bets.
    pub cards: u8,
    /// The bets a player may make, as multiples of the main bet; 0 is to stay without betting.
    pub bets: Vec<u8>,
    /// Whether a player may fold instead.
    pub fold: bool,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// `[[cap]]`: the most one player is paid for one round: winnings of the main game and all side bets together, returned
/// stakes not counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Cap {
    /// The main bets it holds for.
    pub main_bets: Vec<Money>,
    /// The most that is paid.
    pub max: Money,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}
