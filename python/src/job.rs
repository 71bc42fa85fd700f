//! A simulation: played whole, or in chunks that any process may play and any other merges.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use croupier::{Request, Simulation};
use croupier_rules::Money;
use croupier_simulator::part::Part;
use croupier_simulator::{Control, Order, Progress, Run, SessionRules};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::game::{Game, json, money};
use crate::table::Table;
use crate::work::{raised, unwatched, watched, wrong};

/// A simulation that is ready to be played.
#[pyclass(frozen, module = "croupier._native")]
pub(crate) struct Job {
    simulation: Arc<Simulation>,
}

#[pymethods]
impl Job {
    /// So many rounds of a game, played so.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "a job depends on as many things")]
    #[pyo3(signature = (game, rounds, seed, strategy, bet, spots, side, seats, cut_card, session, bankroll, gpu))]
    fn new(
        py: Python<'_>,
        game: &Game,
        rounds: u64,
        seed: u64,
        strategy: String,
        bet: Option<&str>,
        spots: u8,
        side: Vec<String>,
        seats: u8,
        cut_card: bool,
        session: Option<u64>,
        bankroll: Option<&str>,
        gpu: bool,
    ) -> PyResult<Job> {
        let bankroll = money(bankroll)?.map(Money::cents);
        let order = Order {
            bets: croupier::bets(&game.game, money(bet)?, spots, &side).map_err(raised)?,
            seats,
            cut_card,
            seed,
            rounds,
            session: session.map(|rounds| SessionRules { rounds, bankroll }),
        };
        let request = Request::new(&game.game, order, &strategy).map_err(raised)?;
        let game = Arc::clone(&game.game);
        let ready = unwatched(py, move || Simulation::new(game, request, gpu))?;
        Ok(Job {
            simulation: Arc::new(ready.map_err(raised)?),
        })
    }

    /// The job of this request, or of the request in a part.
    #[staticmethod]
    fn of(py: Python<'_>, request: &str, gpu: bool) -> PyResult<Job> {
        let request: Request = serde_json::from_str(request).map_err(wrong)?;
        let game = Arc::new(request.game().map_err(raised)?);
        let ready = unwatched(py, move || Simulation::new(game, request, gpu))?;
        Ok(Job {
            simulation: Arc::new(ready.map_err(raised)?),
        })
    }

    /// The request of the job that a part belongs to.
    #[staticmethod]
    fn request_of(name: PathBuf, part: &[u8]) -> PyResult<String> {
        json(&Part::<Request>::from_bytes(&name, part).map_err(wrong)?.request)
    }

    /// Everything that its result depends on, as JSON.
    fn request(&self) -> PyResult<String> {
        json(self.simulation.request())
    }

    /// How many chunks it has.
    fn chunks(&self) -> u64 {
        self.simulation.job().chunks()
    }

    /// How many rounds it has.
    fn rounds(&self) -> u64 {
        self.simulation.request().order.rounds
    }

    /// Plays some chunks and gives them as a part.
    #[pyo3(signature = (first, end, threads, progress))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        first: u64,
        end: u64,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let all = self.chunks();
        if first >= end || end > all {
            return Err(wrong(format!(
                "there are no chunks {first}..{end}; the job has the chunks 0..{all}"
            )));
        }
        let run = self.run_chunks(py, Some(first..end), threads, None, None, progress)?;
        let part = self.simulation.part(first..end, run).to_bytes();
        Ok(PyBytes::new(py, &part))
    }

    /// Plays the whole job: the report as JSON and text, and its lines as a table.
    #[pyo3(signature = (threads, until_se, checkpoint, progress))]
    fn run(
        &self,
        py: Python<'_>,
        threads: usize,
        until_se: Option<f64>,
        checkpoint: Option<PathBuf>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(String, String, Table)> {
        let run = self.run_chunks(py, None, threads, until_se, checkpoint, progress)?;
        self.report(py, run)
    }

    /// What the parts of this job, each with a name for messages, come to.
    fn merge(&self, py: Python<'_>, parts: Vec<(PathBuf, Vec<u8>)>) -> PyResult<(String, String, Table)> {
        let simulation = Arc::clone(&self.simulation);
        let merge = move || {
            let read = |(name, bytes): &(PathBuf, Vec<u8>)| Part::<Request>::from_bytes(name, bytes);
            let read: Result<Vec<_>, _> = parts.iter().map(read).collect();
            let names = parts.iter().map(|(name, _)| name.as_path());
            let read = read.map_err(|fault| croupier::Failure::Input(fault.to_string()))?;
            simulation.merge(names.zip(read).collect::<Vec<(&Path, _)>>())
        };
        let run = unwatched(py, merge)?.map_err(raised)?;
        self.report(py, run)
    }
}

impl Job {
    fn run_chunks(
        &self,
        py: Python,
        chunks: Option<Range<u64>>,
        threads: usize,
        until_se: Option<f64>,
        checkpoint: Option<PathBuf>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Run> {
        let simulation = Arc::clone(&self.simulation);
        let stop: Arc<AtomicBool> = Arc::default();
        let stopped = Arc::clone(&stop);
        let tell = |py: Python, far: Progress| match &progress {
            Some(progress) => progress.call1(py, (far.rounds, far.of)).map(drop),
            None => Ok(()),
        };
        let run = watched(py, &stop, tell, move |tell| {
            let control = Control {
                threads,
                stop: &stopped,
                until_se,
                checkpoint: checkpoint.as_deref(),
                progress: &mut |far| tell(*far),
            };
            let run = match chunks {
                Some(chunks) => simulation.job().run_chunks(chunks, control),
                None => simulation.job().run(control),
            };
            run.map_err(|fault| croupier::Failure::Input(fault.to_string()))
                .and_then(|run| simulation.check_gaps().map(|()| run))
        })?;
        run.map_err(raised)
    }

    fn report(&self, py: Python, run: Run) -> PyResult<(String, String, Table)> {
        let simulation = Arc::clone(&self.simulation);
        let report = unwatched(py, move || simulation.report(&run))?.map_err(raised)?;
        let text = croupier::text(self.simulation.game(), &report);
        let table = Table::new(&croupier::COLUMNS, croupier::rows(&report))?;
        let json = serde_json::to_string_pretty(&report).map_err(wrong)?;
        Ok((json, text, table))
    }
}
