//! The exact value and the best play of games in which hands are compared with the dealer's.

mod classes;
mod play;
mod sweep;
mod terms;

pub use play::{Endings, ShowdownPlay};

use croupier_rules::{Game, Money};
use croupier_table::{Outcome, WagerKind};

use crate::solution::{
    ActionShare, Gains, OutcomeByWager, OutcomeRow, StreetValue, Ties, WagerValue, fraction, to_f64,
};
use crate::stud::{TIE_RULE, figures};

/// The game played best from a fresh deck at this main bet; `None` where it is not played against a dealer's hand.
pub fn play(game: &Game, main: Money) -> Option<ShowdownPlay> {
    let rules = game.stud().filter(|rules| rules.showdown.is_some())?;
    Some(ShowdownPlay::new(game, rules, main))
}

impl ShowdownPlay {
    /// The figures of the main game under the best play.
    pub fn wager_value(&self, game: &Game) -> WagerValue {
        let mut value = self.measured(game, &self.least);
        value.ties = Some(Ties {
            rule: TIE_RULE.to_string(),
            least: figures(&value),
            most: figures(&self.measured(game, &self.most)),
        });
        value
    }

    /// The figures of the main game when the deals end so.
    pub fn measured(&self, game: &Game, endings: &Endings) -> WagerValue {
        let mut gains = Gains::default();
        let (mut wagered, mut all) = (0u128, 0u128);
        for ((_, wager, gain), deals) in &endings.deals {
            gains.add(i128::from(*gain), *deals);
            wagered += u128::from(*wager) * deals;
            all += deals;
        }
        let mut value = WagerValue {
            id: "main".to_string(),
            name: game.main_bet.name.clone(),
            stake_cents: self.main.cents(),
            ..WagerValue::default()
        };
        value.measure(&gains, i128::from(self.scale));
        value.wager(wagered as f64 / all as f64);
        value.outcomes = self.outcomes(game, endings, all);
        value.streets = vec![self.street_value(endings, all)];
        value
    }

    fn outcomes(&self, game: &Game, endings: &Endings, all: u128) -> Vec<OutcomeRow> {
        let rows = (0..self.rules.pays.len()).map(|row| Outcome::Row(row as u8));
        let others = [
            Outcome::Higher,
            Outcome::Unqualified,
            Outcome::Tie,
            Outcome::Lower,
            Outcome::Folded,
        ];
        let outcomes = rows.chain(others);
        let rows = outcomes.map(|outcome| self.outcome(game, outcome, endings, all));
        rows.filter(|row| row.probability > 0.0 || row.pays.contains(':')).collect()
    }

    fn outcome(&self, game: &Game, outcome: Outcome, endings: &Endings, all: u128) -> OutcomeRow {
        let mut row = OutcomeRow {
            row: outcome.label(game, WagerKind::Main),
            pays: match outcome {
                Outcome::Row(row) => self.rules.pays[usize::from(row)].pays.to_string(),
                Outcome::Higher => "1:1".to_string(),
                Outcome::Tie => "tie".to_string(),
                Outcome::Unqualified => "not qualified".to_string(),
                _ => "lose".to_string(),
            },
            ..OutcomeRow::default()
        };
        let (mut count, mut sum) = (0u128, 0i128);
        for ((other, wager, gain), deals) in &endings.deals {
            if *other == outcome {
                count += deals;
                sum += i128::from(*gain) * *deals as i128;
                row.by_wager.push(OutcomeByWager {
                    wager: f64::from(*wager),
                    count: u64::try_from(*deals).unwrap_or(u64::MAX),
                    net: *gain as f64 / self.scale as f64,
                });
            }
        }
        row.probability = count as f64 / all as f64;
        row.count = u64::try_from(count).ok();
        row.contribution = to_f64(&fraction(sum, all * self.scale as u128));
        row
    }

    fn street_value(&self, endings: &Endings, all: u128) -> StreetValue {
        let share = |count: u128| count as f64 / all as f64;
        let actions = self.actions.iter().zip(&endings.actions);
        StreetValue {
            name: self.rules.streets[0].name.clone(),
            reached: 1.0,
            actions: actions
                .map(|(action, count)| ActionShare {
                    action: action.word().to_string(),
                    probability: share(*count),
                })
                .collect(),
        }
    }
}
