//! Says how long a game will take to solve, before it is begun, and stops at an interrupt with a word.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use croupier_rules::Game;
use croupier_solver::Work;

use crate::failure::Failure;

/// What takes no longer needs no words.
const SECONDS_MIN: f64 = 5.0;

/// Where solving a game takes long, says on standard error about how long and how much memory, and sees to it that an
/// interrupt says that nothing was printed.
pub(super) fn announce(game: &Game) -> Result<(), Failure> {
    match Work::of(game) {
        Some(work) if work.seconds > SECONDS_MIN => {
            eprintln!("{}", sentence(&work));
            stop_at_interrupt()
        }
        _ => Ok(()),
    }
}

fn sentence(work: &Work) -> String {
    let time = match work.seconds {
        seconds if seconds < 90.0 => format!("{seconds:.0} seconds"),
        seconds if seconds < 5400.0 => format!("{:.0} minutes", seconds / 60.0),
        seconds => format!("{:.0} hours", seconds / 3600.0),
    };
    format!(
        "Solving this game takes about {time} of one core and {:.1} GB of memory: {:.1} million different hands. Ctrl-C stops it.",
        work.bytes / 1e9,
        work.kinds / 1e6
    )
}

fn stop_at_interrupt() -> Result<(), Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&stop))?;
    thread::spawn(move || {
        while !stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(50));
        }
        eprintln!("stopped: nothing has been printed or written");
        std::process::exit(128 + signal_hook::consts::SIGINT)
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_work_is_told_in_a_sentence() {
        let work = |seconds| Work {
            kinds: 7_125_976.0,
            seconds,
            bytes: 3.06e9,
        };
        assert_eq!(
            sentence(&work(17.5)),
            "Solving this game takes about 18 seconds of one core and 3.1 GB of memory: 7.1 million different hands. Ctrl-C stops it."
        );
        assert!(sentence(&work(600.0)).contains("about 10 minutes of"));
        assert!(sentence(&work(7200.0)).contains("about 2 hours of"));
    }
}
