//! `croupier completions`: the command line for a shell, from the same definitions as the parser.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Args;
use crate::failure::Failure;

/// Prints the completion script.
pub fn run(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "croupier", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(())
}
