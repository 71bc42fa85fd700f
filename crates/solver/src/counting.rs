//! What a count says of the cards to come, and what a player who counts should do about it.
//!
//! Cards not yet seen lie in any order, seen or not, so that without a count the next cards are those of the full shoe. A count changes
//! how likely each card is: given the count, the expected share of a card is a line in its tag. [`CountedShoe`] is the full shoe with
//! those shares. Values found from it are those of a player who knows the count and nothing else of the cards that are gone.

mod indices;
mod shoe;
mod wagers;

pub use indices::{Hand, IndexPlay, Indices};
pub use shoe::{CountedShoe, Reference};
pub use wagers::{WagerAt, WagerByCount, insurance_index, side_bets_by_count};
