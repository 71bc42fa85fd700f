//! The documents, sentence by sentence: none is missing, none is added, and each is carried or it is said why not.
//!
//! The digest of a document is the SHA-256 of its text, made so: what the scan put between pages is left out, and so are the
//! marks of its layout (`#`, `*`, `\`, `<b>`); a hyphen at the end of a line joins the next one; everything between two words
//! is one space. Who has a document can compute it again.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeSet;
use std::fmt::Write;

use croupier_rules::game::{Cited, Clause};
use croupier_rules::load;
use croupier_rules::print::{self, CitedSheet};
use croupier_rules::{Game, load::Files};
use sha2::{Digest, Sha256};

/// The games that come from a document of their own: the document, how many sentences and rows it has, and its digest.
const DOCUMENTS: [(&str, &str, usize, &str); 5] = [
    (
        "nh21-plus",
        "000",
        158,
        "2297650e6a6098e9289dddae2c80eabd14d58ad63ed10e20da426e195ffaf073",
    ),
    (
        "nh21-v3",
        "001",
        51,
        "c8a812be3913cd5df0484d583313133c9d8e07b0c6502f00fc78d4fc71abcce4",
    ),
    (
        "super-fun-21",
        "002",
        28,
        "0a4e420b7d807126ee478ca83218d0403eec94f9a8a3de99ad89b04e4cc066e3",
    ),
    (
        "nh-holdem",
        "003",
        70,
        "db878d08b55c46eb7f93202343aef89d02faa89ee45e1bda2774416f849f46b2",
    ),
    (
        "presque-isle-blackjack",
        "004",
        88,
        "8790075912e9b606c0125ae5d0f515b8f824a181f656d7e6f893d1612d059a2d",
    ),
];

#[test]
fn the_quotes_in_their_order_are_the_documents() {
    for (id, document, sentences, digest) in DOCUMENTS {
        let game = open(id);
        assert_eq!(
            game.sources.documents.iter().map(|known| &known.id).collect::<Vec<_>>(),
            [document]
        );
        let words: Vec<&str> = game.sources.quotes.iter().map(|quote| quote.words.as_str()).collect();
        assert_eq!(words.len(), sentences, "{id}");
        assert_eq!(sha256(&words.join(" ")), digest, "{id}");
    }
}

#[test]
fn every_clause_of_a_document_has_its_words() {
    for (id, document, ..) in DOCUMENTS {
        let game = open(id);
        for clause in &game.sources.clauses {
            let is_quoted = game.sources.quotes_of(&clause.id).next().is_some();
            assert_eq!(
                is_quoted,
                clause.at.contains(document),
                "{id}: {} from {}",
                clause.id,
                clause.at
            );
        }
    }
}

/// What quotes carry would be carried nowhere if nothing cited it.
#[test]
fn every_clause_is_cited_by_a_field_a_step_or_a_line() {
    for (id, ..) in DOCUMENTS {
        let game = open(id);
        let sources = &game.sources;
        let cited = sources.fields.0.iter().map(|(_, cited)| cited);
        let cited = cited.chain(sources.steps.0.iter().map(|(_, cited)| cited));
        let cited = cited.chain(sources.lines.iter().map(|line| &line.clause));
        let cited: BTreeSet<&String> = cited.flat_map(|Cited(ids)| ids).collect();
        let idle: Vec<&Clause> = sources
            .clauses
            .iter()
            .filter(|clause| !cited.contains(&clause.id))
            .collect();
        assert!(idle.is_empty(), "{id}: {idle:?}");
    }
}

#[test]
fn every_sentence_stands_beside_the_words_it_cites() {
    for (id, ..) in DOCUMENTS {
        let game = open(id);
        let sheet = CitedSheet::of(&game);
        let text = one_line(&print::cited_text(&game, 80));
        for said in sheet.parts.iter().flat_map(|part| &part.sentences) {
            let is_printed = text.contains(&one_line(&said.text));
            assert!(is_printed || said.text == game.name, "{id}: {}", said.text);
            assert!(
                !said.clauses.is_empty() || !said.points.is_empty(),
                "{id}: {}",
                said.text
            );
            for words in said.clauses.iter().flat_map(|clause| &clause.words) {
                assert!(text.contains(&format!("“{}”", one_line(words))), "{id}: {words}");
            }
        }
        for quote in &game.sources.quotes {
            assert!(text.contains(&one_line(&quote.words)), "{id}: {}", quote.id);
        }
    }
}

#[test]
fn the_cited_sheets_are_printed_as_they_were_read() {
    for (id, ..) in DOCUMENTS {
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("{id}-cited"), print::cited_text(&open(id), 100));
        });
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("super-fun-21-cited-markdown", print::cited_markdown(&open("super-fun-21")));
    });
}

#[test]
fn the_json_has_sentences_clauses_words_and_quotes() {
    let json = print::cited_json(&open("super-fun-21"));
    let said = json["parts"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|part| part["sentences"].as_array().unwrap());
    let found = said.clone().find(|said| said["clauses"][0]["id"] == "soft-17").unwrap();
    assert_eq!(found["clauses"][0]["at"], "002, Procedures ¶9");
    assert_eq!(found["clauses"][0]["words"][0], "The dealer hits soft seventeen.");
    assert_eq!(json["quotes"]["procedures-9"]["clause"], "soft-17");
    assert_eq!(json["quotes"]["procedures-heading"]["not-carried"], "A heading.");
}

#[test]
fn a_game_without_quotes_says_so() {
    let game = open("three-card-poker");
    assert!(game.sources.quotes.is_empty() && !game.sources.clauses.is_empty());
    let text = one_line(&print::cited_text(&game, 80));
    assert!(text.contains("The sources of this game give no words of its documents."));
    assert!(text.contains("No words are given. In ours:"));
    let loaded = load::open("three-card-poker").unwrap();
    let bare = Files::new("bare", &loaded.files.texts()[0].text).read(&[]).unwrap();
    assert!(one_line(&print::cited_text(&bare, 80)).contains("No source: nothing is cited for it."));
}

fn open(id: &str) -> Game {
    load::open(id).unwrap_or_else(|faults| panic!("{faults}")).game
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn sha256(text: &str) -> String {
    let mut hex = String::new();
    for byte in Sha256::digest(text) {
        write!(hex, "{byte:02x}").unwrap();
    }
    hex
}
