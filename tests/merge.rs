//! `croupier simulate --chunks` and `croupier merge` from outside: parts played anywhere print what one machine would have
//! printed, and parts that do not make up one job are refused.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::path::{Path, PathBuf};

use common::croupier;
use tempfile::tempdir;

/// A job of four chunks, the last of them short.
const JOB: [&str; 5] = ["nh21-plus", "--rounds", "800000", "--seed", "5"];

/// Plays chunks of a job and returns the path of the part.
fn play(folder: &Path, job: &[&str], chunks: &str) -> PathBuf {
    let path = folder.join(format!("{chunks}.part"));
    let part = path.display().to_string();
    croupier(&[&["simulate"], job, &["--chunks", chunks, "-o", &part]].concat()).succeeds();
    path
}

fn merge(parts: &[&PathBuf], more: &[&str]) -> common::Run {
    let paths: Vec<String> = parts.iter().map(|path| path.display().to_string()).collect();
    let mut args = vec!["merge"];
    args.extend(paths.iter().map(String::as_str));
    args.extend(more);
    croupier(&args)
}

/// A report without the words that tell its speed.
fn timeless(text: &str) -> String {
    let speedless = |line: &str| match line.split_once("; ") {
        Some((job, speed)) if speed.contains("million rounds a second") => {
            job.to_string() + speed.split_once("a second").unwrap().1
        }
        _ if line.contains("rounds_per_second") => String::new(),
        _ => line.to_string(),
    };
    text.lines().map(speedless).collect::<Vec<_>>().join("\n")
}

#[test]
fn parts_print_what_the_whole_run_prints() {
    let jobs: [&[&str]; 4] = [
        &JOB,
        &["nh-holdem", "--rounds", "600000", "--side", "pair-plus=2", "--side", "six-card-bonus=2"],
        &["super-fun-21", "--rounds", "600000", "--shoe", "cut-card", "--seats", "3", "--strategy", "mimic-dealer"],
        &["nh21-v3", "--rounds", "600000", "--session", "100", "--bankroll", "50", "--set", "dealer.soft-17=stands"],
    ];
    for job in jobs {
        let folder = tempdir().unwrap();
        // In any order, and with a range that ends beyond the last chunk.
        let late = play(folder.path(), job, "1..99");
        let early = play(folder.path(), job, "0..1");
        for print in [&[][..], &["--json"], &["--csv"]] {
            let whole = croupier(&[&["simulate"], job, print].concat()).succeeds();
            let merged = merge(&[&late, &early], print).succeeds();
            assert_eq!(timeless(&merged), timeless(&whole), "{job:?} {print:?}");
        }
    }
}

#[test]
fn a_part_carries_the_strategy_of_its_file() {
    let folder = tempdir().unwrap();
    let strategy = folder.path().join("chart.json");
    let chart = croupier(&["strategy", "nh21-plus", "--format", "json"]).succeeds();
    std::fs::write(&strategy, chart).unwrap();
    let name = strategy.display().to_string();
    let job = [&JOB[..], &["--strategy", &name]].concat();
    let whole = croupier(&[&["simulate"], &job[..]].concat()).succeeds();
    let parts = [play(folder.path(), &job, "0..2"), play(folder.path(), &job, "2..4")];
    std::fs::remove_file(&strategy).unwrap();
    let merged = merge(&[&parts[0], &parts[1]], &[]).succeeds();
    assert_eq!(timeless(&merged), timeless(&whole));
}

#[test]
fn parts_that_are_no_whole_are_refused() {
    let folder = tempdir().unwrap();
    let [first, middle, last] = ["0..1", "1..3", "3..4"].map(|chunks| play(folder.path(), &JOB, chunks));
    let foreign = play(&temporary_folder(&folder, "other"), &["nh21-plus", "--rounds", "800000"], "1..3");
    let refused = |parts: &[&PathBuf]| merge(parts, &[]).fails_with(2);
    assert!(refused(&[&first, &last]).contains("chunks 1..3 of 0..4 are in no part"));
    assert!(refused(&[&middle, &last]).contains("chunks 0..1 of 0..4 are in no part"));
    assert!(refused(&[&first, &middle]).contains("chunks 3..4 of 0..4 are in no part"));
    let twice = refused(&[&first, &middle, &middle, &last]);
    assert!(twice.contains("chunks 1..3 are in ") && twice.contains("leave one of the two out"), "{twice}");
    let other = refused(&[&first, &foreign, &last]);
    assert!(other.contains("belongs to another job"), "{other}");
}

#[test]
fn a_damaged_part_is_refused_and_nothing_is_written() {
    let folder = tempdir().unwrap();
    let [first, rest] = ["0..1", "1..4"].map(|chunks| play(folder.path(), &JOB, chunks));
    let text = std::fs::read_to_string(&rest).unwrap();
    let output = folder.path().join("whole.txt");
    let printed = ["-o", &output.display().to_string()].map(ToString::to_string);
    let refused = |text: &str| {
        std::fs::write(&rest, text).unwrap();
        let said = merge(&[&first, &rest], &[&printed[0], &printed[1]]).fails_with(2);
        assert!(!output.exists(), "{said}");
        said
    };
    assert!(refused("").contains("no part of a simulation"));
    assert!(refused("{\"game\": 1}").contains("no part of a simulation"));
    assert!(refused(&text[..text.len() / 2]).contains("no part of a simulation"));
    assert!(refused(&text.replacen("\"counts\":[[0,", "\"counts\":[[0,1", 1)).contains("damaged"));
    assert!(refused(&text.replacen("\"end\":4", "\"end\":3", 1)).contains("damaged"));
    assert!(refused(&text.replacen("\"part\":1", "\"part\":2", 1)).contains("another version"));
    std::fs::remove_file(&rest).unwrap();
    let said = merge(&[&first, &rest], &[]).fails_with(2);
    assert!(said.contains("cannot be read"), "{said}");
}

#[test]
fn a_range_that_is_none_is_refused() {
    let folder = tempdir().unwrap();
    let part = folder.path().join("a.part").display().to_string();
    for (range, words) in [
        ("4..5", "the job has the chunks 0..4"),
        ("2..2", "holds no chunk"),
        ("3..1", "holds no chunk"),
        ("all", "not a range of chunks"),
        ("-1..2", "not a range of chunks"),
    ] {
        let range = format!("--chunks={range}");
        let said = croupier(&[&["simulate"], &JOB[..], &[&range, "-o", &part]].concat()).fails_with(2);
        assert!(said.contains(words), "{range}: {said}");
    }
    let said = croupier(&[&["simulate"], &JOB[..], &["--chunks", "0..1"]].concat()).fails_with(2);
    assert!(said.contains("--output"), "{said}");
    assert!(!Path::new(&part).exists());
}

fn temporary_folder(parent: &tempfile::TempDir, name: &str) -> PathBuf {
    let path = parent.path().join(name);
    std::fs::create_dir(&path).unwrap();
    path
}
