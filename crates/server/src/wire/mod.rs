//! What goes over the wire, typed once: the page's TypeScript and the OpenAPI document are made from these types.
//!
//! Money is whole cents. A card is two letters (`Kh`), a hidden one `??`. Times are milliseconds. The page draws what it is
//! sent and offers what it is offered; it knows no rule.

mod account;
mod felt;
mod game;
mod history;
mod live;
mod pit;
mod school;
mod table;

pub use account::*;
pub use felt::*;
pub use game::*;
pub use history::*;
pub use live::*;
pub use pit::*;
pub use school::*;
pub use table::*;

/// The version of everything here; it is part of every address (`/api/v1`).
pub const VERSION: u32 = 1;

/// An amount of money in whole cents.
pub type Cents = i64;

/// What went wrong, in words for a person and a word for a program.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Problem {
    /// A fixed word: `not-offered`, `chips-too-few`, `not-signed-in`.
    pub code: String,
    /// What is wrong and what to do.
    pub message: String,
}
