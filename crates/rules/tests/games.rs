//! The rules files of the program, read through the loader.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::LazyLock;

use croupier_rules::game::Procedure;
use croupier_rules::single_card::FirstCards;
use croupier_rules::twenty_one::SurrenderWhen;
use croupier_rules::{Family, Game, load};

const IDS: [&str; 22] = [
    "baccarat",
    "blackjack",
    "buster-blackjack",
    "caribbean-stud",
    "casino-war",
    "crazy-4-poker",
    "double-exposure",
    "ez-baccarat",
    "four-card-poker",
    "free-bet-blackjack",
    "let-it-ride",
    "mississippi-stud",
    "nh-holdem",
    "nh21-plus",
    "nh21-v3",
    "presque-isle-blackjack",
    "red-dog",
    "spanish-21",
    "super-fun-21",
    "texas-holdem-bonus",
    "three-card-poker",
    "ultimate-texas-holdem",
];

/// The games, read and checked once.
static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| load::ids().map(|id| load::open(id).unwrap().game).collect());

#[test]
fn every_game_parses_under_its_own_name() {
    let ids: Vec<&str> = load::ids().collect();
    assert_eq!(ids, IDS);
    for (game, id) in GAMES.iter().zip(IDS) {
        assert_eq!(game.id, id);
    }
}

#[test]
fn every_clause_cites_its_document() {
    for game in &*GAMES {
        let id = &game.id;
        for clause in &game.sources.clauses {
            let document = clause.at.split(',').next().unwrap();
            let known = game.sources.documents.find(document).is_some();
            assert!(known || clause.at.starts_with("house ruling"), "{id}: {}", clause.at);
            assert!(clause.says.ends_with('.'), "{id}: {}", clause.says);
        }
    }
}

#[test]
fn every_step_that_can_happen_cites_a_clause() {
    for game in &*GAMES {
        let id = &game.id;
        for step in steps(game) {
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
            steps.extend([Cut, Burn, LastRound, UpCard, HoleCard, PayBlackjack]);
            steps.extend([DealerBlackjack, Hit, Stand, Double, Split, Bust]);
            steps.extend([DealerDraws, DealerStands, DealerBusts]);
            if rules.insurance.is_some() {
                steps.extend([Insurance, SettleInsurance]);
            }
            if !rules.dealer.hole_card.is_face_up() {
                steps.extend([Check, Reveal]);
            }
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
        Family::Baccarat(_) => {
            steps.extend([
                Burn,
                LastRound,
                Natural,
                PlayerDraws,
                BankerDraws,
                BankerDrawsAfter,
                Compare,
            ]);
        }
        Family::SingleCard(rules) => {
            steps.extend([Burn, LastRound, Raise, Draw, SettleDrawn]);
            steps.extend((rules.deal.first == FirstCards::OneEach).then_some(UpCard));
            steps.extend((rules.deal.burn > 0).then_some(BurnBeforeDraw));
            steps.extend(rules.raise.surrender_loses.map(|_| Surrender));
        }
        Family::Stud(rules) => {
            steps.extend([Bet, Tuck, ShowHands]);
            let extra = rules.hands.extra_cards > 0;
            let showdown = rules.showdown.as_ref();
            for (step, can_happen) in [
                (LayOut, extra || rules.community_cards() > 0),
                (Fold, rules.streets.iter().any(|street| street.fold)),
                (TurnCommunity, rules.community_cards() > 0),
                (CallOut, rules.hands.called_out.is_some()),
                (TurnExtra, extra),
                (Cap, !rules.caps.is_empty()),
                (HoleCard, showdown.is_some()),
                (UpCard, showdown.is_some_and(|showdown| showdown.up_cards > 0)),
                (Reveal, showdown.is_some()),
                (Qualify, rules.qualifier().is_some()),
                (Unqualified, rules.qualifier().is_some()),
                (Bonus, showdown.is_some_and(|showdown| showdown.bonus.is_some())),
            ] {
                steps.extend(can_happen.then_some(step));
            }
        }
    }
    steps
}

#[test]
fn every_other_reading_is_a_valid_game_and_a_different_one() {
    for id in IDS {
        let loaded = load::open(id).unwrap();
        for point in loaded
            .game
            .sources
            .points
            .iter()
            .filter(|point| !point.changes().is_empty())
        {
            let other = loaded.with(&point.changes());
            let other = other.unwrap_or_else(|faults| panic!("{id}, {}: {faults}", point.id));
            assert_ne!(other.game, loaded.game, "{id}: {} changes nothing", point.id);
        }
    }
}

#[test]
fn rules_that_old_books_keep_are_the_same_game() {
    let old = include_str!("../../../tests/upgrade/super-fun-21.toml");
    let old = croupier_rules::upgrade::read_any_format(old).unwrap();
    // When these books were written, a blackjack waited for the player's turn, which is an open point now.
    let now = load::open("super-fun-21").unwrap();
    let point = now.game.sources.points.find("blackjack-paid").unwrap();
    assert_eq!(old.family, now.with(&point.changes()).unwrap().game.family);
    assert!(
        old.sources
            .clauses
            .iter()
            .all(|clause| now.game.sources.clauses.find(&clause.id).is_some())
    );
    let now = now.game;
    assert_eq!(croupier_rules::upgrade::read_any_format(&now.toml()).unwrap(), now);
    assert!(croupier_rules::upgrade::read_any_format("format = 1").is_err());
}
