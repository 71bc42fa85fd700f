//! The Python package `croupier`, as far as it is Rust: texts, bytes and arrays go in and out; `croupier/` gives them their
//! Python shape.

mod cards;
mod count;
mod environments;
mod episode;
mod game;
mod job;
mod menu;
mod round;
mod table;
mod work;

/// What the package is made of. Use `croupier` itself.
#[pyo3::pymodule]
mod _native {
    use std::ffi::OsString;

    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::count::count;
    #[pymodule_export]
    use crate::environments::Environments;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::job::Job;
    #[pymodule_export]
    use crate::round::Round;
    #[pymodule_export]
    use crate::table::Table;

    /// The ids of the games that come with the package.
    #[pyfunction]
    fn games() -> Vec<&'static str> {
        croupier_rules::load::ids().collect()
    }

    /// Runs the program `croupier` with these words of a command line and gives its exit code.
    #[pyfunction]
    fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
        py.detach(|| croupier::main_with(words))
    }
}
