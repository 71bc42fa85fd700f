//! A game played by somebody who counts cards: the solver finds the play, the simulator plays it.

mod spread;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use croupier_rules::game::Shuffled;
use croupier_rules::{Family, Game};
use croupier_simulator::counting::{BetStep, CountJob, CountOrder, CountReport, PlayStep};
use croupier_solver::counting::{Indices, Reference, WagerByCount, insurance_index, side_bets_by_count};
use croupier_solver::pack::Pack;
use croupier_solver::single_card::CardBook;
use croupier_solver::twenty_one::chart::Chart;
use croupier_solver::twenty_one::full_shoe;
use croupier_table::counting::System;
use croupier_table::{Action, ActionKind, FirstOffer, HandWagers, Situation, Strategy};
use serde::Serialize;

use crate::report::Fault;
pub use spread::{NotASpread, Spread};

/// How far below and above the counts at which a bet rises something is looked for.
const BEYOND: [i32; 2] = [6, 8];

/// What a counter is asked to do.
#[derive(Clone, Debug)]
pub struct CountRequest {
    /// The counting system.
    pub system: System,
    /// How the main bet follows the count.
    pub spread: Spread,
    /// How the play does.
    pub play: CountPlay,
    /// The bets of one hand: the main bet is the unit of the spread.
    pub bets: HandWagers,
    /// How many seats play, one hand each.
    pub seats: u8,
    /// Cards behind the cut card.
    pub behind: usize,
    /// How many rounds.
    pub rounds: u64,
    /// The seed.
    pub seed: u64,
    /// The bankroll in cents, for its risk of ruin.
    pub bankroll_cents: Option<i64>,
}

/// How play follows the count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountPlay {
    /// Not at all: the chart of the full shoe, and no insurance.
    Chart,
    /// The chart of the full shoe; insurance when the count says so.
    Insurance,
    /// Every index play.
    Indices,
}

impl CountPlay {
    /// Every way.
    pub const ALL: [CountPlay; 3] = [CountPlay::Chart, CountPlay::Insurance, CountPlay::Indices];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            CountPlay::Chart => "chart",
            CountPlay::Insurance => "insurance",
            CountPlay::Indices => "indices",
        }
    }

    /// What it is, in a line.
    pub fn about(self) -> &'static str {
        match self {
            CountPlay::Chart => "Not at all: the chart of the full shoe, and no insurance",
            CountPlay::Insurance => "The chart of the full shoe; insurance when the count says so",
            CountPlay::Indices => "Every play that changes with the count, found by the solver first",
        }
    }

    /// The way of this name.
    pub fn named(name: &str) -> Option<CountPlay> {
        CountPlay::ALL.into_iter().find(|play| play.name() == name)
    }
}

/// How a run is watched. Nothing here changes what is counted.
pub struct Watch<'a> {
    /// How many threads; 0 for as many as the machine has.
    pub threads: usize,
    /// Set by somebody who wants it to stop.
    pub stop: &'a AtomicBool,
    /// Told how many rounds are played.
    pub progress: &'a mut dyn FnMut(u64),
}

/// A game counted.
#[derive(Clone, Debug, Serialize)]
pub struct Counted {
    /// What the simulator found.
    #[serde(flatten)]
    pub report: CountReport,
    /// How play followed the count.
    pub play: CountPlay,
    /// Index plays, where they were asked for.
    pub index_plays: Vec<croupier_solver::counting::IndexPlay>,
    /// The least count at which insurance gains.
    pub insurance_index: Option<f64>,
    /// What every side bet of the game is worth by count, found by the solver.
    pub side_bets: Vec<WagerByCount>,
}

/// Counts a game.
pub fn count(game: &Arc<Game>, request: &CountRequest, watch: Watch) -> Result<Counted, Fault> {
    Counter::new(game, request)?.count(request, watch)
}

/// Somebody who knows how to play a game by a count, whatever the spread and the cut card.
pub struct Counter {
    game: Arc<Game>,
    players: Players,
    side_bets: Vec<WagerByCount>,
}

impl Counter {
    /// Finds the play for the system, the play and the main bet of a request.
    pub fn new(game: &Arc<Game>, request: &CountRequest) -> Result<Counter, Fault> {
        if game.shoe.shuffled == Shuffled::EveryRound {
            return Err(croupier_simulator::Fault::NothingToCount.into());
        }
        let reference = Reference::half_way(&request.system, &game.deck, request.behind);
        Ok(Counter {
            game: Arc::clone(game),
            players: Players::new(game, request, &reference)?,
            side_bets: side_bets_by_count(game, request.bets.main, &reference, searched(&request.system)),
        })
    }

    /// Plays a request with the same system, play and main bet.
    pub fn count(&self, request: &CountRequest, watch: Watch) -> Result<Counted, Fault> {
        let job = CountJob::new(&self.game, order(request, self.players.steps()))?;
        let run = job.run(watch.threads, watch.stop, watch.progress)?;
        let indices = self.players.indices.as_ref();
        Ok(Counted {
            report: CountReport::new(&job, &run, request.bankroll_cents),
            play: request.play,
            index_plays: indices.map_or(Vec::new(), |indices| indices.plays.clone()),
            insurance_index: self.players.insurance,
            side_bets: self.side_bets.clone(),
        })
    }
}

fn order<'a>(request: &'a CountRequest, plays: Vec<PlayStep<'a>>) -> CountOrder<'a> {
    let step = |(from, units): (i32, u32)| BetStep {
        from,
        bets: HandWagers {
            main: request.bets.main * i64::from(units.max(1)),
            ..request.bets.clone()
        },
        sits_out: units == 0,
    };
    CountOrder {
        system: &request.system,
        bets: request.spread.steps(&request.system).into_iter().map(step).collect(),
        plays,
        seats: request.seats,
        behind: request.behind,
        seed: request.seed,
        rounds: request.rounds,
    }
}

/// The counts at which plays and bets are looked for.
fn searched(system: &System) -> std::ops::RangeInclusive<i32> {
    let [from, to] = system.rises();
    from - BEYOND[0]..=to + BEYOND[1]
}

/// Who plays at which count.
struct Players {
    /// From these counts on.
    players: Vec<(i32, Player)>,
    indices: Option<Indices>,
    insurance: Option<f64>,
}

/// Who plays.
enum Player {
    Chart {
        chart: Box<Chart>,
        insures: bool,
    },
    /// By how the first cards stand, as is best off the full shoe.
    Rule(Box<CardBook>),
    /// In games in which there is nothing to choose.
    Idle(FirstOffer),
}

impl Players {
    fn new(game: &Game, request: &CountRequest, reference: &Reference) -> Result<Players, Fault> {
        let main = request.bets.main;
        let rules = match &game.family {
            Family::TwentyOne(rules) => rules,
            Family::Baccarat(_) => return Ok(Players::always(Player::Idle(FirstOffer))),
            Family::SingleCard(rules) => {
                let rule = CardBook::rule(rules, &Pack::fresh(&game.deck), main);
                return Ok(Players::always(Player::Rule(Box::new(rule))));
            }
            Family::Stud(_) => return Err(Fault::NotCounted(game.name.clone())),
        };
        let no_chart = || Fault::NothingToChoose(game.name.clone());
        let base = Chart::best(game, main, &full_shoe(game)).ok_or_else(no_chart)?;
        let found = match request.play {
            CountPlay::Indices => Indices::find(game, main, reference, searched(&request.system)),
            CountPlay::Chart | CountPlay::Insurance => None,
        };
        let insurance = rules
            .insurance
            .as_ref()
            .and_then(|insurance| insurance_index(insurance, reference));
        let followed = match (&found, request.play) {
            (Some(found), _) => found.clone(),
            (None, CountPlay::Chart) => Indices::none(),
            (None, _) => Indices {
                insurance,
                ..Indices::none()
            },
        };
        let mut counts = followed.counts();
        counts.insert(0, counts.first().map_or(0, |first| first - 1));
        let player = |count: i32| {
            let chart = Box::new(followed.chart(&base, count));
            let insures = followed.insures(count);
            (count, Player::Chart { chart, insures })
        };
        Ok(Players {
            players: counts.into_iter().map(player).collect(),
            indices: found,
            insurance,
        })
    }

    /// One who plays alike at every count.
    fn always(player: Player) -> Players {
        Players {
            players: vec![(0, player)],
            indices: None,
            insurance: None,
        }
    }

    fn steps(&self) -> Vec<PlayStep<'_>> {
        let players = self.players.iter();
        let steps = players.map(|(from, player)| PlayStep {
            from: *from,
            strategy: player,
        });
        steps.collect()
    }
}

impl Strategy for Player {
    fn choose(&self, game: &Game, situation: &Situation) -> Action {
        let (chart, insures) = match self {
            Player::Chart { chart, insures } => (chart, *insures),
            Player::Rule(rule) => return rule.choose(game, situation),
            Player::Idle(player) => return player.choose(game, situation),
        };
        let offered = |kind: ActionKind| situation.offers.iter().find(|offer| offer.kind == kind);
        let insurance = offered(ActionKind::Insurance).or_else(|| offered(ActionKind::EvenMoney));
        match insurance.filter(|_| insures) {
            Some(offer) => offer.in_full(),
            None => chart.choose(game, situation),
        }
    }
}

/// Cards behind the cut card when this share of the shoe is dealt.
pub fn behind_cut(game: &Game, dealt: f64) -> usize {
    let size = game.deck.size() as f64;
    (size * (1.0 - dealt)).round() as usize
}

/// Cards behind the cut card by the rules of the game; none where it is shuffled for every round.
pub fn behind_by_the_rules(game: &Game) -> usize {
    game.shoe.cut_card.map_or(0, |depth| depth.cards(&game.deck))
}
