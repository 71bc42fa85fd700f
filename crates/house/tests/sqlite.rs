//! The books in SQLite: what both databases must do, and what only a file has to.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod harness;

use croupier_house::{Code, Entry, Fault, RoundId, SqliteOptions, SqliteStore, Store, TransferId, UserId, open};
use croupier_rules::Money;

use harness::{
    BANK, assert_clean, available, batch, done, fault, lost, opening, player, posted, round, sqlite, tamper, wager,
};

conform!(sqlite);

#[tokio::test]
async fn a_full_disk_is_said_and_nothing_is_half_written() {
    let fresh = sqlite().await;
    let store = SqliteStore::open(&fresh.address).await.unwrap();
    done(&store, opening(1, 100)).await;
    store.close().await;
    let options = |pages_max| SqliteOptions {
        path: fresh.address.clone().into(),
        pages_max,
    };
    // SQLite raises the limit to what the file has, so the file is full from the start.
    let store = SqliteStore::open_with(options(Some(1))).await.unwrap();
    let mut refused = None;
    let mut written = 0;
    for _ in 0..200 {
        let buy = batch(vec![
            posted(Code::BuyIn, BANK, player(0), Money::from_dollars(1)),
            rules_of(20_000),
        ]);
        match store.commit(buy.clone()).await {
            Ok(_) => written += 1,
            Err(fault) => {
                assert!(matches!(fault, Fault::Full(_)), "{fault}");
                assert!(fault.to_string().starts_with("the disk is full"), "{fault}");
                refused = Some(buy);
                break;
            }
        }
    }
    let refused = refused.expect("the file has a limit");
    assert_eq!(available(&store, player(0)).await, Money::from_dollars(100 + written));
    assert_clean(&store).await;
    // It is still said the second time, and reading goes on.
    assert!(matches!(fault(store.commit(refused.clone()).await), Fault::Full(_)));
    assert_eq!(store.answered(refused.request).await.unwrap(), None);
    store.close().await;
    // With room again the same request goes through, once.
    let store = SqliteStore::open_with(options(None)).await.unwrap();
    let reply = store.commit(refused.clone()).await.unwrap();
    assert_eq!(store.commit(refused).await.unwrap(), reply);
    assert_eq!(available(&store, player(0)).await, Money::from_dollars(101 + written));
    assert_clean(&store).await;
}

fn rules_of(bytes: usize) -> Entry {
    let text = format!("{}{}", TransferId::fresh(), "x".repeat(bytes));
    Entry::Rules { text }
}

#[tokio::test]
async fn a_file_that_is_gone_takes_no_more_bets() {
    let fresh = sqlite().await;
    let store = open(&fresh.address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    let moved = format!("{}.moved", fresh.address);
    std::fs::rename(&fresh.address, &moved).unwrap();
    let buy = batch(vec![posted(Code::BuyIn, BANK, player(0), Money::from_dollars(1))]);
    let gone = fault(store.commit(buy.clone()).await);
    assert!(matches!(gone, Fault::Gone(_)), "{gone}");
    // Another file in its place is not it.
    std::fs::write(&fresh.address, "").unwrap();
    let replaced = fault(store.commit(buy.clone()).await);
    assert!(replaced.to_string().contains("replaced"), "{replaced}");
    std::fs::remove_file(&fresh.address).unwrap();
    std::fs::rename(&moved, &fresh.address).unwrap();
    store.commit(buy).await.unwrap();
    assert_eq!(available(&*store, player(0)).await, Money::from_dollars(101));
}

#[tokio::test]
async fn a_backup_is_whole_and_is_made_while_the_house_goes_on() {
    let fresh = sqlite().await;
    let store = open(&fresh.address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    let writing = {
        let store = store.clone();
        tokio::spawn(async move {
            for _ in 0..40 {
                done(
                    &*store,
                    vec![posted(Code::BuyIn, BANK, player(0), Money::from_dollars(1))],
                )
                .await;
            }
        })
    };
    let to = format!("{}.backup", fresh.address);
    store.backup(to.as_ref()).await.unwrap();
    writing.await.unwrap();
    let copy = open(&to).await.unwrap();
    assert_clean(&*copy).await;
    let copied = available(&*copy, player(0)).await;
    assert!(copied >= Money::from_dollars(100) && copied <= Money::from_dollars(140));
    // The copy is books like any other.
    done(
        &*copy,
        vec![posted(Code::BuyIn, BANK, player(0), Money::from_dollars(1))],
    )
    .await;
    assert!(!std::path::Path::new(&format!("{to}.partial")).exists());

    let again = fault(store.backup(to.as_ref()).await);
    assert!(matches!(again, Fault::BackupExists(_)), "{again}");
    let nowhere = format!("{}.missing/backup", fresh.address);
    assert!(matches!(
        fault(store.backup(nowhere.as_ref()).await),
        Fault::Backup { .. }
    ));
}

#[tokio::test]
async fn an_older_file_is_upgraded_with_all_that_is_in_it() {
    let fresh = sqlite().await;
    let first = include_str!("../src/schema/sqlite_1.sql");
    let person = "INSERT INTO users VALUES (x'000000000000000000000000000000C1', 'Ann', 'ann', NULL, 'player', 5)";
    let marks = "PRAGMA application_id = 1129467733; PRAGMA user_version = 1";
    let old = format!("{first};{person};{marks}");
    tamper(&format!("{}?mode=rwc", fresh.address), &old).await.unwrap();
    let store = open(&fresh.address).await.unwrap();
    let ann = UserId::new(0xC1);
    assert_eq!(store.user(ann).await.unwrap().unwrap().name, "Ann");
    assert_eq!(store.loss_limit(ann).await.unwrap(), None);
    let limit = Some(Money::from_dollars(5));
    done(&*store, vec![Entry::LossLimit { user: ann, limit }]).await;
    assert_eq!(store.loss_limit(ann).await.unwrap(), limit);
    assert_clean(&*store).await;
}

#[tokio::test]
async fn newer_foreign_and_damaged_files_are_refused() {
    let fresh = sqlite().await;
    let store = open(&fresh.address).await.unwrap();
    done(&*store, opening(3, 100)).await;
    for number in 0..3 {
        let id = RoundId::fresh();
        let stake = wager(TransferId::fresh(), player(number), Money::from_dollars(1), id);
        done(
            &*store,
            vec![
                round(id),
                Entry::Transfer(stake),
                lost(stake, stake.amount),
                Entry::RoundClose { round: id },
            ],
        )
        .await;
    }
    store.close().await;

    tamper(&fresh.address, "PRAGMA user_version = 99").await.unwrap();
    let newer = fault(open(&fresh.address).await);
    assert!(matches!(newer, Fault::Newer { found: 99, .. }), "{newer}");
    assert!(newer.to_string().contains("use a newer croupier"), "{newer}");
    tamper(&fresh.address, "PRAGMA user_version = 6").await.unwrap();

    let foreign = sqlite().await;
    tamper(
        &format!("{}?mode=rwc", foreign.address),
        "CREATE TABLE diary (entry TEXT)",
    )
    .await
    .unwrap();
    let refused = fault(open(&foreign.address).await);
    assert!(matches!(refused, Fault::Foreign(_)), "{refused}");
    let text = sqlite().await;
    std::fs::write(
        &text.address,
        "not a database, but long enough to be looked at as one: ".repeat(20),
    )
    .unwrap();
    let refused = fault(open(&text.address).await);
    assert!(matches!(refused, Fault::Foreign(_)), "{refused}");

    // A row that refers to nothing.
    tamper(
        &fresh.address,
        "PRAGMA foreign_keys = OFF; DROP TRIGGER rules_refuse_delete; DELETE FROM rules",
    )
    .await
    .unwrap();
    let dangling = fault(open(&fresh.address).await);
    assert!(
        dangling
            .to_string()
            .contains("a row of rounds refers to a missing row of rules"),
        "{dangling}"
    );

    // A page of zeros in the middle of the file.
    let mut bytes = std::fs::read(&fresh.address).unwrap();
    let middle = bytes.len() / 4096 / 2 * 4096;
    bytes[middle..middle + 4096].fill(0);
    std::fs::write(&fresh.address, bytes).unwrap();
    let damaged = fault(open(&fresh.address).await);
    assert!(matches!(damaged, Fault::Damaged(_)), "{damaged}");
}

#[tokio::test]
async fn the_file_is_kept_with_care() {
    let fresh = sqlite().await;
    let store = open(&fresh.address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    assert!(
        std::path::Path::new(&format!("{}-wal", fresh.address)).exists(),
        "the log is beside the file"
    );
    let unopened = fault(open("/nowhere/at/all/house.db").await);
    assert!(matches!(unopened, Fault::Gone(_)), "{unopened}");
}

/// Two houses over one file would deal the same cards, so the second is told who is there.
#[tokio::test]
async fn one_house_alone_serves_a_file() {
    let fresh = sqlite().await;
    let store = open(&fresh.address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    let taken = fault(open(&fresh.address).await);
    assert!(matches!(taken, Fault::Taken(_)), "{taken}");
    assert!(taken.to_string().contains("stop it first"), "{taken}");
    store.close().await;
    open(&fresh.address).await.unwrap().close().await;
}

/// A house that closes lets go of the file when its last batch is written, in the same process too, even if whoever closes
/// it does not wait for those who still read.
#[tokio::test]
async fn a_house_that_closes_lets_go_of_the_file() {
    let fresh = sqlite().await;
    let store = open(&fresh.address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    let reading = store.snapshot().await.unwrap();
    let closing = tokio::time::timeout(std::time::Duration::from_secs(1), store.close()).await;
    assert!(closing.is_err(), "somebody reads");
    let next = open(&fresh.address).await.unwrap();
    assert_eq!(available(&*reading, player(0)).await, Money::from_dollars(100));
    assert_eq!(available(&*next, player(0)).await, Money::from_dollars(100));
    next.close().await;
}

/// Somebody holds SQLite's lock: everybody who waits is told within seconds, and not one after the other.
#[tokio::test]
async fn a_file_that_somebody_else_writes_to_is_said_in_time() {
    let fresh = sqlite().await;
    let store = open(&fresh.address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    let path = format!("sqlite://{}", fresh.address);
    let mut other = <sqlx::SqliteConnection as sqlx::Connection>::connect(&path)
        .await
        .unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let begun = std::time::Instant::now();
    let mut tasks = Vec::new();
    for _ in 0..100 {
        let store = store.clone();
        let buy = batch(vec![posted(Code::BuyIn, BANK, player(0), Money::from_dollars(1))]);
        tasks.push(tokio::spawn(async move { (store.commit(buy.clone()).await, buy) }));
    }
    let mut asked = Vec::new();
    for task in tasks {
        let (answer, buy) = task.await.unwrap();
        let busy = fault(answer);
        assert!(matches!(busy, Fault::Busy(_) | Fault::Gone(_)), "{busy}");
        asked.push(buy);
    }
    // A group that was already waiting, and the one that has gathered behind it.
    assert!(
        begun.elapsed() < std::time::Duration::from_secs(14),
        "{:?}",
        begun.elapsed()
    );
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    for buy in asked {
        store.commit(buy).await.unwrap();
    }
    assert_eq!(available(&*store, player(0)).await, Money::from_dollars(200));
    assert_clean(&*store).await;
}
