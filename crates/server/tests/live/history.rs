//! History, replays, proofs, statistics, drills, the coach and the pit, over rounds just played.

use croupier_house::Role;
use croupier_server::audit::audit;
use croupier_server::wire::{
    CoachWhen, Command, HistoryPage, Message, Night, Phase, Pit, RoundReplay, RoundsPage, ShoeProof, Statistics,
};
use serde_json::Value;

use crate::common::{Client, House, Seat, bet, first_of};
use crate::play::{BOLD, CALM};

async fn play(seat: &mut Seat, rounds: usize) {
    for round in 0..rounds {
        seat.bet(bet(5)).await;
        seat.play(first_of(if round % 2 == 0 { CALM } else { BOLD })).await;
    }
}

fn read<T: serde::de::DeserializeOwned>(answer: (u16, Value)) -> T {
    assert_eq!(answer.0, 200, "{}", answer.1);
    serde_json::from_value(answer.1).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_played_is_found_again() {
    let house = House::open().await;
    let mut client = house.guest().await;
    for (game, rounds) in [("super-fun-21", 14), ("nh-holdem", 6)] {
        let mut seat = client.join(house.table_of(game).await).await;
        seat.sit(2, 1_000).await;
        play(&mut seat, rounds).await;
    }
    let history: HistoryPage = read(client.get("/api/v1/history").await);
    assert_eq!((history.rounds.len(), history.older), (20, None));
    let (_, me) = client.get("/api/v1/me").await;
    let net: i64 = history.rounds.iter().map(|round| round.net).sum();
    assert_eq!(me["session_net"], net);
    let mut stranger = house.guest().await;
    let (mut revealed, mut transcripts) = (0, 0);
    for line in &history.rounds {
        let address = format!("/api/v1/rounds/{}", line.id);
        assert_eq!(stranger.get(&address).await.0, 404);
        let replay: RoundReplay = read(client.get(&address).await);
        assert_eq!(replay.line, *line);
        let last = &replay.steps.last().unwrap().felt;
        assert_eq!(last.seats[0].net, line.net);
        assert_eq!(last.phase, Phase::Settled);
        let proof: ShoeProof = read(client.get(&format!("/api/v1/shoes/{}", line.shoe.unwrap())).await);
        assert!(proof.rounds.iter().any(|round| round.id == line.id));
        assert_eq!(proof.seed.is_some(), replay.transcript.is_some());
        assert!(proof.checks.iter().all(|check| check.holds), "{proof:?}");
        revealed += usize::from(!proof.checks.is_empty());
        transcripts += usize::from(replay.transcript.is_some_and(|text| text.contains("over: 2 ")));
    }
    assert!(revealed >= 6, "{revealed}");
    assert_eq!(revealed, transcripts);

    let statistics: Statistics = read(client.get("/api/v1/statistics").await);
    assert_eq!(
        (statistics.rounds, statistics.net, statistics.curve.len()),
        (20, net, 20)
    );
    assert!(
        statistics.expected < 0.0 && statistics.sigma > 0.0 && statistics.mistakes > 0.0,
        "{statistics:?}"
    );
    assert!(statistics.wrong > 0 && statistics.wrong <= statistics.decisions);
    assert_eq!(statistics.wagers.iter().map(|wager| wager.net).sum::<i64>(), net);
    let drills = client.get("/api/v1/drills").await.1;
    assert!(!drills.as_array().unwrap().is_empty());

    let arrival = house.room.sign_up("Fiona", "correct horse", Role::Floor).await.unwrap();
    let mut floor = Client {
        cookie: Some(format!("croupier-session={}", arrival.token)),
        ..Client::new(house.address)
    };
    for _ in 0..2 {
        let pit: Pit = read(floor.get("/api/v1/pit").await);
        let of = |game: &str| pit.tables.iter().find(|table| table.table.game == game).unwrap();
        let figures = |game: &str| of(game).figures;
        assert_eq!(figures("super-fun-21").win + figures("nh-holdem").win, -net);
        assert_eq!(
            (figures("super-fun-21").rounds, figures("super-fun-21").drop),
            (14, 100_000)
        );
        assert!(figures("nh-holdem").expected > 0.0);
        assert_eq!(figures("nh21-plus").z, None);
    }
    the_night_is_told(&mut floor, -net).await;
    rounds_are_found(&mut floor, &mut client).await;
    let report = audit(&house.room.store).await.unwrap();
    assert!(report.holds(), "{report:?}");
    let checked = |law: &str| {
        report
            .laws
            .iter()
            .find(|check| check.says.starts_with(law))
            .unwrap()
            .checked
    };
    assert_eq!(checked("each round, played again"), 20);
    assert!(checked("each revealed shoe") >= 6);
}

/// The report of the gaming day has what was played today, and that of another day nothing.
async fn the_night_is_told(floor: &mut Client, win: i64) {
    let today: Night = read(floor.get("/api/v1/night").await);
    let of = |game: &str| today.tables.iter().find(|table| table.game == game).unwrap().figures;
    assert_eq!((today.house.win, today.house.rounds), (win, 20));
    assert_eq!((of("super-fun-21").rounds, of("super-fun-21").drop), (14, 100_000));
    assert_eq!(of("super-fun-21").handle + of("nh-holdem").handle, today.house.handle);
    assert!(today.house.expected > 0.0 && today.house.sigma > 0.0);
    let hold = today.house.win as f64 / today.house.drop as f64;
    assert_eq!(today.house.hold, Some(hold));
    assert_eq!(today.until - today.from, 86_400_000);
    let other: Night = read(floor.get("/api/v1/night?day=2020-02-29&start=06:00").await);
    assert_eq!((other.house.rounds, other.house.drop, other.house.z), (0, 0, None));
    assert_eq!(floor.get("/api/v1/night?day=2020-02-30").await.0, 400);
}

/// Auditors and the floor look rounds up by table, person and day; players do not.
async fn rounds_are_found(floor: &mut Client, player: &mut Client) {
    let all: RoundsPage = read(floor.get("/api/v1/rounds").await);
    assert_eq!((all.rounds.len(), all.older), (20, None));
    let first = &all.rounds[0];
    let name = &first.players[0];
    let of_table = format!(
        "/api/v1/rounds?table={}&person={}",
        first.table,
        name.replace(' ', "%20")
    );
    let found: RoundsPage = read(floor.get(&of_table).await);
    let expected: Vec<_> = all.rounds.iter().filter(|round| round.table == first.table).collect();
    assert_eq!(found.rounds.iter().collect::<Vec<_>>(), expected);
    let none: RoundsPage = read(floor.get("/api/v1/rounds?day=2020-02-29").await);
    assert_eq!(none.rounds, []);
    assert_eq!(floor.get("/api/v1/rounds?person=nobody-of-that-name").await.0, 404);
    assert_eq!(player.get("/api/v1/rounds").await.0, 403);
    let path = format!("/api/v1/rounds/{}", first.id);
    let replay: RoundReplay = read(floor.get(&path).await);
    let moved = |code: &str| {
        let moved = replay.transfers.iter().filter(|transfer| transfer.code == code);
        moved.map(|transfer| transfer.amount).sum::<i64>()
    };
    assert_eq!(moved("wager"), first.wagered);
    assert_eq!(moved("loss") - moved("payout"), first.house_net);
    let own: RoundReplay = read(player.get(&path).await);
    assert_eq!(own.transfers, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_coach_speaks_before_and_after() {
    let house = House::open().await;
    let mut seat = house.guest().await.join(house.table_of("nh-holdem").await).await;
    seat.sit(1, 1_000).await;
    for when in [CoachWhen::Before, CoachWhen::After] {
        seat.done(Command::Coach { when }).await;
        seat.bet(bet(5)).await;
        seat.until(|felt| matches!(felt.phase, Phase::Deciding { .. })).await;
        let Phase::Deciding { decision, hand, .. } = seat.felt().phase else {
            panic!("stud always asks")
        };
        if when == CoachWhen::After {
            seat.act(decision, "fold", 0).await;
        }
        let advice = loop {
            if let Message::Advice(advice) = seat.next().await {
                break advice;
            }
        };
        assert_eq!(advice.hand, hand);
        assert_eq!(advice.choices[0].cost, 0.0);
        assert!(advice.knows.starts_with("2 cards"), "{}", advice.knows);
        match when {
            CoachWhen::After => assert_eq!(advice.chosen.as_deref(), Some("fold")),
            _ => {
                assert_eq!(advice.chosen, None);
                seat.act(decision, "fold", 0).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_has_exact_edges_rules_and_charts() {
    let house = House::open().await;
    let mut client = Client::new(house.address);
    let games = loop {
        let (_, games) = client.get("/api/v1/games").await;
        if games
            .as_array()
            .unwrap()
            .iter()
            .all(|game| !game["edges"].as_array().unwrap().is_empty())
        {
            break games;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    let holdem = games
        .as_array()
        .unwrap()
        .iter()
        .find(|game| game["id"] == "nh-holdem")
        .unwrap();
    let pair_plus = holdem["edges"]
        .as_array()
        .unwrap()
        .iter()
        .find(|edge| edge["ev_exact"] == "-402/5525");
    assert!(pair_plus.is_some(), "{holdem}");
    for game in games.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let sheet = client
            .send("GET", &format!("/api/v1/games/{id}/rules?format=markdown"), None)
            .await;
        assert!(sheet.headers.contains("text/markdown"));
        assert_eq!(client.get(&format!("/api/v1/games/{id}/rules")).await.0, 200);
        // Where there is nothing to choose there is no chart.
        let status = if game["layout"]["family"] == "baccarat" {
            404
        } else {
            200
        };
        assert_eq!(client.get(&format!("/api/v1/games/{id}/chart")).await.0, status);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_are_downloads_made_once() {
    let house = House::open().await;
    let mut client = Client::new(house.address);
    let (_, reports) = client.get("/api/v1/reports").await;
    let kinds: Vec<&str> = reports["kinds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kind| kind["id"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "submission",
            "memorandum",
            "par",
            "protection",
            "strategy-card",
            "pay-card"
        ]
    );
    for kind in ["submission", "pay-card"] {
        for format in ["html", "markdown"] {
            let path = format!("/api/v1/games/super-fun-21/reports/{kind}?format={format}");
            let paper = client.send("GET", &path, None).await;
            assert_eq!(paper.status, 200, "{path}");
            let end = if format == "html" { "html" } else { "md" };
            let name = format!("filename=\"super-fun-21-{kind}.{end}\"");
            assert!(paper.headers.contains(&name), "{}", paper.headers);
            assert!(String::from_utf8(paper.body.clone()).unwrap().contains("Super Fun 21"));
            assert_eq!(client.send("GET", &path, None).await.body, paper.body);
        }
    }
    let path = "/api/v1/games/super-fun-21/reports/submission?format=markdown&form=ma";
    let petition = client.send("GET", path, None).await;
    assert!(String::from_utf8(petition.body).unwrap().contains("205 CMR 147.04"));
    let (status, _) = client
        .get("/api/v1/games/super-fun-21/reports/submission?form=vt")
        .await;
    assert_eq!(status, 400);
    if !reports["formats"].as_array().unwrap().contains(&"pdf".into()) {
        let path = "/api/v1/games/super-fun-21/reports/par?format=pdf";
        let (status, problem) = client.get(path).await;
        assert_eq!((status, &problem["code"]), (422, &"no-report".into()));
    }
}
