//! All that one viewer sees of a table at one instant.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Cents, Standing};

/// The felt as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Felt {
    /// What the table is waiting for.
    pub phase: Phase,
    /// Whether it deals.
    pub standing: Standing,
    /// The round on the felt, or the last one.
    pub round: Option<Uuid>,
    /// The cards to come.
    pub shoe: ShoeLine,
    /// The seats that are taken.
    pub seats: Vec<SeatView>,
    /// 21: the dealer's cards.
    pub dealer: Vec<String>,
    /// 21: the dealer's total in words.
    pub dealer_total: Option<String>,
    /// 21: what the dealer's open cards count.
    pub dealer_count: Option<Count>,
    /// Stud: the community cards.
    pub board: Vec<String>,
    /// Stud: the extra cards.
    pub extra: Vec<String>,
    /// The hands in the order they are played.
    pub hands: Vec<HandView>,
}

/// What the table is waiting for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "is")]
pub enum Phase {
    /// Somebody to sit down and bet.
    Waiting,
    /// Bets.
    Betting {
        /// Time left; `None` until the first bet lies on the felt.
        left_ms: Option<u32>,
    },
    /// The clients to commit to their seeds for the shuffle.
    Sealing {
        /// Time left before the table goes on without those who have not.
        left_ms: u32,
    },
    /// The clients to open the seeds they committed to; whoever does not sits out until the next shuffle.
    Opening {
        /// Time left.
        left_ms: u32,
    },
    /// A player to cut the shoe.
    Cutting {
        /// The seat that is asked.
        seat: u8,
        /// The fewest cards to cut off.
        min: u32,
        /// The most.
        max: u32,
        /// Time left before the dealer cuts.
        left_ms: u32,
    },
    /// The dealer.
    Dealing,
    /// A player's decision.
    Deciding {
        /// Which, for the answer to name.
        decision: DecisionAt,
        /// The hand.
        hand: HandAt,
        /// What is asked, where it is more than what to do with the hand: "Insurance? Pays 2 to 1.", "Flop bet".
        asks: Option<String>,
        /// Everything that may be chosen; told to its player alone, empty for others.
        offers: Vec<Offer>,
        /// What a player might expect but is not offered, and why.
        withheld: Vec<Withheld>,
        /// Time left before the time bank is used.
        left_ms: u32,
        /// What is left in the time bank.
        bank_ms: u32,
    },
    /// Nothing: the round is settled and the next betting window is about to open.
    Settled,
}

/// One hand on the felt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HandAt {
    /// The seat, from 1.
    pub seat: u8,
    /// The starting hand at that seat, from 1.
    pub hand: u8,
    /// 1 for the starting hand itself, 2 and up for hands split off.
    pub part: u8,
}

/// One decision of a round. The answer names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DecisionAt {
    /// The round.
    pub round: Uuid,
    /// Its place among the decisions of the round, from 1.
    pub number: u32,
}

/// What the open cards of a hand of 21 count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Count {
    /// The best count that does not go over 21, or else the least.
    pub points: u8,
    /// Whether an ace counts 11.
    pub soft: bool,
}

/// One thing that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Offer {
    /// `stand hit double split surrender insurance no-insurance even-money take-blackjack fold check bet-1 …`
    pub action: String,
    /// What the button says.
    pub label: String,
    /// The key: `H`, `1`.
    pub key: String,
    /// Its place in the row of buttons, from 0: the same at every decision of its kind, whatever else is offered.
    pub place: u8,
    /// The least amount on each spot; 0 where none is named.
    pub min: Cents,
    /// The most on each spot.
    pub max: Cents,
    /// Amounts are `min`, `max` or a multiple of this.
    pub step: Cents,
    /// On how many spots the amount is placed.
    pub spots: u8,
    /// What it costs in all at `max`: chips that go on the felt.
    pub price: Cents,
}

/// Something that is not offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Withheld {
    /// The action.
    pub action: String,
    /// What its button would say.
    pub label: String,
    /// Its place in the row of buttons, among the offers.
    pub place: u8,
    /// Why not: by the rules, or for want of chips.
    pub why: String,
}

/// The shoe as anybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ShoeLine {
    /// Its id, for looking it up when it is revealed.
    pub id: Option<Uuid>,
    /// The hash that binds the house to its seed.
    pub commitment: Option<String>,
    /// How many cards it had.
    pub cards: u32,
    /// How many are gone.
    pub gone: u32,
    /// How many are dealt before the cut card.
    pub cut_card: Option<u32>,
    /// Whether this is the last round of the shoe.
    pub last_round: bool,
    /// The client seeds, in the order they were sealed.
    pub client_seeds: Vec<SealedSeed>,
    /// The Merkle root over its cards, once they are shuffled and cut: no bet is taken before it is shown.
    pub root: Option<String>,
}

/// A client's seed for a shuffle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SealedSeed {
    /// The seat of the client.
    pub seat: u8,
    /// Who sat there.
    pub user: Option<Uuid>,
    /// SHA-256 of the seed, given before any seed was opened.
    pub commitment: String,
    /// The seed, once it is opened.
    pub seed: Option<String>,
}

/// A seat that is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatView {
    /// The seat, from 1.
    pub seat: u8,
    /// Who.
    pub name: String,
    /// Whether it is the viewer.
    pub you: bool,
    /// Chips, those on the felt not counted.
    pub chips: Cents,
    /// The bets placed for the next deal, before it; empty during a round.
    pub bets: Vec<HandBet>,
    /// Whether the player is ready for the deal.
    pub ready: bool,
    /// Whether the player sits out.
    pub sits_out: bool,
    /// Whether somebody is connected for the seat; it is held for a while when not.
    pub connected: bool,
    /// What the seat has won or lost in the round on the felt.
    pub net: Cents,
}

/// The bets of one hand, as placed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandBet {
    /// The main bet on one spot.
    pub main: Cents,
    /// Further spots that carry it, by name.
    #[serde(default)]
    pub multiples: Vec<String>,
    /// Side bets by id.
    #[serde(default)]
    pub side: BTreeMap<String, Cents>,
}

/// One hand being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HandView {
    /// Which.
    pub at: HandAt,
    /// Its cards.
    pub cards: Vec<String>,
    /// What it counts, in words.
    pub total: Option<String>,
    /// 21: what it counts.
    pub count: Option<Count>,
    /// Every wager of the hand, with how it ended.
    pub wagers: Vec<WagerView>,
    /// `open blackjack waits folded done`
    pub standing: String,
}

/// One wager of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct WagerView {
    /// `main`, `2x` …, `double-1`, `insurance`, `street-1`, or a side bet's id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// How much of the player's lies on it.
    pub stake: Cents,
    /// What a free bet is paid on when it wins: a lammer of the house lies there; absent for a bet of the player's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub free: Option<Cents>,
    /// How it ended; `None` while it is open.
    pub ended: Option<Ended>,
}

/// How a wager ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Ended {
    /// The outcome or the row of the pay table.
    pub outcome: String,
    /// What was won (positive) or lost.
    pub net: Cents,
    /// The clause it was settled by: "000, Method of Play ¶9".
    pub clause: Option<String>,
}
