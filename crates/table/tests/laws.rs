//! Laws that hold for any game under any legal play: random rounds of the five games, of the games under `tests/games/`
//! and of randomly made rules files, every event checked by an auditor that keeps its own, simpler books.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use croupier_rules::{Card, Game, Money};
use croupier_table::random_play::{Dice, Pile, random_action, random_wagers};
use croupier_table::transcript::{Bets, Line, Transcript};
use croupier_table::{Action, ActionKind, Event, Next, Round, Step, Wagers};

#[path = "laws/audit/mod.rs"]
mod audit;
#[path = "laws/games.rs"]
mod games;
#[path = "laws/naive.rs"]
mod naive;
#[path = "laws/secrets.rs"]
mod secrets;

use audit::Audit;

#[test]
fn every_round_keeps_the_laws() {
    let rounds = |game: &Game| if game.id.starts_with("sample") { 40 } else { 24_000 };
    let mut played = 0u64;
    for (seed, game) in games::all().iter().enumerate() {
        let mut table = Table::new(game, seed as u64);
        for _ in 0..rounds(game) {
            played += u64::from(table.play(Illegal::Never));
        }
    }
    assert!(played >= 100_000, "only {played} rounds were played");
}

#[test]
fn what_is_refused_changes_nothing() {
    let rounds = |game: &Game| if game.id.starts_with("sample") { 2 } else { 150 };
    for (seed, game) in games::all().iter().enumerate() {
        let mut table = Table::new(game, 1000 + seed as u64);
        for _ in 0..rounds(game) {
            table.play(Illegal::Everywhere);
        }
    }
}

#[test]
fn a_round_written_down_replays_to_the_same_text() {
    let rounds = |game: &Game| if game.id.starts_with("sample") { 2 } else { 400 };
    for (seed, game) in games::all().iter().enumerate() {
        let mut table = Table::new(game, 2000 + seed as u64);
        for _ in 0..rounds(game) {
            table.play(Illegal::Never);
            let written = table.written();
            let replay = written.replay(game).unwrap();
            let text = written.text(game, &replay);
            let again = Transcript::parse(&text).unwrap();
            let replayed = again.replay(game).unwrap();
            assert_eq!(again.text(game, &replayed), text);
            let events: Vec<Event> = replayed.events.into_iter().flatten().collect();
            assert_eq!(events, table.events, "a replay causes the same events");
        }
    }
}

#[test]
fn nothing_hidden_can_be_seen() {
    let rounds = |game: &Game| if game.id.starts_with("sample") { 3 } else { 500 };
    for (seed, game) in games::all().iter().enumerate() {
        let mut table = Table::new(game, 3000 + seed as u64);
        for _ in 0..rounds(game) {
            table.play(Illegal::Never);
            secrets::check(game, &table.wagers, &table.steps, &mut table.dice);
        }
    }
}

/// Whether steps that are not offered are tried on the way.
#[derive(Clone, Copy, PartialEq)]
enum Illegal {
    Never,
    Everywhere,
}

/// One game with its cards, played again and again.
struct Table {
    game: Arc<Game>,
    dice: Dice,
    pile: Pile,
    wagers: Wagers,
    steps: Vec<Step>,
    events: Vec<Event>,
}

impl Table {
    fn new(game: &Arc<Game>, seed: u64) -> Table {
        Table {
            game: Arc::clone(game),
            dice: Dice::new(seed),
            pile: Pile::new(game),
            wagers: Wagers::default(),
            steps: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Plays one round and audits every event. `false` when the cards ran out before its end.
    fn play(&mut self, illegal: Illegal) -> bool {
        let seats = 1 + self.dice.below(usize::from(self.game.table.seats).min(3)) as u8;
        self.wagers = random_wagers(&self.game, seats, &mut self.dice);
        self.pile.gather();
        self.steps.clear();
        self.events.clear();
        let mut round = Round::new(&self.game, &self.wagers).unwrap();
        let game = Arc::clone(&self.game);
        let mut audit = Audit::new(&game, &self.wagers);
        loop {
            let next = round.next();
            if illegal == Illegal::Everywhere {
                self.try_everything_else(&mut round, &next);
            }
            let step = match next {
                Next::Over => break,
                Next::Card { .. } => match self.pile.draw(&mut self.dice) {
                    Some(card) => Step::Card(card),
                    None => return false,
                },
                Next::Choice(choice) => {
                    assert!(!choice.offers.is_empty(), "a choice has something to choose");
                    Step::Choose(random_action(&choice, &mut self.dice))
                }
            };
            let before = self.events.len();
            round.play(step, &mut self.events).unwrap();
            self.steps.push(step);
            assert!(self.events.len() > before, "every step is an event");
            audit.step(&self.events[before..]);
        }
        audit.over(&round);
        let cards = self.steps.iter().filter(|step| matches!(step, Step::Card(_))).count();
        assert_eq!(
            cards + self.pile.left(),
            self.game.deck.size(),
            "cards dealt and cards left are the deck"
        );
        true
    }

    /// Tries every card and every action that is not asked for: each is refused, and the round is what it was.
    fn try_everything_else(&mut self, round: &mut Round, next: &Next) {
        let was = round.clone();
        let mut events = Vec::new();
        let mut refuse = |step: Step| {
            let refused = round.play(step, &mut events);
            let illegal = refused.expect_err("what is not asked for is refused");
            assert!(*illegal.next == *next && illegal.step == step);
            assert!(events.is_empty() && *round == was, "a refusal changes nothing");
        };
        let dealt = |card: Card| self.steps.iter().filter(|step| **step == Step::Card(card)).count();
        for card in Card::all() {
            let left = dealt(card) < usize::from(self.game.deck.count(card));
            if !(matches!(next, Next::Card { .. }) && left) {
                refuse(Step::Card(card));
            }
        }
        for kind in ActionKind::all() {
            for cents in [
                -100, 0, 1, 25, 50, 100, 150, 199, 250, 300, 500, 700, 1000, 1100, 5000, 99_999,
            ] {
                let amount = Money::from_cents(cents);
                let action = Action { kind, amount };
                let offered = match next {
                    Next::Choice(choice) => {
                        let offer = choice.offer(kind);
                        offer.is_some_and(|offer| offer.amounts().contains(&amount))
                    }
                    _ => false,
                };
                if !offered {
                    refuse(Step::Choose(action));
                }
            }
        }
    }

    /// The last round as a transcript.
    fn written(&self) -> Transcript {
        let seats = self.wagers.seats.iter();
        let bets = seats.flat_map(|seat| seat.hands.iter().map(|hand| Bets::of(seat.seat, hand, &self.game)));
        let lines = self.steps.iter().map(|step| Line {
            step: *step,
            refused: false,
            clauses: Vec::new(),
            number: 0,
        });
        Transcript {
            changes: Vec::new(),
            story: vec!["Random legal play.".to_string()],
            game: self.game.id.clone(),
            shows: Vec::new(),
            refused: Vec::new(),
            bets: bets.collect(),
            lines: lines.collect(),
        }
    }
}
