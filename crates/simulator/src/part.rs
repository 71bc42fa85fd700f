//! A part of a job: the chunks one machine has played, as a file that another machine merges.
//!
//! A part says which job it belongs to, so that somebody who has nothing but the parts can print what the whole run would have
//! printed.

use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::checkpoint::fingerprint;
use crate::fault::Fault;
use crate::files;
use crate::fnv::Fnv;
use crate::job::{Job, Run, StopReason};
use crate::tally::Tally;

/// The version of the file.
const FORMAT: u32 = 1;

/// Some chunks of a job, played. `R` is what was asked for: enough to make the job anew.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Part<R> {
    /// The version of this format.
    part: u32,
    /// What was asked for.
    pub request: R,
    /// Of rules, strategy, bets, seats, shoe, seed and sessions.
    fingerprint: String,
    /// The chunks played.
    pub chunks: Range<u64>,
    /// How long it took.
    seconds: f64,
    /// Of what was counted: a file that was damaged on its way does not add up.
    digest: String,
    tally: Tally,
}

impl<R: Serialize + DeserializeOwned + PartialEq> Part<R> {
    /// What a run of these chunks has come to; fewer than asked for if it was stopped.
    pub fn new(job: &Job, request: R, chunks: Range<u64>, run: Run) -> Part<R> {
        let played = run.tally.rounds.div_ceil(job.chunk_rounds());
        Part {
            part: FORMAT,
            request,
            fingerprint: fingerprint(job),
            chunks: chunks.start..chunks.start + played,
            seconds: run.seconds,
            digest: digest(&run.tally),
            tally: run.tally,
        }
    }

    /// Reads a part.
    pub fn read(path: &Path) -> Result<Part<R>, Fault> {
        let text = std::fs::read(path).map_err(|fault| wrong(path, &format!("this part cannot be read: {fault}")))?;
        Part::from_bytes(path, &text)
    }

    /// A part from what its file holds, under a name for messages.
    pub fn from_bytes(path: &Path, text: &[u8]) -> Result<Part<R>, Fault> {
        let kind: Kind = serde_json::from_slice(text).map_err(|_| wrong(path, NO_PART))?;
        if kind.part != FORMAT {
            return Err(wrong(
                path,
                "another version of Croupier wrote this part; play it again with this one",
            ));
        }
        let part: Part<R> = serde_json::from_slice(text).map_err(|_| wrong(path, DAMAGED))?;
        if part.digest != digest(&part.tally) || part.chunks.is_empty() {
            return Err(wrong(path, DAMAGED));
        }
        Ok(part)
    }

    /// Writes the part, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), Fault> {
        files::write_whole(path, &self.to_bytes())
    }

    /// What its file holds.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("counts can always be written as JSON")
    }
}

/// What the whole job has come to, from its parts with the paths they came from. Every chunk must be there once.
pub fn merge<R: Serialize + DeserializeOwned + PartialEq>(
    job: &Job,
    mut parts: Vec<(&Path, Part<R>)>,
) -> Result<Run, Fault> {
    let print = fingerprint(job);
    parts.sort_by_key(|(_, part)| part.chunks.start);
    let mut run = Run {
        tally: Tally::default(),
        ended: StopReason::Finished,
        seconds: 0.0,
        rounds_here: 0,
    };
    let (mut done, mut last) = (0, None);
    for (path, part) in &parts {
        if part.request != parts[0].1.request || part.fingerprint != print {
            return Err(wrong(path, OTHER_JOB));
        }
        if let (true, Some(before)) = (part.chunks.start < done, last) {
            return Err(twice(path, before, part.chunks.start..done.min(part.chunks.end)));
        }
        if part.chunks.start > done {
            return Err(missing(done..part.chunks.start, job.chunks()));
        }
        if part.chunks.end > job.chunks() || part.tally.rounds != job.rounds_of(&part.chunks) {
            return Err(wrong(path, DAMAGED));
        }
        run.tally.merge(&part.tally);
        run.seconds += part.seconds;
        (done, last) = (part.chunks.end, Some(*path));
    }
    if done < job.chunks() {
        return Err(missing(done..job.chunks(), job.chunks()));
    }
    run.rounds_here = run.tally.rounds;
    Ok(run)
}

/// The first thing read of a file: whether it is a part at all.
#[derive(Deserialize)]
struct Kind {
    part: u32,
}

const NO_PART: &str = "this is no part of a simulation; `croupier simulate … --chunks A..B -o PART` writes one";
const DAMAGED: &str = "this part is damaged; play its chunks again";
const OTHER_JOB: &str = "this part belongs to another job; game, rules, strategy, bets, seats, shoe, seed, rounds and sessions \
                         must be the same in all parts";

fn wrong(path: &Path, problem: &str) -> Fault {
    Fault::Part(format!("{}: {problem}", path.display()))
}

fn missing(chunks: Range<u64>, of: u64) -> Fault {
    Fault::Part(format!(
        "chunks {}..{} of 0..{of} are in no part; play them with `croupier simulate … --chunks {}..{} -o PART` and merge \
         again",
        chunks.start, chunks.end, chunks.start, chunks.end
    ))
}

fn twice(path: &Path, before: &Path, chunks: Range<u64>) -> Fault {
    Fault::Part(format!(
        "chunks {}..{} are in {} and in {}; leave one of the two out",
        chunks.start,
        chunks.end,
        before.display(),
        path.display()
    ))
}

fn digest(tally: &Tally) -> String {
    let mut print = Fnv::new();
    print.add_all(&serde_json::to_vec(tally).expect("counts can always be written as JSON"));
    print.to_string()
}
