//! Why the program ends without success, and the exit code that says so.

use std::io;
use std::process::ExitCode;

/// Why the program ends without success.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong; the message says what, where, and what to do. Exit code 2.
    Input(String),
    /// The input is wrong and everything has been said on standard output already. Exit code 2.
    InputReported,
    /// Something else went wrong: a file, the terminal, the operating system. Exit code 1.
    Other(anyhow::Error),
    /// Whoever read the output has closed it, which is no fault. Exit code 0.
    OutputClosed,
    /// A signal ended it. Exit code 128 and the number of the signal: 130 for an interrupt.
    Signal(u8),
}

impl Failure {
    /// Tells the user and gives the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Input(message) => {
                complain(&message);
                ExitCode::from(2)
            }
            Failure::InputReported => ExitCode::from(2),
            Failure::Other(fault) => {
                complain(&format!("{fault:#}"));
                ExitCode::from(1)
            }
            Failure::OutputClosed => ExitCode::SUCCESS,
            Failure::Signal(signal) => ExitCode::from(128 + signal),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(fault: io::Error) -> Failure {
        if fault.kind() == io::ErrorKind::BrokenPipe {
            Failure::OutputClosed
        } else {
            Failure::Other(fault.into())
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(fault: anyhow::Error) -> Failure {
        Failure::Other(fault)
    }
}

fn complain(message: &str) {
    use io::Write;
    // Standard error may be closed too; then there is nobody left to tell.
    let _ = writeln!(anstream::stderr(), "\u{1b}[1;31merror:\u{1b}[0m {message}");
}
