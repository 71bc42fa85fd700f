//! The program `croupier`.
fn main() {}
