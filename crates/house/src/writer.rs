//! The tasks that write. Whatever waits for one when it comes back is judged and written as one group, in one
//! transaction with one flush to disk, and answered after it. SQLite has one writer; in PostgreSQL several share the
//! tables of the house, as several servers do.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, timeout_at};

use crate::batch::{Batch, Reply};
use crate::driver::Driver;
use crate::fault::Fault;
use crate::judge::{Verdict, judge};
use crate::load::load;
use crate::sql_connection::SqlConnection;
use crate::write::{Rows, write};

/// The most batches in one group.
const GROUP_MAX: usize = 256;
/// How many batches may wait for one writer; whoever comes after them waits outside.
const QUEUE_MAX: usize = 4096;
/// How often a group is tried when others are in the way.
const TRIES_MAX: u32 = 10;
/// How long a group may take: after that the database counts as gone, and people are told.
const COMMIT_TIMEOUT: Duration = Duration::from_secs(4);

/// The tasks that write. All batches of a table go to the same one, and so do all that are about no table: it writes them
/// in the order they come.
#[derive(Clone)]
pub(crate) struct Writers {
    queues: Arc<[mpsc::Sender<Job>]>,
    /// Ends when the last task has written and the books are closed.
    open: watch::Receiver<()>,
}

/// Work for a writer.
enum Job {
    /// A batch, and where its answer goes.
    Commit(Batch, oneshot::Sender<Result<Reply, Fault>>),
    /// The last job.
    Close,
}

impl Writers {
    /// Starts as many as the database has use for.
    pub(crate) fn start<D: Driver>(driver: Arc<D>) -> Writers {
        let (queues, tasks): (Vec<_>, Vec<_>) = (0..D::WRITERS)
            .map(|_| {
                let (queue, jobs) = mpsc::channel(QUEUE_MAX);
                (queue, tokio::spawn(run(driver.clone(), jobs)))
            })
            .unzip();
        let (closed, open) = watch::channel(());
        tokio::spawn(async move {
            for task in tasks {
                // A task that panicked writes no more either.
                let _ = task.await;
            }
            close(&*driver).await;
            drop(closed);
        });
        let queues = queues.into();
        Writers { queues, open }
    }

    /// Writes a batch, and answers when it is on disk.
    pub(crate) async fn commit(&self, batch: Batch) -> Result<Reply, Fault> {
        let place = match &batch.lease {
            Some(lease) => lease.table.uuid().as_u128() % self.queues.len() as u128,
            None => 0,
        };
        let queue = &self.queues[place as usize];
        let (answer, answered) = oneshot::channel();
        let sent = queue.send(Job::Commit(batch, answer)).await;
        sent.map_err(|_| Fault::Closed)?;
        answered.await.map_err(|_| Fault::Closed)?
    }

    /// Closes the books after everything that waits is written. Whoever closes a second time waits for the first.
    pub(crate) async fn close(&self) {
        for queue in self.queues.iter() {
            // An error means that somebody else's close came first, which is as good.
            let _ = queue.send(Job::Close).await;
        }
        let mut open = self.open.clone();
        while open.changed().await.is_ok() {}
    }
}

/// Writes what comes until it is told to close or nobody can come any more.
async fn run<D: Driver>(driver: Arc<D>, mut jobs: mpsc::Receiver<Job>) {
    let mut taken = Vec::with_capacity(GROUP_MAX);
    let mut closing = false;
    while !closing && jobs.recv_many(&mut taken, GROUP_MAX).await > 0 {
        let mut batches = Vec::with_capacity(taken.len());
        let mut answers = Vec::with_capacity(taken.len());
        for job in taken.drain(..) {
            match job {
                Job::Commit(batch, answer) if !closing => {
                    batches.push(batch);
                    answers.push(answer);
                }
                Job::Commit(_, answer) => drop(answer.send(Err(Fault::Closed))),
                Job::Close => closing = true,
            }
        }
        if !batches.is_empty() {
            // Nobody may be waiting any more; the batch is written all the same.
            for (answer, reply) in answers.into_iter().zip(group_or_each(&*driver, &batches).await) {
                drop(answer.send(reply));
            }
        }
    }
}

/// Nothing is written any more, so another house may have the books at once; whoever still reads is waited for after it.
async fn close<D: Driver>(driver: &D) {
    driver.writers().close().await;
    driver.let_go();
    driver.readers().close().await;
}

/// Writes the group, or, if the group as a whole does not go through, each batch by itself: one batch that the database
/// cannot take must not fail the others. All together take no longer than people should wait for an answer; what is wrong
/// with the database itself is wrong for all of them.
async fn group_or_each<D: Driver>(driver: &D, batches: &[Batch]) -> Vec<Result<Reply, Fault>> {
    let until = Instant::now() + COMMIT_TIMEOUT;
    let fault = match group(driver, batches, until).await {
        Ok(replies) => return replies.into_iter().map(Ok).collect(),
        Err(fault) => fault,
    };
    let hopeless = matches!(fault, Fault::Gone(_) | Fault::Closed | Fault::Full(_));
    if hopeless || batches.len() == 1 {
        return batches.iter().map(|_| Err(fault.clone())).collect();
    }
    let mut replies = Vec::with_capacity(batches.len());
    for batch in batches {
        replies.push(match Instant::now() < until {
            true => {
                let reply = group(driver, std::slice::from_ref(batch), until).await;
                reply.map(|mut replies| replies.remove(0))
            }
            false => Err(fault.clone()),
        });
    }
    replies
}

/// Writes the group, again while others are in the way.
async fn group<D: Driver>(driver: &D, batches: &[Batch], until: Instant) -> Result<Vec<Reply>, Fault> {
    let mut tries = 1;
    loop {
        match attempt(driver, batches, until).await {
            Err(fault) if fault.is_passing() && tries < TRIES_MAX && Instant::now() < until => {
                tokio::time::sleep(Duration::from_millis(u64::from(tries) * 2)).await;
                tries += 1;
            }
            outcome => return outcome,
        }
    }
}

async fn attempt<D: Driver>(driver: &D, batches: &[Batch], until: Instant) -> Result<Vec<Reply>, Fault> {
    driver.check_place()?;
    let late = || Fault::Gone(format!("nothing was written within {COMMIT_TIMEOUT:?}"));
    let acquired = timeout_at(until, driver.writers().acquire()).await;
    let mut connection = acquired.map_err(|_| late())??;
    let outcome = timeout_at(until, transaction::<D>(&mut connection, batches)).await;
    let outcome = match outcome {
        Ok(Err(fault)) if !matches!(fault, Fault::Gone(_)) => {
            let ended = timeout_at(until, connection.run("ROLLBACK", Vec::new())).await;
            if !matches!(ended, Ok(Ok(()))) {
                // The database has rolled back by itself or is gone; either way the next attempt gets a new connection.
                drop(connection.detach());
            }
            Err(fault)
        }
        Ok(Ok(replies)) => Ok(replies),
        Ok(Err(gone)) => {
            drop(connection.detach());
            Err(gone)
        }
        // Whether it is written will be known when the same batch comes again.
        Err(_) => {
            drop(connection.detach());
            Err(late())
        }
    };
    driver.check_place()?;
    outcome
}

/// Reads what the batches speak of, judges them one after the other, and writes what stands.
async fn transaction<D: Driver>(
    db: &mut <D::Db as sqlx::Database>::Connection,
    batches: &[Batch],
) -> Result<Vec<Reply>, Fault> {
    db.run(D::BEGIN, Vec::new()).await?;
    let mut page = load(db, batches).await?;
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
        db.run("ROLLBACK", Vec::new()).await?;
    } else {
        write(db, rows, &page).await?;
        db.run("COMMIT", Vec::new()).await?;
    }
    Ok(replies)
}
