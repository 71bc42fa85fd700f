//! `croupier simulate` from outside: every option, the JSON that others build on, files that are whole or not there, and bad
//! input that ends with a sentence and exit code 2.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::path::Path;
use std::process::{Command, Stdio};

use common::{croupier, temporary, temporary_path};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    let mut all = vec!["simulate"];
    all.extend(args);
    all.push("--json");
    serde_json::from_str(&croupier(&all).succeeds()).unwrap()
}

/// The report without what depends on the machine.
fn timeless(mut report: Value) -> Value {
    report.as_object_mut().unwrap().remove("rounds_per_second");
    report
}

fn wager<'a>(report: &'a Value, id: &str) -> &'a Value {
    let mut wagers = report["wagers"].as_array().unwrap().iter();
    wagers.find(|wager| wager["id"] == id).unwrap()
}

#[test]
fn a_gpu_counts_the_same_and_its_absence_is_said() {
    let order = [
        "simulate",
        "super-fun-21",
        "--strategy",
        "mimic-dealer",
        "--rounds",
        "6e5",
        "--json",
    ];
    let on_card = croupier(&[&order[..], &["--gpu"]].concat());
    if on_card.code == Some(0) {
        let report = serde_json::from_str(&on_card.succeeds()).unwrap();
        let expected = serde_json::from_str(&croupier(&order).succeeds()).unwrap();
        assert_eq!(timeless(report), timeless(expected));
    } else {
        let sentence = on_card.fails_with(2);
        assert!(
            sentence.contains("no GPU can be used") && sentence.contains("leave out --gpu"),
            "{sentence}"
        );
    }
    let sessions = croupier(&["simulate", "nh21-plus", "--gpu", "--session", "100"]).fails_with(2);
    assert!(sessions.contains("sessions need their rounds in order"), "{sessions}");
}

#[test]
fn the_json_has_what_others_build_on() {
    let report = json(&[
        "nh21-plus",
        "--rounds",
        "3e5",
        "--seed",
        "9",
        "--bet",
        "10",
        "--side",
        "up-match=5",
    ]);
    assert_eq!(report["game"], "nh21-plus");
    assert_eq!(report["rounds"], 300_000);
    assert_eq!(report["seed"], 9);
    assert_eq!(report["strategy"], "optimal");
    assert_eq!(report["complete"], true);
    assert!(report["rounds_per_second"].as_f64().unwrap() > 0.0);
    for (id, stake) in [("main", 1000.0), ("up-match", 500.0)] {
        let wager = wager(&report, id);
        for key in [
            "mean",
            "standard_error",
            "sd",
            "skew",
            "average_wager",
            "exact",
            "z",
            "total_wagered_cents",
        ] {
            assert!(wager[key].is_number(), "{id} has no {key}");
        }
        assert_eq!(wager["stake_cents"], stake);
        assert!(wager["z"].as_f64().unwrap().abs() < 4.0);
        for row in wager["rows"].as_array().unwrap() {
            assert!(row["row"].is_string() && row["count"].is_u64(), "{row}");
            assert!(row["frequency"].is_number() && row["exact"].is_number(), "{row}");
        }
    }
}

#[test]
fn threads_do_not_change_the_result_and_seeds_do() {
    let with = |threads: &str, seed: &str| {
        let args = ["super-fun-21", "--rounds", "6e5", "--threads", threads, "--seed", seed];
        timeless(json(&[&args[..], &["--session", "100", "--bankroll", "50"]].concat()))
    };
    let one = with("1", "7");
    assert_eq!(one, with("3", "7"));
    assert_ne!(one["wagers"], with("1", "8")["wagers"]);
}

#[test]
fn every_strategy_has_its_exact_value_beside() {
    for game in ["super-fun-21", "nh-holdem"] {
        for strategy in ["optimal", "chart", "stand", "mimic-dealer", "never-bust"] {
            let report = json(&[game, "--rounds", "2e5", "--strategy", strategy]);
            let main = wager(&report, "main");
            assert_eq!(report["strategy"], strategy);
            assert!(main["z"].as_f64().unwrap().abs() < 4.0, "{game} {strategy}: {main}");
            let rows = main["rows"].as_array().unwrap();
            assert!(rows.iter().all(|row| row["exact"].is_number()), "{game} {strategy}");
        }
    }
}

#[test]
fn written_strategies_are_played_and_valued() {
    for (game, play) in [
        ("super-fun-21", "chart"),
        ("super-fun-21", "complete"),
        ("nh-holdem", "chart"),
        ("nh-holdem", "complete"),
    ] {
        let text = croupier(&["strategy", game, "--play", play, "--format", "json"]).succeeds();
        let file = temporary(&format!("{game}-{play}.json"), &text);
        let written = json(&[game, "--rounds", "2e5", "--strategy", &file]);
        let named = if play == "chart" { "chart" } else { "optimal" };
        let named = json(&[game, "--rounds", "2e5", "--strategy", named]);
        assert_eq!(
            written["wagers"][0]["mean"], named["wagers"][0]["mean"],
            "{game} {play}"
        );
        assert_eq!(
            written["wagers"][0]["rows"][0]["count"],
            named["wagers"][0]["rows"][0]["count"]
        );
        assert!(written["wagers"][0]["exact"].is_number(), "{game} {play}");
        assert_eq!(
            written["wagers"][0]["exact"], named["wagers"][0]["exact"],
            "{game} {play}"
        );
    }
}

/// The same cards on four spots: four times the money, and the same gain in initial bets.
#[test]
fn the_main_bet_may_lie_on_more_spots() {
    let with = |spots: &str| {
        json(&[
            "nh21-plus",
            "--rounds",
            "3e5",
            "--spots",
            spots,
            "--strategy",
            "mimic-dealer",
        ])
    };
    let (one, four) = (with("0"), with("3"));
    assert_eq!((&one["spots"], &four["spots"]), (&0.into(), &3.into()));
    let (one, four) = (wager(&one, "main"), wager(&four, "main"));
    assert_eq!(
        four["stake_cents"].as_f64(),
        one["stake_cents"].as_f64().map(|cents| 4.0 * cents)
    );
    assert_eq!(four["mean"], one["mean"]);
    assert_eq!(four["rows"], one["rows"]);
    let text = croupier(&["simulate", "nh21-plus", "--rounds", "1000", "--spots", "2"]).succeeds();
    assert!(text.contains("1 seat on 3 spots"), "{text}");
    let errors = croupier(&["simulate", "nh21-plus", "--rounds", "10", "--spots", "4"]).fails_with(2);
    assert!(errors.contains("3 spots") && errors.contains("0 to 3"), "{errors}");
    let errors = croupier(&["simulate", "super-fun-21", "--rounds", "10", "--spots", "200"]).fails_with(2);
    assert!(errors.contains("0 spots"), "{errors}");
}

/// With the best play of NH 21 Plus insurance is taken with some hands against an ace; its exact value is that of those hands.
#[test]
fn insurance_has_its_exact_value() {
    let report = json(&["nh21-plus", "--rounds", "4e6", "--seed", "12"]);
    let insurance = wager(&report, "insurance");
    let exact = insurance["exact"].as_f64().unwrap();
    assert!(exact > 0.0, "it is taken where it pays: {insurance}");
    assert!(insurance["z"].as_f64().unwrap().abs() < 4.0, "{insurance}");
    let rows = insurance["rows"].as_array().unwrap();
    let sum: f64 = rows.iter().map(|row| row["exact"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{insurance}");
}

/// No exact figure stands beside a playbook that is not the best play as it was written.
#[test]
fn an_edited_playbook_is_played_and_not_called_exact() {
    let text = croupier(&["strategy", "super-fun-21", "--play", "complete", "--format", "json"]).succeeds();
    let mut written: Value = serde_json::from_str(&text).unwrap();
    for table in written["playbook"]["tables"].as_array_mut().unwrap() {
        if let Some(action) = table["play"].get_mut("T T") {
            *action = "hit".into();
        }
    }
    let file = temporary("hits-tens.json", &written.to_string());
    let report = json(&["super-fun-21", "--rounds", "2e5", "--strategy", &file]);
    let main = wager(&report, "main");
    assert!(main["exact"].is_null() && main["z"].is_null(), "{main}");
    assert!(main["mean"].as_f64().unwrap() < -0.05, "hitting 20 costs much: {main}");
}

/// What a bet wins by how its hand is played has no exact value; the figures of its pay table are not its own.
#[test]
fn a_bet_that_follows_the_play_is_not_called_exact() {
    for (game, set, bet, id) in [
        (
            "nh21-v3",
            "side-bet.match-down.rides=hands-in-play",
            "--side=match-down=2",
            "match-down",
        ),
        (
            "nh21-v3",
            "side-bet.match-down.matched=every-card",
            "--side=match-down=2",
            "match-down",
        ),
        (
            "nh-holdem",
            "hands.fold-takes=every-bet",
            "--side=pair-plus=2",
            "pair-plus",
        ),
        ("nh21-plus", "main-bet.spots-pay=even", "--spots=3", "main"),
    ] {
        let report = json(&[game, "--set", set, bet, "--rounds", "2000"]);
        assert!(wager(&report, id)["exact"].is_null(), "{game} with {set}");
    }
    let report = json(&["nh21-v3", "--side=match-down=2", "--rounds", "2000"]);
    assert!(wager(&report, "match-down")["exact"].is_number());
}

#[test]
fn an_edited_chart_is_priced() {
    let text = croupier(&["strategy", "super-fun-21", "--format", "json"]).succeeds();
    let mut written: Value = serde_json::from_str(&text).unwrap();
    let before = written["ev"].as_f64().unwrap();
    for column in written["chart"]["columns"].as_array_mut().unwrap() {
        column["hard"]["20"] = serde_json::json!([{ "cards": 2, "prefer": ["hit"] }]);
    }
    let file = temporary("hits-twenty.json", &written.to_string());
    let report = json(&["super-fun-21", "--rounds", "2e5", "--strategy", &file]);
    let main = wager(&report, "main");
    assert!(main["exact"].as_f64().unwrap() < before - 0.05, "hitting 20 costs much");
    assert!(main["z"].as_f64().unwrap().abs() < 4.0);
}

#[test]
fn a_strategy_file_that_cannot_be_played_is_refused() {
    let written = |game: &str, play: &str| -> Value {
        let text = croupier(&["strategy", game, "--play", play, "--format", "json"]).succeeds();
        serde_json::from_str(&text).unwrap()
    };
    let refused = |name: &str, game: &str, written: &Value, said: &str| {
        let file = temporary(name, &written.to_string());
        let errors = croupier(&["simulate", game, "--rounds", "1000", "--strategy", &file]).fails_with(2);
        assert!(errors.contains(said), "{name}: {errors}");
    };
    let mut gap = written("super-fun-21", "chart");
    gap["chart"]["columns"][3]["soft"].as_object_mut().unwrap().remove("17");
    refused("gap.json", "super-fun-21", &gap, "soft 17 has no action");
    let mut odd = written("super-fun-21", "chart");
    odd["chart"]["columns"][0]["hard"]["12"] = serde_json::json!([{ "cards": 2, "prefer": ["jump"] }]);
    refused("odd.json", "super-fun-21", &odd, "jump");
    let mut book = written("super-fun-21", "complete");
    for table in book["playbook"]["tables"].as_array_mut().unwrap() {
        table["play"].as_object_mut().unwrap().retain(|hand, _| hand != "6 T");
    }
    refused("book-gap.json", "super-fun-21", &book, "the strategy has a gap");
    let mut book = written("super-fun-21", "complete");
    for table in book["playbook"]["tables"].as_array_mut().unwrap() {
        if let Some(action) = table["play"].get_mut("6 T") {
            *action = "double 1".into();
        }
    }
    refused("book-illegal.json", "super-fun-21", &book, "not offered");
    let mut stud = written("nh-holdem", "complete");
    stud["streets"][1]["kinds"].as_array_mut().unwrap().remove(5);
    refused("stud-gap.json", "nh-holdem", &stud, "gap");
    let mut rule = written("nh-holdem", "chart");
    rule["rule"]["streets"][0]["otherwise"] = "bet-7".into();
    refused("stud-illegal.json", "nh-holdem", &rule, "`bet-7`");
    refused(
        "other-game.json",
        "nh21-plus",
        &written("super-fun-21", "chart"),
        "not for `nh21-plus`",
    );
    refused(
        "nothing.json",
        "nh21-plus",
        &serde_json::json!({}),
        "this is no strategy",
    );
}

#[test]
fn sessions_depths_seats_and_precision_are_told() {
    let args = [
        "nh21-v3",
        "--rounds",
        "20000",
        "--seats",
        "3",
        "--shoe",
        "cut-card",
        "--strategy",
        "mimic-dealer",
    ];
    let report = json(&[&args[..], &["--session", "100", "--bankroll", "$100", "--by-seats"]].concat());
    assert_eq!(report["shoe"], "cut-card");
    assert!(report["depths"].as_array().unwrap().len() > 3);
    assert_eq!(report["by_seat"].as_array().unwrap().len(), 3);
    let seats: Vec<u64> = report["by_seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["seats"].as_u64().unwrap())
        .collect();
    assert_eq!(seats, [1, 2, 3, 4, 5, 6, 7]);
    let sessions = &report["sessions"];
    assert_eq!(sessions["sessions"], 200);
    for key in ["ahead", "even", "ruin", "drawdown_max_cents", "bankroll_cents"] {
        assert!(sessions[key].is_number(), "{key}");
    }
    assert!(
        sessions["percentiles_cents"]["50"].is_number() && sessions["drawdown_percentiles_cents"]["95"].is_number()
    );
    let text = croupier(&[&["simulate"], &args[..], &["--session", "100"]].concat()).succeeds();
    let percentiles = text.lines().filter_map(|line| line.trim().strip_prefix("percentile"));
    let percentiles: Vec<&str> = percentiles.map(|line| line.split(':').next().unwrap().trim()).collect();
    assert_eq!(percentiles, ["1", "5", "10", "25", "50", "75", "90", "95", "99"]);
    for said in [
        "by cards gone from the shoe",
        "by seat",
        "standard error",
        "average wager",
        "seed 1",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let precise = json(&[
        "nh-holdem",
        "--rounds",
        "1e12",
        "--until-se",
        "0.002",
        "--strategy",
        "stand",
    ]);
    assert!(wager(&precise, "main")["standard_error"].as_f64().unwrap() <= 0.002);
    assert_eq!(precise["complete"], false);
}

#[test]
fn csv_and_parquet_hold_the_same_lines() {
    let (csv, parquet) = (temporary_path("lines.csv"), temporary_path("lines.parquet"));
    let args = [
        "simulate",
        "nh-holdem",
        "--rounds",
        "1e5",
        "--strategy",
        "stand",
        "--csv",
    ];
    let out = croupier(&[&args[..], &["--output", &csv, "--parquet", &parquet]].concat()).succeeds();
    assert_eq!(out, "");
    let text = std::fs::read_to_string(&csv).unwrap();
    let columns = text.lines().next().unwrap().split(',').count();
    assert_eq!(columns, 15);
    assert!(
        text.lines().any(|line| line.starts_with("wager,main,,100000,")),
        "{text}"
    );
    let bytes = std::fs::read(&parquet).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    // The names of the columns stand in the footer; the rows are compressed.
    let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds("standard_error") && holds("total_wagered_cents"));
}

#[test]
fn a_job_goes_on_from_its_checkpoint() {
    let file = temporary_path("checkpoint.json");
    let args = |rounds: &'static str| ["nh21-plus", "--strategy", "stand", "--rounds", rounds];
    json(&[&args("3145728")[..], &["--checkpoint", &file]].concat());
    assert!(Path::new(&file).is_file());
    let resumed = json(&[&args("5000000")[..], &["--checkpoint", &file]].concat());
    assert_eq!(timeless(resumed), timeless(json(&args("5000000"))));
    let other = [
        "simulate",
        "nh21-plus",
        "--strategy",
        "never-bust",
        "--checkpoint",
        &file,
    ];
    assert!(croupier(&other).fails_with(2).contains("checkpoint of another job"));
}

#[test]
fn an_interrupt_stops_with_what_there_is() {
    let checkpoint = temporary_path("interrupted.json");
    let mut child = common::command()
        .args([
            "simulate",
            "nh21-plus",
            "--strategy",
            "stand",
            "--rounds",
            "1e13",
            "--json",
            "--checkpoint",
            &checkpoint,
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Once there is a checkpoint, rounds are being played.
    while !Path::new(&checkpoint).is_file() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let run = common::Run::from(child.wait_with_output().unwrap());
    let report: Value = serde_json::from_str(&run.succeeds()).unwrap();
    assert_eq!(report["complete"], false);
    assert!(report["rounds"].as_u64().unwrap() > 0);
}

/// A limit on the size of files fails as a full disk does: in the middle of a write.
#[test]
fn a_disk_that_fills_leaves_nothing_half_written() {
    let folder = temporary_path("full-disk");
    std::fs::create_dir_all(&folder).unwrap();
    for option in ["--output", "--parquet", "--checkpoint"] {
        let file = format!("{folder}/result");
        let script = format!(
            "trap '' XFSZ; ulimit -f 1; exec '{}' simulate nh21-plus --strategy stand --rounds 2200000 --json {option} '{file}'",
            env!("CARGO_BIN_EXE_croupier")
        );
        let run = common::Run::from(Command::new("sh").args(["-c", &script]).output().unwrap());
        let said = run.fails_with(1);
        assert!(said.contains("result"), "{option}: {said}");
        let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
        assert!(left.is_empty(), "{option}: {left:?}");
    }
    std::fs::remove_dir(&folder).unwrap();
}

#[test]
fn bad_input_is_told_what_would_be_right() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    for (args, said) in [
        (&["nh21-plus", "--rounds", "0"][..], "0 rounds"),
        (&["nh21-plus", "--rounds", "1e30"], "not a number of rounds"),
        (&["nh21-plus", "--rounds", "9e15"], "ask for 1 to"),
        (&["nh21-plus", "--rounds", "-5"], "not a number of rounds"),
        (&["nh21-plus", "--rounds", "1.5"], "not a number of rounds"),
        (&["nh21-plus", "--rounds", "many"], "not a number of rounds"),
        (&["nh21-plus", "--strategy", "lucky"], "`lucky` is not a strategy"),
        (&["nh21-plus", "--strategy", "Cargo.toml"], "not JSON"),
        (&["nh21-plus", "--seats", "8"], "1 to 7"),
        (&["nh21-plus", "--seats", "0"], "0 seats"),
        (&["nh21-plus", "--bet", "7.77"], "$7.77"),
        (&["nh21-plus", "--bet", "100000"], "$100,000"),
        (&["nh21-plus", "--side", "up-match"], "names no amount"),
        (&["nh21-plus", "--side", "pair-plus=5"], "no side bet `pair-plus`"),
        (&["nh21-plus", "--side", "up-match=much"], "--side up-match=much"),
        (&["nh21-plus", "--side", "up-match=9999"], "$9,999"),
        (&["nh-holdem", "--shoe", "cut-card"], "shuffled before every round"),
        (&["nh21-plus", "--shoe", "old"], "fresh"),
        (&["nh21-plus", "--until-se", "0"], "above 0"),
        (&["nh21-plus", "--session", "0"], "session of 0"),
        (&["nh21-plus", "--bankroll", "100"], "--session"),
        (&["nh21-plus", "--json", "--csv"], "cannot be used with"),
        (&["nh21-plus", "--seed", "x"], "invalid"),
        (&["nh21-plus", "--decks", "9"], "1..=8"),
        (&["nh21-plus", "--set", "dealer.soft-17=jumps"], "jumps"),
        (&["nh21-plus", "--by-seats", "--checkpoint", "x"], "cannot be used with"),
        (&["nh21-plus", "--output", "/no/such/folder/x"], "no such folder"),
        (&["nh21-plus", "--parquet", folder], "this is a folder"),
        (&["nh21-plus", "--output", "/dev/full"], "no ordinary file"),
        (&["nh21-plus", "--checkpoint", "/dev/full"], "no ordinary file"),
        (&["nh21-plus", "--checkpoint", "Cargo.toml"], "not a checkpoint"),
        (&["no-such-game"], "there is no game and no file"),
    ] {
        // Standing needs no solver; a strategy of the case comes first and is the one refused.
        let stand = if args.contains(&"--strategy") {
            &[][..]
        } else {
            &["--strategy", "stand"]
        };
        let errors = croupier(&[&["simulate"], args, stand].concat()).fails_with(2);
        assert!(errors.contains(said), "{args:?} said: {errors}");
    }
}
