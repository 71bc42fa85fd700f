//! Insurance and even money, with everything that is known at that moment.

use croupier_rules::play::is_ace_ten;
use croupier_rules::twenty_one::{Insurance, TwentyOne};
use croupier_rules::{Card, Game, Money};
use croupier_table::ActionKind;

use super::deal::{CardCounts, Plan, UpPlay};
use super::query::{Question, QuestionFault};
use super::setting::Setting;
use super::unseen::Dealing;
use super::up_class::UpClass;
use crate::solution::{ActionValue, HandValue};

/// Something that may be taken before the dealer's check, and what it adds to the rest of the round in main bets.
#[derive(Clone, Debug)]
pub(super) struct Offered<N> {
    /// Insurance or even money.
    pub kind: ActionKind,
    /// What is insured; zero for even money.
    pub amount: Money,
    /// What taking it adds, or costs.
    pub gain: N,
}

/// What may be taken with these first two cards, insurance for the most and the least allowed, and what each adds.
/// A blackjack that is planned to be doubled is worth what that plan is.
pub(super) fn gains<N: Dealing>(
    rules: &TwentyOne,
    main: Money,
    cards: &[Card],
    up: Card,
    left: &CardCounts,
    plan: Option<&Plan<N>>,
) -> Vec<Offered<N>> {
    let has_blackjack = is_ace_ten(cards);
    let mut offered = Vec::new();
    let insurance = rules.insurance_for(up.rank(), has_blackjack);
    if let Some((insurance, amounts)) = insurance.and_then(|insurance| Some((insurance, insurance.amounts(main)?))) {
        let unit: N = unit_value(insurance, up, left);
        let mut worth = vec![amounts.max, amounts.min];
        worth.dedup();
        offered.extend(worth.into_iter().map(|amount| Offered {
            kind: ActionKind::Insurance,
            amount,
            gain: unit.clone() * N::share(amount, main),
        }));
    }
    if has_blackjack && rules.may_take_even_money(up.rank()) {
        offered.push(Offered {
            kind: ActionKind::EvenMoney,
            amount: Money::ZERO,
            gain: match plan {
                Some(Plan::DoubledBlackjack { worth, .. }) => N::one() - worth.clone(),
                _ => even_money_gain(rules, cards, up, left),
            },
        });
    }
    offered
}

/// What a unit of insurance is worth when these cards are left, the hole card being one of them.
fn unit_value<N: Dealing>(insurance: &Insurance, up: Card, left: &CardCounts) -> N {
    let size: i64 = left.iter().map(|count| i64::from(*count)).sum();
    let mut value = N::zero();
    for hole in Card::all().filter(|card| left[card.index()] > 0) {
        let net = N::unit(insurance.result([up, hole]).1);
        value += N::ratio(i64::from(left[hole.index()]), size) * net;
    }
    value
}

/// The chance that one of these cards makes a blackjack with the up card.
fn dealer_blackjack<N: Dealing>(up: Card, left: &CardCounts) -> N {
    let size: i64 = left.iter().map(|count| i64::from(*count)).sum();
    let makes = |card: &Card| is_ace_ten(&[up, *card]);
    let count: i64 = Card::all()
        .filter(makes)
        .map(|card| i64::from(left[card.index()]))
        .sum();
    N::ratio(count, size.max(1))
}

/// What taking even money for these two cards adds, or costs, against being paid for the blackjack.
fn even_money_gain<N: Dealing>(rules: &TwentyOne, cards: &[Card], up: Card, left: &CardCounts) -> N {
    let (_, odds) = rules.blackjack.pays_for(cards);
    let paid = match rules.blackjack.beats_blackjack() {
        true => N::one(),
        false => N::one() - dealer_blackjack::<N>(up, left),
    };
    N::one() - N::odds(odds) * paid
}

/// What insurance, even money and neither add to the rest of the round. `whole` are the cards left with the hand's and the up
/// card.
pub(super) fn insurance_value(
    game: &Game,
    question: &Question,
    left: &CardCounts,
    whole: &CardCounts,
) -> Result<HandValue, QuestionFault> {
    let rules = game
        .twenty_one()
        .ok_or_else(|| QuestionFault::Family(game.id.clone()))?;
    let plan = plan_blackjack(game, question, whole);
    let mut offered = gains(rules, question.main, question.cards, question.up, left, plan.as_ref());
    if offered.is_empty() {
        return Err(QuestionFault::NoInsurance(question.up));
    }
    offered.insert(
        0,
        Offered {
            kind: ActionKind::NoInsurance,
            amount: Money::ZERO,
            gain: 0.0,
        },
    );
    let named = |offered: Offered<f64>| ActionValue {
        action: offered.kind.word().to_string(),
        amount_cents: offered.amount.cents(),
        ev: offered.gain,
        ev_exact: None,
        cost: 0.0,
    };
    Ok(HandValue::rank(
        &game.id,
        question.main.cents(),
        offered.into_iter().map(named).collect(),
    ))
}

/// What is done with a blackjack if even money is declined, where it may be doubled.
fn plan_blackjack(game: &Game, question: &Question, whole: &CardCounts) -> Option<Plan<f64>> {
    let [one, other] = *question.cards else {
        return None;
    };
    let may_double = game.twenty_one()?.may_double_blackjack();
    if !may_double || !is_ace_ten(question.cards) {
        return None;
    }
    let setting = Setting::new(game, question.main, whole, &[])?;
    let shown = question.shown();
    let up = UpClass::of(&setting.rules, &setting.rows, shown);
    let play = UpPlay::new(&setting, &up, whole);
    Some(play.plan_blackjack(&setting, whole, shown, [one, other]))
}
