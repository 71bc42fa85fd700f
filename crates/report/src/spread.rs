//! What many rounds come to: the whole distribution of their sum, by the Fourier transform of one round.

use croupier_solver::solution::GainChance;
use rustfft::FftPlanner;
use rustfft::num_complex::Complex;

/// How much probability may fall outside the window that is computed, at most.
pub const ERROR: f64 = 1e-9;
/// The most places of the window; a finer ladder of gains is made coarser, with the same mean.
const PLACES_MAX: usize = 1 << 21;

/// The result of one round: gains on a ladder of even steps, with their probabilities.
#[derive(Clone, Debug)]
pub struct Round {
    gains: Vec<GainChance>,
    mean: f64,
    variance: f64,
}

/// The sum of many rounds.
#[derive(Clone, Debug)]
pub struct Sum {
    /// The lowest sum of the window, in initial stakes.
    low: f64,
    step: f64,
    chances: Vec<f64>,
}

impl Round {
    /// The result of a round whose gains have these probabilities.
    pub fn new(gains: &[GainChance]) -> Round {
        let mean: f64 = gains.iter().map(|result| result.gain * result.probability).sum();
        let square = |result: &GainChance| (result.gain - mean).powi(2) * result.probability;
        Round {
            gains: gains.to_vec(),
            mean,
            variance: gains.iter().map(square).sum(),
        }
    }

    /// The expected gain of a round.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard deviation of a round.
    pub fn sd(&self) -> f64 {
        self.variance.sqrt()
    }

    /// The sum of so many rounds; `None` when a round has no results.
    pub fn after(&self, rounds: u64) -> Option<Sum> {
        let (first, last) = (self.gains.first()?.gain, self.gains.last()?.gain);
        let reach = self.reach(rounds, (last - self.mean).max(self.mean - first));
        let middle = self.mean * rounds as f64;
        let mut step = self.step();
        while (2.0 * reach / step) as usize + 2 > PLACES_MAX {
            step *= 2.0;
        }
        let places = ((2.0 * reach / step) as usize + 2).next_power_of_two();
        let mut line = vec![Complex::new(0.0, 0.0); places];
        for result in &self.gains {
            // A gain between two steps is shared between them, which keeps the mean.
            let place = result.gain / step;
            let below = place.floor();
            for (at, share) in [(below, 1.0 - (place - below)), (below + 1.0, place - below)] {
                let at = (at as i64).rem_euclid(places as i64) as usize;
                line[at].re += share * result.probability;
            }
        }
        let mut planner = FftPlanner::new();
        planner.plan_fft_forward(places).process(&mut line);
        for value in &mut line {
            *value = power(*value, rounds);
        }
        planner.plan_fft_inverse(places).process(&mut line);
        // The window is a circle; it is cut open opposite to the mean.
        let low = ((middle - places as f64 * step / 2.0) / step).round() as i64;
        let chances = (0..places as i64)
            .map(|place| line[(low + place).rem_euclid(places as i64) as usize].re.max(0.0) / places as f64)
            .collect();
        Some(Sum {
            low: low as f64 * step,
            step,
            chances,
        })
    }

    /// How far from the mean the sum of so many rounds may lie, but for a probability of [`ERROR`]: Bernstein's
    /// inequality, where no round is further from the mean than `most`.
    fn reach(&self, rounds: u64, most: f64) -> f64 {
        let log = -(ERROR / 2.0).ln();
        let third = most / 3.0 * log;
        third + (third * third + 2.0 * rounds as f64 * self.variance * log).sqrt()
    }

    /// The greatest step of which all gains are multiples, to a millionth of a stake.
    fn step(&self) -> f64 {
        let whole = |gain: f64| (gain * 1e6).round().abs() as u64;
        let step = self.gains.iter().map(|result| whole(result.gain)).fold(0, common);
        (step.max(1)) as f64 * 1e-6
    }
}

impl Sum {
    /// The probability that the sum is above zero.
    pub fn above_zero(&self) -> f64 {
        let half = self.step / 2.0;
        let places = self.chances.iter().enumerate();
        places
            .filter(|(place, _)| self.at(*place) > half)
            .map(|(_, chance)| chance)
            .sum()
    }

    /// The least sum that is not exceeded with this probability.
    pub fn quantile(&self, share: f64) -> f64 {
        let mut sum = 0.0;
        for (place, chance) in self.chances.iter().enumerate() {
            sum += chance;
            if sum >= share {
                return self.at(place);
            }
        }
        self.at(self.chances.len().saturating_sub(1))
    }

    fn at(&self, place: usize) -> f64 {
        self.low + place as f64 * self.step
    }
}

/// A complex number to a whole power, by its length and angle.
fn power(value: Complex<f64>, exponent: u64) -> Complex<f64> {
    let (length, angle) = value.to_polar();
    if length == 0.0 {
        return value;
    }
    Complex::from_polar((length.ln() * exponent as f64).exp(), angle * exponent as f64)
}

fn common(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { common(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chances(list: &[(f64, f64)]) -> Vec<GainChance> {
        let results = list.iter().map(|(gain, probability)| GainChance {
            gain: *gain,
            probability: *probability,
        });
        results.collect()
    }

    /// The distribution of a sum by adding one round after the other.
    fn slowly(gains: &[GainChance], rounds: u32) -> std::collections::BTreeMap<i64, f64> {
        let mut sums = std::collections::BTreeMap::from([(0i64, 1.0)]);
        for _ in 0..rounds {
            let mut next = std::collections::BTreeMap::new();
            for (sum, chance) in &sums {
                for result in gains {
                    *next.entry(sum + (result.gain * 10.0).round() as i64).or_insert(0.0) +=
                        chance * result.probability;
                }
            }
            sums = next;
        }
        sums
    }

    #[test]
    fn the_sum_of_rounds_is_what_adding_them_up_gives() {
        let gains = chances(&[
            (-2.0, 0.1),
            (-1.0, 0.38),
            (-0.5, 0.02),
            (0.0, 0.08),
            (1.0, 0.36),
            (1.5, 0.05),
            (3.2, 0.01),
        ]);
        let round = Round::new(&gains);
        for rounds in [1, 7, 60] {
            let slow = slowly(&gains, rounds);
            let sum = round.after(rounds.into()).unwrap();
            let above: f64 = slow.range(1..).map(|(_, chance)| chance).sum();
            assert!((sum.above_zero() - above).abs() < 1e-9, "{rounds} rounds");
            for share in [0.025, 0.05, 0.5, 0.95, 0.975] {
                let mut seen = 0.0;
                let exact = slow.iter().find(|(_, chance)| {
                    seen += **chance;
                    seen >= share
                });
                let exact = *exact.unwrap().0 as f64 / 10.0;
                assert!((sum.quantile(share) - exact).abs() < 1e-6, "{rounds} rounds, {share}");
            }
        }
    }

    #[test]
    fn a_rare_prize_stays_inside_the_window() {
        let round = Round::new(&chances(&[(-1.0, 0.9990), (900.0, 0.0010)]));
        // One prize in a hundred rounds puts the player ahead; none leaves the house ahead.
        let sum = round.after(100).unwrap();
        assert!((sum.above_zero() - (1.0 - 0.999f64.powi(100))).abs() < 1e-9);
    }

    #[test]
    fn gains_off_every_ladder_keep_their_mean() {
        let round = Round::new(&chances(&[(-1.0, 0.5), (0.333333, 0.25), (1.4143, 0.25)]));
        let sum = round.after(100_000).unwrap();
        let middle = sum.quantile(0.5);
        assert!((middle - round.mean() * 100_000.0).abs() < 0.05 * round.sd() * 316.0);
    }
}
