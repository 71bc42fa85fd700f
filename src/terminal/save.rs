//! Writes a round down as a transcript.

use std::fs::OpenOptions;
use std::io::Write;

use super::session::{Refused, Session};

/// Saves the last round in a new file. A file that exists is left alone.
pub fn save(session: &Session, path: &str) -> Result<(), Refused> {
    let text = session.transcript()?;
    let path = path.trim();
    if path.is_empty() {
        return Err(Refused("name a file to save the round in".to_string()));
    }
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|fault| Refused(format!("`{path}` cannot be written: {fault}; name another file")))
}
