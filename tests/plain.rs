//! Nights at the table line by line: the same script and seed give the same output to the byte. `UPDATE=1` rewrites the
//! expected output; a person reads the difference.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use common::{croupier, croupier_with};

fn night(game: &str, args: &[&str]) {
    let folder = format!("{}/tests/plain", env!("CARGO_MANIFEST_DIR"));
    let script = std::fs::read_to_string(format!("{folder}/{game}.script")).unwrap();
    let mut all = vec!["play", game, "--plain"];
    all.extend(args);
    let said = croupier_with(&all, &script).succeeds();
    assert_eq!(said, croupier_with(&all, &script).succeeds(), "two runs differ");
    let expected = format!("{folder}/{game}.out");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&expected, &said).unwrap();
    }
    let expected = std::fs::read_to_string(&expected).unwrap();
    for (number, (said, expected)) in said.lines().zip(expected.lines()).enumerate() {
        assert_eq!(said, expected, "line {} of {game}.out", number + 1);
    }
    assert_eq!(said, expected);
}

#[test]
fn nh21_plus() {
    night("nh21-plus", &["--seed", "1"]);
}

#[test]
fn nh21_v3() {
    night("nh21-v3", &["--seed", "2", "--bankroll", "200"]);
}

#[test]
fn super_fun_21() {
    night("super-fun-21", &["--seed", "3", "--seats", "3", "--seat", "2"]);
}

#[test]
fn nh_holdem() {
    night("nh-holdem", &["--seed", "4", "--seats", "3"]);
}

#[test]
fn presque_isle_blackjack() {
    night("presque-isle-blackjack", &["--seed", "5", "--bankroll", "$1,000"]);
}

#[test]
fn the_coach_says_what_each_choice_is_worth() {
    let said = croupier_with(
        &["play", "nh-holdem", "--plain", "--seed", "4"],
        "coach\nbet 5\ncoach\nfold\nquit\n",
    )
    .succeeds();
    let told: Vec<&str> = said.lines().filter(|line| line.starts_with("Coach: ")).collect();
    let [line] = told[..] else {
        panic!("the coach speaks at a decision only: {said}");
    };
    assert_eq!(line.matches("is best").count(), 1, "{line}");
    for choice in ["fold", "bet-1", "bet-2", "bet-3"] {
        assert!(line.contains(choice), "{line}");
    }
}

#[test]
fn odd_words_are_refused_one_by_one() {
    for (words, said) in [
        ("", "nothing was said"),
        ("   ", "nothing was said"),
        ("deal", "is not understood here"),
        ("hit", "is not understood here"),
        ("bet", "name the ante first"),
        ("bet ten", "not an amount of money"),
        ("bet 5.5", "not an amount of money"),
        ("bet -5", "less than nothing"),
        ("bet 1", "bet $5 to $10"),
        ("bet 99999999999999999999", "not an amount of money"),
        ("bet 5.50", "in steps of $1"),
        ("bet 5 spots 5x", "the spots are 2x, 3x, 4x"),
        ("bet 5 side up-match=6", "bet $1 to $5"),
        ("bet 5 side luck=6", "the side bets are"),
        ("bet 5 hands 3", "1 to 2"),
        ("bet 5 and", "name the ante first"),
        ("bet 10 spots 2x,3x,4x hands 2 and 10", "3 hands"),
        ("cut", "is not understood here"),
        ("cut x", "is not a number of cards"),
        ("cut 3", "too near to an end"),
        ("cut 99999", "too near to an end"),
        ("save", "name a file"),
        ("save x.round", "play one first"),
        ("\u{1b}[A", "is not understood here"),
        ("bet 5 \u{0}", "not part of a bet"),
    ] {
        let night = croupier_with(&["play", "nh21-plus", "--seed", "1"], &format!("{words}\nquit\n")).succeeds();
        assert!(night.contains(said), "{words:?} was answered: {night}");
        assert!(night.ends_with("You played 0 rounds, sat down with $500 and leave with $500.\n"));
    }
    for (words, said) in [
        ("hti", "say stand, hit, double, surrender"),
        ("split", "split is not offered now"),
        ("hit 5", "hit takes no amount"),
        ("double 6", "$1 to $5 on each spot"),
        ("double 0.50", "$1 to $5 on each spot"),
        ("double lots", "not an amount of money"),
        ("rebet", "is not understood"),
        ("bet 5", "bet-5 is not offered now"),
        ("save x.round", "finish it first"),
    ] {
        let night = croupier_with(&["play", "nh21-plus", "--seed", "1"], &format!("rebet\n{words}\n")).succeeds();
        assert!(night.contains(said), "{words:?} was answered: {night}");
    }
}

#[test]
fn input_that_is_no_text_ends_in_order() {
    use std::io::Write;
    let mut child = common::command()
        .args(["play", "nh21-plus", "--seed", "1"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"bet 5\n\xff\xfe\n").unwrap();
    let run: common::Run = child.wait_with_output().unwrap().into();
    assert!(run.fails_with(2).contains("the input cannot be read"));
}

#[test]
fn a_player_without_money_goes_home() {
    let script = "bet 10\nstand\nstand\nno\n".repeat(40);
    let night = croupier_with(&["play", "nh21-plus", "--seed", "1", "--bankroll", "12"], &script).succeeds();
    assert!(
        night.contains("You are welcome back") || night.contains("Good night"),
        "{night}"
    );
}

#[test]
fn a_saved_round_is_replayed_and_a_changed_one_is_not() {
    let path = common::temporary_path("saved.round");
    let _ = std::fs::remove_file(&path);
    let script = format!("bet 10 side up-match=5\nstand\nstand\nsave {path}\nsave {path}\nquit\n");
    let night = croupier_with(&["play", "nh21-plus", "--seed", "1", "--seats", "2"], &script).succeeds();
    assert!(
        night.contains("Saved;") && night.contains("name another file"),
        "{night}"
    );
    let told = croupier(&["replay", &path]).succeeds();
    assert!(told.contains("Seat 1 bets $5 on Dealer Up Match."), "{told}");
    // What is replayed is what was played, but for who is "you" and for the hidden hole card.
    for line in night
        .lines()
        .filter(|line| line.starts_with("Seat 2") || line.starts_with("The dealer draws"))
    {
        assert!(told.contains(line), "{line} is missing in {told}");
    }
    let stepped = croupier_with(&["replay", &path, "--step"], &"\n".repeat(99)).succeeds();
    assert_eq!(stepped.replace("\n\n", "\n"), told);
    for line in croupier(&["replay", &path, "--json"]).succeeds().lines() {
        let event: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(told.contains(event["says"].as_str().unwrap()));
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let changed = common::temporary(
        "changed.round",
        &text.replace("$5: loses", "$5: wins").replace("-$5", "$5"),
    );
    assert!(
        croupier(&["replay", &changed])
            .fails_with(2)
            .contains("but the round plays")
    );
    let short: Vec<&str> = text.lines().take_while(|line| !line.starts_with("choose")).collect();
    let short = common::temporary("short.round", &short.join("\n"));
    assert!(
        croupier(&["replay", &short])
            .succeeds()
            .contains("ends before the round does")
    );
    for (name, text) in [
        ("no-game.round", "bets: 1 $5\ncard Kh\n"),
        ("no-bets.round", "game: nh21-plus\ncard Kh\n"),
        ("other-game.round", "game: nh21-plsu\nbets: 1 $5\n"),
        ("bad-bet.round", "game: nh21-plus\nbets: 1 $50\n"),
        ("bad-seat.round", "game: nh21-plus\nbets: 9 $5\n"),
        ("bad-card.round", "game: nh21-plus\nbets: 1 $5\ncard Th\n"),
        ("no-card.round", "game: nh21-plus\nbets: 1 $5\ncard Zz\n"),
        ("bad-step.round", "game: nh21-plus\nbets: 1 $5\nchoose hit\n"),
        ("bad-word.round", "game: nh21-plus\nbets: 1 $5\ndance\n"),
        ("empty.round", ""),
    ] {
        let path = common::temporary(name, text);
        croupier(&["replay", &path]).fails_with(2);
    }
}
