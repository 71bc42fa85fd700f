//! Example rounds, dealt by the same engine that deals the game and told as its log tells them.

use std::sync::Arc;

use croupier_rules::{Game, Money};
use croupier_table::random_play::{Dice, Pile};
use croupier_table::{Commentary, Event, HandWagers, Next, Round, SeatWagers, Step, Strategy, Wagers};

/// A round from the first bet to the last payment.
pub struct Example {
    /// What comes of it.
    pub title: &'static str,
    /// Every step, in a sentence.
    pub lines: Vec<String>,
}

/// How many rounds are dealt in search of examples.
const DEALT: u64 = 40;

/// A round that the player wins and one that the player loses, the longest of each kind among a few fixed shuffles.
pub fn examples(game: &Game, main: Money, strategy: &dyn Strategy) -> Vec<Example> {
    let game = Arc::new(game.clone());
    let rounds: Vec<(Money, Vec<Event>)> = (1..=DEALT)
        .filter_map(|seed| dealt(&game, main, strategy, seed))
        .collect();
    let kinds: [(&'static str, fn(Money) -> bool); 2] = [
        ("A round the player wins", |net| net > Money::ZERO),
        ("A round the player loses", |net| net < Money::ZERO),
    ];
    let words = Commentary::new(&game);
    let tell = |(title, is): (&'static str, fn(Money) -> bool)| {
        let of_kind = rounds.iter().filter(|(net, _)| is(*net));
        let (_, events) = of_kind.max_by_key(|(_, events)| events.len())?;
        Some(Example {
            title,
            lines: events.iter().map(|event| words.event(event)).collect(),
        })
    };
    kinds.into_iter().filter_map(tell).collect()
}

/// A round of one seat with every side bet at its least, and what the player gains by it.
fn dealt(game: &Arc<Game>, main: Money, strategy: &dyn Strategy, seed: u64) -> Option<(Money, Vec<Event>)> {
    let mut round = Round::new(game, &wagers(game, main)).ok()?;
    let (mut pile, mut dice, mut events) = (Pile::new(game), Dice::new(seed), Vec::new());
    loop {
        let step = match round.next() {
            Next::Over => return Some((round.net(1), events)),
            Next::Card { .. } => Step::Card(pile.draw(&mut dice)?),
            Next::Choice(_) => Step::Choose(strategy.choose(game, &round.situation()?)),
        };
        round.play(step, &mut events).ok()?;
    }
}

fn wagers(game: &Game, main: Money) -> Wagers {
    let with_sides = Wagers {
        seats: vec![SeatWagers {
            seat: 1,
            hands: vec![HandWagers {
                main,
                spots: 0,
                side: game.side_bets.iter().map(|bet| bet.min).collect(),
            }],
        }],
    };
    match with_sides.check(game) {
        Ok(()) => with_sides,
        Err(_) => Wagers::one(main),
    }
}
