//! What every wager is worth, exactly, and the best play.

pub mod kinds;
pub mod pack;
pub mod side_bets;
pub mod solution;
pub mod variants;
