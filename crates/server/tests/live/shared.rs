//! Two servers over one set of books in PostgreSQL: every table is dealt by one of them, and led to by both.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_server::room::{Options, Room};
use croupier_server::wire::Phase;
use tokio::sync::oneshot;
use uuid::Uuid;

use crate::common::{Client, bet, first_of, options};
use crate::postgres::PgHost;

const CALM: &[&str] = &["no-insurance", "take-blackjack", "stand", "bet-1", "check", "fold"];

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

/// Waits until something is so, and says how long it took.
async fn until<F: Future<Output = bool>>(what: impl Fn() -> F) -> Duration {
    let begun = Instant::now();
    while !what().await {
        assert!(begun.elapsed() < Duration::from_secs(20), "it never comes");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    begun.elapsed()
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
    assert_eq!(player.post("/api/v1/guest", serde_json::Value::Null).await.0, 200);
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
    let took = until(|| async { second.room.tables().len() == count }).await;
    assert!(took < Duration::from_secs(5), "{took:?}");
    // The same hand goes on at the second.
    let mut seat = player.join(table).await;
    assert_eq!((seat.felt().round, &seat.felt().hands), (felt.round, &felt.hands));
    seat.play(first_of(CALM)).await;
    let report = croupier_server::audit::audit(&second.room.store).await.unwrap();
    assert!(report.holds());
    second.stop().await;
}
