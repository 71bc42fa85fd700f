//! The kinds of report.

mod par;
mod pay_card;
mod strategy_card;
mod submission;

pub use par::{Findings, par};
pub use pay_card::pay_card;
pub use strategy_card::{rule, stud as strategy_card_of_stud, twenty_one as strategy_card_of_twenty_one};
pub use submission::submission;
