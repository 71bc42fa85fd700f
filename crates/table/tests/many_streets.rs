//! The longest game of stud: a bet on each of seven streets, every one settled.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::path::Path;
use std::sync::Arc;

use croupier_rules::stud::Hands;
use croupier_rules::{Money, load};
use croupier_table::random_play::{Dice, Pile};
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
