//! What is wrong with a rules file: where, what, and what would be right.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

use super::section::words;

/// One fault of a rules file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fault {
    /// The kind of fault, for programs.
    pub kind: Kind,
    /// What is said, by its name among [`super::MESSAGES`].
    pub message: &'static str,
    /// What the text is called that it is in.
    pub file: String,
    /// The place in the file by keys, like `winner.five-card-21.pays`; empty for the file as a whole.
    pub path: String,
    /// The text it is in, by its place among those of the game.
    #[serde(skip)]
    pub text: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
    /// What would be right.
    pub remedy: String,
    /// The place in the text, in bytes.
    pub span: Range<usize>,
}

words! {
    /// The kinds of faults. Each has a case in `tests/faults`.
    pub enum Kind {
        /// The text is not TOML.
        Syntax,
        /// A key the format does not have.
        UnknownKey,
        /// A game that is extended and is not there, or does not have what is left out of it.
        Extends,
        /// A key or a section that must be there.
        MissingKey,
        /// A number where a text belongs, and the like.
        WrongType,
        /// A word that is not one of those allowed here.
        UnknownWord,
        /// A text that is not odds, money, a set of ranks or what else it must be.
        Unreadable,
        /// A number outside its range.
        OutOfRange,
        /// A text or a list that says nothing.
        Empty,
        /// An id that is not small letters, digits and hyphens.
        BadId,
        /// The same id, name or amount twice.
        Doubled,
        /// A clause that is named but not written down.
        UnknownClause,
        /// A section or a word of the other family.
        WrongFamily,
        /// Limits that contradict each other.
        Limits,
        /// Rules that contradict each other.
        Contradiction,
        /// A payment that is not a whole number of cents for some amount allowed.
        BrokenCents,
        /// Too few cards for a full table.
        DeckTooSmall,
        /// A condition that does not fit the cards it looks at.
        UnfitCondition,
        /// A row of a pay table that is there twice.
        DoubledRow,
        /// A row of a pay table that is never paid.
        UnreachableRow,
        /// A cap that misses main bets or names one that cannot be made.
        Caps,
        /// Another reading that cannot be tried.
        Reading,
        /// A change that names no field of the format.
        Change,
    }
}

/// A text that a game is read from, and what it is called in messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// What it is called.
    pub name: String,
    /// The text.
    pub text: String,
}

/// All faults of a game's texts, in the order of their places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults {
    /// The texts of the game.
    pub texts: Vec<Text>,
    /// The faults; at least one.
    pub list: Vec<Fault>,
}

/// So many faults are shown; the others are counted.
const SHOWN_MAX: usize = 100;

/// A line longer than this is cut around the place of the fault.
const LINE_MAX: usize = 120;

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (number, fault) in self.list.iter().take(SHOWN_MAX).enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            writeln!(f, "{}:{fault}", fault.file)?;
            self.write_source(f, fault)?;
        }
        match self.list.len().saturating_sub(SHOWN_MAX) {
            0 => Ok(()),
            more => writeln!(f, "\n… and {more} more"),
        }
    }
}

impl fmt::Display for Fault {
    /// `12:9: what; remedy`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what)?;
        if !self.remedy.is_empty() {
            write!(f, "; {}", self.remedy)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

impl Faults {
    /// The line of the file the fault is in, with carets under the place.
    fn write_source(&self, f: &mut fmt::Formatter, fault: &Fault) -> fmt::Result {
        let Some(text) = self.texts.get(fault.text).map(|text| text.text.as_str()) else {
            return Ok(());
        };
        let at = text.floor_char_boundary(fault.span.start);
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let line = text[start..].lines().next().unwrap_or("").trim_end();
        let at = line.floor_char_boundary(at - start);
        // A long line is shown from a little before the place on.
        let is_long = line.chars().nth(LINE_MAX).is_some();
        let from = line[..at].char_indices().rev().nth(LINE_MAX / 3 - 1);
        let from = from.filter(|_| is_long).map_or(0, |(from, _)| from);
        let mut shown: String = line[from..].chars().take(LINE_MAX).collect();
        let marked = text.get(fault.span.clone()).unwrap_or("");
        let marked = marked.lines().next().unwrap_or("").chars().take(LINE_MAX).count();
        // A tab stays a tab under itself, so that the carets stand where the reader sees the place.
        let blank = |letter: char| if letter == '\t' { '\t' } else { ' ' };
        let mut indent: String = line[from..at].chars().map(blank).collect();
        let width = marked.min(shown.chars().count() - indent.chars().count()).max(1);
        if from + shown.len() < line.len() {
            shown.push('…');
        }
        if from > 0 {
            shown.insert(0, '…');
            indent.insert(0, ' ');
        }
        let gutter = fault.line.to_string().len().max(4);
        writeln!(f, "{:>gutter$} | {shown}", fault.line)?;
        writeln!(f, "{:>gutter$} | {indent}{}", "", "^".repeat(width))
    }
}
