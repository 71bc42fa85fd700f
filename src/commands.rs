//! One file a command.

mod completions;
mod games;
mod man;
mod open;
mod play;

use crate::args::Command;
use crate::failure::Failure;

/// Does what was asked.
pub fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Play(play) => play::run(&play),
        Command::Games { json } => games::run(json),
        Command::Completions { shell } => completions::run(shell),
        Command::Man { command } => man::run(command.as_deref()),
        Command::Rules { .. } | Command::Check { .. } | Command::Replay { .. } => {
            Err(Failure::Input("not yet".to_string()))
        }
    }
}
