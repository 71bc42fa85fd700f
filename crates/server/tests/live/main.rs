//! A house on a real socket, played and tried from outside.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod archive;
mod clocks;
mod common;
mod history;
mod leaks;
mod life;
mod limits;
mod orders;
mod people;
mod play;
#[path = "../../../house/tests/harness/server.rs"]
mod postgres;
mod proofs;
mod restart;
mod shared;
mod simulation;
mod tampered;
