//! What every wager is worth, exactly, and the best play.

pub mod solution;
