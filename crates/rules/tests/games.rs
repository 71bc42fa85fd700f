//! The rules files of the program, read through the loader.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::Path;

use croupier_rules::game::Procedure;
use croupier_rules::twenty_one::SurrenderWhen;
use croupier_rules::{Family, Game, load};

const GAMES: [&str; 5] = [
    "nh21-plus",
    "nh21-v3",
    "super-fun-21",
    "nh-holdem",
    "presque-isle-blackjack",
];

fn game(id: &str) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../games/{id}.toml"));
    let text = std::fs::read_to_string(&path).unwrap();
    load::parse(&text).unwrap_or_else(|fault| panic!("{id}: {fault}"))
}

#[test]
fn every_game_parses_under_its_own_name() {
    for id in GAMES {
        assert_eq!(game(id).id, id);
    }
}

#[test]
fn every_clause_is_named_once_and_cites_its_document() {
    for id in GAMES {
        let game = game(id);
        let mut names: Vec<&str> = game.clauses.iter().map(|clause| clause.id.as_str()).collect();
        names.sort_unstable();
        let named = names.len();
        names.dedup();
        assert_eq!(names.len(), named, "{id}: a clause is named twice");
        for clause in &game.clauses {
            let document = clause.cites.split(',').next().unwrap();
            let known = game.documents.iter().any(|known| known.id == document);
            assert!(
                known || clause.cites.starts_with("house ruling"),
                "{id}: {}",
                clause.cites
            );
            assert!(clause.says.ends_with('.'), "{id}: {}", clause.says);
        }
    }
}

#[test]
fn every_step_that_can_happen_cites_a_clause() {
    for id in GAMES {
        let game = game(id);
        for step in steps(&game) {
            assert!(game.procedure.get(step).is_some(), "{id}: no clause for {step:?}");
        }
    }
}

/// The steps of the procedure that can occur in a game, by its rules.
fn steps(game: &Game) -> Vec<Procedure> {
    use Procedure::*;
    let mut steps = vec![Shuffle, PlaceBets, Deal, Settle, Push];
    match &game.family {
        Family::TwentyOne(rules) => {
            steps.extend([Cut, Burn, LastRound, UpCard, HoleCard, PayBlackjack, Insurance, Check]);
            steps.extend([DealerBlackjack, SettleInsurance, Hit, Stand, Double, Split, Bust]);
            steps.extend([Reveal, DealerDraws, DealerStands, DealerBusts]);
            if rules.blackjack.may_double {
                steps.push(TakeBlackjack);
            }
            if rules.insurance.as_ref().is_some_and(|insurance| insurance.even_money) {
                steps.push(EvenMoney);
            }
            if rules.double.times_max > 1 {
                steps.push(DoubleAgain);
            }
            if rules.surrender.when != SurrenderWhen::Never {
                steps.push(Surrender);
            }
            if !rules.winners.is_empty() {
                steps.push(Winner);
            }
        }
        Family::Stud(_) => {
            steps.extend([
                LayOut,
                Bet,
                Fold,
                TurnCommunity,
                Tuck,
                ShowHands,
                CallOut,
                TurnExtra,
                Cap,
            ]);
        }
    }
    steps
}

#[test]
fn every_other_reading_is_a_valid_game_and_a_different_one() {
    for (id, text) in load::embedded() {
        let game = load::parse(text).unwrap();
        for point in game.unclear.iter().filter(|point| !point.set.is_empty()) {
            let other = load::parse_with(text, &point.changes());
            let other = other.unwrap_or_else(|faults| panic!("{id}, {}: {faults}", point.id));
            assert_ne!(other, game, "{id}: {} changes nothing", point.id);
        }
    }
}
