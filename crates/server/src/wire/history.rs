//! What has been: rounds, shoes, and what they came to.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Announcement, Cents, ChoiceValue, Felt, HandAt, SealedSeed};

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

/// `GET /rounds?…`: a page of the rounds that auditor or floor look for, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RoundsPage {
    /// The rounds.
    pub rounds: Vec<FoundRound>,
    /// Ask for the next page with this; `None` at the end.
    pub older: Option<i64>,
}

/// One round of the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct FoundRound {
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
    /// When it ended; `None` while it is in play.
    pub ended: Option<i64>,
    /// Whether the floor has voided it.
    pub voided: bool,
    /// Who bet in it.
    pub players: Vec<String>,
    /// What was wagered.
    pub wagered: Cents,
    /// What the house won or lost.
    pub house_net: Cents,
    /// The shoe it was dealt from.
    pub shoe: Option<Uuid>,
}

/// A transfer of a round, as the ledger has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RoundTransfer {
    /// Its id.
    pub id: Uuid,
    /// The request it was written with.
    pub request: Uuid,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// `wager loss returned payout correction`
    pub code: String,
    /// Whose chips it took: a name, or `rack`.
    pub from: String,
    /// Whose it gave them to.
    pub to: String,
    /// How many.
    pub amount: Cents,
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
    /// Its transfers, for auditors and the floor alone; empty for players.
    pub transfers: Vec<RoundTransfer>,
}

/// One step of a round gone by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReplayStep {
    /// What happened.
    pub said: Vec<Announcement>,
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
    /// What of the game's rules bears on the shoe.
    pub rules: ShoeRules,
    /// The version of the derivation.
    pub format: u32,
    /// What was published before the client seeds were opened: SHA-256 of the house's seed, in hexadecimal digits.
    pub commitment: String,
    /// The house's seed, once it is revealed.
    pub seed: Option<String>,
    /// The client seeds, in the order they were sealed; one that was not opened has no seed.
    pub client_seeds: Vec<SealedSeed>,
    /// The cut, where the game has one.
    pub cut: Option<ShoeCut>,
    /// Which of the sets that take turns was shuffled before, from 1; 0 for none.
    pub set_before: u8,
    /// What was published before the first bet: the Merkle root over the cards, in hexadecimal digits.
    pub root: Option<String>,
    /// The order of the cards after shuffle and cut, once it is revealed.
    pub cards: Vec<String>,
    /// The dealers who started in the course of the shoe.
    pub new_dealers: Vec<NewDealer>,
    /// The rounds dealt from it, in order.
    pub rounds: Vec<ShoeRound>,
    /// What was checked, each with how it came out; empty until it is revealed.
    pub checks: Vec<ProofCheck>,
}

/// `GET /rounds/{id}/proof`: the cards of a round that is over, each shown to lie in its place under the root that was
/// published before the first bet, while the shoe goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundProof {
    /// The round.
    pub round: Uuid,
    /// The shoe it was dealt from.
    pub shoe: Uuid,
    /// The shoe's commitment, as in `ShoeProof`.
    pub commitment: String,
    /// The Merkle root over its cards.
    pub root: String,
    /// How many cards the shoe has.
    pub shoe_cards: u32,
    /// How many were gone when the round began.
    pub gone: u32,
    /// The cards of the round, in the order they were dealt.
    pub cards: Vec<DealtCard>,
}

/// One card of a round, and what shows that it lies in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DealtCard {
    /// Its place in the shoe, from 0.
    pub place: u32,
    /// The card; `??` when the viewer never saw it.
    pub card: String,
    /// The salt of its leaf; `None` when nothing is shown of the card before the shoe is over.
    pub salt: Option<String>,
    /// The neighbors on the way from its leaf to the root, lowest first.
    pub path: Vec<String>,
}

/// What of a game's rules bears on its shoes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ShoeRules {
    /// The cards before the shuffle, in their fixed order.
    pub deck: Vec<String>,
    /// How many cards are burned after the shuffle.
    pub burn: u8,
    /// How many a new dealer burns.
    pub burn_at_dealer_change: u8,
    /// The fewest and the most cards a player may cut off; `None` when no player cuts.
    pub cut_limits: Option<(u32, u32)>,
}

/// A cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ShoeCut {
    /// How many cards went to the bottom.
    pub cards: u32,
    /// The seat that cut; `None` for the dealer, who always cuts in the middle.
    pub seat: Option<u8>,
    /// Who sat there.
    pub user: Option<Uuid>,
}

/// A dealer who started in the course of a shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct NewDealer {
    /// Who of the floor ordered it.
    pub ordered_by: Uuid,
    /// How many rounds had been dealt from the shoe.
    pub rounds: u32,
    /// How many cards were gone.
    pub gone: u32,
    /// How many cards were burned.
    pub burned: u32,
}

/// A round dealt from a shoe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ShoeRound {
    /// Its id.
    pub id: Uuid,
    /// How many cards of the shoe were gone before it.
    pub gone: u32,
    /// Who bet in it.
    pub players: Vec<Uuid>,
    /// The cards it was dealt, in order, once the shoe is revealed.
    pub cards: Vec<String>,
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
