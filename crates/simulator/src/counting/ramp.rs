//! The best bets by count between a least and a most.

use serde::Serialize;

use super::CountLine;

/// What to bet at a count.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct RampBet {
    /// The count before the round.
    pub count: i32,
    /// The bet in cents.
    pub bet_cents: i64,
}

/// How many sizes of the bankroll are tried, from the one whose greatest bet is the least to the one whose smallest is the most.
const TRIED: i32 = 600;
/// The share of rounds from which on a count matters.
const COMMON: f64 = 1e-3;

/// The bets with the greatest mean for their deviation, each from the least to the most by whole steps; `None` when no
/// common count has an advantage.
///
/// For bets without limits these are proportional to advantage ÷ variance, as Kelly's are, whatever the bankroll. With limits the
/// bankroll matters, for it says where they bind: every size of it is tried, and the best is kept.
pub fn best_ramp(lines: &[CountLine], least_cents: i64, most_cents: i64, step_cents: i64) -> Option<Vec<RampBet>> {
    let kelly = |line: &CountLine| line.advantage / (line.sd * line.sd + line.advantage * line.advantage).max(1e-12);
    // Where limits bind is looked for over the counts that come often enough to matter.
    let gains: Vec<f64> = lines
        .iter()
        .filter(|line| line.frequency >= COMMON && line.advantage > 0.0)
        .map(kelly)
        .collect();
    let (greatest, smallest) = (
        gains.iter().copied().reduce(f64::max)?,
        gains.iter().copied().reduce(f64::min)?,
    );
    let bets = |bankroll: f64| -> Vec<RampBet> {
        let bet = |line: &CountLine| {
            let steps = (bankroll * kelly(line) / step_cents as f64).round() as i64;
            RampBet {
                count: line.count,
                bet_cents: (steps * step_cents).clamp(least_cents, most_cents),
            }
        };
        lines.iter().map(bet).collect()
    };
    let (low, high) = (least_cents as f64 / greatest, most_cents as f64 / smallest);
    let growth = (high / low).powf(1.0 / f64::from(TRIED));
    let tried = (0..=TRIED).map(|size| bets(low * growth.powi(size)));
    tried.max_by(|one, other| ratio(lines, one).total_cmp(&ratio(lines, other)))
}

/// Mean ÷ standard deviation of a round with these bets.
fn ratio(lines: &[CountLine], bets: &[RampBet]) -> f64 {
    let (mut mean, mut square) = (0.0, 0.0);
    for (line, bet) in lines.iter().zip(bets) {
        let bet = bet.bet_cents as f64;
        mean += line.frequency * bet * line.advantage;
        square += line.frequency * bet * bet * (line.sd * line.sd + line.advantage * line.advantage);
    }
    mean / (square - mean * mean).max(1e-12).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(count: i32, frequency: f64, advantage: f64) -> CountLine {
        CountLine {
            count,
            rounds: 1000,
            frequency,
            bet_cents: 0,
            advantage,
            standard_error: 0.001,
            sd: 1.0,
            kelly_cents: None,
        }
    }

    /// Two counts, one of them with an advantage of 1 %: nothing is better than the widest spread.
    #[test]
    fn the_best_bets_are_the_least_without_an_advantage_and_the_most_where_it_is_wanted() {
        let lines = [line(0, 0.8, -0.005), line(3, 0.2, 0.01)];
        let bets: Vec<i64> = best_ramp(&lines, 1000, 8000, 500)
            .unwrap()
            .iter()
            .map(|bet| bet.bet_cents)
            .collect();
        assert_eq!(bets, [1000, 8000]);
        assert!(best_ramp(&lines[..1], 1000, 8000, 500).is_none());
    }

    /// Where no limit binds bets are proportional to the advantage, and their ratio is the best there is: Σ f·a²/v, less the square.
    #[test]
    fn bets_without_limits_are_kellys() {
        let lines = [line(1, 0.5, 0.01), line(2, 0.3, 0.02), line(3, 0.2, 0.04)];
        let bets = best_ramp(&lines, 1, 1_000_000, 1).unwrap();
        let best = ratio(&lines, &bets);
        let kelly: f64 = lines
            .iter()
            .map(|line| line.frequency * line.advantage.powi(2))
            .sum::<f64>()
            .sqrt();
        assert!((best - kelly).abs() < 1e-3 * kelly, "{best} {kelly}");
        let times = bets[2].bet_cents as f64 / bets[0].bet_cents as f64;
        assert!((times - 4.0).abs() < 0.05, "{times}");
    }
}
