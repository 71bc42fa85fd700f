//! What the solver answers, as text.

pub mod columns;
pub mod effects;
pub mod wagers;
