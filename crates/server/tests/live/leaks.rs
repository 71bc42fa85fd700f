//! No hidden card and no seed ever leaves the house before its time: every byte sent to every viewer is read and searched.

use std::collections::HashSet;
use std::sync::Arc;

use croupier_house::{RoundId, ShoeId};
use croupier_rules::{Card, Family};
use croupier_server::past::Past;
use croupier_server::telling::viewer;
use croupier_server::wire::{Happening, Message, NewTable};
use croupier_table::{Event, Place, Viewer, What};
use uuid::Uuid;

use crate::common::{House, Seat, bet, first_of};
use crate::play::{BOLD, CALM};

/// How many tables are searched at once, of each game, and how many rounds at each.
const TABLES: usize = 8;
const ROUNDS: usize = 130;

/// The games with one deck: a hidden card is nowhere else, so its name must not occur at all.
#[tokio::test(flavor = "multi_thread")]
async fn no_byte_tells_a_hidden_card_of_stud() {
    search("nh-holdem").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_byte_tells_a_hidden_card_of_21() {
    search("super-fun-21").await;
}

async fn search(game: &str) {
    let house = Arc::new(House::open().await);
    let mut searches = tokio::task::JoinSet::new();
    for number in 0..TABLES {
        let new = NewTable {
            id: Uuid::now_v7(),
            game: game.to_string(),
            name: format!("Table {number}"),
            private: false,
            min: None,
            max: None,
            betting_ms: Some(300_000),
            decision_ms: Some(300_000),
        };
        house.room.open_table(&new, None).await.unwrap();
        searches.spawn(search_table(Arc::clone(&house), new.id));
    }
    searches.join_all().await;
}

async fn search_table(house: Arc<House>, table: Uuid) {
    let (ann, bob) = (house.guest().await, house.guest().await);
    let mut watcher = crate::common::Client::new(house.address).join(table).await;
    let (mut ann, mut bob) = (ann.join(table).await, bob.join(table).await);
    ann.sit(1, 9_000).await;
    bob.sit(2, 9_000).await;
    for seat in [&mut watcher, &mut ann, &mut bob] {
        seat.keeps_texts = true;
    }
    let mut secrets = HashSet::new();
    for round in 0..ROUNDS {
        tokio::join!(ann.bet(bet(5)), bob.bet(bet(5)));
        let (one, other) = if round % 2 == 0 { (CALM, BOLD) } else { (BOLD, CALM) };
        tokio::join!(ann.play(first_of(one)), bob.play(first_of(other)));
        let id = ann.felt().round.unwrap();
        watcher
            .until(|felt| felt.round == Some(id) && !felt.hands.is_empty() && ended(felt))
            .await;
        let past = past(&house, id).await;
        if let Some(shoe) = past.record.shoe {
            secrets.insert(secret(&house, shoe).await);
        }
        for seat in [&mut watcher, &mut ann, &mut bob] {
            let texts = std::mem::take(&mut seat.texts);
            search_round(&past, id, seat, &texts);
            for secret in &secrets {
                assert!(!texts.iter().any(|text| text.contains(secret)), "a seed was sent");
            }
        }
    }
    assert!(!secrets.is_empty());
}

fn ended(felt: &croupier_server::wire::Felt) -> bool {
    felt.hands
        .iter()
        .flat_map(|hand| &hand.wagers)
        .all(|wager| wager.ended.is_some())
}

async fn past(house: &House, id: Uuid) -> Past {
    let book = house.room.store.round(RoundId::from(id)).await.unwrap().unwrap();
    let game = house.room.game_by_rules(&book.round.rules).await.unwrap().unwrap();
    Past::replay(&Arc::clone(&game), &book).unwrap()
}

async fn secret(house: &House, shoe: ShoeId) -> String {
    house.room.store.shoe_secret(shoe).await.unwrap().unwrap()
}

/// Follows the events of the round through what a viewer was sent; no card may be named before the viewer may see it.
fn search_round(past: &Past, id: Uuid, seat: &Seat, texts: &[String]) {
    let events: Vec<Event> = past.steps.iter().flat_map(|step| step.events.clone()).collect();
    let mut told = 0;
    for text in texts {
        let message: Message = serde_json::from_str(text).unwrap();
        let Message::Frame(frame) = message else { continue };
        if frame.felt.round != Some(id) {
            continue;
        }
        let in_round = |what: &Happening| !matches!(what, Happening::Person | Happening::Shoe);
        told += frame.said.iter().filter(|said| in_round(&said.what)).count();
        let visible = visible(past, &events[..told.min(events.len())], viewer(seat.seat));
        for card in named(text) {
            assert!(visible.contains(&card), "{card} leaked: {text}");
        }
    }
    assert_eq!(told, events.len(), "every event is told once");
}

/// Every card that a text names, as two letters between quotes or spoken: "king of hearts".
fn named(text: &str) -> HashSet<Card> {
    let quoted = text
        .split('"')
        .filter(|word| word.len() == 2)
        .filter_map(|word| word.parse().ok());
    let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric()).collect();
    let spoken = words.windows(3).filter(|three| three[1] == "of").filter_map(|three| {
        let named = |card: &Card| card.rank().name() == three[0] && card.suit().name() == three[2];
        Card::all().find(named)
    });
    quoted.chain(spoken).collect()
}

#[test]
fn named_cards_are_found() {
    let text = r#"{"card":"Kh","hands":["2c","??"],"sentence":"You are dealt the ten of spades."}"#;
    let found: HashSet<String> = named(text).iter().map(Card::to_string).collect();
    assert_eq!(found, ["Kh", "2c", "Ts"].map(str::to_string).into());
}

/// The cards a viewer may see after these events.
fn visible(past: &Past, events: &[Event], viewer: Viewer) -> HashSet<Card> {
    let closed = matches!(past.game.family, Family::Stud(_));
    let mut visible = HashSet::new();
    for event in events {
        match event.seen_by(viewer, closed).what {
            What::Dealt { card, .. } => visible.extend(card),
            What::Revealed { card } | What::Turned { card, .. } => {
                visible.insert(card);
            }
            What::Shown { hand } => {
                let shown = events.iter().filter_map(|event| match event.what {
                    What::Dealt {
                        to: Place::Hand(to),
                        card,
                    } if to == hand => card,
                    _ => None,
                });
                visible.extend(shown);
            }
            _ => {}
        }
    }
    visible
}
