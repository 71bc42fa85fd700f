//! The judge against the project's own transcripts: each, performed as a dealer, is judged without fault, and each swap of two
//! neighboring moves that the document does not permit is caught. How many there are stands in `swaps.txt`; with new transcripts
//! `UPDATE=1` counts them anew.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use croupier_rules::Game;
use croupier_rules::load::open;
use croupier_school::{Happening, Judge, Move, Script, Told, Verdict};
use croupier_table::transcript::Transcript;

/// How the swaps of a game's transcripts come out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Swaps {
    /// Transcripts.
    rounds: usize,
    /// Moves in them.
    moves: usize,
    /// Swaps of a move with one that is the same: two cards to one hand, two cards turned by the dealer.
    the_same: usize,
    /// Swaps of two wagers of one hand, which the documents settle together.
    permitted: usize,
    /// All other swaps. Every one of them is an error.
    caught: usize,
}

#[test]
fn every_transcript_is_performed_without_fault() {
    for (path, game, script) in scripts() {
        for told in [Told::AtOnce, Told::AtTheEnd] {
            let mut judge = Judge::new(&script, told);
            for (place, due) in script.dues.iter().enumerate() {
                let verdict = judge.make(due.made);
                let words = due.made.words(&game);
                assert_eq!(
                    verdict,
                    Verdict::ByTheBook { due: place },
                    "{}: {words}",
                    path.display()
                );
            }
            judge.finish();
            assert!(judge.faults().is_empty());
        }
    }
}

#[test]
fn every_swap_that_the_document_does_not_permit_is_caught() {
    let mut games: BTreeMap<String, Swaps> = BTreeMap::new();
    for (path, game, script) in scripts() {
        let swaps = games.entry(game.id.clone()).or_default();
        swaps.rounds += 1;
        swaps.moves += script.dues.len();
        for at in 1..script.dues.len() {
            let (one, other) = (script.dues[at - 1].made, script.dues[at].made);
            let said = || format!("{}: {} before {}", path.display(), other.words(&game), one.words(&game));
            match swapped(&script, at) {
                _ if one == other => swaps.the_same += 1,
                Some((place, Verdict::Error(_))) if place == at - 1 => swaps.caught += 1,
                Some((place, Verdict::Variation { .. })) if place == at - 1 => {
                    let hands = [one, other].map(|made| made.settles().unwrap().hand);
                    assert_eq!(hands[0], hands[1], "{}", said());
                    swaps.permitted += 1;
                }
                found => panic!("{}: {found:?}", said()),
            }
        }
    }
    let mut all = Swaps::default();
    for swaps in games.values() {
        // The moves of all rounds, less one for each round, are the swaps.
        assert_eq!(
            swaps.the_same + swaps.permitted + swaps.caught,
            swaps.moves - swaps.rounds
        );
        all.add(swaps);
    }
    let lines = games.iter().map(|(id, swaps)| swaps.line(id)).chain([all.line("all")]);
    let counted = format!("{}{}", Swaps::HEADING, lines.collect::<String>());
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/swaps.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&golden, &counted).unwrap();
    }
    assert_eq!(fs::read_to_string(&golden).unwrap(), counted, "UPDATE=1 counts anew");
}

/// What the judge says first that is not by the book when the moves before and at a place change places, and where.
fn swapped(script: &Script, at: usize) -> Option<(usize, Verdict)> {
    let mut moves: Vec<Move> = script.dues.iter().map(|due| due.made).collect();
    moves.swap(at - 1, at);
    let mut judge = Judge::new(script, Told::AtOnce);
    let verdicts = moves.into_iter().map(|made| judge.make(made)).enumerate();
    let by_the_book = |verdict: &Verdict| matches!(verdict, Verdict::ByTheBook { .. });
    verdicts.into_iter().find(|(_, verdict)| !by_the_book(verdict))
}

impl Swaps {
    const HEADING: &str = "game                     rounds  moves   same  permitted  caught\n";

    fn add(&mut self, other: &Swaps) {
        self.rounds += other.rounds;
        self.moves += other.moves;
        self.the_same += other.the_same;
        self.permitted += other.permitted;
        self.caught += other.caught;
    }

    fn line(&self, id: &str) -> String {
        format!(
            "{id:<25}{:>6} {:>6} {:>6} {:>10} {:>7}\n",
            self.rounds, self.moves, self.the_same, self.permitted, self.caught
        )
    }
}

#[test]
fn a_move_reads_as_it_is_written() {
    for (path, game, script) in scripts() {
        for due in &script.dues {
            let text = due.made.text(&game);
            assert_eq!(Move::parse(&text, &game), Ok(due.made), "{}: {text}", path.display());
        }
    }
    let game = open("nh21-plus").unwrap().game;
    for text in [
        "",
        "deal",
        "deal 0",
        "pay 1 main",
        "pay 1 nothing $5",
        "heed 1 dance",
        "take 1.1.1.1 main $5",
    ] {
        assert!(Move::parse(text, &game).is_err(), "{text}");
    }
}

#[test]
fn every_move_of_the_games_of_the_house_cites_a_clause_but_the_last() {
    for (path, game, script) in scripts() {
        if !croupier_rules::load::ids().any(|id| id == game.id) {
            continue;
        }
        for due in script.dues.iter().filter(|due| due.made != Move::Collect) {
            assert!(!due.clauses.is_empty(), "{}: {}", path.display(), due.made.words(&game));
        }
    }
}

/// Every transcript with its game and the moves of a dealer who deals it.
fn scripts() -> impl Iterator<Item = (PathBuf, Arc<Game>, Script)> {
    let mut read: BTreeMap<String, Arc<Game>> = BTreeMap::new();
    stories().into_iter().map(move |path| {
        let transcript = Transcript::parse(&fs::read_to_string(&path).unwrap()).unwrap();
        let named = format!("{} {:?}", transcript.game, transcript.changes);
        let game = Arc::clone(read.entry(named).or_insert_with(|| {
            let loaded = open(&transcript.game)
                .or_else(|_| open(&root().join(&transcript.game).to_string_lossy()))
                .unwrap();
            Arc::new(loaded.with(&transcript.changes).unwrap().game)
        }));
        let replay = transcript.replay(&game).unwrap();
        let happenings: Vec<Happening> = replay.events.into_iter().flatten().map(Happening::Round).collect();
        let script = Script::of(&game, &happenings);
        (path, game, script)
    })
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn stories() -> Vec<PathBuf> {
    let folders = fs::read_dir(root().join("tests/transcripts")).unwrap();
    let files = folders.flat_map(|folder| fs::read_dir(folder.unwrap().path()).unwrap());
    let mut found: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|ending| ending == "round"));
    found.sort();
    found
}
