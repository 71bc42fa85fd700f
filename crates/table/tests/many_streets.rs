//! Games of stud at their limits: a bet on each of seven streets, and the largest bets a street may name.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::path::Path;
use std::sync::Arc;

use croupier_rules::stud::Hands;
use croupier_rules::{Money, load};
use croupier_table::random_play::{Dice, Pile};
use croupier_table::transcript::Transcript;
use croupier_table::{Action, ActionKind, Next, Round, Step, Wagers, What};

#[test]
fn every_street_bet_of_the_longest_game_is_settled() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games/three-card-stud.toml");
    let text = std::fs::read_to_string(file).unwrap();
    let more: String = (2..=Hands::STREETS_MAX)
        .map(|street| format!("{street} = {{ name = \"street {street}\", cards = 0, bets = [1], fold = true }}\n"))
        .collect();
    let text = text.replacen("\n[cap]", &format!("{more}\n[cap]"), 1);
    let game = load::parse(&text).unwrap_or_else(|fault| panic!("{fault}"));
    let game = Arc::new(game);
    let mut round = Round::new(&game, &Wagers::one(Money::from_dollars(5))).unwrap();
    let (mut pile, mut dice, mut events) = (Pile::new(&game), Dice::new(1), Vec::new());
    loop {
        let step = match round.next() {
            Next::Card { .. } => Step::Card(pile.draw(&mut dice).unwrap()),
            Next::Choice(_) => Step::Choose(Action::plain(ActionKind::Bet(1))),
            Next::Over => break,
        };
        round.play(step, &mut events).unwrap();
    }
    let stakes: Vec<Money> = events
        .iter()
        .filter_map(|event| match event.what {
            What::Settled { stake, .. } => Some(stake),
            _ => None,
        })
        .collect();
    assert_eq!(
        stakes,
        vec![Money::from_dollars(5); usize::from(Hands::STREETS_MAX) + 1]
    );
}

/// The rules allow a street bet of up to 100 main bets; each has a word of its own, so that the round can be played again.
#[test]
fn a_round_with_the_largest_street_bet_replays() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games/three-card-stud.toml");
    let text = std::fs::read_to_string(file).unwrap();
    let game = load::parse(&text.replacen("bets = [1, 3]", "bets = [1, 9, 10, 11, 100]", 1));
    let game = Arc::new(game.unwrap_or_else(|fault| panic!("{fault}")));
    for times in [1, 9, 10, 11, 100] {
        let wagers = Wagers::one(Money::from_dollars(5));
        let mut round = Round::new(&game, &wagers).unwrap();
        let (mut pile, mut dice) = (Pile::new(&game), Dice::new(u64::from(times)));
        let (mut steps, mut events) = (Vec::new(), Vec::new());
        loop {
            let step = match round.next() {
                Next::Card { .. } => Step::Card(pile.draw(&mut dice).unwrap()),
                Next::Choice(_) => Step::Choose(Action::plain(ActionKind::Bet(times))),
                Next::Over => break,
            };
            round.play(step, &mut events).unwrap();
            steps.push(step);
        }
        let written = Transcript::of("three-card-stud", &game, &wagers, &steps);
        let text = written.text(&game, &written.replay(&game).unwrap());
        let read = Transcript::parse(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        let played = read.replay(&game).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert_eq!(played.round.net(1), round.net(1), "{text}");
        assert!(text.contains(&format!("choose bet-{times}\n")), "{text}");
    }
    assert_eq!(ActionKind::from_word("bet-010"), None, "a word has one spelling");
}
