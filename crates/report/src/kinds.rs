//! The kinds of report.

mod memorandum;
mod par;
mod pay_card;
mod protection;
mod strategy_card;

pub use memorandum::{Told, memorandum};
pub use par::{Findings, annex as par_annex, par};
pub use pay_card::pay_card;
pub use protection::{CountTrial, Guarded, protection};
pub use strategy_card::{rule, stud as strategy_card_of_stud, twenty_one as strategy_card_of_twenty_one};
