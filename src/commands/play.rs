//! `croupier play`: the terminal table.

use std::io::{IsTerminal, Write};

use croupier_rules::Money;
use croupier_table::Seed;

use super::open::open;
use crate::args::Play;
use crate::failure::Failure;
use crate::terminal::plain::{self, Echo};
use crate::terminal::session::{Seats, Session};

/// Plays until the player leaves.
pub fn run(play: &Play) -> Result<(), Failure> {
    let game = open(&play.game)?;
    let seats = seats(play, game.table.seats)?;
    if play.bankroll < game.main_bet.lowest() || play.bankroll > Money::from_dollars(1_000_000_000) {
        return Err(Failure::Input(format!(
            "a bankroll of {} does not do; bring {} to $1,000,000,000",
            play.bankroll,
            game.main_bet.lowest()
        )));
    }
    let seed = match play.seed {
        Some(seed) => seed,
        None => Seed::from_system().map_err(|fault| Failure::Other(fault.into()))?,
    };
    let session = Session::new(&game, seats, play.bankroll, seed);
    let (stdin, stdout) = (std::io::stdin(), std::io::stdout());
    let echo = if stdin.is_terminal() { Echo::Off } else { Echo::On };
    let mut out = std::io::BufWriter::new(stdout.lock());
    plain::run(session, stdin.lock(), &mut out, echo)?;
    if play.seed.is_none() {
        writeln!(out, "The seed was {seed}; `--seed` deals the same cards again.")?;
    }
    out.flush()?;
    Ok(())
}

fn seats(play: &Play, at_table: u8) -> Result<Seats, Failure> {
    if play.seats > at_table {
        return Err(Failure::Input(format!(
            "--seats {}: this table has {at_table} seats",
            play.seats
        )));
    }
    if play.seat > play.seats {
        return Err(Failure::Input(format!(
            "--seat {}: seats 1 to {} are taken, yours among them; take one of those or raise --seats",
            play.seat, play.seats
        )));
    }
    Ok(Seats {
        taken: play.seats,
        yours: play.seat,
    })
}
