//! A small bot: comes in as a guest, sits down, and plays by the simplest rule there is.
//!
//! `cargo run --example bot -- 127.0.0.1:8021 nh21-plus 20` plays twenty rounds. It uses nothing but the JSON that
//! docs/protocol.md describes, so that it reads the same in any language.

use std::error::Error;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use uuid::Uuid;

type Outcome<T> = Result<T, Box<dyn Error>>;

#[tokio::main]
async fn main() -> Outcome<()> {
    let mut args = std::env::args().skip(1);
    let address = args.next().unwrap_or("127.0.0.1:8021".to_string());
    let game = args.next().unwrap_or("nh21-plus".to_string());
    let rounds: u32 = args.next().map_or(Ok(10), |rounds| rounds.parse())?;

    let guest = http(&address, "POST", "/api/v1/guest?token=true").await?;
    let token = guest["token"].as_str().ok_or("no token")?;
    let tables = http(&address, "GET", "/api/v1/tables").await?;
    let table = tables
        .as_array()
        .and_then(|tables| tables.iter().find(|table| table["game"] == game.as_str()));
    let id = table
        .and_then(|table| table["id"].as_str())
        .ok_or("no table of this game")?;

    let mut request = format!("ws://{address}/api/v1/tables/{id}/live").into_client_request()?;
    let bearer = format!("Bearer {token}").parse()?;
    request.headers_mut().insert("authorization", bearer);
    let (socket, _) = tokio_tungstenite::connect_async(request).await?;
    let (mut up, mut down) = socket.split();

    let (mut least, mut played, mut last_round) = (0, 0, Value::Null);
    while let Some(message) = down.next().await {
        let Message::Text(text) = message? else { continue };
        let message: Value = serde_json::from_str(&text)?;
        let mut orders = Vec::new();
        match message["is"].as_str() {
            Some("welcome") => {
                least = message["layout"]["main"]["min"].as_i64().unwrap_or_default();
                let taken: Vec<u64> = seats(&message).filter_map(|seat| seat["seat"].as_u64()).collect();
                let seats = message["layout"]["seats"].as_u64().unwrap_or(1);
                let free = (1..=seats).find(|seat| !taken.contains(seat)).ok_or("no free seat")?;
                orders.push(json!({ "do": "sit", "seat": free }));
                orders.push(json!({ "do": "buy-in", "cents": 100 * least }));
                orders.push(json!({ "do": "pace", "fast": true }));
            }
            Some("reply") if !message["problem"].is_null() => eprintln!("refused: {}", message["problem"]["message"]),
            Some("frame") => {
                for said in message["said"].as_array().into_iter().flatten() {
                    println!("{}", said["sentence"].as_str().unwrap_or_default());
                }
                let (felt, seat) = (&message["felt"], &message["seat"]);
                let phase = &felt["phase"];
                let bets = seats(&message).any(|seat| seat["you"] == true && seat["bets"] != json!([]));
                match phase["is"].as_str() {
                    Some("cutting") if phase["seat"] == *seat => {
                        orders.push(json!({ "do": "cut", "cards": phase["min"] }));
                    }
                    Some("betting") if !seat.is_null() && !bets && (played == 0 || felt["round"] != last_round) => {
                        if played == rounds {
                            return Ok(());
                        }
                        played += 1;
                        last_round = felt["round"].clone();
                        orders.push(json!({ "do": "bet", "hands": [{ "main": least }] }));
                        orders.push(json!({ "do": "ready" }));
                    }
                    Some("deciding") if phase["hand"]["seat"] == *seat => {
                        orders.push(
                            json!({ "do": "act", "decision": phase["decision"], "action": choose(felt, phase)? }),
                        );
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        for mut order in orders {
            order["id"] = json!(Uuid::now_v7());
            up.send(Message::text(order.to_string())).await?;
        }
    }
    Ok(())
}

/// Draws to 16 and stands on 17, insures nothing, and in stud bets the least.
fn choose(felt: &Value, phase: &Value) -> Outcome<String> {
    let offers = phase["offers"].as_array().ok_or("no offers")?;
    let offered = |word: &str| offers.iter().any(|offer| offer["action"] == word);
    let hand = felt["hands"]
        .as_array()
        .and_then(|hands| hands.iter().find(|hand| hand["at"] == phase["hand"]));
    let points = hand.and_then(|hand| hand["count"]["points"].as_u64()).unwrap_or(21);
    let wanted = if points < 17 { "hit" } else { "stand" };
    let words = [
        "no-insurance",
        "take-blackjack",
        "keep",
        wanted,
        "stand",
        "bet-1",
        "check",
        "fold",
    ];
    let word = words.into_iter().find(|word| offered(word));
    Ok(word.ok_or("nothing I know is offered")?.to_string())
}

fn seats(message: &Value) -> impl Iterator<Item = &Value> {
    message["felt"]["seats"].as_array().into_iter().flatten()
}

/// One request without a body.
async fn http(address: &str, method: &str, path: &str) -> Outcome<Value> {
    let mut stream = TcpStream::connect(address).await?;
    let request =
        format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    Ok(serde_json::from_str(body)?)
}
