//! The provable shuffle against a house that cheats: sealed seeds, and papers that were altered.

use std::sync::Arc;
use std::time::Duration;

use croupier_server::fairness;
use croupier_server::proof::check_paper;
use croupier_server::room::Options;
use croupier_server::round_proof::check_round;
use croupier_server::table::Times;
use croupier_server::wire::{Command, NewDealer, Phase, RoundProof, SealedSeed, ShoeProof};
use uuid::Uuid;

use crate::common::{Client, House, Seat, at_once, bet, first_of, options};
use crate::play::CALM;

/// A house that waits for client seeds.
async fn sealing(open: Duration) -> House {
    let times = Times {
        seal: Duration::from_secs(3600),
        open,
        ..at_once()
    };
    let options = Options { times, ..options() };
    House::open_with(options, Arc::new(tempfile::tempdir().unwrap())).await
}

fn seed_of(name: &str) -> String {
    format!("the seed of {name}, which nobody guesses")
}

async fn seal(seat: &mut Seat, name: &str) {
    seat.until(|felt| matches!(felt.phase, Phase::Sealing { .. })).await;
    let commitment = fairness::seal(&seed_of(name));
    seat.done(Command::Seal { commitment }).await;
}

async fn open(seat: &mut Seat, name: &str) {
    seat.until(|felt| matches!(felt.phase, Phase::Opening { .. })).await;
    let seed = seed_of(name);
    seat.done(Command::Open { seed }).await;
}

async fn proof(house: &House, shoe: Uuid) -> ShoeProof {
    let (status, proof) = Client::new(house.address).get(&format!("/api/v1/shoes/{shoe}")).await;
    assert_eq!(status, 200);
    serde_json::from_value(proof).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_commit_then_open_and_the_root_is_there_before_the_first_bet() {
    let house = sealing(Duration::from_secs(3600)).await;
    let table = house.table_of("nh-holdem").await;
    let (mut ann, mut bob) = (
        house.guest().await.join(table).await,
        house.guest().await.join(table).await,
    );
    ann.done(Command::Sit { seat: 1 }).await;
    bob.done(Command::Sit { seat: 2 }).await;
    let seed = seed_of("Ann");
    ann.refused(Command::Open { seed }, "not-now").await;
    let commitment = "SHOUTED".repeat(10);
    ann.refused(Command::Seal { commitment }, "text-unfit").await;
    seal(&mut ann, "Ann").await;
    let commitment = fairness::seal("another");
    ann.refused(Command::Seal { commitment }, "sealed").await;
    assert!(ann.felt().shoe.root.is_none());
    let hands = vec![bet(5)];
    ann.refused(Command::Bet { hands }, "not-now").await;
    seal(&mut bob, "Bob").await;
    open(&mut bob, "Bob").await;
    let seed = seed_of("Bob");
    ann.refused(Command::Open { seed }, "not-sealed").await;
    let shoe = ann.felt().shoe.id.unwrap();
    open(&mut ann, "Ann").await;
    ann.until(|felt| matches!(felt.phase, Phase::Betting { .. }) && felt.shoe.root.is_some())
        .await;
    let seen = ann.felt().shoe.clone();
    let seeds: Vec<Option<String>> = seen.client_seeds.iter().map(|sealed| sealed.seed.clone()).collect();
    assert_eq!(seeds, [Some(seed_of("Ann")), Some(seed_of("Bob"))]);
    for seat in [&mut ann, &mut bob] {
        seat.done(Command::BuyIn { cents: 10_000 }).await;
        seat.bet(bet(5)).await;
    }
    tokio::join!(ann.play(first_of(CALM)), bob.play(first_of(CALM)));
    let proof = proof(&house, shoe).await;
    assert_eq!(
        (Some(&proof.commitment), &proof.root),
        (seen.commitment.as_ref(), &seen.root)
    );
    assert!(proof.checks.iter().all(|check| check.holds), "{:?}", proof.checks);
    assert_eq!(proof.client_seeds, seen.client_seeds);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_open_is_named_and_sits_out_until_the_next_shuffle() {
    let house = sealing(Duration::from_millis(300)).await;
    let table = house.table_of("nh-holdem").await;
    let (mut ann, mut bob) = (
        house.guest().await.join(table).await,
        house.guest().await.join(table).await,
    );
    ann.sit(1, 100).await;
    bob.sit(2, 100).await;
    let shoe = ann.felt().shoe.id.unwrap();
    seal(&mut ann, "Ann").await;
    seal(&mut bob, "Bob").await;
    open(&mut ann, "Ann").await;
    bob.until(|felt| felt.shoe.root.is_some()).await;
    let hands = vec![bet(5)];
    bob.refused(Command::Bet { hands }, "seed-withheld").await;
    bob.done(Command::SitOut { on: true }).await;
    ann.bet(bet(5)).await;
    ann.play(first_of(CALM)).await;
    let proof = proof(&house, shoe).await;
    assert!(proof.checks.iter().all(|check| check.holds), "{:?}", proof.checks);
    let named = |words: &str| proof.checks.iter().any(|check| check.what.contains(words));
    assert!(named("seat 2 did not open its client seed"), "{:?}", proof.checks);
    // With the next shuffle he is back.
    ann.until(|felt| felt.shoe.id != Some(shoe)).await;
    bob.done(Command::SitOut { on: false }).await;
    seal(&mut ann, "Ann").await;
    seal(&mut bob, "Bob").await;
    tokio::join!(open(&mut ann, "Ann"), open(&mut bob, "Bob"));
    bob.until(|felt| matches!(felt.phase, Phase::Betting { .. }) && felt.shoe.root.is_some())
        .await;
    bob.done(Command::Bet { hands: vec![bet(5)] }).await;
}

/// An honest paper of a shoe with several rounds and a client seed.
async fn honest_paper() -> ShoeProof {
    let house = sealing(Duration::from_secs(3600)).await;
    let table = house.table_of("super-fun-21").await;
    let mut seat = house.guest().await.join(table).await;
    seat.sit(1, 2_000).await;
    seal(&mut seat, "Ann").await;
    open(&mut seat, "Ann").await;
    let shoe = seat.felt().shoe.id;
    seat.until(|felt| matches!(felt.phase, Phase::Cutting { .. })).await;
    while seat.felt().shoe.id == shoe {
        seat.bet(bet(5)).await;
        seat.play(first_of(CALM)).await;
        seat.until(|felt| matches!(felt.phase, Phase::Betting { .. } | Phase::Sealing { .. }))
            .await;
    }
    proof(&house, shoe.unwrap()).await
}

/// Each way to cheat, and what finds it; a house that burned cards at will once passed for honest.
#[tokio::test(flavor = "multi_thread")]
async fn a_paper_that_was_altered_is_found_out() {
    let honest = honest_paper().await;
    let game = Arc::new(croupier_rules::load::open("super-fun-21").unwrap().game);
    let broken = |paper: &ShoeProof| -> Vec<String> {
        let checks = check_paper(&game, paper).into_iter();
        checks.filter(|check| !check.holds).map(|check| check.what).collect()
    };
    assert_eq!(broken(&honest), Vec::<String>::new());
    assert!(honest.rounds.len() > 2, "{}", honest.rounds.len());
    type Alter = fn(&mut ShoeProof);
    let cases: [(&str, Alter, &str); 14] = [
        (
            "a card skipped before a round",
            |paper| paper.rounds[1].gone += 1,
            "round 2: it began with",
        ),
        (
            "a round left out",
            |paper| drop(paper.rounds.remove(1)),
            "round 2: it began with",
        ),
        (
            "another card dealt",
            |paper| paper.rounds[1].cards[0] = if paper.rounds[1].cards[0] == "As" { "2c" } else { "As" }.to_string(),
            "where the shoe has",
        ),
        (
            "a burn nobody saw",
            |paper| {
                let gone = paper.rounds[1].gone;
                paper.new_dealers.push(dealer(1, gone, 1));
            },
            "round 2: it began with",
        ),
        (
            "a new dealer who burns more",
            |paper| {
                let gone = paper.rounds[1].gone;
                paper.new_dealers.push(dealer(1, gone, 2));
            },
            "a new dealer burned 2",
        ),
        (
            "dealers at will",
            |paper| paper.new_dealers.extend([dealer(1, 9, 1), dealer(1, 10, 1)]),
            "2 new dealers started",
        ),
        (
            "a dealer after the end",
            |paper| paper.new_dealers.push(dealer(99, 9, 1)),
            "a new dealer started after round 99",
        ),
        (
            "another root",
            |paper| paper.root = Some("0".repeat(64)),
            "the Merkle root",
        ),
        (
            "another commitment",
            |paper| paper.commitment = "0".repeat(64),
            "the SHA-256 of the house's seed",
        ),
        (
            "another client seed",
            |paper| paper.client_seeds[0].seed = Some("chosen afterwards".to_string()),
            "the client seed of seat 1",
        ),
        (
            "a client seed left out",
            |paper| paper.client_seeds.clear(),
            "the cards follow from",
        ),
        (
            "a seat that withholds and plays",
            |paper| {
                let user = paper.rounds[0].players.first().copied();
                paper.client_seeds.push(SealedSeed {
                    seat: 2,
                    user,
                    commitment: "0".repeat(64),
                    seed: None,
                });
            },
            "seat 2 did not open its client seed",
        ),
        (
            "a cut of the dealer's choice",
            |paper| {
                if let Some(cut) = &mut paper.cut {
                    (cut.seat, cut.user) = (None, None);
                }
            },
            "the cut is a lawful one",
        ),
        (
            "other rules",
            |paper| paper.rules.burn_at_dealer_change = 3,
            "the rules on the paper",
        ),
    ];
    for (story, alter, found) in cases {
        let mut paper = honest.clone();
        alter(&mut paper);
        let broken = broken(&paper);
        assert!(broken.iter().any(|what| what.contains(found)), "{story}: {broken:?}");
    }
}

fn dealer(rounds: u32, gone: u32, burned: u32) -> NewDealer {
    NewDealer {
        ordered_by: Uuid::nil(),
        rounds,
        gone,
        burned,
    }
}

/// A round is proved as soon as it is over, by what its player saw alone, and the shoe goes on.
#[tokio::test(flavor = "multi_thread")]
async fn single_rounds_are_proved_while_the_shoe_goes_on() {
    let house = House::open().await;
    let table = house.table_of("nh21-plus").await;
    let mut client = house.guest().await;
    let mut seat = client.join(table).await;
    seat.sit(1, 1_000).await;
    for number in 0..3 {
        seat.bet(bet(5)).await;
        let (shoe, root) = (seat.felt().shoe.id, seat.felt().shoe.root.clone());
        seat.play(first_of(CALM)).await;
        let round = seat.felt().round.unwrap();
        let (status, paper) = client.get(&format!("/api/v1/rounds/{round}/proof")).await;
        assert_eq!(status, 200, "{paper}");
        let paper: RoundProof = serde_json::from_value(paper).unwrap();
        assert_eq!((Some(paper.shoe), Some(&paper.root)), (shoe, root.as_ref()));
        assert!(paper.cards.len() >= 4 && (number == 0 || paper.gone > 4), "{paper:?}");
        assert!(
            check_round(&paper).iter().all(|check| check.holds),
            "{:?}",
            check_round(&paper)
        );
        assert_eq!(self::proof(&house, paper.shoe).await.seed, None, "the shoe goes on");
        // Another card, another place, another salt: each is found.
        let altered = |change: &dyn Fn(&mut RoundProof)| {
            let mut paper = paper.clone();
            change(&mut paper);
            check_round(&paper).iter().any(|check| !check.holds)
        };
        assert!(altered(&|paper| paper.cards[0].card = other_card(&paper.cards[0].card)));
        assert!(altered(&|paper| paper.cards.swap(0, 1)));
        assert!(altered(&|paper| paper.cards[1].salt = None));
        assert!(altered(&|paper| drop(paper.cards[1].path.pop())));
        assert!(altered(&|paper| drop(paper.cards.remove(1))));
        assert!(altered(&|paper| paper.root = paper.commitment.clone()));
    }
    let round = seat.felt().round.unwrap();
    let mut stranger = house.guest().await;
    assert_eq!(stranger.get(&format!("/api/v1/rounds/{round}/proof")).await.0, 404);
}

fn other_card(card: &str) -> String {
    if card == "Kh" { "2c" } else { "Kh" }.to_string()
}

/// In stud nobody is shown another player's closed cards by the proof, nor what they were by a salt or a path.
#[tokio::test(flavor = "multi_thread")]
async fn the_proof_of_a_round_shows_no_card_that_its_player_did_not_see() {
    let house = House::open().await;
    let table = house.table_of("nh-holdem").await;
    let (ann_client, bob_client) = (house.guest().await, house.guest().await);
    let (mut ann, mut bob) = (ann_client.join(table).await, bob_client.join(table).await);
    ann.sit(1, 1_000).await;
    bob.sit(2, 1_000).await;
    ann.until(|felt| felt.seats.len() == 2).await;
    ann.bet(bet(5)).await;
    bob.bet(bet(5)).await;
    let (ann_plays, bob_plays) = (ann.play(first_of(&["fold"])), bob.play(first_of(&["fold"])));
    tokio::join!(ann_plays, bob_plays);
    let round = ann.felt().round.unwrap();
    let path = format!("/api/v1/rounds/{round}/proof");
    let mut papers = Vec::new();
    for mut client in [ann_client, bob_client] {
        let paper: RoundProof = serde_json::from_value(client.get(&path).await.1).unwrap();
        assert!(
            check_round(&paper).iter().all(|check| check.holds),
            "{:?}",
            check_round(&paper)
        );
        for dealt in &paper.cards {
            assert_eq!(dealt.card == "??", dealt.salt.is_none(), "{dealt:?}");
            assert_eq!(dealt.card == "??", dealt.path.is_empty(), "{dealt:?}");
        }
        papers.push(paper);
    }
    let both = papers[0].cards.iter().zip(&papers[1].cards);
    let seen_by_one = both
        .filter(|(ann, bob)| (ann.card == "??") != (bob.card == "??"))
        .count();
    assert_eq!(seen_by_one, 4, "two closed cards each: {papers:?}");
}
