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
    let args = Args::parse();
    match commands::run(args.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
