//! The points that the documents leave open, and what reading each the other way does to every wager.

use croupier_rules::game::Point;
use croupier_rules::load::Loaded;
use croupier_solver::solution::{Solution, WagerValue};
use croupier_solver::variants::{Variant, of_point};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::sensitivity::{Effect, solve_each};

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
    /// What every wager is worth both ways; empty where the other reading cannot be tried.
    pub wagers: Vec<WagerBothWays>,
}

/// What the other reading of a point does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointEffect {
    /// It changes what a wager is worth.
    Values,
    /// It changes limits, order or procedure, and no value.
    NoValue,
    /// It can be dealt and simulated, but the solver does not value it.
    NotSolved,
    /// No field of the rules file says it, so it is not tried.
    NotSettable,
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
}

/// Every open point of a game, valued. `each` is called after every one that is solved.
pub fn points(loaded: &Loaded, base: &Solution, each: &(dyn Fn() + Sync)) -> Vec<PointValue> {
    let points = &loaded.game.sources.points;
    let variants: Vec<Variant> = points.iter().filter_map(of_point).collect();
    let mut effects = solve_each(loaded, base, variants, each).into_iter();
    let value = |point: &Point| {
        let effect = of_point(point).and_then(|_| effects.next());
        PointValue::new(point, base, effect.as_ref())
    };
    points.iter().map(value).collect()
}

impl PointValue {
    fn new(point: &Point, base: &Solution, effect: Option<&Effect>) -> PointValue {
        let solved = effect.and_then(|effect| effect.solved.as_ref().ok());
        let wagers = solved.map_or_else(Vec::new, |other| both_ways(base, other));
        let differs = wagers.iter().any(WagerBothWays::differs);
        PointValue {
            id: point.id.clone(),
            question: point.question.clone(),
            reading: point.reading.clone(),
            alternative: point.alternative.clone(),
            set: point
                .changes()
                .into_iter()
                .map(|change| (change.path, change.value))
                .collect(),
            effect: match solved {
                None if effect.is_some() => PointEffect::NotSolved,
                None => PointEffect::NotSettable,
                Some(_) if differs => PointEffect::Values,
                Some(_) => PointEffect::NoValue,
            },
            wagers,
        }
    }

    /// The wagers whose value the other reading changes.
    pub fn changed(&self) -> impl Iterator<Item = &WagerBothWays> {
        self.wagers.iter().filter(|wager| wager.differs())
    }
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
        }));
    }
    wagers
}

/// What a side bet is worth at a stake: cut by the cap where it is, else by its pay table.
fn at_stake(wager: &WagerValue, stake: i64) -> f64 {
    let capped = wager.capped.iter().find(|capped| capped.stake_cents == stake);
    capped.map_or(wager.ev, |capped| capped.ev)
}
