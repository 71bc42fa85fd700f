//! What is added up for every pair of hole cards beside every kind of board of one street, by many threads at once.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::deal::Held;

/// For every kind of board and every pair some whole numbers.
pub(super) struct Sums<const W: usize> {
    /// One lock for each kind of board: the boards that add to one at the same time are few.
    kinds: Vec<Mutex<Vec<[i64; W]>>>,
}

impl<const W: usize> Sums<W> {
    /// Nothing for so many kinds of boards and pairs.
    pub(super) fn new(kinds: usize, pairs: usize) -> Sums<W> {
        let nothing = || Mutex::new(vec![[0; W]; pairs]);
        Sums {
            kinds: std::iter::repeat_with(nothing).take(kinds).collect(),
        }
    }

    /// Adds to the pairs beside one kind of board, whose suits have been renamed.
    pub(super) fn add(&self, kind: usize, renamed: &[u16], held: &[Held], values: &[[i64; W]]) {
        let mut sums = self.of_kind(kind);
        for held in held {
            let value = &values[usize::from(held.alike)];
            let sum = &mut sums[usize::from(renamed[usize::from(held.pair)])];
            for lane in 0..W {
                sum[lane] += value[lane];
            }
        }
    }

    /// What was added up beside one kind of board.
    pub(super) fn of_kind(&self, kind: usize) -> MutexGuard<'_, Vec<[i64; W]>> {
        // A thread that failed ends the whole computation.
        self.kinds[kind].lock().unwrap_or_else(PoisonError::into_inner)
    }
}
