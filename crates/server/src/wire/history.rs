//! What has been: rounds, shoes, and what they came to.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Cents, ChoiceValue, Felt, HandAt, Said};

/// `GET /history?before=…`: a page of rounds the viewer has played in, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HistoryPage {
    /// The rounds.
    pub rounds: Vec<RoundLine>,
    /// Ask for the next page with this; `None` at the end.
    pub older: Option<i64>,
}

/// One round of a history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RoundLine {
    /// Its id.
    pub id: Uuid,
    /// The table.
    pub table: Uuid,
    /// The table's name.
    pub table_name: String,
    /// The game's id.
    pub game: String,
    /// When it began, in milliseconds since 1970.
    pub began: i64,
    /// What the viewer put at risk.
    pub wagered: Cents,
    /// What the viewer won or lost; counts what is settled so far.
    pub net: Cents,
    /// Whether it is over.
    pub over: bool,
    /// The shoe it was dealt from.
    pub shoe: Option<Uuid>,
}

/// `GET /rounds/{id}`: a round to be stepped through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct RoundReplay {
    /// Which.
    pub line: RoundLine,
    /// The felt after each step, with what happened. Cards the viewer never saw stay hidden until the shoe is revealed.
    pub steps: Vec<ReplayStep>,
    /// The round as a transcript, for `croupier replay`.
    pub transcript: Option<String>,
}

/// One step of a round gone by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReplayStep {
    /// What happened.
    pub said: Vec<Said>,
    /// The felt after it.
    pub felt: Felt,
}

/// `GET /shoes/{id}`: a shoe and, once it is revealed, its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ShoeProof {
    /// Its id.
    pub id: Uuid,
    /// The table.
    pub table: Uuid,
    /// The game's id.
    pub game: String,
    /// What was published before the first bet: SHA-256 of the seed, in hexadecimal digits.
    pub commitment: String,
    /// The seed, once it is revealed.
    pub seed: Option<String>,
    /// What the players mixed in: their words by seat.
    pub client_seeds: Vec<(u8, String)>,
    /// How many cards were cut.
    pub cut: Option<u32>,
    /// The order of the cards after shuffle and cut, once it is revealed.
    pub cards: Vec<String>,
    /// The rounds dealt from it, in order.
    pub rounds: Vec<Uuid>,
    /// What was checked, each with how it came out; empty until it is revealed.
    pub checks: Vec<ProofCheck>,
}

/// One thing checked of a shoe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ProofCheck {
    /// What.
    pub what: String,
    /// Whether it holds.
    pub holds: bool,
}

/// `GET /statistics`: how the viewer has done against what was to be expected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Statistics {
    /// How many rounds they are about.
    pub rounds: u64,
    /// What was wagered in all.
    pub wagered: Cents,
    /// What was won or lost.
    pub net: Cents,
    /// What the best play was to win or lose on these bets, in cents.
    pub expected: f64,
    /// The standard deviation of that sum, in cents.
    pub sigma: f64,
    /// How many standard deviations the result lies above what was to be expected with the play as it was.
    pub luck: f64,
    /// What the mistakes cost on average, in cents.
    pub mistakes: f64,
    /// How many decisions there were.
    pub decisions: u64,
    /// How many were not the best.
    pub wrong: u64,
    /// The result after each round with the expected line and its bands.
    pub curve: Vec<CurvePoint>,
    /// Wager by wager.
    pub wagers: Vec<WagerStatistics>,
}

/// A point of the curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct CurvePoint {
    /// Rounds so far.
    pub round: u64,
    /// Won or lost so far.
    pub net: Cents,
    /// Expected so far.
    pub expected: f64,
    /// One standard deviation.
    pub sigma: f64,
}

/// One wager over all rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct WagerStatistics {
    /// The game.
    pub game: String,
    /// The wager's id.
    pub wager: String,
    /// What it is called.
    pub name: String,
    /// How often it was made.
    pub times: u64,
    /// What was put on it.
    pub wagered: Cents,
    /// What it won or lost.
    pub net: Cents,
    /// What was to be expected, in cents.
    pub expected: f64,
}

/// `GET /drills`: decisions the viewer got wrong, dearest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Drill {
    /// The game.
    pub game: String,
    /// The round it comes from.
    pub round: Uuid,
    /// The hand.
    pub hand: HandAt,
    /// The felt as it was then.
    pub felt: Felt,
    /// What was chosen.
    pub chosen: String,
    /// The choices, best first.
    pub choices: Vec<ChoiceValue>,
}
