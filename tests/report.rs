//! `croupier report` from outside: files that are there whole or not at all, and what is said when they cannot be.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::path::Path;

use common::croupier;

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().next().is_none()
}

#[test]
fn a_report_is_written_as_its_name_says_and_is_the_same_twice() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let make = |name: &str, more: &[&str]| {
        let out = path(name);
        let mut args = vec!["report", "nh-holdem", "--date", "2026-11-15", "-o", &out];
        args.extend(more);
        croupier(&args).succeeds();
        std::fs::read_to_string(&out).unwrap()
    };
    let page = make("submission.html", &[]);
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("e. The method of play"));
    assert_eq!(page, make("again.html", &[]));
    assert!(make("card.md", &["--kind", "pay-card"]).starts_with("# "));
    assert!(make("plain", &["--kind", "strategy-card", "--format", "markdown"]).starts_with("# "));
    assert!(make("ten.md", &["--bet", "$10"]).contains("a main bet (Ante) of $10"));
}

#[test]
fn all_kinds_go_into_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("reports");
    let rounds = ["--rounds", "20000", "--kind", "all"];
    let mut args = vec!["report", "nh-holdem", "-o", out.to_str().unwrap()];
    args.extend(rounds);
    croupier(&args).succeeds();
    let mut names: Vec<String> = std::fs::read_dir(&out)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let wanted = [
        "memorandum",
        "par",
        "pay-card",
        "protection",
        "strategy-card",
        "submission",
    ];
    assert_eq!(names, wanted.map(|kind| format!("nh-holdem-{kind}.html")));
}

#[test]
fn what_cannot_be_made_is_told_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let faulty = tempfile::NamedTempFile::with_suffix(".toml").unwrap();
    std::fs::write(faulty.path(), "format = 2\nid = \"broken\"\n").unwrap();
    let out = folder.path().join("out.html");
    let out = out.to_str().unwrap();
    let here = folder.path().to_str().unwrap();
    for (args, said) in [
        (
            vec!["nh-holdem", "-o", "no/such/folder/out.html"],
            "its folder does not exist",
        ),
        (vec!["nh-holdem", "-o", here], "it is a folder"),
        (
            vec!["nh-holdem", "--kind", "all", "-o", faulty.path().to_str().unwrap()],
            "it is a file",
        ),
        (
            vec!["nh-holdem", "--kind", "all", "--bet", "$3", "-o", &out[..out.len() - 5]],
            "is not allowed",
        ),
        (vec!["nh-holdem", "-o", "/dev/null/out.html"], "cannot be written"),
        (vec!["nh-holdem", "-o", &out[..out.len() - 5]], ".pdf, .html or .md"),
        (vec!["nh-holdem", "--kind", "poster", "-o", out], "possible values"),
        (vec!["nh-holdem", "--format", "docx", "-o", out], "possible values"),
        (vec!["nh-holdem", "--bet", "$3", "-o", out], "is not allowed"),
        (
            vec!["nh-holdem", "--bet", "$3", "--kind", "strategy-card", "-o", out],
            "is not allowed",
        ),
        (
            vec!["nh-holdem", "--bet", "$3", "--kind", "pay-card", "-o", out],
            "is not allowed",
        ),
        (vec!["nh-holdem", "--date", "tomorrow", "-o", out], "is not a day"),
        (
            vec!["nh-holdem", "--form", "vt", "-o", out],
            "possible values: nh, ma, pa",
        ),
        (
            vec!["nh-holdem", "--kind", "par", "--form", "ma", "-o", out],
            "--form is for a submission",
        ),
        (
            vec!["nh-holdem", "--applicant", "no-such.toml", "-o", out],
            "cannot be read",
        ),
        (vec!["nh-holdem", "--applicant-set", "name", "-o", out], "write it like"),
        (
            vec!["nh-holdem", "--procedures", faulty.path().to_str().unwrap(), "-o", out],
            "cannot be used",
        ),
        (vec!["nh-holdem", "--pace", "0", "-o", out], "1..=10000"),
        (vec!["poker", "-o", out], "there is no game and no file"),
        (vec![faulty.path().to_str().unwrap(), "-o", out], "fault"),
        (vec!["nh-holdem"], "--output"),
    ] {
        let mut all = vec!["report"];
        all.extend(args.iter());
        let errors = croupier(&all).fails_with(2);
        assert!(errors.contains(said), "{args:?} said: {errors}");
    }
    assert!(is_empty(folder.path()));
}

#[test]
fn an_applicant_with_gaps_is_told_all_of_them_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = tempfile::NamedTempFile::with_suffix(".toml").unwrap();
    std::fs::write(file.path(), "name = \"Granite Charity\"\nfirst-date = 2026-12-01\n").unwrap();
    let out = folder.path().join("out.html");
    let out = out.to_str().unwrap();
    let day = ["--date", "2026-11-16", "--applicant", file.path().to_str().unwrap()];
    let mut args = vec!["report", "nh-holdem", "-o", out];
    args.extend(day);
    let errors = croupier(&args).fails_with(2);
    for said in [
        "cannot file --form nh",
        "`capacity` is missing",
        "`address` is missing",
        "`location` is missing",
        "`contact` is missing",
        "`signed-by` is missing",
        "allows 2026-12-31 at the earliest",
    ] {
        assert!(errors.contains(said), "{said}: {errors}");
    }
    assert!(is_empty(folder.path()));
    let rest = [
        "capacity=charitable organization",
        "address=1 Main Street",
        "location=The Hall",
        "contact=Pat Doe",
        "signed-by=Pat Doe",
        "first-date=2026-12-31",
    ];
    args.extend(rest.iter().flat_map(|field| ["--applicant-set", field]));
    croupier(&args).succeeds();
    assert!(std::fs::read_to_string(out).unwrap().contains("Granite Charity"));
}

#[test]
fn a_layout_is_drawn_with_every_spot() {
    let drawing = croupier(&["layout", "nh21-plus"]).succeeds();
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
    for word in ["Ante", "2x", "Match", "insurance", "NH", "18 to 1"] {
        assert!(drawing.contains(&format!(">{word}<")), "{word}");
    }
    assert_eq!(drawing.matches(">Ante<").count(), 7, "one for each seat");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("felt.svg");
    croupier(&["layout", "caribbean-stud", "-o", out.to_str().unwrap()]).succeeds();
    assert!(std::fs::read_to_string(out).unwrap().contains(">Raise<"));
    croupier(&["layout", "poker"]).fails_with(2);
    croupier(&["layout", "nh-holdem", "-o", "no/such/folder/felt.svg"]).fails_with(2);
}

#[test]
fn a_pdf_is_the_same_twice() {
    let folder = tempfile::tempdir().unwrap();
    let make = |name: &str| {
        let out = folder.path().join(name);
        let args = [
            "report",
            "nh-holdem",
            "--date",
            "2026-11-15",
            "-o",
            out.to_str().unwrap(),
        ];
        croupier(&args).succeeds();
        std::fs::read(out).unwrap()
    };
    let page = make("one.pdf");
    assert!(page.starts_with(b"%PDF-"));
    assert!(page == make("two.pdf"), "the same report gives the same bytes");
}

#[test]
fn a_report_of_changed_rules_says_what_was_changed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.md");
    let out = out.to_str().unwrap();
    let changed = ["--decks", "2", "--set", "dealer.soft-17=stands"];
    let mut args = vec!["report", "presque-isle-blackjack", "-o", out];
    args.extend(changed);
    croupier(&args).succeeds();
    let report = std::fs::read_to_string(out).unwrap();
    assert!(report.contains("dealer.soft-17 = \"stands\"; deck.decks = 2"));
    assert!(report.contains("two decks of 52 cards"));
    let errors = croupier(&["report", "nh-holdem", "--set", "dealer.nothing=1", "-o", out]).fails_with(2);
    assert!(errors.contains("dealer.nothing"), "{errors}");
}

#[test]
fn a_submission_names_the_hash_of_the_file_as_sha256sum_gives_it() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.md");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/games/nh-holdem.toml");
    croupier(&["report", file, "-o", out.to_str().unwrap()]).succeeds();
    let sum = std::process::Command::new("sha256sum").arg(file).output().unwrap();
    let sum = String::from_utf8(sum.stdout).unwrap();
    let hash = sum.split(' ').next().unwrap();
    assert_eq!(hash.len(), 64);
    assert!(std::fs::read_to_string(out).unwrap().contains(&format!("`{hash}`")));
}

#[test]
fn a_game_is_compared_with_itself_changed() {
    let args = [
        "compare",
        "presque-isle-blackjack",
        "--set",
        "dealer.soft-17=hits",
        "--json",
    ];
    let output = croupier(&args).succeeds();
    let answer: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!(answer["differences"][0][0], "dealer.soft-17");
    assert_ne!(answer["effects"][0]["effect"], 0.0);
    let errors = croupier(&["compare", "presque-isle-blackjack"]).fails_with(2);
    assert!(errors.contains("OTHER"), "{errors}");
}
