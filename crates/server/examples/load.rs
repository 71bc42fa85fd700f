//! Load: a thousand tables with three seats each, all acting, over loopback sockets, with durable commits.
//!
//! `cargo run --release -p croupier-server --example load -- [TABLES] [SECONDS] [ORDERS-A-SECOND]` starts a house of its own in
//! another process, plays, and prints orders and commits a second, latency and memory a table, beside a plain loop of durable
//! inserts into SQLite on the same disk (and into PostgreSQL, if `LOAD_POSTGRES` names a database). 0 orders a second is as many
//! as it can. With `LOAD_HOUSE=postgres://…` the house's own books are there, and `LOAD_SERVERS=4` shares its tables among four
//! servers. The memory is printed every minute.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use croupier_server::room::{Limits, Options, Room};
use croupier_server::table::Times;
use croupier_server::wire::{HandAt, NewTable};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use sqlx::Connection;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use uuid::Uuid;

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

const SEATS: u64 = 3;
const MINUTE: Duration = Duration::from_secs(60);
const GAME: &str = "nh21-plus";
/// How the answer to an order begins.
const REPLY: &str = r#"{"is":"reply""#;

/// Whether there is play.
#[derive(Clone, Copy)]
enum Play {
    Soon,
    On,
    Over,
}

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if args.first().is_some_and(|arg| arg == "house") {
        let tables = args.get(3).ok_or("how many tables?")?.parse()?;
        return runtime.block_on(house(&args[1], &args[2], tables));
    }
    let number = |place: usize, usual: u64| args.get(place).map_or(Ok(usual), |arg| arg.parse());
    let (tables, seconds, rate) = (number(0, 1000)?, number(1, 20)?, number(2, 0)?);
    runtime.block_on(drive(tables, Duration::from_secs(seconds), rate))
}

/// A server of the house, in a process of its own, so that its memory can be told from the players'.
async fn house(books: &str, name: &str, tables: u64) -> Outcome<()> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let store = croupier_house::open(books).await?;
    let usual = Times::default();
    let times = Times {
        frame: Duration::ZERO,
        settled: Duration::ZERO,
        ..usual
    };
    let options = Options {
        times,
        address: books.starts_with("postgres").then(|| address.to_string()),
        requests_per_second: u32::MAX / 8,
        orders_per_second: u32::MAX / 8,
        limits: Limits {
            guests_per_minute: u32::MAX / 8,
            connections_per_address: usize::MAX,
            connections: usize::MAX,
            ..Limits::default()
        },
        ..Options::default()
    };
    let room = Room::open(store, options).await?;
    for number in 0..tables {
        let new = NewTable {
            id: Uuid::now_v7(),
            game: GAME.to_string(),
            name: format!("{name} {number}"),
            private: false,
            min: None,
            max: None,
            betting_ms: None,
            decision_ms: None,
        };
        let opened = room.open_table(&new, None).await;
        opened.map_err(|problem| problem.message)?;
    }
    println!("{address}");
    std::io::stdout().flush()?;
    let end = async {
        // The driver closes our input when it is done.
        let _ = tokio::io::stdin().read(&mut [0; 1]).await;
    };
    croupier_server::serve::serve(listener, room, end).await?;
    Ok(())
}

/// A server as the driver knows it.
struct Server {
    process: Child,
    address: SocketAddr,
    /// What its tables are called.
    name: String,
}

impl Server {
    fn start(books: &str, number: u64, tables: u64) -> Outcome<Server> {
        let name = format!("Load {number}.");
        let mut process = Command::new(std::env::current_exe()?)
            .args(["house", books, &name, &tables.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let address = line.trim().parse()?;
        Ok(Server { process, address, name })
    }

    fn stop(mut self) -> Outcome<()> {
        drop(self.process.stdin.take());
        self.process.wait()?;
        Ok(())
    }
}

fn memory_of(servers: &[Server]) -> f64 {
    servers.iter().map(|server| memory(server.process.id())).sum()
}

async fn commits_of(servers: &[Server]) -> Outcome<f64> {
    let mut sum = 0.0;
    for server in servers {
        sum += commits(server.address).await?;
    }
    Ok(sum)
}

async fn drive(tables: u64, length: Duration, rate: u64) -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("house.db").display().to_string();
    let books = std::env::var("LOAD_HOUSE").unwrap_or(file);
    let count: u64 = std::env::var("LOAD_SERVERS").map_or(Ok(1), |count| count.parse())?;
    let servers = (0..count).map(|number| Server::start(&books, number, tables / count));
    let servers = servers.collect::<Outcome<Vec<Server>>>()?;
    let empty = memory_of(&servers);

    let (play, watched) = watch::channel(Play::Soon);
    let each = (rate > 0).then(|| Duration::from_secs_f64((tables * SEATS) as f64 / rate as f64));
    let mut players = tokio::task::JoinSet::new();
    let mut paces = (1_u32..).map(|player| Pace::new(player, each));
    for server in &servers {
        for id in load_tables(server).await? {
            for seat in 1..=SEATS {
                let player = Player::connect(server.address, &id, seat).await?;
                let pace = paces.next().ok_or("more players than numbers")?;
                players.spawn(player.play(pace, watched.clone()));
            }
        }
    }
    println!(
        "{} players at {tables} tables of {GAME}, servers: {count}",
        players.len()
    );
    tokio::time::sleep(Duration::from_secs(2)).await;
    let before = commits_of(&servers).await?;
    let begun = Instant::now();
    play.send(Play::On)?;
    let end = tokio::time::Instant::now() + length;
    while tokio::time::Instant::now() < end {
        tokio::time::sleep_until(end.min(tokio::time::Instant::now() + MINUTE)).await;
        let seconds = begun.elapsed().as_secs();
        println!("after {seconds:5} s   {:9.0} MiB", memory_of(&servers) / 1024.0);
    }
    let passed = begun.elapsed().as_secs_f64();
    let written = commits_of(&servers).await? - before;
    let full = memory_of(&servers);
    play.send(Play::Over)?;
    let mut latencies: Vec<Duration> = Vec::new();
    while let Some(player) = players.join_next().await {
        latencies.extend(player??);
    }
    for server in servers {
        server.stop()?;
    }
    latencies.sort_unstable();
    let at = |part: f64| {
        let place = (latencies.len().saturating_sub(1) as f64 * part) as usize;
        latencies.get(place).map_or(0.0, |latency| latency.as_secs_f64() * 1e3)
    };
    println!("orders answered   {:9.0} a second", latencies.len() as f64 / passed);
    println!("commits           {:9.0} a second", written / passed);
    println!(
        "latency           p50 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    println!(
        "memory            {:9.1} KiB a table, {:.0} MiB in all",
        (full - empty) / tables as f64,
        full / 1024.0
    );
    println!(
        "plain SQLite      {:9.0} durable inserts a second",
        sqlite_loop(&folder.path().join("plain.db")).await?
    );
    if let Ok(url) = std::env::var("LOAD_POSTGRES") {
        println!(
            "plain PostgreSQL  {:9.0} durable inserts a second",
            postgres_loop(&url).await?
        );
    }
    Ok(())
}

async fn load_tables(server: &Server) -> Outcome<Vec<String>> {
    let (_, listed) = http(server.address, "GET", "/api/v1/tables").await?;
    let listed: Vec<Value> = serde_json::from_str(&listed)?;
    let ours = |table: &&Value| {
        table["name"]
            .as_str()
            .is_some_and(|name| name.starts_with(&server.name))
    };
    let ids = listed.iter().filter(ours).filter_map(|table| table["id"].as_str());
    Ok(ids.map(str::to_string).collect())
}

/// How a player takes time: now half of the mean, now half as much again, each player and each time differently, so that tables
/// do not fall into step. Multiples of the golden ratio and of the square root of two spread evenly over any stretch.
struct Pace {
    mean: Duration,
    place: f64,
}

impl Pace {
    fn new(player: u32, mean: Option<Duration>) -> Pace {
        Pace {
            mean: mean.unwrap_or_default(),
            place: (f64::from(player) * 0.618_033_988_749_895).fract(),
        }
    }

    /// When the player begins: some time in the first round, which has about three orders of each.
    fn first(&self) -> Duration {
        self.mean.mul_f64(3.0 * self.place)
    }

    fn next(&mut self) -> Duration {
        self.place = (self.place + std::f64::consts::SQRT_2).fract();
        self.mean.mul_f64(0.5 + self.place)
    }
}

/// One player with a line to a table.
struct Player {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    seat: u64,
}

impl Player {
    async fn connect(address: SocketAddr, table: &str, seat: u64) -> Outcome<Player> {
        let (head, _) = http(address, "POST", "/api/v1/guest").await?;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).ok_or("no cookie")?;
        let mut request = format!("ws://{address}/api/v1/tables/{table}/live").into_client_request()?;
        request.headers_mut().insert("cookie", cookie.parse()?);
        // The usual buffer is cleared before every read, which would cost the driver more than all else.
        let small = WebSocketConfig::default().read_buffer_size(4 * 1024);
        let (socket, _) = tokio_tungstenite::connect_async_with_config(request, Some(small), true).await?;
        let mut player = Player { socket, seat };
        player.send(json!({ "do": "buy-in", "cents": 1_000_000 })).await?;
        player.send(json!({ "do": "sit", "seat": seat })).await?;
        Ok(player)
    }

    async fn send(&mut self, mut order: Value) -> Outcome<Instant> {
        order["id"] = json!(Uuid::now_v7());
        self.socket.send(Message::text(order.to_string())).await?;
        Ok(Instant::now())
    }

    /// Bets the least, stands on everything, and takes the time of every answer.
    async fn play(mut self, mut pace: Pace, mut play: watch::Receiver<Play>) -> Outcome<Vec<Duration>> {
        let (mut latencies, mut sent) = (Vec::new(), None);
        let (mut shown, mut fresh): (Option<Utf8Bytes>, bool) = (None, false);
        let mut due = None;
        loop {
            let rested = due.is_some_and(|due| due <= tokio::time::Instant::now());
            if let (None, true, true, Some(text)) = (sent, fresh, rested, &shown) {
                fresh = false;
                if let Some(order) = self.order(text)? {
                    sent = Some(self.send(order).await?);
                    let next = due.map(|due: tokio::time::Instant| due + pace.next());
                    due = next.max(Some(tokio::time::Instant::now()));
                }
            }
            let wake = due.filter(|_| sent.is_none() && fresh);
            let message = tokio::select! {
                message = self.socket.next() => message.ok_or("closed")??,
                () = tokio::time::sleep_until(wake.unwrap_or_else(tokio::time::Instant::now)), if wake.is_some() => continue,
                changed = play.changed() => {
                    changed?;
                    match *play.borrow_and_update() {
                        Play::Over => return Ok(latencies),
                        _ => due = Some(tokio::time::Instant::now() + pace.first()),
                    }
                    continue;
                }
            };
            let Message::Text(text) = message else { continue };
            if text.starts_with(REPLY) {
                let answered: Option<Instant> = sent.take();
                latencies.extend(answered.map(|sent| sent.elapsed()));
                fresh = true;
            } else if text.contains(r#""felt":"#) {
                shown = Some(text);
                fresh = true;
            }
        }
    }

    /// What this player does next, if it is to do something.
    fn order(&self, shown: &str) -> Outcome<Option<Value>> {
        let Shown { felt } = serde_json::from_str(shown)?;
        let Some(mine) = felt.seats.iter().find(|seat| seat.you) else {
            return Ok(None);
        };
        Ok(match felt.phase {
            Phase::Cutting { seat, min } if seat == self.seat => Some(json!({ "do": "cut", "cards": min })),
            Phase::Betting if mine.bets.is_empty() => Some(json!({ "do": "bet", "hands": [{ "main": 500 }] })),
            Phase::Betting if !mine.ready => Some(json!({ "do": "ready" })),
            Phase::Deciding { decision, hand, offers } if u64::from(hand.seat) == self.seat => {
                let safe = ["no-insurance", "take-blackjack", "keep", "stand"];
                let word = safe
                    .into_iter()
                    .find(|word| offers.iter().any(|offer| offer.action == *word));
                word.map(|word| json!({ "do": "act", "decision": decision, "action": word }))
            }
            _ => None,
        })
    }
}

/// What a player must see of a message to act. The driver shares its processors with the house, so it reads no more.
#[derive(Deserialize)]
struct Shown {
    felt: Felt,
}

#[derive(Deserialize)]
struct Felt {
    phase: Phase,
    seats: Vec<Seat>,
}

#[derive(Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
enum Phase {
    Cutting {
        seat: u64,
        min: u32,
    },
    Betting,
    Deciding {
        decision: serde_json::Value,
        hand: HandAt,
        offers: Vec<Offer>,
    },
    #[serde(other)]
    Else,
}

#[derive(Deserialize)]
struct Seat {
    you: bool,
    ready: bool,
    bets: Vec<IgnoredAny>,
}

#[derive(Deserialize)]
struct Offer {
    action: String,
}

async fn http(address: SocketAddr, method: &str, path: &str) -> Outcome<(String, String)> {
    let mut stream = TcpStream::connect(address).await?;
    let request =
        format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    Ok((head.to_string(), body.to_string()))
}

/// How many batches the tables have written.
async fn commits(address: SocketAddr) -> Outcome<f64> {
    let (_, text) = http(address, "GET", "/metrics").await?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("croupier_commit_seconds_count "));
    Ok(line.map_or(Ok(0.0), str::parse)?)
}

/// The memory of a process, in KiB.
fn memory(process: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok())
        .unwrap_or(0.0)
}

/// Rows one by one, each in a transaction of its own that is on disk before the next.
async fn sqlite_loop(file: &std::path::Path) -> Outcome<f64> {
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(sqlx::sqlite::SqliteJournalMode::Wal)
        .synchronous(sqlx::sqlite::SqliteSynchronous::Full);
    let mut connection = sqlx::SqliteConnection::connect_with(&options).await?;
    sqlx::query("CREATE TABLE plain (id INTEGER PRIMARY KEY, text TEXT)")
        .execute(&mut connection)
        .await?;
    let (begun, mut rows) = (Instant::now(), 0.0);
    while begun.elapsed() < Duration::from_secs(3) {
        sqlx::query("INSERT INTO plain (text) VALUES ('a wager, about so long')")
            .execute(&mut connection)
            .await?;
        rows += 1.0;
    }
    Ok(rows / begun.elapsed().as_secs_f64())
}

async fn postgres_loop(url: &str) -> Outcome<f64> {
    let mut connection = sqlx::PgConnection::connect(url).await?;
    sqlx::query("CREATE TABLE IF NOT EXISTS plain (id BIGSERIAL PRIMARY KEY, text TEXT)")
        .execute(&mut connection)
        .await?;
    let (begun, mut rows) = (Instant::now(), 0.0);
    while begun.elapsed() < Duration::from_secs(3) {
        sqlx::query("INSERT INTO plain (text) VALUES ('a wager, about so long')")
            .execute(&mut connection)
            .await?;
        rows += 1.0;
    }
    Ok(rows / begun.elapsed().as_secs_f64())
}
