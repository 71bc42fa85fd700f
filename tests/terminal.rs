//! The table in a real pseudo-terminal: a hand is played, the window changes, and the terminal is as before afterwards.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use pty_process::blocking::{Command, Pts, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};

/// How long the table may take to show something. A test that passes never waits for it.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program in a terminal of its own.
struct Terminal {
    keyboard: File,
    shown: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    bytes: Vec<u8>,
    child: Child,
    before: Termios,
    /// Kept open, so that the terminal outlives the program.
    _pts: Pts,
}

impl Terminal {
    fn start(args: &[&str], no_color: bool) -> Terminal {
        let (pty, pts) = open().expect("a pseudo-terminal opens");
        let keyboard = File::from(OwnedFd::from(pty));
        resize(&keyboard, 80, 24);
        let before = tcgetattr(&keyboard).expect("a terminal has attributes");
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(args)
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR");
        if no_color {
            command = command.env("NO_COLOR", "1");
        }
        let child = command.spawn_borrowed(&pts).expect("the program starts");
        let (send, shown) = channel();
        let mut screen = keyboard.try_clone().expect("a terminal can be opened twice");
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut buffer) {
                if send.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal {
            keyboard,
            shown,
            parser: vt100::Parser::new(24.try_into().unwrap(), 80.try_into().unwrap(), 0),
            bytes: Vec::new(),
            child,
            before,
            _pts: pts,
        }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("keys can be pressed");
    }

    /// Reads on until the screen shows this.
    #[track_caller]
    fn until(&mut self, text: &str) {
        let since = Instant::now();
        while !self.parser.screen().contents().contains(text) {
            let Ok(bytes) = self.shown.recv_timeout(PATIENCE.saturating_sub(since.elapsed())) else {
                panic!(
                    "`{text}` never came; the screen is:\n{}",
                    self.parser.screen().contents()
                );
            };
            self.parser.process(&bytes);
            self.bytes.extend(bytes);
        }
    }

    fn resize(&mut self, columns: u16, rows: u16) {
        resize(&self.keyboard, columns, rows);
        let screen = self.parser.screen_mut();
        screen.set_size(rows.try_into().unwrap(), columns.try_into().unwrap());
    }

    /// Waits for the program to end and checks that it left the terminal as it found it.
    #[track_caller]
    fn ends_with(mut self, code: i32) -> Vec<u8> {
        let status = self.child.wait().expect("the program ends");
        while let Ok(bytes) = self.shown.recv_timeout(Duration::from_millis(300)) {
            self.parser.process(&bytes);
            self.bytes.extend(bytes);
        }
        let screen = self.parser.screen();
        assert_eq!(status.code(), Some(code), "{}", screen.contents());
        assert!(!screen.alternate_screen(), "the alternate screen is still up");
        assert!(!screen.hide_cursor(), "the cursor is still hidden");
        let after = tcgetattr(&self.keyboard).expect("a terminal has attributes");
        assert_eq!(
            after.local_modes, self.before.local_modes,
            "echo and line mode are back"
        );
        assert_eq!(after.input_modes, self.before.input_modes);
        assert_eq!(after.output_modes, self.before.output_modes);
        assert!(!String::from_utf8_lossy(&self.bytes).contains("panicked"));
        self.bytes
    }
}

fn resize(terminal: &File, columns: u16, rows: u16) {
    let size = Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(terminal, size).expect("a terminal can be resized");
}

#[test]
fn a_hand_is_played_in_windows_of_any_size() {
    let mut terminal = Terminal::start(&["play", "nh21-plus", "--seed", "1", "--pace", "1"], false);
    terminal.until("Your bets");
    assert!(terminal.parser.screen().alternate_screen());
    terminal.press("\x1b[C");
    terminal.until("◂      $6 ▸");
    terminal.press("?");
    terminal.until("this help; the rule sheet");
    terminal.press("\t");
    terminal.until("Rule sheet");
    terminal.press("\x1b");
    terminal.until("Your bets");
    terminal.press("\r");
    terminal.until("Your hand: your choice.");
    terminal.until("Surrender loses $3");
    terminal.resize(120, 40);
    terminal.until("Bankroll over 0 rounds");
    terminal.resize(40, 10);
    terminal.until("The table needs a window of");
    terminal.resize(80, 24);
    terminal.until("Your hand: your choice.");
    terminal.press("s");
    terminal.until("The round is over.");
    terminal.until("You lose $6 in this round");
    terminal.press("q");
    terminal.until("You played 1 round, sat down with $500 and leave with $494.");
    let bytes = terminal.ends_with(0);
    assert!(
        String::from_utf8_lossy(&bytes).contains("\x1b[38;5;"),
        "the felt has colors"
    );
}

#[test]
fn a_round_is_saved_from_the_table() {
    let path = common::temporary_path("felt.round");
    let _ = std::fs::remove_file(&path);
    let mut terminal = Terminal::start(
        &["play", "nh-holdem", "--seed", "1", "--pace", "0", "--seats", "3"],
        true,
    );
    terminal.until("Your bets");
    terminal.press("\r");
    terminal.until("Flop bet 3x");
    terminal.press("f");
    terminal.until("The round is over.");
    terminal.press("w");
    terminal.until("Save the round as: nh-holdem-1.round");
    terminal.press(&"\x7f".repeat(60));
    terminal.press(&path);
    terminal.press("\r");
    terminal.until("saved; `croupier replay");
    terminal.press("q");
    let bytes = terminal.ends_with(0);
    let shown = String::from_utf8_lossy(&bytes).into_owned();
    assert!(
        !shown.contains("\x1b[38;") && !shown.contains("\x1b[48;"),
        "NO_COLOR is respected"
    );
    assert!(
        common::croupier(&["replay", &path])
            .succeeds()
            .contains("Seat 1 folds.")
    );
}

#[test]
fn a_written_round_is_shown_step_by_step() {
    let text = "game: nh21-plus\nbets: 1 $10\ncard Kh\ncard 6s\ncard 7h\ncard 9c\nchoose stand\ncard 8d\n";
    let path = common::temporary("shown.round", text);
    let mut terminal = Terminal::start(&["replay", &path], false);
    terminal.until("step 0 of 6");
    terminal.press("\x1b[C\x1b[C");
    terminal.until("step 2 of 6");
    terminal.until("Dealer  shows six");
    terminal.press("\x1b[F");
    terminal.until("step 6 of 6");
    terminal.until("Dealer  Bust 23");
    terminal.press("\x1b[D");
    terminal.until("step 5 of 6");
    terminal.press("q");
    terminal.ends_with(0);
    let mut terminal = Terminal::start(&["replay", &path, "--step"], true);
    terminal.until("Seat 1 is dealt the king of hearts.");
    terminal.press("\n");
    terminal.until("The dealer's up card is the six of spades.");
    terminal.press("\x04");
    terminal.ends_with(0);
}

#[test]
fn an_interrupt_leaves_the_terminal_in_order() {
    let mut terminal = Terminal::start(&["play", "super-fun-21", "--seed", "1"], false);
    terminal.until("Your bets");
    terminal.press("\x03");
    terminal.ends_with(130);
}

#[test]
fn a_terminal_that_goes_away_ends_the_table() {
    let (mut pty, pts) = open().expect("a pseudo-terminal opens");
    pty.resize(pty_process::Size::new(24, 80)).expect("it can be resized");
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["play", "nh21-plus", "--seed", "1"])
        .spawn(pts)
        .expect("the program starts");
    let mut shown = Vec::new();
    while !String::from_utf8_lossy(&shown).contains("Your bets") {
        let mut buffer = [0; 4096];
        let count = pty.read(&mut buffer).expect("the table is shown");
        shown.extend(&buffer[..count]);
    }
    // As when the window of the terminal is closed.
    drop(pty);
    let since = Instant::now();
    while child.try_wait().expect("the program is ours").is_none() {
        if since.elapsed() > PATIENCE {
            child.kill().expect("the program is ours");
            panic!("the table outlives its terminal");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn signals_leave_the_terminal_in_order() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::INT, 130), (Signal::HUP, 129)] {
        let mut terminal = Terminal::start(&["play", "presque-isle-blackjack", "--seed", "1"], false);
        terminal.until("Your bets");
        let pid = Pid::from_child(&terminal.child);
        kill_process(pid, signal).expect("the program is running");
        terminal.ends_with(code);
    }
}

#[test]
fn plain_mode_in_a_terminal_echoes_nothing_twice() {
    let mut terminal = Terminal::start(&["play", "nh21-plus", "--plain", "--seed", "1"], false);
    terminal.until("Place your bets");
    assert!(!terminal.parser.screen().alternate_screen());
    terminal.press("bet 5\n");
    terminal.until("Your choice:");
    terminal.press("stand\n");
    terminal.until("in this round and have");
    terminal.press("quit\n");
    terminal.until("You played 1 round");
    let bytes = terminal.ends_with(0);
    assert!(!String::from_utf8_lossy(&bytes).contains("> bet 5"));
}
