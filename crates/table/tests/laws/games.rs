//! The games the laws are tried on.

use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use croupier_rules::Game;
use croupier_rules::load::{ids, open};
use croupier_sample as sample;

/// How many rules files of each family are made up.
const SAMPLES: u64 = 60;

/// The games built in, those under `tests/games/`, then games made up at random.
pub(crate) fn all() -> &'static [Arc<Game>] {
    static GAMES: LazyLock<Vec<Arc<Game>>> = LazyLock::new(read);
    &GAMES
}

fn read() -> Vec<Arc<Game>> {
    let mut games: Vec<Arc<Game>> = ids().map(|id| Arc::new(open(id).unwrap().game)).collect();
    assert!(games.len() >= 5, "the first five games are built in");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games");
    let mut files: Vec<_> = fs::read_dir(folder)
        .map(|entries| entries.map(|entry| entry.unwrap().path()).collect())
        .unwrap_or_default();
    files.retain(|path: &std::path::PathBuf| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    for path in files {
        let loaded = open(&path.to_string_lossy()).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        games.push(Arc::new(loaded.game));
    }
    games.extend((0..SAMPLES).map(|seed| Arc::new(sample::twenty_one(seed))));
    games.extend((0..SAMPLES).map(|seed| Arc::new(sample::stud(seed))));
    games.extend((0..SAMPLES).map(|seed| Arc::new(sample::showdown(seed))));
    games.extend((0..SAMPLES).map(|seed| Arc::new(sample::single_card(seed))));
    games
}
