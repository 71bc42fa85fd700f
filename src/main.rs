//! The program `croupier`.
#![expect(
    unreachable_pub,
    reason = "a program exports nothing; `pub` marks what a module offers the others"
)]

mod args;
mod commands;
mod failure;
mod terminal;
mod values;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Args;

fn main() -> ExitCode {
    let command = Args::parse().command.unwrap_or_else(args::Command::serve);
    match commands::run(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
