//! Why the program ends without success, and the exit code that says so.

use std::fmt;
use std::io;

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
    pub fn report(self) -> u8 {
        match self {
            Failure::Input(_) => {
                complain(&self);
                2
            }
            Failure::InputReported => 2,
            Failure::Other(_) => {
                complain(&self);
                1
            }
            Failure::OutputClosed => 0,
            Failure::Signal(signal) => 128 + signal,
        }
    }
}

impl fmt::Display for Failure {
    /// What is told of it.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Failure::Input(message) => f.write_str(message),
            Failure::InputReported => f.write_str("the input is wrong"),
            Failure::Other(fault) => write!(f, "{fault:#}"),
            Failure::OutputClosed => f.write_str("the output was closed"),
            Failure::Signal(signal) => write!(f, "stopped by signal {signal}"),
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

fn complain(failure: &Failure) {
    use io::Write;
    // Standard error may be closed too; then there is nobody left to tell.
    let _ = writeln!(anstream::stderr(), "\u{1b}[1;31merror:\u{1b}[0m {failure}");
}
