//! The solver's commands from outside: what they answer, the JSON that others build on, and bad input.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::collections::BTreeSet;

use common::croupier;
use serde_json::Value;

const GAMES: [&str; 5] = [
    "nh21-plus",
    "nh21-v3",
    "super-fun-21",
    "presque-isle-blackjack",
    "nh-holdem",
];

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&croupier(args).succeeds()).unwrap()
}

/// The answer without the time it took.
fn timeless(mut answer: Value) -> Value {
    if let Some(answer) = answer.as_object_mut() {
        answer.remove("seconds");
    }
    answer
}

fn best(args: &[&str]) -> String {
    let answer = json(&[&["hand"], args, &["--json"]].concat());
    let actions = answer["actions"].as_array().unwrap();
    let values: Vec<f64> = actions.iter().map(|action| action["ev"].as_f64().unwrap()).collect();
    assert!(values.is_sorted_by(|one, other| one >= other), "{args:?}: {answer}");
    assert_eq!(actions[0]["action"], answer["best"]);
    assert_eq!(actions[0]["cost"], 0.0);
    answer["best"].as_str().unwrap().to_string()
}

fn actions(args: &[&str]) -> BTreeSet<String> {
    let answer = json(&[&["hand"], args, &["--json"]].concat());
    let actions = answer["actions"].as_array().unwrap().iter();
    actions
        .map(|action| action["action"].as_str().unwrap().to_string())
        .collect()
}

#[test]
fn solve_says_what_every_wager_is_worth() {
    for game in GAMES {
        let answer = json(&["solve", game, "--json"]);
        assert_eq!(answer["game"], game);
        let wagers = answer["wagers"].as_array().unwrap();
        assert_eq!(wagers[0]["id"], "main");
        for wager in wagers {
            assert_eq!(wager["ev"].as_f64().unwrap(), -wager["house_edge"].as_f64().unwrap());
            let sum = |key: &str| -> f64 {
                let rows = wager["outcomes"].as_array().unwrap().iter();
                rows.map(|row| row[key].as_f64().unwrap()).sum()
            };
            let off = (sum("contribution") - wager["ev"].as_f64().unwrap()).abs();
            assert!(off < 1e-9, "{game} {}: contributions are {off} off", wager["id"]);
        }
        assert!(croupier(&["solve", game]).succeeds().contains("House edge"));
    }
    let dear = json(&["solve", "nh21-v3", "--bet", "10", "--json"]);
    assert_eq!(dear["bet_cents"], 1000);
    let one_deck = json(&["solve", "presque-isle-blackjack", "--decks", "1", "--json"]);
    assert_eq!(one_deck["decks"], 1);
}

#[test]
fn games_against_the_dealer_are_valued_exactly() {
    let exact = |answer: &Value, id: &str| {
        let wagers = answer["wagers"].as_array().unwrap();
        let wager = wagers.iter().find(|wager| wager["id"] == id).unwrap();
        wager["ev_exact"].as_str().unwrap().to_string()
    };
    let three = json(&["solve", "three-card-poker", "--json"]);
    assert_eq!(exact(&three, "main"), "-686689/20358520");
    assert_eq!(exact(&three, "pair-plus"), "-402/5525");
    assert_eq!(exact(&three, "six-card-bonus"), "-55546/363545");
    let caribbean = json(&["solve", "caribbean-stud", "--json"]);
    assert_eq!(exact(&caribbean, "main"), "-142031221/2718662100");
    let best = |args: &[&str]| json(args)["best"].as_str().unwrap().to_string();
    let raise = [
        "hand",
        "caribbean-stud",
        "--cards",
        "Ac Kd Qh 8s 2c",
        "--up",
        "2h",
        "--json",
    ];
    assert_eq!(best(&raise), "bet-2");
    let fold = [
        "hand",
        "caribbean-stud",
        "--cards",
        "Ac Kd 9h 8s 3c",
        "--up",
        "2h",
        "--json",
    ];
    assert_eq!(best(&fold), "fold");
    let rule = croupier(&["strategy", "three-card-poker"]).succeeds();
    assert!(rule.contains("Q-6-4 or better"), "{rule}");
    for (args, said) in [
        (&["hand", "caribbean-stud", "--cards", "Ac Kd 9h 8s 3c"][..], "--up"),
        (
            &["hand", "three-card-poker", "--cards", "Ac Kd 9h", "--up", "2h"],
            "shows no card",
        ),
        (&["hand", "three-card-poker", "--cards", "Ac Kd"], "3 hole cards"),
    ] {
        let fault = croupier(args).fails_with(2);
        assert!(fault.contains(said), "{args:?}: {fault}");
    }
}

#[test]
fn single_cards_are_valued_exactly() {
    let exact = |args: &[&str]| json(args)["wagers"][0]["ev_exact"].as_str().unwrap().to_string();
    assert_eq!(exact(&["solve", "casino-war", "--json"]), "-142853/4965115");
    assert_eq!(exact(&["solve", "red-dog", "--json"]), "-17533/626665");
    assert_eq!(best(&["casino-war", "--cards", "9c", "--up", "9h"]), "raise");
    assert_eq!(best(&["red-dog", "--board", "4c Qh"]), "raise");
    assert_eq!(best(&["red-dog", "--board", "4c Jh"]), "check");
    for (game, rule) in [
        ("casino-war", "a card equal to the dealer's"),
        ("red-dog", "a spread of 7 or more"),
    ] {
        let said = croupier(&["strategy", game]).succeeds();
        assert!(said.contains(rule), "{said}");
        for format in ["json", "csv", "svg"] {
            assert!(
                croupier(&["strategy", game, "--format", format])
                    .succeeds()
                    .contains("raise")
            );
        }
        let all = croupier(&["strategy", game, "--play", "complete", "--format", "csv"]).succeeds();
        assert!(all.contains("raise"), "{all}");
    }
    for (args, said) in [
        (&["hand", "casino-war", "--cards", "9c"][..], "--up"),
        (
            &["hand", "casino-war", "--cards", "9c", "--up", "8h"],
            "nothing to choose",
        ),
        (&["hand", "red-dog", "--cards", "4c Qh"], "--board"),
        (&["hand", "red-dog"], "--cards"),
        (
            &["hand", "casino-war", "--cards", "9c", "--up", "9h", "--insurance"],
            "only a game of 21",
        ),
    ] {
        let fault = croupier(args).fails_with(2);
        assert!(fault.contains(said), "{args:?}: {fault}");
    }
}

#[test]
fn bonuses_under_a_shared_cap_are_valued_together() {
    let args = [
        "solve",
        "nh-holdem",
        "--side",
        "pair-plus=5",
        "--side",
        "six-card-bonus=5",
    ];
    let answer = json(&[&args[..], &["--json"]].concat());
    let total = &answer["total"];
    assert_eq!(total["stakes_cents"], serde_json::json!([500, 500]));
    assert!(total["ev_exact"].as_str().unwrap().contains('/'));
    assert!(total["ev"].as_f64().unwrap() <= total["ev_apart"].as_f64().unwrap());
    let text = croupier(&args).succeeds();
    assert!(
        text.contains("under the cap they share") && text.contains("Equally good choices"),
        "{text}"
    );
    assert!(json(&["solve", "nh-holdem", "--json"])["total"].is_null());
}

#[test]
fn hands_of_21_are_valued_at_any_moment() {
    assert_eq!(best(&["nh21-plus", "--cards", "Kh 6d", "--up", "7c"]), "hit");
    assert_eq!(best(&["nh21-plus", "--cards", "Jh Qd", "--up", "6c"]), "stand");
    assert_eq!(best(&["nh21-plus", "--cards", "8h 8d", "--up", "6c"]), "split");
    assert_eq!(best(&["super-fun-21", "--cards", "6h 5d", "--up", "6c"]), "double");
    let split = actions(&["nh21-plus", "--cards", "8h 3d", "--up", "6c", "--split-hand"]);
    assert!(split.contains("hit") && !split.contains("split"), "{split:?}");
    let again = actions(&[
        "nh21-plus",
        "--cards",
        "8h 8d",
        "--up",
        "6c",
        "--split-hand",
        "2",
        "--bet",
        "10",
    ]);
    assert!(again.contains("split"), "{again:?}");
    let doubled = actions(&[
        "nh21-v3",
        "--cards",
        "5h 6d 2c",
        "--up",
        "9c",
        "--doubled",
        "10",
        "--bet",
        "10",
    ]);
    assert!(doubled.contains("double") && doubled.contains("stand"), "{doubled:?}");
    let insurance = actions(&["nh21-plus", "--cards", "Kh 9d", "--up", "Ac", "--insurance"]);
    assert_eq!(insurance, ["insurance", "no-insurance"].map(str::to_string).into());
    let blackjack = actions(&["super-fun-21", "--cards", "Ah Kd", "--up", "6c"]);
    assert!(
        blackjack.contains("take-blackjack") && blackjack.contains("double"),
        "{blackjack:?}"
    );
    // Cards that are out change the values; suits count where a bonus looks at them.
    let value = |more: &[&str]| {
        let args = [&["hand", "nh21-plus", "--up", "9c", "--json"], more].concat();
        json(&args)["actions"][0]["ev"].as_f64().unwrap()
    };
    let fresh = value(&["--cards", "Kh 6d"]);
    assert_ne!(fresh, value(&["--cards", "Kh 6d", "--removed", "5c 5d 5h 5s"]));
    assert!(value(&["--cards", "6h 7h"]) > value(&["--cards", "6h 7d"]));
}

#[test]
fn hands_of_holdem_are_valued_on_any_street() {
    assert_eq!(best(&["nh-holdem", "--cards", "As Ah"]), "bet-3");
    assert_eq!(best(&["nh-holdem", "--cards", "2s 3h"]), "fold");
    assert_eq!(best(&["nh-holdem", "--cards", "As Ah", "--board", "Kd"]), "bet-3");
    assert_eq!(
        best(&[
            "nh-holdem",
            "--cards",
            "As Ah",
            "--board",
            "Kd 2c",
            "--street-bets",
            "3,3"
        ]),
        "bet-3"
    );
    let answer = json(&["hand", "nh-holdem", "--cards", "6s 7h", "--board", "2d", "--json"]);
    assert!(answer["actions"][1]["ev_exact"].as_str().unwrap().contains('/'));
}

#[test]
fn strategies_come_in_every_format() {
    for game in ["super-fun-21", "nh-holdem"] {
        for play in ["chart", "complete"] {
            let print = |format: &str| croupier(&["strategy", game, "--play", play, "--format", format]);
            assert!(print("text").succeeds().contains("worth"), "{game} {play}");
            assert!(print("csv").succeeds().lines().count() > 5, "{game} {play}");
            assert_eq!(
                serde_json::from_str::<Value>(&print("json").succeeds()).unwrap()["game"],
                game
            );
            match play {
                "chart" => assert!(print("svg").succeeds().starts_with("<svg ")),
                _ => assert!(print("svg").fails_with(2).contains("too long for a picture")),
            }
        }
    }
}

#[test]
fn games_are_compared_and_every_rule_is_changed() {
    let answer = json(&["compare", "nh-holdem", "super-fun-21", "--json"]);
    assert_eq!(answer["games"][1]["game"], "super-fun-21");
    assert!(!answer["differences"].as_array().unwrap().is_empty());
    assert!(
        croupier(&["compare", "nh-holdem", "super-fun-21"])
            .succeeds()
            .contains("house edge")
    );
    let answer = json(&["sensitivity", "nh-holdem", "--json"]);
    let variants = answer["variants"].as_array().unwrap();
    assert!(variants.len() > 20, "only {} variants", variants.len());
    assert!(
        variants
            .iter()
            .all(|variant| variant["effects"].is_array() != variant["refused"].is_string())
    );
    let text = croupier(&["sensitivity", "nh-holdem"]).succeeds();
    assert!(text.contains("every rule changed one at a time"), "{text}");
}

#[test]
fn the_number_of_threads_does_not_change_a_bit() {
    let with = |threads: &str, args: &[&str]| -> Value {
        let output = common::command()
            .args(args)
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .unwrap();
        serde_json::from_str(&common::Run::from(output).succeeds()).unwrap()
    };
    for args in [
        &["solve", "nh21-plus", "--json"][..],
        &["solve", "nh-holdem", "--side", "pair-plus=5", "--json"],
        &["strategy", "super-fun-21", "--format", "json"],
    ] {
        assert_eq!(timeless(with("1", args)), timeless(with("3", args)), "{args:?}");
    }
    let variants = |threads: &str| with(threads, &["sensitivity", "nh-holdem", "--json"])["variants"].clone();
    assert_eq!(variants("1"), variants("3"));
}

#[test]
fn bad_input_is_told_what_would_be_right() {
    for (args, said) in [
        (&["solve", "nh21-plus", "--bet", "4.99"][..], "$4.99"),
        (&["solve", "nh21-plus", "--decks", "0"], "1..=8"),
        (&["solve", "nh-holdem", "--bet", "3"], "$3"),
        (&["solve", "nh-holdem", "--side", "pair-plus=0.13"], "$0.13"),
        (&["solve", "nh-holdem", "--side", "lucky=5"], "no side bet `lucky`"),
        (&["solve", "nh21-plus", "--set", "deck.decks=0"], "decks"),
        (&["solve", "no-such-game"], "there is no game and no file"),
        (&["hand", "nh21-plus", "--cards", "Kh 6x", "--up", "7c"], "6x"),
        (&["hand", "nh21-plus", "--cards", "Kh 6d"], "--up"),
        (
            &["hand", "nh21-plus", "--cards", "Kh", "--up", "7c"],
            "two cards or more",
        ),
        (&["hand", "nh21-plus", "--cards", "", "--up", "7c"], "two cards or more"),
        (
            &["hand", "super-fun-21", "--cards", "7h 7h", "--up", "7c"],
            "holds it 1 times",
        ),
        (
            &[
                "hand",
                "super-fun-21",
                "--cards",
                "7h 8h",
                "--up",
                "9c",
                "--removed",
                "7h",
            ],
            "7h is named 2 times",
        ),
        (
            &["hand", "nh21-plus", "--cards", "Kh Kd 5c", "--up", "7c"],
            "bust with 25",
        ),
        (
            &["hand", "nh21-plus", "--cards", "9h 6d", "--up", "7c", "--bet", "1"],
            "$1",
        ),
        (
            &["hand", "nh21-plus", "--cards", "9h 6d", "--up", "7c", "--insurance"],
            "insurance is not offered",
        ),
        (
            &["hand", "nh21-plus", "--cards", "9h 6d", "--up", "7c", "--board", "2c"],
            "no community cards",
        ),
        (
            &[
                "hand",
                "nh21-plus",
                "--cards",
                "9h 6d",
                "--up",
                "7c",
                "--split-hand",
                "9",
            ],
            "2..=4",
        ),
        (
            &[
                "hand",
                "nh21-plus",
                "--cards",
                "9h 6d 2c",
                "--up",
                "7c",
                "--doubled",
                "1000",
            ],
            "$1,000",
        ),
        (&["hand", "nh-holdem", "--cards", "As"], "2 hole cards"),
        (&["hand", "nh-holdem", "--cards", "As As"], "As"),
        (
            &["hand", "nh-holdem", "--cards", "As Ah", "--up", "2c"],
            "leave out --up",
        ),
        (&["hand", "nh-holdem", "--cards", "As Ah", "--board", "As"], "As"),
        (
            &["hand", "nh-holdem", "--cards", "As Ah", "--board", "2c 3c 4c"],
            "3 community cards",
        ),
        (
            &["hand", "nh-holdem", "--cards", "As Ah", "--split-hand"],
            "only a game of 21 has splits",
        ),
        (&["strategy", "nh21-plus", "--format", "pdf"], "svg"),
        (&["strategy", "nh21-plus", "--bet", "1"], "$1"),
        (&["compare", "nh21-plus"], "<OTHER>"),
        (&["compare", "nh21-plus", "nh-holdem", "--bet", "3"], "$3"),
        (&["sensitivity", "nh-holdem", "--bet", "3"], "$3"),
        (&["effects", "nh-holdem"], "shuffled for every round"),
        (&["effects", "super-fun-21", "--system", "lucky"], "hi-lo, ko, halves"),
        (&["count", "nh-holdem"], "there is nothing to count"),
        (&["count", "blackjack", "--system", "lucky"], "hi-lo, ko, halves"),
        (&["count", "blackjack", "--spread", "8-1"], "`8-1` is not a spread"),
        (&["count", "blackjack", "--spread", "1-1000"], "not allowed"),
        (
            &["count", "blackjack", "--penetration", "1.5"],
            "`1.5` is not a share of the shoe",
        ),
        (&["count", "blackjack", "--play", "wild"], "chart, insurance, indices"),
        (&["count", "blackjack", "--seats", "9"], "9 seats"),
        (&["count", "blackjack", "--system", "Cargo.toml"], "Cargo.toml: "),
    ] {
        let errors = croupier(args).fails_with(2);
        assert!(errors.contains(said), "{args:?} said: {errors}");
    }
}

/// Every key of an answer as a path: `wagers[].id`; keys that are cards, totals or numbers as `{}`.
fn paths(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let maps = [
                    "hard",
                    "soft",
                    "pairs",
                    "insurance",
                    "even_money",
                    "split",
                    "play",
                    "percentiles_cents",
                ];
                let last = path.rsplit('.').next().unwrap_or_default();
                let is_map = maps.contains(&last) || last == "drawdown_percentiles_cents";
                let path = match (path, is_map) {
                    (_, true) => format!("{path}{{}}"),
                    ("", _) => key.clone(),
                    _ => format!("{path}.{key}"),
                };
                found.insert(path.clone());
                paths(value, &path, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| paths(value, &format!("{path}[]"), found)),
        _ => {}
    }
}

/// The keys that a section of `docs/json.md` names.
fn documented(section: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/json.md")).unwrap();
    let start = text.find(&format!("\n## {section}\n")).unwrap() + 4;
    let text = &text[start..];
    let text = &text[..text.find("\n## ").unwrap_or(text.len())];
    let cells = text
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split(" | ").next().unwrap());
    let keys = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    keys.map(str::to_string).collect()
}

fn answers(section: &str) -> Vec<Value> {
    let all = |lists: &[&[&str]]| lists.iter().map(|args| json(args)).collect::<Vec<Value>>();
    match section {
        "solve" => {
            let mut answers: Vec<Value> = GAMES.iter().map(|game| json(&["solve", game, "--json"])).collect();
            let seeded = ["meter.progressive.seed=$10,000", "meter.progressive.increment=20%"];
            answers.extend(all(&[
                &["solve", "nh-holdem", "--side", "pair-plus=5", "--json"],
                &[
                    "solve",
                    "mississippi-stud",
                    "--set",
                    seeded[0],
                    "--set",
                    seeded[1],
                    "--json",
                ],
            ]));
            answers
        }
        "hand" => all(&[
            &["hand", "nh21-plus", "--cards", "Kh 6d", "--up", "7c", "--json"],
            &["hand", "nh-holdem", "--cards", "As Kh", "--json"],
        ]),
        "strategy" => {
            let mut answers = Vec::new();
            for game in ["nh21-plus", "nh-holdem", "free-bet-blackjack"] {
                for play in ["chart", "complete"] {
                    answers.push(json(&["strategy", game, "--play", play, "--format", "json"]));
                }
            }
            answers
        }
        "compare" => all(&[&["compare", "nh-holdem", "super-fun-21", "--json"]]),
        "sensitivity" => all(&[&["sensitivity", "nh-holdem", "--json"]]),
        "effects" => all(&[&["effects", "presque-isle-blackjack", "--json"]]),
        "count" => {
            let job = ["count", "presque-isle-blackjack", "--rounds", "60000", "--json"];
            let asked = [
                "--play",
                "indices",
                "--side",
                "in-between=5",
                "--bankroll",
                "1000",
                "--spread",
                "0=1,1=8",
            ];
            all(&[&[&job[..], &asked[..]].concat()])
        }
        _ => {
            let job = [
                "simulate",
                "nh21-plus",
                "--rounds",
                "20000",
                "--seats",
                "2",
                "--shoe",
                "cut-card",
                "--json",
            ];
            all(&[&[&job[..], &["--by-seats", "--session", "100", "--bankroll", "100"]].concat()])
        }
    }
}

#[test]
fn the_documented_keys_are_the_printed_ones() {
    // What no answer of the five games has; it is documented for games that do.
    let unseen = [
        "playbook.even_money",
        "playbook.even_money{}",
        "chart.columns[].suited[].suit",
        "variants[].refused",
    ];
    for section in [
        "solve",
        "hand",
        "strategy",
        "compare",
        "sensitivity",
        "effects",
        "count",
        "simulate",
    ] {
        let mut printed = BTreeSet::new();
        for answer in answers(section) {
            assert_eq!(answer["schema"], 1, "{section}");
            paths(&answer, "", &mut printed);
        }
        // A whole solution inside another answer is documented once, and fields of a rules file by its own schema.
        let elsewhere = ["games[].", "base.", "differences[]", "variants[].changes[].value[]"];
        printed.retain(|path| !elsewhere.iter().any(|start| path.starts_with(start)));
        let documented: BTreeSet<String> = documented(section)
            .into_iter()
            .filter(|path| !unseen.contains(&path.as_str()))
            .collect();
        let missing: Vec<&String> = printed.difference(&documented).collect();
        assert!(missing.is_empty(), "{section}: docs/json.md does not name {missing:?}");
        let stale: Vec<&String> = documented.difference(&printed).collect();
        assert!(
            stale.is_empty(),
            "{section}: docs/json.md names {stale:?}, which nothing prints"
        );
    }
}
