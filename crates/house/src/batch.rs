//! A request to the house and its answer: everything in a batch is written together, or nothing is.

use croupier_rules::Money;
use serde::{Deserialize, Serialize};

use crate::id::{AccountId, Hash, Moment, RequestId, RoundId, ShoeId, UserId};
use crate::lease::Lease;
use crate::records::{Account, AccountBalance, Line, RoundOpening, Session, ShoeOpening, TableChange, Transfer, User};
use crate::status::Status;

/// The most entries in a batch.
pub const ENTRIES_MAX: usize = 1024;
/// The most bytes in one text.
pub const TEXT_BYTES_MAX: usize = 256 * 1024;

/// What is written together, under one request id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// The id of the request. A repeat of it is answered as the first was, and nothing is written.
    pub request: RequestId,
    /// What was asked, in the caller's notation, by which a repeat is told from another request under the same id.
    /// Without it the entries themselves are compared.
    pub asked: Option<String>,
    /// What the caller wants to hear again with [`Reply::Done`], in the caller's notation.
    pub answer: String,
    /// When. Not compared: a repeat comes later.
    pub at: Moment,
    /// The lease of the table this is about, where several servers share the books: the batch is written only while it
    /// is the newest. Not compared either: a repeat may come from another server.
    #[serde(default)]
    pub lease: Option<Lease>,
    /// What is to be written, in this order.
    pub entries: Vec<Entry>,
}

/// One thing to be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// A person may sign in.
    User(User),
    /// A person's name, role or credential is changed.
    UserChange(User),
    /// A person has signed in.
    Session(Session),
    /// A person signs out.
    SessionClose {
        /// The hash of the session's token.
        token: Hash,
    },
    /// Sessions that ended before this moment are forgotten.
    SessionsExpire {
        /// The moment.
        before: Moment,
    },
    /// A person is signed out everywhere: the password was changed, or the account disabled.
    SessionsEnd {
        /// The person.
        user: UserId,
    },
    /// A person sets the most to lose in a day, or lifts the limit.
    LossLimit {
        /// The person.
        user: UserId,
        /// The most to lose; `None` for no limit.
        limit: Option<Money>,
    },
    /// Something is kept of a person, under its hash: a dealer's practice, a test.
    Note {
        /// The person.
        user: UserId,
        /// What kind of note, in the caller's words.
        kind: String,
        /// What it says, in the caller's notation.
        text: String,
    },
    /// A rules file is kept, once, under its hash.
    Rules {
        /// The file.
        text: String,
    },
    /// A table is opened (number 0) or changed.
    Table(TableChange),
    /// An account is opened.
    Account(Account),
    /// A shoe is put on a table.
    Shoe(ShoeOpening),
    /// The players have cut and shuffled in their seeds.
    ShoeShuffle {
        /// The shoe.
        shoe: ShoeId,
        /// What they shuffled in, in the caller's notation.
        text: String,
    },
    /// Something else happened to a shoe: a client seed, a burn for a new dealer.
    ShoeEvent {
        /// The shoe.
        shoe: ShoeId,
        /// The number of the event: how many the shoe has already.
        number: u32,
        /// What happened, in the caller's notation.
        text: String,
    },
    /// The shoe's secret may be shown from now on.
    ShoeReveal {
        /// The shoe.
        shoe: ShoeId,
    },
    /// A round begins.
    Round(RoundOpening),
    /// Lines are added to a round.
    Lines {
        /// The round.
        round: RoundId,
        /// The number of the first line: how many the round has already.
        first: u32,
        /// The lines.
        lines: Vec<Line>,
    },
    /// A round is over: every wager is resolved.
    RoundClose {
        /// The round.
        round: RoundId,
    },
    /// The floor voids a round: it closes before it is over, and every wager has gone back.
    RoundVoid {
        /// The round.
        round: RoundId,
        /// Who voids it.
        by: UserId,
        /// Why, in the caller's notation.
        text: String,
    },
    /// Money moves.
    Transfer(Transfer),
    /// Nothing is written, but the batch is refused if the account, after the entries before this one, has bought more
    /// chips on the batch's day than this, those sold again not counted.
    BuyInMax {
        /// The player's account.
        account: AccountId,
        /// The most chips bought in a day.
        max: Money,
    },
}

/// The answer to a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// Everything is written, on disk.
    Done {
        /// The batch's own answer.
        answer: String,
        /// What the accounts that the transfers touched hold now, by id.
        balances: Vec<AccountBalance>,
    },
    /// Nothing is written but this refusal.
    Refused {
        /// The first entry that is wrong, counted from 0; 0 if the batch as a whole is.
        entry: usize,
        /// What is wrong with it.
        status: Status,
    },
}

/// An answer given before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The hash of what was asked.
    pub asked: Hash,
    /// The answer.
    pub reply: Reply,
}

impl Batch {
    /// A batch of nothing yet.
    pub fn new(request: RequestId, at: Moment) -> Batch {
        Batch {
            request,
            asked: None,
            answer: String::new(),
            at,
            lease: None,
            entries: Vec::new(),
        }
    }

    /// The batch with one more entry.
    pub fn with(mut self, entry: Entry) -> Batch {
        self.entries.push(entry);
        self
    }

    /// The hash by which a repeat is known: of what was asked, or of the entries.
    pub fn asked_hash(&self) -> Hash {
        match &self.asked {
            Some(asked) => Batch::hash_of_asked(asked),
            None => Hash::of(
                &serde_json::to_vec(&("entries", &self.entries)).expect("records have a JSON form without fail"),
            ),
        }
    }

    /// The hash of a request in the caller's notation, to compare with [`Answered::asked`].
    pub fn hash_of_asked(asked: &str) -> Hash {
        Hash::of(&serde_json::to_vec(&("asked", asked)).expect("a text has a JSON form without fail"))
    }
}

impl Reply {
    /// What an account holds after the batch, if its transfers touched it.
    pub fn balance(&self, account: AccountId) -> Option<&AccountBalance> {
        match self {
            Reply::Done { balances, .. } => balances.iter().find(|balance| balance.account == account),
            Reply::Refused { .. } => None,
        }
    }
}
