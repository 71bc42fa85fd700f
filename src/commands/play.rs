//! `croupier play`: the terminal table.

use std::io::{BufWriter, IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use croupier_rules::{Money, print};
use croupier_table::{CardWords, Seed, Shoe};

use super::open::open;
use crate::args::Play;
use crate::failure::Failure;
use crate::terminal::felt;
use crate::terminal::palette::Colors;
use crate::terminal::plain::{self, Echo};
use crate::terminal::screen::Screen;
use crate::terminal::session::{Seats, Session};

/// Plays until the player leaves.
pub fn run(play: &Play) -> Result<(), Failure> {
    let game = Arc::new(open(&play.game)?.game);
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
    let session = Session::new(&game, seats, play.bankroll, Shoe::new(&game, seed)).opened_as(&play.game);
    let stdin = std::io::stdin();
    let mut out = BufWriter::new(std::io::stdout());
    if play.plain || !stdin.is_terminal() || !std::io::stdout().is_terminal() {
        let echo = if stdin.is_terminal() { Echo::Off } else { Echo::On };
        plain::run(session, stdin.lock(), &mut out, echo)?;
    } else {
        let session = session.with_cards(CardWords::Symbols);
        let sheet = print::text(&game, 74);
        let screen = Screen::new(&session, Colors::of_environment(play.four_color), &sheet);
        let session = felt::run(session, screen, Duration::from_millis(play.pace))?;
        plain::farewell(&session, &mut out)?;
    }
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
