//! What clocks do, on tokio's own time; and what happens when the books cannot be written.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use axum::extract::ws::Utf8Bytes;
use croupier_house::{
    AccountId, Answered, Balance, Batch, Entry, Fault, Hash, Reply, RequestId, Role, TableId, TableStanding, UserId,
};
use croupier_rules::Game;
use croupier_server::ledger::Ledger;
use croupier_server::notation::TableText;
use croupier_server::person::{Person, Purse};
use croupier_server::secrets::Secrets;
use croupier_server::table::{Ask, Join, Restored, Setup, ShoeOnTable, Table, Times};
use croupier_server::wire::{Command, Felt, Message, Order, Phase, Problem, Standing};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::Instant;
use uuid::Uuid;

use crate::common::bet;

/// Books that believe everything, until they are broken.
#[derive(Default)]
struct Paper {
    batches: Mutex<Vec<Batch>>,
    broken: AtomicBool,
}

#[async_trait]
impl Ledger for Paper {
    async fn commit(&self, batch: Batch) -> Result<Reply, Fault> {
        if self.broken.load(Ordering::SeqCst) {
            return Err(Fault::Full("the test".to_string()));
        }
        let answer = batch.answer.clone();
        self.batches.lock().unwrap().push(batch);
        let balances = Vec::new();
        Ok(Reply::Done { answer, balances })
    }

    async fn answered(&self, _: RequestId) -> Result<Option<Answered>, Fault> {
        Ok(None)
    }

    async fn balance(&self, _: AccountId) -> Result<Option<Balance>, Fault> {
        Ok(None)
    }
}

struct Player {
    table: Table,
    connection: u64,
    received: mpsc::Receiver<Utf8Bytes>,
    felt: Felt,
}

fn person() -> Arc<Person> {
    let purse = Purse {
        available: 100_000,
        on_felt: 0,
        session_net: 0,
        session_began: croupier_server::ledger::now(),
        loss_limit: None,
        bought: (0, 0),
    };
    let name = "Ann".to_string();
    Arc::new(Person::new(
        UserId::fresh(),
        name,
        Role::Player,
        true,
        AccountId::fresh(),
        purse,
    ))
}

fn table(game: &str, books: &Arc<Paper>) -> Table {
    let game: Arc<Game> = Arc::new(croupier_rules::load::open(game).unwrap().game);
    Table::start(Setup {
        id: TableId::fresh(),
        text: TableText {
            name: "Test".to_string(),
            game: game.id.clone(),
            rules: Hash::of(b"rules").as_str().to_string(),
            min: game.main_bet.lowest().cents(),
            max: game.main_bet.highest().cents(),
            code: None,
            opened_by: None,
            betting_ms: 15_000,
            decision_ms: 20_000,
        },
        standing: TableStanding::Open,
        changes: 1,
        rack: AccountId::fresh(),
        bank: AccountId::fresh(),
        game,
        ledger: Arc::clone(books) as Arc<dyn Ledger>,
        times: Times::default(),
        secrets: Secrets::default(),
        thinkers: Arc::new(Semaphore::new(1)),
        restored: Restored {
            shoe: ShoeOnTable::fresh(&Secrets::default(), 0).unwrap(),
            play: None,
            seats: Vec::new(),
        },
    })
}

impl Player {
    async fn join(table: &Table, person: Arc<Person>) -> Player {
        let (out, mut received) = mpsc::channel(1000);
        let (joined, connection) = oneshot::channel();
        let join = Join {
            person: Some(person),
            after: None,
            out,
            joined,
        };
        assert!(table.ask(Ask::Join(join)).await);
        let connection = connection.await.unwrap();
        let welcome: Message = serde_json::from_str(&received.recv().await.unwrap()).unwrap();
        let Message::Welcome { felt, .. } = welcome else {
            panic!("no welcome")
        };
        Player {
            table: table.clone(),
            connection,
            received,
            felt,
        }
    }

    async fn next(&mut self) -> Message {
        let message: Message = serde_json::from_str(&self.received.recv().await.unwrap()).unwrap();
        if let Message::Frame(frame) = &message {
            self.felt = frame.felt.clone();
        }
        message
    }

    async fn order(&mut self, command: Command) -> Option<Problem> {
        self.order_as(Uuid::now_v7(), command).await
    }

    async fn order_as(&mut self, id: Uuid, command: Command) -> Option<Problem> {
        let order = Box::new(Order { id, command });
        assert!(self.table.ask(Ask::Order(self.connection, order)).await);
        loop {
            if let Message::Reply { problem, .. } = self.next().await {
                return problem;
            }
        }
    }

    async fn until(&mut self, what: impl Fn(&Felt) -> bool) {
        while !what(&self.felt) {
            self.next().await;
        }
    }

    /// Sits down and bets; the new shoe is cut in time.
    async fn bet(&mut self) {
        assert_eq!(self.order(Command::Sit { seat: 4 }).await, None);
        if let Phase::Cutting { min, .. } = self.felt.phase {
            assert_eq!(self.order(Command::Cut { cards: min }).await, None);
        }
        let hands = vec![bet(5)];
        assert_eq!(self.order(Command::Bet { hands }).await, None);
    }
}

#[tokio::test(start_paused = true)]
async fn the_window_closes_and_a_slow_player_folds() {
    let books = Arc::new(Paper::default());
    let mut ann = Player::join(&table("nh-holdem", &books), person()).await;
    ann.bet().await;
    assert_eq!(ann.felt.phase, Phase::Betting { left_ms: Some(15_000) });
    let begun = Instant::now();
    ann.until(|felt| !felt.hands.is_empty()).await;
    assert_eq!(begun.elapsed().as_secs(), 15);
    ann.until(|felt| matches!(felt.phase, Phase::Deciding { .. })).await;
    let asked = Instant::now();
    let Phase::Deciding { left_ms, bank_ms, .. } = ann.felt.phase else {
        panic!("no decision")
    };
    assert_eq!((left_ms, bank_ms), (20_000, 30_000));
    ann.until(|felt| {
        felt.hands
            .iter()
            .any(|hand| hand.standing == "folded" || hand.standing == "done")
    })
    .await;
    assert_eq!(asked.elapsed().as_secs(), 50);
    assert!(ann.felt.seats[0].net < 0);
    // The time bank is used up, and refills with the next round.
    ann.until(|felt| matches!(felt.phase, Phase::Betting { .. })).await;
    ann.order(Command::Bet { hands: vec![bet(5)] }).await;
    ann.until(|felt| matches!(felt.phase, Phase::Deciding { .. })).await;
    let Phase::Deciding { bank_ms, .. } = ann.felt.phase else {
        panic!("no decision")
    };
    assert_eq!(bank_ms, 2_000);
}

#[tokio::test(start_paused = true)]
async fn frames_are_paced_and_faster_on_demand() {
    let books = Arc::new(Paper::default());
    let mut ann = Player::join(&table("nh-holdem", &books), person()).await;
    ann.bet().await;
    ann.order(Command::Ready).await;
    let mut shown = Vec::new();
    while !matches!(ann.felt.phase, Phase::Deciding { .. }) {
        ann.next().await;
        shown.push(Instant::now());
    }
    // Three hole cards, two community cards, three extra cards: each its own frame.
    let pauses: Vec<Duration> = shown.windows(2).map(|two| two[1] - two[0]).collect();
    assert!(pauses.len() >= 6, "{pauses:?}");
    assert!(
        pauses.iter().all(|pause| pause.as_millis().abs_diff(450) <= 2),
        "{pauses:?}"
    );
    assert_eq!(ann.order(Command::Pace { fast: true }).await, None);
    let Phase::Deciding { hand, .. } = ann.felt.phase else {
        panic!("no decision")
    };
    let before = Instant::now();
    let action = "fold".to_string();
    ann.order(Command::Act {
        hand,
        action,
        amount: 0,
    })
    .await;
    ann.until(|felt| matches!(felt.phase, Phase::Betting { .. })).await;
    assert!(before.elapsed() < Duration::from_millis(460), "{:?}", before.elapsed());
}

#[tokio::test(start_paused = true)]
async fn the_dealer_cuts_in_the_middle_when_nobody_does() {
    let books = Arc::new(Paper::default());
    let mut ann = Player::join(&table("nh21-plus", &books), person()).await;
    ann.order(Command::Sit { seat: 4 }).await;
    ann.until(|felt| matches!(felt.phase, Phase::Cutting { .. })).await;
    assert!(
        matches!(
            ann.felt.phase,
            Phase::Cutting {
                seat: 4,
                left_ms: 15_000,
                ..
            }
        ),
        "{:?}",
        ann.felt.phase
    );
    let asked = Instant::now();
    ann.until(|felt| matches!(felt.phase, Phase::Betting { .. })).await;
    assert_eq!(asked.elapsed().as_secs(), 15);
    let batches = books.batches.lock().unwrap();
    let Entry::ShoeMix { text, .. } = &batches[0].entries[0] else {
        panic!("no mix")
    };
    assert_eq!(
        text,
        r#"{"client_seeds":[],"cut":{"cards":144,"seat":null},"set_before":0}"#
    );
}

#[tokio::test(start_paused = true)]
async fn a_seat_is_held_and_then_given_up() {
    let books = Arc::new(Paper::default());
    let table = table("nh-holdem", &books);
    let (ann, bob) = (person(), person());
    let mut first = Player::join(&table, Arc::clone(&ann)).await;
    first.order(Command::Sit { seat: 1 }).await;
    let mut bob = Player::join(&table, bob).await;
    table.ask(Ask::Part(first.connection)).await;
    bob.until(|felt| felt.seats.iter().any(|seat| !seat.connected)).await;
    let again = Player::join(&table, Arc::clone(&ann)).await;
    bob.until(|felt| felt.seats.iter().all(|seat| seat.connected)).await;
    table.ask(Ask::Part(again.connection)).await;
    bob.until(|felt| felt.seats.iter().any(|seat| !seat.connected)).await;
    let dropped = Instant::now();
    bob.until(|felt| felt.seats.is_empty()).await;
    assert_eq!(dropped.elapsed().as_secs(), 120);
}

#[tokio::test(start_paused = true)]
async fn whoever_leaves_in_mid_hand_plays_it_by_the_safe_default() {
    let books = Arc::new(Paper::default());
    let table = table("nh-holdem", &books);
    let mut ann = Player::join(&table, person()).await;
    let mut bob = Player::join(&table, person()).await;
    ann.bet().await;
    ann.until(|felt| matches!(felt.phase, Phase::Deciding { .. })).await;
    let before = Instant::now();
    ann.order(Command::Leave).await;
    bob.until(|felt| felt.seats.is_empty()).await;
    assert!(before.elapsed() < Duration::from_secs(10));
}

#[tokio::test(start_paused = true)]
async fn books_that_cannot_be_written_stop_the_table_and_nothing_is_lost() {
    let books = Arc::new(Paper::default());
    let mut ann = Player::join(&table("nh-holdem", &books), person()).await;
    ann.bet().await;
    books.broken.store(true, Ordering::SeqCst);
    ann.order(Command::Ready).await;
    ann.until(|felt| felt.standing == Standing::Stopped).await;
    assert!(ann.felt.hands.is_empty(), "nothing is dealt that is not written");
    assert_eq!(ann.felt.seats[0].chips, 100_000);
    let (id, sitting_out) = (Uuid::now_v7(), Command::SitOut { on: false });
    assert_eq!(ann.order_as(id, sitting_out.clone()).await.unwrap().code, "stopped");
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert!(books.batches.lock().unwrap().is_empty());
    books.broken.store(false, Ordering::SeqCst);
    ann.until(|felt| felt.standing == Standing::Open && matches!(felt.phase, Phase::Deciding { .. }))
        .await;
    assert_eq!(books.batches.lock().unwrap().len(), 1);
    assert_eq!(
        ann.order_as(id, sitting_out).await,
        None,
        "the refusal was for a while alone"
    );

    // A choice made while the books are broken is answered when they have it.
    books.broken.store(true, Ordering::SeqCst);
    let Phase::Deciding { hand, .. } = ann.felt.phase else {
        panic!("no decision")
    };
    let mending = Arc::clone(&books);
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(30)).await;
        mending.broken.store(false, Ordering::SeqCst);
    });
    let asked = Instant::now();
    let action = "fold".to_string();
    assert_eq!(
        ann.order(Command::Act {
            hand,
            action,
            amount: 0
        })
        .await,
        None
    );
    assert!(asked.elapsed() >= Duration::from_secs(30));
    ann.until(|felt| {
        felt.hands
            .iter()
            .all(|hand| hand.wagers.iter().all(|wager| wager.ended.is_some()))
    })
    .await;
    assert_eq!(books.batches.lock().unwrap().len(), 2);
}
