//! The house is killed in the middle of its work, again and again, and each time nothing that was answered is lost,
//! nothing is written twice, and open rounds stand where they stood.
//!
//! The one that is killed is this same program, started to run the one test that writes.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod harness;

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use croupier_house::{
    AccountId, Batch, Code, Entry, Line, LineKind, Moment, Reply, RequestId, RoundId, Store, Transfer, TransferId, open,
};
use croupier_rules::Money;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use harness::{
    assert_clean, at_table, available, done, lost, opening, paid, player, postgres, returned, round_at, sqlite, tables,
    wager,
};

/// How many write at once.
const TASKS: u32 = 4;
/// How many batches each of them writes in one life: every second one opens a round, the next one ends it.
const TURNS: u32 = 30;
const ADDRESS: &str = "CROUPIER_CRASH_ADDRESS";
const LIFE: &str = "CROUPIER_CRASH_LIFE";
const LOG: &str = "CROUPIER_CRASH_LOG";

/// The one that is killed; on its own it writes a life to the end.
#[tokio::test]
async fn a_life_is_written() {
    if let (Ok(address), Ok(life), Ok(log)) = (std::env::var(ADDRESS), std::env::var(LIFE), std::env::var(LOG)) {
        let store = open(&address).await.unwrap();
        live(&store, life.parse().unwrap(), Some(log)).await;
        return;
    }
    let fresh = sqlite().await;
    let store = open(&fresh.address).await.unwrap();
    done(&*store, opening(TASKS, 1_000)).await;
    done(&*store, tables(0..TASKS)).await;
    live(&store, 0, None).await;
    assert_lives(&*store, 1).await;
}

#[tokio::test]
async fn sqlite_killed_at_any_instant_loses_nothing() {
    let fresh = sqlite().await;
    kill_again_and_again(&fresh.address, 12).await;
}

#[tokio::test]
async fn a_house_on_postgresql_killed_at_any_instant_loses_nothing() {
    let fresh = postgres().await;
    kill_again_and_again(&fresh.address, 6).await;
}

async fn kill_again_and_again(address: &str, lives: u32) {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let store = open(address).await.unwrap();
    done(&*store, opening(TASKS, 1_000)).await;
    done(&*store, tables(0..TASKS)).await;
    store.close().await;
    let mut cut_short = 0;
    for life in 0..lives {
        let log = folder.path().join(format!("life-{life}"));
        let answered = kill_after(
            rng.random_range(1..TASKS * TURNS / 2),
            address,
            life,
            log.to_str().unwrap(),
        );
        cut_short += u32::from(answered.len() < (TASKS * TURNS) as usize);

        let store = open(address).await.unwrap();
        assert_clean(&*store).await;
        let mut half_played = BTreeSet::new();
        for (task, turn) in turns() {
            let batch = batch(life, task, turn);
            let found = store.answered(batch.request).await.unwrap();
            let accepted = matches!(found, Some(ref found) if matches!(found.reply, Reply::Done { .. }));
            assert!(
                accepted || !answered.contains(&batch.request),
                "{task}/{turn} was answered and is lost"
            );
            let id = stake(life, task, turn).round.unwrap();
            match (accepted, turn % 2) {
                (true, 0) => drop(half_played.insert(id)),
                (true, _) => drop(half_played.remove(&id)),
                (false, _) => {}
            }
        }
        let standing: BTreeSet<RoundId> = store
            .rounds_open()
            .await
            .unwrap()
            .iter()
            .map(|round| round.id)
            .collect();
        assert_eq!(standing, half_played, "open rounds stand where they stood");
        // Everything is asked again: what was written answers as it did, the rest is written now.
        live(&store, life, None).await;
        assert_lives(&*store, life + 1).await;
        store.close().await;
    }
    assert!(
        cut_short * 2 > lives,
        "only {cut_short} of {lives} lives were cut short"
    );
}

/// Starts a life, kills it once so many requests are answered, and gives those that were.
fn kill_after(answers: u32, address: &str, life: u32, log: &str) -> BTreeSet<RequestId> {
    std::fs::write(log, "").unwrap();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_life_is_written"])
        .envs([(ADDRESS, address), (LIFE, &life.to_string()), (LOG, log)])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = || std::fs::read_to_string(log).unwrap().lines().count();
    while lines() < answers as usize {
        assert!(
            child.try_wait().unwrap().is_none() || lines() >= answers as usize,
            "the life ended by itself"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    // SIGKILL: no handler runs and nothing is flushed.
    child.kill().unwrap();
    child.wait().unwrap();
    let text = std::fs::read_to_string(log).unwrap();
    text.lines().map(|line| line.parse().unwrap()).collect()
}

/// Writes a life, in several tasks at once, noting every answer in the log after it came.
async fn live(store: &Arc<dyn Store>, life: u32, log: Option<String>) {
    let mut tasks = Vec::new();
    for task in 0..TASKS {
        let store = store.clone();
        let log = log.clone();
        tasks.push(tokio::spawn(async move {
            for turn in 0..TURNS {
                let batch = batch(life, task, turn);
                let request = batch.request;
                let reply = store.commit(batch).await.unwrap();
                assert!(matches!(reply, Reply::Done { .. }), "{reply:?}");
                if let Some(log) = &log {
                    let mut log = OpenOptions::new().append(true).open(log).unwrap();
                    log.write_all(format!("{request}\n").as_bytes()).unwrap();
                }
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
}

/// Every batch of a life is known beforehand, so that it can be asked again.
fn batch(life: u32, task: u32, turn: u32) -> Batch {
    let mut batch = Batch::new(RequestId::new(number(life, task, turn, 1)), Moment(0));
    let stake = stake(life, task, turn);
    let id = stake.round.unwrap();
    let line = |text: &str| Line {
        kind: LineKind::Event,
        text: text.to_string(),
    };
    if turn.is_multiple_of(2) {
        let lines = vec![line("dealt"), line("dealt again")];
        batch.entries = vec![
            round_at(task, id),
            Entry::Transfer(stake),
            Entry::Lines {
                round: id,
                first: 0,
                lines,
            },
        ];
        return batch;
    }
    batch.entries = match won(turn) {
        true => vec![returned(stake), paid(stake, Money::from_cents(150))],
        false => vec![lost(stake, stake.amount)],
    };
    for (place, entry) in batch.entries.iter_mut().enumerate() {
        if let Entry::Transfer(transfer) = entry {
            transfer.id = TransferId::new(number(life, task, turn, 4 + place as u128));
        }
    }
    let lines = vec![line("settled")];
    batch.entries.push(Entry::Lines {
        round: id,
        first: 2,
        lines,
    });
    batch.entries.push(Entry::RoundClose { round: id });
    batch
}

/// The wager of a turn's round: a dollar.
fn stake(life: u32, task: u32, turn: u32) -> Transfer {
    let opened = turn / 2 * 2;
    let id = TransferId::new(number(life, task, opened, 2));
    let round = RoundId::new(number(life, task, opened, 3));
    at_table(task, wager(id, player(task), Money::from_dollars(1), round))
}

fn won(turn: u32) -> bool {
    turn % 4 == 1
}

fn number(life: u32, task: u32, turn: u32, kind: u128) -> u128 {
    u128::from(life + 1) << 96 | u128::from(task) << 64 | u128::from(turn) << 32 | kind
}

fn turns() -> impl Iterator<Item = (u32, u32)> {
    (0..TASKS).flat_map(|task| (0..TURNS).map(move |turn| (task, turn)))
}

/// So many lives were written to the end, each turn once.
async fn assert_lives(store: &dyn Store, lives: u32) {
    let wins = (0..TURNS).filter(|turn| turn % 2 == 1 && won(*turn)).count() as i64;
    let losses = (0..TURNS).filter(|turn| turn % 2 == 1 && !won(*turn)).count() as i64;
    let each = Money::from_cents(150) * wins - Money::from_dollars(1) * losses;
    for task in 0..TASKS {
        let account: AccountId = player(task);
        assert_eq!(
            available(store, account).await,
            Money::from_dollars(1_000) + each * i64::from(lives)
        );
        let latest = store
            .transfers_of(account, croupier_house::Span::newest(1))
            .await
            .unwrap();
        assert!(matches!(latest[0].transfer.code, Code::Loss | Code::Payout));
    }
    assert!(store.rounds_open().await.unwrap().is_empty());
    assert_clean(store).await;
}
