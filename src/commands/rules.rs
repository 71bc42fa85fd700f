//! `croupier rules`: the rule sheet of a game.

use std::io::{IsTerminal, Write};

use croupier_rules::print;

use super::open::open;
use crate::args::SheetFormat;
use crate::failure::Failure;

/// Prints the rule sheet.
pub fn run(word: &str, format: SheetFormat, is_cited: bool) -> Result<(), Failure> {
    let game = open(word)?.game;
    let sheet = match (format, is_cited) {
        (SheetFormat::Text, false) => print::text(&game, width()),
        (SheetFormat::Text, true) => print::cited_text(&game, width()),
        (SheetFormat::Markdown, false) => print::markdown(&game),
        (SheetFormat::Markdown, true) => print::cited_markdown(&game),
        (SheetFormat::Json, false) => format!("{:#}\n", print::json(&game)),
        (SheetFormat::Json, true) => format!("{:#}\n", print::cited_json(&game)),
    };
    let mut out = std::io::stdout().lock();
    out.write_all(sheet.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// As wide as the terminal, but never so wide that lines are hard to read; into a file or a pipe always the same.
fn width() -> usize {
    let terminal = std::io::stdout()
        .is_terminal()
        .then(|| crossterm::terminal::size().ok())
        .flatten();
    terminal.map_or(80, |(columns, _)| usize::from(columns).clamp(40, 100))
}
