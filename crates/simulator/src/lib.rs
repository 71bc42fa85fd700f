//! Monte Carlo at the speed of the hardware: compiled rules and strategies, mergeable integer results.

pub mod cards;
pub mod fault;
pub mod philox;
pub mod policy;
pub mod sides;
pub mod table;
pub mod twenty_one;
pub mod witness;

pub use fault::Fault;
pub use policy::Policy;
