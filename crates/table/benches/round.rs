//! Rounds per second of `Round` itself under random legal play, one seat, one core, each embedded game.
//!
//! `cargo bench -p croupier-table --bench round [ROUNDS]`. The baseline of the same run draws as many cards and makes as
//! many choices without any rules, so that the share of the rules is visible on any machine.

use std::sync::Arc;
use std::time::Instant;

use croupier_rules::Game;
use croupier_table::random_play::{Dice, Pile, play_out, random_wagers};
use croupier_table::{Event, Round};

fn main() {
    let rounds = std::env::args()
        .filter_map(|word| word.parse().ok())
        .next()
        .unwrap_or(1_000_000_u32);
    println!(
        "{:<26}{:>16}{:>16}{:>14}{:>14}",
        "game", "rounds/s", "bare draws/s", "cards/round", "events/round"
    );
    for id in [
        "nh21-plus",
        "nh21-v3",
        "super-fun-21",
        "presque-isle-blackjack",
        "nh-holdem",
    ] {
        let text =
            &std::fs::read_to_string(format!("{}/../../games/{id}.toml", env!("CARGO_MANIFEST_DIR"))).expect("x");
        let game = croupier_rules::load::parse(text).expect("an embedded game is valid");
        measure(&Arc::new(game), rounds);
    }
}

fn measure(game: &Arc<Game>, rounds: u32) {
    let mut dice = Dice::new(1);
    let mut pile = Pile::new(game);
    let wagers: Vec<_> = (0..64).map(|_| random_wagers(game, 1, &mut dice)).collect();
    let mut events: Vec<Event> = Vec::with_capacity(256);
    let (mut cards, mut count) = (0_usize, 0_usize);
    let start = Instant::now();
    for number in 0..rounds {
        let mut round = Round::new(game, &wagers[number as usize % 64]).expect("random bets are within the limits");
        pile.gather();
        events.clear();
        assert!(
            play_out(&mut round, &mut pile, &mut dice, &mut events),
            "the shoe is large enough for one seat"
        );
        cards += game.deck.size() - pile.left();
        count += events.len();
    }
    let seconds = start.elapsed().as_secs_f64();
    let bare = bare_draws(game, rounds, cards / rounds as usize, &mut dice);
    println!(
        "{:<26}{:>16.0}{:>16.0}{:>14.2}{:>14.2}",
        game.id,
        f64::from(rounds) / seconds,
        f64::from(rounds) / bare,
        cards as f64 / f64::from(rounds),
        count as f64 / f64::from(rounds)
    );
}

fn bare_draws(game: &Game, rounds: u32, cards: usize, dice: &mut Dice) -> f64 {
    let mut pile = Pile::new(game);
    let start = Instant::now();
    let mut sum = 0;
    for _ in 0..rounds {
        pile.gather();
        for _ in 0..cards {
            sum += pile.draw(dice).map_or(0, |card| card.index());
        }
    }
    std::hint::black_box(sum);
    start.elapsed().as_secs_f64()
}
