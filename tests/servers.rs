//! Several `croupier serve` over one real PostgreSQL, tried by killing, stopping and cutting off: after every fault people
//! play on, and at the end the books hold and everybody has what their own record says.
//!
//! `./test` runs a few faults, `tests/faults 1000` as many as one likes; the seed is printed, and `SEED=…` chooses it.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;
#[path = "../crates/server/tests/live/common.rs"]
mod live;
#[path = "../crates/house/tests/harness/server.rs"]
mod postgres;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use croupier_server::wire::{Command as Order, Felt, Phase};
use live::{Client, bet};
use postgres::PgHost;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use uuid::Uuid;

const SERVERS: usize = 2;
const PLAYERS: usize = 3;
/// How long people may wait for the next round to go on: the lease, the look at the leases, and the hung transaction.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server, started again whenever it is gone.
struct Server {
    books: String,
    process: Child,
    address: SocketAddr,
}

impl Server {
    /// Starts a server, again and again as whoever looks after it would: one that finds no database says so and ends.
    fn start(books: &str) -> Server {
        let begun = Instant::now();
        loop {
            if let Some(server) = Server::try_start(books) {
                return server;
            }
            assert!(begun.elapsed() < PATIENCE, "the program ended");
            std::thread::sleep(Duration::from_millis(500));
        }
    }

    fn try_start(books: &str) -> Option<Server> {
        let mut process = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--pace",
                "0",
                "--rate",
                "1000",
                "--guests",
                "1000",
            ])
            .env("CROUPIER_HOUSE", books)
            .stdout(Stdio::piped())
            .stderr(log())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let address = loop {
            let Some(line) = lines.next() else {
                process.wait().unwrap();
                return None;
            };
            if let Some((_, rest)) = line.unwrap().split_once("http://") {
                break rest.split('/').next().unwrap().parse().unwrap();
            }
        };
        Some(Server {
            books: books.to_string(),
            process,
            address,
        })
    }

    fn signal(&self, signal: &str) {
        PgHost::signal(&[i32::try_from(self.process.id()).unwrap()], signal);
    }

    fn restart(&mut self) {
        self.process.wait().unwrap();
        *self = Server::start(&self.books);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Where the servers write what they do: to the end of the file that `LOG` names.
fn log() -> Stdio {
    let Ok(path) = std::env::var("LOG") else {
        return Stdio::null();
    };
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    file.unwrap().into()
}

/// What is done to the house.
#[derive(Clone, Copy, Debug)]
enum Trouble {
    Kill,
    Terminate,
    StopLongerThanTheLease,
    DatabaseCrashes,
    DatabaseRestarts,
    DatabaseHangs,
}

const TROUBLES: [Trouble; 6] = [
    Trouble::Kill,
    Trouble::StopLongerThanTheLease,
    Trouble::Terminate,
    Trouble::DatabaseCrashes,
    Trouble::DatabaseHangs,
    Trouble::DatabaseRestarts,
];

/// A player who asks whichever server answers, again and again under the same id, until the order is answered.
struct Player {
    cookie: String,
    table: Uuid,
    game: String,
    /// The least the table allows, in dollars.
    bet: i64,
    /// How many rounds the player has seen to their end.
    rounds: u32,
    /// The player's own record: what each round came to, as the felt said when it was settled.
    nets: BTreeMap<Uuid, i64>,
}

/// What the player has bought, in dollars: all that a day allows, to last through thousands of rounds.
const BOUGHT: i64 = 10_000;

/// What costs little, the first that is offered.
const CALM: [&str; 9] = [
    "no-insurance",
    "take-blackjack",
    "stand",
    "check",
    "bet-1",
    "bet-2",
    "bet-3",
    "pull-back",
    "fold",
];

impl Player {
    /// Writes down what the felt says of a round that is settled. It never says two things of one round.
    fn note(&mut self, felt: &Felt) {
        let Some((round, mine)) = felt.round.zip(felt.seats.iter().find(|seat| seat.you)) else {
            return;
        };
        let mut wagers = felt
            .hands
            .iter()
            .filter(|hand| hand.at.seat == mine.seat)
            .flat_map(|hand| &hand.wagers)
            .peekable();
        if wagers.peek().is_some() && wagers.all(|wager| wager.ended.is_some()) {
            let before = self.nets.insert(round, mine.net);
            assert!(
                before.is_none_or(|net| net == mine.net),
                "round {round} came to two results"
            );
        }
    }

    /// The player's own record against the house's: every round seen is there once with the same result, and what was
    /// bought and won is what is in the account. Gives how many rounds ended while the player was cut off.
    async fn check_record(&self, server: SocketAddr, store: &dyn croupier_house::Store) -> usize {
        let mut client = Client::new(server);
        client.cookie = Some(self.cookie.clone());
        let mut kept = BTreeMap::new();
        let mut path = "/api/v1/history".to_string();
        loop {
            let (status, page) = client.get(&path).await;
            assert_eq!(status, 200, "{page}");
            for round in page["rounds"].as_array().unwrap() {
                let id: Uuid = round["id"].as_str().unwrap().parse().unwrap();
                let net = round["net"].as_i64().unwrap();
                assert_eq!(kept.insert(id, net), None, "round {id} is in the history twice");
            }
            match page["older"].as_i64() {
                Some(older) => path = format!("/api/v1/history?before={older}"),
                None => break,
            }
        }
        for (round, net) in &self.nets {
            assert_eq!(kept.get(round), Some(net), "round {round} in the player's own record");
        }
        let (_, me) = client.get("/api/v1/me").await;
        let user = store.user_named(me["name"].as_str().unwrap()).await.unwrap().unwrap();
        let account = store
            .account_of(croupier_house::AccountKind::Player(user.id))
            .await
            .unwrap();
        let posted = account.unwrap().1.posted.cents();
        assert_eq!(posted, 100 * BOUGHT + kept.values().sum::<i64>(), "{me}");
        kept.len() - self.nets.len()
    }

    /// What every server says the player has is what the books have.
    async fn check_chips(&self, servers: &[Server], store: &dyn croupier_house::Store) {
        for server in servers {
            let mut client = Client::new(server.address);
            client.cookie = Some(self.cookie.clone());
            let begun = Instant::now();
            loop {
                let (_, me) = client.get("/api/v1/me").await;
                let user = store.user_named(me["name"].as_str().unwrap()).await.unwrap().unwrap();
                let account = store
                    .account_of(croupier_house::AccountKind::Player(user.id))
                    .await
                    .unwrap();
                let available = account.unwrap().1.available().cents();
                if me["chips"] == available {
                    break;
                }
                // Chips that moved at another server are read anew every few seconds.
                assert!(begun.elapsed() < PATIENCE, "{me} has {available} in the books");
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        }
    }

    /// Plays a round to its end, through whatever happens.
    async fn round(&mut self, servers: &[SocketAddr]) {
        let begun = Instant::now();
        let mut turn = self.rounds as usize;
        while begun.elapsed() < PATIENCE {
            turn += 1;
            let mut client = Client::new(servers[turn % servers.len()]);
            client.cookie = Some(self.cookie.clone());
            let played = tokio::time::timeout(Duration::from_secs(6), self.try_round(&client)).await;
            if matches!(played, Ok(Some(()))) {
                self.rounds += 1;
                return;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        for server in servers {
            println!("{server}: {}", self.stands_at(*server).await);
        }
        panic!("no round within {PATIENCE:?} at the table of {}", self.game);
    }

    /// What a server says of the player's table and chips.
    async fn stands_at(&self, server: SocketAddr) -> String {
        let mut client = Client::new(server);
        client.cookie = Some(self.cookie.clone());
        let (_, me) = client.get("/api/v1/me").await;
        let (_, tables) = client.get("/api/v1/tables").await;
        let id = self.table.to_string();
        let mut tables = tables.as_array().into_iter().flatten();
        let table = tables.find(|table| table["id"] == id.as_str());
        let felt = client
            .try_join_quietly(&format!("/api/v1/tables/{id}/live"))
            .await
            .map(|seat| seat.felt().clone());
        format!("{me}\n{table:?}\n{felt:?}")
    }

    /// Sits down if need be and plays on until a round is over; nothing when the line breaks.
    async fn try_round(&mut self, client: &Client) -> Option<()> {
        let mut seat = client
            .try_join_quietly(&format!("/api/v1/tables/{}/live", self.table))
            .await?;
        if seat.seat.is_none() {
            for number in 1..=6 {
                if seat.ask(Order::Sit { seat: number }).await? {
                    break;
                }
            }
        }
        // The round before the one that is to be seen to its end.
        let mut before: Option<Option<Uuid>> = None;
        loop {
            self.note(seat.felt());
            let phase = seat.felt().phase.clone();
            match phase.clone() {
                Phase::Cutting { seat: cutter, min, .. } if seat.seat == Some(cutter) => {
                    seat.ask(Order::Cut { cards: min + 3 }).await?;
                }
                Phase::Deciding {
                    decision, hand, offers, ..
                } if Some(hand.seat) == seat.seat => {
                    let offered = |action: &&str| offers.iter().find(|offer| offer.action == **action);
                    let offer = CALM.iter().find_map(offered).or(offers.first())?;
                    let (action, amount) = (offer.action.clone(), offer.max);
                    let act = Order::Act {
                        decision,
                        action,
                        amount,
                    };
                    seat.ask(act).await?;
                    before = before.or(Some(None));
                }
                Phase::Betting { .. } if before.is_some_and(|before| seat.felt().round != before) => return Some(()),
                Phase::Betting { .. } if before.is_none() => {
                    let last = seat.felt().round;
                    let hands = vec![bet(self.bet)];
                    if seat.ask(Order::Bet { hands }).await? && seat.ask(Order::Ready).await? {
                        before = Some(last);
                    }
                }
                _ => {}
            }
            // What was ordered may have led to the next question already.
            if seat.felt().phase == phase {
                seat.try_next().await?;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_happens_to_servers_and_database_nothing_is_lost() {
    let faults: usize = std::env::var("FAULTS")
        .ok()
        .and_then(|faults| faults.parse().ok())
        .unwrap_or(4);
    let seed: u64 = std::env::var("SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(21);
    println!("{faults} faults, SEED={seed}");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let host = PgHost::start();
    let books = host.fresh().await;
    let mut servers: Vec<Server> = (0..SERVERS).map(|_| Server::start(&books)).collect();
    let mut players = seat_players(&servers).await;
    let mut slowest = Duration::ZERO;
    for fault in 0..faults {
        let trouble = TROUBLES[if faults < TROUBLES.len() {
            fault
        } else {
            rng.random_range(0..TROUBLES.len())
        }];
        let victim = rng.random_range(0..SERVERS);
        let begun = Instant::now();
        inflict(trouble, &mut servers[victim], &host, &books).await;
        let addresses: Vec<SocketAddr> = servers.iter().map(|server| server.address).collect();
        futures_util::future::join_all(players.iter_mut().map(|player| player.round(&addresses))).await;
        slowest = slowest.max(begun.elapsed());
        println!(
            "{fault}: {trouble:?} of server {victim}, played on after {:?}",
            begun.elapsed()
        );
    }
    // The books hold, and everybody's chips add up.
    let store = croupier_house::open_for(&books, croupier_house::Purpose::Read)
        .await
        .unwrap();
    let audit = croupier_server::audit::audit(&store).await.unwrap();
    let broken: Vec<_> = audit.laws.iter().filter(|law| law.broken > 0).collect();
    assert!(
        broken.is_empty(),
        "{:?}",
        broken.iter().map(|law| &law.differences).collect::<Vec<_>>()
    );
    let accounts = store.accounts().await.unwrap();
    let sum: i64 = accounts.iter().map(|(_, balance)| balance.posted.cents()).sum();
    assert_eq!(sum, 0, "all accounts together hold nothing");
    for player in &players {
        player.check_chips(&servers, &*store).await;
        let missed = player.check_record(servers[0].address, &*store).await;
        assert!(missed <= faults, "{missed} rounds ended unseen in {faults} faults");
        println!("{} rounds seen, {missed} ended while cut off", player.nets.len());
    }
    println!(
        "slowest: {slowest:?}; rounds: {:?}",
        players.iter().map(|player| player.rounds).collect::<Vec<_>>()
    );
}

async fn seat_players(servers: &[Server]) -> Vec<Player> {
    let mut client = Client::new(servers[0].address);
    let (_, tables) = client.get("/api/v1/tables").await;
    let tables = tables.as_array().unwrap().clone();
    let mut players = Vec::new();
    for number in 0..PLAYERS {
        let mut client = Client::new(servers[number % SERVERS].address);
        assert_eq!(client.post("/api/v1/guest", Value::Null).await.0, 200);
        let table: Uuid = tables[number % tables.len()]["id"].as_str().unwrap().parse().unwrap();
        let mut seat = loop {
            match client.try_join_quietly(&format!("/api/v1/tables/{table}/live")).await {
                Some(seat) => break seat,
                None => tokio::time::sleep(Duration::from_millis(200)).await,
            }
        };
        seat.sit(1, BOUGHT).await;
        players.push(Player {
            cookie: client.cookie.clone().unwrap(),
            table,
            game: tables[number % tables.len()]["game"].to_string(),
            bet: tables[number % tables.len()]["min"].as_i64().unwrap() / 100,
            rounds: 0,
            nets: BTreeMap::new(),
        });
    }
    players
}

async fn inflict(trouble: Trouble, server: &mut Server, host: &PgHost, books: &str) {
    match trouble {
        Trouble::Kill => {
            server.signal("KILL");
            server.restart();
        }
        Trouble::Terminate => {
            server.signal("TERM");
            server.restart();
        }
        Trouble::StopLongerThanTheLease => {
            server.signal("STOP");
            tokio::time::sleep(Duration::from_secs(5)).await;
            server.signal("CONT");
        }
        Trouble::DatabaseCrashes => host.order("crash", "ready"),
        Trouble::DatabaseRestarts => host.order("restart", "ready"),
        Trouble::DatabaseHangs => {
            let hung = host.signal_croupiers(books, "STOP").await;
            tokio::time::sleep(Duration::from_secs(3)).await;
            PgHost::signal(&hung, "CONT");
        }
    }
}
