//! The terminal table: a session without input or output, and two front ends to it.

mod bots;
pub mod plain;
pub mod session;
mod slip;
mod words;
