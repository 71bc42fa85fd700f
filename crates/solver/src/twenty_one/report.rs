//! The main wager of a game of 21 as a [`WagerValue`].

use croupier_rules::pattern::Pays;
use croupier_rules::twenty_one::{Tie, TwentyOne};
use croupier_rules::{Game, Money, Odds};
use croupier_table::{Outcome, WagerKind};

use super::round::RoundValue;
use crate::solution::{GainChance, OutcomeRow, WagerValue};

/// What a strategy may know of split hands, in the field's terms.
pub const STRATEGY_CLASS: &str = "CDP1";

/// What the figures rest on, in sentences.
pub const NOTES: [&str; 2] = [
    "Play is composition-dependent; split hands are played by CDP1: one table for all hands of a split, the best for the \
     first of them, which knows its own cards, the up card and the one card of the other hand. The value of that play \
     is exact.",
    "Standard deviation, skewness and hit frequency treat the hands of a split as independent of each other, given the \
     dealer's final total; rounds without a split are exact. Probabilities of outcomes are hands per round.",
];

/// The main wager, from what a round comes to.
pub(super) fn main_wager(game: &Game, main: Money, round: &RoundValue<f64>) -> WagerValue {
    let rules = game.twenty_one();
    let insures = rules.is_some_and(|rules| rules.insurance.is_some());
    let mut wager = WagerValue {
        id: game.main_bet.wager_id().to_string(),
        name: game.main_bet.name.clone(),
        stake_cents: main.cents(),
        ev: round.value,
        house_edge: -round.value,
        hit_frequency: round.gains.range(1..).map(|(_, chance)| chance).sum(),
        ev_with_best_insurance: insures.then_some(round.value + round.insurance),
        ..WagerValue::default()
    };
    wager.wager(round.wager);
    (wager.sd, wager.skewness) = spread(round);
    wager.results = round
        .gains
        .iter()
        .filter(|(_, chance)| chance.abs() > 1e-15)
        .map(|(gain, chance)| GainChance {
            gain: *gain as f64 * 1e-6,
            probability: *chance,
        })
        .collect();
    wager.outcomes = round
        .outcomes
        .iter()
        // What only rounding left of hands that cannot end so.
        .filter(|(_, share)| share.chance.abs() > 1e-15)
        .map(|(outcome, share)| OutcomeRow {
            row: outcome.label(game, WagerKind::Main),
            pays: rules.map_or_else(String::new, |rules| pays(rules, *outcome)),
            probability: share.chance,
            count: None,
            contribution: share.contribution,
            by_wager: Vec::new(),
        })
        .collect();
    wager
}

/// Standard deviation and skewness of the gain.
fn spread(round: &RoundValue<f64>) -> (f64, f64) {
    let mean = round.value;
    let moment = |power: i32| -> f64 {
        let deviation = |gain: i64| (gain as f64 * 1e-6 - mean).powi(power);
        round.gains.iter().map(|(gain, chance)| deviation(*gain) * chance).sum()
    };
    let sd = moment(2).sqrt();
    (sd, if sd > 0.0 { moment(3) / sd.powi(3) } else { 0.0 })
}

/// What an ending pays, as a pay table says it.
fn pays(rules: &TwentyOne, outcome: Outcome) -> String {
    let odds = |odds: Odds| odds.to_string();
    match outcome {
        Outcome::Blackjack => odds(rules.blackjack.pays),
        Outcome::SuitedBlackjack(row) => odds(rules.blackjack.suited[usize::from(row)].pays),
        Outcome::EvenMoney => odds(Odds::EVEN),
        Outcome::Winner(row) => match rules.winners[usize::from(row)].pays {
            Pays::Odds(pays) => odds(pays),
            pays => pays.to_string(),
        },
        Outcome::Higher | Outcome::DealerBust => odds(rules.dealer.win_pays),
        Outcome::Tie => {
            let pays = match rules.dealer.tie {
                Tie::Pushes => "push".to_string(),
                Tie::DealerWins => "lose".to_string(),
                Tie::PlayerWins => odds(rules.dealer.win_pays),
            };
            match rules.dealer.ties_apart() {
                Some(totals) => format!("{pays} on {totals}"),
                None => pays,
            }
        }
        Outcome::BlackjackPush | Outcome::TwentyTwo | Outcome::Returned => "push".to_string(),
        Outcome::Surrendered => {
            let Odds { pays, per } = rules.surrender.loses;
            format!("lose {pays}/{per}")
        }
        _ => "lose".to_string(),
    }
}
