//! Orders: done once, refused in words, and never a crash.

use croupier_server::wire::{Command, DecisionAt, HandBet, Message, Phase};
use uuid::Uuid;

use crate::common::{House, bet, first_of};
use crate::play::CALM;

/// A decision of no round.
const NOWHERE: DecisionAt = DecisionAt {
    round: Uuid::nil(),
    number: 1,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_order_is_answered_as_the_first_and_pays_once() {
    let house = House::open().await;
    let client = house.guest().await;
    let table = house.table_of("presque-isle-blackjack").await;
    let mut seat = client.join(table).await;
    let buying = Command::BuyIn { cents: 50_000 };
    let (id, seating) = (Uuid::now_v7(), Command::Sit { seat: 1 });
    seat.done(seating).await;
    assert_eq!(seat.order_as(id, buying.clone()).await, None);
    assert_eq!(seat.order_as(id, buying.clone()).await, None);
    assert_eq!(seat.felt().seats[0].chips, 50_000);
    let other = seat.order_as(id, Command::BuyIn { cents: 60_000 }).await.unwrap();
    assert_eq!(other.code, "request-differs");
    let stranger = house.guest().await;
    let mut stranger = stranger.join(table).await;
    assert_eq!(
        stranger.order_as(id, buying.clone()).await.unwrap().code,
        "request-differs"
    );

    // A refusal is repeated too.
    let refused = Uuid::now_v7();
    let act = |decision: DecisionAt, action: &str| Command::Act {
        decision,
        action: action.to_string(),
        amount: 0,
    };
    assert_eq!(
        seat.order_as(refused, act(NOWHERE, "stand")).await.unwrap().code,
        "decision-over"
    );

    // The decision made again, late, hits nothing.
    let choice = Uuid::now_v7();
    let decision = loop {
        seat.bet(bet(5)).await;
        seat.until(|felt| matches!(felt.phase, Phase::Deciding { .. } | Phase::Settled))
            .await;
        if let Phase::Deciding { decision, offers, .. } = &seat.felt().phase
            && offers.iter().any(|offer| offer.action == "hit")
        {
            break *decision;
        }
        seat.play(first_of(CALM)).await;
    };
    assert_eq!(seat.order_as(choice, act(decision, "stand")).await, None);
    assert_eq!(seat.order_as(choice, act(decision, "stand")).await, None);
    let chips = seat.felt().seats[0].chips;

    // And after a restart the books still know.
    let folder = house.close().await;
    let house = House::open_with(crate::common::options(), folder).await;
    let client = crate::common::Client {
        address: house.address,
        ..client
    };
    let mut seat = client.join(table).await;
    assert_eq!(seat.order_as(id, buying).await, None);
    assert_eq!(seat.order_as(choice, act(decision, "stand")).await, None);
    assert_eq!(
        seat.order_as(refused, act(NOWHERE, "stand")).await.unwrap().code,
        "decision-over"
    );
    assert_eq!(seat.felt().seats[0].chips, chips);
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_orders_are_refused_in_words() {
    let house = House::open().await;
    let table = house.table_of("nh21-v3").await;
    let mut seat = house.guest().await.join(table).await;
    let bets = |hand: HandBet| Command::Bet { hands: vec![hand] };
    seat.refused(Command::Ready, "not-seated").await;
    seat.refused(bets(bet(5)), "not-seated").await;
    for number in [0, 8, 255] {
        seat.refused(Command::Sit { seat: number }, "no-such-seat").await;
    }
    seat.done(Command::Sit { seat: 1 }).await;
    seat.refused(Command::Sit { seat: 2 }, "seated").await;
    for cents in [0, -100, 50, i64::MAX, i64::MIN, 1_000_001] {
        seat.refused(Command::BuyIn { cents }, "amount-not-allowed").await;
        seat.refused(Command::CashOut { cents }, "chips-too-few").await;
    }
    seat.done(Command::BuyIn { cents: 100 }).await;
    seat.refused(Command::Cut { cards: 1 }, "cut-not-allowed").await;
    seat.refused(Command::Cut { cards: u32::MAX }, "cut-not-allowed").await;
    seat.refused(bets(bet(5)), "not-now").await;
    seat.cut().await;
    seat.refused(Command::Cut { cards: 100 }, "not-now").await;
    seat.refused(bets(bet(5)), "chips-too-few").await;
    seat.done(Command::BuyIn { cents: 899_900 }).await;
    seat.refused(Command::BuyIn { cents: 100_100 }, "buy-in-limit").await;
    for main in [0, 1, 199, 250, 1_100, -500, i64::MAX] {
        let hand = HandBet {
            main,
            ..HandBet::default()
        };
        seat.refused(bets(hand), "bet-not-allowed").await;
    }
    let hand = |multiples: &[&str], side: &[(&str, i64)]| HandBet {
        main: 500,
        multiples: multiples.iter().map(|spot| spot.to_string()).collect(),
        side: side.iter().map(|(id, cents)| (id.to_string(), *cents)).collect(),
    };
    seat.refused(bets(hand(&["9x"], &[])), "bet-not-allowed").await;
    seat.refused(bets(hand(&[], &[("lottery", 100)])), "bet-not-allowed")
        .await;
    seat.refused(bets(hand(&[], &[("match-up", 1)])), "bet-not-allowed")
        .await;
    let three = Command::Bet {
        hands: vec![bet(10); 3],
    };
    seat.refused(three, "bet-not-allowed").await;
    let commitment = "0".repeat(64);
    seat.refused(Command::Seal { commitment }, "not-now").await;
    let seed = "a seed that is never sealed".to_string();
    seat.refused(Command::Open { seed }, "not-now").await;
    let act = Command::Act {
        decision: NOWHERE,
        action: "hit".to_string(),
        amount: 0,
    };
    seat.refused(act, "decision-over").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_order_is_answered_and_the_table_goes_on() {
    let house = House::open().await;
    let table = house.table_of("nh21-plus").await;
    let mut seat = house.guest().await.join(table).await;
    let id = "0198c0de-0000-7000-8000-000000000001";
    for text in [
        "".to_string(),
        "{".to_string(),
        "[]".to_string(),
        "null".to_string(),
        format!(r#"{{"id":"{id}"}}"#),
        format!(r#"{{"id":"{id}","do":"cheat"}}"#),
        format!(r#"{{"id":"{id}","do":"sit"}}"#),
        format!(r#"{{"id":"{id}","do":"sit","seat":-1}}"#),
        format!(r#"{{"id":"{id}","do":"sit","seat":1e9}}"#),
        format!(r#"{{"id":"{id}","do":"buy-in","cents":"all"}}"#),
        r#"{"id":"me","do":"leave"}"#.to_string(),
        format!("{}{}", "[".repeat(5000), "]".repeat(5000)),
    ] {
        seat.send_text(&text).await;
        let reply = seat.next().await;
        let Message::Reply {
            problem: Some(problem), ..
        } = &reply
        else {
            panic!("{text} is answered {reply:?}");
        };
        assert_eq!(problem.code, "order-unreadable", "{text}");
    }
    seat.done(Command::Sit { seat: 1 }).await;
    seat.send_text(&"x".repeat(20_000)).await;
    let mut other = house.guest().await.join(table).await;
    other.until(|felt| felt.seats.iter().any(|seat| !seat.connected)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_that_chips_do_not_cover_are_withheld_and_refused() {
    let house = House::open().await;
    let mut seat = house.guest().await.join(house.table_of("nh21-plus").await).await;
    seat.sit(1, 5).await;
    for _ in 0..200 {
        if seat.felt().seats[0].chips < 500 {
            seat.done(Command::BuyIn { cents: 500 }).await;
        }
        let spare = seat.felt().seats[0].chips - 500;
        if spare > 0 {
            seat.done(Command::CashOut { cents: spare }).await;
        }
        seat.bet(bet(5)).await;
        seat.until(|felt| matches!(felt.phase, Phase::Deciding { .. } | Phase::Settled))
            .await;
        if let Phase::Deciding {
            decision,
            offers,
            withheld,
            ..
        } = seat.felt().phase.clone()
            && withheld
                .iter()
                .any(|withheld| withheld.action == "double" && withheld.why.contains("you have"))
        {
            assert!(offers.iter().all(|offer| offer.price == 0), "{offers:?}");
            let double = Command::Act {
                decision,
                action: "double".to_string(),
                amount: 100,
            };
            seat.refused(double, "chips-too-few").await;
            return;
        }
        seat.play(first_of(CALM)).await;
    }
    panic!("no double was withheld");
}

/// Two clicks on one button: the second comes when the next street is asked for already, and bets nothing there.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_click_does_not_answer_the_next_decision() {
    let house = House::open().await;
    let mut seat = house.guest().await.join(house.table_of("nh-holdem").await).await;
    seat.sit(1, 1_000).await;
    seat.bet(bet(5)).await;
    seat.until(|felt| matches!(felt.phase, Phase::Deciding { .. })).await;
    let Phase::Deciding { decision, .. } = seat.felt().phase else {
        panic!("stud always asks")
    };
    assert_eq!((Some(decision.round), decision.number), (seat.felt().round, 1));
    seat.act(decision, "bet-1", 0).await;
    seat.until(|felt| matches!(felt.phase, Phase::Deciding { decision, .. } if decision.number == 2))
        .await;
    let chips = seat.felt().seats[0].chips;
    let again = Command::Act {
        decision,
        action: "bet-1".to_string(),
        amount: 0,
    };
    seat.refused(again, "decision-over").await;
    let Phase::Deciding { decision: next, .. } = seat.felt().phase else {
        panic!("the second street is still asked for")
    };
    assert_eq!((next.round, next.number), (decision.round, 2));
    assert_eq!(seat.felt().seats[0].chips, chips);
    // A decision that is not asked for yet cannot be answered ahead of its time.
    let ahead = Command::Act {
        decision: DecisionAt { number: 3, ..next },
        action: "bet-1".to_string(),
        amount: 0,
    };
    seat.refused(ahead, "not-your-turn").await;
}

/// What a bot needs to know of a hand of 21 is in numbers.
#[tokio::test(flavor = "multi_thread")]
async fn hands_of_21_are_counted_for_bots() {
    let house = House::open().await;
    let mut seat = house.guest().await.join(house.table_of("nh21-plus").await).await;
    seat.sit(1, 1_000).await;
    for _ in 0..5 {
        seat.bet(bet(5)).await;
        seat.play(first_of(CALM)).await;
        let felt = seat.felt();
        for hand in &felt.hands {
            let count = hand.count.expect("the cards lie open");
            let ace = hand.cards.iter().any(|card| card.starts_with('A'));
            let low: u8 = hand.cards.iter().map(|card| low_value(card)).sum();
            let soft = ace && low <= 11;
            assert_eq!(
                (count.points, count.soft),
                (low + if soft { 10 } else { 0 }, soft),
                "{hand:?}"
            );
        }
        assert!(felt.dealer_count.is_some());
    }
}

fn low_value(card: &str) -> u8 {
    match card.as_bytes()[0] {
        b'A' => 1,
        digit @ b'2'..=b'9' => digit - b'0',
        _ => 10,
    }
}
