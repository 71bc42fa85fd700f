//! Who deals where, when several servers share the books: this one takes leases, keeps them, takes over the tables of
//! servers that are gone, and lets go of tables that others have taken.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use croupier_house::{Fault, Lease, LeaseRecord, Leases, Owner, TableId, TableStanding, UserId};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::time::Instant;
use uuid::Uuid;

use crate::room::Room;
use crate::wire::{TableCard, TableOrder};

/// How long a lease lasts when nobody renews it. With `KEEP_EVERY` and the time to read a table from the books this is
/// how long players wait when a server dies: less than five seconds.
pub const LEASE_LASTS: Duration = Duration::from_secs(3);
/// How often leases are renewed, and those of others looked at.
const KEEP_EVERY: Duration = Duration::from_millis(700);
/// How often tables without any lease are looked for, which only a server that died while opening one leaves behind.
const SWEEP_EVERY: Duration = Duration::from_secs(30);
/// How often chips and idle tables are looked at.
const TIDY_EVERY: Duration = Duration::from_secs(5);

/// What a server knows about leases.
pub struct Keeper {
    /// This server.
    pub owner: Owner,
    held: Mutex<BTreeMap<TableId, Lease>>,
    elsewhere: RwLock<BTreeMap<TableId, Elsewhere>>,
    lost: mpsc::UnboundedSender<Lease>,
    losses: Mutex<Option<mpsc::UnboundedReceiver<Lease>>>,
}

/// A table that another server deals at.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// Where that server is reached.
    pub address: String,
    /// What that server says about it; nothing until it has.
    pub said: Option<Announcement>,
}

/// What a server says about a table to the others.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Announcement {
    /// It is open.
    Open {
        /// The table as it was a moment ago.
        card: TableCard,
        /// Who opened it.
        opened_by: Option<UserId>,
    },
    /// It was put aside, for this reason.
    Aside(String),
}

impl Elsewhere {
    /// The table, if it is open, and who opened it.
    pub fn open(self) -> Option<(TableCard, Option<UserId>)> {
        match self.said? {
            Announcement::Open { card, opened_by } => Some((card, opened_by)),
            Announcement::Aside(_) => None,
        }
    }
}

impl Keeper {
    /// The keeper of a server that the others reach at this address.
    pub fn new(address: String) -> Keeper {
        let (lost, losses) = mpsc::unbounded_channel();
        Keeper {
            owner: Owner {
                id: Uuid::now_v7(),
                address,
            },
            held: Mutex::default(),
            elsewhere: RwLock::default(),
            lost,
            losses: Mutex::new(Some(losses)),
        }
    }

    /// Takes a table, if nobody else has it.
    pub async fn take(&self, leases: &dyn Leases, table: TableId) -> Result<bool, Fault> {
        let Some(lease) = leases.take(table, &self.owner, LEASE_LASTS).await? else {
            return Ok(false);
        };
        self.held().insert(table, lease);
        Ok(true)
    }

    /// The lease of a table, and whom to tell when a batch is refused for it.
    pub fn lease(&self, table: TableId) -> Option<(Lease, mpsc::UnboundedSender<Lease>)> {
        Some((*self.held().get(&table)?, self.lost.clone()))
    }

    /// The table, if another server deals at it.
    pub fn elsewhere(&self, table: TableId) -> Option<Elsewhere> {
        let elsewhere = self.elsewhere.read().unwrap_or_else(PoisonError::into_inner);
        elsewhere.get(&table).cloned()
    }

    /// Every table that another server deals at, by id.
    pub fn all_elsewhere(&self) -> Vec<Elsewhere> {
        let elsewhere = self.elsewhere.read().unwrap_or_else(PoisonError::into_inner);
        elsewhere.values().cloned().collect()
    }

    /// The tables that other servers have put aside, with the reasons.
    pub fn aside_elsewhere(&self) -> Vec<(TableId, String)> {
        let elsewhere = self.elsewhere.read().unwrap_or_else(PoisonError::into_inner);
        let aside = elsewhere.iter().filter_map(|(table, elsewhere)| match &elsewhere.said {
            Some(Announcement::Aside(reason)) => Some((*table, reason.clone())),
            _ => None,
        });
        aside.collect()
    }

    fn held(&self) -> std::sync::MutexGuard<'_, BTreeMap<TableId, Lease>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn see(&self, records: &[LeaseRecord]) {
        let others = records.iter().filter(|record| record.owner.id != self.owner.id);
        let seen = others.filter(|record| !record.ended).map(|record| {
            let said = serde_json::from_str(&record.card).ok();
            let address = record.owner.address.clone();
            (record.lease.table, Elsewhere { address, said })
        });
        *self.elsewhere.write().unwrap_or_else(PoisonError::into_inner) = seen.collect();
    }
}

impl Room {
    /// Keeps the leases, until the server ends. A house that nobody shares has none to keep.
    pub async fn keep(self: Arc<Room>) {
        let (Some(keeper), Some(leases)) = (&self.keeper, self.store.leases()) else {
            return;
        };
        let losses = keeper.losses.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut losses) = losses else { return };
        let mut every = tokio::time::interval(KEEP_EVERY);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut swept = Instant::now();
        loop {
            tokio::select! {
                lost = losses.recv() => match lost {
                    Some(lease) => self.let_go(lease),
                    None => return,
                },
                () = leases.hint() => every.reset_immediately(),
                _ = every.tick() => {
                    let sweep = swept.elapsed() >= SWEEP_EVERY;
                    if sweep {
                        swept = Instant::now();
                    }
                    if let Err(fault) = self.keep_once(sweep).await {
                        tracing::warn!(%fault, "the leases cannot be renewed");
                    }
                }
            }
        }
    }

    /// Renews what is held, sees what others hold, and takes over what nobody holds any more.
    async fn keep_once(&self, sweep: bool) -> Result<(), Fault> {
        let (Some(keeper), Some(leases)) = (&self.keeper, self.store.leases()) else {
            return Ok(());
        };
        let held: Vec<Lease> = keeper.held().values().copied().collect();
        let said: Vec<(Lease, String)> = held
            .iter()
            .filter_map(|lease| Some((*lease, self.said(lease.table)?)))
            .collect();
        let kept: HashSet<TableId> = leases
            .renew(&keeper.owner, &said, LEASE_LASTS)
            .await?
            .into_iter()
            .collect();
        for (lease, _) in said.iter().filter(|(lease, _)| !kept.contains(&lease.table)) {
            self.let_go(*lease);
        }
        metrics::gauge!("croupier_leases_held").set(kept.len() as f64);
        let records = leases.all().await?;
        keeper.see(&records);
        for record in records.iter().filter(|record| record.ended) {
            self.take_over(record.lease.table).await?;
        }
        if sweep {
            for change in self.store.tables().await? {
                if !records.iter().any(|record| record.lease.table == change.table) {
                    self.take_over(change.table).await?;
                }
            }
        }
        Ok(())
    }

    /// What the others are told about a table. One that was put aside is kept too: any other server would put it aside as
    /// well.
    fn said(&self, table: TableId) -> Option<String> {
        let said = match self.table(table) {
            Some(open) => Announcement::Open {
                card: open.table.card(),
                opened_by: open.opened_by,
            },
            None => Announcement::Aside(self.aside_reason(table)?),
        };
        Some(serde_json::to_string(&said).unwrap_or_default())
    }

    /// Takes a table over from a server that is gone, and goes on with the same hand.
    async fn take_over(&self, table: TableId) -> Result<(), Fault> {
        let (Some(keeper), Some(leases)) = (&self.keeper, self.store.leases()) else {
            return Ok(());
        };
        let Some(change) = self.store.table_changes(table).await?.pop() else {
            return Ok(());
        };
        if change.standing == TableStanding::Closed || !keeper.take(leases, table).await? {
            return Ok(());
        }
        metrics::counter!("croupier_takeovers_total").increment(1);
        tracing::info!(%table, "taken over");
        if let Err(fault) = self.restore_or_put_aside(&change).await {
            tracing::error!(%table, %fault, "a table that was taken over cannot be restored");
            keeper.held().remove(&table);
            leases.release(&keeper.owner, &[table]).await?;
        }
        Ok(())
    }

    /// Another server has the table: this one deals no more at it, and whoever is connected is led there.
    fn let_go(&self, lease: Lease) {
        let Some(keeper) = &self.keeper else { return };
        let newer = |held: &Lease| held.epoch > lease.epoch;
        if keeper.held().get(&lease.table).is_some_and(newer) {
            return;
        }
        keeper.held().remove(&lease.table);
        metrics::counter!("croupier_leases_lost_total").increment(1);
        tracing::warn!(table = %lease.table, epoch = lease.epoch, "another server has the table");
        self.forget_table(lease.table);
    }

    /// Hands every table over: what is being written is finished, then anybody may take the tables.
    pub async fn hand_over(&self) {
        let resting = self
            .tables()
            .into_iter()
            .map(|open| tokio::spawn(async move { open.table.rest().await }));
        let resting: Vec<_> = resting.collect();
        for rest in resting {
            let _ = rest.await;
        }
        let (Some(keeper), Some(leases)) = (&self.keeper, self.store.leases()) else {
            return;
        };
        let tables: Vec<TableId> = std::mem::take(&mut *keeper.held()).into_keys().collect();
        for table in &tables {
            self.forget_table(*table);
        }
        if let Err(fault) = leases.release(&keeper.owner, &tables).await {
            tracing::warn!(%fault, "the leases end by themselves");
        }
    }

    /// Looks after what changes without anybody asking here: chips that others have moved, and tables nobody sits at.
    pub async fn tidy(self: Arc<Room>) {
        let mut idle = HashMap::new();
        let mut every = tokio::time::interval(TIDY_EVERY);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            self.close_idle(&mut idle).await;
            if let Err(fault) = self.reconcile().await {
                tracing::warn!(%fault, "the books cannot be read");
            }
        }
    }

    /// Closes private tables where nobody has sat or watched for a while; the rack goes back to the bank.
    async fn close_idle(&self, idle: &mut HashMap<TableId, Instant>) {
        let tables = self.tables();
        idle.retain(|id, _| tables.iter().any(|open| open.table.id == *id));
        for open in tables {
            let card = open.table.card();
            let Some(opened_by) = open.opened_by.filter(|_| card.private) else {
                continue;
            };
            if !card.seats.is_empty() || card.spectators > 0 {
                idle.remove(&open.table.id);
                continue;
            }
            let since = *idle.entry(open.table.id).or_insert_with(Instant::now);
            if since.elapsed() < self.options.limits.private_table_idle {
                continue;
            }
            if let Ok(Some(person)) = self.person(opened_by).await {
                tracing::info!(table = %open.table.id, "an idle private table is closed");
                metrics::counter!("croupier_idle_tables_closed_total").increment(1);
                let order = TableOrder::close(Uuid::now_v7());
                if let Err(problem) = open.table.change(order, person).await {
                    tracing::warn!(table = %open.table.id, problem = problem.message, "an idle table stays open");
                }
            }
        }
    }
}
