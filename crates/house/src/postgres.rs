//! The books in PostgreSQL, for a house that has outgrown one file: rows are locked in a fixed order, and a group that
//! meets somebody else's work of the same instant is tried again, a bounded number of times.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{PgConnection, Pool, Postgres};

use crate::Purpose;
use crate::driver::Driver;
use crate::fault::Fault;
use crate::house::House;
use crate::lease::{Leases, PgLeases};
use crate::migrate;
use crate::sql_connection::{Dialect, SqlConnection};

const READERS_MAX: u32 = 4;
/// Rounds of many tables end in the same instant; one connection would write them one after the other.
const WRITERS_MAX: u32 = 4;
/// Two that ask about leases, and one that listens.
const LEASERS_MAX: u32 = 3;
/// How long we wait for a connection before the database counts as gone.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);
/// Held while the tables are made, so that two programs do not make them at once. Any number that nobody else uses.
const UPGRADE_LOCK: i64 = 0x4352_4F55;

/// The books in a PostgreSQL database.
pub type PgStore = House<PgServer>;

/// A PostgreSQL database that is connected to.
pub struct PgServer {
    readers: Pool<Postgres>,
    writers: Pool<Postgres>,
    leases: PgLeases,
}

impl PgStore {
    /// Opens the books in a database given by its URL, makes them if there are none, and upgrades them if they are
    /// older. The database itself must be there.
    pub async fn open(url: &str) -> Result<PgStore, Fault> {
        PgStore::open_for(url, Purpose::Serve).await
    }

    /// Opens the books for a purpose; only a server makes or upgrades them.
    pub async fn open_for(url: &str, purpose: Purpose) -> Result<PgStore, Fault> {
        let options = PgConnectOptions::from_str(url).map_err(|error| {
            Fault::Unable(format!(
                "the address of the database cannot be read ({error}); write postgres://user:password@host/database"
            ))
        })?;
        let server = PgServer::open(options, migrate::scripts(Dialect::Postgres), purpose).await?;
        Ok(House::start(server, purpose))
    }
}

impl PgServer {
    pub(crate) async fn open(options: PgConnectOptions, scripts: &[&str], purpose: Purpose) -> Result<PgServer, Fault> {
        let options = options.application_name("croupier").options([
            // Whatever the server's default: an answer means that the commit is on its disk.
            ("synchronous_commit", "on"),
            ("lock_timeout", "2s"),
            ("default_transaction_isolation", "read committed"),
            ("tcp_user_timeout", "5000"),
        ]);
        let options = match purpose {
            Purpose::Serve | Purpose::Write => options,
            Purpose::Read => options.options([("default_transaction_read_only", "on")]),
        };
        // A server of ours that hangs inside a transaction must not keep the leases locked that others take over. Those
        // who read lock nothing, and a snapshot may be thought about for as long as an audit takes. Whoever writes looks rows up
        // by their keys and by nothing else: a table that was small when a statement was planned is not read whole ever after.
        let locking = options
            .clone()
            .options([("idle_in_transaction_session_timeout", "2s"), ("enable_seqscan", "off")]);
        let pool = || PgPoolOptions::new().acquire_timeout(ACQUIRE_TIMEOUT);
        let writers = pool()
            .max_connections(WRITERS_MAX)
            .connect_with(locking.clone())
            .await?;
        let mut connection = writers.acquire().await?;
        match purpose {
            Purpose::Serve => {
                check_careful(&mut connection).await?;
                prepare(&mut connection, scripts).await?;
            }
            Purpose::Write | Purpose::Read => migrate::check_newest(version(&mut connection).await?, scripts)?,
        }
        drop(connection);
        let leases = PgLeases::new(pool().max_connections(LEASERS_MAX).connect_lazy_with(locking));
        let readers = pool().max_connections(READERS_MAX).connect_with(options).await?;
        Ok(PgServer {
            readers,
            writers,
            leases,
        })
    }
}

impl Driver for PgServer {
    type Db = Postgres;
    const WRITERS: usize = WRITERS_MAX as usize;
    const BEGIN: &'static str = "BEGIN";
    const BEGIN_READING: &'static str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

    fn readers(&self) -> &Pool<Postgres> {
        &self.readers
    }

    fn writers(&self) -> &Pool<Postgres> {
        &self.writers
    }

    fn leases(&self) -> Option<&dyn Leases> {
        Some(&self.leases)
    }

    /// A server looks after its own files.
    fn check_place(&self) -> Result<(), Fault> {
        Ok(())
    }

    async fn backup(&self, _to: &Path) -> Result<(), Fault> {
        Err(Fault::Unable(
            "books in PostgreSQL are backed up by its own tools: run pg_dump, or archive its log".to_string(),
        ))
    }
}

/// Refuses a server that acknowledges what it may lose.
async fn check_careful(db: &mut PgConnection) -> Result<(), Fault> {
    for setting in ["fsync", "full_page_writes"] {
        let rows: Vec<(String,)> = db.rows(&format!("SHOW {setting}"), Vec::new()).await?;
        if rows != [("on".to_string(),)] {
            return Err(Fault::Careless(format!("its setting {setting} is off; turn it on")));
        }
    }
    Ok(())
}

/// Makes or upgrades the tables, unless they are of a newer version.
async fn prepare(db: &mut PgConnection, scripts: &[&str]) -> Result<(), Fault> {
    db.run("BEGIN", Vec::new()).await?;
    let outcome = prepare_inside(db, scripts).await;
    let end = if outcome.is_ok() { "COMMIT" } else { "ROLLBACK" };
    let ended = db.run(end, Vec::new()).await;
    outcome.and(ended)
}

/// The version of the books; 0 where there are none.
async fn version(db: &mut PgConnection) -> Result<i64, Fault> {
    let there: Vec<(bool,)> = db
        .rows("SELECT to_regclass('house_version') IS NOT NULL", Vec::new())
        .await?;
    if there != [(true,)] {
        return Err(Fault::Foreign("the database".to_string()));
    }
    let found: Vec<(i64,)> = db.rows("SELECT version FROM house_version", Vec::new()).await?;
    Ok(found.first().map_or(0, |(version,)| *version))
}

async fn prepare_inside(db: &mut PgConnection, scripts: &[&str]) -> Result<(), Fault> {
    db.script(&format!("SELECT pg_advisory_xact_lock({UPGRADE_LOCK})"))
        .await?;
    db.script("CREATE TABLE IF NOT EXISTS house_version (version BIGINT NOT NULL)")
        .await?;
    let found: Vec<(i64,)> = db.rows("SELECT version FROM house_version", Vec::new()).await?;
    let version = found.first().map_or(0, |(version,)| *version);
    if version == migrate::newest(scripts) {
        return Ok(());
    }
    migrate::upgrade(db, version, scripts).await?;
    let written = match found.is_empty() {
        true => "INSERT INTO house_version (version) VALUES",
        false => "UPDATE house_version SET version =",
    };
    db.script(&format!("{written} ({})", migrate::newest(scripts))).await
}
