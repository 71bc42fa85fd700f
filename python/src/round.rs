//! One deal, played card by card and choice by choice.

use std::sync::Arc;

use croupier_table::{
    Action, ActionKind, Commentary, Event, HandWagers, Next, Offer, SeatWagers, Step, Viewer, Wagers,
};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::cards::Cards;
use crate::game::{Game, money};
use crate::work::{raised, wrong};

/// One deal, from the bets to the last settlement.
#[pyclass(module = "croupier._native")]
pub(crate) struct Round {
    round: croupier_table::Round,
    cards: Cards,
    events: Vec<Event>,
}

#[pymethods]
impl Round {
    /// A round with the same bets at each of these seats, and the cards of round 0 of this seed.
    #[new]
    #[pyo3(signature = (game, bet, spots, side, seats, seed))]
    fn new(game: &Game, bet: Option<&str>, spots: u8, side: Vec<String>, seats: Vec<u8>, seed: u64) -> PyResult<Round> {
        let bets: HandWagers = croupier::bets(&game.game, money(bet)?, spots, &side).map_err(raised)?;
        let seat = |seat: u8| SeatWagers {
            seat,
            hands: vec![bets.clone()],
        };
        let wagers = Wagers {
            seats: seats.into_iter().map(seat).collect(),
        };
        let mut cards = Cards::new(&Cards::layout(&game.game), seed);
        cards.begin(0);
        Ok(Round {
            round: croupier_table::Round::new(&game.game, &wagers).map_err(wrong)?,
            cards,
            events: Vec::new(),
        })
    }

    /// What the round waits for, as JSON.
    fn next(&self) -> String {
        match self.round.next() {
            Next::Card { to } => json!({ "waits_for": "card", "to": to }),
            Next::Choice(choice) => json!({
                "waits_for": "choice",
                "seat": choice.hand.seat,
                "hand": choice.hand.hand,
                "part": choice.hand.part,
                "offers": choice.offers.iter().map(offer).collect::<Vec<_>>(),
            }),
            Next::Over => json!({ "waits_for": "nothing" }),
        }
        .to_string()
    }

    /// Gives the round a card; the next one of its own shoe if none is named. Answers with the events, as JSON.
    #[pyo3(signature = (card))]
    fn deal(&mut self, card: Option<&str>) -> PyResult<String> {
        let card = match (card, self.round.next()) {
            (Some(card), _) => card.parse().map_err(wrong)?,
            (None, Next::Card { .. }) => self.cards.deal().ok_or_else(|| wrong("the shoe has run out"))?,
            (None, _) => return Err(wrong("the round waits for no card; `next()` says what it waits for")),
        };
        self.answer(Step::Card(card))
    }

    /// Chooses; for the most that is offered if no amount is named. Answers with the events, as JSON.
    #[pyo3(signature = (action, amount))]
    fn choose(&mut self, action: &str, amount: Option<&str>) -> PyResult<String> {
        let kind = ActionKind::from_word(action)
            .ok_or_else(|| wrong(format!("`{action}` is no action; `next()` lists what is offered")))?;
        let in_full = match self.round.next() {
            Next::Choice(choice) => choice.offer(kind).map(|offer| offer.max),
            _ => None,
        };
        let amount = money(amount)?.or(in_full).unwrap_or_default();
        self.answer(Step::Choose(Action { kind, amount }))
    }

    /// What a seat may see, or anybody for `None`, as JSON.
    #[pyo3(signature = (seat))]
    fn view(&self, seat: Option<u8>) -> PyResult<String> {
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        serde_json::to_string(&self.round.view(viewer)).map_err(wrong)
    }

    /// Everything that has happened, as JSON.
    fn events(&self) -> String {
        self.told(&self.events).to_string()
    }

    /// What a seat has gained or lost so far, in cents.
    fn net(&self, seat: u8) -> i64 {
        self.round.net(seat).cents()
    }
}

impl Round {
    fn answer(&mut self, step: Step) -> PyResult<String> {
        let before = self.events.len();
        self.round.play(step, &mut self.events).map_err(wrong)?;
        Ok(self.told(&self.events[before..]).to_string())
    }

    fn told(&self, events: &[Event]) -> Value {
        let game = Arc::clone(self.round.game());
        let commentary = Commentary::new(&game);
        events
            .iter()
            .map(|event| croupier::event_json(&game, &commentary, event))
            .collect()
    }
}

fn offer(offer: &Offer) -> Value {
    json!({
        "action": offer.kind.word(),
        "min_cents": offer.min.cents(),
        "max_cents": offer.max.cents(),
        "step_cents": offer.step.cents(),
        "spots": offer.spots,
    })
}
