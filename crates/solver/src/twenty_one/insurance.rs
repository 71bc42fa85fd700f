//! Insurance and even money, with everything that is known at that moment.

use croupier_rules::twenty_one::{BlackjackPaid, Insurance, TwentyOne};
use croupier_rules::{Card, Game, Money};
use croupier_table::ActionKind;
use croupier_table::total::is_ace_ten;

use super::deal::{Shoe, suited_row};
use super::query::{Question, QuestionFault};
use super::table::{Dealing, blackjack_wins};
use crate::solution::{ActionValue, HandValue};

/// What a unit of insurance is worth when these cards are left, the hole card being one of them.
pub fn unit_value<N: Dealing>(insurance: &Insurance, up: Card, left: &Shoe) -> N {
    let size: i64 = left.iter().map(|count| i64::from(*count)).sum();
    let mut value = N::zero();
    for hole in Card::all().filter(|card| left[card.index()] > 0) {
        let net = if is_ace_ten(&[up, hole]) {
            let row = suited_row(&insurance.suited, &[up, hole]);
            N::odds(row.map_or(insurance.pays, |row| insurance.suited[row].pays))
        } else {
            -N::one()
        };
        value += N::ratio(i64::from(left[hole.index()]), size) * net;
    }
    value
}

/// The chance that one of these cards makes a blackjack with the up card.
pub fn dealer_blackjack<N: Dealing>(up: Card, left: &Shoe) -> N {
    let size: i64 = left.iter().map(|count| i64::from(*count)).sum();
    let makes = |card: &Card| is_ace_ten(&[up, *card]);
    let count: i64 = Card::all()
        .filter(makes)
        .map(|card| i64::from(left[card.index()]))
        .sum();
    N::ratio(count, size.max(1))
}

/// What taking even money for these two cards adds, or costs.
pub fn even_money_gain<N: Dealing>(rules: &TwentyOne, cards: &[Card], up: Card, left: &Shoe) -> N {
    let blackjack = &rules.blackjack;
    let odds = suited_row(&blackjack.suited, cards).map_or(blackjack.pays, |row| blackjack.suited[row].pays);
    let kept = match blackjack_wins(rules) {
        true => N::one(),
        false => N::one() - dealer_blackjack::<N>(up, left),
    };
    N::one() - N::odds(odds) * kept
}

/// The most that may be insured on a spot; `None` when that is below the least.
pub fn most(insurance: &Insurance, main: Money) -> Option<Money> {
    let most = Money::from_cents(main.cents() * i64::from(insurance.max.pays) / i64::from(insurance.max.per));
    (most >= insurance.min).then_some(most)
}

/// What insurance, even money and neither add to the rest of the round.
pub(super) fn insurance_value(game: &Game, question: &Question, left: &Shoe) -> Result<HandValue, QuestionFault> {
    let rules = game
        .twenty_one()
        .ok_or_else(|| QuestionFault::Family(game.id.clone()))?;
    let refused = || QuestionFault::NoInsurance(question.up);
    let insurance = rules.insurance.as_ref().ok_or_else(refused)?;
    if !insurance.offered_on.contains(question.up.rank()) {
        return Err(refused());
    }
    let blackjack = question.parts.is_none() && is_ace_ten(question.cards);
    let unpaid = blackjack && rules.blackjack.paid != BlackjackPaid::BeforeInsurance;
    let mut actions = vec![(ActionKind::NoInsurance, Money::ZERO, 0.0)];
    if !blackjack || insurance.with_blackjack {
        let unit: f64 = unit_value(insurance, question.up, left);
        if let Some(most) = most(insurance, question.main) {
            for amount in [most, insurance.min] {
                let share = amount.cents() as f64 / question.main.cents() as f64;
                if !actions.iter().any(|(_, known, _)| *known == amount) {
                    actions.push((ActionKind::Insurance, amount, unit * share));
                }
            }
        }
    }
    if insurance.even_money && unpaid {
        let gain: f64 = even_money_gain(rules, question.cards, question.up, left);
        actions.push((ActionKind::EvenMoney, Money::ZERO, gain));
    }
    if actions.len() == 1 {
        return Err(refused());
    }
    let named = |(kind, amount, ev): (ActionKind, Money, f64)| ActionValue {
        action: kind.word().to_string(),
        amount_cents: amount.cents(),
        ev,
        ev_exact: None,
        cost: 0.0,
    };
    Ok(HandValue::rank(
        &game.id,
        question.main.cents(),
        actions.into_iter().map(named).collect(),
    ))
}
