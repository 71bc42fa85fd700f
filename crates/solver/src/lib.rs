//! What every wager is worth, exactly, and the best play.

pub mod ask;
pub mod every_bet;
pub mod exhaustive;
pub mod kinds;
pub mod number;
pub mod pack;
pub mod side_bets;
pub mod solution;
pub mod stud;
pub mod twenty_one;
pub mod variants;

pub use ask::{HandFault, HandQuestion, Known, SolveFault, hand, solve, solve_at, solve_changed};
pub use every_bet::every_bet;
