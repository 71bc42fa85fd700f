//! The one task that writes. Whatever waits when it comes back is judged and written as one group, in one transaction
//! with one flush to disk, and answered after it.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use crate::batch::{Batch, Reply};
use crate::desk::Desk;
use crate::driver::Driver;
use crate::fault::Fault;
use crate::judge::{Verdict, judge};
use crate::load::load;
use crate::write::{Rows, write};

/// The most batches in one group.
const GROUP_MAX: usize = 256;
/// How many batches may wait; whoever comes after them waits outside.
pub(crate) const QUEUE_MAX: usize = 4096;
/// How often a group is tried when others are in the way.
const TRIES_MAX: u32 = 10;

/// Work for the writer.
pub(crate) enum Job {
    /// A batch, and where its answer goes.
    Commit(Batch, oneshot::Sender<Result<Reply, Fault>>),
    /// The last job.
    Close(oneshot::Sender<()>),
}

/// Writes what comes until it is told to close or nobody can come any more.
pub(crate) async fn run<D: Driver>(driver: Arc<D>, mut jobs: mpsc::Receiver<Job>) {
    let mut taken = Vec::with_capacity(GROUP_MAX);
    while jobs.recv_many(&mut taken, GROUP_MAX).await > 0 {
        let mut batches = Vec::with_capacity(taken.len());
        let mut answers = Vec::with_capacity(taken.len());
        let mut closing = None;
        for job in taken.drain(..) {
            match job {
                Job::Commit(batch, answer) if closing.is_none() => {
                    batches.push(batch);
                    answers.push(answer);
                }
                Job::Commit(_, answer) => drop(answer.send(Err(Fault::Closed))),
                Job::Close(done) => closing = Some(done),
            }
        }
        if !batches.is_empty() {
            // Nobody may be waiting any more; the batch is written all the same.
            for (answer, reply) in answers.into_iter().zip(group_or_each(&*driver, &batches).await) {
                drop(answer.send(reply));
            }
        }
        if let Some(done) = closing {
            jobs.close();
            driver.writers().close().await;
            driver.readers().close().await;
            let _ = done.send(());
            return;
        }
    }
}

/// Writes the group, or, if the group as a whole does not go through, each batch by itself: one batch that the database
/// cannot take must not fail the others.
async fn group_or_each<D: Driver>(driver: &D, batches: &[Batch]) -> Vec<Result<Reply, Fault>> {
    match group(driver, batches).await {
        Ok(replies) => replies.into_iter().map(Ok).collect(),
        Err(fault @ (Fault::Gone(_) | Fault::Closed)) => {
            let gone = |_| match &fault {
                Fault::Gone(cause) => Err(Fault::Gone(cause.clone())),
                _ => Err(Fault::Closed),
            };
            batches.iter().map(gone).collect()
        }
        Err(fault) if batches.len() == 1 => vec![Err(fault)],
        Err(_) => {
            let mut replies = Vec::with_capacity(batches.len());
            for batch in batches {
                let reply = group(driver, std::slice::from_ref(batch)).await;
                replies.push(reply.map(|mut replies| replies.remove(0)));
            }
            replies
        }
    }
}

/// Writes the group, with bounded tries when others are in the way.
async fn group<D: Driver>(driver: &D, batches: &[Batch]) -> Result<Vec<Reply>, Fault> {
    let mut tries = 1;
    loop {
        match attempt(driver, batches).await {
            Err(fault) if fault.is_passing() && tries < TRIES_MAX => {
                tokio::time::sleep(Duration::from_millis(u64::from(tries) * 2)).await;
                tries += 1;
            }
            outcome => return outcome,
        }
    }
}

async fn attempt<D: Driver>(driver: &D, batches: &[Batch]) -> Result<Vec<Reply>, Fault> {
    driver.check_place()?;
    let mut connection = driver.writers().acquire().await?;
    let outcome = transaction::<D>(&mut connection, batches).await;
    if outcome.is_err() && connection.run("ROLLBACK", Vec::new()).await.is_err() {
        // The database has rolled back by itself or is gone; either way the next attempt gets a new connection.
        drop(connection.close().await);
    }
    driver.check_place()?;
    outcome
}

/// Reads what the batches speak of, judges them one after the other, and writes what stands.
async fn transaction<D: Driver>(
    desk: &mut <D::Db as sqlx::Database>::Connection,
    batches: &[Batch],
) -> Result<Vec<Reply>, Fault> {
    desk.run(D::BEGIN, Vec::new()).await?;
    let mut page = load(desk, batches).await?;
    let mut rows = Rows::default();
    let mut replies = Vec::with_capacity(batches.len());
    for batch in batches {
        replies.push(match judge(&mut page, batch) {
            Verdict::Accepted(reply) => {
                rows.add_request(batch, &reply);
                rows.add_entries(batch);
                reply
            }
            Verdict::Refused(reply) => {
                rows.add_request(batch, &reply);
                reply
            }
            Verdict::Answered(reply) => reply,
        });
    }
    if rows.is_empty() {
        desk.run("ROLLBACK", Vec::new()).await?;
    } else {
        write(desk, rows, &page).await?;
        desk.run("COMMIT", Vec::new()).await?;
    }
    Ok(replies)
}
