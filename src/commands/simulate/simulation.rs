//! A simulation that is ready to be played: the command line and the Python package play, cut up and merge the same one.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use croupier_rules::Game;
use croupier_simulator::part::{self, Part};
use croupier_simulator::{Fault, Job, Report, Run, gpu};
use self_cell::self_cell;

use super::request::Request;
use super::strategies::Player;
use crate::failure::Failure;

/// A simulation that is ready to be played.
pub struct Simulation {
    compiled: Compiled,
}

/// What a job is made from.
struct Makings {
    request: Request,
    game: Arc<Game>,
    player: Player,
}

self_cell!(
    /// A job and the player it borrows.
    struct Compiled {
        owner: Makings,
        #[covariant]
        dependent: Job,
    }
);

impl Simulation {
    /// Solves what has to be known and compiles it. What is wrong with the order or with the machine is told before that.
    pub fn new(game: Arc<Game>, request: Request, on_gpu: bool) -> Result<Simulation, Failure> {
        request.order.check(&game).map_err(failure)?;
        if on_gpu {
            gpu::check(&request.order).map_err(failure)?;
        }
        let player = request.player(&game)?;
        let makings = Makings { request, game, player };
        let mut compiled = Compiled::try_new(makings, |makings| {
            Job::new(&makings.game, &makings.player, &makings.request.order).map_err(failure)
        })?;
        if on_gpu {
            compiled.with_dependent_mut(|_, job| job.use_gpu()).map_err(failure)?;
        }
        let simulation = Simulation { compiled };
        simulation.check_gaps()?;
        Ok(simulation)
    }

    /// What was asked for.
    pub fn request(&self) -> &Request {
        &self.compiled.borrow_owner().request
    }

    /// The job.
    pub fn job(&self) -> &Job<'_> {
        self.compiled.borrow_dependent()
    }

    /// Whether the player was asked for a hand that its file does not have.
    pub fn check_gaps(&self) -> Result<(), Failure> {
        let makings = self.compiled.borrow_owner();
        makings.player.check_gaps(makings.request.strategy())
    }

    /// What a run of these chunks has come to, as a part.
    pub fn part(&self, chunks: Range<u64>, run: Run) -> Part<Request> {
        Part::new(self.job(), self.request().clone(), chunks, run)
    }

    /// What the whole job has come to, from its parts with the paths they came from.
    pub fn merge(&self, parts: Vec<(&Path, Part<Request>)>) -> Result<Run, Failure> {
        part::merge(self.job(), parts).map_err(failure)
    }

    /// What a run found, beside the exact figures.
    pub fn report(&self, run: &Run) -> Result<Report, Failure> {
        let makings = self.compiled.borrow_owner();
        makings.request.report(self.job(), &makings.game, &makings.player, run)
    }

    /// The game that is played.
    pub fn game(&self) -> &Arc<Game> {
        &self.compiled.borrow_owner().game
    }

    /// Who plays.
    pub(super) fn player(&self) -> &Player {
        &self.compiled.borrow_owner().player
    }
}

/// A fault of the order is the user's; a fault of a file is the system's.
pub(in crate::commands) fn failure(fault: Fault) -> Failure {
    match fault {
        Fault::File { .. } => Failure::Other(fault.into()),
        fault => Failure::Input(fault.to_string()),
    }
}
