//! What can go wrong with the database itself. A batch that is wrong is not a fault: it is refused, with a status.

use std::path::PathBuf;

/// Something is wrong with the database, not with the batch. Nothing of the batch is written, unless the fault says that
/// this is not known; in every case the same batch may be sent again under the same request id.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Fault {
    /// The disk, or the room the file may take, is full.
    #[error("the disk is full, so nothing can be written: make room, then ask again ({0})")]
    Full(String),
    /// The database cannot be reached. If this comes from a commit, it may or may not have happened: ask again under the
    /// same request id to learn which.
    #[error("the database cannot be reached: {0}")]
    Gone(String),
    /// Others held the database for too long, and the bounded tries are used up.
    #[error("the database is busy with somebody else's work: ask again ({0})")]
    Busy(String),
    /// The books were written by a newer program.
    #[error(
        "the books are of version {found}, and this program knows versions up to {known}: use a newer croupier, or \
         another file"
    )]
    Newer {
        /// The version of the books.
        found: i64,
        /// The newest version this program knows.
        known: i64,
    },
    /// The books were written by an older program, and whoever opens them may not upgrade them.
    #[error(
        "the books are of version {found}, and this program reads version {known}: `croupier serve` upgrades them when \
         it opens the house"
    )]
    Older {
        /// The version of the books.
        found: i64,
        /// The version this program reads.
        known: i64,
    },
    /// Another process serves the books, which are in a file and take one house alone.
    #[error("another croupier serves {0}: stop it first, or name another file (several servers share a PostgreSQL)")]
    Taken(String),
    /// The file is a database, but not the books of a house.
    #[error("{0} is not the books of a house: name another file")]
    Foreign(String),
    /// The database contradicts itself.
    #[error("the books are damaged: {0}; restore a backup")]
    Damaged(String),
    /// The server does not keep what it has acknowledged.
    #[error("the server would lose acknowledged work: {0}")]
    Careless(String),
    /// There is a file where a backup or an archive should go.
    #[error("{} exists already, and nothing is overwritten: name another file", .0.display())]
    BackupExists(PathBuf),
    /// The backup could not be written.
    #[error("the backup to {} failed: {cause}", to.display())]
    Backup {
        /// Where it should have gone.
        to: PathBuf,
        /// What went wrong.
        cause: String,
    },
    /// An archive could not be written or read.
    #[error("the archive {}: {cause}", path.display())]
    Archive {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        cause: String,
    },
    /// The store cannot do this; the text says what can.
    #[error("{0}")]
    Unable(String),
    /// The store has been closed.
    #[error("the books are closed")]
    Closed,
    /// The database refused a statement that it should have taken: a mistake of this program.
    #[error("the database refused a statement, which is a mistake in croupier: {0}")]
    Mistake(String),
}

impl Fault {
    /// Whether the same batch may go through if it is tried again at once.
    pub fn is_passing(&self) -> bool {
        matches!(self, Fault::Busy(_))
    }
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Fault {
        let cause = error.to_string();
        match &error {
            sqlx::Error::Database(fault) => match fault.code() {
                Some(code) => by_code(&code, cause),
                None => Fault::Mistake(cause),
            },
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::Protocol(_) => Fault::Gone(cause),
            sqlx::Error::PoolClosed => Fault::Closed,
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Fault::Damaged(cause),
            _ => Fault::Mistake(cause),
        }
    }
}

/// SQLite's codes are decimal numbers, PostgreSQL's five letters or digits.
fn by_code(code: &str, cause: String) -> Fault {
    if code.len() == 5 {
        return by_postgres_code(code, cause);
    }
    // The low byte is the primary code, the rest says where it happened.
    match code.parse::<u32>().map(|code| code & 0xff) {
        Ok(5 | 6) => Fault::Busy(cause),       // BUSY, LOCKED
        Ok(13) => Fault::Full(cause),          // FULL
        Ok(8 | 10 | 14) => Fault::Gone(cause), // READONLY, IOERR, CANTOPEN
        Ok(11) => Fault::Damaged(cause),       // CORRUPT
        Ok(26) => Fault::Foreign(cause),       // NOTADB
        _ => Fault::Mistake(cause),
    }
}

fn by_postgres_code(code: &str, cause: String) -> Fault {
    match code {
        // Serialization failure, deadlock, lock not available; and a row that somebody else wrote in the same instant,
        // which the next try will read.
        "40001" | "40P01" | "55P03" | "23505" => Fault::Busy(cause),
        "53100" => Fault::Full(cause),
        // Out of memory, too many connections, and a server that only reads: a standby, or one that is failing over.
        "53200" | "53300" | "25006" => Fault::Gone(cause),
        // The server has given up on a statement or a transaction of ours that took too long.
        "57014" | "25P03" | "25P04" => Fault::Gone(cause),
        "XX001" | "XX002" => Fault::Damaged(cause),
        _ if code.starts_with("08") || code.starts_with("57P") || code.starts_with("58") || code.starts_with("28") => {
            Fault::Gone(cause)
        }
        "3D000" => Fault::Gone(cause),
        _ => Fault::Mistake(cause),
    }
}
