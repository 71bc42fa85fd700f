//! `croupier drill` from the outside: questions answered from a pipe, progress kept in a file, wrong words refused.

mod common;

use common::{croupier, croupier_with};

#[test]
fn a_dealer_answers_from_a_pipe() {
    let args = ["drill", "nh21-plus", "payouts", "--seed", "7", "--count", "3"];
    let asked = croupier_with(&args, "0.01\n0.01\nnonsense\n0.01\n").succeeds();
    assert!(asked.contains("Question 1 of 3. Payouts."), "{asked}");
    assert!(
        asked.contains(
            "No: `nonsense` is no answer here; write an amount like 10.50, or chips like 2x5+0.50; q leaves."
        )
    );
    assert!(asked.ends_with("0 of 3 right.\n"), "{asked}");
    assert!(asked.contains("[000, "), "the clause is quoted: {asked}");
    let answers: Vec<&str> = asked.lines().filter_map(|line| line.strip_prefix("Wrong: ")).collect();
    assert_eq!(answers.len(), 3);
    // What was told as right is right when the same is asked again.
    let right: String = answers
        .iter()
        .map(|answer| format!("{}\n", answer.trim_end_matches('.')))
        .collect();
    let again = croupier_with(&args, &right).succeeds();
    assert!(again.ends_with("3 of 3 right.\n"), "{again}");
}

#[test]
fn every_kind_is_asked_of_every_game() {
    for line in croupier(&["games", "--json"]).succeeds().split("\"id\":").skip(1) {
        let id = line.split('"').nth(1).unwrap();
        let asked = croupier_with(&["drill", id, "--seed", "3", "--count", "80"], &"1\n".repeat(120)).succeeds();
        for title in [
            "Totals",
            "Which hand wins",
            "What comes next",
            "Find the error",
            "Irregularities",
        ] {
            assert!(
                asked.contains(&format!(". {title}.")),
                "{id} is never asked {title}: {asked}"
            );
        }
    }
}

#[test]
fn a_level_asks_for_round_bets_first() {
    let stakes = |level: &str| -> Vec<f64> {
        let args = [
            "drill",
            "nh21-plus",
            "payouts",
            "--seed",
            "4",
            "--count",
            "40",
            "--level",
            level,
        ];
        let asked = croupier_with(&args, &"1\n".repeat(40)).succeeds();
        let bets = asked.lines().filter(|line| line.contains(" on Ante. "));
        bets.map(|line| line[1..].split(' ').next().unwrap().parse().unwrap())
            .collect()
    };
    let (easy, hard) = (stakes("1"), stakes("2"));
    assert!(
        !easy.is_empty() && easy.iter().all(|stake| stake % 5.0 == 0.0),
        "{easy:?}"
    );
    assert!(hard.iter().any(|stake| stake % 5.0 != 0.0), "{hard:?}");
    let said = croupier(&["drill", "nh21-plus", "--level", "4"]).fails_with(2);
    assert!(said.contains("1..=3"), "{said}");
}

#[test]
fn what_was_wrong_is_asked_again_first() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("progress.json");
    let file = file.to_str().unwrap();
    let args = |seed: &'static str| {
        [
            "drill",
            "nh21-plus",
            "totals",
            "--seed",
            seed,
            "--count",
            "2",
            "--progress",
            file,
        ]
    };
    croupier_with(&args("1"), "3\n3\n").succeeds();
    let kept = std::fs::read_to_string(file).unwrap();
    assert!(
        kept.contains("nh21-plus totals soft") && kept.contains("nh21-plus totals hard"),
        "{kept}"
    );
    assert_eq!(kept.matches("\"wrong\": 1").count(), 2, "{kept}");
    std::fs::write(file, "no progress").unwrap();
    let said = croupier_with(&args("1"), "").fails_with(2);
    assert!(
        said.contains("the progress in") && said.contains("start anew"),
        "{said}"
    );
}

#[test]
fn a_lesson_is_printed_by_the_book() {
    let lessons = croupier(&["lesson", "nh21-plus"]).succeeds();
    assert!(
        lessons.contains("side-bets") && lessons.contains("insurance"),
        "{lessons}"
    );
    let round = croupier(&["lesson", "nh21-plus", "plain", "--seed", "2"]).succeeds();
    assert!(
        round.starts_with("  1. Verify the decks  [000, Method of Play"),
        "{round}"
    );
    assert!(round.contains("\n  2. Wash the cards  [000, Method of Play"), "{round}");
    assert!(round.contains("\n  3. Shuffle  [000, Method of Play"), "{round}");
    assert!(round.trim_end().ends_with("Collect the cards"), "{round}");
    let json = croupier(&["lesson", "nh21-plus", "plain", "--seed", "2", "--json"]).succeeds();
    assert!(json.contains("\"move\": \"deal up\""), "{json}");
    let said = croupier(&["lesson", "baccarat", "insurance"]).fails_with(2);
    assert!(
        said.contains("baccarat has no lesson `insurance`; it has plain"),
        "{said}"
    );
}

#[test]
fn wrong_words_are_told_what_would_be_right() {
    let said = croupier(&["drill", "nh21-plus", "juggling"]).fails_with(2);
    assert!(said.contains("find-the-error"), "{said}");
    let said = croupier(&["drill", "no-such-game"]).fails_with(2);
    assert!(said.contains("no-such-game"), "{said}");
    let said = croupier(&["drill", "blackjack", "row"]).fails_with(2);
    assert!(said.contains("nothing to ask about row"), "{said}");
    let said = croupier(&["drill", "nh21-plus", "--procedures", "no-such-file"]).fails_with(2);
    assert!(said.contains("cannot be read"), "{said}");
}
