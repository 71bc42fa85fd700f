//! Two servers over one set of books in PostgreSQL: every table is dealt by one of them, and led to by both.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_house::Role;
use croupier_server::room::{Options, Room};
use croupier_server::wire::Phase;
use serde_json::{Value, json};
use sqlx::Connection;
use tokio::sync::oneshot;
use uuid::Uuid;

use crate::common::{Client, bet, first_of, options};
use crate::postgres::PgHost;

const CALM: &[&str] = &[
    "no-insurance",
    "take-blackjack",
    "stand",
    "bet-1",
    "check",
    "fold",
    "pull-back",
];

struct Server {
    address: SocketAddr,
    room: Arc<Room>,
    end: oneshot::Sender<()>,
    served: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Server {
    async fn start(books: &str) -> Server {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let options = Options {
            address: Some(address.to_string()),
            ..options()
        };
        let room = Room::open(croupier_house::open(books).await.unwrap(), options)
            .await
            .unwrap();
        let (end, ended) = oneshot::channel();
        let serving = croupier_server::serve::serve(listener, Arc::clone(&room), async {
            let _ = ended.await;
        });
        let served = tokio::spawn(serving);
        Server {
            address,
            room,
            end,
            served,
        }
    }

    async fn stop(self) {
        self.end.send(()).unwrap();
        self.served.await.unwrap().unwrap();
    }

    async fn tables(&self) -> Vec<Uuid> {
        let (_, tables) = Client::new(self.address).get("/api/v1/tables").await;
        let tables = tables.as_array().unwrap().clone();
        tables
            .iter()
            .map(|table| table["id"].as_str().unwrap().parse().unwrap())
            .collect()
    }
}

/// Waits until something is so.
async fn until<F: Future<Output = bool>>(what: impl Fn() -> F) {
    let begun = Instant::now();
    while !what().await {
        assert!(begun.elapsed() < Duration::from_secs(60), "it never comes");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Changes the books as nobody but somebody with the database's password can.
async fn alter(books: &str, sql: &str) {
    let mut connection = sqlx::PgConnection::connect(books).await.unwrap();
    let sql = sqlx::AssertSqlSafe(sql.to_string());
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn any_server_leads_to_any_table_and_hands_over_without_loss() {
    let host = PgHost::start();
    let books = host.fresh().await;
    let first = Server::start(&books).await;
    let second = Server::start(&books).await;
    assert!(second.room.tables().is_empty(), "every table is dealt by the first");
    let count = first.room.tables().len();
    until(|| async { second.tables().await.len() == count }).await;
    assert_eq!(first.tables().await, second.tables().await);

    // A player comes to the second server and plays at a table of the first.
    let mut player = Client::new(second.address);
    assert_eq!(player.post("/api/v1/guest", Value::Null).await.0, 200);
    let (_, tables) = player.get("/api/v1/tables").await;
    let holdem = tables
        .as_array()
        .unwrap()
        .iter()
        .find(|table| table["game"] == "nh-holdem")
        .unwrap();
    let table: Uuid = holdem["id"].as_str().unwrap().parse().unwrap();
    let mut seat = player.join(table).await;
    seat.sit(1, 500).await;
    seat.bet(bet(10)).await;
    seat.play(first_of(CALM)).await;
    // The chips moved at the first server; the second reads them when it asks the books about the session again.
    let chips = seat.felt().seats[0].chips;
    until(|| async {
        let mut again = Client::new(second.address);
        again.cookie = player.cookie.clone();
        again.get("/api/v1/me").await.1["chips"] == chips
    })
    .await;
    // The pit of the second has the table of the first, with what it came to, and both say the same.
    let (here, there) = (second.room.pit().await.unwrap(), first.room.pit().await.unwrap());
    let of = |pit: &croupier_server::wire::Pit| {
        let line = pit.tables.iter().find(|line| line.table.id == table).unwrap();
        (pit.tables.len(), line.figures)
    };
    assert_eq!(of(&here), of(&there));
    assert_eq!((of(&here).1.rounds, of(&here).1.drop), (1, 50_000));
    // In the middle of the next round the first server is told to stop.
    seat.bet(bet(10)).await;
    seat.until(|felt| matches!(felt.phase, Phase::Deciding { .. })).await;
    let felt = seat.felt().clone();
    first.stop().await;
    until(|| async { second.room.tables().len() == count }).await;
    // The same hand goes on at the second.
    let mut seat = player.join(table).await;
    assert_eq!((seat.felt().round, &seat.felt().hands), (felt.round, &felt.hands));
    seat.play(first_of(CALM)).await;
    let report = croupier_server::audit::audit(&second.room.store).await.unwrap();
    assert!(report.holds());
    second.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_put_aside_is_in_the_pit_of_every_server_and_voided_from_any() {
    let host = PgHost::start();
    let books = host.fresh().await;
    let server = Server::start(&books).await;
    let floor = server
        .room
        .sign_up("Fiona", "correct horse", Role::Floor)
        .await
        .unwrap();
    let mut player = Client::new(server.address);
    assert_eq!(player.post("/api/v1/guest", Value::Null).await.0, 200);
    let tables = server.room.tables();
    let holdem = tables
        .iter()
        .find(|open| open.table.card().game == "nh-holdem")
        .unwrap();
    let table = holdem.table.card().id;
    let mut seat = player.join(table).await;
    seat.sit(3, 500).await;
    seat.bet(bet(5)).await;
    seat.until(|felt| matches!(felt.phase, Phase::Deciding { .. })).await;
    server.stop().await;

    // The table's shoe cannot be read for a moment, so that whoever opens the table puts it aside.
    alter(
        &books,
        "ALTER TABLE shoes DISABLE TRIGGER ALL; UPDATE shoes SET format = 1",
    )
    .await;
    let first = Server::start(&books).await;
    alter(
        &books,
        "UPDATE shoes SET format = 2; ALTER TABLE shoes ENABLE TRIGGER ALL",
    )
    .await;
    let second = Server::start(&books).await;
    let mut fiona = Client::new(second.address);
    fiona.cookie = Some(format!("croupier-session={}", floor.token));
    let aside = async |room: &Room| {
        let aside = room.pit().await.unwrap().aside;
        aside.into_iter().find(|aside| aside.id == table)
    };
    until(|| async { aside(&second.room).await.is_some() }).await;
    assert_eq!(aside(&first.room).await, aside(&second.room).await);

    let order = json!({ "id": Uuid::now_v7(), "clause": "House rule 7: a round that cannot go on is void." });
    let (status, answer) = fiona.post(&format!("/api/v1/tables/{table}/void"), order).await;
    assert_eq!(status, 204, "{answer}");
    until(|| async { aside(&second.room).await.is_none() }).await;
    player.address = second.address;
    until(|| async { player.clone().get("/api/v1/me").await.1["chips"] == 50_000 }).await;
    first.stop().await;
    second.stop().await;
}
