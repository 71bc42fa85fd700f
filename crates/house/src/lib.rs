//! The books of the house.
//!
//! A [`Batch`] goes in through [`Store::commit`] and is answered when it is on disk. Inside, in this order: `writer` takes
//! what waits as one group, `load` reads and locks everything the group speaks of into a `page`, `judge` (and
//! `judge_transfer`) decides each batch on it, `write` writes what stands. Everything else reads: `house` over `rows` and
//! `records`, `audit` with sums of its own, `archive` for old rounds. `sqlite` and `postgres` are the two drivers, `sql_connection`
//! is one connection in either dialect, `migrate` the versions of the `schema`, `lease` who deals at which table.
//!
#![doc = include_str!("../../../docs/ledger.md")]

mod archive;
mod audit;
mod batch;
mod driver;
mod fault;
mod house;
mod id;
mod judge;
mod judge_transfer;
mod lease;
mod load;
mod migrate;
mod page;
mod postgres;
mod records;
mod rows;
mod sql_connection;
mod sqlite;
mod status;
mod store;
mod write;
mod writer;

use std::sync::Arc;

pub use archive::{ArchiveRecord, Archives};
pub use audit::{AuditReport, Check};
pub use batch::{Answered, Batch, ENTRIES_MAX, Entry, Reply, TEXT_BYTES_MAX};
pub use fault::Fault;
pub use house::House;
pub use id::{AccountId, Hash, Moment, NotHash, RequestId, RoundId, ShoeId, TableId, TransferId, UserId};
pub use lease::{Lease, LeaseRecord, Leases, Owner};
pub use postgres::{PgServer, PgStore};
pub use records::{
    AMOUNT_MAX, Account, AccountBalance, AccountKind, BALANCE_MAX, Balance, Code, Credential, Day, Line, LineKind,
    NoteRecord, PlayedRound, Role, RoundBook, RoundOpening, RoundRecord, RoundTotals, Session, ShoeOpening, ShoeRecord,
    Standing, TableChange, TableStanding, Transfer, TransferKind, TransferRecord, User,
};
pub use sqlite::{SqliteFile, SqliteOptions, SqliteStore};
pub use status::{NotStatus, Status};
pub use store::{PAGE_MAX, RoundSearch, Span, Store};

/// What books are opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To serve a house over them: they are made or upgraded, and a file is kept from other servers.
    Serve,
    /// To write something beside the house that may be served over them. They must be there, and of this version.
    Write,
    /// To read them and change nothing at all. They must be there, and of this version.
    Read,
}

/// Opens the books at an address to serve a house over them: `postgres://…` is a PostgreSQL database, anything else the
/// path of a SQLite file.
pub async fn open(address: &str) -> Result<Arc<dyn Store>, Fault> {
    open_for(address, Purpose::Serve).await
}

/// Opens the books at an address for a purpose.
pub async fn open_for(address: &str, purpose: Purpose) -> Result<Arc<dyn Store>, Fault> {
    match is_postgres(address) {
        true => Ok(Arc::new(PgStore::open_for(address, purpose).await?)),
        false => Ok(Arc::new(SqliteStore::open_for(address, purpose).await?)),
    }
}

/// Opens the books at an address to read them, with archives of old rounds beside them.
pub async fn open_with_archives(address: &str, archives: Archives) -> Result<Arc<dyn Store>, Fault> {
    match is_postgres(address) {
        true => {
            let store = PgStore::open_for(address, Purpose::Read).await?;
            Ok(Arc::new(store.with_archives(archives)))
        }
        false => {
            let store = SqliteStore::open_for(address, Purpose::Read).await?;
            Ok(Arc::new(store.with_archives(archives)))
        }
    }
}

/// Whether an address is that of a PostgreSQL database.
pub fn is_postgres(address: &str) -> bool {
    address.starts_with("postgres://") || address.starts_with("postgresql://")
}

/// An address as it may be printed: without the password of a database, wherever it stands in it.
pub fn shown(address: &str) -> String {
    if !is_postgres(address) {
        return address.to_string();
    }
    let (before, query) = match address.split_once('?') {
        Some((before, query)) => (before, Some(query)),
        None => (address, None),
    };
    let (scheme, rest) = before.split_once("://").unwrap_or(("postgres", before));
    // A password may hold an unescaped `@` or `/`, so it ends at the last `@`.
    let place = match rest.rsplit_once('@') {
        Some((person, place)) => format!("{}@{place}", person.split(':').next().unwrap_or_default()),
        None => rest.to_string(),
    };
    let kept = |query: &str| {
        let pairs = query.split('&').filter(|pair| {
            let name = pair.split('=').next().unwrap_or_default();
            !name.to_lowercase().contains("pass") && !name.to_lowercase().starts_with("sslkey")
        });
        pairs.collect::<Vec<_>>().join("&")
    };
    match query.map(kept).filter(|query| !query.is_empty()) {
        Some(query) => format!("{scheme}://{place}?{query}"),
        None => format!("{scheme}://{place}"),
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn a_printed_address_has_no_password() {
        for (address, printed) in [
            (
                "postgres://house:secret@db.example/books",
                "postgres://house@db.example/books",
            ),
            (
                "postgresql://house:se@cr/et@db:5432/books",
                "postgresql://house@db:5432/books",
            ),
            (
                "postgres://house@db/books?host=/run&password=secret&sslmode=require",
                "postgres://house@db/books?host=/run&sslmode=require",
            ),
            ("postgres://db/books?password=secret", "postgres://db/books"),
            ("postgres:///books", "postgres:///books"),
            ("croupier.db", "croupier.db"),
        ] {
            assert_eq!(shown(address), printed);
        }
    }
}
