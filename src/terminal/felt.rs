//! The terminal itself: raw mode and the alternate screen while the table is up, everything as it was afterwards.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crossterm::event::{self, Event, KeyEventKind};
use ratatui::DefaultTerminal;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::draw::draw;
use super::save::save;
use super::screen::{Outside, Screen};
use super::session::{Phase, Session};
use crate::failure::Failure;

/// How often the table looks for a signal while nothing happens.
const WATCH: Duration = Duration::from_millis(100);

/// Plays on the felt until the player leaves. The terminal is restored whatever happens.
pub fn run(mut session: Session, mut screen: Screen, pace: Duration) -> Result<Session, Failure> {
    let signal = watch_signals()?;
    let mut terminal = ratatui::try_init()?;
    let guard = Restore;
    let outcome = play(&mut terminal, &mut session, &mut screen, pace, &signal);
    drop(guard);
    outcome.map(|()| session)
}

/// Puts the terminal back when it goes, also on the way of a panic.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        ratatui::restore();
        let _ = std::io::stdout().flush();
    }
}

fn watch_signals() -> Result<Arc<AtomicUsize>, Failure> {
    let signal = Arc::new(AtomicUsize::new(0));
    for number in [SIGHUP, SIGINT, SIGTERM] {
        signal_hook::flag::register_usize(number, Arc::clone(&signal), number as usize)?;
    }
    Ok(signal)
}

fn play(
    terminal: &mut DefaultTerminal,
    session: &mut Session,
    screen: &mut Screen,
    pace: Duration,
    signal: &AtomicUsize,
) -> Result<(), Failure> {
    loop {
        if pace.is_zero() {
            session.advance_to_player();
        }
        terminal.draw(|frame| draw(frame, session, screen))?;
        match signal.load(Ordering::Relaxed) {
            0 => {}
            number => return Err(Failure::Signal(number as u8)),
        }
        let moving = session.phase() == Phase::Moving;
        if !event::poll(if moving { pace } else { WATCH })? {
            session.advance();
            continue;
        }
        let Event::Key(key) = event::read()? else { continue };
        if key.kind != KeyEventKind::Press {
            continue;
        }
        match screen.press(session, key) {
            Outside::Nothing => {}
            Outside::Save(path) => {
                let result = save(session, &path);
                screen.saved(&path, result);
            }
            Outside::Leave => return Ok(()),
            Outside::Interrupt => return Err(Failure::Signal(SIGINT as u8)),
        }
    }
}
