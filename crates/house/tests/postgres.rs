//! The books in PostgreSQL: what both databases must do, and what only a server has to. The server is Debian's, started
//! by `tests/postgres.sh`.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod harness;

use std::time::Duration;

use croupier_house::{
    Batch, Code, Entry, Fault, Owner, PgStore, Reply, RoundId, Status, Store, TransferId, UserId, open,
};
use croupier_rules::Money;
use sqlx::Connection;

use harness::{
    BANK, PgHost, RACK, TABLE, assert_clean, at_table, available, batch, done, fault, lost, opening, player, posted,
    postgres, returned, round, round_at, tables, tamper, wager,
};

conform!(postgres);

/// Several houses at one database, all writing about the same few accounts and the same rounds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn houses_that_share_the_books_do_not_harm_each_other() {
    const HOUSES: u32 = 4;
    const ROUNDS: u32 = 12;
    let fresh = postgres().await;
    let first = open(&fresh.address).await.unwrap();
    done(&*first, opening(HOUSES, 100)).await;
    done(&*first, tables(0..HOUSES)).await;
    let mut tasks = Vec::new();
    for number in 0..HOUSES {
        let address = fresh.address.clone();
        tasks.push(tokio::spawn(async move {
            let store = open(&address).await.unwrap();
            for turn in 0..ROUNDS {
                let id = RoundId::fresh();
                let stake = wager(TransferId::fresh(), player(number), Money::from_dollars(1), id);
                let stake = at_table(number, stake);
                done(&*store, vec![round_at(number, id), Entry::Transfer(stake)]).await;
                // Named in the other order by every second house, which would lock in a circle if nobody sorted.
                let mut entries = vec![
                    posted(Code::Fill, BANK, RACK, Money::from_cents(1)),
                    posted(
                        Code::BuyIn,
                        BANK,
                        player((number + turn) % HOUSES),
                        Money::from_cents(2),
                    ),
                ];
                if number % 2 == 0 {
                    entries.reverse();
                }
                entries.push(if turn % 2 == 0 {
                    lost(stake, stake.amount)
                } else {
                    returned(stake)
                });
                entries.push(Entry::RoundClose { round: id });
                done(&*store, entries).await;
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let mut total = Money::ZERO;
    for number in 0..HOUSES {
        total += available(&*first, player(number)).await;
    }
    let houses = i64::from(HOUSES);
    let lost = Money::from_dollars(1) * houses * i64::from(ROUNDS / 2);
    let bought = Money::from_cents(2) * houses * i64::from(ROUNDS);
    assert_eq!(total, Money::from_dollars(100) * houses + bought - lost);
    assert_clean(&*first).await;
}

/// Many houses try to resolve the same wager and to write the same line: one of them does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wager_is_resolved_once_by_whoever_comes_first() {
    const HOUSES: usize = 4;
    let fresh = postgres().await;
    let mut stores = Vec::new();
    for _ in 0..HOUSES {
        stores.push(open(&fresh.address).await.unwrap());
    }
    done(&*stores[0], opening(1, 100)).await;
    for _ in 0..10 {
        let id = RoundId::fresh();
        let stake = wager(TransferId::fresh(), player(0), Money::from_dollars(1), id);
        done(&*stores[0], vec![round(id), Entry::Transfer(stake)]).await;
        let mut tasks = Vec::new();
        for (place, store) in stores.iter().cloned().enumerate() {
            let resolution = if place % 2 == 0 {
                returned(stake)
            } else {
                lost(stake, stake.amount)
            };
            let line = Entry::Lines {
                round: id,
                first: 0,
                lines: Vec::new(),
            };
            tasks.push(tokio::spawn(async move {
                store.commit(batch(vec![line, resolution])).await.unwrap()
            }));
        }
        let mut accepted = 0;
        for task in tasks {
            accepted += u32::from(matches!(task.await.unwrap(), Reply::Done { .. }));
        }
        assert_eq!(accepted, 1);
        done(&*stores[0], vec![Entry::RoundClose { round: id }]).await;
    }
    assert_clean(&*stores[0]).await;
}

/// The server is killed and comes back: what was acknowledged is there, what was asked meanwhile fails with a reason, and
/// the same store goes on.
#[tokio::test]
async fn a_server_that_is_gone_is_said_and_comes_back() {
    let host = PgHost::start();
    let fresh = host.books().await;
    let store = open(&fresh.address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    let mut bought = 0;
    for _ in 0..3 {
        for _ in 0..5 {
            done(
                &*store,
                vec![posted(Code::BuyIn, BANK, player(0), Money::from_dollars(1))],
            )
            .await;
            bought += 1;
        }
        host.order("stop", "stopped");
        let buy = batch(vec![posted(Code::BuyIn, BANK, player(0), Money::from_dollars(1))]);
        let gone = fault(store.commit(buy.clone()).await);
        assert!(matches!(gone, Fault::Gone(_)), "{gone}");
        assert!(matches!(fault(store.accounts().await), Fault::Gone(_)));
        host.order("start", "ready");
        let reply = store.commit(buy.clone()).await.unwrap();
        assert_eq!(store.commit(buy).await.unwrap(), reply);
        bought += 1;
    }
    assert_eq!(available(&*store, player(0)).await, Money::from_dollars(100 + bought));
    assert_clean(&*store).await;
}

#[tokio::test]
async fn newer_books_wrong_addresses_and_careless_servers_are_refused() {
    let host = PgHost::start();
    let fresh = host.books().await;
    open(&fresh.address).await.unwrap().close().await;
    open(&fresh.address).await.unwrap().close().await;
    tamper(&fresh.address, "UPDATE house_version SET version = 99")
        .await
        .unwrap();
    let newer = fault(open(&fresh.address).await);
    assert!(matches!(newer, Fault::Newer { found: 99, .. }), "{newer}");

    let missing = fault(open(&fresh.address.replace("/house_", "/mouse_")).await);
    assert!(matches!(missing, Fault::Gone(_)), "{missing}");
    let nonsense = fault(open("postgres://house:@host:notaport/x").await);
    assert!(matches!(nonsense, Fault::Unable(_)), "{nonsense}");

    tamper(&fresh.address, "UPDATE house_version SET version = 4")
        .await
        .unwrap();
    tamper(&fresh.address, "ALTER SYSTEM SET fsync = off").await.unwrap();
    host.order("restart", "ready");
    let careless = fault(open(&fresh.address).await);
    assert!(matches!(careless, Fault::Careless(_)), "{careless}");
}

#[tokio::test]
async fn older_books_are_upgraded_with_all_that_is_in_them() {
    let fresh = postgres().await;
    let first = include_str!("../src/schema/postgres_1.sql");
    let version = "CREATE TABLE house_version (version BIGINT NOT NULL); INSERT INTO house_version VALUES (1)";
    let person = "INSERT INTO users VALUES ('00000000-0000-0000-0000-0000000000c1', 'Ann', 'ann', NULL, 'player', 5)";
    tamper(&fresh.address, &format!("{first};{version};{person}"))
        .await
        .unwrap();
    let store = open(&fresh.address).await.unwrap();
    let ann = UserId::new(0xC1);
    assert_eq!(store.user(ann).await.unwrap().unwrap().name, "Ann");
    let limit = Some(Money::from_dollars(5));
    done(&*store, vec![Entry::LossLimit { user: ann, limit }]).await;
    assert_eq!(store.loss_limit(ann).await.unwrap(), limit);
    assert_clean(&*store).await;
}

#[tokio::test]
async fn a_backup_is_left_to_the_server() {
    let fresh = postgres().await;
    let store = PgStore::open(&fresh.address).await.unwrap();
    let unable = fault(store.backup("/tmp/never".as_ref()).await);
    assert!(unable.to_string().contains("pg_dump"), "{unable}");
    assert!(!std::path::Path::new("/tmp/never").exists());
}

/// The server's processes hang without a word, as behind a network that is cut: it is said in time, and the same store
/// goes on as soon as new connections are answered.
#[tokio::test]
async fn a_server_that_hangs_is_said_in_time_and_healed() {
    let host = PgHost::start();
    let fresh = host.books().await;
    let store = open(&fresh.address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    available(&*store, player(0)).await;
    let hung = host.signal_croupiers(&fresh.address, "STOP").await;
    assert!(!hung.is_empty());
    PgHost::signal(&[host.postmaster()], "STOP");
    let begun = std::time::Instant::now();
    let buy = batch(vec![posted(Code::BuyIn, BANK, player(0), Money::from_dollars(1))]);
    let (written, read) = tokio::join!(store.commit(buy.clone()), store.accounts());
    assert!(matches!(fault(written), Fault::Gone(_)));
    assert!(matches!(fault(read), Fault::Gone(_)));
    // Four seconds are set; without an end of ours it would be minutes until the system gives the connection up.
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    // New connections are answered while the old ones still hang.
    PgHost::signal(&[host.postmaster()], "CONT");
    let reply = once_it_answers(&*store, &buy).await;
    assert_eq!(store.commit(buy).await.unwrap(), reply);
    PgHost::signal(&hung, "CONT");
    assert_eq!(available(&*store, player(0)).await, Money::from_dollars(101));
    assert_clean(&*store).await;
}

/// Asks for the same batch again while the database counts as gone, as a table does: it is written once, however often it is asked for.
async fn once_it_answers(store: &dyn Store, batch: &Batch) -> Reply {
    for _ in 0..20 {
        match store.commit(batch.clone()).await {
            Ok(reply) => return reply,
            Err(Fault::Gone(_)) => {}
            Err(fault) => panic!("{fault}"),
        }
    }
    panic!("new connections are answered, and the store found none");
}

/// A standby that only reads is a database that cannot be written to, not a mistake of ours.
#[tokio::test]
async fn a_server_that_only_reads_counts_as_gone() {
    let host = PgHost::start();
    let fresh = host.books().await;
    let store = open(&fresh.address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    tamper(&fresh.address, "ALTER SYSTEM SET default_transaction_read_only = on")
        .await
        .unwrap();
    host.order("restart", "ready");
    let buy = batch(vec![posted(Code::BuyIn, BANK, player(0), Money::from_dollars(1))]);
    let gone = fault(store.commit(buy).await);
    assert!(matches!(gone, Fault::Gone(_)), "{gone}");
}

fn owner(address: &str) -> Owner {
    Owner {
        id: uuid::Uuid::now_v7(),
        address: address.to_string(),
    }
}

/// A lease is taken by one server, kept by renewing it, and lost to another when it ends; the epoch keeps the late one
/// from writing, and its refusal is not the answer to the request.
#[tokio::test]
async fn a_lease_keeps_a_late_server_from_writing() {
    let fresh = postgres().await;
    let (first, second) = (open(&fresh.address).await.unwrap(), open(&fresh.address).await.unwrap());
    done(&*first, opening(1, 100)).await;
    let (ann, bob) = (owner("ann:1"), owner("bob:1"));
    let short = Duration::from_millis(300);
    let long = Duration::from_secs(30);
    let leases = first.leases().unwrap();
    let held = leases.take(TABLE, &ann, long).await.unwrap().unwrap();
    assert_eq!(held.epoch, 1);
    assert_eq!(second.leases().unwrap().take(TABLE, &bob, long).await.unwrap(), None);
    assert_eq!(
        leases
            .renew(&ann, &[(held, "a card".to_string())], short)
            .await
            .unwrap(),
        [TABLE]
    );
    let seen = second.leases().unwrap().all().await.unwrap();
    assert_eq!(
        (seen[0].owner.clone(), seen[0].card.as_str(), seen[0].ended),
        (ann.clone(), "a card", false)
    );

    // While the lease is the newest its batches are written, even after its end, as long as nobody has taken over.
    let leased = |lease, entries| {
        let mut batch = batch(entries);
        batch.lease = Some(lease);
        batch
    };
    tokio::time::sleep(short * 2).await;
    let id = RoundId::fresh();
    let stake = wager(TransferId::fresh(), player(0), Money::from_dollars(1), id);
    let opened = leased(held, vec![round(id), Entry::Transfer(stake)]);
    assert!(matches!(first.commit(opened).await.unwrap(), Reply::Done { .. }));

    let taken = second.leases().unwrap().take(TABLE, &bob, long).await.unwrap().unwrap();
    assert_eq!(taken.epoch, 2);
    let late = leased(held, vec![lost(stake, stake.amount)]);
    let lost_lease = Reply::Refused {
        entry: 0,
        status: Status::LeaseLost,
    };
    assert_eq!(first.commit(late.clone()).await.unwrap(), lost_lease);
    assert_eq!(leases.renew(&ann, &[(held, String::new())], long).await.unwrap(), []);
    assert_eq!(first.answered(late.request).await.unwrap(), None);
    // The same request goes through where the table is dealt now.
    let again = Batch {
        lease: Some(taken),
        ..late
    };
    assert!(matches!(second.commit(again).await.unwrap(), Reply::Done { .. }));
    // Handed over, it is free at once, and the epoch goes on.
    second.leases().unwrap().release(&bob, &[TABLE]).await.unwrap();
    assert_eq!(leases.take(TABLE, &ann, long).await.unwrap().unwrap().epoch, 3);
    assert_clean(&*first).await;
}

/// A batch waits for nobody who renews its lease, and always for somebody who is taking the table over.
#[tokio::test]
async fn renewing_holds_up_nobody_and_a_takeover_everybody() {
    let fresh = postgres().await;
    let store = open(&fresh.address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    let held = store
        .leases()
        .unwrap()
        .take(TABLE, &owner("ann:1"), Duration::from_secs(30))
        .await
        .unwrap();
    let id = RoundId::fresh();
    let stake = wager(TransferId::fresh(), player(0), Money::from_dollars(1), id);
    let leased = |entries| Batch {
        lease: held,
        ..batch(entries)
    };
    let opened = leased(vec![round(id), Entry::Transfer(stake)]);
    let mut other = sqlx::PgConnection::connect(&fresh.address).await.unwrap();
    let renewing = "BEGIN; UPDATE leases SET expires = clock_timestamp(), card = 'renewed'";
    sqlx::raw_sql(renewing).execute(&mut other).await.unwrap();
    assert!(matches!(store.commit(opened).await.unwrap(), Reply::Done { .. }));

    let taking_over = "COMMIT; BEGIN; UPDATE leases SET epoch = epoch + 1";
    sqlx::raw_sql(taking_over).execute(&mut other).await.unwrap();
    let late = store.commit(leased(vec![lost(stake, stake.amount)]));
    tokio::pin!(late);
    let waited = tokio::time::timeout(Duration::from_millis(500), &mut late).await;
    assert!(
        waited.is_err(),
        "answered before it is known whose table it is: {waited:?}"
    );
    sqlx::raw_sql("COMMIT").execute(&mut other).await.unwrap();
    let refused = Reply::Refused {
        entry: 0,
        status: Status::LeaseLost,
    };
    assert_eq!(late.await.unwrap(), refused);
    assert_clean(&*store).await;
}

/// A server that hangs inside its transaction, with the lease locked, is thrown out in time for another to take over.
#[tokio::test]
async fn a_hung_transaction_does_not_keep_a_lease() {
    let fresh = postgres().await;
    let store = open(&fresh.address).await.unwrap();
    done(&*store, opening(1, 100)).await;
    let (ann, bob) = (owner("ann:1"), owner("bob:1"));
    let leases = store.leases().unwrap();
    leases
        .take(TABLE, &ann, Duration::from_millis(500))
        .await
        .unwrap()
        .unwrap();
    // As the writer's connection is set up.
    let mut hung = sqlx::PgConnection::connect(&fresh.address).await.unwrap();
    let hang = "SET idle_in_transaction_session_timeout = '2s'; BEGIN; SELECT 1 FROM leases FOR KEY SHARE";
    sqlx::raw_sql(hang).execute(&mut hung).await.unwrap();
    let begun = std::time::Instant::now();
    let taken = loop {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "the lease is locked for ever"
        );
        // A wait for the lock ends in time too, and is tried again.
        match leases.take(TABLE, &bob, Duration::from_secs(9)).await {
            Ok(Some(taken)) => break taken,
            _ => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    };
    // A wait that was given up here may have ended well there: then the lease was taken twice, both times by the same.
    assert!(taken.epoch > 1);
    let seen = leases.all().await.unwrap();
    assert_eq!((seen[0].lease, &seen[0].owner), (taken, &bob));
}

/// A dump by PostgreSQL's own tools, restored into an empty database, is the same books.
#[tokio::test]
async fn a_dump_restored_is_the_same_books() {
    let host = PgHost::start();
    let (fresh, empty) = (host.books().await, host.books().await);
    let store = open(&fresh.address).await.unwrap();
    done(&*store, opening(2, 100)).await;
    let id = RoundId::fresh();
    let stake = wager(TransferId::fresh(), player(0), Money::from_dollars(10), id);
    done(&*store, vec![round(id), Entry::Transfer(stake)]).await;
    let folder = tempfile::tempdir().unwrap();
    let dump = folder.path().join("books.dump");
    let tool = |name: &str, address: &str, more: &[&std::ffi::OsStr]| {
        let run = std::process::Command::new(name)
            .arg("-d")
            .arg(address)
            .args(more)
            .status();
        assert!(run.unwrap().success(), "{name}");
    };
    tool(
        "pg_dump",
        &fresh.address,
        &["-Fc".as_ref(), "-f".as_ref(), dump.as_os_str()],
    );
    tool("pg_restore", &empty.address, &[dump.as_os_str()]);
    let restored = open(&empty.address).await.unwrap();
    assert_eq!(restored.accounts().await.unwrap(), store.accounts().await.unwrap());
    assert_clean(&*restored).await;
    // The round goes on in the restored books, and one round at a table is still all there is.
    assert!(matches!(
        restored.commit(batch(vec![round(RoundId::fresh())])).await.unwrap(),
        Reply::Refused {
            status: Status::TableInPlay,
            ..
        }
    ));
    done(
        &*restored,
        vec![lost(stake, stake.amount), Entry::RoundClose { round: id }],
    )
    .await;
    assert_clean(&*restored).await;
}

/// A server that ends its leases says so, and the others need not wait for their next look.
#[tokio::test(flavor = "multi_thread")]
async fn ended_leases_are_hinted_at() {
    let host = PgHost::start();
    let address = host.fresh().await;
    let (one, other) = (
        PgStore::open(&address).await.unwrap(),
        PgStore::open(&address).await.unwrap(),
    );
    let owner = Owner {
        id: uuid::Uuid::now_v7(),
        address: "127.0.0.1:1".to_string(),
    };
    let leases = one.leases().unwrap();
    leases
        .take(TABLE, &owner, Duration::from_secs(60))
        .await
        .unwrap()
        .unwrap();
    let hinted = other.leases().unwrap().hint();
    tokio::pin!(hinted);
    let early = tokio::time::timeout(Duration::from_secs(2), &mut hinted).await;
    assert!(early.is_err(), "nothing has ended");
    leases.release(&owner, &[TABLE]).await.unwrap();
    let heard = tokio::time::timeout(Duration::from_secs(10), hinted).await;
    assert!(heard.is_ok(), "the hint has not come");
}
