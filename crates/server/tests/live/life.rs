//! The life of a table: new dealers, tables put aside, the audit during play.

use std::sync::Arc;
use std::time::Duration;

use croupier_house::{Role, RoundId, ShoeId, TableId};
use croupier_rules::load::Loaded;
use croupier_server::audit::audit;
use croupier_server::notation::{self, ShoeEventText, TableText};
use croupier_server::wire::{Command, Phase, Pit, ShoeProof, Standing};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::common::{Client, House, Seat, bet, first_of, options};
use crate::play::{BOLD, CALM};
use crate::tampered::alter;

/// Somebody of the floor.
pub(crate) async fn floor(house: &House) -> Client {
    let arrival = house.room.sign_up("Fiona", "correct horse", Role::Floor).await.unwrap();
    Client {
        cookie: Some(format!("croupier-session={}", arrival.token)),
        ..Client::new(house.address)
    }
}

async fn order_dealer(client: &mut Client, table: Uuid) -> (u16, Value) {
    let order = json!({ "id": Uuid::now_v7(), "new_dealer": true });
    client.post(&format!("/api/v1/tables/{table}/change"), order).await
}

async fn dealers_in_books(house: &House, shoe: Uuid) -> usize {
    let events = house.room.store.shoe_events(ShoeId::from(shoe)).await.unwrap();
    let dealers = events.iter().filter(|text| {
        let event: ShoeEventText = serde_json::from_str(text).unwrap();
        matches!(event, ShoeEventText::NewDealer(_))
    });
    dealers.count()
}

async fn play(seat: &mut Seat, rounds: usize) {
    for _ in 0..rounds {
        seat.bet(bet(5)).await;
        seat.play(first_of(CALM)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_orders_no_new_dealer_at_a_table_of_their_own() {
    let house = House::open().await;
    let mut guest = house.guest().await;
    let new = json!({ "id": Uuid::now_v7(), "game": "nh21-plus", "name": "Mine", "private": true });
    let (status, table) = guest.post("/api/v1/tables", new).await;
    assert_eq!(status, 200, "{table}");
    let table: Uuid = table["id"].as_str().unwrap().parse().unwrap();
    let (status, problem) = order_dealer(&mut guest, table).await;
    assert_eq!((status, problem["code"].as_str()), (403, Some("not-allowed")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_burn_of_a_new_dealer_is_in_the_books_and_happens_once_in_a_shoe() {
    let mut house = House::open().await;
    let mut fiona = floor(&house).await;
    let mut client = house.guest().await;
    let table = house.table_of("super-fun-21").await;
    let mut seat = client.join(table).await;
    seat.sit(2, 2_000).await;
    play(&mut seat, 2).await;
    seat.until(|felt| matches!(felt.phase, Phase::Betting { .. })).await;
    let before = seat.felt().shoe.clone();
    assert_eq!(order_dealer(&mut fiona, table).await.0, 200);
    seat.until(|felt| felt.shoe.gone == before.gone + 1).await;
    assert_eq!(
        dealers_in_books(&house, before.id.unwrap()).await,
        1,
        "shown, so it is on disk"
    );
    let (status, problem) = order_dealer(&mut fiona, table).await;
    assert_eq!((status, problem["code"].as_str()), (422, Some("dealer-changed")));

    // A restart in mid-round stands where it stood, burn and all.
    seat.bet(bet(5)).await;
    let before = before.id;
    seat.until(|felt| matches!(felt.phase, Phase::Deciding { .. } | Phase::Settled))
        .await;
    let felt = seat.felt().clone();
    house = House::open_with(options(), house.close().await).await;
    client.address = house.address;
    seat = client.join(table).await;
    assert_eq!(seat.felt().standing, Standing::Open);
    if matches!(felt.phase, Phase::Deciding { .. }) {
        assert_eq!((&seat.felt().shoe, &seat.felt().hands), (&felt.shoe, &felt.hands));
        seat.play(first_of(CALM)).await;
    }
    while seat.felt().shoe.id == before {
        play(&mut seat, 1).await;
        seat.until(|felt| matches!(felt.phase, Phase::Betting { .. } | Phase::Cutting { .. }))
            .await;
    }
    let (_, proof) = client.get(&format!("/api/v1/shoes/{}", before.unwrap())).await;
    let proof: ShoeProof = serde_json::from_value(proof).unwrap();
    assert_eq!((proof.new_dealers.len(), proof.new_dealers[0].burned), (1, 1));
    assert!(proof.checks.iter().all(|check| check.holds), "{:?}", proof.checks);
    let report = audit(&house.room.store).await.unwrap();
    assert!(report.holds(), "{report:?}");
}

/// One ordinary new dealer after a round that ended exactly at the cut card once closed the house for good.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_dealer_at_any_place_of_the_shoe_survives_a_restart() {
    let mut house = House::open().await;
    let mut fiona = floor(&house).await;
    let mut client = house.guest().await;
    let table = house.table_of("super-fun-21").await;
    let mut seat = client.join(table).await;
    seat.sit(1, 5_000).await;
    let mut changed = 0;
    for _ in 0..12 {
        play(&mut seat, 1).await;
        seat.until(|felt| matches!(felt.phase, Phase::Betting { .. } | Phase::Cutting { .. }))
            .await;
        changed += usize::from(order_dealer(&mut fiona, table).await.0 == 200);
        house = House::open_with(options(), house.close().await).await;
        (client.address, fiona.address) = (house.address, house.address);
        seat = client.join(table).await;
        assert_eq!(seat.seat, Some(1), "the table is restored");
    }
    assert!(changed >= 2, "{changed}");
    let report = audit(&house.room.store).await.unwrap();
    assert!(report.holds(), "{report:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_cannot_be_restored_is_put_aside_and_its_round_voided_by_the_floor() {
    let house = House::open().await;
    let mut fiona = floor(&house).await;
    let mut client = house.guest().await;
    let table = house.table_of("nh-holdem").await;
    let mut seat = client.join(table).await;
    seat.sit(3, 500).await;
    seat.bet(bet(5)).await;
    seat.until(|felt| matches!(felt.phase, Phase::Deciding { .. })).await;
    let round = seat.felt().round.unwrap();
    let folder = house.close().await;
    let path = folder.path().join("house.db");
    let path = path.to_str().unwrap();
    let seal = "CREATE TRIGGER shoes_refuse_update BEFORE UPDATE ON shoes \
         BEGIN SELECT RAISE(ABORT, 'shoes are never changed'); END";
    alter(path, "DROP TRIGGER shoes_refuse_update; UPDATE shoes SET format = 1").await;

    // The house opens; the tables it cannot restore are aside, with the reason.
    let house = House::open_with(options(), folder).await;
    (client.address, fiona.address) = (house.address, house.address);
    alter(path, &format!("UPDATE shoes SET format = 2; {seal}")).await;
    let pit: Pit = serde_json::from_value(fiona.get("/api/v1/pit").await.1).unwrap();
    let aside = pit.aside.iter().find(|aside| aside.id == table).unwrap();
    assert_eq!((aside.round, aside.game.as_str()), (Some(round), "nh-holdem"));
    assert!(aside.on_felt > 0 && aside.reason.contains("version 1"), "{aside:?}");
    assert_eq!(client.get("/api/v1/me").await.1["chips"], 50_000 - aside.on_felt);

    let address = format!("/api/v1/tables/{table}/void");
    let order = json!({ "id": Uuid::now_v7(), "clause": "House rule 7: a round that cannot go on is void." });
    assert_eq!(client.post(&address, order.clone()).await.0, 403);
    let unnamed = json!({ "id": Uuid::now_v7(), "clause": " " });
    assert_eq!(fiona.post(&address, unnamed).await.0, 422);
    for _ in 0..2 {
        let (status, answer) = fiona.post(&address, order.clone()).await;
        assert_eq!(status, 204, "{answer}");
    }
    let record = house
        .room
        .store
        .round(RoundId::from(round))
        .await
        .unwrap()
        .unwrap()
        .round;
    assert!(record.closed.is_some() && record.voided.unwrap().contains("House rule 7"));
    assert_eq!(client.get("/api/v1/me").await.1["chips"], 50_000);
    let pit: Pit = serde_json::from_value(fiona.get("/api/v1/pit").await.1).unwrap();
    assert!(pit.aside.iter().all(|aside| aside.id != table));

    // It deals again.
    let mut seat = client.join(table).await;
    if seat.seat.is_none() {
        seat.done(Command::Sit { seat: 3 }).await;
    }
    play(&mut seat, 1).await;
    let report = audit(&house.room.store).await.unwrap();
    assert!(report.holds(), "{report:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_is_right_while_people_play() {
    let house = Arc::new(House::open().await);
    let mut players = tokio::task::JoinSet::new();
    for game in ["nh-holdem", "super-fun-21", "nh21-plus"] {
        let house = Arc::clone(&house);
        players.spawn(async move {
            let table = house.table_of(game).await;
            let mut seat = house.guest().await.join(table).await;
            seat.sit(1, 9_000).await;
            for round in 0..60 {
                seat.bet(bet(5)).await;
                seat.play(first_of(if round % 2 == 0 { BOLD } else { CALM })).await;
            }
        });
    }
    let mut audits = 0;
    while !players.is_empty() {
        let report = audit(&house.room.store).await.unwrap();
        assert!(report.holds(), "{report:?}");
        audits += 1;
        while let Some(played) = players.try_join_next() {
            played.unwrap();
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(audits > 3, "{audits} audits");
}

/// A rules file of one's own: a game of the house under another name.
fn own_game(id: &str) -> Loaded {
    let mut loaded = croupier_rules::load::open("super-fun-21").unwrap();
    loaded.game.id = id.to_string();
    loaded
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rules_file_of_ones_own_is_dealt_at_live_tables() {
    let own = |ids: &[&str]| croupier_server::room::Options {
        own_games: ids.iter().map(|id| own_game(id)).collect(),
        ..options()
    };
    let house = House::open_with(own(&["our-21"]), Arc::new(tempfile::tempdir().unwrap())).await;
    let mut client = house.guest().await;
    let table = house.table_of("our-21").await;
    let mut seat = client.join(table).await;
    seat.sit(1, 1_000).await;
    play(&mut seat, 3).await;
    let report = audit(&house.room.store).await.unwrap();
    assert!(report.holds(), "{report:?}");
    // Its reports are there like those of the house's own games.
    let (status, _) = client
        .get("/api/v1/games/our-21/reports/pay-card?format=markdown")
        .await;
    assert_eq!(status, 200);
    // Opened again without the file, the table still deals by the rules in the books; a second file gets a table too.
    let house = House::open_with(own(&["our-other-21"]), house.close().await).await;
    client.address = house.address;
    let mut seat = client.join(table).await;
    seat.done(Command::Leave).await;
    seat.sit(2, 100).await;
    play(&mut seat, 1).await;
    house.table_of("our-other-21").await;
    let tables = house.room.tables().len();
    let house = House::open_with(own(&["our-other-21"]), house.close().await).await;
    assert_eq!(house.room.tables().len(), tables, "no second table for the same rules");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_called_out_waits_for_the_floor_and_the_play_does_not() {
    let house = House::open().await;
    let mut fiona = floor(&house).await;
    let mut client = house.guest().await;
    let table = house.table_of("nh-holdem").await;
    let mut seat = client.join(table).await;
    seat.sit(3, 5_000).await;
    let called_out = |pit: Pit| {
        pit.tables
            .into_iter()
            .find(|line| line.table.id == table)
            .unwrap()
            .called_out
    };
    let mut waiting = Vec::new();
    // About one round in ten has three of a kind or better in one of the three tables.
    for _ in 0..300 {
        let mut hand = bet(5);
        hand.side = ["pair-plus", "six-card-bonus"].map(|id| (id.to_string(), 500)).into();
        seat.bet(hand).await;
        seat.play(first_of(BOLD)).await;
        waiting = called_out(serde_json::from_value(fiona.get("/api/v1/pit").await.1).unwrap());
        if !waiting.is_empty() {
            break;
        }
    }
    assert!(
        waiting[0].contains("is called out by the dealer for the floor"),
        "{waiting:?}"
    );
    // Nobody waits for the floor: the next round is dealt. A player cannot speak for the floor.
    play(&mut seat, 1).await;
    let address = format!("/api/v1/tables/{table}/change");
    let order = json!({ "id": Uuid::now_v7(), "standing": null, "min": null, "max": null, "acknowledge": true });
    assert_eq!(client.post(&address, order.clone()).await.0, 403);
    let texts = async || -> Vec<TableText> {
        let changes = house.room.store.table_changes(TableId::from(table)).await.unwrap();
        let texts = changes
            .iter()
            .map(|change| notation::read("a table", &change.text).unwrap());
        texts.collect()
    };
    let before = texts().await.len();
    for _ in 0..2 {
        assert_eq!(fiona.post(&address, order.clone()).await.0, 200);
    }
    let texts = texts().await;
    assert_eq!(texts.len(), before + 1, "the same order is in the books once");
    let last = texts.last().unwrap();
    let acknowledged = last.acknowledged.as_ref().unwrap();
    assert!(last.called_out.is_empty());
    assert_eq!(acknowledged.hands[0].says, waiting[0]);
    let by = house.room.store.user(acknowledged.by).await.unwrap().unwrap();
    assert_eq!(by.name, "Fiona");
    let pit: Pit = serde_json::from_value(fiona.get("/api/v1/pit").await.1).unwrap();
    assert!(called_out(pit).is_empty());
    let report = audit(&house.room.store).await.unwrap();
    assert!(report.holds(), "{report:?}");
}
