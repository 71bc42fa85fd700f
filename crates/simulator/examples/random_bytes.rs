//! Writes the simulator's random words to standard output without end, for `dieharder -g 200` (see `docs/simulator.md`).

use std::io::Write;

use croupier_simulator::philox::{self, Purpose};

fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let key = philox::key(seed);
    let mut out = std::io::stdout().lock();
    let mut bytes = Vec::with_capacity(1 << 16);
    for round in 0_u64.. {
        // In the order the rounds of a job use them: the first block of every round.
        for word in philox::block(philox::counter(round, 0, Purpose::Fresh), key) {
            bytes.extend(word.to_le_bytes());
        }
        if bytes.len() == 1 << 16 {
            if out.write_all(&bytes).is_err() {
                return;
            }
            bytes.clear();
        }
    }
}
