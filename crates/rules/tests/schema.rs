//! The schema beside the rules files is the one the types make.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::path::Path;

use croupier_rules::{load, schema};

#[test]
fn the_schema_files_are_current() {
    for (name, made) in [("schema", schema::json()), ("sources.schema", schema::sources_json())] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../games/{name}.json"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &made).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            written == made,
            "games/{name}.json is out of date; run the test with UPDATE=1"
        );
    }
}

#[test]
fn every_key_and_every_word_of_the_schema_is_described() {
    let mut nameless = Vec::new();
    for schema in [schema::json(), schema::sources_json()] {
        undescribed(&serde_json::from_str(&schema).unwrap(), "", &mut nameless);
    }
    assert_eq!(nameless, Vec::<String>::new());
}

fn undescribed(schema: &serde_json::Value, at: &str, nameless: &mut Vec<String>) {
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if !property["description"].is_string() {
            nameless.push(format!("{at}.{name}"));
        }
    }
    for word in schema["oneOf"].as_array().into_iter().flatten() {
        if !word["description"].is_string() {
            nameless.push(format!("{at}: {word}"));
        }
    }
    for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
        undescribed(definition, name, nameless);
    }
}

#[test]
fn every_rules_file_names_its_schema() {
    for id in load::ids() {
        let files = load::open(id).unwrap().files;
        let schemas = ["#:schema ./schema.json\n", "#:schema ./sources.schema.json\n"];
        assert_eq!(files.texts().len(), schemas.len(), "{id}");
        for (text, schema) in files.texts().iter().zip(schemas) {
            assert!(text.text.starts_with(schema), "{}", text.name);
        }
    }
}
