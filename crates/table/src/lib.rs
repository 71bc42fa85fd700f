//! How a round runs: cards and choices in, events in the documents' order of procedure out.
//!
//! [`Round`] never shuffles, waits, logs, or touches money or time. It asks for a card or for a choice; somebody answers.

pub mod commentary;
mod dealt;
pub mod event;
pub mod perft;
pub mod random_play;
pub mod round;
pub mod shoe;
pub mod step;
pub mod strategy;
pub mod stud;
pub mod transcript;
pub mod twenty_one;
pub mod view;
pub mod wagers;

pub use commentary::{CardWords, Commentary};
pub use croupier_rules::play::Total;
pub use event::{Event, Outcome, Wager, WagerKind, What};
pub use round::Round;
pub use shoe::{Seed, Shoe, ShoeEvent, ShoeWhat};
pub use step::{Action, ActionKind, Choice, HandAt, Illegal, Next, Offer, Offers, Place, Step};
pub use strategy::{Situation, Strategy};
pub use stud::{StudRound, offers_on};
pub use view::{HandStanding, HandView, Seen, View, Viewer};
pub use wagers::{HandWagers, SeatWagers, WagerFault, Wagers};
