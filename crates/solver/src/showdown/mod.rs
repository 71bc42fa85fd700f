//! The exact value and the best play of games in which hands are compared with the dealer's.

mod book;
mod classes;
mod hand;
mod play;
mod rule;
mod sweep;
mod terms;

pub use book::ShowdownBook;
pub use hand::hand;
pub use play::{Endings, ShowdownPlay};

use croupier_rules::{Card, Game, Money};
use croupier_table::{Outcome, WagerKind};

use crate::solution::{
    ActionShare, Gains, OutcomeByWager, OutcomeRow, StreetValue, Ties, WagerValue, fraction, to_f64,
};
use crate::stud::{ActionValues, KindPlay, StreetStrategy, StudAction, StudFault, StudRule, TIE_RULE, figures, words};

/// The game played best from a fresh deck at this main bet; `None` where it is not played against a dealer's hand.
pub fn play(game: &Game, main: Money) -> Result<Option<ShowdownPlay>, StudFault> {
    let Some(rules) = game.stud().filter(|rules| rules.showdown.is_some()) else {
        return Ok(None);
    };
    let most = rules.hands.hole_cards.max(rules.dealer_cards());
    if rules.streets.len() != 1 || rules.community_cards() > 0 || usize::from(most) > classes::SET_MAX {
        return Err(StudFault::unsolved(game));
    }
    Ok(Some(ShowdownPlay::new(game, rules, main)))
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
            id: game.main_bet.wager_id().to_string(),
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

    /// The rule that a person can carry, with its price.
    pub fn rule(&self) -> StudRule {
        rule::Thresholds::best(self).describe(self)
    }

    /// The word for what is done on the one street.
    fn word(&self, action: StudAction) -> &'static str {
        action.on(&self.rules.streets[0]).word()
    }

    /// The complete play: every kind of hand, and each up card where it matters.
    pub fn street_strategy(&self) -> StreetStrategy {
        let word = |bits: u8| self.word(self.actions[bits.trailing_zeros() as usize]).to_string();
        let mut kinds = Vec::new();
        for place in 0..self.sides.players.len() {
            let hand = self.hand(place);
            let best = &self.best[place * self.ups()..][..self.ups()];
            let played = || best.iter().enumerate().filter(|(_, bits)| **bits != 0);
            let first = played().next().map_or(1, |(_, bits)| *bits);
            if played().all(|(_, bits)| word(*bits) == word(first)) {
                kinds.push(KindPlay {
                    cards: words(&hand),
                    best: vec![word(first)],
                });
            } else {
                kinds.extend(played().map(|(up, bits)| KindPlay {
                    cards: format!("{} against {}", words(&hand), self.sides.cards.at(up)),
                    best: vec![word(*bits)],
                }));
            }
        }
        StreetStrategy {
            name: self.rules.streets[0].name.clone(),
            wagers: vec![1],
            kinds,
        }
    }

    /// Every kind of hand with what each action is worth with it, in main bets, before an up card is known.
    pub fn first_actions(&self) -> Vec<(Vec<Card>, ActionValues)> {
        let whole = self.deals_beside_a_hand() * self.scale as u128;
        let kinds = (0..self.sides.players.len()).map(|place| {
            let values = self.actions.iter().zip(&self.sums[place]);
            let values = values.map(|(action, sum)| {
                let ev = to_f64(&fraction(i128::from(*sum), whole));
                (self.word(*action).to_string(), ev)
            });
            (self.hand(place).to_vec(), values.collect())
        });
        kinds.collect()
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
        rows.filter(|row| row.probability > 0.0 || row.pays.contains(':'))
            .collect()
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
                    action: self.word(*action).to_string(),
                    probability: share(*count),
                })
                .collect(),
        }
    }
}
