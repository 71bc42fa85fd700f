//! Files that are there whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::fault::Fault;

/// A file that is written beside its place and moved there when it is whole, so that a disk that fills leaves what was
/// there before. Dropped before [`WholeFile::keep`], it leaves nothing.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    part: PathBuf,
    file: File,
    kept: bool,
}

impl WholeFile {
    /// Begins a file for this place.
    pub fn create(path: &Path) -> io::Result<WholeFile> {
        let mut name: OsString = path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(name);
        Ok(WholeFile {
            file: File::create(&part)?,
            path: path.to_path_buf(),
            part,
            kept: false,
        })
    }

    /// Moves the file to its place once the disk has all of it.
    pub fn keep(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.part, &self.path)?;
        self.kept = true;
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if !self.kept {
            // The part is of no use to anybody; that it cannot be removed is not worth another word.
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Writes a whole file, or leaves what was there before.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let written = WholeFile::create(path).and_then(|mut file| {
        file.write_all(bytes)?;
        file.keep()
    });
    written.map_err(|source| Fault::File {
        path: path.display().to_string(),
        source,
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

    #[test]
    fn a_file_that_is_given_up_leaves_what_was_there() {
        let folder = std::env::temp_dir().join(format!("croupier-whole-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("result.txt");
        write_whole(&path, b"before").unwrap();
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"half of wh").unwrap();
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"before");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
