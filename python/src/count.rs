//! Counting cards.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use croupier::counting::{CountPlay, CountRequest, Spread, Watch, behind_by_the_rules, behind_cut};
use croupier_rules::Money;
use pyo3::prelude::*;

use crate::game::{Game, json, money};
use crate::work::{raised, watched, wrong};

/// What a player wins who counts cards: as JSON, and as text.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "a count depends on as many things")]
#[pyo3(signature = (game, system, spread, play, bet, side, seats, penetration, bankroll, rounds, seed, threads, progress))]
pub(crate) fn count(
    py: Python<'_>,
    game: &Game,
    system: &str,
    spread: &str,
    play: &str,
    bet: Option<&str>,
    side: Vec<String>,
    seats: u8,
    penetration: Option<f64>,
    bankroll: Option<&str>,
    rounds: u64,
    seed: u64,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String)> {
    let game = Arc::clone(&game.game);
    let request = CountRequest {
        system: croupier::counting_system(system).map_err(raised)?,
        spread: spread.parse::<Spread>().map_err(wrong)?,
        play: CountPlay::named(play).ok_or_else(|| {
            wrong(format!(
                "`{play}` is no way to play by a count; choose chart, insurance or indices"
            ))
        })?,
        bets: croupier::bets(&game, money(bet)?, 0, &side).map_err(raised)?,
        seats,
        behind: penetration.map_or(behind_by_the_rules(&game), |dealt| behind_cut(&game, dealt)),
        rounds,
        seed,
        bankroll_cents: money(bankroll)?.map(Money::cents),
    };
    let stop: Arc<AtomicBool> = Arc::default();
    let stopped = Arc::clone(&stop);
    let tell = |py: Python, played: u64| match &progress {
        Some(progress) => progress.call1(py, (played, rounds)).map(drop),
        None => Ok(()),
    };
    let work = move |tell: &mut dyn FnMut(u64)| {
        let watch = Watch {
            threads,
            stop: &stopped,
            progress: tell,
        };
        let counted = croupier::counted(&game, &request, watch)?;
        let text = croupier::count_text(&game, &request, &counted);
        Ok((counted, text))
    };
    let (counted, text) = watched(py, &stop, tell, work)?.map_err(raised)?;
    Ok((json(&counted)?, text))
}
