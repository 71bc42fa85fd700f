//! Games played over real sockets.

use croupier_server::wire::{Command, HandBet, Phase};

use crate::common::{Client, House, bet, first_of};

/// Plays without risk: the calmest offer that keeps the hand alive.
pub(crate) const CALM: &[&str] = &[
    "no-insurance",
    "take-blackjack",
    "keep",
    "stand",
    "check",
    "bet-1",
    "fold",
    "pull-back",
    "surrender",
];
/// Plays with all it has.
pub(crate) const BOLD: &[&str] = &[
    "even-money",
    "insurance",
    "split",
    "double",
    "keep",
    "take-blackjack",
    "hit",
    "bet-3",
    "bet-2",
    "bet-1",
    "stand",
    "check",
    "let-it-ride",
    "raise",
];

#[tokio::test(flavor = "multi_thread")]
async fn all_games_are_played_with_every_wager() {
    let house = House::open().await;
    let (_, games) = house.guest().await.get("/api/v1/games").await;
    for game in games.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let layout = &game["layout"];
        let side = layout["side"].as_array().unwrap();
        let hand = HandBet {
            main: layout["main"]["min"].as_i64().unwrap().max(500),
            multiples: layout["multiples"]
                .as_array()
                .unwrap()
                .iter()
                .map(|spot| spot.as_str().unwrap().into())
                .collect(),
            side: side
                .iter()
                .map(|bet| (bet["id"].as_str().unwrap().into(), bet["min"].as_i64().unwrap()))
                .collect(),
        };
        let client = house.guest().await;
        let mut seat = client.join(house.table_of(id).await).await;
        seat.sit(3, 5_000).await;
        let before = house.room.store.accounts().await.unwrap().len();
        for rule in [CALM, BOLD, CALM, BOLD, BOLD, BOLD] {
            seat.bet(hand.clone()).await;
            seat.play(first_of(rule)).await;
            let felt = seat.felt().clone();
            let wagers = felt.hands.iter().flat_map(|hand| &hand.wagers);
            assert!(felt.hands.iter().all(|hand| hand.at.seat == 3));
            assert!(wagers.clone().all(|wager| wager.ended.is_some()), "{id}: {felt:?}");
            let net: i64 = wagers
                .filter_map(|wager| wager.ended.as_ref())
                .map(|ended| ended.net)
                .sum();
            assert_eq!(felt.seats[0].net, net, "{id}");
        }
        let chips = seat.felt().seats[0].chips;
        let (_, me) = client.clone().get("/api/v1/me").await;
        assert_eq!(me["chips"], chips, "{id}");
        assert_eq!(me["session_net"], chips - 500_000, "{id}");
        assert_eq!(house.room.store.accounts().await.unwrap().len(), before);
    }
    let report = house.room.store.audit().await.unwrap();
    assert!(
        report.checks.iter().all(|check| check.differences.is_empty()),
        "{report:?}"
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_share_a_table_and_a_spectator_watches() {
    let house = House::open().await;
    let table = house.table_of("nh-holdem").await;
    let (ann, bob) = (house.guest().await, house.guest().await);
    let mut watcher = Client::new(house.address).join(table).await;
    let (mut ann, mut bob) = (ann.join(table).await, bob.join(table).await);
    ann.sit(1, 2_000).await;
    bob.sit(2, 2_000).await;
    bob.refused(Command::Sit { seat: 1 }, "seat-taken").await;
    for round in 0..20 {
        ann.bet(bet(5)).await;
        bob.bet(bet(5)).await;
        let (calm, bold) = (first_of(CALM), first_of(BOLD));
        tokio::join!(ann.play(calm), bob.play(bold));
        assert!(ann.felt().hands.len() == 2, "round {round}");
    }
    watcher
        .until(|felt| matches!(felt.phase, Phase::Settled | Phase::Betting { .. }) && felt.hands.len() == 2)
        .await;
    assert_eq!(watcher.seat, None);
    watcher.refused(Command::Ready, "not-signed-in").await;
}
