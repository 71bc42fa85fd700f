//! Making a report: what is asked for, what it takes, and what may go wrong.

use croupier_rules::Money;
use croupier_rules::load::{Change, Loaded};
use croupier_rules::print::Sheet;
use croupier_solver::solution::Solution;
use croupier_solver::variants::{of_point, variants};
use croupier_solver::{SolveFault, stud};
use jiff::civil::Date;

use crate::advantages::advantages;
use crate::document::Document;
use crate::filing::{Content, Filed, Filing, Form, examples};
use crate::findings::Play;
use crate::identity::Identity;
use crate::kinds::{Findings, Told};
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
    /// How to play, on one page.
    StrategyCard,
    /// What every wager pays, on one page.
    PayCard,
}

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
    /// The simulation cannot be run so.
    #[error(transparent)]
    Simulate(#[from] croupier_simulator::Fault),
    /// The typesetter refused the report, which is a fault of this program.
    #[error("the report could not be typeset: {0}")]
    Typeset(String),
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 5] = [
        Kind::Submission,
        Kind::Memorandum,
        Kind::Par,
        Kind::StrategyCard,
        Kind::PayCard,
    ];

    /// Its name on the command line and in file names.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Submission => "submission",
            Kind::Memorandum => "memorandum",
            Kind::Par => "par",
            Kind::StrategyCard => "strategy-card",
            Kind::PayCard => "pay-card",
        }
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Kind::Submission => "Submission",
            Kind::Memorandum => "Cover memorandum",
            Kind::Par => "Par sheet",
            Kind::StrategyCard => "Strategy card",
            Kind::PayCard => "Pay card",
        }
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
