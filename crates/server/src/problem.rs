//! What went wrong, for a person and for a program.

pub use crate::wire::Problem;

impl Problem {
    /// What is asked for is in an archive.
    pub fn archived() -> Problem {
        let message =
            "The round is so old that its cards are in an archive: ask the house for `croupier audit --archive`.";
        Problem::new("archived", message)
    }

    /// A problem with its fixed word and what to do about it.
    pub fn new(code: &str, message: impl Into<String>) -> Problem {
        Problem {
            code: code.to_string(),
            message: message.into(),
        }
    }

    /// The books cannot be written.
    pub fn stopped() -> Problem {
        Problem::new(
            "stopped",
            "The books cannot be written, so nothing is dealt and no bet is taken. Nothing is lost; please wait.",
        )
    }

    /// Too many have asked for something that costs the house dear.
    pub fn too_fast(what: &str) -> Problem {
        Problem::new("too-fast", format!("Too many {what}: wait a while."))
    }

    /// Nobody is signed in.
    pub fn not_signed_in() -> Problem {
        Problem::new("not-signed-in", "Sign in first, or come in as a guest.")
    }

    /// The person may not do this.
    pub fn not_allowed(what: &str) -> Problem {
        Problem::new("not-allowed", format!("Only {what} may do this."))
    }

    /// There is no such thing.
    pub fn not_found(what: &str) -> Problem {
        Problem::new("not-found", format!("There is no such {what}."))
    }
}
