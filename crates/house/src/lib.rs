//! The books of the house.
#![doc = include_str!("../../../docs/ledger.md")]

mod audit;
mod batch;
mod desk;
mod driver;
mod fault;
mod house;
mod id;
mod judge;
mod judge_transfer;
mod load;
mod migrate;
mod page;
mod postgres;
mod records;
mod rows;
mod sqlite;
mod status;
mod store;
mod write;
mod writer;

use std::sync::Arc;

pub use audit::{AuditReport, Check};
pub use batch::{Answered, Batch, ENTRIES_MAX, Entry, Reply, TEXT_BYTES_MAX};
pub use fault::Fault;
pub use house::House;
pub use id::{AccountId, Hash, Moment, NotHash, RequestId, RoundId, ShoeId, TableId, TransferId, UserId};
pub use postgres::{PgServer, PgStore};
pub use records::{
    AMOUNT_MAX, Account, AccountBalance, AccountKind, BALANCE_MAX, Balance, Code, Credential, Line, LineKind,
    PlayedRound, Role, RoundBook, RoundOpening, RoundRecord, Session, ShoeOpening, ShoeRecord, TableChange,
    TableStanding, Transfer, TransferKind, TransferRecord, User,
};
pub use sqlite::{SqliteFile, SqliteOptions, SqliteStore};
pub use status::{NotStatus, Status};
pub use store::{PAGE_MAX, Span, Store};

/// Opens the books at an address: `postgres://…` is a PostgreSQL database, anything else the path of a SQLite file.
pub async fn open(address: &str) -> Result<Arc<dyn Store>, Fault> {
    match address.starts_with("postgres://") || address.starts_with("postgresql://") {
        true => Ok(Arc::new(PgStore::open(address).await?)),
        false => Ok(Arc::new(SqliteStore::open(address).await?)),
    }
}
