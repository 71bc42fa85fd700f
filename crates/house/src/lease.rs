//! Who deals at which table, where several servers share the books. A lease has an end, by the database's clock, and an
//! epoch that grows each time the table changes hands; every batch names the epoch, and the transaction that moves the
//! money compares it (see `load`), so that a server that slept through its lease can write nothing more.

use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::postgres::PgListener;
use sqlx::{Pool, Postgres};
use tokio::sync::Mutex;
use tokio::time::timeout;
use uuid::Uuid;

use crate::fault::Fault;
use crate::id::TableId;
use crate::sql_connection::{Arg, Row, SqlConnection};

/// How long the database may take to answer about leases: less than a lease lasts.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(1500);

/// The right to deal at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    /// The table.
    pub table: TableId,
    /// How often the table has changed hands, this time counted.
    pub epoch: i64,
}

/// A server that takes leases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// Its id, a new one each time a server starts.
    pub id: Uuid,
    /// Where the other servers reach it.
    pub address: String,
}

/// A lease as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaseRecord {
    /// The lease.
    pub lease: Lease,
    /// Who has it.
    pub owner: Owner,
    /// Whether it has ended, so that anybody may take the table over.
    pub ended: bool,
    /// What its owner last said about the table, in the caller's notation.
    pub card: String,
}

/// The leases of a house that several servers share.
#[async_trait]
pub trait Leases: Send + Sync {
    /// Takes the lease of a table for so long, if nobody else has it.
    async fn take(&self, table: TableId, owner: &Owner, lasts: Duration) -> Result<Option<Lease>, Fault>;

    /// Makes leases last so much longer and says what their tables look like. Gives those that are still the owner's;
    /// the others have been taken over.
    async fn renew(&self, owner: &Owner, held: &[(Lease, String)], lasts: Duration) -> Result<Vec<TableId>, Fault>;

    /// Ends leases at once, so that others may take the tables over.
    async fn release(&self, owner: &Owner, tables: &[TableId]) -> Result<(), Fault>;

    /// Every lease, by table.
    async fn all(&self) -> Result<Vec<LeaseRecord>, Fault>;

    /// Waits until a server says that it has ended leases. This is a hint to look sooner and nothing more: it may come for
    /// nothing, and it never comes from a server that died.
    async fn hint(&self);
}

/// Where servers say that they have ended leases.
const CHANNEL: &str = "croupier_leases";
/// How long we wait before listening again, when the database was gone.
const LISTEN_AGAIN: Duration = Duration::from_secs(1);

/// The leases in a PostgreSQL database, over connections of their own: a writer that waits holds up no renewal.
pub(crate) struct PgLeases {
    connections: Pool<Postgres>,
    listener: Mutex<Option<PgListener>>,
}

impl PgLeases {
    pub(crate) fn new(connections: Pool<Postgres>) -> PgLeases {
        PgLeases {
            connections,
            listener: Mutex::default(),
        }
    }

    async fn listen(&self) -> Result<PgListener, sqlx::Error> {
        let mut listener = PgListener::connect_with(&self.connections).await?;
        listener.listen(CHANNEL).await?;
        Ok(listener)
    }

    async fn rows<T: Row>(&self, sql: &str, args: Vec<Arg>) -> Result<Vec<T>, Fault> {
        let late = |_| Fault::Gone(format!("no answer within {ANSWER_TIMEOUT:?}"));
        let mut connection = timeout(ANSWER_TIMEOUT, self.connections.acquire())
            .await
            .map_err(late)??;
        match timeout(ANSWER_TIMEOUT, connection.rows(sql, args)).await {
            Ok(Err(fault @ Fault::Gone(_))) => {
                drop(connection.detach());
                Err(fault)
            }
            Ok(answer) => answer,
            Err(late_by) => {
                drop(connection.detach());
                Err(late(late_by))
            }
        }
    }
}

#[async_trait]
impl Leases for PgLeases {
    async fn take(&self, table: TableId, owner: &Owner, lasts: Duration) -> Result<Option<Lease>, Fault> {
        let sql = "INSERT INTO leases (table_id, owner, address, epoch, expires, card) \
             VALUES ($1, $2, $3, 1, clock_timestamp() + $4 * INTERVAL '1 millisecond', '') \
             ON CONFLICT (table_id) DO UPDATE SET owner = excluded.owner, address = excluded.address, \
                 epoch = leases.epoch + 1, expires = excluded.expires, card = excluded.card \
             WHERE leases.expires < clock_timestamp() OR leases.owner = excluded.owner \
             RETURNING epoch";
        let args = vec![
            Arg::Id(table.uuid()),
            Arg::Id(owner.id),
            Arg::Text(owner.address.clone()),
            millis(lasts),
        ];
        let taken: Vec<(i64,)> = self.rows(sql, args).await?;
        Ok(taken.first().map(|(epoch,)| Lease { table, epoch: *epoch }))
    }

    async fn renew(&self, owner: &Owner, held: &[(Lease, String)], lasts: Duration) -> Result<Vec<TableId>, Fault> {
        let said = |(lease, card): &(Lease, String)| json!({"table": lease.table, "epoch": lease.epoch, "card": card});
        let said: Vec<_> = held.iter().map(said).collect();
        // The rows are locked in their order first, so that two who renew do not wait for each other in a circle. The epoch,
        // which is part of a key, stays: so nobody waits for a transaction that relies on the lease, nor it for us.
        let sql = "WITH said AS ( \
                 SELECT (value->>'table')::uuid AS table_id, (value->>'epoch')::bigint AS epoch, value->>'card' AS card \
                 FROM json_array_elements($1::json)), \
             held AS ( \
                 SELECT l.table_id, said.card FROM leases l JOIN said USING (table_id, epoch) WHERE l.owner = $2 \
                 ORDER BY l.table_id FOR NO KEY UPDATE OF l) \
             UPDATE leases SET expires = clock_timestamp() + $3 * INTERVAL '1 millisecond', card = held.card \
             FROM held WHERE leases.table_id = held.table_id RETURNING leases.table_id";
        let args = vec![Arg::json(&said), Arg::Id(owner.id), millis(lasts)];
        let kept: Vec<(Uuid,)> = self.rows(sql, args).await?;
        Ok(kept.into_iter().map(|(table,)| table.into()).collect())
    }

    async fn release(&self, owner: &Owner, tables: &[TableId]) -> Result<(), Fault> {
        let sql = "WITH ended AS (UPDATE leases SET expires = '-infinity' \
                 WHERE table_id IN {ids} AND owner = $2 RETURNING table_id) \
             SELECT table_id, CAST(pg_notify($3, '') AS TEXT) FROM ended";
        let args = vec![Arg::json(tables), Arg::Id(owner.id), Arg::Text(CHANNEL.to_string())];
        self.rows::<(Uuid, String)>(sql, args).await.map(drop)
    }

    async fn hint(&self) {
        let mut listener = self.listener.lock().await;
        loop {
            if listener.is_none() {
                *listener = self.listen().await.ok();
            }
            if let Some(heard) = listener.as_mut() {
                match heard.recv().await {
                    Ok(_) => return,
                    Err(_) => *listener = None,
                }
            }
            tokio::time::sleep(LISTEN_AGAIN).await;
        }
    }

    async fn all(&self) -> Result<Vec<LeaseRecord>, Fault> {
        let sql =
            "SELECT table_id, owner, address, epoch, expires < clock_timestamp(), card FROM leases ORDER BY table_id";
        let found: Vec<(Uuid, Uuid, String, i64, bool, String)> = self.rows(sql, Vec::new()).await?;
        let record = |(table, id, address, epoch, ended, card)| LeaseRecord {
            lease: Lease {
                table: TableId::from(table),
                epoch,
            },
            owner: Owner { id, address },
            ended,
            card,
        };
        Ok(found.into_iter().map(record).collect())
    }
}

fn millis(lasts: Duration) -> Arg {
    Arg::Int(i64::try_from(lasts.as_millis()).unwrap_or(i64::MAX))
}
