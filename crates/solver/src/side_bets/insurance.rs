//! What insurance is worth.

use croupier_rules::play::BetResult;
use croupier_rules::twenty_one::Insurance;
use croupier_rules::{Card, Odds};

use super::lcm;
use crate::pack::Pack;
use crate::solution::{Gains, OutcomeRow, WagerValue};

/// What insurance is worth for each unit, when it is taken every time it is offered; `None` when it never is.
pub fn insurance(insurance: &Insurance, pack: &Pack) -> Option<WagerValue> {
    let mut counts = Counts::new(insurance);
    for (up, ups) in offered(insurance, pack) {
        counts.add_holes(insurance, up, &super::without(pack, up), u128::from(ups));
    }
    counts.value(insurance)
}

/// What it is worth for each unit when it is taken with these two cards against this up card and no others; `None` when it never is.
pub fn insurance_when(
    insurance: &Insurance,
    pack: &Pack,
    takes: impl Fn([Card; 2], Card) -> bool,
) -> Option<WagerValue> {
    let mut counts = Counts::new(insurance);
    for (up, ups) in offered(insurance, pack) {
        let left = super::without(pack, up);
        for (first, firsts) in left.kinds() {
            let left = super::without(&left, first);
            for (second, seconds) in left.kinds().filter(|(second, _)| takes([first, *second], up)) {
                let ways = u128::from(ups) * u128::from(firsts) * u128::from(seconds);
                counts.add_holes(insurance, up, &super::without(&left, second), ways);
            }
        }
    }
    counts.value(insurance)
}

/// The up cards on which it is offered.
fn offered(insurance: &Insurance, pack: &Pack) -> impl Iterator<Item = (Card, u32)> {
    pack.kinds().filter(|(up, _)| insurance.offered_on.contains(up.rank()))
}

/// In how many ways it ends.
struct Counts {
    rows: Vec<u128>,
    plain: u128,
    none: u128,
}

impl Counts {
    fn new(insurance: &Insurance) -> Counts {
        Counts {
            rows: vec![0; insurance.suited.len()],
            plain: 0,
            none: 0,
        }
    }

    /// Adds every hole card that may lie under this up card.
    fn add_holes(&mut self, insurance: &Insurance, up: Card, left: &Pack, ways: u128) {
        for (hole, holes) in left.kinds() {
            let ways = ways * u128::from(holes);
            match insurance.result([up, hole]) {
                (Some(row), BetResult::Wins(_)) => self.rows[row] += ways,
                (None, BetResult::Wins(_)) => self.plain += ways,
                _ => self.none += ways,
            }
        }
    }

    fn value(self, insurance: &Insurance) -> Option<WagerValue> {
        let Counts { rows, plain, none } = self;
        let all: u128 = rows.iter().sum::<u128>() + plain + none;
        if all == 0 {
            return None;
        }
        let mut value = WagerValue {
            id: "insurance".to_string(),
            name: "Insurance".to_string(),
            stake_cents: insurance.min.cents(),
            ..WagerValue::default()
        };
        let suited = insurance.suited.iter().zip(rows);
        let named = suited.map(|(row, count)| (row.name.clone(), row.pays, count));
        let paid: Vec<(String, Odds, u128)> = named
            .chain([("Dealer blackjack".to_string(), insurance.pays, plain)])
            .collect();
        let unit = paid
            .iter()
            .fold(1, |unit, (_, odds, _)| lcm(unit, i128::from(odds.per)));
        let mut gains = Gains::default();
        gains.add(-unit, none);
        for (name, odds, count) in paid {
            gains.add(unit / i128::from(odds.per) * i128::from(odds.pays), count);
            value.outcomes.push(OutcomeRow {
                row: name,
                pays: odds.to_string(),
                probability: count as f64 / all as f64,
                count: u64::try_from(count).ok(),
                contribution: count as f64 / all as f64 * odds.to_f64(),
                ..OutcomeRow::default()
            });
        }
        value.outcomes.push(OutcomeRow {
            row: "No dealer blackjack".to_string(),
            pays: "lose".to_string(),
            probability: none as f64 / all as f64,
            count: u64::try_from(none).ok(),
            contribution: -(none as f64) / all as f64,
            ..OutcomeRow::default()
        });
        value.measure(&gains, unit);
        value.wager(1.0);
        Some(value)
    }
}
