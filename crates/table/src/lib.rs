//! How a round runs: cards and choices in, events in the documents' order of procedure out.
//!
//! [`Round`] never shuffles, waits, logs, or touches money or time. It asks for a card or for a choice; somebody answers.
//!
//! ```
//! use std::sync::Arc;
//!
//! use croupier_rules::card::parse_cards;
//! use croupier_table::{Action, ActionKind, HandWagers, Next, Round, SeatWagers, Step, Wagers};
//!
//! let game = Arc::new(croupier_rules::load::open("presque-isle-blackjack")?.game);
//! let bets = HandWagers { main: game.main_bet.lowest(), spots: 0, side: Vec::new() };
//! let wagers = Wagers { seats: vec![SeatWagers { seat: 1, hands: vec![bets] }] };
//! let mut round = Round::new(&game, &wagers)?;
//! // 19 against a 6: the dealer turns over a ten, draws an 8 and busts.
//! let mut cards = parse_cards("Th 6c 9s Td 8h")?.into_iter();
//! let mut events = Vec::new();
//! loop {
//!     let step = match round.next() {
//!         Next::Card { .. } => Step::Card(cards.next().ok_or("no card is left")?),
//!         Next::Choice(_) => Step::Choose(Action::plain(ActionKind::Stand)),
//!         Next::Over => break,
//!     };
//!     round.play(step, &mut events)?;
//! }
//! assert_eq!(round.net(1), game.main_bet.lowest());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Map, in the order to read it
//!
//! | module | what is there |
//! |---|---|
//! | `step` | what a round asks and is answered: [`Next`], [`Choice`], [`Offer`], [`Step`]; the only authority on what may be done |
//! | `round` | [`Round`], of any family |
//! | `twenty_one`, `stud`, `baccarat`, `single_card` | how each family runs: the deal, the offers, the settlements, what is seen meanwhile |
//! | `event` | what happened, with its clause: [`Event`], [`Outcome`] |
//! | `wagers` | the bets before the deal, and their limits; `nets` what came of them |
//! | `view` | what one viewer may see; hidden cards are `??` |
//! | `strategy` | [`Strategy`]: whatever chooses among offers in a [`Situation`] |
//! | [`shoe`] | the cards to come: seed, shuffle, cut, burn |
//! | [`counting`] | counting systems, and the count that a player bets and plays by |
//! | `commentary`, [`transcript`] | events as sentences; a round as a text that replays bit for bit |
//! | [`perft`], [`random_play`] | every line of play counted; legal play at random: for tests of rules |
//!
//! What may be done with a hand, for how much, and what it pays is asked of `croupier_rules::play`; `twenty_one` and `stud` say
//! when it is asked.

mod baccarat;
mod commentary;
pub mod counting;
mod dealt;
mod event;
mod nets;
pub mod perft;
pub mod random_play;
mod round;
pub mod shoe;
mod single_card;
mod step;
mod strategy;
mod stud;
pub mod transcript;
mod twenty_one;
mod view;
mod wagers;

pub use baccarat::BaccaratRound;
pub use commentary::{CardWords, Commentary};
pub use croupier_rules::play::Total;
pub use event::{Event, Outcome, Wager, WagerKind, What};
pub use round::Round;
pub use shoe::{Seed, Shoe, ShoeEvent, ShoeWhat};
pub use single_card::{SingleCardRound, instead_of_raise};
pub use step::{Action, ActionKind, Choice, HandAt, Illegal, Next, Offer, Offers, Place, Step};
pub use strategy::{FirstOffer, Situation, Strategy};
pub use stud::{StudRound, bet_on, offers_on, offers_to};
pub use twenty_one::TwentyOneRound;
pub use view::{HandStanding, HandView, Seen, View, Viewer};
pub use wagers::{HandWagers, SeatWagers, WagerFault, Wagers};
