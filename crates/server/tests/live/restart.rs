//! A house closed and opened again in mid-round stands where it stood.

use croupier_house::{AccountKind, TableId};
use croupier_server::audit::audit;
use croupier_server::wire::{Command, Phase};

use serde_json::{Value, json};

use crate::common::{Client, House, bet, first_of, options};
use crate::play::{BOLD, CALM};

#[tokio::test(flavor = "multi_thread")]
async fn open_rounds_stand_where_they_stood() {
    let mut house = House::open().await;
    let mut client = house.guest().await;
    for game in ["nh-holdem", "nh21-plus", "super-fun-21"] {
        let table = house.table_of(game).await;
        let mut seat = client.join(table).await;
        seat.sit(3, 2_000).await;
        for round in 0..8 {
            seat.bet(bet(5)).await;
            seat.until(|felt| matches!(felt.phase, Phase::Deciding { .. } | Phase::Settled))
                .await;
            if round % 2 == 0 {
                let before = seat.felt().clone();
                let folder = house.close().await;
                house = House::open_with(options(), folder).await;
                client = Client {
                    address: house.address,
                    ..client
                };
                seat = client.join(table).await;
                let after = seat.felt();
                assert_eq!(seat.seat, Some(3), "{game}");
                if matches!(before.phase, Phase::Deciding { .. }) {
                    assert_eq!(
                        (after.round, &after.hands, &after.dealer),
                        (before.round, &before.hands, &before.dealer)
                    );
                    assert_eq!((&after.board, &after.extra), (&before.board, &before.extra));
                    assert_eq!(after.seats[0].chips, before.seats[0].chips);
                    assert_eq!(after.shoe, before.shoe);
                    let (Phase::Deciding { offers, .. }, Phase::Deciding { offers: asked, .. }) =
                        (&after.phase, &before.phase)
                    else {
                        panic!("{game}: {:?}", after.phase)
                    };
                    assert_eq!(offers, asked);
                } else {
                    continue;
                }
            }
            seat.play(first_of(if round % 3 == 0 { BOLD } else { CALM })).await;
        }
        seat.done(Command::Leave).await;
    }
    let report = audit(&house.room.store).await.unwrap();
    assert!(report.holds(), "{report:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loss_limit_and_what_the_session_has_lost_outlive_the_house() {
    let house = House::open().await;
    let mut client = house.guest().await;
    let table = house.table_of("nh21-plus").await;
    let mut seat = client.join(table).await;
    seat.sit(1, 500).await;
    while client.get("/api/v1/me").await.1["session_net"].as_i64().unwrap() >= 0 {
        seat.bet(bet(5)).await;
        seat.play(first_of(CALM)).await;
    }
    // The limit leaves room for less than the least bet.
    let lost = -client.get("/api/v1/me").await.1["session_net"].as_i64().unwrap();
    let limit = json!({ "cents": lost + 499 });
    assert_eq!(client.post("/api/v1/loss-limit", limit).await.0, 200);
    let (_, before) = client.get("/api/v1/me").await;
    let folder = house.close().await;
    let house = House::open_with(options(), folder).await;
    client.address = house.address;
    let (_, after) = client.get("/api/v1/me").await;
    for key in ["loss_limit", "session_net", "chips"] {
        assert_eq!(after[key], before[key], "{key}");
    }
    assert!(after["session_ms"].as_u64() >= before["session_ms"].as_u64());
    let mut seat = client.join(table).await;
    seat.until(|felt| matches!(felt.phase, Phase::Betting { .. } | Phase::Cutting { .. }))
        .await;
    seat.cut().await;
    let hands = vec![bet(5)];
    seat.refused(Command::Bet { hands }, "loss-limit").await;
    assert_eq!(client.post("/api/v1/loss-limit", json!({ "cents": null })).await.0, 200);
    let folder = house.close().await;
    let house = House::open_with(options(), folder).await;
    client.address = house.address;
    assert_eq!(client.get("/api/v1/me").await.1["loss_limit"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rack_of_a_closed_table_goes_back_to_the_bank() {
    let house = House::open().await;
    let floor = house
        .room
        .sign_up("Fiona", "correct horse", croupier_house::Role::Floor);
    let mut floor = Client {
        cookie: Some(format!("croupier-session={}", floor.await.unwrap().token)),
        ..Client::new(house.address)
    };
    let table = house.table_of("nh-holdem").await;
    let mut seat = house.guest().await.join(table).await;
    seat.sit(1, 500).await;
    seat.bet(bet(5)).await;
    seat.play(first_of(CALM)).await;
    seat.done(Command::Leave).await;
    let close = json!({ "id": uuid::Uuid::now_v7(), "standing": "closed" });
    assert_eq!(
        floor.post(&format!("/api/v1/tables/{table}/change"), close).await.0,
        200
    );
    let rack = AccountKind::Rack(TableId::from(table));
    loop {
        let (_, balance) = house.room.store.account_of(rack).await.unwrap().unwrap();
        if balance.posted == croupier_rules::Money::ZERO {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let report = audit(&house.room.store).await.unwrap();
    assert!(report.holds(), "{report:?}");
}
