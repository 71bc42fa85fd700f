//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use crate::fault::Fault;

/// Writes a file beside its place and then moves it there, so that a disk that fills leaves what was there before.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)
    });
    written.map_err(|source| {
        // The part is of no use to anybody; that it cannot be removed is not worth another word.
        let _ = fs::remove_file(&part);
        Fault::File {
            path: path.display().to_string(),
            source,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_leaves_no_file() {
        // Every write to this device fails as on a full disk, but it cannot be moved over: the part is tried beside it.
        let path = Path::new("/dev/full/result.json");
        assert!(write_whole(path, b"x").is_err());
        let missing = std::env::temp_dir().join("croupier-no-such-folder/result.json");
        assert!(write_whole(&missing, b"x").is_err());
        assert!(!missing.exists());
    }
}
