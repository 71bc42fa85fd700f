//! Heavy work beside the tables. The turn belongs to the work, not to whoever asked for it: a request that is dropped
//! leaves its work running, and the next piece waits until it is done.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Problem;

/// So many pieces of work at once, and so many that wait for their turn.
#[derive(Clone)]
pub struct Workshop {
    name: &'static str,
    turns: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    waiting_max: usize,
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
        }
    }

    /// Does a piece of work off the threads that serve, when its turn comes.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let turn = self.turn().await?;
        let done = tokio::task::spawn_blocking(move || {
            let answer = work();
            drop(turn);
            answer
        });
        done.await.map_err(|_| Problem::stopped())
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
        let done = tokio::task::spawn_blocking(move || {
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
