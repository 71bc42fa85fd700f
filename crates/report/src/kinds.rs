//! The kinds of report.

mod pay_card;
mod submission;

pub use pay_card::pay_card;
pub use submission::submission;
