//! A game: one rules file, read and checked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::citations::{Citations, ProcedureClauses};
use crate::money::Money;
use crate::numbers::{Numbers, Ranks};
use crate::pattern::Row;
pub use crate::procedure::Procedure;
use crate::stud::{Cap, Hands, Street, Stud};
use crate::twenty_one::{Blackjack, Dealer, Double, Insurance, Split, Surrender, TwentyOne, Winner};

/// A checked game. Nobody rechecks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The short name it is called by on the command line.
    pub id: String,
    /// The full name.
    pub name: String,
    /// The name for a heading or a tab.
    pub short_name: String,
    /// What a player tries to do.
    pub object: String,
    /// The documents the rules come from.
    pub documents: Vec<Document>,
    /// What is needed at the table.
    pub equipment: Vec<String>,
    /// The cards.
    pub deck: Deck,
    /// Shuffle, cut and burn.
    pub shoe: ShoeRules,
    /// Seats and hands.
    pub table: TableRules,
    /// The bet that buys a hand.
    pub main_bet: MainBet,
    /// The bets beside it.
    pub side_bets: Vec<SideBet>,
    /// The rest of the rules, by family.
    pub family: Family,
    /// Rules of conduct, printed with the sheet.
    pub conduct: Vec<String>,
    /// Sentences of procedure that no field says, printed where their steps stand.
    pub lines: Vec<Line>,
    /// What the documents leave open, and how it is read here.
    pub unclear: Vec<Unclear>,
    /// The documents, clause by clause.
    pub clauses: Vec<Clause>,
    /// Fields that come from another clause than their section's.
    pub sources: Vec<Source>,
    /// The clause each step of the procedure carries out.
    pub procedure: ProcedureClauses,
    /// The clauses of rows and bets.
    pub citations: Citations,
}

/// The two families of games.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "there is one for each game, never a list of them"
)]
pub enum Family {
    /// Games of 21 against a dealer's hand.
    TwentyOne(TwentyOne),
    /// Poker hands against a pay table.
    Stud(Stud),
}

/// The name of a family in a rules file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FamilyName {
    /// Games of 21 against a dealer's hand.
    TwentyOne,
    /// Poker hands against a pay table.
    Stud,
}

/// A rules file as it is written, before it is checked as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "A Croupier rules file")]
pub struct GameFile {
    /// The version of this file format: 1.
    pub format: u32,
    /// The short name it is called by on the command line: small letters, digits and hyphens.
    pub id: String,
    /// The full name.
    pub name: String,
    /// The name for a heading or a tab; the full name if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short_name: Option<String>,
    /// The family the game belongs to. It decides which of the sections below are needed.
    pub family: FamilyName,
    /// What a player tries to do.
    pub object: String,
    /// What is needed at the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equipment: Vec<String>,
    /// Rules of conduct, printed with the sheet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conduct: Vec<String>,
    /// The documents the rules come from.
    #[serde(default, rename = "document", skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<Document>,
    /// The cards.
    pub deck: Deck,
    /// Shuffle, cut and burn.
    pub shoe: ShoeRules,
    /// Seats and hands.
    pub table: TableRules,
    /// The bet that buys a hand.
    pub main_bet: MainBet,
    /// 21 family: how the dealer draws and checks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer: Option<Dealer>,
    /// 21 family: what a blackjack is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blackjack: Option<Blackjack>,
    /// 21 family: hands that win at once.
    #[serde(default, rename = "winner", skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<Winner>,
    /// 21 family: doubling down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub double: Option<Double>,
    /// 21 family: splitting pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub split: Option<Split>,
    /// 21 family: giving up part of the bet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surrender: Option<Surrender>,
    /// 21 family: the wager that the dealer has blackjack; left out, it is not offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insurance: Option<Insurance>,
    /// Stud family: what is dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<Hands>,
    /// Stud family: the streets, in order.
    #[serde(default, rename = "street", skip_serializing_if = "Vec::is_empty")]
    pub streets: Vec<Street>,
    /// Stud family: what the hand pays.
    #[serde(default, rename = "pay", skip_serializing_if = "Vec::is_empty")]
    pub pays: Vec<Row>,
    /// Stud family: the most a player is paid for one round.
    #[serde(default, rename = "cap", skip_serializing_if = "Vec::is_empty")]
    pub caps: Vec<Cap>,
    /// The bets beside the main bet.
    #[serde(default, rename = "side-bet", skip_serializing_if = "Vec::is_empty")]
    pub side_bets: Vec<SideBet>,
    /// Sentences of procedure that no field says, printed where their steps stand.
    #[serde(default, rename = "line", skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// What the documents leave open, and how it is read here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unclear: Vec<Unclear>,
    /// The clause each step of the procedure carries out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(schema_with = "crate::schema::procedure")]
    pub procedure: BTreeMap<Procedure, String>,
    /// Fields that come from another clause than their section's.
    #[serde(default, rename = "source", skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
    /// The documents, clause by clause.
    #[serde(default, rename = "clause", skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<Clause>,
}

/// `[[document]]`: where rules come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Document {
    /// What clauses call it by.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its date or edition, where it states one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
}

/// `[[clause]]`: one statement of a document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Clause {
    /// The name rules, events and transcripts call it by, like `surrender`.
    pub id: String,
    /// Where it stands: document and heading, like `000, Method of Play ¶9`; `house ruling` where no document says it.
    pub cites: String,
    /// What it says, in a sentence.
    pub says: String,
    /// What it is about.
    #[serde(default)]
    pub about: About,
}

/// `[[source]]`: fields that come from another clause than their section's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Source {
    /// The fields, like `insurance.max` or `side-bet[0].min`.
    pub fields: Vec<String>,
    /// The clause they come from.
    pub clause: String,
}

/// `[[line]]`: a sentence of procedure that no field says. It is printed behind what the rule sheet says of its step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Line {
    /// The step it belongs to.
    pub at: Procedure,
    /// The sentence.
    pub says: String,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// What a clause is about, which decides how it is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// Play and payment: a round can show it. A transcript must.
    #[default]
    Play,
    /// Shuffle, cut and burn: the shoe shows it.
    Shoe,
    /// Equipment, conduct and gestures: printed with the rule sheet.
    Sheet,
}

/// `[deck]`: the cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Deck {
    /// How many decks are shuffled together.
    pub decks: u8,
    /// The numbers of decks the game may be dealt from; just `decks` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decks_allowed: Option<Numbers>,
    /// Ranks taken out of every deck.
    #[serde(default)]
    pub removed: Ranks,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// `[shoe]`: shuffle, cut and burn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ShoeRules {
    /// When the cards are shuffled.
    pub shuffled: Shuffled,
    /// How far from the end the cut card stands, like `"3/2 decks"` or `"1/2 shoe"`; the round in which it appears is
    /// the last of the shoe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_card: Option<Depth>,
    /// Whether a player cuts, and how many cards at least from either end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player_cut_min: Option<Depth>,
    /// Cards burnt after a shuffle.
    #[serde(default)]
    pub burn: u8,
    /// Cards burnt when a new dealer starts.
    #[serde(default)]
    pub burn_at_dealer_change: u8,
    /// How many sets of cards take turns, one shuffled while another is dealt.
    #[serde(default = "one")]
    pub sets: u8,
    /// The shuffle in sentences, printed with the sheet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub method: Vec<String>,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// When the cards are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shuffled {
    /// Before every round.
    EveryRound,
    /// When the cut card has come out.
    AtCutCard,
}

/// A depth in the shoe, written as a fraction of decks or of the whole shoe: `"3/2 decks"`, `"1 deck"`, `"1/2 shoe"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// The numerator…
    pub part: u32,
    /// …and the denominator.
    pub of: u32,
    /// The unit.
    pub unit: DepthUnit,
}

/// What a depth is measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DepthUnit {
    /// One deck, without the removed ranks.
    Deck,
    /// All cards of the shoe.
    Shoe,
}

/// `[table]`: seats and hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TableRules {
    /// Seats at the table, at most 7.
    pub seats: u8,
    /// Hands one player may play.
    #[serde(default = "one")]
    pub hands_max: u8,
    /// With more than one hand, the main bet on each is at least this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub several_hands_main_bet_min: Option<Money>,
    /// With more than one hand, side bets are at least this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub several_hands_side_bet_min: Option<Money>,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// `[main-bet]`: the bet that buys a hand. Either `amounts`, or `min`, `max` and `step`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MainBet {
    /// What it is called at the table: Ante, Bet.
    pub name: String,
    /// The least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Money>,
    /// The most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Money>,
    /// Amounts are whole multiples of this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Money>,
    /// The only amounts allowed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub amounts: Vec<Money>,
    /// More spots on the same hand, any of which may take another bet equal to the main bet.
    #[serde(default, rename = "spot", skip_serializing_if = "Vec::is_empty")]
    pub spots: Vec<Spot>,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// `[[main-bet.spot]]`: another spot on the same hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Spot {
    /// What it is called: 2x.
    pub name: String,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// `[[side-bet]]`: a bet beside the main bet, made before the deal and paid by its own table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SideBet {
    /// The short name used on the command line and in results.
    pub id: String,
    /// What it is called at the table.
    pub name: String,
    /// The least.
    pub min: Money,
    /// The most.
    pub max: Money,
    /// Amounts are whole multiples of this.
    #[serde(default = "one_dollar")]
    pub step: Money,
    /// Whether it may not exceed the main bet.
    #[serde(default)]
    pub at_most_main_bet: bool,
    /// The cards it looks at.
    pub over: Over,
    /// When it is settled.
    pub settled: Settled,
    /// What the document calls its pay table, where it names several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_name: Option<String>,
    /// Its pay table. Of all rows the cards meet, the best is paid; cards that meet none lose.
    #[serde(rename = "row")]
    pub rows: Vec<Row>,
    /// Other pay tables the documents name, which an operator may choose instead; printed with the sheet.
    #[serde(default, rename = "other-table", skip_serializing_if = "Vec::is_empty")]
    pub other_tables: Vec<NamedTable>,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// Another pay table for a side bet, under its own name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NamedTable {
    /// What the document calls it.
    pub name: String,
    /// Its rows.
    #[serde(rename = "row")]
    pub rows: Vec<Row>,
    /// The clause it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// The cards a side bet looks at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// 21: the player's first two cards.
    FirstTwo,
    /// 21: the player's first two cards and the dealer's up card.
    FirstTwoAndUp,
    /// 21: the player's first two cards and the dealer's hole card.
    FirstTwoAndHole,
    /// 21: the player's first two cards and both dealer's cards.
    FirstTwoUpAndHole,
    /// 21: the dealer's up card and hole card.
    UpAndHole,
    /// Stud: the community cards alone.
    Community,
    /// Stud: the player's hole cards alone.
    HoleCards,
    /// Stud: the player's hole cards and the extra cards.
    HoleAndExtra,
    /// Stud: the player's hole cards and the community cards.
    HoleAndCommunity,
}

/// When a side bet is settled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Settled {
    /// 21: when the cards are dealt, before insurance and play.
    AfterDeal,
    /// 21: when the hole card is shown.
    AtReveal,
    /// Stud: before the main game is settled.
    BeforeMain,
    /// Stud: after the main game is settled.
    AfterMain,
}

/// `[[unclear]]`: a point the documents leave open, and how it is read here.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Unclear {
    /// A short name.
    pub id: String,
    /// What is open, and where.
    pub question: String,
    /// The reading chosen.
    pub reading: String,
    /// Why.
    pub reason: String,
    /// The other reading.
    pub alternative: String,
    /// The fields the other reading changes and their values, like `"dealer.checks" = "A"`; `"winner[2].pays"` names a row
    /// by its place from 0. A change is what `croupier sensitivity` tries.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, serde_json::Value>,
    /// Further fields and steps it is about, like `"procedure.double-card"`; what the sheet says of them refers to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
}

impl Eq for Unclear {}

impl Game {
    /// The rules of 21, if the game is of that family.
    pub fn twenty_one(&self) -> Option<&TwentyOne> {
        match &self.family {
            Family::TwentyOne(rules) => Some(rules),
            Family::Stud(_) => None,
        }
    }

    /// The rules of stud, if the game is of that family.
    pub fn stud(&self) -> Option<&Stud> {
        match &self.family {
            Family::Stud(rules) => Some(rules),
            Family::TwentyOne(_) => None,
        }
    }

    /// The side bet of this id.
    pub fn side_bet(&self, id: &str) -> Option<(usize, &SideBet)> {
        self.side_bets.iter().enumerate().find(|(_, bet)| bet.id == id)
    }

    /// The place of a clause in `clauses`.
    pub fn clause_index(&self, id: &str) -> Option<u16> {
        self.clauses
            .iter()
            .position(|clause| clause.id == id)
            .map(|place| place as u16)
    }
}

impl Deck {
    /// How many of this very card the whole shoe holds.
    pub fn count(&self, card: Card) -> u8 {
        if self.removed.contains(card.rank()) {
            0
        } else {
            self.decks
        }
    }

    /// How many cards one deck holds.
    pub fn deck_size(&self) -> usize {
        (13 - self.removed.len()) * 4
    }

    /// How many cards the whole shoe holds.
    pub fn size(&self) -> usize {
        self.deck_size() * usize::from(self.decks)
    }

    /// Every card of the shoe, in index order.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        Card::all().flat_map(|card| std::iter::repeat_n(card, usize::from(self.count(card))))
    }
}

impl TableRules {
    /// The most seats a table may have.
    pub const SEATS_MAX: u8 = 7;
    /// The most hands one player may play.
    pub const HANDS_MAX: u8 = 7;
}

impl SideBet {
    /// The most side bets a game may have.
    pub const COUNT_MAX: usize = 8;
}

impl MainBet {
    /// The most spots beside the main bet.
    pub const SPOTS_MAX: usize = 7;

    /// The smallest main bet.
    pub fn lowest(&self) -> Money {
        self.amounts.iter().copied().min().or(self.min).unwrap_or(Money::ZERO)
    }

    /// The largest main bet.
    pub fn highest(&self) -> Money {
        self.amounts.iter().copied().max().or(self.max).unwrap_or(Money::ZERO)
    }

    /// What amounts are multiples of.
    pub fn step(&self) -> Money {
        self.step.unwrap_or(one_dollar())
    }

    /// What may be bet, in words: `bet $5 to $10 in steps of $1`.
    pub fn allowed(&self) -> String {
        if self.amounts.is_empty() {
            return format!(
                "bet {} to {} in steps of {}",
                self.lowest(),
                self.highest(),
                self.step()
            );
        }
        let amounts: Vec<String> = self.amounts.iter().map(Money::to_string).collect();
        format!("bet {}", amounts.join(" or "))
    }

    /// Whether this amount may be bet.
    pub fn allows(&self, amount: Money) -> bool {
        if self.amounts.is_empty() {
            amount >= self.lowest() && amount <= self.highest() && amount.is_multiple_of(self.step())
        } else {
            self.amounts.contains(&amount)
        }
    }
}

impl Depth {
    /// The depth in cards, rounded to the nearest.
    pub fn cards(self, deck: &Deck) -> usize {
        let whole = match self.unit {
            DepthUnit::Deck => deck.deck_size(),
            DepthUnit::Shoe => deck.size(),
        };
        (2 * whole * self.part as usize + self.of as usize) / (2 * self.of as usize)
    }
}

/// The text is not a depth.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a depth in the shoe; write `1 deck`, `3/2 decks` or `1/2 shoe`")]
pub struct NotADepth(pub String);

impl std::str::FromStr for Depth {
    type Err = NotADepth;

    fn from_str(text: &str) -> Result<Depth, NotADepth> {
        let fault = || NotADepth(text.to_string());
        let (number, unit) = text.split_once(' ').ok_or_else(fault)?;
        let (part, of) = number.split_once('/').unwrap_or((number, "1"));
        let part: u32 = part.parse().map_err(|_| fault())?;
        let of: u32 = of.parse().map_err(|_| fault())?;
        let unit = match unit {
            "deck" | "decks" => DepthUnit::Deck,
            "shoe" => DepthUnit::Shoe,
            _ => return Err(fault()),
        };
        if of == 0 || part > 1000 || of > 1000 {
            return Err(fault());
        }
        Ok(Depth { part, of, unit })
    }
}

impl std::fmt::Display for Depth {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}", self.part)?;
        if self.of != 1 {
            write!(f, "/{}", self.of)?;
        }
        match self.unit {
            DepthUnit::Shoe => f.write_str(" shoe"),
            DepthUnit::Deck if self.part <= self.of => f.write_str(" deck"),
            DepthUnit::Deck => f.write_str(" decks"),
        }
    }
}

crate::text::text_type!(
    Depth,
    "A depth in the shoe: \"1 deck\", \"3/2 decks\" or \"1/2 shoe\".",
    "^[0-9]{1,3}(/[1-9][0-9]{0,2})? (decks?|shoe)$"
);

fn one() -> u8 {
    1
}

fn one_dollar() -> Money {
    Money::from_dollars(1)
}
