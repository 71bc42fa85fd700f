//! What one viewer may see of a round. Hidden cards are `??`, and nothing in a view depends on them.

use std::fmt;

use croupier_rules::{Card, Money};
use serde::{Serialize, Serializer};

use crate::event::{Event, WagerKind, What};
use crate::step::{Choice, HandAt, Place};

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// The player at this seat, who sees their own hole cards.
    Seat(u8),
    /// Anybody else, who sees only what lies open.
    Spectator,
}

/// A card as a viewer sees it: open, or `??`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen(pub Option<Card>);

/// Everything a strategy, the page, the terminal or a bot ever sees of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// The dealer's cards; in baccarat those of the banker's hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dealer: Vec<Seen>,
    /// The dealer's total or hand in words, as far as the cards lie open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dealer_total: Option<String>,
    /// Stud: the community cards. Baccarat: the cards of the player's hand. Single card: those in the middle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub board: Vec<Seen>,
    /// Stud: the extra cards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<Seen>,
    /// The hands in the order they are played.
    pub hands: Vec<HandView>,
    /// The choice the round waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// Whether the round is over.
    pub over: bool,
}

/// One hand as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HandView {
    /// Which hand.
    pub at: HandAt,
    /// Its cards.
    pub cards: Vec<Seen>,
    /// What it counts, in words, as far as its cards lie open: "soft 17".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<String>,
    /// The main bet on one spot.
    pub main: Money,
    /// How many spots carry it.
    pub spots: u8,
    /// 21: doubles on one spot. Stud: street bets in order. Single card: the raise.
    pub added: Vec<Money>,
    /// 21: the bets among these that are free: their chips are the house's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<WagerKind>,
    /// Insurance on one spot.
    pub insurance: Money,
    /// Open side bets, in the order of the rules file; only on the first part of a starting hand.
    pub side: Vec<Money>,
    /// Where the hand stands.
    pub standing: HandStanding,
}

/// Where a hand stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandStanding {
    /// To be played, or being played.
    Open,
    /// A blackjack yet to be paid.
    Blackjack,
    /// Finished, waiting for the dealer or the pay table.
    Waits,
    /// Folded.
    Folded,
    /// Its bets are resolved.
    Done,
}

impl Event {
    /// The event as a viewer may see it: cards dealt face down, or to another player's closed hand, are left out.
    /// `closed` says whether players hold their cards closed, as in stud.
    pub fn seen_by(&self, viewer: Viewer, closed: bool) -> Event {
        let What::Dealt { to, card } = self.what else {
            return *self;
        };
        let open = match to {
            Place::Up | Place::Dealer | Place::Player | Place::Banker | Place::Middle => true,
            Place::Hole | Place::Community(_) | Place::Extra(_) | Place::Burned => false,
            Place::Hand(hand) => !closed || viewer == Viewer::Seat(hand.seat),
        };
        Event {
            what: What::Dealt {
                to,
                card: if open { card } else { None },
            },
            clause: self.clause,
        }
    }
}

impl Seen {
    /// A card that lies open.
    pub const fn open(card: Card) -> Seen {
        Seen(Some(card))
    }

    /// A card that lies face down.
    pub const HIDDEN: Seen = Seen(None);
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.0 {
            Some(card) => card.fmt(f),
            None => f.write_str("??"),
        }
    }
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
