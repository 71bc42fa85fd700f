//! What the server writes into the books in its own notation: tables, openings of rounds, answers. All of it is JSON.

use croupier_house::{AccountId, RoundId, UserId};
use croupier_table::Wagers;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The version of the notation of a round's texts.
pub const ROUND_FORMAT: u32 = 1;

/// A table, as the text of its change has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableText {
    /// Its name.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// The hash of the rules file it deals by.
    pub rules: String,
    /// The least main bet in cents, within the rules.
    pub min: i64,
    /// The most.
    pub max: i64,
    /// What one must know to see it; `None` when anybody may.
    pub code: Option<String>,
    /// Who opened it; `None` for the house itself.
    pub opened_by: Option<UserId>,
    /// How long bets are taken.
    pub betting_ms: u32,
    /// How long a decision may take.
    pub decision_ms: u32,
    /// Who of the floor has ordered a new dealer, who starts after the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer_ordered_by: Option<UserId>,
    /// Who has ordered the table to be closed after the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closing_ordered_by: Option<UserId>,
    /// Hands that were called out and that the floor has not acknowledged, the newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub called_out: Vec<CalledOutText>,
    /// The hands that the floor acknowledged last, and who did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acknowledged: Option<AcknowledgedText>,
}

/// A hand that the dealer has called out for the floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalledOutText {
    /// The round.
    pub round: RoundId,
    /// What the dealer said.
    pub says: String,
}

/// An acknowledgment of the floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AcknowledgedText {
    /// Who of the floor.
    pub by: UserId,
    /// The hands.
    pub hands: Vec<CalledOutText>,
}

/// What happened to a shoe, as the text of its event has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ShoeEventText {
    /// A client has committed to a seed.
    Sealed {
        /// The seat of the client.
        seat: u8,
        /// Who sits there.
        user: UserId,
        /// SHA-256 of the seed.
        commitment: String,
    },
    /// A client has opened its seed.
    Opened {
        /// Who.
        user: UserId,
        /// The seed.
        seed: String,
    },
    /// A new dealer has started, and burned what the rules say.
    NewDealer(NewDealerText),
}

/// A new dealer, who started between two rounds of a shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewDealerText {
    /// Who of the floor ordered it.
    pub ordered_by: UserId,
    /// How many rounds had been dealt from the shoe.
    pub rounds: u32,
    /// How many cards were gone.
    pub gone: u32,
    /// How many cards were burned.
    pub burned: u32,
}

/// Why the floor has voided a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VoidText {
    /// The clause or house rule it was voided by.
    pub clause: String,
    /// Why the table could not go on.
    pub reason: String,
}

/// How a round began, as the text of its opening has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningText {
    /// Who sat where, everybody at the table.
    pub seats: Vec<SeatText>,
    /// The bets.
    pub wagers: Wagers,
    /// How many cards of the shoe were gone when the first card was dealt.
    pub gone: u32,
}

/// Who sat at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatText {
    /// The seat, from 1.
    pub seat: u8,
    /// Who.
    pub user: UserId,
    /// Whose chips.
    pub account: AccountId,
    /// The name at the time.
    pub name: String,
    /// Chips in hand before the bets, in cents.
    pub chips: i64,
}

/// What a batch answers: a number of its own, by which the first answer is told from a repeat of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerText {
    /// The number.
    pub nonce: Uuid,
}

/// A text in the books that this program cannot read.
#[derive(Debug, thiserror::Error)]
#[error("{what} in the books cannot be read: {fault}")]
pub struct Unreadable {
    /// What it is.
    pub what: &'static str,
    /// What is wrong with it.
    pub fault: String,
}

/// A record as the text that goes into the books.
pub fn write(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("records have a JSON form without fail")
}

/// The record that a text in the books is.
pub fn read<T: DeserializeOwned>(what: &'static str, text: &str) -> Result<T, Unreadable> {
    serde_json::from_str(text).map_err(|fault| Unreadable {
        what,
        fault: fault.to_string(),
    })
}
