//! Finds a game by its id or by the path of its file.

use std::io;
use std::path::{Path, PathBuf};

use super::change::Change;
use super::fault::{Faults, Text};
use super::keys::nearest;
use crate::game::Game;

/// A game, the files it was read from, and where they came from.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The game.
    pub game: Game,
    /// Its files.
    pub files: Files,
    /// Where they came from.
    pub origin: Origin,
}

/// The texts of one game: its rules, and where they come from if that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Files(pub(super) Vec<Text>);

/// Where the files of a game came from.
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

/// The games built into the program: id, rules, and sources if it has any, in the order of their ids.
const EMBEDDED: &[(&str, &str, Option<&str>)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The ids of the games built into the program, in order.
pub fn ids() -> impl Iterator<Item = &'static str> + Clone {
    EMBEDDED.iter().map(|(id, ..)| *id)
}

/// The game of this id, or the game in the file at this path.
pub fn open(word: &str) -> Result<Loaded, LoadError> {
    let (files, origin) = find(word)?;
    let game = files.read(&[]).map_err(|faults| LoadError::Faulty(Box::new(faults)))?;
    Ok(Loaded { game, files, origin })
}

impl Loaded {
    /// The same game with changes, checked again.
    pub fn with(&self, changes: &[Change]) -> Result<Loaded, Faults> {
        Ok(Loaded {
            game: self.files.read(changes)?,
            files: self.files.clone(),
            origin: self.origin.clone(),
        })
    }
}

impl Files {
    /// The rules of a game, under a name for messages.
    pub fn new(name: impl Into<String>, rules: impl Into<String>) -> Files {
        Files(vec![Text {
            name: name.into(),
            text: rules.into(),
        }])
    }

    /// The same with the sources of the rules, under a name for messages.
    pub fn with_sources(mut self, name: impl Into<String>, sources: impl Into<String>) -> Files {
        self.0.truncate(1);
        self.0.extend(Files::new(name, sources).0);
        self
    }

    /// The texts: the rules, then the sources if there are any.
    pub fn texts(&self) -> &[Text] {
        &self.0
    }
}

fn find(word: &str) -> Result<(Files, Origin), LoadError> {
    if let Some((id, rules, sources)) = EMBEDDED.iter().find(|(id, ..)| *id == word) {
        let files = Files::new(format!("{id}.toml"), *rules);
        let files = match sources {
            Some(sources) => files.with_sources(format!("{id}.sources.toml"), *sources),
            None => files,
        };
        return Ok((files, Origin::Embedded(id)));
    }
    let path = PathBuf::from(word);
    let Some(rules) = read_if_there(&path)? else {
        return Err(LoadError::Unknown {
            word: word.to_string(),
            remedy: remedy(word),
        });
    };
    let mut files = Files::new(path.display().to_string(), rules);
    let beside = path.with_extension("sources.toml");
    if let Some(sources) = read_if_there(&beside)? {
        files = files.with_sources(beside.display().to_string(), sources);
    }
    Ok((files, Origin::File(path)))
}

fn read_if_there(path: &Path) -> Result<Option<String>, LoadError> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(fault) => Err(LoadError::Unreadable {
            path: path.to_path_buf(),
            fault,
        }),
    }
}

fn remedy(word: &str) -> String {
    match nearest(word, ids()) {
        Some(id) => format!("did you mean `{id}`?"),
        None => format!(
            "name one of the games {}, or a file that exists",
            ids().collect::<Vec<_>>().join(", ")
        ),
    }
}
