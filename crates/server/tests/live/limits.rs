//! What a stranger may ask for, and when a silent one is let go.

use std::sync::Arc;
use std::time::Duration;

use croupier_server::room::{Limits, Options};
use croupier_server::wire::Command;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use uuid::Uuid;

use crate::common::{Client, House, options};

async fn house_with(limits: impl FnOnce(&mut Limits)) -> House {
    let mut options: Options = options();
    limits(&mut options.limits);
    House::open_with(options, Arc::new(tempfile::tempdir().unwrap())).await
}

/// Waits until the house closes a connection, and gives what it said before.
async fn closed(stream: &mut TcpStream) -> String {
    let mut said = Vec::new();
    timeout(Duration::from_secs(5), stream.read_to_end(&mut said))
        .await
        .expect("the connection is closed")
        .ok();
    String::from_utf8_lossy(&said).to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_are_closed() {
    let house = house_with(|limits| limits.request_timeout = Duration::from_millis(300)).await;
    let mut mute = TcpStream::connect(house.address).await.unwrap();
    closed(&mut mute).await;
    let mut half = TcpStream::connect(house.address).await.unwrap();
    half.write_all(b"GET /api/v1/me HTTP/1.1\r\nHost: x\r\n").await.unwrap();
    closed(&mut half).await;
    let mut bodiless = TcpStream::connect(house.address).await.unwrap();
    let head =
        "POST /api/v1/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    bodiless.write_all(head.as_bytes()).await.unwrap();
    let said = closed(&mut bodiless).await;
    assert!(!said.starts_with("HTTP/1.1 200"), "{said}");
    // Those who speak are served.
    assert_eq!(Client::new(house.address).get("/api/v1/me").await.0, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_so_many_connections() {
    let house = house_with(|limits| limits.connections_per_address = 3).await;
    let mut inside = Vec::new();
    for _ in 0..3 {
        inside.push(TcpStream::connect(house.address).await.unwrap());
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut outside = TcpStream::connect(house.address).await.unwrap();
    assert_eq!(closed(&mut outside).await, "");
    drop(inside);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(Client::new(house.address).get("/api/v1/me").await.0, 401);
}

/// A viewer who never reads or answers is let go.
#[tokio::test(flavor = "multi_thread")]
async fn a_viewer_who_does_not_answer_is_let_go() {
    let house = house_with(|limits| limits.ping_every = Duration::from_millis(100)).await;
    let table = house.table_of("nh-holdem").await;
    let watching = || async {
        let (_, card) = Client::new(house.address).get(&format!("/api/v1/tables/{table}")).await;
        card["spectators"].as_u64().unwrap()
    };
    let viewer = Client::new(house.address).join(table).await;
    assert_eq!(watching().await, 1);
    // Nobody polls the socket, so no pong is sent.
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(watching().await, 0);
    drop(viewer);
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_and_sign_ins_are_counted() {
    let house = house_with(|limits| (limits.guests_per_minute, limits.sign_ins_per_minute) = (3, 4)).await;
    let mut client = Client::new(house.address);
    let mut statuses = Vec::new();
    for _ in 0..5 {
        statuses.push(client.post("/api/v1/guest", Value::Null).await.0);
    }
    assert_eq!(statuses, [200, 200, 200, 429, 429]);
    let wrong = json!({ "name": "nobody", "password": "wrong horse" });
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(client.post("/api/v1/sign-in", wrong.clone()).await.0);
    }
    assert_eq!(statuses, [401, 401, 401, 401, 429, 429]);
}

#[tokio::test(flavor = "multi_thread")]
async fn private_tables_are_few_and_idle_ones_close() {
    let house = house_with(|limits| {
        limits.private_tables = 2;
        limits.private_table_idle = Duration::from_secs(1);
    })
    .await;
    let table = || json!({ "id": Uuid::now_v7(), "game": "nh-holdem", "name": "Ours", "private": true });
    let (mut ann, mut bob, mut eve) = (house.guest().await, house.guest().await, house.guest().await);
    let (status, card) = ann.post("/api/v1/tables", table()).await;
    assert_eq!(status, 200);
    assert_eq!(ann.post("/api/v1/tables", table()).await.0, 409, "a guest opens one");
    assert_eq!(bob.post("/api/v1/tables", table()).await.0, 200);
    assert_eq!(
        eve.post("/api/v1/tables", table()).await.0,
        409,
        "all together open two"
    );
    // Somebody sits at one of them; the other is closed and its rack goes back to the bank.
    let path = format!("/api/v1/tables/{}", card["id"].as_str().unwrap());
    let mut seat = ann.try_join(&format!("{path}/live")).await.unwrap();
    seat.sit(1, 100).await;
    let in_play = house.room.in_play().await.unwrap();
    let gone = async {
        while house.room.in_play().await.unwrap() == in_play {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(Duration::from_secs(20), gone)
        .await
        .expect("an idle table is closed");
    assert_eq!(eve.post("/api/v1/tables", table()).await.0, 200, "there is room again");
    assert_eq!(ann.get(&path).await.0, 200, "a table with somebody at it stays");
}

/// Who has signed out bets no more, on a socket that was open before either.
#[tokio::test(flavor = "multi_thread")]
async fn signing_out_ends_the_sockets() {
    let house = House::open().await;
    let mut client = house.guest().await;
    let mut seat = client.join(house.table_of("nh-holdem").await).await;
    seat.sit(1, 100).await;
    assert_eq!(client.post("/api/v1/sign-out", Value::Null).await.0, 204);
    assert!(seat.is_closed().await, "the socket outlives the session");
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_look_like_others_are_refused() {
    let house = House::open().await;
    let mut client = Client::new(house.address);
    for name in [
        "\u{430}lice",
        "GUEST 000002",
        "guest7",
        "Gu\u{435}st 1",
        "\u{455}\u{441}\u{43e}\u{440}\u{435}",
    ] {
        let (status, problem) = client
            .post("/api/v1/sign-up", json!({ "name": name, "password": "correct horse" }))
            .await;
        assert_eq!((status, &problem["code"]), (422, &json!("name-unfit")), "{name}");
    }
    for name in ["alice", "Žofie", "Дмитрий", "小林"] {
        let (status, _) = client
            .post("/api/v1/sign-up", json!({ "name": name, "password": "correct horse" }))
            .await;
        assert_eq!(status, 200, "{name}");
    }
}

/// The loss limit goes by the day: signing in again gives nothing back.
#[tokio::test(flavor = "multi_thread")]
async fn signing_in_again_does_not_lift_the_loss_limit() {
    let house = House::open().await;
    let mut client = Client::new(house.address);
    let who = json!({ "name": "Ann", "password": "correct horse" });
    assert_eq!(client.post("/api/v1/sign-up", who.clone()).await.0, 200);
    let table = house.table_of("presque-isle-blackjack").await;
    let mut seat = client.join(table).await;
    seat.sit(1, 1000).await;
    client.post("/api/v1/loss-limit", json!({ "cents": 3000 })).await;
    let bet = |dollars| Command::Bet {
        hands: vec![crate::common::bet(dollars)],
    };
    let mut lost = 0;
    while lost <= 2000 {
        seat.bet(crate::common::bet(10)).await;
        seat.play(crate::common::first_of(&["no-insurance", "hit", "stand"]))
            .await;
        lost = -client.get("/api/v1/me").await.1["session_net"].as_i64().unwrap();
        client
            .post("/api/v1/loss-limit", json!({ "cents": lost.max(0) + 1000 }))
            .await;
    }
    assert_eq!(client.post("/api/v1/sign-in", who).await.0, 200);
    assert_eq!(client.get("/api/v1/me").await.1["session_net"], 0);
    seat.until(|felt| {
        matches!(
            felt.phase,
            croupier_server::wire::Phase::Betting { .. } | croupier_server::wire::Phase::Cutting { .. }
        )
    })
    .await;
    seat.cut().await;
    seat.refused(bet(11), "loss-limit").await;
    seat.done(bet(10)).await;
}

/// A client's word about its address is not taken.
#[tokio::test(flavor = "multi_thread")]
async fn health_is_told_and_forwarded_addresses_are_not_believed() {
    let house = house_with(|limits| limits.guests_per_minute = 1).await;
    let mut client = Client::new(house.address);
    assert_eq!(client.get("/healthz").await.0, 200);
    assert_eq!(client.get("/readyz").await.0, 200);
    let mut asked = Vec::new();
    for number in 0..2 {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        let head = format!(
            "POST /api/v1/guest HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.{number}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        asked.push(closed(&mut stream).await.contains(" 200 OK"));
    }
    assert_eq!(asked, [true, false]);
}
