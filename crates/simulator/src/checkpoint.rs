//! Long jobs keep what they have done in a file, and go on from there to the same final bits.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::files;
use crate::fnv::Fnv;
use crate::job::Job;
use crate::tally::Tally;

/// What is kept.
#[derive(Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    /// The version of this format.
    format: u32,
    game: String,
    /// Of rules, strategy, bets, seats, shoe, seed and sessions.
    fingerprint: String,
    /// Chunks done, from the first.
    chunks: u64,
    tally: Tally,
}

const FORMAT: u32 = 2;

impl Checkpoint {
    /// Reads what is done; `None` when there is no such file yet.
    pub(crate) fn read(path: &Path, job: &Job) -> Result<Option<(u64, Tally)>, Fault> {
        let wrong = |problem: String| Fault::Checkpoint {
            path: path.display().to_string(),
            problem,
        };
        if path.exists() && !path.is_file() {
            return Err(wrong("this is no ordinary file; name another".to_string()));
        }
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(fault) if fault.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(source) => {
                return Err(Fault::File {
                    path: path.display().to_string(),
                    source,
                });
            }
        };
        let kept: Checkpoint = serde_json::from_str(&text)
            .map_err(|fault| wrong(format!("not a checkpoint of this program ({fault}); name another file")))?;
        if kept.format != FORMAT || kept.fingerprint != fingerprint(job) {
            return Err(wrong(format!(
                "this is a checkpoint of another job ({}); the rules, strategy, bets, seats, shoe, seed and sessions must \
                 be the same, or name another file",
                kept.game
            )));
        }
        if kept.chunks > job.chunks() || kept.tally.codes.len() as u64 != job.compiled.codes() {
            return Err(wrong("more rounds are done than this job asks for".to_string()));
        }
        Ok(Some((kept.chunks, kept.tally)))
    }

    /// Keeps what is done, whole chunks only.
    pub(crate) fn write(path: &Path, job: &Job, chunks: u64, tally: &Tally) -> Result<(), Fault> {
        if tally.rounds != chunks * job.chunk_rounds() {
            // The last chunk of a job may be a part of one; a longer job could not go on from it.
            return Ok(());
        }
        let kept = Checkpoint {
            format: FORMAT,
            game: job.game.id.clone(),
            fingerprint: fingerprint(job),
            chunks,
            tally: tally.clone(),
        };
        let text = serde_json::to_vec(&kept).expect("counts can always be written as JSON");
        files::write_whole(path, &text)
    }
}

/// A number that changes when anything does that the result depends on, apart from the number of rounds.
pub(crate) fn fingerprint(job: &Job) -> String {
    let mut print = Fnv::new();
    let text = format!(
        "{:?}",
        (&job.game, &job.bets, job.seats, job.mode, job.seed, job.session)
    );
    print.add_all(text.as_bytes());
    job.compiled.each_word(|word| print.add_all(&word.to_le_bytes()));
    print.to_string()
}
