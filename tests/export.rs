//! `croupier export` from outside: the books of a small house and the outcomes of a game, in all three forms.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::path::{Path, PathBuf};

use common::croupier;
use croupier_house::{
    Account, AccountId, AccountKind, Batch, Code, Credential, Entry, Hash, Moment, Reply, RequestId, Role, RoundId,
    RoundOpening, TableChange, TableId, TableStanding, Transfer, TransferId, TransferKind, User, UserId,
};
use croupier_rules::Money;

const RULES: &str = "name = \"a game\"";
const BANK: AccountId = AccountId::new(0xA1);
const RACK: AccountId = AccountId::new(0xA2);
const PLAYER: AccountId = AccountId::new(0xB1);
const TABLE: TableId = TableId::new(0xF1);

/// The books of a house with two rounds: a bet of $5 lost, a bet of $10 paid $15.
fn books(folder: &Path) -> PathBuf {
    let path = folder.join("house.sqlite");
    let user = UserId::new(0xC1);
    let transfer = |code, debit, credit, dollars, kind, round| Transfer {
        id: TransferId::fresh(),
        debit,
        credit,
        amount: Money::from_dollars(dollars),
        kind,
        code,
        round,
    };
    let mut entries = vec![
        Entry::Rules {
            text: RULES.to_string(),
        },
        Entry::Table(TableChange {
            table: TABLE,
            number: 0,
            standing: TableStanding::Open,
            text: "{}".to_string(),
        }),
        Entry::User(User {
            id: user,
            name: "Ann".to_string(),
            credential: Credential::Guest,
            role: Role::Player,
        }),
    ];
    for (id, kind) in [
        (BANK, AccountKind::HouseBank),
        (RACK, AccountKind::Rack(TABLE)),
        (PLAYER, AccountKind::Player(user)),
    ] {
        entries.push(Entry::Account(Account { id, kind }));
    }
    let posted = TransferKind::Posted;
    entries.push(Entry::Transfer(transfer(Code::BuyIn, BANK, PLAYER, 100, posted, None)));
    // A table has one open round at a time, so each round is a batch of its own.
    let mut batches = vec![std::mem::take(&mut entries)];
    for (number, dollars, won) in [(1, 5, 0), (2, 10, 15)] {
        let round = RoundId::new(0xE0 + number);
        entries.push(Entry::Round(RoundOpening {
            id: round,
            table: TABLE,
            rules: Hash::of(RULES.as_bytes()),
            shoe: None,
            format: 1,
            text: "seat 1, \"ante\" and more".to_string(),
        }));
        let wager = transfer(Code::Wager, PLAYER, RACK, dollars, TransferKind::Pending, Some(round));
        entries.push(Entry::Transfer(wager));
        let (code, kind) = match won {
            0 => (Code::Loss, TransferKind::Post { pending: wager.id }),
            _ => (Code::Returned, TransferKind::Void { pending: wager.id }),
        };
        entries.push(Entry::Transfer(transfer(
            code,
            PLAYER,
            RACK,
            dollars,
            kind,
            Some(round),
        )));
        if won > 0 {
            entries.push(Entry::Transfer(transfer(
                Code::Payout,
                RACK,
                PLAYER,
                won,
                posted,
                Some(round),
            )));
        }
        entries.push(Entry::RoundClose { round });
        batches.push(std::mem::take(&mut entries));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let store = croupier_house::open(path.to_str().unwrap()).await.unwrap();
        for entries in batches {
            let mut batch = Batch::new(RequestId::fresh(), Moment(1_700_000_000_000_000));
            batch.entries = entries;
            let reply = store.commit(batch).await.unwrap();
            assert!(matches!(reply, Reply::Done { .. }), "{reply:?}");
        }
        store.close().await;
    });
    path
}

/// Exports and reads the file.
fn export(folder: &Path, args: &[&str]) -> Vec<u8> {
    let out = folder.join("out");
    let mut all = vec!["export"];
    all.extend(args);
    all.extend(["-o", out.to_str().unwrap()]);
    croupier(&all).succeeds();
    std::fs::read(out).unwrap()
}

#[test]
fn rounds_and_transfers_of_the_house_in_three_forms() {
    let folder = tempfile::tempdir().unwrap();
    let house = books(folder.path());
    let house = house.to_str().unwrap();
    let rounds = String::from_utf8(export(folder.path(), &["rounds", "--house", house])).unwrap();
    let lines: Vec<&str> = rounds.lines().collect();
    assert_eq!(lines.len(), 3, "{rounds}");
    assert!(lines[0].starts_with("ordinal,round,table,rules,shoe,opened,closed,wagered_cents"));
    assert!(
        lines[1].contains(",2023-11-14T22:13:20Z,2023-11-14T22:13:20Z,500,500,0,500,\"seat 1, \"\"ante\"\" and more\"")
    );
    assert!(lines[2].contains(",1000,0,1500,-1500,"));
    let transfers = export(folder.path(), &["transfers", "--house", house, "--format", "jsonl"]);
    let transfers: Vec<serde_json::Value> = String::from_utf8(transfers)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let codes: Vec<&str> = transfers.iter().map(|row| row["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["buy_in", "wager", "loss", "wager", "returned", "payout"]);
    assert_eq!(transfers[0]["debit"], "bank");
    assert_eq!(transfers[0]["round"], serde_json::Value::Null);
    assert_eq!(transfers[2]["pending"], transfers[1]["transfer"]);
    assert_eq!(transfers[5]["amount_cents"], 1500);
    let parquet = export(folder.path(), &["transfers", "--house", house, "--format", "parquet"]);
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
}

#[test]
fn outcomes_of_a_game_are_the_solvers() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["outcomes", "nh-holdem", "--format", "jsonl", "--rounds", "20000"];
    let text = String::from_utf8(export(folder.path(), &args)).unwrap();
    let rows: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let solved: serde_json::Value =
        serde_json::from_str(&croupier(&["solve", "nh-holdem", "--json"]).succeeds()).unwrap();
    let outcomes = solved["wagers"].as_array().unwrap().iter().flat_map(|wager| {
        wager["outcomes"]
            .as_array()
            .unwrap()
            .iter()
            .map(move |outcome| (&wager["id"], outcome))
    });
    let outcomes: Vec<_> = outcomes.collect();
    assert_eq!(rows.len(), outcomes.len());
    for (row, (wager, outcome)) in rows.iter().zip(outcomes) {
        assert_eq!((&row["wager"], &row["outcome"]), (wager, &outcome["row"]));
        assert_eq!(row["probability"], outcome["probability"]);
        assert_eq!(row["count"], outcome["count"]);
        assert_eq!(row["simulated_rounds"], 20000);
    }
}

#[test]
fn bad_input_is_told_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.csv");
    let out = out.to_str().unwrap();
    let books = folder.path().join("none.sqlite");
    let books = books.to_str().unwrap();
    for (args, said) in [
        (vec!["rounds", "-o", out], "--house"),
        (
            vec!["rounds", "nh21-plus", "--house", books, "-o", out],
            "leave out `nh21-plus`",
        ),
        (vec!["transfers", "--house", books, "-o", out], "there are no books"),
        (vec!["transfers", "--house", "Cargo.toml", "-o", out], "not"),
        (vec!["outcomes", "-o", out], "name it"),
        (vec!["outcomes", "poker", "-o", out], "there is no game and no file"),
        (vec!["outcomes", "nh-holdem", "--bet", "3", "-o", out], "is not allowed"),
        (
            vec!["outcomes", "nh-holdem", "--house", books, "-o", out],
            "leave out --house",
        ),
        (
            vec!["outcomes", "nh-holdem", "-o", "no/such/folder/out.csv"],
            "no/such/folder",
        ),
        (vec!["chips", "-o", out], "possible values"),
    ] {
        let mut all = vec!["export"];
        all.extend(args.iter());
        let errors = croupier(&all).fails_with(2);
        assert!(errors.contains(said), "{args:?} said: {errors}");
    }
    assert!(!Path::new(out).exists() && !Path::new(books).exists());
}
