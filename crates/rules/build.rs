//! Embeds every game of `games/`: a new file there is a new game, with no line of code.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets the manifest directory");
    let games = Path::new(&here).join("../../games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut files: Vec<PathBuf> = std::fs::read_dir(&games)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    files.sort();

    let mut source = String::from("&[\n");
    for rules in files.iter().filter(|path| is_rules(path)) {
        let id = rules.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let id = id.expect("a file with an extension has a stem");
        let sources = rules.with_extension("sources.toml");
        let sources = if files.contains(&sources) {
            format!("Some({})", include(&sources))
        } else {
            "None".to_string()
        };
        writeln!(source, "    ({id:?}, {}, {sources}),", include(rules)).expect("writing to a String does not fail");
    }
    source.push_str("]\n");
    let out = std::env::var("OUT_DIR").expect("cargo sets the output directory");
    std::fs::write(Path::new(&out).join("games.rs"), source).expect("the output directory can be written");
}

/// Whether the file holds the rules of a game, not their sources.
fn is_rules(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy());
    name.is_some_and(|name| name.ends_with(".toml") && !name.ends_with(".sources.toml"))
}

/// The expression that is the text of a file.
fn include(path: &Path) -> String {
    println!("cargo::rerun-if-changed={}", path.display());
    format!("include_str!({:?})", path.display().to_string())
}
