//! The books in one SQLite file: write-ahead log, every commit flushed to disk, one writer.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Pool, Sqlite, SqliteConnection};

use crate::Purpose;
use crate::driver::Driver;
use crate::fault::Fault;
use crate::house::House;
use crate::lease::Leases;
use crate::migrate;
use crate::sql_connection::{Arg, Dialect, SqlConnection};

/// `CROU`: how the file says that it holds the books of a house.
const APPLICATION_ID: i64 = 0x4352_4F55;
/// How long a writer waits for another process that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);
/// How long we wait for a house that is closing.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);
const READERS_MAX: u32 = 4;

/// The books in a SQLite file.
pub type SqliteStore = House<SqliteFile>;

/// How a file is opened.
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    /// The file; it is made if there is none.
    pub path: PathBuf,
    /// The most pages of 4096 bytes the file may have, if there is a limit.
    pub pages_max: Option<u32>,
}

/// An open SQLite file.
pub struct SqliteFile {
    path: PathBuf,
    place: Place,
    readers: Pool<Sqlite>,
    writers: Pool<Sqlite>,
    /// The file beside the books that is locked while a house is served over them.
    alone: Mutex<Option<File>>,
}

impl SqliteStore {
    /// Opens the books in a file, makes them if there are none, upgrades them if they are older, and checks that they
    /// are whole.
    pub async fn open(path: impl Into<PathBuf>) -> Result<SqliteStore, Fault> {
        SqliteStore::open_for(path, Purpose::Serve).await
    }

    /// Opens the books for a purpose; only a server makes or upgrades them, and keeps other servers out.
    pub async fn open_for(path: impl Into<PathBuf>, purpose: Purpose) -> Result<SqliteStore, Fault> {
        let path = path.into();
        let options = SqliteOptions { path, pages_max: None };
        let scripts = migrate::scripts(Dialect::Sqlite);
        let file = match purpose {
            Purpose::Serve => SqliteFile::open(options, scripts).await?,
            Purpose::Write | Purpose::Read => SqliteFile::open_beside(options, scripts).await?,
        };
        Ok(House::start(file, purpose))
    }

    /// Opens the books as the options say.
    pub async fn open_with(options: SqliteOptions) -> Result<SqliteStore, Fault> {
        let file = SqliteFile::open(options, migrate::scripts(Dialect::Sqlite)).await?;
        Ok(House::start(file, Purpose::Serve))
    }
}

impl SqliteFile {
    pub(crate) async fn open(options: SqliteOptions, scripts: &[&str]) -> Result<SqliteFile, Fault> {
        let alone = lock(&options.path).await?;
        let writer = connect_options(&options).create_if_missing(true);
        // One connection writes, so that SQLite's own lock is never waited for inside the house.
        let writers = lasting().max_connections(1).connect_with(writer).await?;
        let mut connection = writers.acquire().await?;
        prepare(&mut connection, &options.path, scripts).await?;
        check_whole(&mut connection).await?;
        drop(connection);
        SqliteFile::with_readers(options, writers, Some(alone)).await
    }

    /// Opens books that are there, beside the house that may be served over them.
    async fn open_beside(options: SqliteOptions, scripts: &[&str]) -> Result<SqliteFile, Fault> {
        let writer = connect_options(&options).create_if_missing(false);
        let writers = lasting().max_connections(1).connect_with(writer).await?;
        let mut connection = writers.acquire().await?;
        let db: &mut SqliteConnection = &mut connection;
        if pragma(db, "PRAGMA application_id").await? != APPLICATION_ID {
            return Err(Fault::Foreign(options.path.display().to_string()));
        }
        migrate::check_newest(pragma(db, "PRAGMA user_version").await?, scripts)?;
        drop(connection);
        SqliteFile::with_readers(options, writers, None).await
    }

    async fn with_readers(
        options: SqliteOptions,
        writers: Pool<Sqlite>,
        alone: Option<File>,
    ) -> Result<SqliteFile, Fault> {
        let reader = connect_options(&options)
            .create_if_missing(false)
            .pragma("query_only", "ON");
        let readers = lasting().max_connections(READERS_MAX).connect_with(reader).await?;
        Ok(SqliteFile {
            place: Place::of(&options.path)?,
            path: options.path,
            readers,
            writers,
            alone: Mutex::new(alone),
        })
    }
}

impl Driver for SqliteFile {
    type Db = Sqlite;
    const WRITERS: usize = 1;
    const BEGIN: &'static str = "BEGIN IMMEDIATE";
    const BEGIN_READING: &'static str = "BEGIN DEFERRED";

    fn readers(&self) -> &Pool<Sqlite> {
        &self.readers
    }

    fn writers(&self) -> &Pool<Sqlite> {
        &self.writers
    }

    fn leases(&self) -> Option<&dyn Leases> {
        None
    }

    fn let_go(&self) {
        // Said, not only dropped: a program that is just being started may hold a copy of the descriptor for an instant.
        if let Some(file) = self.alone.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = file.unlock();
        }
    }

    /// SQLite would go on writing into a file that was deleted or replaced, and lose everything without a word.
    fn check_place(&self) -> Result<(), Fault> {
        match Place::of(&self.path) {
            Ok(place) if place == self.place => Ok(()),
            Ok(_) => Err(Fault::Gone(format!(
                "{} was replaced by another file",
                self.path.display()
            ))),
            Err(fault) => Err(fault),
        }
    }

    async fn backup(&self, to: &Path) -> Result<(), Fault> {
        if to.exists() {
            return Err(Fault::BackupExists(to.to_path_buf()));
        }
        let failed = |cause: String| Fault::Backup {
            to: to.to_path_buf(),
            cause,
        };
        let partial = with_suffix(to, ".partial");
        let made = self
            .copy_to(&partial)
            .await
            .map_err(|fault| failed(fault.to_string()))
            .and_then(|()| {
                // A hard link, unlike a rename, never replaces a file that appeared meanwhile.
                fs::hard_link(&partial, to)
                    .and_then(|()| sync_folder_of(to))
                    .map_err(|error| failed(error.to_string()))
            });
        // It is gone after a success too: the link has made it the backup's second name.
        let _ = fs::remove_file(&partial);
        made
    }
}

impl SqliteFile {
    /// Copies the books as they are at this instant, and sees that the copy is on disk.
    async fn copy_to(&self, partial: &Path) -> Result<(), Fault> {
        let gone = |error: std::io::Error| Fault::Gone(format!("{}: {error}", partial.display()));
        if partial.exists() {
            fs::remove_file(partial).map_err(gone)?;
        }
        let name = partial
            .to_str()
            .ok_or_else(|| Fault::Unable("the path of a backup must be UTF-8".to_string()))?;
        let options = SqliteConnectOptions::new()
            .filename(&self.path)
            .busy_timeout(BUSY_TIMEOUT);
        let mut connection = SqliteConnection::connect_with(&options).await?;
        connection
            .run("VACUUM INTO $1", vec![Arg::Text(name.to_string())])
            .await?;
        connection.close().await?;
        File::open(partial).and_then(|file| file.sync_all()).map_err(gone)
    }
}

fn lasting() -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .idle_timeout(None)
        .max_lifetime(None)
        .acquire_timeout(BUSY_TIMEOUT * 2)
}

/// Locks a file beside the books, as long as it is held: two houses over one file would deal the same cards. The system
/// lets go of the lock when a process ends, however it ends. (A lock on the file itself would meet SQLite's own.)
async fn lock(path: &Path) -> Result<File, Fault> {
    let beside = with_suffix(path, ".lock");
    let gone = |error: std::io::Error| Fault::Gone(format!("{}: {error}", beside.display()));
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&beside)
        .map_err(gone)?;
    let until = tokio::time::Instant::now() + LOCK_TIMEOUT;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            // A house that is just closing lets go in a moment.
            Err(TryLockError::WouldBlock) if tokio::time::Instant::now() < until => {
                tokio::time::sleep(LOCK_TIMEOUT / 20).await;
            }
            Err(TryLockError::WouldBlock) => return Err(Fault::Taken(path.display().to_string())),
            Err(TryLockError::Error(error)) => return Err(gone(error)),
        }
    }
}

fn connect_options(options: &SqliteOptions) -> SqliteConnectOptions {
    let connect = SqliteConnectOptions::new()
        .filename(&options.path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        // Without it `INSERT OR REPLACE` would delete a row behind the back of the triggers.
        .pragma("recursive_triggers", "ON")
        .pragma("trusted_schema", "OFF")
        .pragma("fullfsync", "ON");
    match options.pages_max {
        Some(pages_max) => connect.pragma("max_page_count", pages_max.to_string()),
        None => connect,
    }
}

/// Makes or upgrades the tables, unless the file is somebody else's or of a newer version.
async fn prepare(connection: &mut PoolConnection<Sqlite>, path: &Path, scripts: &[&str]) -> Result<(), Fault> {
    let db: &mut SqliteConnection = connection;
    db.run("BEGIN IMMEDIATE", Vec::new()).await?;
    let outcome = prepare_inside(db, path, scripts).await;
    let end = if outcome.is_ok() { "COMMIT" } else { "ROLLBACK" };
    let ended = db.run(end, Vec::new()).await;
    outcome.and(ended)
}

async fn prepare_inside(db: &mut SqliteConnection, path: &Path, scripts: &[&str]) -> Result<(), Fault> {
    let application: i64 = pragma(db, "PRAGMA application_id").await?;
    let version: i64 = pragma(db, "PRAGMA user_version").await?;
    let objects: Vec<(i64,)> = db.rows("SELECT count(*) FROM sqlite_schema", Vec::new()).await?;
    let is_new = objects == [(0,)] && application == 0 && version == 0;
    if !is_new && application != APPLICATION_ID {
        return Err(Fault::Foreign(path.display().to_string()));
    }
    migrate::upgrade(db, version, scripts).await?;
    db.script(&format!("PRAGMA application_id = {APPLICATION_ID}")).await?;
    db.script(&format!("PRAGMA user_version = {}", migrate::newest(scripts)))
        .await
}

/// SQLite's own proof that the file is whole and that everything referred to is there.
async fn check_whole(connection: &mut PoolConnection<Sqlite>) -> Result<(), Fault> {
    let db: &mut SqliteConnection = connection;
    let faults: Vec<(String,)> = db.rows("PRAGMA integrity_check(5)", Vec::new()).await?;
    if faults.iter().any(|(fault,)| fault != "ok") {
        let faults: Vec<String> = faults.into_iter().map(|(fault,)| fault).collect();
        return Err(Fault::Damaged(faults.join("; ")));
    }
    let dangling = "SELECT \"table\", \"parent\" FROM pragma_foreign_key_check LIMIT 5";
    let dangling: Vec<(String, String)> = db.rows(dangling, Vec::new()).await?;
    match dangling.first() {
        None => Ok(()),
        Some((table, parent)) => Err(Fault::Damaged(format!(
            "a row of {table} refers to a missing row of {parent}"
        ))),
    }
}

async fn pragma(db: &mut SqliteConnection, statement: &str) -> Result<i64, Fault> {
    let rows: Vec<(i64,)> = db.rows(statement, Vec::new()).await?;
    rows.first()
        .map(|(number,)| *number)
        .ok_or_else(|| Fault::Mistake(format!("{statement} answers nothing")))
}

/// Which file a path leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    device: u64,
    inode: u64,
}

impl Place {
    #[cfg(unix)]
    fn of(path: &Path) -> Result<Place, Fault> {
        use std::os::unix::fs::MetadataExt;
        let found = fs::metadata(path).map_err(|error| Fault::Gone(format!("{}: {error}", path.display())))?;
        Ok(Place {
            device: found.dev(),
            inode: found.ino(),
        })
    }

    /// Elsewhere an open file cannot be deleted, so it is enough that it is there.
    #[cfg(not(unix))]
    fn of(path: &Path) -> Result<Place, Fault> {
        fs::metadata(path).map_err(|error| Fault::Gone(format!("{}: {error}", path.display())))?;
        Ok(Place { device: 0, inode: 0 })
    }
}

pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(suffix);
    PathBuf::from(name)
}

/// A new name is on disk only when its folder is.
pub(crate) fn sync_folder_of(path: &Path) -> std::io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AccountId, AccountKind, Batch, Entry, Moment, RequestId, Store};

    const FIRST: &str = include_str!("schema/sqlite_1.sql");

    fn options(folder: &tempfile::TempDir) -> SqliteOptions {
        let path = folder.path().join("house.db");
        SqliteOptions { path, pages_max: None }
    }

    fn serving(file: SqliteFile) -> SqliteStore {
        House::start(file, Purpose::Serve)
    }

    #[tokio::test]
    async fn an_older_file_is_upgraded_and_a_newer_one_refused() {
        let folder = tempfile::tempdir().unwrap();
        let store = serving(SqliteFile::open(options(&folder), &[FIRST]).await.unwrap());
        let bank = AccountId::fresh();
        let kind = AccountKind::HouseBank;
        let opened = Entry::Account(crate::Account { id: bank, kind });
        store
            .commit(Batch::new(RequestId::fresh(), Moment(1)).with(opened))
            .await
            .unwrap();
        store.close().await;

        let second = "CREATE TABLE notes (text TEXT NOT NULL) STRICT; INSERT INTO notes VALUES ('upgraded')";
        for _ in 0..2 {
            let file = SqliteFile::open(options(&folder), &[FIRST, second]).await.unwrap();
            let mut db = file.readers.acquire().await.unwrap();
            let notes: Vec<(String,)> = db.rows("SELECT text FROM notes", Vec::new()).await.unwrap();
            assert_eq!(notes, [("upgraded".to_string(),)], "the script runs once");
            drop(db);
            let store = serving(file);
            assert_eq!(store.account_of(kind).await.unwrap().unwrap().0.id, bank);
            store.close().await;
        }
        let newer = SqliteFile::open(options(&folder), &[FIRST]).await.err().unwrap();
        assert!(matches!(newer, Fault::Newer { found: 2, known: 1 }), "{newer}");
    }

    #[tokio::test]
    async fn an_upgrade_that_fails_leaves_the_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        serving(SqliteFile::open(options(&folder), &[FIRST]).await.unwrap())
            .close()
            .await;
        let broken = [
            "CREATE TABLE notes (text TEXT) STRICT",
            "CREATE TABLE notes (text TEXT) STRICT",
        ];
        let failed = SqliteFile::open(options(&folder), &[FIRST, broken[0], broken[1]])
            .await
            .err()
            .unwrap();
        assert!(matches!(failed, Fault::Mistake(_)), "{failed}");
        let file = SqliteFile::open(options(&folder), &[FIRST]).await.unwrap();
        let mut db = file.readers.acquire().await.unwrap();
        let notes = "SELECT count(*) FROM sqlite_schema WHERE name = 'notes'";
        let notes: Vec<(i64,)> = db.rows(notes, Vec::new()).await.unwrap();
        assert_eq!(notes, [(0,)]);
    }
}
