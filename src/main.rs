//! The program `croupier`.

use std::process::ExitCode;

fn main() -> ExitCode {
    croupier::main_with(std::env::args_os().collect()).into()
}
