//! `croupier upgrade`: a rules file of format 1 rewritten as one of format 2, with its sources beside it.

use std::fs;
use std::io::Write;
use std::path::Path;

use croupier_rules::load::Files;
use croupier_rules::upgrade::upgrade;

use crate::failure::Failure;

/// Rewrites the file. What would not be a sound game is told, and nothing is written.
pub fn run(word: &str) -> Result<(), Failure> {
    let path = Path::new(word);
    let old = fs::read_to_string(path).map_err(|fault| {
        Failure::Input(format!(
            "`{word}` cannot be read: {fault}; name a rules file of format 1"
        ))
    })?;
    let new = upgrade(word, &old).map_err(|faults| Failure::Input(faults.to_string()))?;
    let beside = path.with_extension("sources.toml");
    let mut files = Files::new(word, new.rules.as_str());
    if let Some(sources) = &new.sources {
        if beside.exists() {
            return Err(Failure::Input(format!(
                "`{}` is there already, and the sources of `{word}` would be written to it; move it away first",
                beside.display()
            )));
        }
        files = files.with_sources(beside.display().to_string(), sources.as_str());
    }
    let game = files.read(&[]).map_err(|faults| Failure::Input(faults.to_string()))?;
    // The sources come first: should the second file not be written, the first is as it was and the command can be repeated.
    if let Some(sources) = &new.sources {
        replace(&beside, sources)?;
    }
    replace(path, &new.rules)?;
    let mut out = anstream::stdout().lock();
    writeln!(out, "{word}: format 2 now; this is {}.", game.name)?;
    if new.sources.is_some() {
        writeln!(
            out,
            "{}: documents, clauses, printed lines and open points.",
            beside.display()
        )?;
    }
    Ok(())
}

/// Writes a file whole or not at all.
fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let unfinished = path.with_extension("toml.unfinished");
    fs::write(&unfinished, text)?;
    fs::rename(&unfinished, path)?;
    Ok(())
}
