//! The WebSocket of a table: orders up, numbered frames down.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Cents, DecisionAt, Felt, HandAt, HandBet, Layout, Problem, TableCard};

/// An order from the player, with an id made by the client: a repeat is answered as the first was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Order {
    /// The id.
    pub id: Uuid,
    /// What is wanted.
    #[serde(flatten)]
    pub command: Command,
}

/// What a player may ask of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "do", deny_unknown_fields)]
pub enum Command {
    /// Take a free seat.
    Sit {
        /// Which, from 1.
        seat: u8,
    },
    /// Stand up; bets not yet dealt go back, a hand in play is finished by the safe default.
    Leave,
    /// Buy chips at the table.
    BuyIn {
        /// How many.
        cents: Cents,
    },
    /// Sell chips at the table.
    CashOut {
        /// How many.
        cents: Cents,
    },
    /// The bets of this seat for the next deal, one entry a hand; replaces what lay there, and none takes all back.
    Bet {
        /// The hands.
        hands: Vec<HandBet>,
    },
    /// Ready for the deal: when everybody who bets is, the dealer does not wait for the clock.
    Ready,
    /// Answers the decision asked for.
    Act {
        /// The decision it is meant for, as `phase` names it: a late or repeated answer cannot hit another one.
        decision: DecisionAt,
        /// An offered action.
        action: String,
        /// The amount on each spot, where one is named.
        #[serde(default)]
        amount: Cents,
    },
    /// Cuts the shoe.
    Cut {
        /// How many cards go to the bottom.
        cards: u32,
    },
    /// Commits to a client seed for the next shuffle, while `phase` is `sealing`.
    Seal {
        /// SHA-256 of the seed, in 64 hexadecimal digits.
        commitment: String,
    },
    /// Opens the client seed committed to, while `phase` is `opening`.
    Open {
        /// The seed: 16 to 128 characters.
        seed: String,
    },
    /// Sits out, or comes back.
    SitOut {
        /// Whether to sit out.
        on: bool,
    },
    /// How fast the dealer goes; the fastest wish of a lone player counts, else the table's own pace.
    Pace {
        /// Whether to deal without pauses.
        fast: bool,
    },
    /// When the coach speaks.
    Coach {
        /// When.
        when: CoachWhen,
    },
}

/// When the coach speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CoachWhen {
    /// Never.
    #[default]
    Off,
    /// After each choice.
    After,
    /// Before each choice.
    Before,
}

/// What the table sends.
#[expect(clippy::large_enum_variant, reason = "a message is written at once and never kept")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "is")]
pub enum Message {
    /// First, after connecting: everything as it stands, and the frames missed since the number named.
    Welcome {
        /// The version of the protocol.
        version: u32,
        /// The table.
        table: TableCard,
        /// The spots of the felt, within the table's limits.
        layout: Layout,
        /// The viewer's seat, if seated.
        seat: Option<u8>,
        /// The number of the last frame shown.
        number: u64,
        /// The felt as it stands.
        felt: Felt,
        /// What happened since the number the viewer named, as far as it is kept; else the last of the commentary.
        missed: Vec<Announcement>,
    },
    /// Something happened.
    Frame(Frame),
    /// The answer to an order.
    Reply {
        /// The order's id.
        id: Uuid,
        /// `None` when it was done.
        problem: Option<Problem>,
    },
    /// What the coach says, before a choice or of the choice just made.
    Advice(Advice),
}

/// One step of the table: what happened, and the felt after it. Frames are numbered without gaps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Frame {
    /// Its number.
    pub number: u64,
    /// The viewer's seat, if seated.
    pub seat: Option<u8>,
    /// What happened, in order.
    pub said: Vec<Announcement>,
    /// The felt after it.
    pub felt: Felt,
}

/// One event as the dealer says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Announcement {
    /// What happened, for animation: what moved where.
    pub what: Happening,
    /// The dealer's sentence.
    pub sentence: String,
    /// The clause it carries out.
    pub clause: Option<String>,
}

/// What happened, as far as the page moves something for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "is")]
pub enum Happening {
    /// Chips went on a spot.
    Placed {
        /// Whose.
        hand: HandAt,
        /// The wager's id.
        wager: String,
        /// How much.
        amount: Cents,
    },
    /// The house staked a bet: the dealer put down a free bet lammer.
    FreeBet {
        /// Whose.
        hand: HandAt,
        /// The wager's id.
        wager: String,
        /// What it is paid on when it wins.
        face: Cents,
    },
    /// A card was dealt.
    Dealt {
        /// `hand`, `up`, `hole`, `dealer`, `community`, `extra` or `burned`.
        to: String,
        /// The hand, where it is one.
        hand: Option<HandAt>,
        /// The card, or `??`.
        card: String,
    },
    /// A player chose.
    Chose {
        /// For which hand.
        hand: HandAt,
        /// What.
        action: String,
    },
    /// A card was turned face up: the hole card, a community card.
    Turned {
        /// `hole`, `community` or `extra`.
        place: String,
        /// The card.
        card: String,
    },
    /// A wager was settled.
    Settled {
        /// Whose.
        hand: HandAt,
        /// The wager's id.
        wager: String,
        /// What was won or lost.
        net: Cents,
    },
    /// A high hand was called out for the floor.
    CalledOut {
        /// Whose.
        hand: HandAt,
    },
    /// The shoe was shuffled, cut or burnt from, or its cut card came out.
    Shoe,
    /// A person sat down, left, dropped or came back.
    Person,
    /// Anything else the dealer says.
    Other,
}

/// What each choice is worth, exactly, for the cards seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Advice {
    /// The decision it is about.
    pub decision: DecisionAt,
    /// The hand.
    pub hand: HandAt,
    /// The choices, best first.
    pub choices: Vec<ChoiceValue>,
    /// What was chosen, when the coach speaks after.
    pub chosen: Option<String>,
    /// What the choice made costs on average, in cents; 0 for the best.
    pub cost: f64,
    /// The chances behind it, in sentences: how often the hand wins, what the next card does.
    pub why: Vec<String>,
    /// What the coach took into account: "42 cards seen in this shoe".
    pub knows: String,
}

/// What one choice is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct ChoiceValue {
    /// The action.
    pub action: String,
    /// The amount, where one is named.
    pub amount: Cents,
    /// The expected gain in cents.
    pub ev: f64,
    /// How much less than the best, in cents.
    pub cost: f64,
}
