//! Finds a game by its id or by the path of its file.

use std::io;
use std::path::{Path, PathBuf};

use super::change::Change;
use super::extend::extended_by;
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

/// The texts of one game: its rules, and where they come from if that is known; and those of the games it extends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Files {
    pub(super) own: Layer,
    /// The games that lie beside it and that it extends, directly or through each other.
    beside: Vec<Layer>,
    /// The names of all rules files beside it, where it extends a game.
    neighbors: Vec<String>,
}

/// The texts of one game alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layer {
    /// The name it is extended by; empty where it has none.
    pub(super) id: String,
    /// Its rules, then its sources if it has any.
    pub(super) texts: Vec<Text>,
}

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
        Files::of(Layer::new("", name, rules))
    }

    /// The same with the sources of the rules, under a name for messages.
    pub fn with_sources(mut self, name: impl Into<String>, sources: impl Into<String>) -> Files {
        self.own = self.own.with_sources(name, sources);
        self
    }

    /// The texts of the game itself: the rules, then the sources if there are any.
    pub fn texts(&self) -> &[Text] {
        &self.own.texts
    }

    /// The game of this name that may be extended.
    pub(super) fn base(&self, id: &str) -> Option<Layer> {
        let beside = self.beside.iter().find(|layer| layer.id == id);
        beside.cloned().or_else(|| Layer::embedded(id))
    }

    /// The names of games that may be extended.
    pub(super) fn bases(&self) -> Vec<String> {
        let mut bases = self.neighbors.clone();
        bases.extend(ids().map(str::to_string));
        bases.sort();
        bases.dedup();
        bases
    }

    fn of(own: Layer) -> Files {
        Files {
            own,
            beside: Vec::new(),
            neighbors: Vec::new(),
        }
    }

    /// The files at a path, and those beside it that they extend.
    fn at(path: &Path) -> Result<Option<Files>, LoadError> {
        let Some(own) = Layer::at(path)? else {
            return Ok(None);
        };
        let mut files = Files::of(own);
        let mut next = extended_by(&files.own.texts[0].text);
        if next.is_some() {
            files.neighbors = neighbors(path);
        }
        while let Some(id) = next {
            if id == files.own.id || files.beside.iter().any(|layer| layer.id == id) {
                break;
            }
            let Some(layer) = Layer::at(&path.with_file_name(format!("{id}.toml")))? else {
                break;
            };
            next = extended_by(&layer.texts[0].text);
            files.beside.push(layer);
        }
        Ok(Some(files))
    }
}

impl Layer {
    fn new(id: impl Into<String>, name: impl Into<String>, rules: impl Into<String>) -> Layer {
        Layer {
            id: id.into(),
            texts: vec![Text {
                name: name.into(),
                text: rules.into(),
            }],
        }
    }

    fn with_sources(mut self, name: impl Into<String>, sources: impl Into<String>) -> Layer {
        self.texts.truncate(1);
        self.texts.extend(Layer::new("", name, sources).texts);
        self
    }

    /// The game of this name that is built into the program.
    fn embedded(id: &str) -> Option<Layer> {
        let (id, rules, sources) = EMBEDDED.iter().find(|(known, ..)| *known == id)?;
        let layer = Layer::new(*id, format!("{id}.toml"), *rules);
        Some(match sources {
            Some(sources) => layer.with_sources(format!("{id}.sources.toml"), *sources),
            None => layer,
        })
    }

    /// The game in the file at a path, with its sources beside it.
    fn at(path: &Path) -> Result<Option<Layer>, LoadError> {
        let Some(rules) = read_if_there(path)? else {
            return Ok(None);
        };
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        let layer = Layer::new(id, path.display().to_string(), rules);
        let beside = path.with_extension("sources.toml");
        Ok(Some(match read_if_there(&beside)? {
            Some(sources) => layer.with_sources(beside.display().to_string(), sources),
            None => layer,
        }))
    }
}

fn find(word: &str) -> Result<(Files, Origin), LoadError> {
    if let (Some(own), Some(id)) = (Layer::embedded(word), ids().find(|id| *id == word)) {
        return Ok((Files::of(own), Origin::Embedded(id)));
    }
    let path = PathBuf::from(word);
    match Files::at(&path)? {
        Some(files) => Ok((files, Origin::File(path))),
        None => Err(LoadError::Unknown {
            word: word.to_string(),
            remedy: remedy(word),
        }),
    }
}

/// The names of the other rules files in the folder of a file.
fn neighbors(path: &Path) -> Vec<String> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let ids = names.filter_map(|name| name.strip_suffix(".toml").map(str::to_string));
    let own = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut ids: Vec<String> = ids.filter(|id| !id.contains('.') && **id != *own).collect();
    ids.sort();
    ids
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
