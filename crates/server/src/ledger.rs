//! The part of the books a table writes to, and the clock on the wall.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use croupier_house::{
    AccountId, Answered, Balance, Batch, Code, Entry, Fault, Lease, Moment, Reply, RequestId, Status, Store,
};
use croupier_rules::Money;
use tokio::sync::mpsc;

use crate::person::BUY_IN_DAY_MAX;

/// What a table asks of the books.
#[async_trait]
pub trait Ledger: Send + Sync {
    /// Writes a batch, whole or not at all; see [`Store::commit`].
    async fn commit(&self, batch: Batch) -> Result<Reply, Fault>;

    /// The answer that was given to a request, if it was made before.
    async fn answered(&self, request: RequestId) -> Result<Option<Answered>, Fault>;

    /// What an account holds.
    async fn balance(&self, account: AccountId) -> Result<Option<Balance>, Fault>;
}

/// The books of one table.
pub struct Books {
    /// The books themselves.
    pub store: Arc<dyn Store>,
    /// The lease of the table, where several servers share the books, and who is told when another has it.
    pub lease: Option<(Lease, mpsc::UnboundedSender<Lease>)>,
}

#[async_trait]
impl Ledger for Books {
    async fn commit(&self, mut batch: Batch) -> Result<Reply, Fault> {
        batch.entries.extend(buy_in_limits(&batch));
        let Some((lease, lost)) = &self.lease else {
            return self.store.commit(batch).await;
        };
        batch.lease = Some(*lease);
        let reply = self.store.commit(batch).await?;
        if let Reply::Refused {
            status: Status::LeaseLost,
            ..
        } = reply
        {
            // The table hears that nothing can be written, shows nothing, and is let go.
            let _ = lost.send(*lease);
            return Err(Fault::Gone(Status::LeaseLost.sentence().to_string()));
        }
        Ok(reply)
    }

    async fn answered(&self, request: RequestId) -> Result<Option<Answered>, Fault> {
        self.store.answered(request).await
    }

    async fn balance(&self, account: AccountId) -> Result<Option<Balance>, Fault> {
        Ok(self.store.account(account).await?.map(|(_, balance)| balance))
    }
}

/// For whoever buys chips in a batch: no more in a day than the house sells, whatever this process knows of the day.
fn buy_in_limits(batch: &Batch) -> Vec<Entry> {
    let buyers = batch.entries.iter().filter_map(|entry| match entry {
        Entry::Transfer(transfer) if transfer.code == Code::BuyIn => Some(transfer.credit),
        _ => None,
    });
    let max = Money::from_cents(BUY_IN_DAY_MAX);
    buyers.map(|account| Entry::BuyInMax { account, max }).collect()
}

/// The time as the books have it.
pub fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}

/// The day of a moment in UTC, counted from 1970.
pub fn day(moment: Moment) -> i64 {
    moment.day()
}
