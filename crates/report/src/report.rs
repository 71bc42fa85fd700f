//! Making a report: what is asked for, what it takes, and what may go wrong.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use croupier_rules::game::Shuffled;
use croupier_rules::load::{Change, Loaded};
use croupier_rules::print::Sheet;
use croupier_rules::{Game, Money};
use croupier_simulator::Compiled;
use croupier_solver::effects as removal;
use croupier_solver::solution::Solution;
use croupier_solver::variants::{of_point, variants};
use croupier_solver::{SolveFault, stud};
use croupier_table::HandWagers;
use croupier_table::counting::System;
use jiff::civil::Date;

use crate::advantages::advantages;
use crate::counting::{CountPlay, CountRequest, Counter, Spread, Watch, behind_by_the_rules, behind_cut};
use crate::document::Document;
use crate::filing::{Content, Filed, Filing, Form, examples};
use crate::findings::Play;
use crate::identity::Identity;
use crate::kinds::{CountTrial, Findings, Guarded, Told};
use crate::par::{best_play, check, exposures};
use crate::points::points;
use crate::sensitivity::effects;
use crate::{kinds, render};

/// The kinds of report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The game under the headings of a regulation, with annexes.
    Submission,
    /// What accompanies it: open points, what the rules give away.
    Memorandum,
    /// The mathematics of the game.
    Par,
    /// What counting cards and other knowledge win.
    Protection,
    /// How to play, on one page.
    StrategyCard,
    /// What every wager pays, on one page.
    PayCard,
}

/// Every kind with its name on the command line and in file names, what people call it, and what it is in a line.
const KINDS: [(Kind, &str, &str, &str); 6] = [
    (
        Kind::Submission,
        "submission",
        "Submission",
        "A filing for a commission: request, the game under the headings of a regulation, par sheet and house procedures annexed",
    ),
    (
        Kind::Memorandum,
        "memorandum",
        "Cover memorandum",
        "What goes with a filing and not into it: open points with the reading filed, what the rules give away",
    ),
    (
        Kind::Par,
        "par",
        "Par sheet",
        "The mathematics of the game: edges, spreads, outcome tables, sensitivity, exposures, simulation",
    ),
    (
        Kind::Protection,
        "protection",
        "Game protection",
        "What counting cards wins by cut card and spread, at which counts, and what else knowledge wins",
    ),
    (
        Kind::StrategyCard,
        "strategy-card",
        "Strategy card",
        "How to play, on one page",
    ),
    (
        Kind::PayCard,
        "pay-card",
        "Pay card",
        "What every wager pays, on one page",
    ),
];

/// How a report is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Markdown.
    Markdown,
    /// One self-contained HTML file.
    Html,
    /// Typeset pages.
    Pdf,
}

/// What a report is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The main bet; the lowest if left out.
    pub bet: Option<Money>,
    /// What was changed in the rules file to make the game, as the report says.
    pub changes: Vec<Change>,
    /// The day the report is made.
    pub date: Date,
    /// What a par sheet is tried with.
    pub trial: Trial,
    /// How a submission is filed.
    pub filing: Filing,
}

/// What a par sheet is tried with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Rounds an hour at one seat, for the win per hour.
    pub pace: u32,
    /// Rounds of the simulation that checks the exact figures.
    pub rounds: u64,
    /// Its seed.
    pub seed: u64,
}

impl Default for Trial {
    fn default() -> Trial {
        Trial {
            pace: 60,
            rounds: 4_000_000,
            seed: 1,
        }
    }
}

/// Told how far a report is.
pub trait Steps: Sync {
    /// So many more steps are to be done.
    fn expect(&self, steps: u64);
    /// What is being done now.
    fn begin(&self, what: &str);
    /// One step is done.
    fn done(&self);
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The game cannot be solved so.
    #[error(transparent)]
    Solve(#[from] SolveFault),
    /// A game in which nobody has anything to choose.
    #[error("there is nothing to choose in {0}, so there is no strategy card of it")]
    NothingToChoose(String),
    /// A game of poker from a shoe that is dealt to its cut card.
    #[error("counting is computed for games of 21, of baccarat and of single cards; {0} is none of them")]
    NotCounted(String),
    /// The simulation cannot be run so.
    #[error(transparent)]
    Simulate(#[from] croupier_simulator::Fault),
    /// The typesetter refused the report, which is a fault of this program.
    #[error("the report could not be typeset: {0}")]
    Typeset(String),
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; KINDS.len()] = {
        let mut all = [Kind::Submission; KINDS.len()];
        let mut place = 0;
        while place < KINDS.len() {
            all[place] = KINDS[place].0;
            place += 1;
        }
        all
    };

    /// Its name on the command line and in file names.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        self.row().2
    }

    /// What it is, in a line.
    pub fn about(self) -> &'static str {
        self.row().3
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    fn row(self) -> &'static (Kind, &'static str, &'static str, &'static str) {
        let row = KINDS.iter().find(|(kind, ..)| *kind == self);
        row.expect("every kind has a row")
    }
}

impl Format {
    /// How file names of this format end.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Markdown => "md",
            Format::Html => "html",
            Format::Pdf => "pdf",
        }
    }

    /// Lays a report out.
    pub fn lay_out(self, document: &Document) -> Result<Vec<u8>, Fault> {
        match self {
            Format::Markdown => Ok(render::markdown(document).into_bytes()),
            Format::Html => Ok(render::html(document).into_bytes()),
            Format::Pdf => render::pdf(document).map_err(Fault::Typeset),
        }
    }
}

/// Makes a report of a game.
pub fn make(kind: Kind, loaded: &Loaded, options: &Options, steps: &dyn Steps) -> Result<Document, Fault> {
    let game = &loaded.game;
    let main = checked_bet(loaded, options)?;
    let identity = Identity::new(loaded, &options.changes, main, options.date);
    match kind {
        Kind::Submission => submission(loaded, options, &identity, steps),
        Kind::Memorandum => {
            let told = told(loaded, options, steps)?;
            Ok(kinds::memorandum(game, &identity, &told))
        }
        Kind::Protection => {
            let found = guarded(loaded, options, steps)?;
            Ok(kinds::protection(game, &identity, &found))
        }
        Kind::PayCard => Ok(kinds::pay_card(game, &identity)),
        Kind::StrategyCard => strategy_card(loaded, &identity, steps),
        Kind::Par => {
            let found = findings(loaded, options, steps)?;
            Ok(kinds::par(game, &identity, &found, options.trial.pace))
        }
    }
}

fn submission(loaded: &Loaded, options: &Options, identity: &Identity, steps: &dyn Steps) -> Result<Document, Fault> {
    let (game, trial) = (&loaded.game, options.trial);
    let solution = solved(loaded, options, steps)?;
    steps.expect(2);
    let checked = Step("simulating", steps).around(|| check(game, &solution, trial.rounds, trial.seed))?;
    let examples = Step("dealing examples", steps).around(|| match options.filing.form {
        Form::Massachusetts => examples(game, identity.bet, &*best_play(game, identity.bet)),
        Form::NewHampshire | Form::Pennsylvania => Vec::new(),
    });
    let filed = Filed {
        content: Content {
            game,
            sheet: Sheet::of(game),
            solution: &solution,
            procedures: &options.filing.procedures,
        },
        filing: &options.filing,
        identity,
        checked: &checked,
        examples: &examples,
        pace: trial.pace,
    };
    Ok(filed.document())
}

fn told(loaded: &Loaded, options: &Options, steps: &dyn Steps) -> Result<Told, Fault> {
    let solution = solved(loaded, options, steps)?;
    let open = loaded.game.sources.points.iter().filter_map(of_point).count();
    steps.expect((1 + variants(&loaded.game).len() + open) as u64);
    steps.begin("reading every open point both ways");
    let points = points(loaded, &solution, &|| steps.done());
    steps.begin("changing every rule");
    let effects = effects(loaded, &solution, &|| steps.done());
    let advantages =
        Step("looking for what the rules give away", steps).around(|| advantages(loaded, &solution, &effects));
    Ok(Told {
        solution,
        points,
        effects,
        advantages,
    })
}

/// The shares of the shoe that are dealt and the spreads that are tried beside the game's own cut card and 1 to 8.
const DEALT: [f64; 3] = [0.5, 0.67, 0.83];
const SPREADS: [[u32; 2]; 3] = [[1, 1], [1, 4], [1, 12]];

fn guarded(loaded: &Loaded, options: &Options, steps: &dyn Steps) -> Result<Guarded, Fault> {
    let solution = solved(loaded, options, steps)?;
    let (game, main) = (Arc::new(loaded.game.clone()), Money::from_cents(solution.bet_cents));
    steps.expect(2);
    let exposures = Step("looking for exposures", steps).around(|| exposures(&game, &solution, options.trial.seed));
    let systems = System::NAMES
        .map(System::named)
        .into_iter()
        .flatten()
        .collect::<Vec<_>>();
    let effects = Step("removing every card", steps).around(|| match game.shoe.shuffled {
        Shuffled::AtCutCard => removal::effects(&game, main, &systems),
        Shuffled::EveryRound => None,
    });
    Ok(Guarded {
        trials: trials(&game, main, &systems[0], options.trial, steps)?,
        solution,
        effects,
        exposures,
    })
}

/// The game counted by its own cut card and others, with one spread and others; nothing for a game that is shuffled every round
/// or that no play by a count is known for.
fn trials(
    game: &Arc<Game>,
    main: Money,
    system: &System,
    trial: Trial,
    steps: &dyn Steps,
) -> Result<Vec<CountTrial>, Fault> {
    if game.shoe.shuffled == Shuffled::EveryRound || game.stud().is_some() {
        return Ok(Vec::new());
    }
    let own = behind_by_the_rules(game);
    let most = game.main_bet.highest().cents() / main.cents().max(1);
    let spread =
        |[least, most_units]: [u32; 2]| Spread::Between(least, most_units.min(u32::try_from(most).unwrap_or(u32::MAX)));
    let mut cases = vec![(own, spread([1, 8]))];
    cases.extend(SPREADS.map(|units| (own, spread(units))));
    cases.extend(DEALT.map(|dealt| (behind_cut(game, dealt), spread([1, 8]))));
    steps.expect(cases.len() as u64);
    let bets = HandWagers {
        main,
        spots: 0,
        side: Vec::new(),
    };
    // What no tables can play takes four times as long at the least.
    let rounds = trial.rounds
        / if Compiled::is_left_to_the_round(game, &bets) {
            4
        } else {
            1
        };
    let request = |(behind, spread): &(usize, Spread)| CountRequest {
        system: system.clone(),
        spread: spread.clone(),
        play: CountPlay::Insurance,
        bets: bets.clone(),
        seats: 1,
        behind: *behind,
        rounds: rounds.max(1),
        seed: trial.seed,
        bankroll_cents: None,
    };
    // A true count means the same at any depth, so that one counter plays at every cut card.
    let counter = Counter::new(game, &request(&cases[0]))?;
    let stop = AtomicBool::new(false);
    let run = |case: (usize, Spread)| {
        let watch = Watch {
            threads: 0,
            stop: &stop,
            progress: &mut |_| {},
        };
        let counted = Step("counting cards", steps).around(|| counter.count(&request(&case), watch))?;
        let spread = case.1.to_string();
        Ok(CountTrial { spread, counted })
    };
    cases.into_iter().map(run).collect()
}

fn strategy_card(loaded: &Loaded, identity: &Identity, steps: &dyn Steps) -> Result<Document, Fault> {
    let (game, main) = (&loaded.game, identity.bet);
    if game.baccarat().is_some() {
        return Err(Fault::NothingToChoose(game.name.clone()));
    }
    steps.expect(1);
    steps.begin("finding a chart");
    let card = match crate::chart::best(game, main) {
        Some((chart, worth)) => kinds::strategy_card_of_twenty_one(game, identity, &chart, &worth),
        None => {
            let strategy = stud::simple(game, Some(main)).map_err(SolveFault::from)?;
            kinds::strategy_card_of_stud(game, identity, &strategy)
        }
    };
    steps.done();
    Ok(card)
}

fn findings(loaded: &Loaded, options: &Options, steps: &dyn Steps) -> Result<Findings, Fault> {
    let (game, trial) = (&loaded.game, options.trial);
    let solution = solved(loaded, options, steps)?;
    let main = Money::from_cents(solution.bet_cents);
    steps.expect(4 + variants(game).len() as u64);
    // Each of these has stretches that only one core can work on, so they are worked out beside each other.
    let (effects, (play, (exposures, checked))) = rayon::join(
        || {
            steps.begin("changing every rule");
            effects(loaded, &solution, &|| steps.done())
        },
        || {
            let play = || Step("finding the best play", steps).around(|| Play::of(game, main));
            let exposed = || Step("looking for exposures", steps).around(|| exposures(game, &solution, trial.seed));
            let checked = || Step("simulating", steps).around(|| check(game, &solution, trial.rounds, trial.seed));
            rayon::join(play, || rayon::join(exposed, checked))
        },
    );
    let (play, checked) = (play?, checked?);
    let advantages =
        Step("looking for what the rules give away", steps).around(|| advantages(loaded, &solution, &effects));
    Ok(Findings {
        solution,
        play,
        effects,
        advantages,
        exposures,
        checked,
    })
}

/// One step of a report, told when it begins and when it is done.
struct Step<'a>(&'a str, &'a dyn Steps);

impl Step<'_> {
    fn around<T>(self, work: impl FnOnce() -> T) -> T {
        self.1.begin(self.0);
        let done = work();
        self.1.done();
        done
    }
}

fn solved(loaded: &Loaded, options: &Options, steps: &dyn Steps) -> Result<Solution, Fault> {
    steps.expect(1);
    steps.begin("solving the game");
    let mut solution = croupier_solver::solve(&loaded.game, options.bet)?;
    if options.bet.is_none() {
        solution.by_bet = croupier_solver::every_bet(&loaded.game, &solution)?;
    }
    steps.done();
    Ok(solution)
}

/// The main bet asked for, if it is allowed, or the lowest.
fn checked_bet(loaded: &Loaded, options: &Options) -> Result<Money, Fault> {
    let limits = &loaded.game.main_bet;
    let amount = options.bet.unwrap_or(limits.lowest());
    if limits.allows(amount) {
        return Ok(amount);
    }
    Err(Fault::Solve(SolveFault::Bet {
        name: limits.name.clone(),
        amount,
        allowed: limits.allowed(),
    }))
}
