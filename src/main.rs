//! The program `croupier`.

use std::process::ExitCode;

/// What a thread has freed goes back to the system, so that the memory of a server stays what it uses.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    croupier::main_with(std::env::args_os().collect()).into()
}
