//! Random rules files: every one loads, and together they show everything the format has.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeSet;

use croupier_rules::{load, schema};
use croupier_sample as sample;

const SEEDS: u64 = 60;

#[test]
fn every_seed_gives_a_valid_file_and_always_the_same() {
    for seed in 0..SEEDS {
        for text in [
            sample::twenty_one_text,
            sample::unsuited_twenty_one_text,
            sample::tiny_twenty_one_text,
            sample::stud_text,
            sample::tiny_stud_text,
            sample::showdown_text,
            sample::tiny_showdown_text,
            sample::single_card_text,
            sample::tiny_single_card_text,
        ] {
            let once = text(seed);
            let game = load::parse(&once).unwrap_or_else(|faults| panic!("seed {seed}: {faults}"));
            assert_eq!(
                load::parse(&game.toml()).as_ref(),
                Ok(&game),
                "seed {seed}: written and read again"
            );
            if seed % 16 == 0 {
                assert_eq!(text(seed), once, "seed {seed}");
            }
        }
    }
}

/// Words of baccarat, of which there are no random games: nobody chooses anything, and its coups are counted whole.
const NOT_DRAWN: [&str; 10] = [
    "baccarat",
    "banker",
    "banker-cards",
    "banker-first-two",
    "banker-points",
    "both-hands",
    "coup",
    "player-cards",
    "player-first-two",
    "player-points",
];

#[test]
fn the_samples_show_every_key_and_every_word_of_the_format() {
    let mut shown = BTreeSet::new();
    for seed in 0..SEEDS {
        for text in [
            sample::twenty_one_text(seed),
            sample::stud_text(seed),
            sample::showdown_text(seed),
            sample::single_card_text(seed),
        ] {
            let json = load::parse(&text).map(|game| game.json());
            if let Ok(json) = json {
                words(&json, &mut shown);
            }
        }
    }
    let schema: serde_json::Value = serde_json::from_str(&schema::json()).unwrap_or_default();
    let mut known = BTreeSet::new();
    format_words(&schema, &mut known);
    assert!(known.len() > 100, "the schema has keys and words");
    // A game that is written out stands alone, and every entry says itself what could be said once.
    for left_out in ["default", "extends", "without"] {
        known.remove(left_out);
    }
    for left_out in NOT_DRAWN {
        assert!(known.remove(left_out), "{left_out}: the format has it no more");
    }
    let missing: Vec<_> = known.difference(&shown).map(String::as_str).collect();
    assert_eq!(missing, [""; 0], "never drawn");
}

fn words(json: &serde_json::Value, shown: &mut BTreeSet<String>) {
    match json {
        serde_json::Value::Object(entries) => {
            for (key, below) in entries {
                shown.insert(key.clone());
                words(below, shown);
            }
        }
        serde_json::Value::Array(entries) => entries.iter().for_each(|below| words(below, shown)),
        serde_json::Value::String(word) => drop(shown.insert(word.clone())),
        _ => {}
    }
}

fn format_words(schema: &serde_json::Value, known: &mut BTreeSet<String>) {
    known.extend(
        schema["properties"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, _)| key.clone()),
    );
    let words = schema["oneOf"].as_array().into_iter().flatten();
    known.extend(words.filter_map(|word| Some(word["const"].as_str()?.to_string())));
    for (_, definition) in schema["$defs"].as_object().into_iter().flatten() {
        format_words(definition, known);
    }
}
