//! Where everything is printed on a table's felt. It is worked out here, once, from the rules of a game: the page of a live table
//! reads the places over the wire, and the drawing of the layout in a filing is made from the same ones.
//!
//! ```
//! let game = croupier_rules::load::open("nh21-plus")?.game;
//! let plan = croupier_felt::Plan::of(&game);
//! assert_eq!(plan.spots.len(), 6);
//! assert_eq!(plan.seating(None, 1).map(|seating| seating.seats.len()), Some(7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what is there |
//! |---|---|
//! | `printed` | what a felt shows: names of bets and streets, how many cards lie where, what is paid |
//! | `spots` | the betting spots of one hand, around its main spot |
//! | `seats` | the seats along the table, for every viewer |
//! | `curve` | outlines and the lines that words follow |
//! | `plan` | all of it together |

mod curve;
mod plan;
mod printed;
mod seats;
mod spots;

pub use curve::Curve;
pub use plan::{Band, PayCard, Plan, Slot};
pub use printed::{Bet, PayRow, Printed};
pub use seats::{Place, SeatPlace, Seating};
pub use spots::{Spot, SpotKind};
