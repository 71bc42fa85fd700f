//! Every story under `tests/transcripts/` is replayed bit for bit, and every clause of every document has one.
//!
//! `UPDATE=1 cargo test -p croupier-table --test transcripts` writes the events under the steps; a person reads the diff.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};

use croupier_rules::Game;
use croupier_rules::game::About;
use croupier_rules::load::{ids, open};
use croupier_table::Next;
use croupier_table::transcript::{EventText, Transcript};

#[test]
fn every_story_replays_to_the_same_events() {
    let mut wrong = Vec::new();
    for path in stories() {
        let text = fs::read_to_string(&path).unwrap();
        let told = match retell(&text) {
            Ok(told) => told,
            Err(fault) => {
                wrong.push(format!("{}: {fault}", path.display()));
                continue;
            }
        };
        if told != text {
            if std::env::var_os("UPDATE").is_some() {
                rewrite(&path, &told);
            } else {
                wrong.push(format!(
                    "{}: replays differently; UPDATE=1 rewrites it:\n{told}",
                    path.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_clause_that_can_be_played_has_a_story() {
    let mut shown: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in stories() {
        let transcript = read(&path);
        let clauses = shown.entry(transcript.game.clone()).or_default();
        clauses.extend(transcript.shows.iter().cloned());
        clauses.extend(transcript.named().map(str::to_string));
    }
    let mut missing = Vec::new();
    for id in ids() {
        let shown = shown.remove(id).unwrap_or_default();
        for clause in plain_game(id)
            .sources
            .clauses
            .iter()
            .filter(|clause| clause.about == About::Play)
        {
            if !shown.contains(&clause.id) {
                missing.push(format!("{id}: {} ({})", clause.id, clause.at));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "{} clauses have no story:\n{}",
        missing.len(),
        missing.join("\n")
    );
}

#[test]
fn a_story_shows_what_it_says_it_shows() {
    let mut wrong = Vec::new();
    for path in stories() {
        let transcript = read(&path);
        let game = game(&transcript);
        let replay = transcript.replay(&game).unwrap();
        let cited = replay.events.iter().flatten().filter_map(|event| event.clause);
        let mut proven: BTreeSet<&str> = cited
            .map(|place| game.sources.clauses[usize::from(place)].id.as_str())
            .collect();
        proven.extend(transcript.named());
        for clause in transcript.shows.iter().map(String::as_str).chain(transcript.named()) {
            if game.sources.clause_index(clause).is_none() {
                wrong.push(format!("{}: `{clause}` is not a clause of {}", path.display(), game.id));
            } else if !proven.contains(clause) {
                wrong.push(format!("{}: no event and no refusal cites `{clause}`", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_event_of_a_story_says_which_clause_it_carries_out() {
    let mut wrong = BTreeSet::new();
    for path in stories() {
        let transcript = read(&path);
        let game = game(&transcript);
        if !ids().any(|id| id == game.id) {
            continue;
        }
        for event in transcript.replay(&game).unwrap().events.iter().flatten() {
            if event.clause.is_none() {
                let text = EventText { event, game: &game }.to_string();
                wrong.insert(format!("{}: {text}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn every_story_ends() {
    for path in stories() {
        let transcript = read(&path);
        let replay = transcript.replay(&game(&transcript)).unwrap();
        assert_eq!(replay.round.next(), Next::Over, "{}", path.display());
    }
}

fn read(path: &Path) -> Transcript {
    Transcript::parse(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Replaces a story at one stroke, for other tests may be reading it.
fn rewrite(path: &Path, told: &str) {
    let beside = path.with_extension("told");
    fs::write(&beside, told).unwrap();
    fs::rename(beside, path).unwrap();
}

fn retell(text: &str) -> Result<String, String> {
    let transcript = Transcript::parse(text).map_err(|fault| fault.to_string())?;
    let game = game(&transcript);
    let replay = transcript.replay(&game).map_err(|fault| fault.to_string())?;
    Ok(transcript.text(&game, &replay))
}

/// The game that a story is of, with the changes it names.
fn game(story: &Transcript) -> Arc<Game> {
    if story.changes.is_empty() {
        return plain_game(&story.game);
    }
    let loaded = open(&story.game).unwrap().with(&story.changes);
    Arc::new(loaded.unwrap_or_else(|faults| panic!("{}: {faults}", story.game)).game)
}

/// The game of this id, or of the rules file at this path in the repository, read once.
fn plain_game(word: &str) -> Arc<Game> {
    static READ: LazyLock<Mutex<BTreeMap<String, Arc<Game>>>> = LazyLock::new(Mutex::default);
    let mut read = READ.lock().unwrap();
    let game = read.entry(word.to_string()).or_insert_with(|| {
        let loaded = open(word)
            .or_else(|_| open(&root().join(word).to_string_lossy()))
            .unwrap_or_else(|fault| panic!("{word}: {fault}"));
        Arc::new(loaded.game)
    });
    Arc::clone(game)
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn stories() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("tests/transcripts")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "round") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
