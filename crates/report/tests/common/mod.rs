//! What the tests share.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its share")]

pub mod pdf;

use croupier_report::document::Block;
use croupier_report::{Document, Filing, Kind, Options, Steps, Trial};
use croupier_rules::load::{self, Loaded};
use scraper::{Html, Selector};

/// The games built into the program.
pub const GAMES: [&str; 5] = [
    "nh21-plus",
    "nh21-v3",
    "super-fun-21",
    "nh-holdem",
    "presque-isle-blackjack",
];

/// Nobody looks at the progress of a test.
pub struct Silent;

impl Steps for Silent {
    fn expect(&self, _: u64) {}
    fn begin(&self, _: &str) {}
    fn done(&self) {}
}

/// The options of every test.
pub fn options() -> Options {
    Options {
        bet: None,
        changes: Vec::new(),
        date: jiff::civil::date(2026, 11, 15),
        trial: Trial {
            rounds: 200_000,
            ..Trial::default()
        },
        filing: Filing::default(),
    }
}

/// A game by its id or the name of a file in `tests/games`.
pub fn game(id: &str) -> Loaded {
    let file = format!("{}/../../tests/games/{id}.toml", env!("CARGO_MANIFEST_DIR"));
    let built_in = load::ids().any(|known| known == id);
    let word = if built_in { id.to_string() } else { file };
    load::open(&word).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Games that the program has never seen.
pub fn others() -> Vec<String> {
    let folder = format!("{}/../../tests/games", env!("CARGO_MANIFEST_DIR"));
    let mut ids: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_string())
        .collect();
    ids.sort();
    ids
}

/// A report of a game.
pub fn report(kind: Kind, loaded: &Loaded) -> Document {
    croupier_report::make(kind, loaded, &options(), &Silent).unwrap()
}

/// The headings of a report's parts, in order.
pub fn headings(document: &Document) -> Vec<&str> {
    let of_part = |block| match block {
        &Block::Heading(1, ref text) => Some(text.as_str()),
        _ => None,
    };
    document.blocks.iter().filter_map(of_part).collect()
}

/// Checks that a page is valid HTML with nothing to fetch, with headings in order and everything named.
pub fn is_sound(name: &str, page: &str) {
    let parsed = Html::parse_document(page);
    assert!(parsed.errors.is_empty(), "{name}: {:?}", parsed.errors);
    assert_eq!(select(&parsed, "h1").len(), 1);
    assert_eq!(select(&parsed, "main").len(), 1);
    for outside in ["[src]", "link", "script", "a:not([href^='#'])", "[style*='url']"] {
        assert!(select(&parsed, outside).is_empty(), "{name}: {outside}");
    }
    assert!(!page.contains("@import") && !page.contains("url("), "{name}");
    let tables = select(&parsed, "table").len();
    let reachable = select(&parsed, "[role=region][aria-label][tabindex='0'] > table").len();
    assert_eq!(reachable, tables, "{name}");
    let drawn = select(&parsed, "svg").len();
    assert_eq!(select(&parsed, "svg[role=img][aria-label]").len(), drawn, "{name}");
    headings_are_nested(&parsed, name);
    ids_are_unique(&parsed, name);
}

/// What a selector finds.
pub fn select(page: &Html, what: &str) -> Vec<String> {
    let selector = Selector::parse(what).unwrap();
    page.select(&selector).map(|element| element.html()).collect()
}

fn headings_are_nested(page: &Html, name: &str) {
    let selector = Selector::parse("h1, h2, h3, h4, h5").unwrap();
    let mut last = 0;
    for heading in page.select(&selector) {
        let level: u32 = heading.value().name()[1..].parse().unwrap();
        let html = heading.html();
        assert!(level <= last + 1, "{name}: {html} after a heading of level {last}");
        last = level;
    }
}

fn ids_are_unique(page: &Html, name: &str) {
    let selector = Selector::parse("[id]").unwrap();
    let mut ids: Vec<&str> = page
        .select(&selector)
        .filter_map(|element| element.value().id())
        .collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "{name}: ids are repeated");
}
