//! Single cards: published figures, each with its source, the rule for people with its price, and every deal of small decks through
//! the round itself.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use croupier_rules::card::parse_cards;
use croupier_rules::game::SideBet;
use croupier_rules::load::{Change, open};
use croupier_rules::pattern::Suits;
use croupier_rules::{Game, Money, Ranks};
use croupier_solver::exhaustive::{self, Cards, Decides};
use croupier_solver::pack::Pack;
use croupier_solver::single_card::CardBook;
use croupier_solver::solution::WagerValue;
use croupier_solver::stud::{complete, simple};
use croupier_solver::{HandQuestion, hand, solve};
use croupier_table::HandWagers;

fn game_with(id: &str, decks: u8, more: &[Change]) -> Game {
    let mut changes = vec![Change::new("deck.decks", decks)];
    changes.extend_from_slice(more);
    open(id).unwrap().with(&changes).unwrap().game
}

fn game(id: &str, decks: u8) -> Game {
    game_with(id, decks, &[])
}

fn wager(game: &Game, id: &str) -> WagerValue {
    let solution = solve(game, None).unwrap();
    solution.wagers.into_iter().find(|wager| wager.id == id).unwrap()
}

fn book(game: &Game, make: fn(&croupier_rules::single_card::SingleCard, &Pack, Money) -> CardBook) -> CardBook {
    let rules = game.single_card().unwrap();
    make(rules, &Pack::fresh(&game.deck), game.main_bet.lowest())
}

/// <http://www.i-online-casinos.com/games/casino-war-odds.php>: by decks, the edge in percent of always going to war, with the bonus for
/// a tie after a tie, of always surrendering, and of the tie at 10:1. The fractions are ours; each rounds to what is printed.
#[test]
fn casino_war_is_worth_what_is_published() {
    let bonus = [Change::new("deal.pays", "tie-bonus")];
    for (decks, war, printed) in [
        (1, "-503/20825", [2.42, 2.06, 2.94, 35.29]),
        (2, "-4781/176851", [2.70, 2.24, 3.40, 25.24]),
        (4, "-8261/291387", [2.84, 2.31, 3.62, 20.29]),
        (6, "-142853/4965115", [2.88, 2.33, 3.70, 18.65]),
        (8, "-22847/788417", [2.90, 2.34, 3.73, 17.83]),
    ] {
        let game = game("casino-war", decks);
        let main = wager(&game, "main");
        assert_eq!(main.ev_exact.as_deref(), Some(war), "{decks} decks");
        let surrenders = book(&game, CardBook::never).wager_value(&game);
        let with_bonus = wager(&game_with("casino-war", decks, &bonus), "main");
        let found = [
            main.house_edge,
            with_bonus.house_edge,
            surrenders.house_edge,
            wager(&game, "tie").house_edge,
        ];
        for (found, printed) in found.into_iter().zip(printed) {
            assert!(
                (found * 100.0 - printed).abs() < 0.005,
                "{decks} decks: {found} and {printed}"
            );
        }
    }
    let six = game("casino-war", 6);
    assert_eq!(wager(&six, "tie").ev_exact.as_deref(), Some("-58/311"));
    assert_eq!(book(&six, CardBook::never).ev().to_string(), "-23/622");
}

/// <http://www.oddsshark.com/betting-101/casino/red-dog-odds>: 3.155, 3.077, 2.884, 2.798 and 2.751 % with one, two, four, six and eight
/// decks.
#[test]
fn red_dog_is_worth_what_is_published() {
    for (decks, exact, printed) in [
        (1, "-523/16575", 3.155),
        (2, "-2101/68289", 3.077),
        (4, "-7993/277173", 2.884),
        (6, "-17533/626665", 2.798),
        (8, "-30721/1116765", 2.751),
    ] {
        let main = wager(&game("red-dog", decks), "main");
        assert_eq!(main.ev_exact.as_deref(), Some(exact), "{decks} decks");
        assert!((main.house_edge * 100.0 - printed).abs() < 0.0005, "{decks} decks");
    }
}

/// <http://webcasinoguide.com/reddog.asp>: what a raise is worth with six decks, by the spread from 1 to 11.
#[test]
fn a_raise_in_red_dog_is_worth_what_is_published() {
    const PRINTED: [f64; 11] = [
        -0.535484, -0.225806, -0.303226, -0.380645, -0.225806, -0.070968, 0.083871, 0.238710, 0.393548, 0.548387,
        0.703226,
    ];
    let choices = book(&game("red-dog", 6), CardBook::best).choices();
    assert_eq!(choices.len(), PRINTED.len());
    for (choice, printed) in choices.iter().zip(PRINTED) {
        let raise = (&choice.raise - &choice.otherwise).to_f64().value();
        assert!((raise - printed).abs() < 1e-6, "{}: {raise}", choice.with);
    }
}

/// Always go to war; raise with a spread of 7 or more, with any number of decks. Neither costs anything.
#[test]
fn the_rule_for_people_is_the_best_play() {
    for decks in [1, 2, 4, 6, 8] {
        for (id, with, otherwise) in [
            ("casino-war", "a card equal to the dealer's", "surrender"),
            ("red-dog", "a spread of 7 or more", "check"),
        ] {
            let game = game(id, decks);
            let strategy = simple(&game, None).unwrap();
            let rule = strategy.rule.as_ref().unwrap();
            assert_eq!(rule.ev_exact, strategy.ev_exact, "{id}, {decks} decks");
            let street = &rule.streets[0];
            assert_eq!(street.otherwise, otherwise);
            assert_eq!(street.lines.len(), 1);
            assert_eq!(
                (street.lines[0].action.as_str(), street.lines[0].with.as_str()),
                ("raise", with)
            );
        }
    }
}

/// A rule that is written down is read back, line by line or rank by rank, and a gap in it is told.
#[test]
fn a_strategy_that_is_written_is_read() {
    for id in ["casino-war", "red-dog"] {
        let game = game(id, 6);
        let main = game.main_bet.lowest();
        let best = book(&game, CardBook::best);
        for written in [simple(&game, None).unwrap(), complete(&game, None).unwrap()] {
            assert_eq!(CardBook::read(&written, &game, main).unwrap().ev(), best.ev(), "{id}");
        }
        let mut faulty = complete(&game, None).unwrap();
        faulty.streets[0].kinds.pop();
        assert!(
            CardBook::read(&faulty, &game, main)
                .unwrap_err()
                .to_string()
                .contains("gap")
        );
        let mut faulty = simple(&game, None).unwrap();
        faulty.rule.as_mut().unwrap().streets[0].lines[0].with = "three of a kind".to_string();
        assert!(
            CardBook::read(&faulty, &game, main)
                .unwrap_err()
                .to_string()
                .contains("not understood")
        );
    }
}

/// One hand, with cards of others seen: 22 nines are left of six decks, 21 when a third is out.
#[test]
fn one_hand_is_valued_with_the_cards_that_are_out() {
    let war = game("casino-war", 6);
    let question = |removed: &str| HandQuestion {
        cards: parse_cards("9c").unwrap(),
        up: parse_cards("9h").unwrap().first().copied(),
        removed: parse_cards(removed).unwrap(),
        ..HandQuestion::default()
    };
    let value = hand(&war, &question("")).unwrap();
    assert_eq!(value.best, "raise");
    // A tie in the war has the chance (22 * 21 + 12 * 24 * 23) / (310 * 309); half of the rest loses two bets, all else wins one.
    let tie = 22 * 21 + 12 * 24 * 23;
    let rest = 310 * 309 - tie;
    let cents = i128::from(tie + rest / 2 - rest);
    let exact = croupier_solver::solution::fraction(cents, 310 * 309);
    assert_eq!(value.actions[0].ev_exact, Some(exact.to_string()));
    assert_eq!(value.actions[1].ev_exact.as_deref(), Some("-1/2"));
    assert_ne!(
        hand(&war, &question("9d 9s")).unwrap().actions[0].ev,
        value.actions[0].ev
    );
    let dog = game("red-dog", 6);
    let board = |cards: &str| HandQuestion {
        board: parse_cards(cards).unwrap(),
        ..HandQuestion::default()
    };
    assert_eq!(hand(&dog, &board("4h Qc")).unwrap().best, "raise");
    assert_eq!(hand(&dog, &board("4h Jc")).unwrap().best, "check");
    for (game, question, says) in [
        (&dog, board("4h 4c"), "nothing to choose"),
        (&dog, board("4h"), "--board"),
        (&war, board("4h 4c"), "--up"),
    ] {
        assert!(hand(game, &question).unwrap_err().to_string().contains(says));
    }
}

/// Decks of a few ranks, dealt whole through the round, burned cards and all, with every choice tried.
#[test]
fn small_decks_agree_with_the_oracle() {
    for (id, kept, more) in [
        ("casino-war", "2,9", vec![]),
        ("casino-war", "4,T,A", vec![Change::new("deal.pays", "tie-bonus")]),
        ("casino-war", "5,6,7", vec![Change::new("deal.burn", 1)]),
        ("red-dog", "2,7,A", vec![]),
        ("red-dog", "3,4,5,9,K", vec![]),
        (
            "red-dog",
            "2,4,8,J,A",
            vec![
                Change::new("raise.surrender-loses", "1:2"),
                Change::new("raise.amount", "equals-main-bet"),
            ],
        ),
        (
            "red-dog",
            "6,8,9,Q",
            vec![Change::new("raise.amount", "equals-main-bet")],
        ),
    ] {
        let mut game = game_with(id, 1, &more);
        let kept: Ranks = kept.parse().unwrap();
        game.deck.removed = Ranks::ANY.iter().filter(|rank| !kept.contains(*rank)).collect();
        agrees_with_the_oracle(game, &format!("{id} {kept}"));
    }
}

/// The same for rules drawn at random.
#[test]
fn random_rules_agree_with_the_oracle() {
    for seed in 0..40 {
        agrees_with_the_oracle(croupier_sample::tiny_single_card(seed), &format!("seed {seed}"));
    }
}

fn agrees_with_the_oracle(game: Game, which: &str) {
    let game = Arc::new(game);
    let main = game.main_bet.lowest();
    let rules = game.single_card().unwrap();
    let pack = Pack::fresh(&game.deck);
    let best = CardBook::best(rules, &pack, main);
    let found = exhaustive::value(&game, main, Decides::BestAction, Cards::Rank).unwrap();
    assert_eq!(best.ev(), found, "{which}: best play");
    for book in [CardBook::rule, CardBook::never].map(|make| make(rules, &pack, main)) {
        let found = exhaustive::value(&game, main, Decides::Strategy(&book), Cards::Rank).unwrap();
        assert_eq!(book.ev(), found, "{which}: by a rule");
        assert!(book.ev() <= best.ev());
    }
    let variance = exhaustive::moment(&game, main, Decides::Strategy(&best), Cards::Rank, 2).unwrap();
    let variance = (variance - best.ev() * best.ev()).to_f64().value();
    let sd = best.wager_value(&game).sd;
    assert!((sd - variance.sqrt()).abs() < 1e-9 * sd.max(1.0), "{which}");
    // Suits would make the search many times as long, and some bets may not exceed the main bet.
    let is_tried = |bet: &SideBet| bet.min <= main && bet.rows.iter().all(|row| row.when.suits == Suits::Any);
    for (place, bet) in game.side_bets.iter().enumerate().filter(|(_, bet)| is_tried(bet)) {
        let mut bets = HandWagers::new(main);
        bets.side = vec![Money::ZERO; place];
        bets.side.push(bet.min);
        let all = exhaustive::value_with(&game, &bets, Decides::Strategy(&best), Cards::Rank).unwrap();
        let side = (all - best.ev()).to_f64().value() * main.cents() as f64 / bet.min.cents() as f64;
        let claimed = wager(&game, &bet.id).ev;
        assert!(
            (side - claimed).abs() < 1e-12 * claimed.abs().max(1.0),
            "{which}: {}",
            bet.id
        );
    }
}

/// Where ranks are missing, cards that stand alike are not worth the same: the rule has a price, and it is the difference.
#[test]
fn a_rule_has_its_price() {
    let mut game = game("red-dog", 1);
    game.deck.removed = "4-6".parse().unwrap();
    let (best, rule) = (book(&game, CardBook::best), book(&game, CardBook::rule));
    assert!(rule.ev() < best.ev(), "with three ranks missing a spread says less");
    let strategy = simple(&game, None).unwrap();
    let price = (best.ev() - rule.ev()).to_f64().value();
    assert!((strategy.rule.unwrap().cost - price).abs() < 1e-15);
}
