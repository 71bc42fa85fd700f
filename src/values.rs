//! What the solver answers, as text.

pub mod chart;
pub mod columns;
pub mod complete;
pub mod effects;
pub mod rule;
pub mod wagers;
