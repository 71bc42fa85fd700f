//! Games without a hole card: the dealer's second card comes only when something on the table depends on it.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use croupier_rules::card::parse_cards;
use croupier_rules::load::{self, Change};
use croupier_rules::{Game, Money};
use croupier_table::{Action, ActionKind, Next, Outcome, Place, Round, Step, WagerKind, Wagers, What};

fn without_hole_card() -> Arc<Game> {
    let changes = [
        Change::new("dealer.hole-card", "none"),
        Change::new("dealer.checks", "none"),
    ];
    Arc::new(load::open("nh21-plus").unwrap().with(&changes).unwrap().game)
}

/// A king and a six against a nine, hit by a queen: bust before the dealer has a second card.
fn busted(side: Vec<Money>) -> Round {
    let game = without_hole_card();
    let mut wagers = Wagers::one(Money::from_dollars(5));
    wagers.seats[0].hands[0].side = side;
    let mut round = Round::new(&game, &wagers).unwrap();
    let mut events = Vec::new();
    for card in parse_cards("Kh 9c 6d").unwrap() {
        round.play(Step::Card(card), &mut events).unwrap();
    }
    let hit = Action::plain(ActionKind::Hit);
    round.play(Step::Choose(hit), &mut events).unwrap();
    let queen = "Qs".parse().unwrap();
    round.play(Step::Card(queen), &mut events).unwrap();
    round
}

#[test]
fn nothing_is_dealt_for_a_table_on_which_nothing_waits() {
    assert_eq!(busted(Vec::new()).next(), Next::Over);
    let up_match_alone = vec![Money::from_dollars(5)];
    assert_eq!(busted(up_match_alone).next(), Next::Over);
}

#[test]
fn a_bet_on_the_second_card_outlives_the_hand() {
    let mut round = busted(vec![Money::ZERO, Money::from_dollars(5)]);
    assert_eq!(round.next(), Next::Card { to: Place::Dealer });
    let mut events = Vec::new();
    let king = "Kd".parse().unwrap();
    round.play(Step::Card(king), &mut events).unwrap();
    assert_eq!(round.next(), Next::Over);
    let settled: Vec<_> = events
        .iter()
        .filter_map(|event| match event.what {
            What::Settled {
                wager, outcome, net, ..
            } => Some((wager.kind, outcome, net)),
            _ => None,
        })
        .collect();
    // One of the two cards has the rank of the dealer's second card and another suit: 4 to 1 on $5.
    assert_eq!(
        settled,
        [(WagerKind::Side(1), Outcome::Row(4), Money::from_dollars(20))]
    );
    assert_eq!(round.net(1), Money::from_dollars(15));
}
