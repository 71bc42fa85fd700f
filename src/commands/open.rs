//! Games by id or by the path of their rules file, the same for every command.

use croupier_rules::load::{LoadError, Loaded};

use crate::failure::Failure;

/// The game of this id or in this file.
pub fn open(word: &str) -> Result<Loaded, Failure> {
    croupier_rules::load::open(word).map_err(|fault| match fault {
        LoadError::Faulty(faults) => {
            let count = faults.list.len();
            let s = if count == 1 { "" } else { "s" };
            Failure::Input(format!(
                "`{word}` has {count} fault{s}:\n\n{}",
                faults.to_string().trim_end()
            ))
        }
        other => Failure::Input(other.to_string()),
    })
}
