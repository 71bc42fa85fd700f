//! The dealer's chances, remembered from one game to the next: games that differ in a pay line deal from the same shoes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use croupier_rules::twenty_one::SoftSeventeen;
use rustc_hash::FxHashMap;

use super::dealer::{DealerChances, Draws};
use super::unseen::{Dealing, Unseen};
use super::up_class::UpClass;

/// The most hands that are remembered, some fifty megabytes.
const HANDS_MAX: usize = 500_000;

/// What was computed before. Any number of threads may ask; the answers are the same to the bit as without it.
#[derive(Debug)]
pub struct Memory<N> {
    shoes: Mutex<FxHashMap<ShoeKey, Arc<Mutex<Remembered<N>>>>>,
    hands: AtomicUsize,
}

/// Everything that the dealer's chances depend on, beside the player's cards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct ShoeKey {
    counts: [i64; 10],
    barred: Option<usize>,
    up: u8,
    hole: Option<u8>,
    soft_17: SoftSeventeen,
}

type Remembered<N> = FxHashMap<[u8; 10], DealerChances<N>>;

impl<N> Default for Memory<N> {
    fn default() -> Memory<N> {
        Memory {
            shoes: Mutex::default(),
            hands: AtomicUsize::new(0),
        }
    }
}

impl<N: Dealing> Memory<N> {
    /// How the dealer's hand ends beside each of these hands (values, number of cards).
    pub fn dealer_chances_of(
        &self,
        unseen: &Unseen,
        up: &UpClass,
        soft_17: SoftSeventeen,
        hands: &[([u8; 10], u8)],
    ) -> Vec<DealerChances<N>> {
        let draws = Draws::of(up.value, up.hole_value(), soft_17);
        let shoe = ShoeKey {
            counts: unseen.counts,
            barred: unseen.barred,
            up: up.value,
            hole: up.hole_value(),
            soft_17,
        };
        let known = Arc::clone(lock(&self.shoes).entry(shoe).or_default());
        let mut found: Vec<Option<DealerChances<N>>> = {
            let known = lock(&known);
            hands.iter().map(|(hand, _)| known.get(hand).cloned()).collect()
        };
        let missing = |place: &usize| found[*place].is_none();
        let missing: Vec<usize> = (0..hands.len()).filter(missing).collect();
        let wanted: Vec<([u8; 10], u8)> = missing.iter().map(|place| hands[*place]).collect();
        // Computed without the lock: two threads may do the same work once, but neither waits for the other.
        let computed = N::dealer_chances_of(unseen, draws, &wanted);
        let keep = self.hands.load(Ordering::Relaxed) < HANDS_MAX;
        let mut known = lock(&known);
        for (place, dealer_chances) in missing.into_iter().zip(computed) {
            if keep && known.insert(hands[place].0, dealer_chances.clone()).is_none() {
                self.hands.fetch_add(1, Ordering::Relaxed);
            }
            found[place] = Some(dealer_chances);
        }
        found.into_iter().flatten().collect()
    }
}

/// What is locked is whole between any two statements, so a panic elsewhere does not spoil it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
