//! Free doubles and free splits: the solver against the oracle over `Round`, and against what others have published.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use croupier_rules::load::{self, Change};
use croupier_rules::{Game, Money};
use croupier_solver::exhaustive::{Cards, Decides, value};
use croupier_solver::number::{Fraction, Number};
use croupier_solver::twenty_one::best::{BestPlay, Insures};
use croupier_solver::twenty_one::chart::Chart;
use croupier_solver::twenty_one::playbook::{BookStrategy, Playbook};
use croupier_solver::twenty_one::{full_shoe, round_value};
use croupier_solver::{HandQuestion, hand, solve};
use croupier_table::{Action, ActionKind, Situation, Strategy};

use common::{Shape, free_game};

const MAIN: Money = Money::from_dollars(10);

fn looks_at_suits(shape: Shape) -> Cards {
    match shape {
        Shape::Suits | Shape::SuitsAndSplits => Cards::One,
        _ => Cards::Rank,
    }
}

/// Follows another strategy and counts the free bets that it takes.
struct Counted<'a> {
    follows: &'a dyn Strategy,
    doubles: AtomicU64,
    splits: AtomicU64,
}

impl Strategy for Counted<'_> {
    fn choose(&self, game: &Game, situation: &Situation) -> Action {
        let action = self.follows.choose(game, situation);
        if situation
            .offers
            .iter()
            .any(|offer| offer.free && offer.kind == action.kind)
        {
            let count = match action.kind {
                ActionKind::Double => &self.doubles,
                _ => &self.splits,
            };
            count.fetch_add(1, Ordering::Relaxed);
        }
        action
    }
}

#[test]
fn without_splits_the_play_is_the_best_of_all() {
    for (shape, seeds) in [(Shape::NoSplits, 0..14), (Shape::Suits, 20..28)] {
        for seed in seeds {
            let game = Arc::new(free_game(seed, shape));
            let Ok(best) = value(&game, MAIN, Decides::BestAction, looks_at_suits(shape)) else {
                continue;
            };
            let claimed = round_value::<Fraction>(&game, MAIN, &full_shoe(&game)).unwrap();
            assert_eq!(claimed.value, best, "seed {seed}: {:?}", game.family);
        }
    }
}

/// The value that the solver claims for its own play, from the file it is written to, is what `Round` pays for it.
#[test]
fn free_bets_are_paid_what_is_claimed() {
    let (mut compared, mut doubles, mut splits) = (0, 0, 0);
    for (shape, seeds) in [
        (Shape::NoSplits, 100..112),
        (Shape::Splits, 200..224),
        (Shape::Suits, 300..308),
        (Shape::SuitsAndSplits, 400..430),
        (Shape::FourHands, 700..712),
        (Shape::PairsWin, 720..730),
    ] {
        for seed in seeds {
            let game = Arc::new(free_game(seed, shape));
            let shoe = full_shoe(&game);
            let best: BestPlay<Fraction> = BestPlay::new(&game, MAIN, &shoe, Insures::Never).unwrap();
            let counted = Counted {
                follows: &best,
                doubles: AtomicU64::new(0),
                splits: AtomicU64::new(0),
            };
            let Ok(paid) = value(&game, MAIN, Decides::Strategy(&counted), looks_at_suits(shape)) else {
                continue;
            };
            let claimed = round_value::<Fraction>(&game, MAIN, &shoe).unwrap().value;
            assert_eq!(claimed, paid, "seed {seed}: {:?}", game.family);
            let fast = round_value::<f64>(&game, MAIN, &shoe).unwrap().value;
            assert!((fast - Number::to_f64(&paid)).abs() < 1e-12, "seed {seed}");
            let text = serde_json::to_string(&best.playbook(&game)).unwrap();
            let book: Playbook = serde_json::from_str(&text).unwrap();
            let book = BookStrategy::new(&book, &game).unwrap();
            let by_book = value(&game, MAIN, Decides::Strategy(&book), looks_at_suits(shape)).unwrap();
            assert_eq!(by_book, paid, "seed {seed}: the playbook plays otherwise");
            compared += 1;
            doubles += u64::from(counted.doubles.into_inner() > 0);
            splits += u64::from(counted.splits.into_inner() > 0);
        }
    }
    println!("{compared} games, {doubles} with free doubles, {splits} with free splits");
    assert!(compared > 60 && doubles > 8 && splits > 20);
}

#[test]
fn charts_of_free_bets_are_worth_what_the_round_pays() {
    let mut compared = 0;
    for (shape, seeds) in [(Shape::Splits, 500..512), (Shape::NoSplits, 520..526)] {
        for seed in seeds {
            let mut game = free_game(seed, shape);
            if let croupier_rules::Family::TwentyOne(rules) = &mut game.family {
                rules.winners = Vec::new().into();
            }
            let game = Arc::new(game);
            let shoe = full_shoe(&game);
            let chart = Chart::best(&game, MAIN, &shoe).unwrap();
            let Ok(paid) = value(&game, MAIN, Decides::Strategy(&chart), Cards::Rank) else {
                continue;
            };
            let said = chart.value(&game, MAIN, &shoe).unwrap().value;
            let paid = Number::to_f64(&paid);
            assert!((said - paid).abs() < 1e-12, "seed {seed}: said {said}, paid {paid}");
            compared += 1;
        }
    }
    assert!(compared > 10);
}

fn free_bet(changes: &[&str]) -> Game {
    let changes: Vec<Change> = changes.iter().map(|change| change.parse().unwrap()).collect();
    load::open("free-bet-blackjack").unwrap().with(&changes).unwrap().game
}

fn house_edge(game: &Game) -> f64 {
    solve(game, None).unwrap().wagers[0].house_edge
}

/// The most common version, six decks: 1.0143% by a separate computation of our own. Wizard of Odds is remembered to give 1.04%, for a
/// play by totals; `docs/solver.md` says how the two relate.
#[test]
fn the_game_costs_one_percent() {
    let edge = house_edge(&free_bet(&[]));
    println!(
        "Free Bet: {edge}, eight decks {}",
        house_edge(&free_bet(&["deck.decks=8"]))
    );
    assert!((edge - 0.010_143).abs() < 1e-6, "{edge}");
    let game = Arc::new(free_bet(&[]));
    let main = game.main_bet.lowest();
    let chart = Chart::best(&game, main, &full_shoe(&game)).unwrap();
    let by_chart = -chart.value(&game, main, &full_shoe(&game)).unwrap().value;
    println!("by the chart: {by_chart}");
    assert!(by_chart > edge - 1e-9 && by_chart < edge + 0.0005, "{by_chart}");
}

/// Discount Gambling, discountgambling.net, 22 June 2012, the analyst of the game, of the rules at the Golden Nugget: free doubles
/// on any hard 9 to 11, free splits of all pairs but tens and fours, 0.625%. The article does not say how often aces are split.
#[test]
fn the_game_of_the_golden_nugget_costs_what_its_analyst_says() {
    let game = free_bet(&["double.free-cards=2+", "split.free=2-3,5-9,A"]);
    let edge = house_edge(&game);
    println!("Golden Nugget: {edge}");
    assert!((edge - 0.00625).abs() < 0.0005, "{edge}");
}

/// A hand split off free is played for what it wins alone: a loss costs nothing and a push gains nothing, so it draws to 17 against
/// some up cards, and its value is never negative.
#[test]
fn free_hands_are_played_for_what_they_win() {
    let game = free_bet(&[]);
    let ask = |cards: [&str; 2], up: &str, free: bool| {
        let mut question = HandQuestion {
            cards: cards.map(|card| card.parse().unwrap()).to_vec(),
            up: Some(up.parse().unwrap()),
            split_hands: Some(2),
            ..HandQuestion::default()
        };
        if free {
            question.free = question.free.with_main();
        }
        hand(&game, &question).unwrap()
    };
    let mut otherwise = Vec::new();
    for second in ["4c", "5c", "6c", "7c", "9c", "Tc"] {
        for up in ["2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d", "Td", "Ad"] {
            let [own, free] = [false, true].map(|free| ask(["8h", second], up, free));
            assert!(free.actions[0].ev >= 0.0, "8 and {second} against {up}: {free:?}");
            if own.best != free.best {
                otherwise.push(format!("8-{second} v {up}: {} not {}", free.best, own.best));
            }
        }
    }
    println!("{otherwise:#?}");
    assert!(otherwise.contains(&"8-9c v 8d: hit not stand".to_string()));
}

/// 12 against 4 is hit here: Wizard of Odds, newsletter of 11 July 2019, for infinite decks and a dealer's 22 that pushes: stand
/// -0.301161, hit -0.279823. Eight decks come close to that.
#[test]
fn twelve_against_four_is_hit() {
    let game = free_bet(&["deck.decks=8"]);
    let question = HandQuestion {
        cards: ["Th", "2c"].map(|card| card.parse().unwrap()).to_vec(),
        up: Some("4d".parse().unwrap()),
        ..HandQuestion::default()
    };
    let value = hand(&game, &question).unwrap();
    let ev = |action: &str| value.actions.iter().find(|value| value.action == action).unwrap().ev;
    println!("12 v 4: stand {}, hit {}", ev("stand"), ev("hit"));
    assert!((ev("stand") + 0.301_161).abs() < 0.01);
    assert!((ev("hit") + 0.279_823).abs() < 0.01);
    assert!(ev("hit") > ev("stand"));
}
