//! The terminal table: a session without input or output, and two front ends to it.

mod bots;
mod draw;
pub mod felt;
pub mod palette;
mod pays;
pub mod plain;
mod save;
pub mod screen;
pub mod session;
mod slip;
mod words;
