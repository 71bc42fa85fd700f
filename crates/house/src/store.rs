//! The books, whichever database keeps them.

use std::ops::Range;
use std::path::Path;

use async_trait::async_trait;
use croupier_rules::Money;

use crate::archive::{ArchiveRecord, Archives};
use crate::audit::AuditReport;
use crate::batch::{Answered, Batch, Reply};
use crate::fault::Fault;
use crate::id::{AccountId, Hash, Moment, RequestId, RoundId, ShoeId, TableId, UserId};
use crate::lease::Leases;
use crate::records::{
    Account, AccountKind, Balance, NoteRecord, PlayedRound, RoundBook, RoundRecord, RoundTotals, Session, ShoeRecord,
    Standing, TableChange, TransferRecord, User,
};

/// The most rows one page of a history has.
pub const PAGE_MAX: u32 = 1000;

/// A page of a history, newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Only what has a lower ordinal than this: that of the last row of the page before.
    pub before: Option<i64>,
    /// At most so many rows, and never more than [`PAGE_MAX`].
    pub limit: u32,
}

impl Span {
    /// The newest rows.
    pub const fn newest(limit: u32) -> Span {
        Span { before: None, limit }
    }

    /// The page after the one that ended with this ordinal.
    pub const fn older_than(ordinal: i64, limit: u32) -> Span {
        Span {
            before: Some(ordinal),
            limit,
        }
    }
}

/// Which rounds are looked for: everything that is named must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundSearch {
    /// Dealt at this table.
    pub table: Option<TableId>,
    /// With a wager of this account.
    pub player: Option<AccountId>,
    /// Opened from the first moment on, and before the second.
    pub opened: Option<Range<Moment>>,
}

/// The books of a house. All writing is by [`commit`](Store::commit); everything else reads what is committed.
#[async_trait]
pub trait Store: Send + Sync {
    /// Writes a batch, whole or not at all, and answers when it is on disk. A repeated request is answered as the first
    /// was and writes nothing. The batch is judged, and written if it stands, even when nobody waits for the answer.
    async fn commit(&self, batch: Batch) -> Result<Reply, Fault>;

    /// The answer that was given to a request, if it was made before.
    async fn answered(&self, request: RequestId) -> Result<Option<Answered>, Fault>;

    /// An account and what it holds.
    async fn account(&self, id: AccountId) -> Result<Option<(Account, Balance)>, Fault>;

    /// The account of this kind and owner, and what it holds.
    async fn account_of(&self, kind: AccountKind) -> Result<Option<(Account, Balance)>, Fault>;

    /// Every account and what it holds, by id.
    async fn accounts(&self) -> Result<Vec<(Account, Balance)>, Fault>;

    /// What these accounts hold, and what each has bought and won on a day, counted from 1970; those that there are.
    async fn standings(&self, accounts: &[AccountId], day: i64) -> Result<Vec<Standing>, Fault>;

    /// The transfers that debit or credit an account, newest first.
    async fn transfers_of(&self, account: AccountId, span: Span) -> Result<Vec<TransferRecord>, Fault>;

    /// A round with its lines and transfers.
    async fn round(&self, id: RoundId) -> Result<Option<RoundBook>, Fault>;

    /// The rounds that are not over, oldest first: where the house goes on after a restart.
    async fn rounds_open(&self) -> Result<Vec<RoundRecord>, Fault>;

    /// The rounds that fit a search, newest first.
    async fn find_rounds(&self, search: &RoundSearch, span: Span) -> Result<Vec<RoundRecord>, Fault>;

    /// All rounds, newest first.
    async fn rounds(&self, span: Span) -> Result<Vec<RoundRecord>, Fault> {
        self.find_rounds(&RoundSearch::default(), span).await
    }

    /// The rounds dealt at a table, newest first.
    async fn rounds_of_table(&self, table: TableId, span: Span) -> Result<Vec<RoundRecord>, Fault> {
        let table = Some(table);
        let search = RoundSearch {
            table,
            ..RoundSearch::default()
        };
        self.find_rounds(&search, span).await
    }

    /// The rounds after an ordinal, oldest first, each with what was wagered, lost and paid in it.
    async fn rounds_after(&self, ordinal: i64, limit: u32) -> Result<Vec<RoundTotals>, Fault>;

    /// The transfers after an ordinal, oldest first.
    async fn transfers_after(&self, ordinal: i64, limit: u32) -> Result<Vec<TransferRecord>, Fault>;

    /// The transfers of a round, in order.
    async fn transfers_of_round(&self, round: RoundId) -> Result<Vec<TransferRecord>, Fault>;

    /// The rounds dealt from a shoe, in their order.
    async fn rounds_of_shoe(&self, shoe: ShoeId) -> Result<Vec<RoundRecord>, Fault>;

    /// The rounds a player has wagered in, newest first.
    async fn rounds_of_player(&self, account: AccountId, span: Span) -> Result<Vec<PlayedRound>, Fault>;

    /// A shoe as anybody may see it.
    async fn shoe(&self, id: ShoeId) -> Result<Option<ShoeRecord>, Fault>;

    /// The shoes that stood on a table, newest first.
    async fn shoes_of_table(&self, table: TableId, span: Span) -> Result<Vec<ShoeRecord>, Fault>;

    /// All shoes, newest first.
    async fn shoes(&self, span: Span) -> Result<Vec<ShoeRecord>, Fault>;

    /// What happened to a shoe after it was put on its table, beside shuffle and reveal, in order.
    async fn shoe_events(&self, id: ShoeId) -> Result<Vec<String>, Fault>;

    /// The secret of a shoe, revealed or not. It is for the table that deals from it, and must not leave the process.
    async fn shoe_secret(&self, id: ShoeId) -> Result<Option<String>, Fault>;

    /// A rules file by its hash.
    async fn rules(&self, hash: &Hash) -> Result<Option<String>, Fault>;

    /// How every table stands, the closed ones too, by id.
    async fn tables(&self) -> Result<Vec<TableChange>, Fault>;

    /// Everything a table has been, its opening first.
    async fn table_changes(&self, table: TableId) -> Result<Vec<TableChange>, Fault>;

    /// A user.
    async fn user(&self, id: UserId) -> Result<Option<User>, Fault>;

    /// The user of a name, whatever its capitals.
    async fn user_named(&self, name: &str) -> Result<Option<User>, Fault>;

    /// Every user, by name.
    async fn users(&self) -> Result<Vec<User>, Fault>;

    /// The session of a token. Whether it has ended is for the caller's clock to say.
    async fn session(&self, token: &Hash) -> Result<Option<Session>, Fault>;

    /// When a person signed in last, as far as the session is still kept.
    async fn session_began(&self, user: UserId) -> Result<Option<Moment>, Fault>;

    /// The most a person wants to lose in a day.
    async fn loss_limit(&self, user: UserId) -> Result<Option<Money>, Fault>;

    /// The notes of a kind, of one person or of all, newest first.
    async fn notes(&self, kind: &str, user: Option<UserId>, span: Span) -> Result<Vec<NoteRecord>, Fault>;

    /// The first note with this hash.
    async fn note(&self, hash: &Hash) -> Result<Option<NoteRecord>, Fault>;

    /// Proves the books from themselves alone, at one instant, while the house goes on.
    async fn audit(&self) -> Result<AuditReport, Fault>;

    /// The books as they are at this instant: whatever is read from them agrees, however much is written meanwhile. They
    /// cannot be written to, and hold a connection until they are dropped.
    async fn snapshot(&self) -> Result<std::sync::Arc<dyn Store>, Fault>;

    /// Copies the books to a file that does not exist yet, at one instant, while the house goes on. The file is there
    /// whole or not at all.
    async fn backup(&self, to: &Path) -> Result<(), Fault>;

    /// Moves the lines of rounds that began before a moment to a file that does not exist yet, and keeps its hash; `None`
    /// when there are none. Rounds that are not over stay, with whatever came after them, and so do those of a shoe in play.
    async fn archive(&self, before: Moment, to: &Path, now: Moment) -> Result<Option<ArchiveRecord>, Fault>;

    /// The archives that were made, oldest first.
    async fn archives(&self) -> Result<Vec<ArchiveRecord>, Fault>;

    /// The archives that were opened beside the books; the lines of rounds in them are read from there.
    fn archives_given(&self) -> &Archives;

    /// The leases of the tables, where several servers may share these books; `None` where one alone opens them.
    fn leases(&self) -> Option<&dyn Leases>;

    /// Finishes what is being written and closes the books; whatever is asked later answers [`Fault::Closed`].
    async fn close(&self);
}
