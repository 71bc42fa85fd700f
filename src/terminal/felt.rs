//! The terminal itself: raw mode and the alternate screen while the table is up, everything as it was afterwards.

use std::time::Duration;

use crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use ratatui::DefaultTerminal;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::draw::draw;
use super::save::save;
use super::screen::{Front, Outside, Screen};
use super::session::{Phase, Refused, Session};
use crate::failure::Failure;

/// How long the table waits for a key before it looks whether the window has changed.
const WATCH: Duration = Duration::from_millis(100);

/// Plays on the felt until the player leaves. The terminal is restored whatever happens.
pub fn run(mut session: Session, mut screen: Screen, pace: Duration) -> Result<Session, Failure> {
    let mut terminal = ratatui::try_init()?;
    let guard = Restore;
    watch_signals()?;
    let outcome = play(&mut terminal, &mut session, &mut screen, pace);
    drop(guard);
    outcome.map(|()| session)
}

/// Shows a written round step by step. The terminal is restored whatever happens.
pub fn retell(
    mut screen: Screen,
    mut session: Session,
    at: impl Fn(usize) -> Result<Session, Refused>,
) -> Result<(), Failure> {
    let mut terminal = ratatui::try_init()?;
    let _guard = Restore;
    watch_signals()?;
    loop {
        terminal.draw(|frame| draw(frame, &session, &screen))?;
        let Some(key) = key_within(WATCH)? else { continue };
        match screen.press(&mut session, key) {
            Outside::Nothing | Outside::Save(_) => {}
            Outside::Leave => return Ok(()),
            Outside::Interrupt => return Err(Failure::Signal(SIGINT as u8)),
        }
        if let Front::Retold { told, .. } = screen.front {
            session = at(told).map_err(|refused| Failure::Input(refused.to_string()))?;
        }
    }
}

/// Puts the terminal back when it goes, also on the way of a panic.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        restore();
    }
}

/// Puts the terminal back. When it has gone away there is nothing to restore and nobody to tell.
fn restore() {
    let _ = ratatui::try_restore();
    let _ = crossterm::execute!(std::io::stdout(), crossterm::cursor::Show);
}

/// Ends the program in order when a signal comes. It has a thread of its own, because waiting for a key does not end when
/// the terminal has gone away.
fn watch_signals() -> Result<(), Failure> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // Held to the end, so that nothing is drawn on the restored terminal.
            let _still = std::io::stdout().lock();
            restore();
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

fn play(
    terminal: &mut DefaultTerminal,
    session: &mut Session,
    screen: &mut Screen,
    pace: Duration,
) -> Result<(), Failure> {
    loop {
        if pace.is_zero() {
            session.advance_to_player();
        }
        terminal.draw(|frame| draw(frame, session, screen))?;
        let moving = session.phase() == Phase::Moving;
        let Some(key) = key_within(if moving { pace } else { WATCH })? else {
            session.advance();
            continue;
        };
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

/// The key pressed within this time, if one was. A resized window counts as no key: it is drawn anew all the same.
fn key_within(time: Duration) -> Result<Option<KeyEvent>, Failure> {
    if !event::poll(time)? {
        return Ok(None);
    }
    match event::read()? {
        Event::Key(key) if key.kind == KeyEventKind::Press => Ok(Some(key)),
        _ => Ok(None),
    }
}
