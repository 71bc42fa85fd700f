//! `croupier check`: every fault of a rules file at once.

use std::io::Write;

use croupier_rules::load::{LoadError, open};
use serde_json::{Value, json};

use crate::failure::Failure;

/// Checks the file and tells what is wrong with it.
pub fn run(word: &str, as_json: bool) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    match open(word) {
        Ok(loaded) if as_json => {
            let game = &loaded.game;
            writeln!(
                out,
                "{:#}",
                json!({ "file": word, "id": game.id, "valid": true, "faults": [] })
            )?;
            Ok(())
        }
        Ok(loaded) => {
            writeln!(out, "{word}: no faults; this is {}.", loaded.game.name)?;
            Ok(())
        }
        Err(LoadError::Faulty(faults)) if as_json => {
            let list = serde_json::to_value(&faults.list).map_err(anyhow::Error::from)?;
            writeln!(
                out,
                "{:#}",
                json!({ "file": word, "id": Value::Null, "valid": false, "faults": list })
            )?;
            Err(Failure::InputReported)
        }
        Err(LoadError::Faulty(faults)) => {
            let count = faults.list.len();
            let s = if count == 1 { "" } else { "s" };
            writeln!(out, "{faults}\n{count} fault{s}.")?;
            Err(Failure::InputReported)
        }
        Err(other) => Err(Failure::Input(other.to_string())),
    }
}
