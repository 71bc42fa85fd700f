//! What clocks do, on tokio's own time; and what happens when the books cannot be written.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use axum::extract::ws::Utf8Bytes;
use croupier_house::{
    AccountId, Answered, Balance, Batch, Entry, Fault, Hash, Reply, RequestId, Role, Status, TableId, TableStanding,
    UserId,
};
use croupier_rules::Game;
use croupier_server::ledger::Ledger;
use croupier_server::notation::TableText;
use croupier_server::person::{Person, Purse};
use croupier_server::secrets::Secrets;
use croupier_server::table::{Aside, Ask, Join, Restored, Setup, ShoeOnTable, Surroundings, Table, Times};
use croupier_server::wire::{Command, DecisionAt, Felt, Message, Order, Phase, Problem, Standing, TableOrder};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::Instant;
use uuid::Uuid;

use crate::common::bet;

/// Books that believe everything, until they are broken.
#[derive(Default)]
struct Paper {
    batches: Mutex<Vec<Batch>>,
    broken: AtomicBool,
    unreadable: AtomicBool,
    refusing: AtomicBool,
    /// How often it was read.
    readings: AtomicUsize,
    /// Requests that were done before the table began.
    done_before: Mutex<Vec<(RequestId, Hash)>>,
}

impl Paper {
    fn read(&self) -> Result<(), Fault> {
        self.readings.fetch_add(1, Ordering::SeqCst);
        match self.broken.load(Ordering::SeqCst) || self.unreadable.load(Ordering::SeqCst) {
            true => Err(Fault::Gone("the test".to_string())),
            false => Ok(()),
        }
    }
}

#[async_trait]
impl Ledger for Paper {
    async fn commit(&self, batch: Batch) -> Result<Reply, Fault> {
        if self.broken.load(Ordering::SeqCst) {
            return Err(Fault::Full("the test".to_string()));
        }
        if self.refusing.load(Ordering::SeqCst) {
            let status = Status::BatchTooLong;
            return Ok(Reply::Refused { entry: 0, status });
        }
        let answer = batch.answer.clone();
        self.batches.lock().unwrap().push(batch);
        let balances = Vec::new();
        Ok(Reply::Done { answer, balances })
    }

    async fn answered(&self, request: RequestId) -> Result<Option<Answered>, Fault> {
        self.read()?;
        let done = self.done_before.lock().unwrap();
        let found = done.iter().find(|(id, _)| *id == request);
        Ok(found.map(|(_, asked)| Answered {
            asked: asked.clone(),
            reply: Reply::Done {
                answer: "long ago".to_string(),
                balances: Vec::new(),
            },
        }))
    }

    async fn balance(&self, _: AccountId) -> Result<Option<Balance>, Fault> {
        self.read()?;
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
        today: croupier_server::person::Today::default(),
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
    table_beside(game, books, &Aside::default())
}

fn table_beside(game: &str, books: &Arc<Paper>, aside: &Aside) -> Table {
    let game: Arc<Game> = Arc::new(croupier_rules::load::open(game).unwrap().game);
    let surroundings = Surroundings {
        ledger: Arc::clone(books) as Arc<dyn Ledger>,
        thinkers: Arc::new(Semaphore::new(1)),
        aside: Arc::clone(aside),
    };
    let setup = Setup {
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
            dealer_ordered_by: None,
            closing_ordered_by: None,
            called_out: Vec::new(),
            acknowledged: None,
        },
        standing: TableStanding::Open,
        changes: 1,
        rack: AccountId::fresh(),
        bank: AccountId::fresh(),
        game,
        times: Times::default(),
        secrets: Secrets::default(),
        restored: Restored {
            shoe: ShoeOnTable::fresh(&Secrets::default(), 0).unwrap(),
            play: None,
            seats: Vec::new(),
        },
    };
    Table::start(setup, surroundings)
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
        self.until(|felt| !matches!(felt.phase, Phase::Sealing { .. })).await;
        if let Phase::Cutting { min, .. } = self.felt.phase {
            assert_eq!(self.order(Command::Cut { cards: min }).await, None);
        }
        self.until(|felt| felt.shoe.root.is_some()).await;
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
    let Phase::Deciding { decision, .. } = ann.felt.phase else {
        panic!("no decision")
    };
    let before = Instant::now();
    let action = "fold".to_string();
    ann.order(Command::Act {
        decision,
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
    let Entry::ShoeShuffle { text, .. } = &batches[0].entries[0] else {
        panic!("no shuffle")
    };
    let shuffle: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(shuffle["cut"], serde_json::json!({"cards": 144, "seat": null}));
    assert_eq!(shuffle["client_seeds"], serde_json::json!([]));
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
    assert_eq!(books.batches.lock().unwrap().len(), 1, "the shuffle alone");
    books.broken.store(false, Ordering::SeqCst);
    ann.until(|felt| felt.standing == Standing::Open && matches!(felt.phase, Phase::Deciding { .. }))
        .await;
    assert_eq!(books.batches.lock().unwrap().len(), 2);
    assert_eq!(
        ann.order_as(id, sitting_out).await,
        None,
        "the refusal was for a while alone"
    );

    // A choice made while the books are broken is answered when they have it.
    books.broken.store(true, Ordering::SeqCst);
    let Phase::Deciding { decision, .. } = ann.felt.phase else {
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
            decision,
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
    assert_eq!(books.batches.lock().unwrap().len(), 3);
}

/// An order that was done before the process began is answered so; while the books cannot say, nothing is remembered.
#[tokio::test(start_paused = true)]
async fn a_repeat_is_never_refused_because_the_books_were_away() {
    let books = Arc::new(Paper::default());
    let table = table("nh21-plus", &books);
    let ann = person();
    let mut seat = Player::join(&table, Arc::clone(&ann)).await;
    seat.order(Command::Sit { seat: 1 }).await;
    let double = Command::Act {
        decision: DecisionAt {
            round: Uuid::now_v7(),
            number: 1,
        },
        action: "double".to_string(),
        amount: 500,
    };
    let id = Uuid::now_v7();
    let asked = croupier_server::notation::write(&(table.id.uuid(), ann.id, &double));
    books
        .done_before
        .lock()
        .unwrap()
        .push((RequestId::from(id), Batch::hash_of_asked(&asked)));
    books.unreadable.store(true, Ordering::SeqCst);
    assert_eq!(seat.order_as(id, double.clone()).await.unwrap().code, "stopped");
    books.unreadable.store(false, Ordering::SeqCst);
    assert_eq!(seat.order_as(id, double).await, None, "it was done before");
}

fn closing() -> TableOrder {
    TableOrder {
        id: Uuid::now_v7(),
        standing: Some(Standing::Closed),
        min: None,
        max: None,
        new_dealer: false,
        acknowledge: false,
    }
}

#[tokio::test(start_paused = true)]
async fn closing_waits_for_the_books_and_does_not_hammer_them() {
    let books = Arc::new(Paper::default());
    let table = table("nh-holdem", &books);
    let mut ann = Player::join(&table, person()).await;
    ann.order(Command::Sit { seat: 1 }).await;
    books.unreadable.store(true, Ordering::SeqCst);
    let closed = table.change(closing(), person()).await.unwrap();
    assert_eq!(
        closed.standing,
        Standing::Open,
        "the order is written; it is carried out when the rack can be counted"
    );
    ann.until(|felt| felt.standing == Standing::Stopped).await;
    let before = books.readings.load(Ordering::SeqCst);
    tokio::time::sleep(Duration::from_secs(60)).await;
    let readings = books.readings.load(Ordering::SeqCst) - before;
    assert!(
        (50..=70).contains(&readings),
        "once a second, not {readings} times a minute"
    );
    books.unreadable.store(false, Ordering::SeqCst);
    ann.until(|felt| felt.standing == Standing::Closed).await;
}

#[tokio::test(start_paused = true)]
async fn what_the_books_refuse_by_rule_is_put_aside_and_not_tried_for_ever() {
    let (books, aside) = (Arc::new(Paper::default()), Aside::default());
    let table = table_beside("nh-holdem", &books, &aside);
    let mut ann = Player::join(&table, person()).await;
    ann.bet().await;
    ann.order(Command::Ready).await;
    ann.until(|felt| matches!(felt.phase, Phase::Deciding { .. })).await;
    books.refusing.store(true, Ordering::SeqCst);
    // The clock runs out, the dealer folds the hand, and the books refuse.
    ann.until(|felt| felt.standing == Standing::Stopped).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let reasons = aside.lock().unwrap().clone();
    assert!(reasons[&table.id].contains("the books refuse"), "{reasons:?}");
    assert_eq!(table.card().standing, Standing::Stopped);
    assert_eq!(books.batches.lock().unwrap().len(), 2, "the shuffle and the deal");
}

/// A viewer who does not keep up is let go in the middle of a frame; nobody else may notice.
#[tokio::test(start_paused = true)]
async fn frames_have_no_gaps_when_a_viewer_is_let_go() {
    let books = Arc::new(Paper::default());
    let table = table("nh-holdem", &books);
    let mut watchers = Vec::new();
    for place in 0..9 {
        let (out, received) = mpsc::channel(if place % 3 == 1 { 3 } else { 1000 });
        let (joined, connection) = oneshot::channel();
        let person = Some(person());
        let after = None;
        let join = Join {
            person,
            after,
            out,
            joined,
        };
        assert!(table.ask(Ask::Join(join)).await);
        let connection = connection.await.unwrap();
        if place < 7 {
            let command = Command::Sit { seat: place + 1 };
            let order = Box::new(Order {
                id: Uuid::now_v7(),
                command,
            });
            assert!(table.ask(Ask::Order(connection, order)).await);
        }
        watchers.push(received);
    }
    tokio::time::sleep(Duration::from_secs(30)).await;
    for (place, received) in watchers.iter_mut().enumerate().filter(|(place, _)| place % 3 != 1) {
        let mut last = None;
        while let Ok(text) = received.try_recv() {
            match serde_json::from_str(&text).unwrap() {
                Message::Welcome { number, .. } => last = Some(number),
                Message::Frame(frame) => {
                    assert_eq!(Some(frame.number - 1), last, "watcher {place}");
                    last = Some(frame.number);
                }
                _ => {}
            }
        }
        assert!(last.is_some_and(|last| last > 9), "{last:?}");
    }
}
