//! The figures of a main game against the dealer's hand, from how its deals end.

use croupier_rules::stud::Stud;
use croupier_rules::{Game, Money};
use croupier_table::{Outcome, WagerKind};

use super::play::Endings;
use crate::solution::{
    ActionShare, Gains, OutcomeByWager, OutcomeRow, StreetValue, Ties, WagerValue, fraction, to_f64,
};
use crate::stud::{StudAction, TIE_RULE, figures};

/// What the figures are of.
pub(super) struct Measured<'m> {
    pub(super) game: &'m Game,
    pub(super) rules: &'m Stud,
    pub(super) main: Money,
    /// How many parts make one main bet.
    pub(super) scale: i64,
    /// What may be chosen on each street.
    pub(super) actions: Vec<&'m [StudAction]>,
}

impl Measured<'_> {
    /// The figures under the best play, when the choice that adds least is taken of equally good ones and when the one that
    /// adds most is.
    pub(super) fn best(&self, least: &Endings, most: &Endings) -> WagerValue {
        let mut value = self.value(least);
        value.ties = Some(Ties {
            rule: TIE_RULE.to_string(),
            least: figures(&value),
            most: figures(&self.value(most)),
        });
        value
    }

    /// The figures when the deals end so.
    pub(super) fn value(&self, endings: &Endings) -> WagerValue {
        let mut gains = Gains::default();
        let (mut wagered, mut all) = (0u128, 0u128);
        for ((_, wager, gain), deals) in &endings.deals {
            gains.add(i128::from(*gain), *deals);
            wagered += u128::from(*wager) * deals;
            all += deals;
        }
        let mut value = WagerValue {
            id: self.game.main_bet.wager_id().to_string(),
            name: self.game.main_bet.name.clone(),
            stake_cents: self.main.cents(),
            ..WagerValue::default()
        };
        value.measure(&gains, i128::from(self.scale));
        value.wager(wagered as f64 / all as f64);
        value.outcomes = self.outcomes(endings, all);
        value.streets = self.streets(endings, all);
        value
    }

    fn outcomes(&self, endings: &Endings, all: u128) -> Vec<OutcomeRow> {
        let rows = (0..self.rules.pays.len()).map(|row| Outcome::Row(row as u8));
        let others = [
            Outcome::Higher,
            Outcome::Unqualified,
            Outcome::Tie,
            Outcome::Lower,
            Outcome::Folded,
        ];
        let outcomes = rows.chain(others);
        let rows = outcomes.map(|outcome| self.outcome(outcome, endings, all));
        rows.filter(|row| row.probability > 0.0 || row.pays.contains(':'))
            .collect()
    }

    fn outcome(&self, outcome: Outcome, endings: &Endings, all: u128) -> OutcomeRow {
        let mut row = OutcomeRow {
            row: outcome.label(self.game, WagerKind::Main),
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

    fn streets(&self, endings: &Endings, all: u128) -> Vec<StreetValue> {
        let share = |count: u128| count as f64 / all as f64;
        let mut counts = endings.actions.iter().copied();
        let streets = self.rules.streets.iter().zip(&self.actions);
        let value = |(street, actions): (&croupier_rules::stud::Street, &&[StudAction])| {
            let counts: Vec<u128> = counts.by_ref().take(actions.len()).collect();
            let shares = actions.iter().zip(&counts).map(|(action, count)| ActionShare {
                action: action.on(street).word().to_string(),
                probability: share(*count),
            });
            StreetValue {
                name: street.name.clone(),
                reached: share(counts.iter().sum()),
                actions: shares.collect(),
            }
        };
        streets.map(value).collect()
    }
}
