//! A table as the lobby lists it, and how one is opened.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Cents;

/// `GET /tables`: one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableCard {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// The least main bet.
    pub min: Cents,
    /// The most.
    pub max: Cents,
    /// Whether it deals.
    pub standing: Standing,
    /// Whether one needs its code to see it.
    pub private: bool,
    /// The code, told only to whoever opened the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Who sits where.
    pub seats: Vec<TakenSeat>,
    /// How many watch.
    pub spectators: u32,
}

/// A seat that is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TakenSeat {
    /// The seat, from 1.
    pub seat: u8,
    /// The player's name.
    pub name: String,
}

/// Whether a table deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It deals.
    Open,
    /// It stands but takes no bets.
    Paused,
    /// It is closed for good.
    Closed,
    /// The books cannot be written, or the floor must see to the table: nothing is dealt until then.
    Stopped,
}

/// `POST /tables`: a table to be opened. Players open private ones, the floor any.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NewTable {
    /// Made by the client; a repeat is answered as the first was.
    pub id: Uuid,
    /// The game's id.
    pub game: String,
    /// Its name, 1 to 40 characters.
    #[schema(min_length = 1, max_length = 40)]
    pub name: String,
    /// Whether one needs its code to see it.
    pub private: bool,
    /// The least main bet; `None` for the least the rules allow.
    pub min: Option<Cents>,
    /// The most.
    pub max: Option<Cents>,
    /// How long bets are taken, in milliseconds; `None` for the house's usual time.
    pub betting_ms: Option<u32>,
    /// How long a decision may take.
    pub decision_ms: Option<u32>,
}

/// `POST /tables/{id}/change`: what the floor changes.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableOrder {
    /// Made by the client.
    pub id: Uuid,
    /// Open, pause or close it; closing waits for the round to end.
    pub standing: Option<Standing>,
    /// A new least main bet, from the next round on.
    pub min: Option<Cents>,
    /// A new most.
    pub max: Option<Cents>,
    /// A new dealer starts after this round and burns what the rules say: by order of the floor, once in a shoe.
    #[serde(default)]
    pub new_dealer: bool,
    /// The floor acknowledges every hand called out so far.
    #[serde(default)]
    pub acknowledge: bool,
}

impl TableOrder {
    /// The order to close a table.
    pub fn close(id: Uuid) -> TableOrder {
        TableOrder {
            id,
            standing: Some(Standing::Closed),
            min: None,
            max: None,
            new_dealer: false,
            acknowledge: false,
        }
    }
}

/// `POST /tables/{id}/void`: the floor voids the open round of a table that was put aside; every wager goes back, and the
/// table deals from a new shoe.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct VoidOrder {
    /// Made by the client; a repeat is answered as the first was.
    pub id: Uuid,
    /// The clause or house rule it is voided by, 1 to 200 characters.
    #[schema(min_length = 1, max_length = 200)]
    pub clause: String,
}
