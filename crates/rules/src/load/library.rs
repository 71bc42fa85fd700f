//! Finds a game by its id or by the path of its file.

use std::io;
use std::path::PathBuf;

use super::change::Change;
use super::fault::Faults;
use super::fit::nearest;
use super::{parse, parse_with};
use crate::game::Game;

/// A game, the text it was read from, and where that came from.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The game.
    pub game: Game,
    /// The text of its rules file.
    pub text: String,
    /// Where the text came from.
    pub origin: Origin,
}

/// Where the text of a rules file came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Built into the program, under this id.
    Embedded(&'static str),
    /// Read from this file.
    File(PathBuf),
}

/// No game could be had under this word.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Neither a game nor a file.
    #[error("there is no game and no file `{word}`; {remedy}")]
    Unknown {
        /// What was asked for.
        word: String,
        /// What could be asked for.
        remedy: String,
    },
    /// The file cannot be read.
    #[error("the rules file `{}` cannot be read: {fault}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        fault: io::Error,
    },
    /// The file has faults.
    #[error(transparent)]
    Faulty(Box<Faults>),
}

/// The games built into the program: id and text of the rules file, in the order of their ids.
pub fn embedded() -> &'static [(&'static str, &'static str)] {
    include!(concat!(env!("OUT_DIR"), "/games.rs"))
}

/// The game of this id, or the game in the file at this path.
pub fn open(word: &str) -> Result<Loaded, LoadError> {
    let (text, origin) = find(word)?;
    let game = parse(&text).map_err(|faults| LoadError::Faulty(Box::new(faults.named(origin.name()))))?;
    Ok(Loaded { game, text, origin })
}

impl Loaded {
    /// The same game with changes, checked again.
    pub fn with(&self, changes: &[Change]) -> Result<Loaded, Faults> {
        Ok(Loaded {
            game: parse_with(&self.text, changes).map_err(|faults| faults.named(self.origin.name()))?,
            text: self.text.clone(),
            origin: self.origin.clone(),
        })
    }
}

impl Origin {
    /// What faults call the file.
    pub fn name(&self) -> String {
        match self {
            Origin::Embedded(id) => format!("{id}.toml"),
            Origin::File(path) => path.display().to_string(),
        }
    }
}

fn find(word: &str) -> Result<(String, Origin), LoadError> {
    if let Some((id, text)) = embedded().iter().find(|(id, _)| *id == word) {
        return Ok((text.to_string(), Origin::Embedded(id)));
    }
    let path = PathBuf::from(word);
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok((text, Origin::File(path))),
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => Err(LoadError::Unknown {
            word: word.to_string(),
            remedy: remedy(word),
        }),
        Err(fault) => Err(LoadError::Unreadable { path, fault }),
    }
}

fn remedy(word: &str) -> String {
    let ids = || embedded().iter().map(|(id, _)| *id);
    match nearest(word, ids()) {
        Some(id) => format!("did you mean `{id}`?"),
        None => format!(
            "name one of the games {}, or a file that exists",
            ids().collect::<Vec<_>>().join(", ")
        ),
    }
}
