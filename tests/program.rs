//! The program from outside: what goes in, what comes out, and the exit code.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use common::{croupier, croupier_with};

#[test]
fn games_are_listed_for_people_and_for_programs() {
    let text = croupier(&["games"]).succeeds();
    let json: serde_json::Value = serde_json::from_str(&croupier(&["games", "--json"]).succeeds()).unwrap();
    let games = json.as_array().unwrap();
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/games")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let rules = names.filter(|name| name.ends_with(".toml") && !name.ends_with(".sources.toml"));
    assert_eq!(games.len(), rules.count());
    for game in games {
        assert!(text.contains(game["id"].as_str().unwrap()));
        assert!(text.contains(game["name"].as_str().unwrap()));
    }
    assert!(!text.contains('\u{1b}'), "a pipe gets no colors");
}

#[test]
fn every_game_is_without_fault() {
    for id in [
        "nh21-plus",
        "nh21-v3",
        "super-fun-21",
        "nh-holdem",
        "presque-isle-blackjack",
        "three-card-poker",
        "caribbean-stud",
        "four-card-poker",
        "crazy-4-poker",
        "ultimate-texas-holdem",
        "texas-holdem-bonus",
        "let-it-ride",
        "mississippi-stud",
        "blackjack",
        "spanish-21",
        "double-exposure",
        "buster-blackjack",
        "free-bet-blackjack",
        "baccarat",
        "ez-baccarat",
        "casino-war",
        "red-dog",
    ] {
        assert!(croupier(&["check", id]).succeeds().contains("no faults"));
        let json: serde_json::Value = serde_json::from_str(&croupier(&["check", id, "--json"]).succeeds()).unwrap();
        assert_eq!(json["valid"], true);
        // An id and the path of its file are interchangeable.
        let path = format!("{}/games/{id}.toml", env!("CARGO_MANIFEST_DIR"));
        assert!(croupier(&["check", &path]).succeeds().contains("no faults"));
        let played = |game: &str| croupier_with(&["play", game, "--seed", "4"], "rebet\nquit\n").succeeds();
        assert_eq!(played(id), played(&path));
    }
}

#[test]
fn wrong_arguments_are_told_what_would_be_right() {
    for (args, said) in [
        (&["play"][..], "<GAME>"),
        (&["paly", "nh21-plus"], "play"),
        (&["play", "nh21-plsu"], "did you mean `nh21-plus`?"),
        (&["play", "no-such-file.toml"], "there is no game and no file"),
        (&["play", "nh21-plus", "--seats", "0"], "1..=7"),
        (&["play", "nh21-plus", "--seats", "8"], "1..=7"),
        (&["play", "nh21-plus", "--seats", "two"], "invalid"),
        (&["play", "nh21-plus", "--seat", "3"], "raise --seats"),
        (
            &["play", "nh21-plus", "--bankroll", "lots"],
            "is not an amount of money",
        ),
        (&["play", "nh21-plus", "--bankroll", "$4"], "bring $5"),
        (&["play", "nh21-plus", "--bankroll", "-5"], "bring $5"),
        (&["play", "nh21-plus", "--bankroll", "999999999999"], "bring $5"),
        (&["play", "nh21-plus", "--seed", "one"], "is not a seed"),
        (&["play", "nh21-plus", "--seed", "-1"], "seed"),
        (&["play", "nh21-plus", "--pace", "99999"], "0..=5000"),
        (&["play", "nh21-plus", "--fast"], "--fast"),
        (&["rules"], "<GAME>"),
        (&["rules", "poker"], "there is no game and no file"),
        (&["rules", "nh21-plus", "--format", "pdf"], "markdown"),
        (&["rules", "poker", "--cited"], "there is no game and no file"),
        (&["check", "missing.toml"], "there is no game and no file"),
        (&["check", "games"], "cannot be read"),
        (&["check"], "<FILE>"),
        (&["replay", "missing.round"], "cannot be read"),
        (&["replay", "games"], "cannot be read"),
        (&["replay", "Cargo.toml"], "line 1:"),
        (&["completions", "tcsh"], "possible values"),
        (&["man", "woman"], "there is no command `woman`"),
        (&["--color"], "unexpected argument"),
    ] {
        let run = croupier(args);
        let errors = run.fails_with(2);
        assert!(errors.contains(said), "{args:?} said: {errors}");
    }
}

#[test]
fn a_faulty_rules_file_is_reported_fault_by_fault() {
    let file = common::temporary(
        "faulty.toml",
        "format = 2\nid = \"Bad Id\"\nnmae = \"x\"\nfamily = \"bridge\"\n",
    );
    let run = croupier(&["check", &file]);
    assert_eq!(run.code, Some(2));
    for said in ["3:1:", "nmae", "name", "bridge"] {
        assert!(run.out.contains(said), "{said} is missing: {}", run.out);
    }
    let run = croupier(&["check", &file, "--json"]);
    assert_eq!(run.code, Some(2));
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["valid"], false);
    assert!(json["faults"].as_array().unwrap().len() >= 3);
    let errors = croupier(&["play", &file]).fails_with(2);
    assert!(errors.contains("faults:"), "{errors}");
    for text in [
        "",
        "\u{0}\u{1}\u{2}",
        "[[[",
        "format = 99999999999999999999",
        "é = \"",
        "format = 1\r\nid",
    ] {
        let file = common::temporary("odd.toml", text);
        croupier(&["check", &file]).fails_with(2);
        croupier(&["rules", &file]).fails_with(2);
    }
    let file = common::temporary_bytes("bytes.toml", &[0xff, 0xfe, 0x00, 0x80]);
    croupier(&["check", &file]).fails_with(2);
}

#[test]
fn help_man_page_and_completions_come_from_the_same_definitions() {
    let help = croupier(&["--help"]).succeeds();
    for said in ["Examples:", "Exit codes:", "NO_COLOR", "130"] {
        assert!(help.contains(said), "{said}");
    }
    let commands = ["play", "games", "rules", "check", "replay", "completions", "man"];
    let page = croupier(&["man"]).succeeds();
    for command in commands {
        assert!(help.contains(command));
        assert!(page.contains(command));
        assert!(croupier(&["man", command]).succeeds().contains(".TH"));
        assert!(croupier(&[command, "--help"]).succeeds().contains("Usage"));
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = croupier(&["completions", shell]).succeeds();
        for command in commands {
            assert!(script.contains(command), "{shell} does not know {command}");
        }
    }
}

#[test]
fn a_reader_who_stops_reading_is_no_fault() {
    for args in [
        &["games"][..],
        &["rules", "nh21-plus"],
        &["rules", "nh21-plus", "--cited"],
        &["man"],
        &["completions", "zsh"],
    ] {
        let run = common::closed_output(args);
        assert_eq!(run.code, Some(0), "{args:?}: {}", run.err);
        assert_eq!(run.err, "", "{args:?}");
    }
}

#[test]
fn the_system_seeds_a_night_that_can_be_dealt_again() {
    let night = croupier_with(&["play", "nh21-plus"], "rebet\nquit\n").succeeds();
    let said = night.lines().last().unwrap();
    let seed = said
        .strip_prefix("The seed was ")
        .and_then(|rest| rest.split(';').next())
        .unwrap();
    let again = croupier_with(&["play", "nh21-plus", "--seed", seed], "rebet\nquit\n").succeeds();
    assert_eq!(night.strip_suffix(&format!("{said}\n")), Some(again.as_str()));
}
