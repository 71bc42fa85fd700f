//! The coach: what each choice is worth, exactly, for the cards a player has seen.

use std::sync::Arc;

use croupier_rules::{Card, Game};
use croupier_solver::{HandQuestion, hand};
use croupier_table::{Action, ActionKind, HandAt, Next, Round, Viewer};

use crate::scene::at;
use crate::wire::{Advice, ChoiceValue, DecisionAt};

/// A decision to be valued.
#[derive(Clone, Debug)]
pub struct Decision {
    game: Arc<Game>,
    /// Which decision of its round it is.
    at: DecisionAt,
    /// The hand.
    pub hand: HandAt,
    /// The main bet on all spots, in cents: what a value of 1 is.
    unit: f64,
    question: HandQuestion,
    offered: Vec<ActionKind>,
}

impl Decision {
    /// The decision a round waits for, to a player who has seen these cards of the shoe before it; `None` when it waits
    /// for none.
    pub fn of(round: &Round, at: DecisionAt, seen_before: &[Card]) -> Option<Decision> {
        let Next::Choice(choice) = round.next() else {
            return None;
        };
        let view = round.view(Viewer::Seat(choice.hand.seat));
        let hand = view.hands.iter().find(|hand| hand.at == choice.hand)?;
        Some(Decision {
            game: Arc::clone(round.game()),
            at,
            hand: choice.hand,
            unit: hand.main.cents() as f64 * f64::from(hand.spots),
            question: HandQuestion::of(round, seen_before)?,
            offered: choice.offers.iter().map(|offer| offer.kind).collect(),
        })
    }

    /// What each offered choice is worth, and what the one chosen costs; `None` where the solver has no answer.
    pub fn advice(&self, chosen: Option<Action>) -> Option<Advice> {
        let value = hand(&self.game, &self.question).ok()?;
        let offered = |word: &str| ActionKind::from_word(word).is_some_and(|kind| self.offered.contains(&kind));
        let best = value
            .actions
            .iter()
            .filter(|action| offered(&action.action))
            .map(|action| action.ev);
        let best = best.fold(f64::NEG_INFINITY, f64::max);
        let choices: Vec<ChoiceValue> = value
            .actions
            .iter()
            .filter(|action| offered(&action.action))
            .map(|action| ChoiceValue {
                action: action.action.clone(),
                amount: action.amount_cents,
                ev: action.ev * self.unit,
                cost: (best - action.ev) * self.unit,
            })
            .collect();
        let cost = match chosen {
            None => 0.0,
            Some(chosen) => cost_of(&choices, chosen)?,
        };
        Some(Advice {
            decision: self.at,
            hand: at(self.hand),
            chosen: chosen.map(|action| action.kind.word().to_string()),
            cost,
            choices,
            why: value.why,
            knows: match self.question.cards_known() {
                1 => "1 card seen in this shoe".to_string(),
                cards => format!("{cards} cards seen in this shoe"),
            },
        })
    }
}

/// What a choice costs. The solver names the least and the greatest amount; one between is valued on the line between them,
/// since a bet added is won or lost in proportion.
fn cost_of(choices: &[ChoiceValue], chosen: Action) -> Option<f64> {
    let amount = chosen.amount.cents();
    let word = chosen.kind.word();
    let mut same: Vec<&ChoiceValue> = choices.iter().filter(|choice| choice.action == word).collect();
    same.sort_by_key(|choice| choice.amount);
    if let Some(exact) = same.iter().find(|choice| choice.amount == amount) {
        return Some(exact.cost);
    }
    match same[..] {
        [only] => Some(only.cost),
        [least, .., most] if most.amount > least.amount => {
            let part = (amount - least.amount) as f64 / (most.amount - least.amount) as f64;
            Some(least.cost + part * (most.cost - least.cost))
        }
        _ => None,
    }
}
