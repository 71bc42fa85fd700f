//! The books in PostgreSQL, for a house that has outgrown one file: rows are locked in a fixed order, and a group that
//! meets somebody else's work of the same instant is tried again, a bounded number of times.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{PgConnection, Pool, Postgres};

use crate::desk::{Desk, Dialect};
use crate::driver::Driver;
use crate::fault::Fault;
use crate::house::House;
use crate::migrate;

const READERS_MAX: u32 = 4;
/// How long we wait for a connection before the database counts as gone.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// Held while the tables are made, so that two programs do not make them at once. Any number that nobody else uses.
const UPGRADE_LOCK: i64 = 0x4352_4F55;

/// The books in a PostgreSQL database.
pub type PgStore = House<PgServer>;

/// A PostgreSQL database that is connected to.
pub struct PgServer {
    readers: Pool<Postgres>,
    writers: Pool<Postgres>,
}

impl PgStore {
    /// Opens the books in a database given by its URL, makes them if there are none, and upgrades them if they are
    /// older. The database itself must be there.
    pub async fn open(url: &str) -> Result<PgStore, Fault> {
        let options = PgConnectOptions::from_str(url).map_err(|error| {
            Fault::Unable(format!(
                "the address of the database cannot be read ({error}); write postgres://user:password@host/database"
            ))
        })?;
        Ok(House::start(
            PgServer::open(options, migrate::scripts(Dialect::Postgres)).await?,
        ))
    }
}

impl PgServer {
    pub(crate) async fn open(options: PgConnectOptions, scripts: &[&str]) -> Result<PgServer, Fault> {
        let options = options.application_name("croupier").options([
            // Whatever the server's default: an answer means that the commit is on its disk.
            ("synchronous_commit", "on"),
            ("lock_timeout", "5s"),
            ("default_transaction_isolation", "read committed"),
        ]);
        let pool = || PgPoolOptions::new().acquire_timeout(ACQUIRE_TIMEOUT);
        let writers = pool().max_connections(1).connect_with(options.clone()).await?;
        let mut connection = writers.acquire().await?;
        check_careful(&mut connection).await?;
        prepare(&mut connection, scripts).await?;
        drop(connection);
        let readers = pool().max_connections(READERS_MAX).connect_with(options).await?;
        Ok(PgServer { readers, writers })
    }
}

impl Driver for PgServer {
    type Db = Postgres;
    const BEGIN: &'static str = "BEGIN";
    const BEGIN_READING: &'static str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

    fn readers(&self) -> &Pool<Postgres> {
        &self.readers
    }

    fn writers(&self) -> &Pool<Postgres> {
        &self.writers
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
async fn check_careful(desk: &mut PgConnection) -> Result<(), Fault> {
    for setting in ["fsync", "full_page_writes"] {
        let rows: Vec<(String,)> = desk.rows(&format!("SHOW {setting}"), Vec::new()).await?;
        if rows != [("on".to_string(),)] {
            return Err(Fault::Careless(format!("its setting {setting} is off; turn it on")));
        }
    }
    Ok(())
}

/// Makes or upgrades the tables, unless they are of a newer version.
async fn prepare(desk: &mut PgConnection, scripts: &[&str]) -> Result<(), Fault> {
    desk.run("BEGIN", Vec::new()).await?;
    let outcome = prepare_inside(desk, scripts).await;
    let end = if outcome.is_ok() { "COMMIT" } else { "ROLLBACK" };
    let ended = desk.run(end, Vec::new()).await;
    outcome.and(ended)
}

async fn prepare_inside(desk: &mut PgConnection, scripts: &[&str]) -> Result<(), Fault> {
    desk.script(&format!("SELECT pg_advisory_xact_lock({UPGRADE_LOCK})"))
        .await?;
    desk.script("CREATE TABLE IF NOT EXISTS house_version (version BIGINT NOT NULL)")
        .await?;
    let found: Vec<(i64,)> = desk.rows("SELECT version FROM house_version", Vec::new()).await?;
    let version = found.first().map_or(0, |(version,)| *version);
    if version == migrate::newest(scripts) {
        return Ok(());
    }
    migrate::upgrade(desk, version, scripts).await?;
    let written = match found.is_empty() {
        true => "INSERT INTO house_version (version) VALUES",
        false => "UPDATE house_version SET version =",
    };
    desk.script(&format!("{written} ({})", migrate::newest(scripts))).await
}
