//! Monte Carlo at the speed of the hardware: compiled rules and strategies, mergeable integer results.
//!
//! Rules and a strategy are compiled into flat tables (`compiled`), which kernels play from, thirty-two rounds side by
//! side; what they count is a [`Tally`] of integers, chunk by chunk, which a [`Job`] merges. See `docs/simulator.md`.

// Lanes are walked side by side through several arrays; an index says that better than zipped iterators do, and compiles
// to the same vectors.
#![allow(clippy::needless_range_loop)]

pub mod cards;
mod checkpoint;
mod chunk;
pub mod compiled;
pub mod fault;
pub mod files;
mod fnv;
pub mod job;
pub mod lines;
mod nets;
pub mod part;
pub mod philox;
pub mod policy;
pub mod report;
pub mod session;
pub mod sides;
pub mod stud;
pub mod table;
pub mod tally;
pub mod twenty_one;
mod wide;
pub mod witness;

pub use compiled::Compiled;
pub use fault::Fault;
pub use job::{Control, Job, Mode, Order, Progress};
pub use policy::Policy;
pub use report::{Exact, Report};
pub use tally::Tally;
