//! The part of the books a table writes to, and the clock on the wall.

use std::time::{SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use croupier_house::{AccountId, Answered, Balance, Batch, Fault, Moment, Reply, RequestId, Store};

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

/// The books themselves.
pub struct Books(pub std::sync::Arc<dyn Store>);

#[async_trait]
impl Ledger for Books {
    async fn commit(&self, batch: Batch) -> Result<Reply, Fault> {
        self.0.commit(batch).await
    }

    async fn answered(&self, request: RequestId) -> Result<Option<Answered>, Fault> {
        self.0.answered(request).await
    }

    async fn balance(&self, account: AccountId) -> Result<Option<Balance>, Fault> {
        Ok(self.0.account(account).await?.map(|(_, balance)| balance))
    }
}

/// The time as the books have it.
pub fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}

/// The day of a moment in UTC, counted from 1970.
pub fn day(moment: Moment) -> i64 {
    moment.0.div_euclid(86_400_000_000)
}
