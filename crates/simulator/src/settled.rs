//! How one wager ended.

use croupier_table::{Outcome, WagerKind};

/// One wager of a hand and how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Settled {
    /// The main bet, a double, a street, insurance or a side bet.
    pub kind: WagerKind,
    /// How it ended.
    pub outcome: Outcome,
    /// What was staked, in cents over all spots.
    pub stake: i64,
    /// What the player gained or lost, in cents.
    pub net: i64,
}
