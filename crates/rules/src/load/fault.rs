//! What is wrong with a rules file: where, what, and what would be right.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

/// One fault of a rules file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fault {
    /// The kind of fault, for programs.
    pub kind: Kind,
    /// The place in the file by keys, like `winner[2].pays`; empty for the file as a whole.
    pub path: String,
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

macro_rules! kinds {
    ($($(#[doc = $about:literal])+ $name:ident,)+) => {
        /// The kinds of faults. Each has a case in `tests/faults`.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Kind {
            $($(#[doc = $about])+ $name,)+
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &[Kind] = &[$(Kind::$name,)+];
        }
    };
}

kinds! {
    /// The text is not TOML.
    Syntax,
    /// A key the format does not have.
    UnknownKey,
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

/// All faults of a rules file, in the order of their places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults {
    /// What the file is called in messages.
    pub name: String,
    /// The text of the file.
    pub text: String,
    /// The faults; at least one.
    pub list: Vec<Fault>,
}

impl Kind {
    /// The name of the kind, as programs read it.
    pub fn name(self) -> String {
        let mut name = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_ascii_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.push(letter.to_ascii_lowercase());
        }
        name
    }
}

impl Faults {
    /// The same faults under another file name.
    pub fn named(self, name: impl Into<String>) -> Faults {
        Faults {
            name: name.into(),
            ..self
        }
    }
}

/// The line and the column of a byte of the text, both from 1.
pub(crate) fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(byte)];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (number, fault) in self.list.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            writeln!(f, "{}:{fault}", self.name)?;
            self.write_source(f, fault)?;
        }
        Ok(())
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
        let Some(line) = self.text.lines().nth(fault.line - 1) else {
            return Ok(());
        };
        let before: String = line.chars().take(fault.column - 1).collect();
        let marked = self.text.get(fault.span.clone()).unwrap_or("");
        let width = marked.lines().next().unwrap_or("").chars().count().max(1);
        let gutter = fault.line.to_string().len().max(4);
        // A tab stays a tab under itself, so that the carets stand where the reader sees the place.
        let indent: String = before
            .chars()
            .map(|letter| if letter == '\t' { '\t' } else { ' ' })
            .collect();
        writeln!(f, "{:>gutter$} | {}", fault.line, line.trim_end())?;
        writeln!(f, "{:>gutter$} | {indent}{}", "", "^".repeat(width))
    }
}
