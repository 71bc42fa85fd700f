//! The best play of 21 from different sides, each valued a second way.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use croupier_rules::card::parse_cards;
use croupier_rules::load::Change;
use croupier_rules::{Rank, load};
use croupier_solver::twenty_one::full_shoe;
use croupier_solver::twenty_one::views::{FirstKind, by_up_card, first_hands};
use croupier_solver::{HandQuestion, Known, hand, solve, solve_changed};
use serde_json::json;

/// Up cards are worth, on the mean, what the game is, and the solution says what each is worth.
#[test]
fn the_solution_has_the_value_of_every_up_card() {
    for id in ["nh21-plus", "presque-isle-blackjack"] {
        let game = load::open(id).unwrap().game;
        let solution = solve(&game, None).unwrap();
        let main = &solution.wagers[0];
        let ranks: Vec<&str> = main.by_up.iter().flat_map(|up| up.up.split(' ')).collect();
        assert_eq!(
            ranks.len(),
            Rank::ALL
                .iter()
                .filter(|rank| !game.deck.removed.contains(**rank))
                .count()
        );
        let mean: f64 = main.by_up.iter().map(|up| up.probability * up.ev).sum();
        assert!((mean - main.ev).abs() < 1e-14, "{id}: {mean} and {}", main.ev);
        let views = by_up_card(&game, game.main_bet.lowest(), &full_shoe(&game)).unwrap();
        for (one, other) in main.by_up.iter().zip(&views) {
            assert_eq!(
                (one.probability, one.ev),
                (other.chance, other.value),
                "{id} {}",
                one.up
            );
        }
        let ace = main.by_up.iter().find(|up| up.up == "A").unwrap();
        let six = main.by_up.iter().find(|up| up.up == "6").unwrap();
        assert!(ace.ev < -0.2 && six.ev > 0.1, "{id}: {ace:?} {six:?}");
    }
}

#[test]
fn up_cards_add_up_to_the_game() {
    for id in ["super-fun-21", "nh21-plus"] {
        let game = load::open(id).unwrap().game;
        let main = game.main_bet.lowest();
        let ups = by_up_card(&game, main, &full_shoe(&game)).unwrap();
        let chance: f64 = ups.iter().map(|up| up.chance).sum();
        let value: f64 = ups.iter().map(|up| up.chance * up.value).sum();
        let exact = solve(&game, None).unwrap().wagers[0].ev;
        assert!((chance - 1.0).abs() < 1e-12 && (value - exact).abs() < 1e-12, "{id}");
    }
}

#[test]
fn first_hands_are_worth_what_each_hand_is_asked_for() {
    let game = load::open("super-fun-21").unwrap().game;
    let main = game.main_bet.lowest();
    let hands = first_hands(&game, main, &full_shoe(&game)).unwrap();
    // Kinds that hold one composition only, so that the mean is the hand itself.
    for (cards, up, kind) in [
        ("2c 3d", "6h", FirstKind::Hard(5)),
        ("Ac 7d", "9h", FirstKind::Soft(18)),
        ("8c 8d", "Th", FirstKind::Pair(8)),
        ("Ac Ad", "5h", FirstKind::Pair(1)),
    ] {
        let up = up.parse().unwrap();
        let asked = hand(
            &game,
            &HandQuestion {
                cards: parse_cards(cards).unwrap(),
                up: Some(up),
                ..HandQuestion::default()
            },
        );
        let asked = asked.unwrap();
        let found = hands
            .iter()
            .find(|hand| hand.kind == kind && hand.up.covers(up, None))
            .unwrap();
        assert_eq!(found.actions.len(), asked.actions.len(), "{cards}");
        for (action, value) in &found.actions {
            let exact = asked
                .actions
                .iter()
                .find(|other| other.action == action.word())
                .unwrap();
            assert!(
                (value - exact.ev).abs() < 1e-9,
                "{cards} {action:?}: {value} is not {}",
                exact.ev
            );
        }
    }
}

#[test]
fn a_changed_game_is_solved_as_from_the_start() {
    let loaded = load::open("nh21-v3").unwrap();
    let base = solve(&loaded.game, None).unwrap();
    let known = Known::new(&loaded.game, &base);
    for change in [
        "pay-table.match.2-suited-matches.pays=30:1",
        "table.seats=6",
        "dealer.soft-17=stands",
        // What is remembered of the dealer's chances is the same to the bit.
        "blackjack.pays=6:5",
        "split.hands-max=2",
        "winner.five-card-21.pays=4:1",
        "deck.decks=5",
    ] {
        let changed = loaded.with(&[change.parse().unwrap()]).unwrap().game;
        let fast = solve_changed(&changed, None, &known).unwrap();
        let slow = solve(&changed, None).unwrap();
        assert_eq!(fast.wagers, slow.wagers, "{change}");
    }
    let changed = loaded.with(&["insurance.pays=3:1".parse().unwrap()]).unwrap().game;
    let fast = solve_changed(&changed, None, &known).unwrap();
    let mut slow = solve(&changed, None).unwrap();
    slow.wagers[0].ev_with_best_insurance = None;
    assert_eq!(fast.wagers, slow.wagers, "insurance is no part of the main game");
}

/// A blackjack that is better doubled than paid is not priced by its pay when even money is offered.
#[test]
fn even_money_is_weighed_against_a_double() {
    let changes = [
        Change::new("blackjack.paid", "in-turn"),
        Change::new("blackjack.may-double", true),
        Change::new("insurance.even-money", true),
        Change::new(
            "winner.three",
            json!({"name": "Three-card 21", "when": {"cards": "3", "total": "21"}, "pays": "10:1", "after-split": false, "after-double": true}),
        ),
    ];
    let game = load::parse_with(include_str!("../../../tests/games/blackjack.toml"), &changes).unwrap();
    let asked = |insurance: bool| {
        let question = HandQuestion {
            cards: parse_cards("As Kd").unwrap(),
            up: Some("Ah".parse().unwrap()),
            insurance,
            ..HandQuestion::default()
        };
        hand(&game, &question).unwrap()
    };
    let turn = asked(false);
    assert!(turn.best.starts_with("double"), "{turn:?}");
    // Of the 309 cards unseen 95 are tens, and against a dealer's blackjack the hand pushes.
    let declined = (309.0 - 95.0) / 309.0 * turn.actions[0].ev;
    let before = asked(true);
    let even = before
        .actions
        .iter()
        .find(|action| action.action == "even-money")
        .unwrap();
    assert!((even.ev - (1.0 - declined)).abs() < 1e-12, "{} and {declined}", even.ev);
    assert_eq!(before.best, "no-insurance");
}
