//! Changes to a game: the same rules file with other values at some places.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::document::{Node, Value};
use super::fault::{Fault, Kind};
use super::keys::nearest;
use super::message::{self, Message};
use super::path::{NotAPath, Path};
use super::report::Report;
use super::shape::Shape;
use crate::game::{Game, Point};

/// One field of a rules file and the value it should have instead, like `deck.decks` and 8.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Change {
    /// The field, like `dealer.checks` or `winner.five-card-21.pays`.
    pub path: String,
    /// Its value; null leaves the field out.
    pub value: serde_json::Value,
}

/// The text is not a change.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAChange {
    /// There is no `=`.
    #[error("`{0}` is not a change of rules; write a field and its value, like `deck.decks=8` or `dealer.checks=A`")]
    NoValue(String),
    /// What stands before the `=` is no path.
    #[error(transparent)]
    Path(#[from] NotAPath),
}

impl Change {
    /// A change of one field.
    pub fn new(path: impl Into<String>, value: impl Into<serde_json::Value>) -> Change {
        Change {
            path: path.into(),
            value: value.into(),
        }
    }
}

impl Change {
    /// Whether it is a rule of play that changes; if not, why.
    pub(crate) fn is_of_rules(&self) -> Result<(), Message> {
        let path = self.place()?;
        Game::shape().at(&path)?;
        match path.keys()[0] == super::SOURCES {
            true => Err(message::not_a_rule(path)),
            false => Ok(()),
        }
    }

    fn place(&self) -> Result<Path, Message> {
        self.path.parse().map_err(|_| message::no_path(&self.path))
    }
}

/// What another reading is worth.
pub(crate) enum Verdict {
    /// It is a game.
    Sound,
    /// It is the game that the file is already.
    Same,
    /// It has a fault.
    Faulty(Box<Fault>),
}

/// A game that has been checked, without its sources, which no other reading changes.
pub(crate) struct Readings {
    root: Node,
    game: Game,
}

impl Readings {
    pub(crate) fn new(root: &Node) -> Readings {
        let mut root = root.clone();
        if let Value::Table(entries) = &mut root.value {
            entries.retain(|(key, _)| key != super::SOURCES);
        }
        let game = Game::read(&root, &mut Report::new(&[]));
        Readings { root, game }
    }

    /// Whether the game is the same with the change.
    pub(crate) fn is_same(&self, change: &Change) -> bool {
        let mut report = Report::new(&[]);
        let (_, changed) = self.changed(std::slice::from_ref(change), &mut report);
        report.is_empty() && changed == self.game
    }

    /// What the reading that these changes make is worth.
    pub(crate) fn verdict(&self, changes: &[Change]) -> Verdict {
        let mut report = Report::new(&[]);
        let (root, changed) = self.changed(changes, &mut report);
        if report.is_empty() && changed == self.game {
            return Verdict::Same;
        }
        crate::check::other_reading(&changed, &root, &self.game, &mut report);
        match report.finish().list.into_iter().next() {
            None => Verdict::Sound,
            Some(fault) => Verdict::Faulty(Box::new(fault)),
        }
    }

    fn changed(&self, changes: &[Change], report: &mut Report) -> (Node, Game) {
        let mut root = self.root.clone();
        apply(&mut root, changes, report);
        let game = Game::read(&root, report);
        (root, game)
    }
}

impl Point {
    /// The changes that make the other reading.
    pub fn changes(&self) -> Vec<Change> {
        let set = self.set.iter().map(|(path, value)| Change::new(path, value.clone()));
        let without = self
            .without
            .iter()
            .map(|path| Change::new(path, serde_json::Value::Null));
        set.chain(without).collect()
    }
}

impl FromStr for Change {
    type Err = NotAChange;

    /// Reads `deck.decks=8`. The value is written as in a rules file; quotes around a text may be left out.
    fn from_str(text: &str) -> Result<Change, NotAChange> {
        let (path, value) = text
            .split_once('=')
            .ok_or_else(|| NotAChange::NoValue(text.to_string()))?;
        let path: Path = path.trim().parse()?;
        let value = value.trim();
        let read = toml::from_str::<toml::Table>(&format!("value = {value}")).ok();
        let read = read.and_then(|table| serde_json::to_value(table.get("value")?).ok());
        // Times and dates are texts here: 3:2 is odds.
        let value = match read {
            Some(json) if !json.is_object() || value.starts_with('{') => json,
            _ => serde_json::Value::from(value),
        };
        Ok(Change {
            path: path.to_string(),
            value,
        })
    }
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match &self.value {
            serde_json::Value::String(text) => write!(f, "{} = \"{text}\"", self.path),
            serde_json::Value::Object(_) => match toml::Value::try_from(&self.value) {
                Ok(table) => write!(f, "{} = {table}", self.path),
                Err(_) => write!(f, "{} = {}", self.path, self.value),
            },
            value => write!(f, "{} = {value}", self.path),
        }
    }
}

/// Makes the changes in a tree that has been read but not yet checked. A path that the format does not have is a fault.
pub(crate) fn apply(root: &mut Node, changes: &[Change], report: &mut Report) {
    for change in changes {
        if let Err(message) = make(change, root, report) {
            report.at_node(message.of(Kind::Change), &Path::root(), root);
        }
    }
}

fn make(change: &Change, root: &mut Node, report: &mut Report) -> Result<(), Message> {
    let path = change.place()?;
    let shape = Game::shape();
    let value = as_written(&change.value, &shape.at(&path)?);
    set(root, &shape, &path, path.keys(), &value)?;
    report.changed(&path);
    Ok(())
}

/// A value as a rules file writes it: on a command line quotes may be left out, so that 2 is also the text "2".
fn as_written(value: &serde_json::Value, shape: &Shape) -> serde_json::Value {
    match (value, shape) {
        (serde_json::Value::Number(number), Shape::Text | Shape::Written(_) | Shape::TextOrList) => {
            number.to_string().into()
        }
        (serde_json::Value::Array(entries), Shape::List(entry)) => {
            entries.iter().map(|value| as_written(value, entry)).collect()
        }
        _ => value.clone(),
    }
}

/// Sets the value at these keys, the last of a path, below a node.
fn set(node: &mut Node, shape: &Shape, path: &Path, keys: &[String], json: &serde_json::Value) -> Result<(), Message> {
    let place = Node::at(Value::Flag(false), node);
    let [key, rest @ ..] = keys else {
        node.value = Value::from_json(json, &place).ok_or_else(|| message::no_value(path))?;
        return Ok(());
    };
    let Value::Table(entries) = &mut node.value else {
        return Err(message::no_table(path));
    };
    if rest.is_empty() && json.is_null() {
        entries.retain(|(name, _)| name != key);
        return Ok(());
    }
    let below = shape.at(&Path::from_iter([key]))?;
    let at = match entries.iter().position(|(name, _)| name == key) {
        Some(at) => at,
        None if shape.is_keyed() && matches!(below, Shape::Table(_)) && !json.is_object() => {
            return Err(no_entry(path, entries, key));
        }
        None => {
            // A section that is not there is made, so that what it lacks is reported like in any file.
            entries.push((key.clone(), Node::at(Value::Table(Vec::new()), &place)));
            entries.len() - 1
        }
    };
    set(&mut entries[at].1, &below, path, rest, json)
}

/// The names there are where this one is not.
fn no_entry(path: &Path, entries: &[(String, Node)], key: &str) -> Message {
    let names = || entries.iter().map(|(name, _)| name.as_str());
    match nearest(key, names()) {
        Some(near) => message::no_entry_like(path, key, near),
        None if entries.is_empty() => message::no_entries(path, key),
        None => message::no_entry(path, key, names().collect::<Vec<_>>().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn changes_are_read_from_a_command_line() {
        for (text, path, value) in [
            ("deck.decks=8", "deck.decks", json!(8)),
            ("dealer.checks = A", "dealer.checks", json!("A")),
            ("dealer.checks=\"J-A\"", "dealer.checks", json!("J-A")),
            ("winner.any-21.pays=3:2", "winner.any-21.pays", json!("3:2")),
            ("split.hands-max=4", "split.hands-max", json!(4)),
            ("double.after-split=true", "double.after-split", json!(true)),
            (
                "main-bet.amounts=[\"$5\", \"$10\"]",
                "main-bet.amounts",
                json!(["$5", "$10"]),
            ),
            ("main-bet.min=$5", "main-bet.min", json!("$5")),
        ] {
            assert_eq!(text.parse(), Ok(Change::new(path, value)), "{text}");
        }
        let row = Change::new("double.again", json!({ "max": "main-bet", "min": "$1" }));
        assert_eq!(row.to_string().parse(), Ok(row), "what is printed can be read");
        assert!("deck.decks".parse::<Change>().is_err());
        assert!("=8".parse::<Change>().is_err());
    }
}
