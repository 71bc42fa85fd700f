//! The audit, and what it is there for: books that somebody has altered behind the house's back.

use croupier_house::{Code, Entry, Line, LineKind, RoundId, ShoeId, ShoeOpening, TransferId, UserId, open};
use croupier_rules::Money;

use super::{
    BANK, TABLE, assert_clean, available, done, lost, opening, player, posted, returned, round, tamper, wager,
};

pub(crate) async fn what_is_written_cannot_be_changed(address: &str) {
    let store = open(address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    let (id, shoe) = (RoundId::fresh(), ShoeId::fresh());
    let stake = wager(TransferId::fresh(), player(0), Money::from_dollars(1), id);
    let line = Line {
        kind: LineKind::Step,
        text: "deal".to_string(),
    };
    let entries = vec![
        Entry::Shoe(ShoeOpening {
            id: shoe,
            table: TABLE,
            commitment: String::new(),
            secret: String::new(),
            format: 1,
        }),
        Entry::ShoeShuffle {
            shoe,
            text: String::new(),
        },
        Entry::ShoeEvent {
            shoe,
            number: 0,
            text: "burn 1".to_string(),
        },
        Entry::ShoeReveal { shoe },
        round(id),
        Entry::Lines {
            round: id,
            first: 0,
            lines: vec![line],
        },
        Entry::Transfer(stake),
        returned(stake),
        Entry::RoundVoid {
            round: id,
            by: UserId::new(0xC000),
            text: "misdeal".to_string(),
        },
        Entry::LossLimit {
            user: UserId::new(0xC000),
            limit: None,
        },
        Entry::Note {
            user: UserId::new(0xC000),
            kind: "test".to_string(),
            text: "passed".to_string(),
        },
    ];
    done(&*store, entries).await;
    let tables = "requests rules tables table_changes shoes shoe_mixes shoe_reveals rounds round_closes lines transfers \
         played accounts loss_limits notes shoe_events round_voids";
    for table in tables.split_whitespace() {
        let column = if table == "played" { "round_ordinal" } else { "at" };
        for sql in [
            format!("DELETE FROM {table}"),
            format!("UPDATE {table} SET {column} = {column} + 1"),
        ] {
            let refusal = tamper(address, &sql).await.expect_err(&sql).to_string();
            assert!(
                refusal.contains("never") || refusal.contains("only the balances"),
                "{sql}: {refusal}"
            );
        }
    }
    let overdrawn = tamper(address, "UPDATE accounts SET posted = -1 WHERE kind = 'player'").await;
    assert!(
        overdrawn.is_err(),
        "the database itself keeps a player's chips from going below zero"
    );
    assert_clean(&*store).await;
}

pub(crate) async fn the_audit_finds_what_was_tampered_with(address: &str) {
    let store = open(address).await.unwrap();
    done(&*store, opening(2, 100)).await;
    let id = RoundId::fresh();
    let stake = wager(TransferId::fresh(), player(0), Money::from_dollars(10), id);
    let lines = |first, count: usize| Entry::Lines {
        round: id,
        first,
        lines: vec![
            Line {
                kind: LineKind::Event,
                text: "x".to_string()
            };
            count
        ],
    };
    done(&*store, vec![round(id), Entry::Transfer(stake), lines(0, 3)]).await;
    done(
        &*store,
        vec![lost(stake, stake.amount), Entry::RoundClose { round: id }],
    )
    .await;
    done(
        &*store,
        vec![posted(Code::CashOut, player(1), BANK, Money::from_dollars(100))],
    )
    .await;
    assert_clean(&*store).await;

    unlock(address).await;
    // Each tampering, the law that finds it, and how it is undone.
    let cases = [
        (
            "UPDATE accounts SET posted = posted + 1 WHERE kind = 'house_bank'",
            "all accounts together hold nothing",
            "UPDATE accounts SET posted = posted - 1 WHERE kind = 'house_bank'",
        ),
        (
            "UPDATE account_days SET won = won + 1",
            "what is kept of a player's day",
            "UPDATE account_days SET won = won - 1",
        ),
        (
            "INSERT INTO rounds_open SELECT table_id, id FROM rounds",
            "every table has at most one open round",
            "DELETE FROM rounds_open",
        ),
        (
            "UPDATE transfers SET amount = amount + 1 WHERE code = 'buy_in'",
            "every balance kept is the sum",
            "UPDATE transfers SET amount = amount - 1 WHERE code = 'buy_in'",
        ),
        (
            "UPDATE transfers SET amount = amount + 1 WHERE code = 'cash_out'",
            "no transfer left a player with less than nothing",
            "UPDATE transfers SET amount = amount - 1 WHERE code = 'cash_out'",
        ),
        (
            "UPDATE transfers SET amount = amount - 1 WHERE code = 'wager'",
            "every resolution resolves",
            "UPDATE transfers SET amount = amount + 1 WHERE code = 'wager'",
        ),
        (
            "UPDATE requests SET reply = replace(reply, '$90', '$91')",
            "every reply says what its transfers came to",
            "UPDATE requests SET reply = replace(reply, '$91', '$90')",
        ),
        (
            "UPDATE lines SET number = 7 WHERE number = 1",
            "every round's lines are numbered",
            "UPDATE lines SET number = 1 WHERE number = 7",
        ),
        (
            "UPDATE transfers SET kind = 'pending' WHERE code = 'cash_out'",
            "every wager of a round that is over is resolved",
            "UPDATE transfers SET kind = 'posted' WHERE code = 'cash_out'",
        ),
        (
            "UPDATE rules SET text = 'name = \"another game\"'",
            "every rules file has the hash",
            "UPDATE rules SET text = 'name = \"a game\"'",
        ),
        (
            "UPDATE table_changes SET number = 1",
            "every table's changes are numbered",
            "UPDATE table_changes SET number = 0",
        ),
    ];
    for (tampering, law, undoing) in cases {
        tamper(address, tampering).await.unwrap();
        let report = store.audit().await.unwrap();
        let found = report
            .checks
            .iter()
            .any(|check| check.law.starts_with(law) && check.broken > 0);
        assert!(found, "{tampering}\n{report}");
        assert!(report.to_string().contains("BROKEN"));
        tamper(address, undoing).await.unwrap();
        assert_clean(&*store).await;
    }
    // A batch taken out with everything that follows from it still leaves its reply.
    tamper(address, "DELETE FROM transfers WHERE code = 'cash_out'")
        .await
        .unwrap();
    tamper(
        address,
        "UPDATE accounts SET posted = posted - 10000 WHERE kind = 'house_bank'",
    )
    .await
    .unwrap();
    let of_second = if address.starts_with("postgres") {
        format!("'{}'", player(1))
    } else {
        format!("x'{}'", player(1).uuid().simple())
    };
    tamper(
        address,
        &format!("UPDATE accounts SET posted = posted + 10000 WHERE id = {of_second}"),
    )
    .await
    .unwrap();
    tamper(
        address,
        &format!("UPDATE account_days SET bought = bought + 10000 WHERE account = {of_second}"),
    )
    .await
    .unwrap();
    let report = store.audit().await.unwrap();
    let broken: Vec<&str> = report
        .checks
        .iter()
        .filter(|check| check.broken > 0)
        .map(|check| check.law)
        .collect();
    assert_eq!(
        broken,
        ["behind every balance in a reply there are transfers"],
        "{report}"
    );
}

/// Takes away what keeps the rows from being changed.
async fn unlock(address: &str) {
    for table in "requests rules table_changes lines transfers".split_whitespace() {
        if address.starts_with("postgres") {
            tamper(address, &format!("ALTER TABLE {table} DISABLE TRIGGER USER"))
                .await
                .unwrap();
        } else {
            for change in ["update", "delete"] {
                tamper(address, &format!("DROP TRIGGER {table}_refuse_{change}"))
                    .await
                    .unwrap();
            }
        }
    }
}

pub(crate) async fn the_audit_is_right_while_the_house_goes_on(address: &str) {
    let store = open(address).await.unwrap();
    done(&*store, opening(2, 100)).await;
    let writing = {
        let store = store.clone();
        tokio::spawn(async move {
            for _ in 0..60 {
                done(
                    &*store,
                    vec![posted(Code::BuyIn, BANK, player(0), Money::from_cents(5))],
                )
                .await;
                done(
                    &*store,
                    vec![posted(Code::Correction, player(0), player(1), Money::from_cents(5))],
                )
                .await;
            }
        })
    };
    while !writing.is_finished() {
        assert_clean(&*store).await;
        tokio::task::yield_now().await;
    }
    writing.await.unwrap();
    assert_clean(&*store).await;
    assert_eq!(available(&*store, player(1)).await, Money::from_cents(10_300));
}
