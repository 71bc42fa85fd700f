//! What a dealer's blackjack takes that is found after the players have acted, by each of the literature's rules.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use croupier_rules::load::{Change, open};
use croupier_rules::{Card, Game, Money};
use croupier_table::{Action, ActionKind, Next, Outcome, Round, Step, Wagers, What};

const EUROPEAN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games/european-blackjack.toml");

fn game(takes: &str) -> Arc<Game> {
    let changes = [Change::new("dealer.late-blackjack-takes", takes)];
    let changed = open(EUROPEAN).unwrap().with(&changes);
    Arc::new(changed.unwrap_or_else(|faults| panic!("{faults}")).game)
}

/// Plays a round at $10: cards, and `S H D P` for stand, hit, double, split. The net in dollars, and how each wager ended.
fn play(takes: &str, script: &str) -> (i64, Vec<Outcome>) {
    let game = game(takes);
    let mut round = Round::new(&game, &Wagers::one(Money::from_dollars(10))).unwrap();
    let mut events = Vec::new();
    for word in script.split(' ') {
        let choose = |kind| match round.next() {
            Next::Choice(choice) => Step::Choose(choice.offer(kind).unwrap().in_full()),
            other => panic!("{word}: the round waits for {other:?}"),
        };
        let step = match word {
            "S" => choose(ActionKind::Stand),
            "H" => choose(ActionKind::Hit),
            "D" => choose(ActionKind::Double),
            "P" => Step::Choose(Action::plain(ActionKind::Split)),
            card => Step::Card(card.parse::<Card>().unwrap()),
        };
        round
            .play(step, &mut events)
            .unwrap_or_else(|fault| panic!("{word}: {fault}"));
    }
    assert_eq!(round.next(), Next::Over, "{takes}: {script}");
    let ended = events.iter().filter_map(|event| match event.what {
        What::Settled { outcome, .. } => Some(outcome),
        _ => None,
    });
    (round.net(1).cents() / 100, ended.collect())
}

/// Eights against a ten, split; one hand is doubled to 21 and the other goes bust, so that three bets lie on the table: the
/// example at <http://www.blackjackinfo.com/bb/showthread.php?p=134>. Which of the two busts must not matter.
#[test]
fn three_bets_against_a_late_blackjack() {
    let bust_last = "8h Kc 8d P 3d D Kd 7s H Kh Ac";
    let bust_first = "8h Kc 8d P 7s H Kh 3d D Kd Ac";
    for (takes, net) in [
        ("all-bets", -30),
        ("original-bets", -10),
        ("original-and-busted-bets", -20),
    ] {
        assert_eq!(play(takes, bust_last).0, net, "{takes}");
        assert_eq!(play(takes, bust_first).0, net, "{takes}");
    }
}

#[test]
fn every_split_hand_still_standing_loses_one_bet_where_original_and_busted_bets_are_taken() {
    let standing = "8h Kc 8d P Ks S 3d D Kd Ac";
    assert_eq!(play("all-bets", standing).0, -30);
    assert_eq!(play("original-and-busted-bets", standing).0, -20);
    assert_eq!(play("original-bets", standing).0, -10);
}

/// A bust is lost at once where nothing could come back; otherwise it waits for the dealer's second card, and is lost when that
/// makes no blackjack.
#[test]
fn busted_bets_stay_only_where_they_may_come_back() {
    let doubled = "6h Kc 6d D Kd";
    assert_eq!(play("original-and-busted-bets", doubled).0, -20);
    let (net, ended) = play("original-bets", "6h Kc 6d D Kd Ac");
    assert_eq!((net, ended), (-10, vec![Outcome::DealerBlackjack, Outcome::Returned]));
    let (net, ended) = play("original-bets", "6h Kc 6d D Kd 7c");
    assert_eq!((net, ended), (-20, vec![Outcome::Bust, Outcome::Bust]));
    let (net, ended) = play("original-bets", "6h Kc 6d H Kd");
    assert_eq!((net, ended), (-10, vec![Outcome::Bust]));
    // Under a six no blackjack is possible.
    assert_eq!(play("original-bets", "5h 6c 9d D Kd").0, -20);
}
