//! What the solver answers, as text.

pub mod chart;
pub mod columns;
pub mod effects;
pub mod wagers;
