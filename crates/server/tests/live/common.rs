//! A house on a real socket, and clients that speak to it as a browser would.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "each test uses a part of it and may stop at the first surprise"
)]

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use croupier_house::Store;
use croupier_server::room::{Limits, Options, Room};
use croupier_server::table::Times;
use croupier_server::wire::{Announcement, Command, DecisionAt, Felt, HandBet, Message, Order, Phase, Problem};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message as Packet};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use uuid::Uuid;

/// A house being served.
pub struct House {
    pub address: SocketAddr,
    pub room: Arc<Room>,
    pub folder: Arc<tempfile::TempDir>,
    end: Option<oneshot::Sender<()>>,
    served: tokio::task::JoinHandle<std::io::Result<()>>,
}

/// Clocks that never run out, and a dealer who never pauses.
pub fn at_once() -> Times {
    Times {
        frame: Duration::ZERO,
        settled: Duration::ZERO,
        seal: Duration::ZERO,
        open: Duration::from_secs(3600),
        cut: Duration::from_secs(3600),
        held: Duration::from_secs(3600),
        bank: Duration::from_secs(3600),
        retry: Duration::from_millis(20),
        patience: Duration::from_secs(3600),
    }
}

pub fn options() -> Options {
    Options {
        times: at_once(),
        requests_per_second: 100_000,
        orders_per_second: 100_000,
        limits: Limits {
            guests_per_minute: 100_000,
            sign_ins_per_minute: 100_000,
            connections_per_address: 10_000,
            ..Limits::default()
        },
        ..Options::default()
    }
}

impl House {
    pub async fn open() -> House {
        House::open_with(options(), Arc::new(tempfile::tempdir().unwrap())).await
    }

    pub async fn open_with(options: Options, folder: Arc<tempfile::TempDir>) -> House {
        let path = folder.path().join("house.db");
        let store = croupier_house::open(path.to_str().unwrap()).await.unwrap();
        House::over(store, options, folder).await
    }

    pub async fn over(store: Arc<dyn Store>, options: Options, folder: Arc<tempfile::TempDir>) -> House {
        let room = Room::open(store, options).await.unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (end, ended) = oneshot::channel();
        let serving = croupier_server::serve::serve(listener, Arc::clone(&room), async {
            let _ = ended.await;
        });
        House {
            address,
            room,
            folder,
            end: Some(end),
            served: tokio::spawn(serving),
        }
    }

    /// Closes the house in good order; its file stays.
    pub async fn close(mut self) -> Arc<tempfile::TempDir> {
        self.end.take().unwrap().send(()).unwrap();
        self.served.await.unwrap().unwrap();
        self.folder
    }

    pub async fn guest(&self) -> Client {
        let mut client = Client::new(self.address);
        assert_eq!(client.post("/api/v1/guest", Value::Null).await.0, 200);
        client
    }

    /// The id of the public table of a game.
    pub async fn table_of(&self, game: &str) -> Uuid {
        let (_, tables) = Client::new(self.address).get("/api/v1/tables").await;
        let table = tables
            .as_array()
            .unwrap()
            .iter()
            .find(|table| table["game"] == game)
            .unwrap();
        table["id"].as_str().unwrap().parse().unwrap()
    }
}

/// Somebody with a cookie jar.
#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub cookie: Option<String>,
    pub bearer: Option<String>,
    pub origin: Option<String>,
}

/// An answer as it came.
pub struct Answer {
    pub status: u16,
    pub headers: String,
    pub body: Vec<u8>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        Client {
            address,
            cookie: None,
            bearer: None,
            origin: None,
        }
    }

    pub async fn get(&mut self, path: &str) -> (u16, Value) {
        let answer = self.send("GET", path, None).await;
        (
            answer.status,
            serde_json::from_slice(&answer.body).unwrap_or(Value::Null),
        )
    }

    pub async fn post(&mut self, path: &str, body: Value) -> (u16, Value) {
        let body = (!body.is_null()).then(|| body.to_string());
        let answer = self.send("POST", path, body.as_deref()).await;
        (
            answer.status,
            serde_json::from_slice(&answer.body).unwrap_or(Value::Null),
        )
    }

    pub async fn send(&mut self, method: &str, path: &str, body: Option<&str>) -> Answer {
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n",
            self.address
        );
        if let Some(cookie) = &self.cookie {
            head += &format!("Cookie: {cookie}\r\n");
        }
        if let Some(token) = &self.bearer {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        if let Some(origin) = &self.origin {
            head += &format!("Origin: {origin}\r\n");
        }
        if body.is_some() {
            head += "Content-Type: application/json\r\n";
        }
        head += &format!("Content-Length: {}\r\n\r\n", body.unwrap_or_default().len());
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        // The house may refuse and close before it has read everything.
        let _ = stream.write_all(body.unwrap_or_default().as_bytes()).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let headers = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = headers.split(' ').nth(1).unwrap().parse().unwrap();
        for line in headers
            .lines()
            .filter(|line| line.to_lowercase().starts_with("set-cookie:"))
        {
            self.cookie = Some(line.split_once(": ").unwrap().1.split(';').next().unwrap().to_string());
        }
        Answer {
            status,
            headers,
            body: bytes[end + 4..].to_vec(),
        }
    }

    /// Connects to a table and reads the welcome.
    pub async fn join(&self, table: Uuid) -> Seat {
        self.try_join(&format!("/api/v1/tables/{table}/live")).await.unwrap()
    }

    /// Connects to a table that may be moving, or to a house that may be gone.
    pub async fn try_join_quietly(&self, path: &str) -> Option<Seat> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request().ok()?;
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().ok()?);
        }
        let (socket, _) = tokio_tungstenite::connect_async(request).await.ok()?;
        let mut seat = Seat::over(socket);
        seat.try_next().await?;
        Some(seat)
    }

    pub async fn try_join(&self, path: &str) -> Result<Seat, tungstenite::Error> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        if let Some(token) = &self.bearer {
            let bearer = format!("Bearer {token}").parse().unwrap();
            request.headers_mut().insert("authorization", bearer);
        }
        if let Some(origin) = &self.origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        let mut seat = Seat::over(socket);
        seat.next().await;
        Ok(seat)
    }
}

/// A connection to a table that follows the felt.
pub struct Seat {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub felt: Option<Felt>,
    pub number: u64,
    pub said: Vec<Announcement>,
    pub seat: Option<u8>,
    /// Every text received, where wanted.
    pub texts: Vec<String>,
    pub keeps_texts: bool,
    /// The round on the felt when the last bet was made.
    before: Option<Uuid>,
}

impl Seat {
    fn over(socket: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Seat {
        Seat {
            socket,
            felt: None,
            number: 0,
            said: Vec::new(),
            seat: None,
            texts: Vec::new(),
            keeps_texts: false,
            before: None,
        }
    }

    /// Reads one message and follows it.
    pub async fn next(&mut self) -> Message {
        loop {
            let packet = tokio::time::timeout(Duration::from_secs(30), self.socket.next()).await;
            match packet
                .expect("the table is silent")
                .expect("the connection is closed")
                .unwrap()
            {
                Packet::Text(text) => {
                    if self.keeps_texts {
                        self.texts.push(text.to_string());
                    }
                    let message: Message = serde_json::from_str(&text).unwrap();
                    self.follow(&message);
                    return message;
                }
                Packet::Close(_) => panic!("the connection is closed"),
                _ => {}
            }
        }
    }

    fn follow(&mut self, message: &Message) {
        match message {
            Message::Welcome {
                seat,
                number,
                felt,
                missed,
                ..
            } => {
                self.seat = *seat;
                self.number = *number;
                self.felt = Some(felt.clone());
                self.said.extend(missed.clone());
            }
            Message::Frame(frame) => {
                assert_eq!(frame.number, self.number + 1, "frames are numbered without gaps");
                self.number = frame.number;
                self.seat = frame.seat;
                self.felt = Some(frame.felt.clone());
                self.said.extend(frame.said.clone());
            }
            _ => {}
        }
    }

    /// Reads one message, or nothing when the connection is gone.
    pub async fn try_next(&mut self) -> Option<Message> {
        loop {
            match self.socket.next().await? {
                Ok(Packet::Text(text)) => {
                    let message: Message = serde_json::from_str(&text).ok()?;
                    self.follow(&message);
                    return Some(message);
                }
                Ok(Packet::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Gives an order and says whether it is obeyed; nothing when the connection is gone before the answer.
    pub async fn ask(&mut self, command: Command) -> Option<bool> {
        let order = Order {
            id: Uuid::now_v7(),
            command,
        };
        let text = serde_json::to_string(&order).unwrap();
        self.socket.send(Packet::text(text)).await.ok()?;
        loop {
            if let Message::Reply { id, problem } = self.try_next().await?
                && id == order.id
            {
                return Some(problem.is_none());
            }
        }
    }

    /// Reads on until the house closes the connection; false when it stays open.
    pub async fn is_closed(&mut self) -> bool {
        loop {
            match tokio::time::timeout(Duration::from_secs(5), self.socket.next()).await {
                Err(_) => return false,
                Ok(None | Some(Err(_) | Ok(Packet::Close(_)))) => return true,
                Ok(Some(Ok(_))) => {}
            }
        }
    }

    pub async fn send_text(&mut self, text: &str) {
        self.socket.send(Packet::text(text)).await.unwrap();
    }

    /// Gives an order under a new id and waits for the answer.
    pub async fn order(&mut self, command: Command) -> Option<Problem> {
        self.order_as(Uuid::now_v7(), command).await
    }

    pub async fn order_as(&mut self, id: Uuid, command: Command) -> Option<Problem> {
        let order = Order { id, command };
        self.send_text(&serde_json::to_string(&order).unwrap()).await;
        loop {
            if let Message::Reply { id: answered, problem } = self.next().await {
                assert_eq!(answered, id);
                return problem;
            }
        }
    }

    /// The order is obeyed.
    pub async fn done(&mut self, command: Command) {
        let said = format!("{command:?}");
        assert_eq!(self.order(command).await, None, "{said}");
    }

    /// The order is refused with this code.
    pub async fn refused(&mut self, command: Command, code: &str) {
        let said = format!("{command:?}");
        let problem = self.order(command).await.unwrap_or_else(|| panic!("{said} is obeyed"));
        assert_eq!(problem.code, code, "{said}: {}", problem.message);
    }

    pub fn felt(&self) -> &Felt {
        self.felt.as_ref().unwrap()
    }

    /// Reads until the felt is so.
    pub async fn until(&mut self, what: impl Fn(&Felt) -> bool) {
        while !what(self.felt()) {
            self.next().await;
        }
    }

    pub async fn sit(&mut self, seat: u8, dollars: i64) {
        self.done(Command::Sit { seat }).await;
        self.done(Command::BuyIn { cents: dollars * 100 }).await;
    }

    /// Sees the shoe cut and bets on one hand, ready for the deal.
    pub async fn bet(&mut self, hand: HandBet) {
        let seat = self.seat;
        self.until(|felt| match felt.phase {
            Phase::Betting { .. } => felt.shoe.root.is_some(),
            Phase::Cutting { seat: cutter, .. } => Some(cutter) == seat,
            _ => false,
        })
        .await;
        self.cut().await;
        self.before = self.felt().round;
        self.done(Command::Bet { hands: vec![hand] }).await;
        self.done(Command::Ready).await;
    }

    pub async fn cut(&mut self) {
        if let Phase::Cutting { seat, min, .. } = self.felt().phase
            && self.seat == Some(seat)
        {
            self.done(Command::Cut { cards: min + 7 }).await;
        }
    }

    /// Plays the round to its end by a rule that says which offered action to take.
    pub async fn play(&mut self, choose: impl Fn(&Felt, &[String]) -> String) {
        let before = self.before;
        self.until(|felt| felt.round != before).await;
        loop {
            self.until(|felt| !matches!(felt.phase, Phase::Dealing)).await;
            match self.felt().phase.clone() {
                Phase::Deciding {
                    decision, hand, offers, ..
                } if Some(hand.seat) == self.seat => {
                    let words: Vec<String> = offers.iter().map(|offer| offer.action.clone()).collect();
                    let action = choose(self.felt(), &words);
                    let amount = offers
                        .iter()
                        .find(|offer| offer.action == action)
                        .map_or(0, |offer| offer.max);
                    self.act(decision, &action, amount).await;
                }
                Phase::Deciding { .. } => {
                    self.next().await;
                }
                _ => return,
            }
        }
    }

    pub async fn act(&mut self, decision: DecisionAt, action: &str, amount: i64) {
        let action = action.to_string();
        self.done(Command::Act {
            decision,
            action,
            amount,
        })
        .await;
    }
}

/// The least bet of a game, on the main spot alone.
pub fn bet(dollars: i64) -> HandBet {
    HandBet {
        main: dollars * 100,
        ..HandBet::default()
    }
}

/// The first of these words that is offered.
pub fn first_of(wanted: &'static [&'static str]) -> impl Fn(&Felt, &[String]) -> String {
    move |_, offered| {
        let found = wanted.iter().find(|word| offered.iter().any(|offer| offer == *word));
        found
            .unwrap_or_else(|| panic!("none of {wanted:?} among {offered:?}"))
            .to_string()
    }
}
