//! What counting comes to, in the figures of the literature.
//!
//! | figure | what it is |
//! |---|---|
//! | advantage | the mean gain of a hand, main game and insurance, in initial bets |
//! | N0 | variance ÷ mean² of a round: the rounds after which the expected gain is one standard deviation (Brett Harris) |
//! | DI | 1000 × mean ÷ standard deviation of a round (Schlesinger, *Blackjack Attack*) |
//! | SCORE | DI²: what 100 rounds win with $10,000 and the bets scaled to a risk of ruin of 13.5 % (Schlesinger) |
//! | risk of ruin | exp(−2 × mean × bankroll ÷ variance), of playing on for ever |

use serde::Serialize;

use super::ramp::{RampBet, best_ramp};
use super::{CountJob, CountRun, CountSums, CountTally};
use crate::tally::Group;

/// The version of the JSON that [`CountReport`] is written as.
pub const SCHEMA: u32 = 1;

/// What a count job found.
#[derive(Clone, Debug, Serialize)]
pub struct CountReport {
    /// The version of this schema.
    pub schema: u32,
    /// The game's id.
    pub game: String,
    /// The counting system: its name on the command line.
    pub system: String,
    /// `true` or `running`.
    pub count_by: croupier_table::counting::CountBy,
    /// Rounds played.
    pub rounds: u64,
    /// Whether all rounds asked for were played.
    pub complete: bool,
    /// Seats that played, one hand each, all by the count.
    pub seats: u8,
    /// The seed.
    pub seed: u64,
    /// Cards of the shoe, and those behind the cut card.
    pub shoe: u64,
    /// Cards behind the cut card.
    pub behind: u64,
    /// What one hand came to with these bets.
    pub figures: CountFigures,
    /// The main game, by the count before the round.
    pub counts: Vec<CountLine>,
    /// Insurance and side bets, by the count before the round.
    pub wagers: Vec<CountedWager>,
    /// The best bets between the least and the most of these, and what they come to.
    pub best_bets: Vec<RampBet>,
    /// What one hand comes to with those.
    pub best_figures: Option<CountFigures>,
}

/// What one hand comes to, round after round.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct CountFigures {
    /// The share of rounds in which the counter bets.
    pub played: f64,
    /// The mean initial bet in cents, over all rounds.
    pub average_bet_cents: f64,
    /// The gain in percent of what was bet at first.
    pub advantage: f64,
    /// The gain of 100 rounds in cents, and its standard error.
    pub win_per_100_cents: f64,
    /// The standard error of that.
    pub win_per_100_error_cents: f64,
    /// The standard deviation of 100 rounds in cents.
    pub sd_per_100_cents: f64,
    /// Rounds until the expected gain is one standard deviation; `None` for a game that loses.
    pub n0: Option<f64>,
    /// The desirability index; `None` for a game that loses.
    pub di: Option<f64>,
    /// SCORE; `None` for a game that loses.
    pub score: Option<f64>,
    /// The bankroll in cents, if one was named.
    pub bankroll_cents: Option<i64>,
    /// The risk that it is lost; 1 for a game that loses.
    pub ruin: Option<f64>,
}

/// The main game with insurance at one count.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CountLine {
    /// The count before the round.
    pub count: i32,
    /// Rounds.
    pub rounds: u64,
    /// The share of all rounds.
    pub frequency: f64,
    /// What is bet; 0 for a counter who sits out.
    pub bet_cents: i64,
    /// The mean gain in initial bets.
    pub advantage: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The standard deviation of a hand in initial bets.
    pub sd: f64,
    /// The bet of a full Kelly bettor with the bankroll, in cents: bankroll × advantage ÷ variance.
    pub kelly_cents: Option<f64>,
}

/// Insurance or a side bet, by count.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CountedWager {
    /// `insurance`, or the id of a side bet.
    pub id: String,
    /// What it is called at the table.
    pub name: String,
    /// The least count from which on it gains, by more than 1.96 standard errors over all rounds from there; `None` where there is
    /// none.
    pub gains_from: Option<i32>,
    /// By count.
    pub counts: Vec<WagerLine>,
}

/// A wager at one count.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WagerLine {
    /// The count before the round.
    pub count: i32,
    /// Hands that made it.
    pub hands: u64,
    /// The mean gain for each unit staked.
    pub advantage: f64,
    /// Its standard error.
    pub standard_error: f64,
}

impl CountReport {
    /// The report of a run.
    pub fn new(job: &CountJob, run: &CountRun, bankroll_cents: Option<i64>) -> CountReport {
        let (order, tally) = (job.order(), &run.tally);
        let counts = lines(job, tally, bankroll_cents);
        let weighed: Vec<Weighed> = tally
            .counts
            .keys()
            .map(|count| Weighed::of(job, tally, *count))
            .collect();
        let bets = || {
            order
                .bets
                .iter()
                .filter(|step| !step.sits_out)
                .map(|step| step.bets.main.cents())
        };
        let best = bets().min().zip(bets().max()).and_then(|(least, most)| {
            let limits = &job.game().main_bet;
            best_ramp(&counts, least, most, limits.step().cents())
        });
        let best_figures = best.as_ref().map(|ramp| {
            let bet = |weighed: &Weighed| {
                ramp.iter()
                    .find(|bet| bet.count == weighed.count)
                    .map_or(0, |bet| bet.bet_cents)
            };
            CountFigures::of(&weighed, bet, bankroll_cents)
        });
        CountReport {
            schema: SCHEMA,
            game: job.game().id.clone(),
            system: order.system.id.clone(),
            count_by: order.system.count_by(),
            rounds: tally.rounds,
            complete: tally.rounds == order.rounds,
            seats: order.seats,
            seed: order.seed,
            shoe: job.game().deck.size() as u64,
            behind: order.behind as u64,
            figures: CountFigures::of(&weighed, |weighed| weighed.bet_cents, bankroll_cents),
            wagers: wagers(job, tally),
            counts,
            best_bets: best.unwrap_or_default(),
            best_figures,
        }
    }
}

/// Rounds of one count, in initial bets.
struct Weighed {
    count: i32,
    rounds: f64,
    bet_cents: i64,
    mean: f64,
    /// The mean square of a hand.
    square: f64,
    /// The variance of the mean of a round's hands.
    round_variance: f64,
}

impl Weighed {
    fn of(job: &CountJob, tally: &CountTally, count: i32) -> Weighed {
        let (counted, step) = (&tally.counts[&count], job.bet_at(count));
        let unit = (step.bets.main * i64::from(step.bets.spot_count())).cents() as f64;
        let (sums, rounds) = (&counted.wagers[0], counted.rounds as f64);
        let seats = f64::from(job.order().seats);
        let mean = sums.net as f64 / (rounds * seats) / unit;
        Weighed {
            count,
            rounds,
            bet_cents: if step.sits_out { 0 } else { unit as i64 },
            mean,
            square: sums.squares as f64 / (rounds * seats) / (unit * unit),
            round_variance: (sums.round_squares as f64 / rounds / (unit * unit * seats * seats) - mean * mean).max(0.0),
        }
    }
}

impl CountFigures {
    fn of(weighed: &[Weighed], bet: impl Fn(&Weighed) -> i64, bankroll_cents: Option<i64>) -> CountFigures {
        let rounds: f64 = weighed.iter().map(|with| with.rounds).sum();
        let mean_of = |value: &dyn Fn(&Weighed, f64) -> f64| {
            let sum: f64 = weighed
                .iter()
                .map(|with| with.rounds * value(with, bet(with) as f64))
                .sum();
            sum / rounds.max(1.0)
        };
        let average_bet = mean_of(&|_, bet| bet);
        let mean = mean_of(&|with, bet| bet * with.mean);
        let square = mean_of(&|with, bet| bet * bet * with.square);
        let round_square = mean_of(&|with, bet| bet * bet * (with.round_variance + with.mean * with.mean));
        let variance = (square - mean * mean).max(0.0);
        let error = ((round_square - mean * mean).max(0.0) / rounds.max(1.0)).sqrt();
        let wins = mean > 0.0 && variance > 0.0;
        let di = 1000.0 * mean / variance.sqrt();
        CountFigures {
            played: mean_of(&|_, bet| f64::from(u8::from(bet > 0.0))),
            average_bet_cents: average_bet,
            advantage: if average_bet > 0.0 { mean / average_bet } else { 0.0 },
            win_per_100_cents: 100.0 * mean,
            win_per_100_error_cents: 100.0 * error,
            sd_per_100_cents: 10.0 * variance.sqrt(),
            n0: wins.then(|| variance / (mean * mean)),
            di: wins.then_some(di),
            score: wins.then_some(di * di),
            bankroll_cents,
            ruin: bankroll_cents.map(|bankroll| match wins {
                true => (-2.0 * mean * bankroll as f64 / variance).exp(),
                false => 1.0,
            }),
        }
    }
}

fn lines(job: &CountJob, tally: &CountTally, bankroll_cents: Option<i64>) -> Vec<CountLine> {
    let line = |count: &i32| {
        let with = Weighed::of(job, tally, *count);
        let variance = (with.square - with.mean * with.mean).max(0.0);
        CountLine {
            count: *count,
            rounds: tally.counts[count].rounds,
            frequency: with.rounds / tally.rounds as f64,
            bet_cents: with.bet_cents,
            advantage: with.mean,
            standard_error: (with.round_variance / with.rounds).sqrt(),
            sd: variance.sqrt(),
            kelly_cents: bankroll_cents
                .filter(|_| variance > 0.0)
                .map(|bankroll| (bankroll as f64 * with.mean / variance).max(0.0)),
        }
    };
    tally.counts.keys().map(line).collect()
}

fn wagers(job: &CountJob, tally: &CountTally) -> Vec<CountedWager> {
    let others = job.levels.others.iter().enumerate();
    let of = |(place, group): (usize, &Group)| {
        let (id, name) = match group {
            Group::Side(side) => {
                let bet = &job.game().side_bets[usize::from(*side)];
                (bet.id.clone(), bet.name.clone())
            }
            _ => ("insurance".to_string(), "Insurance".to_string()),
        };
        let sums: Vec<(i32, CountSums)> = tally
            .counts
            .iter()
            .map(|(count, counted)| (*count, counted.wagers[place + 1]))
            .filter(|(_, sums)| sums.hands > 0)
            .collect();
        let line = |(count, sums): &(i32, CountSums)| {
            let (advantage, standard_error) = mean_of(sums);
            WagerLine {
                count: *count,
                hands: sums.hands,
                advantage,
                standard_error,
            }
        };
        (!sums.is_empty()).then(|| CountedWager {
            gains_from: gains_from(&sums),
            counts: sums.iter().map(line).collect(),
            id,
            name,
        })
    };
    others.filter_map(of).collect()
}

/// The mean gain for each unit staked, and its standard error over rounds.
fn mean_of(sums: &CountSums) -> (f64, f64) {
    let (stake, net) = (sums.stake as f64, sums.net as f64);
    // What a round gains beyond the mean is nothing on average; the square of the mean is small beside that of the gain.
    let error = (sums.round_squares as f64 - net * net / sums.hands as f64)
        .max(0.0)
        .sqrt()
        / stake;
    (net / stake, error)
}

/// The least count whose own mean is above nothing and from which on everything together is, beyond chance.
fn gains_from(sums: &[(i32, CountSums)]) -> Option<i32> {
    let mut together = CountSums::default();
    let mut from = None;
    for (count, sums) in sums.iter().rev() {
        together.merge(sums);
        let (mean, error) = mean_of(&together);
        if sums.net > 0 && mean > 1.96 * error {
            from = Some(*count);
        }
    }
    from
}
