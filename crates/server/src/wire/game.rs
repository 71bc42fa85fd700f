//! A game as the lobby shows it and as its felt is laid out.

pub use croupier_felt::{Band, PayCard, PayRow, Place, Plan, SeatPlace, Seating, Slot, Spot, SpotKind};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::Cents;

/// `GET /games`: one game of the house.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct GameCard {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its name as people say it.
    pub short_name: String,
    /// One sentence: what the player tries to do.
    pub object: String,
    /// What each wager costs with the best play, exactly, at the least bet.
    pub edges: Vec<Edge>,
    /// The felt.
    pub layout: Layout,
}

/// `GET /reports`: what can be had of every game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Reports {
    /// The kinds of report.
    pub kinds: Vec<ReportKind>,
    /// How this program lays them out: html, markdown, pdf.
    pub formats: Vec<String>,
}

/// A kind of report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReportKind {
    /// As it stands in addresses and file names.
    pub id: String,
    /// What people call it.
    pub title: String,
}

/// What one wager is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Edge {
    /// The wager: `main`, `insurance`, or a side bet's id.
    pub wager: String,
    /// What it is called.
    pub name: String,
    /// The house's edge on the wager, as a fraction of it.
    pub house_edge: f64,
    /// The expected value as a fraction, where it is exact: "-402/5525".
    pub ev_exact: Option<String>,
    /// The standard deviation of the result per unit wagered.
    pub sd: f64,
    /// A bet that pays shares of a meter: what the meter must show for the bet to be worth what it costs, in cents.
    pub break_even_cents: Option<i64>,
}

/// The spots of a felt, and what may be put on each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Layout {
    /// The family of the game.
    pub family: FamilyName,
    /// How many seats, numbered from 1 on the dealer's left.
    pub seats: u8,
    /// How many hands one player may play at a seat.
    pub hands_max: u8,
    /// The main bet.
    pub main: SpotRule,
    /// Whether a hand needs it; otherwise the others may be made alone.
    pub main_required: bool,
    /// Further spots that carry the main bet again: 2x, 3x, 4x. Their amounts are the main bet's.
    pub multiples: Vec<String>,
    /// Stud: spots of streets that carry the main bet again from before the deal, to be let ride or pulled back.
    pub riding: Vec<String>,
    /// The side bets in the order of the rules file.
    pub side: Vec<SpotRule>,
    /// The most that is paid, in sentences, where the rules limit it.
    pub payout_limits: Vec<String>,
    /// Stud: the streets by name, each with its spot: flop, turn, river.
    pub streets: Vec<String>,
    /// Baccarat: the two hands that all bets are on, by name; the cards of the first are those of the board, of the second the dealer's.
    pub shared_hands: Vec<String>,
    /// Stud: how many community cards are laid out. Single card: how many cards lie in the middle.
    pub community: u8,
    /// Stud: extra cards for a bonus.
    pub extra: u8,
    /// Whether insurance may be offered.
    pub insurance: bool,
    /// Where everything is printed.
    pub plan: Plan,
}

/// The families.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FamilyName {
    /// Games of 21.
    TwentyOne,
    /// Poker hands against a pay table or the dealer's hand.
    Stud,
    /// Two hands that anyone may bet on.
    Baccarat,
    /// One card against the dealer's, or a card that must fall between two.
    SingleCard,
}

/// One betting spot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SpotRule {
    /// `main`, or the side bet's id.
    pub id: String,
    /// What is printed on the felt.
    pub name: String,
    /// The least, within the table's limits.
    pub min: Cents,
    /// The most.
    pub max: Cents,
    /// Amounts are whole multiples of this.
    pub step: Cents,
    /// The only amounts allowed; empty when any multiple within the limits is.
    pub amounts: Vec<Cents>,
    /// What is paid, row by row, for the card shown beside the spot.
    pub pays: Vec<PayRow>,
}
