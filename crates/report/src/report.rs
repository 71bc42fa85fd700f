//! Making a report: what is asked for, what it takes, and what may go wrong.

use croupier_rules::Money;
use croupier_rules::load::Loaded;
use croupier_solver::SolveFault;
use croupier_solver::solution::Solution;
use jiff::civil::Date;

use crate::document::Document;
use crate::identity::Identity;
use crate::{kinds, render};

/// The kinds of report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The game's procedures under the commission's headings.
    Submission,
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
    /// The day the report is made.
    pub date: Date,
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
    /// This program was built without the typesetter.
    #[error(
        "this build of the program has no PDF; build it with `cargo build --release --features pdf`, or choose html or markdown"
    )]
    NoPdf,
    /// The typesetter refused the report, which is a fault of this program.
    #[error("the report could not be typeset: {0}")]
    Typeset(String),
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 2] = [Kind::Submission, Kind::PayCard];

    /// Its name on the command line and in file names.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Submission => "submission",
            Kind::PayCard => "pay-card",
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
            #[cfg(feature = "pdf")]
            Format::Pdf => render::pdf(document).map_err(Fault::Typeset),
            #[cfg(not(feature = "pdf"))]
            Format::Pdf => Err(Fault::NoPdf),
        }
    }

    /// Whether this program can lay reports out so.
    pub fn check(self) -> Result<(), Fault> {
        match self {
            Format::Pdf if !cfg!(feature = "pdf") => Err(Fault::NoPdf),
            _ => Ok(()),
        }
    }
}

/// Makes a report of a game.
pub fn make(kind: Kind, loaded: &Loaded, options: &Options, steps: &dyn Steps) -> Result<Document, Fault> {
    let game = &loaded.game;
    let main = options.bet.unwrap_or(game.main_bet.lowest());
    let identity = Identity::new(game, main, options.date);
    Ok(match kind {
        Kind::Submission => kinds::submission(game, &identity, &solved(loaded, options, steps)?),
        Kind::PayCard => kinds::pay_card(game, &identity),
    })
}

fn solved(loaded: &Loaded, options: &Options, steps: &dyn Steps) -> Result<Solution, Fault> {
    steps.expect(1);
    steps.begin("solving the game");
    let solution = croupier_solver::solve(&loaded.game, options.bet)?;
    steps.done();
    Ok(solution)
}
