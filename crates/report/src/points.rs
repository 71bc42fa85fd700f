//! The points that the documents leave open, and what reading each the other way does to every wager. What the solver does not
//! value is simulated.

use croupier_rules::Money;
use croupier_rules::game::Point;
use croupier_rules::load::Loaded;
use croupier_simulator::{Order, Report};
use croupier_solver::solution::{Solution, WagerValue};
use croupier_solver::variants::{Variant, of_point};
use croupier_table::HandWagers;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::par::{best_play, run_alone, spots_valued};
use crate::sensitivity::{Effect, changed, solve_each};

/// An open point, read both ways.
#[derive(Clone, Debug, Serialize)]
pub struct PointValue {
    /// Its id.
    pub id: String,
    /// What is open.
    pub question: String,
    /// The reading by which the game is dealt.
    pub reading: String,
    /// The other reading.
    pub alternative: String,
    /// The fields of the rules file that make the other reading, null for an entry that it leaves out; empty where no field
    /// can say it.
    pub set: Map<String, Json>,
    /// What the other reading does to the values.
    pub effect: PointEffect,
    /// Why the other reading makes no wager worth more or less, where no field says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unchanged: Option<String>,
    /// Why the solver does not value the other reading, where it is simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_exact: Option<String>,
    /// The rounds simulated, where the solver does not value the other reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u64>,
    /// What every wager is worth both ways; empty where the other reading cannot be tried.
    pub wagers: Vec<WagerBothWays>,
}

/// What the other reading of a point does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointEffect {
    /// It changes what a wager is worth.
    Values,
    /// No wager is worth more or less with the best play.
    NoValue,
    /// It changes what a wager is worth, as a simulation of the play that is best for the main bet finds; the solver does not
    /// value it.
    Simulated,
    /// It is no game that can be dealt, or no field of the rules file says it.
    NotTried,
}

/// A wager read both ways.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WagerBothWays {
    /// `main`, `insurance`, or the id of a side bet.
    pub id: String,
    /// The stake in cents where it matters: that of a side bet whose payments a cap cuts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stake_cents: Option<i64>,
    /// The expected gain as the point is read here; none where the wager is not offered.
    pub ev: Option<f64>,
    /// The expected gain as it is read the other way.
    pub ev_alternative: Option<f64>,
    /// The standard error of that, where it is simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f64>,
}

/// Every open point of a game, valued. `each` is called after every one that is solved.
pub fn points(loaded: &Loaded, base: &Solution, each: &(dyn Fn() + Sync)) -> Vec<PointValue> {
    let points = &loaded.game.sources.points;
    let variants: Vec<Variant> = points.iter().filter_map(of_point).collect();
    let mut effects = solve_each(loaded, base, variants, each).into_iter();
    let value = |point: &Point| {
        let effect = of_point(point).and_then(|_| effects.next());
        PointValue::new(point, loaded, base, effect.as_ref())
    };
    points.iter().map(value).collect()
}

impl PointValue {
    fn new(point: &Point, loaded: &Loaded, base: &Solution, effect: Option<&Effect>) -> PointValue {
        let mut value = PointValue {
            id: point.id.clone(),
            question: point.question.clone(),
            reading: point.reading.clone(),
            alternative: point.alternative.clone(),
            set: point
                .changes()
                .into_iter()
                .map(|change| (change.path, change.value))
                .collect(),
            effect: match point.unchanged {
                Some(_) => PointEffect::NoValue,
                None => PointEffect::NotTried,
            },
            unchanged: point.unchanged.clone(),
            not_exact: None,
            rounds: None,
            wagers: Vec::new(),
        };
        match effect.map(|effect| (effect, effect.solved.as_ref())) {
            Some((_, Ok(other))) => {
                value.wagers = both_ways(base, other);
                value.effect = match value.wagers.iter().any(WagerBothWays::differs) {
                    true => PointEffect::Values,
                    false => PointEffect::NoValue,
                };
            }
            Some((effect, Err(why))) => {
                if let Some(wagers) = simulated(loaded, base, &effect.variant) {
                    value.wagers = wagers;
                    value.not_exact = Some(why.split(';').next().unwrap_or(why).to_string());
                    value.effect = PointEffect::Simulated;
                    value.rounds = Some(ROUNDS);
                }
            }
            None => {}
        }
        value
    }

    /// The wagers whose value the other reading changes.
    pub fn changed(&self) -> impl Iterator<Item = &WagerBothWays> {
        self.wagers.iter().filter(|wager| wager.differs())
    }
}

/// Rounds simulated of a reading that the solver does not value: enough for a standard error of a few thousandths of a bet.
const ROUNDS: u64 = 500_000;

/// What every wager is worth where the solver does not value the other reading: simulated with the play that is best for the main
/// bet, every side bet made, and every spot where spots are paid otherwise. Both games are dealt the same cards, so that what the
/// reading leaves alone comes to the same and keeps its exact value. `None` where the reading is no game.
fn simulated(loaded: &Loaded, base: &Solution, variant: &Variant) -> Option<Vec<WagerBothWays>> {
    let other = changed(loaded, variant).ok()?;
    let main = Money::from_cents(base.bet_cents);
    let bets = HandWagers {
        main,
        spots: spots_valued(&other),
        side: other.side_bets.iter().map(|bet| bet.min).collect(),
    };
    let order = Order {
        bets,
        seats: 1,
        cut_card: false,
        seed: 1,
        rounds: ROUNDS,
        session: None,
    };
    let strategy = best_play(&loaded.game, main);
    let [here, there] = [&loaded.game, &other].map(|game| run_alone(game, &*strategy, &order).ok());
    let (here, there) = (here?, there?);
    let wager = |known: &WagerValue| {
        let mean = |report: &Report| {
            let wager = report.wagers.iter().find(|wager| wager.id == known.id);
            wager.map(|wager| (wager.mean, wager.standard_error))
        };
        let moved = mean(&there).filter(|found| mean(&here).is_some_and(|same| same.0 != found.0));
        WagerBothWays {
            id: known.id.clone(),
            stake_cents: None,
            ev: Some(known.ev),
            ev_alternative: Some(moved.map_or(known.ev, |(mean, _)| mean)),
            standard_error: moved.map(|(_, error)| error),
        }
    };
    Some(base.wagers.iter().map(wager).collect())
}

impl WagerBothWays {
    /// Whether the other reading changes what the wager is worth, beyond the error of floating point.
    fn differs(&self) -> bool {
        match (self.ev, self.ev_alternative) {
            (Some(here), Some(there)) => (here - there).abs() > SAME,
            (here, there) => here.is_some() != there.is_some(),
        }
    }
}

/// Two values that differ by less are the same.
const SAME: f64 = 1e-11;

/// Every wager of either solution, and side bets again at each stake at which a cap cuts them.
fn both_ways(base: &Solution, other: &Solution) -> Vec<WagerBothWays> {
    let find = |solution: &'_ Solution, id: &str| solution.wagers.iter().find(|wager| wager.id == id).cloned();
    let mut ids: Vec<&str> = base.wagers.iter().map(|wager| wager.id.as_str()).collect();
    let more = other.wagers.iter().map(|wager| wager.id.as_str());
    ids.extend(more.filter(|id| base.wagers.iter().all(|wager| wager.id != *id)));
    let mut wagers = Vec::new();
    for id in ids {
        let (here, there) = (find(base, id), find(other, id));
        wagers.push(WagerBothWays {
            id: id.to_string(),
            stake_cents: None,
            ev: here.as_ref().map(|wager| wager.ev),
            ev_alternative: there.as_ref().map(|wager| wager.ev),
            standard_error: None,
        });
        let mut stakes: Vec<i64> = [&here, &there]
            .into_iter()
            .flatten()
            .flat_map(|wager| wager.capped.iter().map(|capped| capped.stake_cents))
            .collect();
        stakes.sort_unstable();
        stakes.dedup();
        wagers.extend(stakes.into_iter().map(|stake| WagerBothWays {
            id: id.to_string(),
            stake_cents: Some(stake),
            ev: here.as_ref().map(|wager| at_stake(wager, stake)),
            ev_alternative: there.as_ref().map(|wager| at_stake(wager, stake)),
            standard_error: None,
        }));
    }
    wagers
}

/// What a side bet is worth at a stake: cut by the cap where it is, else by its pay table.
fn at_stake(wager: &WagerValue, stake: i64) -> f64 {
    let capped = wager.capped.iter().find(|capped| capped.stake_cents == stake);
    capped.map_or(wager.ev, |capped| capped.ev)
}
