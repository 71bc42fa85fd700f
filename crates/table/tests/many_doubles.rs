//! The hand doubled most often: its bet and each of its four doubles are settled.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use croupier_rules::card::parse_cards;
use croupier_rules::load::{self, Change};
use croupier_rules::{Card, Money};
use croupier_table::{Action, ActionKind, Next, Round, Step, Wagers, What};

#[test]
fn every_double_of_a_hand_is_settled() {
    let loaded = load::open("nh21-v3").unwrap();
    let game = Arc::new(loaded.with(&[Change::new("double.times-max", 4)]).unwrap().game);
    let mut round = Round::new(&game, &Wagers::one(Money::from_dollars(5))).unwrap();
    let mut cards: Vec<Card> = parse_cards("2c 9h 3d 8s 2h 3s 2d 3h Kd Qd Js Kc")
        .unwrap()
        .into_iter()
        .rev()
        .collect();
    let mut events = Vec::new();
    loop {
        let step = match round.next() {
            Next::Card { .. } => Step::Card(cards.pop().unwrap()),
            Next::Choice(choice) => Step::Choose(match choice.offer(ActionKind::Double) {
                Some(double) => double.in_full(),
                None => Action::plain(ActionKind::Stand),
            }),
            Next::Over => break,
        };
        round.play(step, &mut events).unwrap();
    }
    let settled = events.iter().filter(|event| matches!(event.what, What::Settled { .. }));
    assert_eq!(settled.count(), 5, "{events:?}");
}
