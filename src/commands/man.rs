//! `croupier man`: the man pages, from the same definitions as the parser.

use std::io::Write;

use clap::CommandFactory;

use crate::args::Args;
use crate::failure::Failure;

/// Prints the page of the program, or of one of its commands.
pub fn run(name: Option<&str>) -> Result<(), Failure> {
    let mut command = Args::command();
    command.build();
    if let Some(name) = name {
        let names: Vec<String> = command
            .get_subcommands()
            .map(|sub| sub.get_name().to_string())
            .collect();
        command = match command.find_subcommand(name) {
            Some(sub) => sub
                .clone()
                .name(format!("croupier-{name}"))
                .bin_name(format!("croupier {name}")),
            None => {
                return Err(Failure::Input(format!(
                    "there is no command `{name}`; the commands are {}",
                    names.join(", ")
                )));
            }
        };
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    std::io::stdout().write_all(&page)?;
    Ok(())
}
