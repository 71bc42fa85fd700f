//! Everything the house writes down, as plain records. The house has never heard of cards: what was dealt is a text to it.

use std::fmt;

use croupier_rules::Money;
use serde::{Deserialize, Serialize};

use crate::id::{AccountId, Hash, Moment, RequestId, RoundId, ShoeId, TableId, TransferId, UserId};

/// The most one transfer may move.
pub const AMOUNT_MAX: Money = Money::from_dollars(1_000_000_000);
/// The most an account may hold or owe.
pub const BALANCE_MAX: Money = Money::from_dollars(100_000_000_000);

/// Whose money an account holds. There is one account of each kind for each owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AccountKind {
    /// The house's bank, out of which all chips come; it may go below zero, and what it owes is what is in play.
    HouseBank,
    /// A player's chips, which never go below zero; chips on the felt count as gone.
    Player(UserId),
    /// The chips in a table's rack, which may go below zero until the bank fills it.
    Rack(TableId),
}

/// An account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// Whose money it holds.
    pub kind: AccountKind,
}

/// What an account holds, kept beside the transfers it follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Balance {
    /// What has been credited less what has been debited, for good.
    pub posted: Money,
    /// What pending transfers will take away when they are posted: a player's chips on the felt.
    pub pending_out: Money,
    /// What pending transfers will bring when they are posted: the wagers a rack stands to win.
    pub pending_in: Money,
}

impl Balance {
    /// What the account can spend: pending money is gone for the one who pays and not yet there for the one who is paid.
    pub fn available(self) -> Money {
        self.posted - self.pending_out
    }
}

/// What an account bought and won on one day in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Day {
    /// Chips bought less chips sold.
    pub bought: Money,
    /// Payouts less losses.
    pub won: Money,
}

/// Where an account stands on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The account.
    pub account: AccountId,
    /// What it holds.
    pub balance: Balance,
    /// What it has bought and won on that day.
    pub day: Day,
}

/// An account with what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountBalance {
    /// The account.
    pub account: AccountId,
    /// What it holds.
    #[serde(flatten)]
    pub balance: Balance,
}

/// What a transfer does to the two balances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TransferKind {
    /// The money moves at once and for good.
    Posted,
    /// The money is held, as a wager on the felt is.
    Pending,
    /// Money held moves for good: all of it, or a part while the rest goes back (a surrendered half).
    Post {
        /// The pending transfer this resolves.
        pending: TransferId,
    },
    /// Money held goes back, all of it.
    Void {
        /// The pending transfer this resolves.
        pending: TransferId,
    },
}

/// Why money moves. Each reason has its own kind of transfer and its own kinds of account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The bank brings chips to a rack.
    Fill,
    /// A rack's chips go back to the bank.
    RackReturn,
    /// A player buys chips, out of a rack or from the bank.
    BuyIn,
    /// A player's chips are bought back, into a rack or by the bank.
    CashOut,
    /// A player's chips on the felt.
    Wager,
    /// A wager, or a part of it, that the rack has won.
    Loss,
    /// A wager that goes back to its player, with winnings or without.
    Returned,
    /// What a rack pays on a winning wager, over the wager itself.
    Payout,
    /// A mistake put right; the mistake itself stays in the books.
    Correction,
}

impl Code {
    /// The word for it in the books.
    pub const fn word(self) -> &'static str {
        match self {
            Code::Fill => "fill",
            Code::RackReturn => "rack_return",
            Code::BuyIn => "buy_in",
            Code::CashOut => "cash_out",
            Code::Wager => "wager",
            Code::Loss => "loss",
            Code::Returned => "returned",
            Code::Payout => "payout",
            Code::Correction => "correction",
        }
    }
}

/// Money that moves from one account to another. Once written it is never changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transfer {
    /// Its id, made by whoever asks.
    pub id: TransferId,
    /// The account that pays.
    pub debit: AccountId,
    /// The account that is paid.
    pub credit: AccountId,
    /// How much, more than nothing.
    pub amount: Money,
    /// What it does to the balances.
    pub kind: TransferKind,
    /// Why.
    pub code: Code,
    /// The round it belongs to.
    pub round: Option<RoundId>,
}

/// A transfer as it stands in the books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransferRecord {
    /// Its place among all transfers: later ones have higher numbers.
    pub ordinal: i64,
    /// The transfer.
    pub transfer: Transfer,
    /// The request that asked for it.
    pub request: RequestId,
    /// When.
    pub at: Moment,
}

/// A round that begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundOpening {
    /// Its id.
    pub id: RoundId,
    /// The table it is dealt at.
    pub table: TableId,
    /// The rules it is played by, kept before.
    pub rules: Hash,
    /// The shoe it is dealt from, if its cards are to be proved.
    pub shoe: Option<ShoeId>,
    /// The version of the notation of the round's texts.
    pub format: u32,
    /// How it begins, in the caller's notation: seats, wagers, place in the shoe.
    pub text: String,
}

/// What a line of a round records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// What was done: a card dealt, a choice made.
    Step,
    /// What came of it.
    Event,
}

/// A line of a round, in the caller's notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// What it records.
    pub kind: LineKind,
    /// The line.
    pub text: String,
}

/// A shoe that is put on a table. Its secret is kept from the first, so that the table can go on after a crash, but
/// only [`Store::shoe_secret`](crate::Store::shoe_secret) shows it before the shoe is revealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShoeOpening {
    /// Its id.
    pub id: ShoeId,
    /// The table it stands on.
    pub table: TableId,
    /// What is published before the first bet.
    pub commitment: String,
    /// What the commitment binds the house to: the seed.
    pub secret: String,
    /// The version of the notation of the shoe's texts.
    pub format: u32,
}

impl fmt::Debug for ShoeOpening {
    /// Everything but the secret, so that no log ever holds it.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("ShoeOpening")
            .field("id", &self.id)
            .field("table", &self.table)
            .field("commitment", &self.commitment)
            .field("format", &self.format)
            .finish_non_exhaustive()
    }
}

/// A shoe as anybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShoeRecord {
    /// Its place among all shoes.
    pub ordinal: i64,
    /// Its id.
    pub id: ShoeId,
    /// The table it stands on.
    pub table: TableId,
    /// What was published before the first bet.
    pub commitment: String,
    /// The version of the notation of the shoe's texts.
    pub format: u32,
    /// When it was put on the table.
    pub opened: Moment,
    /// What the players shuffled in, in the caller's notation: the cut and their seeds.
    pub shuffle: Option<String>,
    /// The seed, once it is revealed.
    pub secret: Option<String>,
    /// When it was revealed.
    pub revealed: Option<Moment>,
}

/// Whether a table deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableStanding {
    /// It deals.
    Open,
    /// It stands but does not deal.
    Paused,
    /// It is closed for good.
    Closed,
}

/// How a table stands from now on. The first is number 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableChange {
    /// The table.
    pub table: TableId,
    /// The number of this change, one more than the last.
    pub number: u32,
    /// Whether it deals.
    pub standing: TableStanding,
    /// Its name, game, limits and everything else, in the caller's notation.
    pub text: String,
}

/// What a person may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Plays.
    Player,
    /// Runs the floor: opens, limits, pauses and closes tables.
    Floor,
    /// Reads everything and changes nothing.
    Auditor,
}

/// How a person proves who they are.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Credential {
    /// A guest, who cannot sign in again once the session ends.
    Guest,
    /// A member, by the hash of a password (an argon2id string, opaque here).
    Password(String),
}

impl fmt::Debug for Credential {
    /// The kind alone, so that no log ever holds the hash.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Credential::Guest => "Guest",
            Credential::Password(_) => "Password(..)",
        })
    }
}

/// A person who may sign in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    /// Their id.
    pub id: UserId,
    /// Their name; no two differ only in capitals.
    pub name: String,
    /// How they prove who they are.
    pub credential: Credential,
    /// What they may do.
    pub role: Role,
}

impl User {
    /// The name as it is compared: in small letters.
    pub fn name_folded(name: &str) -> String {
        name.to_lowercase()
    }
}

/// A signed-in session, kept by the hash of its token so that the file opens no doors.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// The hash of the token.
    pub token: Hash,
    /// Who is signed in.
    pub user: UserId,
    /// When it ends.
    pub expires: Moment,
}

impl fmt::Debug for Session {
    /// Everything but the token's hash.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Session")
            .field("user", &self.user)
            .field("expires", &self.expires)
            .finish_non_exhaustive()
    }
}

/// A round as it stands in the books, without its lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundRecord {
    /// Its place among all rounds.
    pub ordinal: i64,
    /// Its id.
    pub id: RoundId,
    /// The table it was dealt at.
    pub table: TableId,
    /// The rules it was played by.
    pub rules: Hash,
    /// The shoe it was dealt from.
    pub shoe: Option<ShoeId>,
    /// The version of the notation of its texts.
    pub format: u32,
    /// How it began.
    pub text: String,
    /// When it began.
    pub opened: Moment,
    /// When it was over.
    pub closed: Option<Moment>,
    /// Why the floor has voided it, in the caller's notation.
    pub voided: Option<String>,
}

/// A round with everything that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundBook {
    /// The round.
    pub round: RoundRecord,
    /// Who has wagered in it, by id.
    pub players: Vec<AccountId>,
    /// Its lines, number 0 first.
    pub lines: Vec<Line>,
    /// Its transfers, in order.
    pub transfers: Vec<TransferRecord>,
}

impl RoundBook {
    /// Whether its lines were moved to an archive that is not open.
    pub fn is_archived(&self) -> bool {
        self.lines.is_empty() && self.round.closed.is_some()
    }
}

/// A round with what was wagered and what came of it, by all players together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundTotals {
    /// The round.
    pub round: RoundRecord,
    /// What was put on the felt.
    pub wagered: Money,
    /// What the rack won.
    pub lost: Money,
    /// What the rack paid.
    pub paid: Money,
}

/// What is kept of a person beside money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoteRecord {
    /// Its place among all notes.
    pub ordinal: i64,
    /// The person.
    pub user: UserId,
    /// What kind of note, in the caller's words.
    pub kind: String,
    /// The hash it is kept under.
    pub hash: Hash,
    /// What it says, in the caller's notation.
    pub text: String,
    /// When it was written.
    pub at: Moment,
}

/// A round in a player's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedRound {
    /// The round.
    pub round: RoundRecord,
    /// What the player put on the felt.
    pub wagered: Money,
    /// What the player is up (or, below zero, down) on the round, corrections included.
    pub net: Money,
}
