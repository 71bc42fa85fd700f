//! What an operator does with the books from outside: people, corrections, fills and credits, settings.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::process::{Command, Output};

use croupier_house::{AccountKind, Batch, Entry, Purpose, RequestId, Role, TableId};
use croupier_server::ledger::now;
use croupier_server::room::{Options, Room};

fn run(house: &str, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(words)
        .env("CROUPIER_HOUSE", house)
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

async fn posted(house: &str, kind: AccountKind) -> i64 {
    let store = croupier_house::open_for(house, Purpose::Read).await.unwrap();
    let (_, balance) = store.account_of(kind).await.unwrap().unwrap();
    balance.posted.cents()
}

#[tokio::test(flavor = "multi_thread")]
async fn people_and_chips_are_changed_beside_a_running_house() {
    let folder = tempfile::tempdir().unwrap();
    let house = folder.path().join("house.db").to_str().unwrap().to_string();
    // The house is open all the while.
    let room = Room::open(croupier_house::open(&house).await.unwrap(), Options::default())
        .await
        .unwrap();
    room.sign_up("Flo", "correct horse", Role::Floor).await.ok().unwrap();
    room.sign_up("Max", "correct horse", Role::Player).await.ok().unwrap();
    let ann = room.sign_up("Ann", "correct horse", Role::Player).await.ok().unwrap();
    assert!(room.visitor(&ann.token).await.unwrap().is_some());

    let list = said(&run(&house, &["person", "list"]));
    assert!(
        list.contains("floor    member    Flo") && list.contains("player   member    Ann"),
        "{list}"
    );
    let changed = run(&house, &["person", "password", "Ann"]);
    assert!(changed.status.success(), "{}", said(&changed));
    let password = said(&changed).split_whitespace().nth(5).unwrap().to_string();
    assert!(room.sign_in("Ann", "correct horse").await.is_err());
    assert!(room.sign_in("Ann", &password).await.is_ok());
    let store = croupier_house::open_for(&house, Purpose::Read).await.unwrap();
    let token = croupier_house::Hash::of(ann.token.as_bytes());
    assert_eq!(store.session(&token).await.unwrap(), None, "the old session is over");
    assert!(run(&house, &["person", "disable", "Ann"]).status.success());
    assert!(room.sign_in("Ann", &password).await.is_err());
    assert!(run(&house, &["person", "role", "Max", "auditor"]).status.success());
    assert_eq!(store.user_named("Max").await.unwrap().unwrap().role, Role::Auditor);
    let nobody = run(&house, &["person", "disable", "Nobody"]);
    assert_eq!(nobody.status.code(), Some(2), "{}", said(&nobody));

    // Chips move under two names, of two people who work here.
    let table: TableId = room.tables()[0].table.id;
    let rack = format!("rack:{table}");
    let correct = |by: &str, approved: &str| {
        run(
            &house,
            &[
                "correct",
                "--from",
                "bank",
                "--to",
                &rack,
                "--amount",
                "25",
                "--reason",
                "miscounted fill",
                "--by",
                by,
                "--approved-by",
                approved,
            ],
        )
    };
    for (by, approved) in [("Flo", "Flo"), ("Flo", "Ann"), ("Flo", "Nobody")] {
        let refused = correct(by, approved);
        assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    }
    let before = posted(&house, AccountKind::Rack(table)).await;
    let done = correct("Flo", "Max");
    assert!(done.status.success(), "{}", said(&done));
    assert_eq!(posted(&house, AccountKind::Rack(table)).await, before + 2500);
    // The names and the reason are in the books.
    let request: RequestId = said(&done)
        .split("request ")
        .nth(1)
        .unwrap()
        .split(')')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let answered = store.answered(request).await.unwrap().unwrap();
    let kept = format!("{:?}", answered.reply);
    assert!(
        kept.contains("miscounted fill") && kept.contains("Flo") && kept.contains("Max"),
        "{kept}"
    );
    let table = table.to_string();
    let names = ["--by", "Flo", "--approved-by", "Max"];
    for (command, dollars) in [("fill", "100"), ("credit", "40")] {
        let mut words = vec![command, table.as_str(), dollars];
        words.extend(names);
        let moved = run(&house, &words);
        assert!(moved.status.success(), "{}", said(&moved));
    }
    let table: TableId = table.parse().unwrap();
    assert_eq!(
        posted(&house, AccountKind::Rack(table)).await,
        before + 2500 + 10_000 - 4_000
    );
    // The night's report has them, and they come to what is in the rack.
    let night = run(&house, &["night", "--json"]);
    assert!(night.status.success(), "{}", said(&night));
    let night: serde_json::Value = serde_json::from_slice(&night.stdout).unwrap();
    let lines = night["tables"].as_array().unwrap();
    let line = lines.iter().find(|line| line["id"] == table.to_string()).unwrap();
    let cents = |name: &str| line["figures"][name].as_i64().unwrap();
    assert_eq!(
        (cents("credits"), cents("corrections"), cents("rounds")),
        (4_000, 2_500, 0)
    );
    let rack = posted(&house, AccountKind::Rack(table)).await;
    assert_eq!(cents("fills") - cents("credits") + cents("corrections"), rack);
    let printed = said(&run(&house, &["night", "--start", "06:00"]));
    assert!(
        printed.contains("corrections") && printed.contains("all tables"),
        "{printed}"
    );
    let wrong = run(&house, &["night", "yesterday"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", said(&wrong));
    // Nothing is old enough to be archived, and nothing of today or of a file that is there may be.
    let archive = folder.path().join("old.parquet").to_str().unwrap().to_string();
    let none = run(&house, &["archive", &archive, "--before", "2020-01-01"]);
    assert!(said(&none).contains("No round is to be archived"), "{}", said(&none));
    for (file, day) in [
        (&archive, "2999-01-01"),
        (&archive, "yesterday"),
        (&house, "2020-01-01"),
    ] {
        let refused = run(&house, &["archive", file, "--before", day]);
        assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    }
    let missing = run(&house, &["audit", "--archive", &archive]);
    assert_eq!(missing.status.code(), Some(2), "{}", said(&missing));
    let audit = run(&house, &["audit"]);
    assert!(audit.status.success(), "{}", said(&audit));
    // A batch of the house itself goes on meanwhile.
    let batch = Batch::new(RequestId::fresh(), now()).with(Entry::SessionsExpire { before: now() });
    room.store.commit(batch).await.unwrap();
    room.store.close().await;
}

#[test]
fn settings_come_from_a_file_and_passwords_are_never_printed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("croupier.toml");
    let serve = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(["serve", "--config"]).arg(&file).output().unwrap()
    };
    let unknown = serve("colour = \"red\"\n");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        said(&unknown).contains("`colour`, which is no option"),
        "{}",
        said(&unknown)
    );
    let secret = "listen = \"127.0.0.1:0\"\nhouse = \"postgres://house:hunter2@127.0.0.1:1/books\"\n";
    let refused = serve(secret);
    assert!(!refused.status.success());
    assert!(
        said(&refused).contains("postgres://house@127.0.0.1:1/books"),
        "{}",
        said(&refused)
    );
    for words in [["audit", ""], ["verify", "0198c0de-0000-7000-8000-000000000001"]] {
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let output = run("postgres://house:hunter2@127.0.0.1:1/books", &words);
        assert!(!said(&output).contains("hunter2"), "{}", said(&output));
    }
    assert!(!said(&refused).contains("hunter2"), "{}", said(&refused));
}
