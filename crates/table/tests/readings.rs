//! Rules that neither the five games nor the others in the repository have, each tried by changing one field of a game.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use croupier_rules::load::{Change, open};
use croupier_rules::{Game, Money};
use croupier_table::transcript::parse_step;
use croupier_table::{ActionKind, Next, Outcome, Round, Wagers, What};

fn changed(id: &str, changes: &[(&str, serde_json::Value)]) -> Arc<Game> {
    let changes: Vec<Change> = changes
        .iter()
        .map(|(path, value)| Change::new(*path, value.clone()))
        .collect();
    Arc::new(open(id).unwrap().with(&changes).unwrap().game)
}

/// Plays one hand of $10 and tells how each wager ended, in order.
fn play(game: &Arc<Game>, steps: &str) -> (Round, Vec<(Outcome, Money)>) {
    let mut round = Round::new(game, &Wagers::one(Money::from_dollars(10))).unwrap();
    let mut events = Vec::new();
    for step in steps.split(", ") {
        let card = step.parse::<croupier_rules::Card>().is_ok();
        let step = parse_step(&format!("{} {step}", if card { "card" } else { "choose" })).unwrap();
        round.play(step, &mut events).unwrap();
    }
    let ends = events.iter().filter_map(|event| match event.what {
        What::Settled { outcome, net, .. } => Some((outcome, net)),
        _ => None,
    });
    (round, ends.collect())
}

fn offered(round: &Round) -> Vec<ActionKind> {
    match round.next() {
        Next::Choice(choice) => choice.offers.iter().map(|offer| offer.kind).collect(),
        _ => Vec::new(),
    }
}

const WON: Money = Money::from_dollars(10);
const LOST: Money = Money::from_dollars(-10);

#[test]
fn a_blackjack_in_its_turn_is_doubled_only_where_it_may_be() {
    let in_turn = ("blackjack.paid", "in-turn".into());
    let game = changed("super-fun-21", &[in_turn, ("blackjack.may-double", false.into())]);
    let (round, ends) = play(&game, "Ah, 9c, Kd, 8c");
    assert_eq!((round.next(), ends), (Next::Over, vec![(Outcome::Blackjack, WON)]));
    let (round, _) = play(
        &changed("super-fun-21", &[("blackjack.paid", "in-turn".into())]),
        "Ah, 9c, Kd, 8c",
    );
    assert_eq!(offered(&round), [ActionKind::TakeBlackjack, ActionKind::Double]);
}

#[test]
fn an_unchecked_blackjack_is_found_at_the_reveal() {
    let game = changed(
        "super-fun-21",
        &[("dealer.checks", "A".into()), ("blackjack.paid", "in-turn".into())],
    );
    let (_, ends) = play(&game, "9h, Kc, 9d, Ac, stand");
    assert_eq!(ends, [(Outcome::DealerBlackjack, LOST)]);
    let (_, ends) = play(&game, "Ah, Kc, Kd, Ac, take-blackjack");
    assert_eq!(
        ends,
        [(Outcome::Blackjack, WON)],
        "it wins against any blackjack, so it is paid at once"
    );
    let (_, ends) = play(&game, "Ah, Kc, Kd, Ac, double $10, 9c, stand");
    assert_eq!(
        ends,
        [(Outcome::DealerBlackjack, LOST), (Outcome::DealerBlackjack, LOST)]
    );
}

#[test]
fn a_taken_blackjack_that_may_push_waits_for_the_reveal() {
    let changes = [
        ("dealer.checks", "A".into()),
        ("blackjack.against-dealer-blackjack", "pushes".into()),
        ("blackjack.paid", "in-turn".into()),
    ];
    let game = changed("super-fun-21", &changes);
    let (_, ends) = play(&game, "Ah, Kc, Kd, Ac, take-blackjack");
    assert_eq!(ends, [(Outcome::BlackjackPush, Money::ZERO)]);
    let (_, ends) = play(&game, "Ah, Kc, Kd, 9c, take-blackjack");
    assert_eq!(ends, [(Outcome::Blackjack, WON)]);
}

#[test]
fn ties_go_where_the_rules_send_them() {
    for (tie, net) in [("pushes", Money::ZERO), ("dealer-wins", LOST), ("player-wins", WON)] {
        let game = changed("presque-isle-blackjack", &[("dealer.tie", tie.into())]);
        let (_, ends) = play(&game, "Kh, 9c, 9d, Td, stand");
        assert_eq!(ends, [(Outcome::Tie, net)], "{tie}");
    }
}

#[test]
fn ties_may_be_lost_or_won_on_some_totals_alone() {
    for (tie, net) in [("dealer-wins", LOST), ("player-wins", WON)] {
        let changes = [("dealer.tie", tie.into()), ("dealer.tie-on", "17-19".into())];
        let game = changed("presque-isle-blackjack", &changes);
        for (steps, net) in [
            ("Kh, 7c, 7d, Td, stand", net),
            ("Kh, 9c, 9d, Td, stand", net),
            ("Kh, Qc, Kd, Td, stand", Money::ZERO),
            ("7h, 7c, 4d, 4s, hit, Td, Ts", Money::ZERO),
        ] {
            let (_, ends) = play(&game, steps);
            assert_eq!(ends, [(Outcome::Tie, net)], "{tie}: {steps}");
        }
    }
}

/// Eight hands of one pair, and no ninth.
#[test]
fn eights_may_be_split_to_eight_hands() {
    let changes = [("split.hands-max", 8.into())];
    let game = changed("presque-isle-blackjack", &changes);
    let eights = ["split, 8c"; 6].join(", ");
    let stands = [["stand, Tc"; 4].join(", "), ["stand, Kc"; 3].join(", ")].join(", ");
    let steps = format!("8h, 6c, 8d, Td, {eights}, split, Th, {stands}, stand, Th");
    let (_, ends) = play(&game, &steps);
    assert_eq!(ends, [(Outcome::DealerBust, WON); 8]);
    let nine = format!("8h, 6c, 8d, Td, {eights}, split, 8s, stand, 8s");
    let (round, _) = play(&game, &nine);
    let Next::Choice(choice) = round.next() else {
        panic!("the second hand has its turn");
    };
    assert!(choice.offer(ActionKind::Split).is_none(), "a ninth hand is not offered");
}

#[test]
fn a_split_ace_with_a_ten_can_be_a_blackjack() {
    let game = changed("presque-isle-blackjack", &[("split.ace-ten", "blackjack".into())]);
    let (_, ends) = play(&game, "Ah, 9c, Ad, Td, split, Kd, 9s");
    let paid = (Outcome::Blackjack, Money::from_dollars(15));
    assert_eq!(ends, [paid, (Outcome::Higher, WON)]);
    // A ten with an ace on split tens counts alike.
    let (_, ends) = play(&game, "Kh, 9c, Td, Td, split, Ad, 9s, stand");
    assert_eq!(ends, [paid, (Outcome::Tie, Money::ZERO)]);
}

#[test]
fn a_win_pays_what_the_rules_say() {
    let game = changed("presque-isle-blackjack", &[("dealer.win-pays", "1:2".into())]);
    let (_, ends) = play(&game, "Kh, 9c, Td, Td, stand");
    assert_eq!(ends, [(Outcome::Higher, Money::from_dollars(5))]);
    let (_, ends) = play(&game, "Kh, 6c, Td, Td, stand, 9c");
    assert_eq!(ends, [(Outcome::DealerBust, Money::from_dollars(5))]);
}

#[test]
fn a_doubled_hand_is_surrendered_for_a_share_of_all() {
    let game = changed(
        "super-fun-21",
        &[("surrender.after-double", "loses-share-of-all".into())],
    );
    let (_, ends) = play(&game, "5h, 9c, 6d, Td, double $10, 2c, surrender");
    let half = (Outcome::Surrendered, Money::from_dollars(-5));
    assert_eq!(ends, [half, half]);
}

#[test]
fn insurance_is_not_for_blackjacks_where_the_rules_say_so() {
    let game = changed("nh21-plus", &[("insurance.with-blackjack", false.into())]);
    let (round, ends) = play(&game, "Ah, Ac, Kd, 9c");
    assert_eq!(
        (round.next(), ends),
        (Next::Over, vec![(Outcome::Blackjack, Money::from_dollars(15))])
    );
}
