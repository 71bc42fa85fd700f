//! What a job found, wager by wager, ready to be printed or written.
//!
//! Means, deviations and errors are in units of the wager's initial stake, as the solver gives them. A hand is one starting
//! hand; rows count how hands ended (a split pair ends more than once), and their frequency is the count for each hand.

use std::collections::BTreeMap;

use croupier_table::{Outcome, WagerKind};
use serde::Serialize;

use crate::compiled::Compiled;
use crate::job::{Job, Mode, Run};
use crate::session;
use crate::tally::{Group, Slice, Sums, Tally};

/// The version of the JSON that [`Report`] is written as.
pub const SCHEMA: u32 = 1;

/// What a job found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The version of this schema.
    pub schema: u32,
    /// The game's id.
    pub game: String,
    /// Rounds played.
    pub rounds: u64,
    /// Starting hands played.
    pub hands: u64,
    /// Seats that played, one hand each.
    pub seats: u8,
    /// `fresh` or `cut-card`.
    pub shoe: &'static str,
    /// The seed.
    pub seed: u64,
    /// The generator.
    pub generator: &'static str,
    /// The strategy's name.
    pub strategy: String,
    /// The main bet on one spot, in cents.
    pub bet_cents: i64,
    /// How many spots beside the first carry the main bet.
    pub spots: u8,
    /// Whether all rounds asked for were played.
    pub complete: bool,
    /// Rounds a second.
    pub rounds_per_second: f64,
    /// The wagers: `main`, `insurance`, the side bets by their ids, and `all` of a hand together.
    pub wagers: Vec<WagerReport>,
    /// By depth in the shoe, where it was dealt to the cut card.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub depths: Vec<SliceReport>,
    /// By seat, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_seat: Vec<SliceReport>,
    /// By number of seats, where that was asked for: a job of its own for each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_seats: Vec<SeatsReport>,
    /// Sessions, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sessions: Option<SessionReport>,
}

/// One wager.
#[derive(Clone, Debug, Serialize)]
pub struct WagerReport {
    /// `main`, `insurance`, the id of a side bet, or `all`.
    pub id: String,
    /// What it is called at the table.
    pub name: String,
    /// Hands that made it.
    pub hands: u64,
    /// Its initial stake in cents (insurance: the average).
    pub stake_cents: f64,
    /// The mean gain.
    pub mean: f64,
    /// The standard error of the mean.
    pub standard_error: f64,
    /// The 95% interval.
    pub interval: [f64; 2],
    /// The standard deviation of the gain.
    pub sd: f64,
    /// The skewness of the gain.
    pub skew: f64,
    /// What is wagered in all, on average.
    pub average_wager: f64,
    /// What was wagered in all, in cents.
    pub total_wagered_cents: i128,
    /// What was gained in all, in cents.
    pub total_net_cents: i128,
    /// The exact mean, where it is known.
    pub exact: Option<f64>,
    /// How many standard errors the mean lies above the exact one.
    pub z: Option<f64>,
    /// How hands ended.
    pub rows: Vec<RowReport>,
}

/// One row of a pay table, or another way to end.
#[derive(Clone, Debug, Serialize)]
pub struct RowReport {
    /// The row.
    pub row: String,
    /// How often it came.
    pub count: u64,
    /// How often for each hand.
    pub frequency: f64,
    /// The exact probability, where it is known.
    pub exact: Option<f64>,
}

/// The main game at one depth of the shoe, or at one seat.
#[derive(Clone, Debug, Serialize)]
pub struct SliceReport {
    /// Depth: how many cards were gone at least. Seat: its number.
    pub from: u64,
    /// Depth: fewer than so many were gone. Seat: the next number.
    pub to: u64,
    /// Hands.
    pub hands: u64,
    /// The mean gain in initial bets.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
}

impl SliceReport {
    /// The 95% interval of the mean.
    pub fn interval(&self) -> [f64; 2] {
        interval(self.mean, self.standard_error)
    }
}

/// The main game with so many seats taken.
#[derive(Clone, Debug, Serialize)]
pub struct SeatsReport {
    /// How many.
    pub seats: u8,
    /// Rounds played.
    pub rounds: u64,
    /// Hands played.
    pub hands: u64,
    /// The mean gain of a hand in initial bets.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
}

impl SeatsReport {
    /// What a job with its number of seats came to.
    pub fn new(job: &Job, run: &Run) -> SeatsReport {
        let (mean, standard_error) = main_mean(job, &run.tally);
        SeatsReport {
            seats: job.seats,
            rounds: run.tally.rounds,
            hands: run.tally.rounds * u64::from(job.seats),
            mean,
            standard_error,
        }
    }

    /// The 95% interval of the mean.
    pub fn interval(&self) -> [f64; 2] {
        interval(self.mean, self.standard_error)
    }
}

/// What sessions came to, for the player of the first seat.
#[derive(Clone, Debug, Serialize)]
pub struct SessionReport {
    /// Rounds in a session.
    pub rounds: u64,
    /// Sessions finished.
    pub sessions: u64,
    /// The share of sessions that ended ahead.
    pub ahead: f64,
    /// The share that ended even.
    pub even: f64,
    /// Results in cents, by percentile.
    pub percentiles_cents: BTreeMap<u8, i64>,
    /// Deepest falls from a high point in cents, by percentile.
    pub drawdown_percentiles_cents: BTreeMap<u8, i64>,
    /// The deepest fall of all.
    pub drawdown_max_cents: i64,
    /// The bankroll in cents, if one was named.
    pub bankroll_cents: Option<i64>,
    /// The share of sessions that lost it at some time.
    pub ruin: Option<f64>,
}

/// What somebody else found exactly, to be set beside.
#[derive(Clone, Debug, Default)]
pub struct Exact {
    /// By wager id: the mean gain in initial stakes.
    pub means: BTreeMap<String, f64>,
    /// By wager id and row: the expected number for each hand.
    pub rows: BTreeMap<(String, String), f64>,
}

impl Exact {
    /// Forgets all figures of a wager.
    pub fn forget(&mut self, wager: &str) {
        self.means.remove(wager);
        self.rows.retain(|(id, _), _| id != wager);
    }
}

const PERCENTILES: [u8; 9] = [1, 5, 10, 25, 50, 75, 90, 95, 99];

impl Report {
    /// The report of a run.
    pub fn new(job: &Job, run: &Run, strategy: &str, exact: &Exact) -> Report {
        let tally = &run.tally;
        let sums = sums(job, tally);
        let rows = rows(job, tally);
        let wagers = sums
            .iter()
            .map(|(group, sums)| wager(job, tally, *group, sums, &rows, exact))
            .collect();
        Report {
            schema: SCHEMA,
            game: job.game.id.clone(),
            rounds: tally.rounds,
            hands: tally.rounds * u64::from(job.seats),
            seats: job.seats,
            shoe: if job.mode == Mode::Fresh { "fresh" } else { "cut-card" },
            seed: job.seed,
            generator: "philox4x32-10",
            strategy: strategy.to_string(),
            bet_cents: job.bets.main.cents(),
            spots: job.bets.spot_count() - 1,
            complete: tally.rounds == job.rounds,
            rounds_per_second: run.rounds_here as f64 / run.seconds.max(1e-9),
            wagers,
            depths: slices(job, &tally.depths, |place| {
                let step = job.depth_step() as u64;
                (place * step, (place + 1) * step)
            }),
            by_seat: slices(job, &tally.seats, |place| (place + 1, place + 2)),
            by_seats: Vec::new(),
            sessions: sessions(job, tally),
        }
    }
}

/// The mean of the main game in initial bets, and its standard error.
pub(crate) fn main_mean(job: &Job, tally: &Tally) -> (f64, f64) {
    let sums = sums(job, tally);
    let main = sums.get(&Group::Main).copied().unwrap_or_default();
    let unit = unit(job, Group::Main, &main);
    let spread = Spread::of(&main, unit);
    (spread.mean, standard_error(job, tally, Group::Main, &spread, unit))
}

/// The sums of every wager over all hands that made it.
pub fn sums(job: &Job, tally: &Tally) -> BTreeMap<Group, Sums> {
    let mut sums: BTreeMap<Group, Sums> = BTreeMap::new();
    let mut add = |settled: &[crate::settled::Settled], count: u64| {
        let mut hand: BTreeMap<Group, (i64, i64)> = BTreeMap::new();
        for bet in settled {
            for group in [Group::of(bet.kind), Group::All] {
                let (stake, net) = hand.entry(group).or_default();
                *stake += bet.stake;
                *net += bet.net;
            }
        }
        for (group, (stake, net)) in hand {
            sums.entry(group).or_default().add(stake, net, count);
        }
    };
    for (code, count) in tally.codes.iter().enumerate().filter(|(_, count)| **count > 0) {
        add(&job.compiled.settled_code(code as u32), *count);
    }
    let uncoded = &tally.uncoded;
    if let Compiled::TwentyOne(tables, _) = &job.compiled {
        for (digits, count) in uncoded.digits.iter().enumerate().filter(|(_, count)| **count > 0) {
            let settled: Vec<_> = tables.settled_digits(digits as u32).collect();
            for bet in settled {
                let sums = sums.entry(Group::of(bet.kind)).or_default();
                sums.add(bet.stake, bet.net, *count);
            }
        }
    }
    for (group, more) in [(Group::Main, &uncoded.main), (Group::All, &uncoded.all)] {
        if more.hands > 0 {
            sums.entry(group).or_default().merge(more);
        }
    }
    for (group, more) in &uncoded.by_round {
        sums.entry(*group).or_default().merge(more);
    }
    sums
}

/// How often each wager ended in each way.
pub fn rows(job: &Job, tally: &Tally) -> BTreeMap<(Group, Outcome), u64> {
    let mut rows = tally.uncoded.by_round_rows.clone();
    let mut add = |bet: &crate::settled::Settled, count: u64| {
        if !bet.kind.is_part_of_main() {
            *rows.entry((Group::of(bet.kind), bet.outcome)).or_default() += count;
        }
    };
    for (code, count) in tally.codes.iter().enumerate().filter(|(_, count)| **count > 0) {
        for bet in job.compiled.settled_code(code as u32) {
            add(&bet, *count);
        }
    }
    if let Compiled::TwentyOne(tables, _) = &job.compiled {
        for (leaf, count) in tally.uncoded.leaves.iter().enumerate().filter(|(_, count)| **count > 0) {
            add(&tables.leaves[leaf].bets[0], *count);
        }
        for (digits, count) in tally.uncoded.digits.iter().enumerate().filter(|(_, count)| **count > 0) {
            for bet in tables.settled_digits(digits as u32) {
                add(&bet, *count);
            }
        }
    }
    rows
}

/// Moments in units of the stake.
struct Spread {
    mean: f64,
    sd: f64,
    skew: f64,
    hands: f64,
}

impl Spread {
    fn of(sums: &Sums, unit: f64) -> Spread {
        let hands = sums.hands as f64;
        if sums.hands == 0 {
            return Spread {
                mean: 0.0,
                sd: 0.0,
                skew: 0.0,
                hands,
            };
        }
        let mean = sums.net as f64 / hands;
        // The difference is taken of whole numbers, so that nothing is lost to rounding.
        let count = i128::from(sums.hands);
        let spread = sums
            .squares
            .checked_mul(count)
            .zip(sums.net.checked_mul(sums.net))
            .map_or(
                sums.squares as f64 * hands - (sums.net as f64).powi(2),
                |(squares, net)| (squares - net) as f64,
            );
        let variance = spread / hands / (hands - 1.0).max(1.0);
        let sd = variance.max(0.0).sqrt();
        let third = sums.cubes as f64 / hands - 3.0 * mean * (sums.squares as f64 / hands) + 2.0 * mean.powi(3);
        Spread {
            mean: mean / unit,
            sd: sd / unit,
            skew: if sd > 0.0 { third / sd.powi(3) } else { 0.0 },
            hands,
        }
    }
}

fn unit(job: &Job, group: Group, sums: &Sums) -> f64 {
    let main = (job.bets.main * i64::from(job.bets.spot_count())).cents() as f64;
    match group {
        Group::Main | Group::All => main,
        Group::Side(place) => job.bets.side_stake(usize::from(place)).cents() as f64,
        Group::Insurance => sums.stake as f64 / (sums.hands as f64).max(1.0),
    }
}

/// The standard error of a mean. Hands of one round share the dealer's cards, so that rounds are what is independent.
fn standard_error(job: &Job, tally: &Tally, group: Group, spread: &Spread, unit: f64) -> f64 {
    if job.seats > 1
        && let Some(squares) = tally.round_squares.get(&group)
    {
        let rounds = tally.rounds as f64;
        let hands = spread.hands / rounds;
        let mean = spread.mean * unit * hands;
        let variance = (*squares as f64 / rounds - mean * mean).max(0.0);
        return (variance / rounds).sqrt() / hands / unit;
    }
    spread.sd / spread.hands.sqrt().max(1.0)
}

fn wager(
    job: &Job,
    tally: &Tally,
    group: Group,
    sums: &Sums,
    rows: &BTreeMap<(Group, Outcome), u64>,
    exact: &Exact,
) -> WagerReport {
    let (id, name) = names(job, group);
    let unit = unit(job, group, sums);
    let spread = Spread::of(sums, unit);
    let standard_error = standard_error(job, tally, group, &spread, unit);
    let known = exact.means.get(&id).copied();
    let kind = match group {
        Group::Side(place) => WagerKind::Side(place),
        Group::Insurance => WagerKind::Insurance,
        Group::Main | Group::All => WagerKind::Main,
    };
    let of_group = |((of, outcome), count): (&(Group, Outcome), &u64)| (*of == group).then_some((*outcome, *count));
    let rows = rows.iter().filter_map(of_group).map(|(outcome, count)| {
        let row = outcome.label(&job.game, kind);
        RowReport {
            count,
            frequency: count as f64 / spread.hands.max(1.0),
            exact: exact.rows.get(&(id.clone(), row.clone())).copied(),
            row,
        }
    });
    WagerReport {
        rows: rows.collect(),
        name,
        hands: sums.hands,
        stake_cents: unit,
        mean: spread.mean,
        standard_error,
        interval: interval(spread.mean, standard_error),
        sd: spread.sd,
        skew: spread.skew,
        average_wager: sums.stake as f64 / spread.hands.max(1.0) / unit,
        total_wagered_cents: sums.stake,
        total_net_cents: sums.net,
        exact: known,
        z: known
            .filter(|_| standard_error > 0.0)
            .map(|known| (spread.mean - known) / standard_error),
        id,
    }
}

/// The 95% interval of a mean.
fn interval(mean: f64, standard_error: f64) -> [f64; 2] {
    let half = 1.959_963_984_540_054 * standard_error;
    [mean - half, mean + half]
}

fn names(job: &Job, group: Group) -> (String, String) {
    match group {
        Group::Main => (job.game.main_bet.wager_id().to_string(), job.game.main_bet.name.clone()),
        Group::Insurance => ("insurance".to_string(), "Insurance".to_string()),
        Group::All => ("all".to_string(), "All wagers".to_string()),
        Group::Side(place) => {
            let bet = &job.game.side_bets[usize::from(place)];
            (bet.id.clone(), bet.name.clone())
        }
    }
}

fn slices(job: &Job, slices: &[Slice], bounds: impl Fn(u64) -> (u64, u64)) -> Vec<SliceReport> {
    let unit = (job.bets.main * i64::from(job.bets.spot_count())).cents() as f64;
    let report = |(place, slice): (usize, &Slice)| {
        let hands = slice.hands as f64;
        let mean = slice.net as f64 / hands;
        let variance = (slice.squares as f64 / hands - mean * mean).max(0.0);
        let (from, to) = bounds(place as u64);
        SliceReport {
            from,
            to,
            hands: slice.hands,
            mean: mean / unit,
            standard_error: (variance / hands).sqrt() / unit,
        }
    };
    let filled = slices.iter().enumerate().filter(|(_, slice)| slice.hands > 0);
    filled.map(report).collect()
}

fn sessions(job: &Job, tally: &Tally) -> Option<SessionReport> {
    let rules = job.session?;
    let found = &tally.sessions;
    let share = |count: u64| count as f64 / (found.sessions as f64).max(1.0);
    let percentiles = |counts: &BTreeMap<i64, u64>| -> BTreeMap<u8, i64> {
        let at = |percent: u8| Some((percent, session::percentile(counts, f64::from(percent) / 100.0)?));
        PERCENTILES.into_iter().filter_map(at).collect()
    };
    Some(SessionReport {
        rounds: rules.rounds,
        sessions: found.sessions,
        ahead: share(found.results.range(1..).map(|(_, count)| count).sum()),
        even: share(found.results.get(&0).copied().unwrap_or(0)),
        percentiles_cents: percentiles(&found.results),
        drawdown_percentiles_cents: percentiles(&found.drawdowns),
        drawdown_max_cents: found.drawdowns.keys().last().copied().unwrap_or(0),
        bankroll_cents: rules.bankroll,
        ruin: rules.bankroll.map(|_| share(found.ruined)),
    })
}
