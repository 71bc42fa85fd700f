//! Long work beside Python: the interpreter is free while it goes on, an interrupt is noticed, progress is told.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use croupier::Failure;
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;

/// How often an interrupt is looked for.
const PATIENCE: Duration = Duration::from_millis(50);

/// As much as the main thread of a program has.
const STACK: usize = 16 << 20;

/// What long work tells the thread that waits for it.
enum News<P, T> {
    Progress(P),
    Done(T),
}

/// Does the work on a thread of its own. An interrupt raises `stop` and ends the waiting; work that does not look at
/// `stop` goes on unheard.
pub(crate) fn watched<P, T>(
    py: Python,
    stop: &Arc<AtomicBool>,
    mut progress: impl FnMut(Python, P) -> PyResult<()>,
    work: impl FnOnce(&mut dyn FnMut(P)) -> T + Send + 'static,
) -> PyResult<T>
where
    P: Send + 'static,
    T: Send + 'static,
{
    let (tell, mut news) = mpsc::channel();
    thread::Builder::new().stack_size(STACK).spawn(move || {
        // Nobody listens any more after an interrupt.
        let found = work(&mut |progress| drop(tell.send(News::Progress(progress))));
        let _ = tell.send(News::Done(found));
    })?;
    loop {
        let heard;
        (news, heard) = py.detach(move || {
            let heard = news.recv_timeout(PATIENCE);
            (news, heard)
        });
        let told = match heard {
            Ok(News::Done(found)) => return Ok(found),
            Ok(News::Progress(far)) => progress(py, far).and_then(|()| py.check_signals()),
            Err(RecvTimeoutError::Timeout) => py.check_signals(),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err(
                    "this is a mistake of Croupier; please report what you did",
                ));
            }
        };
        if let Err(interrupt) = told {
            stop.store(true, Ordering::Relaxed);
            return Err(interrupt);
        }
    }
}

/// The same for work that tells no progress and does not stop before it is done.
pub(crate) fn unwatched<T: Send + 'static>(py: Python, work: impl FnOnce() -> T + Send + 'static) -> PyResult<T> {
    watched(py, &Arc::default(), |_, (): ()| Ok(()), |_| work())
}

/// A failure as an exception with the same sentence: wrong input is `croupier.InputError`.
pub(crate) fn raised(failure: Failure) -> PyErr {
    match failure {
        Failure::Input(message) => wrong(message),
        other => PyOSError::new_err(other.to_string()),
    }
}

/// Wrong input, with what is wrong and what to do.
pub(crate) fn wrong(message: impl ToString) -> PyErr {
    let message = message.to_string();
    Python::attach(|py| {
        let kind = py
            .import("croupier.errors")
            .and_then(|module| module.getattr("InputError"));
        match kind.and_then(|kind| kind.call1((message,))) {
            Ok(error) => PyErr::from_value(error),
            Err(fault) => fault,
        }
    })
}
