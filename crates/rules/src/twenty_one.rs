//! The rules of a game of the 21 family.

use serde::{Deserialize, Serialize};

use crate::money::{Money, Odds};
use crate::numbers::{Numbers, Ranks};
use crate::pattern::{Pattern, Pays, Suits};

/// Everything that sets one game of 21 apart from another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TwentyOne {
    /// How the dealer draws and checks.
    pub dealer: Dealer,
    /// What a blackjack is worth.
    pub blackjack: Blackjack,
    /// Hands that win at once.
    pub winners: Vec<Winner>,
    /// Doubling down.
    pub double: Double,
    /// Splitting pairs.
    pub split: Split,
    /// Giving up part of the bet.
    pub surrender: Surrender,
    /// The wager that the dealer has blackjack; `None` when it is not offered.
    pub insurance: Option<Insurance>,
}

/// `[dealer]`: how the dealer draws, checks and compares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Dealer {
    /// Whether the dealer draws to a soft 17.
    pub soft_17: SoftSeventeen,
    /// Whether the dealer takes a second card, face down, before the players act.
    #[serde(default)]
    pub hole_card: HoleCard,
    /// The up cards under which the dealer checks the hole card for blackjack before the players act.
    pub checks: Ranks,
    /// Under an up card that was not checked: what a dealer's blackjack takes from hands that were doubled or split.
    #[serde(default)]
    pub late_blackjack_takes: LateBlackjackTakes,
    /// What a dealer's total of 22 does to hands still standing. A player's blackjack has been paid before.
    #[serde(default)]
    pub twenty_two: TwentyTwo,
    /// What a winning hand is paid.
    #[serde(default = "even_money")]
    pub win_pays: Odds,
    /// What happens when the totals are equal.
    #[serde(default)]
    pub tie: Tie,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// Whether the dealer draws to a soft 17.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SoftSeventeen {
    /// Draws.
    Hits,
    /// Stands.
    Stands,
}

/// When the dealer's second card is dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HoleCard {
    /// With the players' second cards, face down.
    #[default]
    Dealt,
    /// Only after all players have acted.
    None,
}

/// What a dealer's blackjack found after the players acted takes. The literature's names stand in brackets;
/// `docs/solver.md` gives their sources.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LateBlackjackTakes {
    /// Every bet on the table, doubles and the bets on split hands included (ENHC).
    #[default]
    AllBets,
    /// The original bet alone (OBO): doubles and the bets on split hands come back. Bets of busted hands that were doubled or
    /// split stay on the table until then, and come back too.
    OriginalBets,
    /// The original bet of every hand still standing, split hands included, and the busted bets, which were taken at once
    /// (OBBO): doubles of hands that did not bust come back.
    OriginalAndBustedBets,
}

/// What a dealer's total of 22 does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TwentyTwo {
    /// It is a bust like any other.
    #[default]
    Busts,
    /// It pushes all hands still standing.
    Pushes,
}

/// What a tie does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tie {
    /// The bet comes back.
    #[default]
    Pushes,
    /// The dealer takes the bet.
    DealerWins,
    /// The player is paid.
    PlayerWins,
}

/// `[blackjack]`: an ace and a ten-value card as the first two cards of an unsplit hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Blackjack {
    /// What it pays.
    pub pays: Odds,
    /// What it pays instead in certain suits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suited: Vec<SuitedPays>,
    /// What it does against a dealer's blackjack.
    pub against_dealer_blackjack: AgainstDealerBlackjack,
    /// When it is paid.
    pub paid: BlackjackPaid,
    /// Whether the player may double it (the ace then counts 1) instead of being paid.
    #[serde(default)]
    pub may_double: bool,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// Other odds where the two cards are in certain suits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SuitedPays {
    /// The row as the pay table prints it.
    pub name: String,
    /// How the suits of the two cards must relate.
    pub suits: Suits,
    /// What it pays.
    pub pays: Odds,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// What a player's blackjack does against a dealer's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AgainstDealerBlackjack {
    /// It wins all the same.
    Wins,
    /// It ties.
    Pushes,
}

/// When a player's blackjack is paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BlackjackPaid {
    /// Before insurance is offered and before the dealer checks.
    BeforeInsurance,
    /// Before play when the up card cannot make a blackjack, otherwise after the dealer's check.
    AfterCheck,
    /// In the player's turn, after the dealer's check; a dealer's blackjack settles it at the check.
    InTurn,
}

/// `[[winner]]`: a hand that wins at once, whatever the dealer has. Of all rows a hand meets, the best is paid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Winner {
    /// The row as the pay table prints it.
    pub name: String,
    /// What the hand must show. The conditions over dealer's cards do not apply, except `up`.
    pub when: Pattern,
    /// What the bet is paid.
    pub pays: Pays,
    /// Whether split hands are paid so.
    pub after_split: bool,
    /// Whether doubled hands are paid so.
    pub after_double: bool,
    /// What the document calls the rows it belongs to, like Super 21.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// `[double]`: doubling down. One card is dealt; the hand may then only stand, double again or surrender where the rules
/// allow that.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Double {
    /// How often a hand may be doubled; 0 for never.
    pub times_max: u8,
    /// How many cards the hand may have at its first double.
    pub cards: Numbers,
    /// The hard totals that may be doubled.
    #[serde(default = "any_number")]
    pub hard: Numbers,
    /// The soft totals that may be doubled.
    #[serde(default = "any_number")]
    pub soft: Numbers,
    /// Whether split hands may be doubled.
    pub after_split: bool,
    /// Whether split aces may be doubled.
    pub split_aces: bool,
    /// What may be added at the first double, on each spot.
    pub first: DoubleAmount,
    /// What may be added at a later double, on each spot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<DoubleAmount>,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

impl Double {
    /// The most often a hand may be doubled.
    pub const TIMES_MAX: u8 = 4;
}

/// The limits of one double.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DoubleAmount {
    /// The least that may be added; left out, only the full amount may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Money>,
    /// The full amount, which is also the most.
    pub max: DoubleMax,
    /// Amounts between are whole multiples of this.
    #[serde(default = "one_dollar")]
    pub step: Money,
}

/// What the full amount of a double is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DoubleMax {
    /// The original bet of the hand.
    MainBet,
    /// The amount of the double before.
    LastDouble,
    /// All that is on the hand: bet and doubles.
    TotalBet,
}

/// `[split]`: splitting the first two cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Split {
    /// Which cards make a pair.
    pub pairs: Pairs,
    /// The most hands one starting hand may become; 1 for no splits.
    pub hands_max: u8,
    /// The most hands a pair of aces may become.
    pub aces_hands_max: u8,
    /// How split aces are played.
    pub aces: SplitAces,
    /// What an ace with a ten-value card is on a split hand.
    #[serde(default)]
    pub ace_ten: SplitAceTen,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// Which two cards make a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pairs {
    /// Equal rank: king and king, not king and queen.
    Rank,
    /// Equal value: king and queen too.
    Value,
}

/// How split aces are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SplitAces {
    /// One card each; then the hand stands (or is split again, where the limit allows).
    OneCard,
    /// Like any other hand.
    PlayOn,
}

/// What an ace with a ten-value card is on a split hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SplitAceTen {
    /// A total of 21.
    #[default]
    TwentyOne,
    /// A blackjack, paid as one.
    Blackjack,
}

/// `[surrender]`: ending the hand for part of the bet, after the dealer's check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Surrender {
    /// When it is allowed.
    pub when: SurrenderWhen,
    /// Whether split hands may be surrendered.
    #[serde(default)]
    pub after_split: bool,
    /// Whether a doubled hand may be surrendered, and for what.
    #[serde(default)]
    pub after_double: SurrenderAfterDouble,
    /// Whether a doubled hand that came of a split may be surrendered; left out, it may where split hands may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubled_after_split: Option<bool>,
    /// The share of the bet that is lost.
    #[serde(default = "half")]
    pub loses: Odds,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// When surrender is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SurrenderWhen {
    /// Never.
    Never,
    /// As the first action on the first two cards.
    FirstAction,
    /// On any hand that has not ended.
    AnyTime,
}

/// Whether a doubled hand may be surrendered, and what that costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SurrenderAfterDouble {
    /// Not allowed.
    #[default]
    Never,
    /// The original bet is lost, the doubles come back.
    LosesOriginalBet,
    /// The same share of all bets on the hand is lost.
    LosesShareOfAll,
}

/// `[insurance]`: the wager that the dealer has blackjack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Insurance {
    /// The up cards under which it is offered.
    pub offered_on: Ranks,
    /// The least that may be bet, on each spot.
    pub min: Money,
    /// The most: this share of the main bet, on each spot.
    pub max: Odds,
    /// Amounts are whole multiples of this.
    #[serde(default = "fifty_cents")]
    pub step: Money,
    /// What it pays.
    pub pays: Odds,
    /// What it pays instead when the dealer's two cards are in certain suits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suited: Vec<SuitedPays>,
    /// Whether a blackjack may be paid 1:1 at once instead.
    #[serde(default)]
    pub even_money: bool,
    /// Whether a player with blackjack may insure.
    #[serde(default = "yes")]
    pub with_blackjack: bool,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

fn even_money() -> Odds {
    Odds::EVEN
}

fn half() -> Odds {
    Odds { pays: 1, per: 2 }
}

fn any_number() -> Numbers {
    Numbers::ANY
}

fn one_dollar() -> Money {
    Money::from_dollars(1)
}

fn fifty_cents() -> Money {
    Money::from_cents(50)
}

fn yes() -> bool {
    true
}
