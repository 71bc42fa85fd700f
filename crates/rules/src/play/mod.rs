//! The rules of play, as questions that have one answer each: whether the dealer draws, what may be done with a hand and
//! for how much, how hands compare and what that pays, which cards decide a side bet, whether a row can still be met.
//!
//! Each is a small pure function over the types of the rules file. The table deals by them, the solver and the simulator
//! build their fast forms by asking them. A rule that is written here is written nowhere else.
//!
//! A hand is asked about by what the rules can see of it, [`HandFacts`], so that the cards on a table and the totals and
//! counts of a solver get the same answer.

mod actions;
mod amounts;
mod baccarat;
mod blackjack;
mod compare;
mod dealer;
mod dealer_hands;
mod free_bets;
mod hand;
mod meter;
mod showdown;
mod side_bets;
mod single_card;
mod still_open;
mod stud;
mod total;
mod wagers;

pub use actions::Refusal;
pub use amounts::Amounts;
pub use baccarat::{CoupEnd, count_coups, points, points_of};
pub use blackjack::{best_suited, is_half_of_blackjack};
pub use compare::{BetKind, BetResult, Comparison};
pub use dealer::{BlackjackCheck, DealerResult};
pub use dealer_hands::DealerHands;
pub use free_bets::FreeBets;
pub use hand::{HandFacts, Origin};
pub use showdown::Contest;
pub use side_bets::{CardsSeen, HandRidden, poker_size};
pub use single_card::{CardsStand, RanksLeft};
pub use still_open::Outlook;
pub use stud::CapAt;
pub use total::{Total, ValueCounts, count_in_words, is_ace_ten};

#[cfg(test)]
mod tests;
