//! Heavy work beside the tables. The turn belongs to the work, not to whoever asked for it: a request that is dropped
//! leaves its work running, and the next piece waits until it is done.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::problem::Problem;

/// So many pieces of work at once, and so many that wait for their turn.
#[derive(Clone)]
pub struct Workshop {
    name: &'static str,
    turns: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    waiting_max: usize,
    is_behind: bool,
}

/// Answers that are worked out once and kept, the oldest ones only as long as there is room.
#[derive(Clone)]
pub struct Kept<K, V> {
    workshop: Workshop,
    known: Arc<Mutex<HashMap<K, V>>>,
    known_max: usize,
}

impl Workshop {
    /// A workshop that does `at_once` pieces at once while `waiting_max` wait. The name is that of its metrics.
    pub fn new(name: &'static str, at_once: usize, waiting_max: usize) -> Workshop {
        Workshop {
            name,
            turns: Arc::new(Semaphore::new(at_once)),
            waiting: Arc::default(),
            waiting_max,
            is_behind: false,
        }
    }

    /// Work that may take seconds on every core: it yields to the tables wherever both want a processor.
    pub fn behind_the_tables(self) -> Workshop {
        Workshop {
            is_behind: true,
            ..self
        }
    }

    /// Does a piece of work off the threads that serve, when its turn comes.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let turn = self.turn().await?;
        let done = self.begin(move || {
            let answer = work();
            drop(turn);
            answer
        });
        done.await.map_err(|_| Problem::stopped())
    }

    /// Begins at once, whether or not anybody waits for the end. A thread that has yielded yields for good, so it is none of those
    /// that are lent again.
    fn begin<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> oneshot::Receiver<T> {
        let (done, answer) = oneshot::channel();
        // Nobody may be waiting any more.
        let finish = move || drop(done.send(work()));
        if self.is_behind {
            let begun = std::thread::Builder::new().name(self.name.to_string()).spawn(|| {
                yield_to_the_tables();
                finish();
            });
            if let Err(fault) = begun {
                tracing::error!(work = self.name, %fault, "no thread could be started");
            }
        } else {
            tokio::task::spawn_blocking(finish);
        }
        answer
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let waiting = Waiting::join(self)?;
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        drop(waiting);
        turn.map_err(|_| Problem::stopped())
    }
}

impl<K: Clone + Eq + Hash + Send + 'static, V: Clone + Send + 'static> Kept<K, V> {
    /// Answers worked out in a workshop, at most so many of them kept.
    pub fn new(workshop: Workshop, known_max: usize) -> Kept<K, V> {
        Kept {
            workshop,
            known: Arc::default(),
            known_max,
        }
    }

    /// What is known already.
    pub fn known(&self, key: &K) -> Option<V> {
        self.known
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(key)
            .cloned()
    }

    /// The answer, worked out unless it is known. It is kept even when nobody waits for it any more.
    pub async fn get(&self, key: K, work: impl FnOnce() -> V + Send + 'static) -> Result<V, Problem> {
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        let turn = self.workshop.turn().await?;
        // Somebody before us may have asked for the same.
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        let kept = self.clone();
        let done = self.workshop.begin(move || {
            let answer = work();
            kept.keep(key, answer.clone());
            drop(turn);
            answer
        });
        done.await.map_err(|_| Problem::stopped())
    }

    fn keep(&self, key: K, answer: V) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= self.known_max
            && let Some(any) = known.keys().next().cloned()
        {
            known.remove(&any);
        }
        known.insert(key, answer);
    }
}

/// Lets everything that is computed side by side in this process yield to the tables. It is for a server's process, before its first
/// work.
pub fn compute_behind_the_tables() {
    // Threads that there are already stay as they are.
    if let Err(fault) = yielding_threads().build_global() {
        tracing::debug!(%fault, "the threads of the solver do not yield to the tables");
    }
}

fn yielding_threads() -> rayon::ThreadPoolBuilder {
    rayon::ThreadPoolBuilder::new().start_handler(|_| yield_to_the_tables())
}

/// The thread that calls this runs where no other wants to. Only Linux knows this of single threads.
fn yield_to_the_tables() {
    #[cfg(target_os = "linux")]
    if let Err(fault) = rustix::process::setpriority_process(None, LAST) {
        tracing::debug!(%fault, "this thread does not yield to the tables");
    }
}

/// The last in the order of the kernel.
#[cfg(target_os = "linux")]
const LAST: i32 = 19;

/// One who waits for a turn, counted until it comes or is given up.
struct Waiting<'a>(&'a Workshop);

impl Waiting<'_> {
    fn join(workshop: &Workshop) -> Result<Waiting<'_>, Problem> {
        let waiting = Waiting(workshop);
        let before = workshop.waiting.fetch_add(1, Ordering::Relaxed);
        metrics::gauge!("croupier_work_waiting", "work" => workshop.name).set(before as f64 + 1.0);
        if before >= workshop.waiting_max {
            metrics::counter!("croupier_refused_total", "limit" => workshop.name).increment(1);
            let message = "The house has too much to work out just now: try again in a few seconds.";
            return Err(Problem::new("busy", message));
        }
        Ok(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let before = self.0.waiting.fetch_sub(1, Ordering::Relaxed);
        metrics::gauge!("croupier_work_waiting", "work" => self.0.name).set(before as f64 - 1.0);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Requests that are dropped after a moment leave no more work running than there are turns.
    #[tokio::test(flavor = "multi_thread")]
    async fn work_keeps_its_turn_when_nobody_waits_any_more() {
        let workshop = Workshop::new("test", 2, 1000);
        let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        for _ in 0..50 {
            let (running, most) = (Arc::clone(&running), Arc::clone(&most));
            let asked = workshop.run(move || {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(30));
                running.fetch_sub(1, Ordering::SeqCst);
            });
            let _ = tokio::time::timeout(Duration::from_millis(2), asked).await;
        }
        assert_eq!(most.load(Ordering::SeqCst), 2);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_was_asked_for_and_dropped_is_kept() {
        let kept: Kept<u32, u32> = Kept::new(Workshop::new("test", 1, 10), 2);
        let asked = kept.get(7, || {
            std::thread::sleep(Duration::from_millis(50));
            49
        });
        assert!(tokio::time::timeout(Duration::from_millis(5), asked).await.is_err());
        let again = kept.get(7, || unreachable!("it is being worked out already")).await;
        assert_eq!(again.ok(), Some(49));
        for number in 0..5 {
            kept.get(number, move || number).await.expect("there is room to wait");
        }
        assert!(kept.known.lock().expect("no panic").len() <= 2);
    }

    /// What the kernel says of a thread: work behind the tables is the last, and no other thread of the process has changed.
    #[cfg(target_os = "linux")]
    #[tokio::test(flavor = "multi_thread")]
    async fn long_work_yields_to_the_tables_and_nothing_else_does() {
        let of_this_thread = || rustix::process::getpriority_process(None).expect("it is our own");
        let usual = of_this_thread();
        let quick = Workshop::new("quick", 1, 10);
        let long = Workshop::new("long", 1, 10).behind_the_tables();
        for _ in 0..20 {
            assert_eq!(long.run(of_this_thread).await.expect("a turn"), LAST);
            assert_eq!(quick.run(of_this_thread).await.expect("a turn"), usual);
        }
        assert_eq!(of_this_thread(), usual);
        let threads = yielding_threads().num_threads(2).build().expect("two threads");
        let priorities = threads.broadcast(|_| of_this_thread());
        assert_eq!(priorities, [LAST, LAST]);
    }

    /// Work that panics leaves its turn to the next.
    #[tokio::test]
    async fn work_that_breaks_off_is_told_and_its_turn_is_free() {
        for workshop in [
            Workshop::new("test", 1, 10),
            Workshop::new("test", 1, 10).behind_the_tables(),
        ] {
            assert!(workshop.run(|| panic!("on purpose")).await.is_err());
            assert_eq!(workshop.run(|| 7).await.expect("the turn is free"), 7);
        }
    }

    #[tokio::test]
    async fn those_who_find_too_many_waiting_are_told() {
        let workshop = Workshop::new("test", 0, 3);
        let waiting: Vec<_> = (0..3)
            .map(|_| {
                let workshop = workshop.clone();
                tokio::spawn(async move { workshop.run(|| ()).await.is_ok() })
            })
            .collect();
        tokio::task::yield_now().await;
        let refused = workshop.run(|| ()).await.expect_err("three wait already");
        assert_eq!(refused.code, "busy");
        waiting.iter().for_each(tokio::task::JoinHandle::abort);
    }
}
