//! Who may come in, and what each may do.

use croupier_house::Role;
use croupier_server::room::Options;
use croupier_server::wire::{Command, Standing};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::common::{Client, House, options};

fn who(name: &str, password: &str) -> Value {
    json!({ "name": name, "password": password })
}

/// A program asks for a token instead of a cookie and sends it with each request, over HTTP and to a table.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_signs_in_by_token() {
    let house = House::open().await;
    let mut bot = Client::new(house.address);
    let answer = bot.send("POST", "/api/v1/guest?token=true", None).await;
    assert_eq!(answer.status, 200);
    assert!(!answer.headers.contains("set-cookie"), "{}", answer.headers);
    let guest: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(bot.get("/api/v1/me").await.0, 401, "nothing is kept in a cookie");
    bot.bearer = Some(guest["token"].as_str().unwrap().to_string());
    let (status, me) = bot.get("/api/v1/me").await;
    assert_eq!((status, &me["name"]), (200, &guest["name"]));
    assert!(me["token"].is_null(), "the token is said once");
    let table = house.table_of("nh21-plus").await;
    bot.join(table).await.sit(1, 100).await;
    assert_eq!(bot.post("/api/v1/sign-out", Value::Null).await.0, 204);
    assert_eq!(bot.get("/api/v1/me").await.0, 401, "the token ends with its session");
    bot.bearer = Some("0".repeat(64));
    assert_eq!(bot.get("/api/v1/me").await.0, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_signs_up_out_and_in() {
    let house = House::open().await;
    let mut ann = Client::new(house.address);
    assert_eq!(ann.get("/api/v1/me").await.0, 401);
    let answer = ann
        .send(
            "POST",
            "/api/v1/sign-up",
            Some(&who("Ann", "correct horse").to_string()),
        )
        .await;
    assert_eq!(answer.status, 200);
    for part in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(answer.headers.contains(part), "{}", answer.headers);
    }
    assert!(!answer.headers.contains("Secure"), "{}", answer.headers);
    for header in [
        "content-security-policy",
        "x-content-type-options",
        "referrer-policy",
        "cache-control: no-store",
    ] {
        assert!(answer.headers.contains(header), "{header}");
    }
    assert_eq!(ann.get("/api/v1/me").await.1["name"], "Ann");
    let first = ann.clone();
    assert_eq!(ann.post("/api/v1/sign-out", Value::Null).await.0, 204);
    assert_eq!(
        first.clone().get("/api/v1/me").await.0,
        401,
        "the old cookie opens nothing"
    );
    assert_eq!(ann.post("/api/v1/sign-in", who("ann", "correct horse")).await.0, 200);
    for (name, password) in [
        ("Ann", "wrong horse"),
        ("Nobody", "correct horse"),
        ("Ann", ""),
        ("", ""),
    ] {
        let (status, problem) = ann.post("/api/v1/sign-in", who(name, password)).await;
        assert_eq!(
            (status, problem["code"].as_str()),
            (401, Some("wrong-credentials")),
            "{name}"
        );
    }
    for (name, password, status) in [
        ("ANN", "correct horse", 409),
        ("A", "correct horse", 422),
        ("Guest 1", "correct horse", 422),
        ("A<b>", "correct horse", 422),
        ("Bob", "short", 422),
        (&"B".repeat(25), "correct horse", 422),
        ("Bob", &"p".repeat(257), 422),
    ] {
        assert_eq!(
            ann.post("/api/v1/sign-up", who(name, password)).await.0,
            status,
            "{name}"
        );
    }
    // The books hold neither the password nor the token.
    let bytes = std::fs::read(house.folder.path().join("house.db-wal")).unwrap();
    let token = ann.cookie.clone().unwrap().split_once('=').unwrap().1.to_string();
    for secret in ["correct horse", &token] {
        assert!(
            !bytes.windows(secret.len()).any(|window| window == secret.as_bytes()),
            "{secret}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_are_refused() {
    let house = House::open().await;
    let mut client = house.guest().await;
    let table = house.table_of("nh21-plus").await;
    let live = format!("/api/v1/tables/{table}/live");
    for origin in [
        "http://evil.example",
        "null",
        &format!("https://{}", house.address),
        "http://127.0.0.1:1",
    ] {
        client.origin = Some(origin.to_string());
        assert_eq!(
            client.post("/api/v1/loss-limit", json!({ "cents": 1 })).await.0,
            403,
            "{origin}"
        );
        assert!(client.try_join(&live).await.is_err(), "{origin}");
    }
    client.origin = Some(format!("http://{}", house.address));
    assert_eq!(client.post("/api/v1/loss-limit", json!({ "cents": 1 })).await.0, 200);
    assert!(client.try_join(&live).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn each_role_does_what_it_may() {
    let house = House::open().await;
    let table = house.table_of("nh21-plus").await;
    let staff = |arrival: croupier_server::people::Arrival| Client {
        cookie: Some(format!("croupier-session={}", arrival.token)),
        ..Client::new(house.address)
    };
    let mut floor = staff(house.room.sign_up("Fiona", "correct horse", Role::Floor).await.unwrap());
    let mut auditor = staff(
        house
            .room
            .sign_up("Audrey", "correct horse", Role::Auditor)
            .await
            .unwrap(),
    );
    let mut player = house.guest().await;
    let mut nobody = Client::new(house.address);
    let pit = "/api/v1/pit";
    let statuses = [
        nobody.get(pit).await.0,
        player.get(pit).await.0,
        floor.get(pit).await.0,
        auditor.get(pit).await.0,
    ];
    assert_eq!(statuses, [401, 403, 200, 200]);
    let change = format!("/api/v1/tables/{table}/change");
    let pause = || json!({ "id": Uuid::now_v7(), "standing": "paused" });
    let statuses = [
        nobody.post(&change, pause()).await.0,
        player.post(&change, pause()).await.0,
        auditor.post(&change, pause()).await.0,
        floor.post(&change, pause()).await.0,
    ];
    assert_eq!(statuses, [401, 403, 403, 200]);
    auditor
        .join(table)
        .await
        .refused(Command::Sit { seat: 1 }, "not-allowed")
        .await;
    let public = || json!({ "id": Uuid::now_v7(), "game": "nh21-v3", "name": "Mine", "private": false });
    let statuses = [
        nobody.post("/api/v1/tables", public()).await.0,
        player.post("/api/v1/tables", public()).await.0,
        auditor.post("/api/v1/tables", public()).await.0,
        floor.post("/api/v1/tables", public()).await.0,
    ];
    assert_eq!(statuses, [401, 403, 403, 200]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_table_is_for_those_with_its_code() {
    let house = House::open().await;
    let mut host = house.guest().await;
    let mut friend = house.guest().await;
    let new = json!({ "id": Uuid::now_v7(), "game": "super-fun-21", "name": "Ours", "private": true, "max": 2000 });
    let (status, card) = host.post("/api/v1/tables", new.clone()).await;
    assert_eq!(status, 200, "{card}");
    let code = card["code"].as_str().unwrap();
    assert_eq!(
        host.post("/api/v1/tables", new.clone()).await.1["code"],
        code,
        "a repeat opens no other"
    );
    assert_eq!(friend.post("/api/v1/tables", new).await.0, 409);
    let id = card["id"].as_str().unwrap();
    let listed = |tables: &Value| tables.as_array().unwrap().iter().any(|table| table["id"] == id);
    assert!(listed(&host.get("/api/v1/tables").await.1));
    assert!(!listed(&friend.get("/api/v1/tables").await.1));
    let address = format!("/api/v1/tables/{id}");
    assert_eq!(friend.get(&address).await.0, 404);
    assert_eq!(friend.get(&format!("{address}?code=guess")).await.0, 404);
    let (status, seen) = friend.get(&format!("{address}?code={code}")).await;
    assert_eq!((status, &seen["code"]), (200, &Value::Null));
    assert!(friend.try_join(&format!("{address}/live")).await.is_err());
    let mut seat = friend.try_join(&format!("{address}/live?code={code}")).await.unwrap();
    seat.sit(2, 100).await;
    let change = format!("{address}/change");
    assert_eq!(
        friend
            .post(&change, json!({ "id": Uuid::now_v7(), "standing": "closed" }))
            .await
            .0,
        403
    );
    assert_eq!(
        host.post(&change, json!({ "id": Uuid::now_v7(), "min": 700, "max": 1500 }))
            .await
            .0,
        200
    );
    assert_eq!(
        host.post(&change, json!({ "id": Uuid::now_v7(), "max": 999_999 }))
            .await
            .0,
        422
    );
    assert_eq!(
        host.post(&change, json!({ "id": Uuid::now_v7(), "standing": "closed" }))
            .await
            .0,
        200
    );
    seat.until(|felt| felt.standing == Standing::Closed).await;
    assert!(!listed(&host.get("/api/v1/tables").await.1));
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_are_refused_in_words() {
    let house = House::open().await;
    let mut client = house.guest().await;
    for (method, path, body, status) in [
        ("POST", "/api/v1/sign-in", Some("{"), 400),
        ("POST", "/api/v1/sign-in", Some("{}"), 400),
        ("POST", "/api/v1/sign-in", None, 415),
        ("POST", "/api/v1/loss-limit", Some(r#"{"cents":-1}"#), 422),
        ("GET", "/api/v1/tables/x", None, 400),
        ("GET", "/api/v1/tables/0198c0de-0000-7000-8000-000000000001", None, 404),
        ("GET", "/api/v1/rounds/0198c0de-0000-7000-8000-000000000001", None, 404),
        ("GET", "/api/v1/shoes/0198c0de-0000-7000-8000-000000000001", None, 404),
        ("GET", "/api/v1/history?before=soon", None, 400),
        ("GET", "/api/v1/history?after=1", None, 400),
        ("GET", "/api/v1/games/poker/rules", None, 404),
        ("GET", "/api/v1/games/nh21-plus/rules?format=pdf", None, 400),
        ("GET", "/api/v1/games/poker/reports/par", None, 404),
        ("GET", "/api/v1/games/nh-holdem/reports/poster", None, 404),
        ("GET", "/api/v1/games/nh-holdem/reports/par?format=docx", None, 400),
        ("GET", "/api/v1/nothing", None, 404),
        ("DELETE", "/api/v1/tables", None, 405),
        ("POST", "/", None, 405),
    ] {
        let answer = client.send(method, path, body).await;
        assert_eq!(answer.status, status, "{method} {path}");
        let problem: Value = serde_json::from_slice(&answer.body).unwrap();
        assert!(
            problem["message"].as_str().is_some_and(|message| !message.is_empty()),
            "{method} {path}"
        );
    }
    let long = format!(r#"{{"name":"{}","password":"12345678"}}"#, "n".repeat(20_000));
    assert_eq!(client.send("POST", "/api/v1/sign-in", Some(&long)).await.status, 413);
    assert_eq!(client.send("GET", "/no-such-page", None).await.status, 404);
    let page = client.send("GET", "/table/anything", None).await;
    assert_eq!(page.status, 200);
    assert!(page.headers.contains("text/html"));
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_ask_too_often_wait() {
    let slow = Options {
        requests_per_second: 1,
        orders_per_second: 1,
        ..options()
    };
    let house = House::open_with(slow, std::sync::Arc::new(tempfile::tempdir().unwrap())).await;
    let mut client = Client::new(house.address);
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(client.get("/api/v1/me").await.0);
    }
    assert_eq!(statuses[0], 401);
    assert!(statuses.contains(&429), "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loss_limit_holds() {
    let house = House::open().await;
    let mut client = house.guest().await;
    let mut seat = client.join(house.table_of("presque-isle-blackjack").await).await;
    seat.sit(1, 100).await;
    seat.cut().await;
    assert_eq!(
        client.post("/api/v1/loss-limit", json!({ "cents": 1000 })).await.1["loss_limit"],
        1000
    );
    let hands = |dollars| Command::Bet {
        hands: vec![crate::common::bet(dollars)],
    };
    seat.refused(hands(11), "loss-limit").await;
    seat.done(hands(10)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_whose_table_is_gone_keeps_no_purse_from_the_books() {
    let house = House::open().await;
    let ann = house.room.sign_up("Ann", "correct horse", Role::Player).await;
    let person = ann.ok().unwrap().person;
    let settled = person.writes_settled();
    assert!(settled.is_some());
    let writing = person.begin_write();
    assert_eq!(person.writes_settled(), None, "the purse is about to follow the write");
    // The table lost its lease, and nobody waits for the answer of the books any more.
    drop(writing);
    assert!(
        person.writes_settled() > settled,
        "the purse may be read from the books"
    );
}
