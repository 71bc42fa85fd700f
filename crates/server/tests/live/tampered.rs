//! The audit of a house that was really played in: it holds, over either database, until somebody alters a row behind it.

use std::sync::Arc;

use croupier_server::audit::{Audit, audit};
use croupier_server::wire::Command;
use sqlx::Connection;

use crate::common::{House, bet, first_of, options};
use crate::play::{BOLD, CALM};
use crate::postgres::PgHost;

/// Opens a house over an address and plays some rounds of two games.
pub(crate) async fn played(address: &str) -> House {
    let store = croupier_house::open(address).await.unwrap();
    let house = House::over(store, options(), Arc::new(tempfile::tempdir().unwrap())).await;
    for (game, way) in [("nh-holdem", BOLD), ("super-fun-21", CALM)] {
        let table = house.table_of(game).await;
        let mut seat = house.guest().await.join(table).await;
        seat.sit(1, 1_000).await;
        for _ in 0..6 {
            seat.bet(bet(5)).await;
            seat.play(first_of(way)).await;
        }
        seat.done(Command::Leave).await;
    }
    house
}

pub(crate) async fn alter(address: &str, sql: &str) {
    let sql = sqlx::AssertSqlSafe(sql.to_string());
    let mut connection = sqlx::SqliteConnection::connect(&format!("sqlite://{address}"))
        .await
        .unwrap();
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// The laws that are broken.
fn broken(audit: &Audit) -> Vec<&str> {
    let broken = audit.laws.iter().filter(|law| law.broken > 0);
    broken.map(|law| law.says.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_over_postgresql_deals_pays_and_proves() {
    let host = PgHost::start();
    let address = host.fresh().await;
    let house = played(&address).await;
    house.close().await;
    let store = croupier_house::open(&address).await.unwrap();
    let report = audit(&store).await.unwrap();
    assert!(report.holds(), "{report:?}");
    let rounds = report
        .laws
        .iter()
        .find(|law| law.says.starts_with("each round, played again"));
    assert_eq!(rounds.unwrap().checked, 12);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_altered_row_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let original = folder.path().join("house.db");
    let original = original.to_str().unwrap();
    played(original).await.close().await;
    for (sql, law) in [
        // A king for a two in the record of what was dealt.
        (
            "DROP TRIGGER lines_refuse_update; UPDATE lines SET text = replace(text, 'K', '2') \
             WHERE kind = 'step' AND text LIKE '%K%'",
            "each round, played again by its rules",
        ),
        // A round that is said to have ended otherwise.
        (
            "DROP TRIGGER lines_refuse_update; UPDATE lines SET text = replace(text, '5', '6') WHERE kind = 'event'",
            "each round, played again by its rules",
        ),
        // A round that was never closed.
        (
            "DROP TRIGGER round_closes_refuse_delete; DELETE FROM round_closes",
            "a round is closed when, and only when, it is over",
        ),
        // A seed that is not the one committed to.
        (
            "DROP TRIGGER shoes_refuse_update; UPDATE shoes SET secret = \
             CASE substr(secret, 1, 1) WHEN '0' THEN '1' ELSE '0' END || substr(secret, 2)",
            "each revealed shoe is the one committed to",
        ),
        // A payout grown by a dollar, the balances grown with it.
        (
            "DROP TRIGGER transfers_refuse_update; \
             UPDATE accounts SET posted = posted + 100 WHERE id = (SELECT credit FROM transfers WHERE code = 'payout' LIMIT 1); \
             UPDATE accounts SET posted = posted - 100 WHERE id = (SELECT debit FROM transfers WHERE code = 'payout' LIMIT 1); \
             UPDATE transfers SET amount = amount + 100 WHERE ordinal = (SELECT ordinal FROM transfers WHERE code = 'payout' LIMIT 1)",
            "the transfers of each round are those its events cause",
        ),
    ] {
        let copy = folder.path().join("copy.db");
        std::fs::copy(original, &copy).unwrap();
        let copy = copy.to_str().unwrap();
        alter(copy, sql).await;
        let store = croupier_house::open(copy).await.unwrap();
        let report = audit(&store).await.unwrap();
        let found = broken(&report);
        assert!(found.iter().any(|says| says.starts_with(law)), "{sql}\n{found:?}");
        store.close().await;
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{copy}{end}"));
        }
    }
}
