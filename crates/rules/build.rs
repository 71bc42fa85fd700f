//! Embeds every rules file of `games/`: a new file there is a new game, with no line of code.

use std::fmt::Write as _;
use std::path::Path;

fn main() {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets the manifest directory");
    let games = Path::new(&here).join("../../games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut files: Vec<_> = std::fs::read_dir(&games)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();

    let mut source = String::from("&[\n");
    for path in files {
        let id = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let id = id.expect("a file with an extension has a stem");
        println!("cargo::rerun-if-changed={}", path.display());
        let path = path.display().to_string();
        writeln!(source, "    ({id:?}, include_str!({path:?})),").expect("writing to a String does not fail");
    }
    source.push_str("]\n");
    let out = std::env::var("OUT_DIR").expect("cargo sets the output directory");
    std::fs::write(Path::new(&out).join("games.rs"), source).expect("the output directory can be written");
}
