//! What a solver answers: the figures of every wager, the value of every action, ready to be printed or written as JSON.
//!
//! All figures are per unit of the wager's initial stake. The schema is versioned by [`SCHEMA`].

use std::collections::BTreeMap;

use croupier_rules::Money;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use serde::{Deserialize, Serialize};

use crate::chances::{self, Chance};

/// The version of the JSON that [`Solution`] and [`HandValue`] are written as.
pub const SCHEMA: u32 = 1;

/// What every wager of a game is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Solution {
    /// The version of this schema.
    pub schema: u32,
    /// The game's id.
    pub game: String,
    /// The main bet the figures hold at, in cents.
    pub bet_cents: i64,
    /// How many decks are dealt.
    pub decks: u8,
    /// What a strategy may know, in the field's terms: `CDZ-`, `CDP1`, `optimal` and so on.
    pub strategy_class: String,
    /// The wagers: `main`, `insurance`, then the side bets by their ids.
    pub wagers: Vec<WagerValue>,
    /// Stud: main game and side bets played together under one cap, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<TotalValue>,
    /// The main game at every main bet, where it depends on the bet and no bet was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_bet: Vec<BetValue>,
    /// What a reader should know about these figures, in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

/// What one wager is worth.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct WagerValue {
    /// `main`, `insurance`, or the id of a side bet.
    pub id: String,
    /// What it is called at the table.
    pub name: String,
    /// The stake the figures hold at, in cents.
    pub stake_cents: i64,
    /// The expected gain.
    pub ev: f64,
    /// The same as a fraction, where it is known exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ev_exact: Option<String>,
    /// The expected loss.
    pub house_edge: f64,
    /// What is wagered in all, doubles and street bets included.
    pub average_wager: f64,
    /// The expected loss for each unit wagered in all.
    pub element_of_risk: f64,
    /// The standard deviation of the gain.
    pub sd: f64,
    /// The skewness of the gain.
    pub skewness: f64,
    /// The probability that the wager ends with a gain.
    pub hit_frequency: f64,
    /// Main game of 21: the expected gain when insurance is taken exactly where it pays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ev_with_best_insurance: Option<f64>,
    /// Main game of 21 with the best play: what it is worth under each class of up cards that are alike.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_up: Vec<UpCardValue>,
    /// Where several choices are equally good: how they are resolved, and what depends on that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ties: Option<Ties>,
    /// Main game of stud: what is done on each street.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub streets: Vec<StreetValue>,
    /// Side bets under a cap on payments: what the bet is worth when the cap cuts its own payments, at the least and the
    /// greatest stake that are cut. The other figures are those of the pay table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capped: Vec<CappedValue>,
    /// Side bets that pay shares of a meter: what the bet is worth by what the meter shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meter: Option<MeterValue>,
    /// Every row and result.
    pub outcomes: Vec<OutcomeRow>,
    /// How likely each gain of a whole round is, the largest loss first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<GainChance>,
}

/// What the main game is worth at one main bet.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct BetValue {
    /// The main bet, in cents.
    pub bet_cents: i64,
    /// The expected gain.
    pub ev: f64,
    /// The same as a fraction, where it is known exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ev_exact: Option<String>,
    /// The expected loss.
    pub house_edge: f64,
    /// What is wagered in all.
    pub average_wager: f64,
    /// The expected loss for each unit wagered in all.
    pub element_of_risk: f64,
    /// The standard deviation of the gain.
    pub sd: f64,
    /// 21: the expected gain when insurance is taken exactly where it pays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ev_with_best_insurance: Option<f64>,
}

/// What rounds with one class of up cards come to.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct UpCardValue {
    /// The ranks of the class, like `T J Q K`.
    pub up: String,
    /// How likely such an up card is.
    pub probability: f64,
    /// The expected gain given the up card, before any check.
    pub ev: f64,
}

/// How likely a gain is.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GainChance {
    /// The gain in initial stakes.
    pub gain: f64,
    /// How likely it is.
    pub probability: f64,
}

/// One row of an outcome table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct OutcomeRow {
    /// The row of the pay table or the result, in words.
    pub row: String,
    /// What it pays: `3:2`, `push`, `$1000`, `lose`.
    pub pays: String,
    /// How likely it is.
    pub probability: f64,
    /// How many of the equally likely deals end so, where they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// What it adds to the expected gain.
    pub contribution: f64,
    /// Where the total wager varies: the row again for each total.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_wager: Vec<OutcomeByWager>,
}

/// What a bet is worth at one stake when its own payments are cut by the cap.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CappedValue {
    /// The stake, in cents.
    pub stake_cents: i64,
    /// The expected gain.
    pub ev: f64,
    /// The same as a fraction.
    pub ev_exact: String,
}

/// What a bet is worth by what its meter shows: `ev_at_zero + ev_per_dollar × dollars`, as long as no share of the meter comes
/// to less than a row that the same cards meet.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MeterValue {
    /// The id of the meter.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it shows, in cents; the other figures of the wager hold at this amount.
    pub amount_cents: i64,
    /// The expected gain if the meter were empty, in stakes.
    pub ev_at_zero: f64,
    /// The same as a fraction, where it is known exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ev_at_zero_exact: Option<String>,
    /// What every dollar on the meter adds to the expected gain, in stakes.
    pub ev_per_dollar: f64,
    /// The same as a fraction, where it is known exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ev_per_dollar_exact: Option<String>,
    /// The amount at which the bet is worth what it costs, in dollars; none where it wins with an empty meter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_even: Option<f64>,
    /// The same as a fraction, where it is known exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_even_exact: Option<String>,
    /// The same in whole cents, rounded up: from there on the bet loses nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_even_cents: Option<i64>,
    /// The house edge in the long run, where seed and increment are known and no other bet is paid from the meter: what is added
    /// to the meter comes back to the players, and so does the seed whenever all of it is paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long_run_house_edge: Option<f64>,
    /// The same as a fraction, where it is known exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long_run_house_edge_exact: Option<String>,
}

/// One row of an outcome table at one total wager.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct OutcomeByWager {
    /// What was wagered in all, in initial stakes.
    pub wager: f64,
    /// How many of the equally likely deals end so.
    pub count: u64,
    /// What the player gains then, in initial stakes.
    pub net: f64,
}

/// What main game and side bets are worth when they are played together under one cap.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TotalValue {
    /// The main bet, in cents.
    pub bet_cents: i64,
    /// The stakes of the side bets in the order of the rules file, in cents.
    pub stakes_cents: Vec<i64>,
    /// The expected gain of all bets together, per unit of the main bet.
    pub ev: f64,
    /// The same as a fraction.
    pub ev_exact: String,
    /// The sum of the main game alone under its cap and of the side bets by their pay tables; what is more than `ev` is the
    /// price of sharing the cap.
    pub ev_apart: f64,
}

/// What is done on one street of stud.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct StreetValue {
    /// The street.
    pub name: String,
    /// How likely it is that the hand is still in when it comes.
    pub reached: f64,
    /// How likely each action is, over all deals.
    pub actions: Vec<ActionShare>,
}

/// How likely an action is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ActionShare {
    /// Its name: `fold`, `bet-2`.
    pub action: String,
    /// How likely it is.
    pub probability: f64,
}

/// How equally good choices are resolved, and the figures that depend on it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Ties {
    /// The rule the figures beside this hold for.
    pub rule: String,
    /// The figures when the choice that adds least is taken.
    pub least: TieFigures,
    /// The figures when the choice that adds most is taken.
    pub most: TieFigures,
}

/// Figures that depend on how ties are resolved; the expected gain does not.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TieFigures {
    /// What is wagered in all.
    pub average_wager: f64,
    /// The expected loss for each unit wagered in all.
    pub element_of_risk: f64,
    /// The standard deviation of the gain.
    pub sd: f64,
    /// The skewness of the gain.
    pub skewness: f64,
    /// The probability of a gain.
    pub hit_frequency: f64,
}

/// What each legal action of a hand is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HandValue {
    /// The version of this schema.
    pub schema: u32,
    /// The game's id.
    pub game: String,
    /// The main bet the figures hold at, in cents.
    pub bet_cents: i64,
    /// Every legal action, best first.
    pub actions: Vec<ActionValue>,
    /// The best action.
    pub best: String,
    /// What a player asks beside: how often the hand wins, what the next card does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chances: Vec<Chance>,
    /// The same in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
}

/// What one action is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ActionValue {
    /// Its name: `stand`, `bet-2`.
    pub action: String,
    /// The amount it adds, in cents; 0 where it adds none.
    pub amount_cents: i64,
    /// The expected gain over the whole hand, per unit of the main bet.
    pub ev: f64,
    /// The same as a fraction, where it is known exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ev_exact: Option<String>,
    /// What choosing it costs against the best action.
    pub cost: f64,
}

/// A distribution of gains, counted exactly: how many deals end with each gain. Gains are in any whole unit; `unit` of
/// them make one stake.
#[derive(Clone, Debug, Default)]
pub struct Gains {
    counts: BTreeMap<i128, u128>,
}

impl Gains {
    /// Adds so many deals that end with this gain.
    pub fn add(&mut self, gain: i128, count: u128) {
        if count > 0 {
            *self.counts.entry(gain).or_default() += count;
        }
    }

    /// How many deals there are.
    pub fn total(&self) -> u128 {
        self.counts.values().sum()
    }

    /// The expected gain in stakes.
    pub fn mean(&self, unit: i128) -> RBig {
        self.moment(1, unit)
    }

    /// The probability of a gain above zero.
    pub fn hit_frequency(&self) -> f64 {
        let hits: u128 = self.counts.range(1..).map(|(_, count)| count).sum();
        hits as f64 / self.total().max(1) as f64
    }

    /// How likely each gain is, in stakes.
    pub fn results(&self, unit: i128) -> Vec<GainChance> {
        let all = self.total().max(1) as f64;
        let chances = self.counts.iter().map(|(gain, count)| GainChance {
            gain: *gain as f64 / unit as f64,
            probability: *count as f64 / all,
        });
        chances.collect()
    }

    /// The standard deviation and the skewness of the gain in stakes.
    pub fn spread(&self, unit: i128) -> (f64, f64) {
        let [first, second, third] = [1, 2, 3].map(|power| self.moment(power, unit));
        let square = &first * &first;
        let variance = to_f64(&(&second - &square));
        let central = &third - RBig::from(3) * &first * &second + RBig::from(2) * &first * &square;
        let sd = variance.sqrt();
        let skewness = if sd > 0.0 {
            to_f64(&central) / (variance * sd)
        } else {
            0.0
        };
        (sd, skewness)
    }

    fn moment(&self, power: usize, unit: i128) -> RBig {
        let sum = self.counts.iter().fold(IBig::ZERO, |sum, (gain, count)| {
            sum + IBig::from(*gain).pow(power) * IBig::from(*count)
        });
        let whole = UBig::from(self.total().max(1)) * UBig::from(unit.unsigned_abs()).pow(power);
        RBig::from_parts(sum, whole)
    }
}

/// A fraction of two whole numbers.
pub fn fraction(numerator: i128, denominator: u128) -> RBig {
    RBig::from_parts(IBig::from(numerator), UBig::from(denominator))
}

/// The nearest floating-point number.
pub fn to_f64(fraction: &RBig) -> f64 {
    fraction.to_f64().value()
}

impl MeterValue {
    /// What it says, in sentences for a reader.
    pub fn sentences(&self) -> Vec<String> {
        let money = |cents: i64| Money::from_cents(cents).to_string();
        let mut said = vec![format!(
            "The {} shows {}; every $1,000 on it is worth {:.4}% of the bet.",
            self.name,
            money(self.amount_cents),
            100_000.0 * self.ev_per_dollar
        )];
        said.extend(self.break_even_cents.map(|cents| {
            let exactly = self.break_even_exact.as_ref().filter(|exact| exact.len() <= 40);
            let exactly = exactly.map_or_else(String::new, |exact| format!(" (exactly {exact} dollars)"));
            format!("At {}{exactly} the bet is worth what it costs.", money(cents))
        }));
        said.extend(self.long_run_house_edge.map(|edge| {
            format!(
                "In the long run the house edge is {:.4}%: what is added to the meter comes back to the players, and so does the \
                 seed whenever all of it is paid.",
                100.0 * edge
            )
        }));
        said
    }
}

impl WagerValue {
    /// Sets expectation, spread and hit frequency from the counted gains.
    pub fn measure(&mut self, gains: &Gains, unit: i128) {
        let mean = gains.mean(unit);
        (self.sd, self.skewness) = gains.spread(unit);
        self.ev = to_f64(&mean);
        self.house_edge = -self.ev;
        self.hit_frequency = gains.hit_frequency();
        self.ev_exact = Some(mean.to_string());
        self.results = gains.results(unit);
    }

    /// The same from gains whose chances were computed, not counted.
    pub fn measure_chances(&mut self, mut results: Vec<GainChance>) {
        results.sort_by(|one, other| one.gain.total_cmp(&other.gain));
        let mean = |of: &dyn Fn(f64) -> f64| -> f64 {
            let terms = results.iter().map(|result| of(result.gain) * result.probability);
            terms.sum()
        };
        self.ev = mean(&|gain| gain);
        self.house_edge = -self.ev;
        self.sd = mean(&|gain| (gain - self.ev).powi(2)).sqrt();
        let third = mean(&|gain| (gain - self.ev).powi(3));
        self.skewness = if self.sd > 0.0 { third / self.sd.powi(3) } else { 0.0 };
        let hits = results.iter().filter(|result| result.gain > 0.0);
        self.hit_frequency = hits.map(|result| result.probability).sum();
        self.results = results;
    }

    /// Sets the average total wager, and the element of risk that follows.
    pub fn wager(&mut self, average: f64) {
        self.average_wager = average;
        self.element_of_risk = self.house_edge / average;
    }
}

impl HandValue {
    /// Sorts the actions best first and sets their costs. Equal actions stay in the order given.
    pub fn rank(game: &str, bet_cents: i64, mut actions: Vec<ActionValue>) -> HandValue {
        actions.sort_by(|one, other| other.ev.total_cmp(&one.ev));
        let best = actions.first().map_or(0.0, |action| action.ev);
        for action in &mut actions {
            action.cost = best - action.ev;
        }
        HandValue {
            schema: SCHEMA,
            game: game.to_string(),
            bet_cents,
            best: actions.first().map(|action| action.action.clone()).unwrap_or_default(),
            actions,
            chances: Vec::new(),
            why: Vec::new(),
        }
    }

    /// The same with these chances.
    pub(crate) fn with_chances(self, chances: Vec<Chance>) -> HandValue {
        HandValue {
            why: chances::sentences(&chances),
            chances,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_of_a_coin_and_of_a_rare_prize() {
        let mut coin = Gains::default();
        coin.add(-200, 1);
        coin.add(200, 1);
        assert_eq!(coin.mean(200), RBig::ZERO);
        assert_eq!(coin.spread(200), (1.0, 0.0));
        let mut prize = Gains::default();
        prize.add(-1, 3);
        prize.add(3, 1);
        // Deviations -1 (three times) and 3: variance 3, third moment 6.
        let (sd, skewness) = prize.spread(1);
        assert!((sd - 3f64.sqrt()).abs() < 1e-15);
        assert!((skewness - 6.0 / 27f64.sqrt()).abs() < 1e-15);
        assert_eq!(prize.hit_frequency(), 0.25);
        assert_eq!(prize.mean(2).to_string(), "0");
    }

    #[test]
    fn actions_are_ranked_and_priced() {
        let action = |name: &str, ev| ActionValue {
            action: name.to_string(),
            amount_cents: 0,
            ev,
            ev_exact: None,
            cost: 0.0,
        };
        let value = HandValue::rank("game", 500, vec![action("fold", -1.0), action("bet-1", -0.25)]);
        assert_eq!(value.best, "bet-1");
        assert_eq!(value.actions[1].cost, 0.75);
    }
}
