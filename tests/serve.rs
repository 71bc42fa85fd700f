//! `croupier serve` from outside: killed in mid-round it stands where it stood, and its books hold.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;
#[path = "../crates/server/tests/live/common.rs"]
mod live;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use common::croupier;
use croupier_server::wire::{Command as Order, Felt, Phase};
use live::{Client, Seat, bet, first_of};
use serde_json::Value;

/// What the verification of a shoe checks: commitment, rules, client seeds, cut, cards, root, rounds.
const CHECKS: usize = 7;

struct Serving {
    process: Child,
    client: Client,
    said: Vec<String>,
}

impl Serving {
    /// Starts the program on any free port and reads the address it prints.
    fn start(house: &Path, more: &[&str]) -> Serving {
        let mut process = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(["serve", "--listen", "127.0.0.1:0", "--pace", "0", "--house"])
            .arg(house)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut said = Vec::new();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("the program ended").unwrap();
            said.push(line.clone());
            if let Some((_, rest)) = line.split_once("http://") {
                break rest.split('/').next().unwrap().parse().unwrap();
            }
        };
        Serving {
            process,
            client: Client::new(address),
            said,
        }
    }

    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    fn interrupt(mut self) {
        let pid = rustix::process::Pid::from_child(&self.process);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        assert!(self.process.wait().unwrap().success());
    }
}

const CALM: &[&str] = &[
    "no-insurance",
    "take-blackjack",
    "keep",
    "stand",
    "bet-1",
    "check",
    "fold",
];

async fn table_of(client: &mut Client, game: &str) -> uuid::Uuid {
    let (_, tables) = client.get("/api/v1/tables").await;
    let table = tables
        .as_array()
        .unwrap()
        .iter()
        .find(|table| table["game"] == game)
        .unwrap()
        .clone();
    table["id"].as_str().unwrap().parse().unwrap()
}

fn same(one: &Felt, other: &Felt) {
    assert_eq!(
        (one.round, &one.hands, &one.dealer),
        (other.round, &other.hands, &other.dealer)
    );
    assert_eq!(
        (&one.board, &one.extra, &one.shoe),
        (&other.board, &other.extra, &other.shoe)
    );
    assert_eq!(one.seats[0].chips, other.seats[0].chips);
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_in_mid_round_it_stands_where_it_stood_and_the_books_hold() {
    let folder = tempfile::tempdir().unwrap();
    let house = folder.path().join("house.db");
    let mut serving = Serving::start(&house, &[]);
    serving.client.post("/api/v1/guest", Value::Null).await;
    let table = table_of(&mut serving.client, "nh-holdem").await;
    let mut seat: Seat = serving.client.join(table).await;
    seat.sit(3, 5_000).await;
    let mut shoe = None;
    for round in 0..6 {
        seat.bet(bet(5)).await;
        seat.until(|felt| matches!(felt.phase, Phase::Deciding { .. })).await;
        if round % 2 == 1 {
            let (before, cookie) = (seat.felt().clone(), serving.client.cookie.clone());
            serving.kill();
            serving = Serving::start(&house, &[]);
            serving.client.cookie = cookie;
            seat = serving.client.join(table).await;
            same(seat.felt(), &before);
        }
        shoe = shoe.or(seat.felt().shoe.id);
        seat.play(first_of(CALM)).await;
    }
    // Killed while orders are on their way, whatever was answered is in the books.
    seat.done(Order::BuyIn { cents: 10_000 }).await;
    let (_, me) = serving.client.get("/api/v1/me").await;
    let cookie = serving.client.cookie.clone();
    serving.kill();
    let mut serving = Serving::start(&house, &[]);
    serving.client.cookie = cookie;
    assert_eq!(serving.client.get("/api/v1/me").await.1["chips"], me["chips"]);

    let (file, shoe) = (house.to_str().unwrap(), shoe.unwrap().to_string());
    let audit = croupier(&["audit", "--house", file]).succeeds();
    assert!(
        audit.contains("ok          6  each round, played again by its rules"),
        "{audit}"
    );
    let json: Value = serde_json::from_str(&croupier(&["audit", "--house", file, "--json"]).succeeds()).unwrap();
    assert_eq!(json["holds"], true);
    let verified = croupier(&["verify", &shoe, "--house", file]).succeeds();
    assert_eq!(verified.lines().count(), CHECKS, "{verified}");
    assert!(verified.lines().all(|line| line.starts_with("ok ")), "{verified}");
    let json = croupier(&["verify", &shoe, "--house", file, "--json"]).succeeds();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["holds"], true);
    assert_eq!(json["checks"].as_array().unwrap().len(), CHECKS);

    let (_, proof) = serving.client.get(&format!("/api/v1/shoes/{shoe}")).await;
    let paper = folder.path().join("proof.json");
    std::fs::write(&paper, proof.to_string()).unwrap();
    croupier(&["verify", paper.to_str().unwrap()]).succeeds();
    let forged = proof.to_string().replacen(proof["cards"][0].as_str().unwrap(), "2c", 1);
    let forged = forged.replacen(proof["cards"][1].as_str().unwrap(), "2d", 1);
    std::fs::write(&paper, forged).unwrap();
    croupier(&["verify", paper.to_str().unwrap()]).fails_with(1);
    croupier(&["verify", paper.to_str().unwrap(), "--json"]).fails_with(1);

    let copy = folder.path().join("copy.db");
    croupier(&["backup", copy.to_str().unwrap(), "--house", file]).succeeds();
    croupier(&["audit", "--house", copy.to_str().unwrap()]).succeeds();
    assert!(
        croupier(&["backup", copy.to_str().unwrap(), "--house", file])
            .fails_with(2)
            .contains("exists already")
    );
    serving.interrupt();
    croupier(&["audit", "--house", file]).succeeds();
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_get_a_password_once() {
    let folder = tempfile::tempdir().unwrap();
    let house = folder.path().join("house.db");
    let mut serving = Serving::start(&house, &["--floor", "Fiona", "--auditor", "Audrey"]);
    for (name, role) in [("Fiona", "floor"), ("Audrey", "auditor")] {
        let line = serving.said.iter().find(|line| line.contains(name)).unwrap();
        let password = line.split("password ").nth(1).unwrap().split(' ').next().unwrap();
        let who = serde_json::json!({ "name": name, "password": password });
        assert_eq!(serving.client.post("/api/v1/sign-in", who).await.1["role"], role);
    }
    serving.interrupt();
    let again = croupier(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--house",
        house.to_str().unwrap(),
        "--floor",
        "fiona",
    ]);
    assert!(again.fails_with(2).contains("Somebody has this name"));
}

#[test]
fn a_log_that_cannot_be_read_is_refused() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    let serve = command.args(["serve", "--listen", "127.0.0.1:0"]);
    let refused = serve.env("CROUPIER_LOG", "croupier_server=loudly").output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("CROUPIER_LOG is `croupier_server=loudly`"), "{said}");
}

#[test]
fn what_is_no_house_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (missing, text) = (folder.path().join("missing.db"), folder.path().join("text.db"));
    std::fs::write(
        &text,
        "this is not a database, and it is long enough to look like one to a careless reader".repeat(9),
    )
    .unwrap();
    let (missing_name, text) = (missing.to_str().unwrap(), text.to_str().unwrap());
    for (args, said) in [
        (&["audit", "--house", missing_name][..], "there are no books"),
        (&["backup", "copy.db", "--house", missing_name], "there are no books"),
        (
            &[
                "verify",
                "0198c0de-0000-7000-8000-000000000001",
                "--house",
                missing_name,
            ],
            "there are no books",
        ),
        (&["verify", missing_name], "neither the id of a shoe nor a file"),
        (&["verify", text], "is not a proof"),
        (&["audit", "--house", text], "not the books of a house"),
        (
            &["serve", "--listen", "127.0.0.1:0", "--house", text],
            "not the books of a house",
        ),
        (&["serve", "--listen", "here"], "write a port like 8021"),
        (&["serve", "--pace", "99999"], "0..=5000"),
    ] {
        let errors = croupier(args).fails_with(2);
        assert!(errors.contains(said), "{args:?} said: {errors}");
    }
    assert!(!missing.exists(), "nothing is made by looking for it");
}
