//! The files a simulation is written to: begun before the rounds are played, moved to their places when they are whole.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use croupier_rules::Game;
use croupier_simulator::Report;
use croupier_simulator::files::WholeFile;

use super::{parquet, text};
use crate::args::SimulationPrint;
use crate::failure::Failure;

/// The files asked for.
pub(super) struct Files {
    output: Option<WholeFile>,
    parquet: Option<WholeFile>,
}

impl Files {
    /// Begins the files asked for.
    pub(super) fn create(args: &SimulationPrint) -> Result<Files, Failure> {
        let create = |path: &Option<_>| path.as_deref().map(begin).transpose();
        Ok(Files {
            output: create(&args.output)?,
            parquet: create(&args.parquet)?,
        })
    }

    /// Writes the report to the files, or to standard output.
    pub(super) fn write(self, args: &SimulationPrint, game: &Game, report: &Report) -> Result<(), Failure> {
        let told = if args.json {
            serde_json::to_string_pretty(report).map_err(anyhow::Error::from)? + "\n"
        } else if args.csv {
            report.csv()
        } else {
            text::text(game, report)
        };
        if let (Some(file), Some(path)) = (self.parquet, &args.parquet) {
            let written = parquet::write(file, report).and_then(WholeFile::keep);
            written.with_context(|| path.display().to_string())?;
        }
        match (self.output, &args.output) {
            (Some(mut file), Some(path)) => {
                let written = file.write_all(told.as_bytes()).and_then(|()| file.keep());
                written.with_context(|| path.display().to_string())?;
            }
            _ => anstream::stdout().lock().write_all(told.as_bytes())?,
        }
        Ok(())
    }
}

/// Begins a file, unless its place is wrong.
pub(super) fn begin(path: &Path) -> Result<WholeFile, Failure> {
    let wrong = |what: &str| Failure::Input(format!("{}: {what}", path.display()));
    if path.is_dir() || path.file_name().is_none() {
        return Err(wrong("this is a folder; name a file"));
    }
    if path.exists() && !path.is_file() {
        return Err(wrong("this is no ordinary file, and a file cannot be put in its place"));
    }
    if path
        .parent()
        .is_some_and(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
    {
        return Err(wrong("there is no such folder to write to"));
    }
    Ok(WholeFile::create(path).with_context(|| path.display().to_string())?)
}
