//! The program `croupier`.
#![expect(
    unreachable_pub,
    reason = "a program exports nothing; `pub` marks what a module offers the others"
)]

mod args;
mod commands;
mod failure;
mod settings;
mod terminal;
mod values;

use std::process::ExitCode;

fn main() -> ExitCode {
    match settings::command().and_then(commands::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
