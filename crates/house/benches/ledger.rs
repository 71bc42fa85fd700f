//! Wagers a second through the `Store`, durable, beside plain insert loops on the same databases in the same run: the
//! limit of a program that flushes each row by itself.
//!
//! `cargo bench -p croupier-house --bench ledger [BATCHES] [sqlite | postgres]`. PostgreSQL is started by `tests/postgres.sh`. A batch is an
//! action at a table: a wager held, two lines of its round, and the reply kept for a repeat.

#[path = "../tests/harness/mod.rs"]
mod harness;

use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_house::{Entry, Line, LineKind, Reply, RoundId, Store, TransferId, open};
use croupier_rules::Money;
use sqlx::Connection;

use harness::{at_table, batch, opening, player, postgres, round_at, sqlite, tables, wager};

const PLAYERS: u32 = 300;
/// How many wagers a round has.
const ROUND_TURNS: u32 = 10;
const CREATE: &str =
    "CREATE TABLE plain (id BIGINT PRIMARY KEY, debit BIGINT, credit BIGINT, amount BIGINT, note TEXT)";
const INSERT: &str = "INSERT INTO plain VALUES ($1, 1, 2, 500, 'a wager on the felt')";

fn main() {
    // `cargo bench` says so; a mere test run only sees that it works.
    let default = if std::env::args().any(|word| word == "--bench") {
        20_000
    } else {
        200
    };
    let batches = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(default);
    let runtime = tokio::runtime::Runtime::new().expect("the runtime starts");
    runtime.block_on(async {
        println!(
            "{:<42}{:>12}{:>10}{:>10}{:>10}",
            "", "commits/s", "p50 ms", "p99 ms", "max ms"
        );
        let plain = (batches / 20).max(1);
        let wanted = |database: &str| {
            let other = if database == "sqlite" { "postgres" } else { "sqlite" };
            !std::env::args().any(|word| word == other)
        };
        if wanted("sqlite") {
            report("plain SQLite inserts, one at a time", plain_sqlite(plain).await);
        }
        for clients in [1, 32, 1000].into_iter().filter(|_| wanted("sqlite")) {
            let fresh = sqlite().await;
            report(
                &format!("Store on SQLite, {clients} at once"),
                wagers(&fresh.address, clients, batches).await,
            );
        }
        if wanted("postgres") {
            report("plain PostgreSQL inserts, one at a time", plain_postgres(plain).await);
        }
        for clients in [1, 32, 1000].into_iter().filter(|_| wanted("postgres")) {
            let fresh = postgres().await;
            report(
                &format!("Store on PostgreSQL, {clients} at once"),
                wagers(&fresh.address, clients, batches).await,
            );
        }
    });
}

/// How long everything took, and each commit.
struct Timed {
    whole: Duration,
    each: Vec<Duration>,
}

fn report(name: &str, mut timed: Timed) {
    timed.each.sort();
    let count = timed.each.len();
    let at = |share: f64| timed.each[((count - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let rate = count as f64 / timed.whole.as_secs_f64();
    println!(
        "{name:<42}{rate:>12.0}{:>10.2}{:>10.2}{:>10.2}",
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

/// Many clients, each with its own round, each waiting for its answer before it asks again.
async fn wagers(address: &str, clients: u32, batches: u32) -> Timed {
    let store = open(address).await.expect("fresh books open");
    store
        .commit(batch(opening(PLAYERS, 1_000_000)))
        .await
        .expect("the house opens");
    // One alone waits for the disk each time, so it asks less often.
    let turns = (batches / clients).clamp(1, batches / 20 + 1);
    // Every round has a table of its own, since no round here ends.
    let tables_needed = clients * turns.div_ceil(ROUND_TURNS);
    for first in (0..tables_needed).step_by(400) {
        let opened = tables(first.max(1)..(first + 400).min(tables_needed));
        if !opened.is_empty() {
            store.commit(batch(opened)).await.expect("tables open");
        }
    }
    let start = Instant::now();
    let tasks: Vec<_> = (0..clients)
        .map(|client| tokio::spawn(act(store.clone(), client, clients, turns)))
        .collect();
    let mut each = Vec::with_capacity((clients * turns) as usize);
    for task in tasks {
        each.extend(task.await.expect("a client ends"));
    }
    let whole = start.elapsed();
    assert!(store.audit().await.expect("the books can be read").is_clean());
    store.close().await;
    Timed { whole, each }
}

async fn act(store: Arc<dyn Store>, client: u32, clients: u32, turns: u32) -> Vec<Duration> {
    let mut id = RoundId::fresh();
    let mut each = Vec::with_capacity(turns as usize);
    for turn in 0..turns {
        let mut entries = Vec::new();
        let table = client + clients * (turn / ROUND_TURNS);
        if turn % ROUND_TURNS == 0 {
            id = RoundId::fresh();
            entries.push(round_at(table, id));
        }
        let stake = wager(
            TransferId::fresh(),
            player(client % PLAYERS),
            Money::from_dollars(5),
            id,
        );
        let stake = at_table(table, stake);
        let line = |kind, text: &str| Line {
            kind,
            text: text.to_string(),
        };
        let lines = vec![
            line(LineKind::Step, "bet ante $5"),
            line(LineKind::Event, "{\"bet\":{\"seat\":1,\"ante\":\"$5\"}}"),
        ];
        let first = turn % ROUND_TURNS * 2;
        entries.push(Entry::Transfer(stake));
        entries.push(Entry::Lines {
            round: id,
            first,
            lines,
        });
        let action = batch(entries);
        let start = Instant::now();
        let reply = store.commit(action).await.expect("the database is there");
        each.push(start.elapsed());
        assert!(matches!(reply, Reply::Done { .. }), "{reply:?}");
    }
    each
}

async fn plain_sqlite(inserts: u32) -> Timed {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(folder.path().join("plain.db"))
        .create_if_missing(true)
        .journal_mode(sqlx::sqlite::SqliteJournalMode::Wal)
        .synchronous(sqlx::sqlite::SqliteSynchronous::Full);
    let mut connection = sqlx::SqliteConnection::connect_with(&options)
        .await
        .expect("SQLite opens");
    sqlx::raw_sql(CREATE)
        .execute(&mut connection)
        .await
        .expect("a table can be made");
    let mut each = Vec::with_capacity(inserts as usize);
    let start = Instant::now();
    for id in 0..inserts {
        let start = Instant::now();
        sqlx::query(INSERT)
            .bind(i64::from(id))
            .execute(&mut connection)
            .await
            .expect("a row is written");
        each.push(start.elapsed());
    }
    let whole = start.elapsed();
    Timed { whole, each }
}

async fn plain_postgres(inserts: u32) -> Timed {
    let fresh = postgres().await;
    let mut connection = sqlx::PgConnection::connect(&fresh.address)
        .await
        .expect("PostgreSQL answers");
    sqlx::raw_sql(CREATE)
        .execute(&mut connection)
        .await
        .expect("a table can be made");
    let mut each = Vec::with_capacity(inserts as usize);
    let start = Instant::now();
    for id in 0..inserts {
        let start = Instant::now();
        sqlx::query(INSERT)
            .bind(i64::from(id))
            .execute(&mut connection)
            .await
            .expect("a row is written");
        each.push(start.elapsed());
    }
    let whole = start.elapsed();
    Timed { whole, each }
}
