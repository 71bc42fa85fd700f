//! The printed rule sheets, compared with the files in `printed/`. `UPDATE=1` rewrites them; a person reads the diff.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::{Path, PathBuf};

use std::sync::LazyLock;

use croupier_rules::{Game, load, print};

/// The games, read and checked once.
static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let texts = load::embedded().iter();
    texts.map(|(_, text)| load::parse(text).unwrap()).collect()
});

#[test]
fn the_sheets_are_printed_as_they_were_read() {
    let mut stale = Vec::new();
    for game in &*GAMES {
        let id = &game.id;
        stale.extend(compare(&format!("{id}.txt"), &print::text(game, 100)));
        stale.extend(compare(&format!("{id}.md"), &print::markdown(game)));
        let json = serde_json::to_string_pretty(&print::json(game)).unwrap() + "\n";
        stale.extend(compare(&format!("{id}.json"), &json));
    }
    assert!(
        stale.is_empty(),
        "the printed sheets have changed: {stale:?}; run with UPDATE=1 and read the diff"
    );
}

#[test]
fn no_line_is_wider_than_asked_for() {
    for game in &*GAMES {
        for width in [60, 80, 120] {
            for line in print::text(game, width).lines() {
                // A change of fields is one word and may stand out.
                let fits = line.chars().count() <= width || !line.trim().contains(' ');
                assert!(fits, "{} at {width}: {line}", game.id);
            }
        }
    }
}

#[test]
fn every_clause_and_unclear_point_is_on_the_sheet() {
    for game in &*GAMES {
        let sheet = print::text(game, 10_000);
        for clause in &game.clauses {
            assert!(
                sheet.contains(&clause.says) && sheet.contains(&clause.cites),
                "{}",
                clause.id
            );
        }
        for point in &game.unclear {
            for said in [&point.question, &point.reading, &point.reason, &point.alternative] {
                assert!(sheet.contains(said), "{}", point.id);
            }
        }
    }
}

/// The name of the file, if it does not hold this text.
fn compare(name: &str, printed: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/printed").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, printed).unwrap();
    }
    let held = std::fs::read_to_string(&path).unwrap_or_default();
    (held != printed).then_some(path)
}
