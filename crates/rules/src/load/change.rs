//! Changes to a game: the same rules file with other values at some places.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::document::{Node, Value};
use super::fault::{Fault, Kind};
use super::fit::{self, nearest};
use super::path::{NotAPath, Part, Path};
use super::report::Report;
use super::shape::Shape;
use crate::game::{GameFile, Unclear};

/// One field of a rules file and the value it should have instead, like `deck.decks` and 8.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Change {
    /// The field, like `dealer.checks` or `winner[2].pays`.
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
    /// Whether the format has such a field; if not, why.
    pub(crate) fn is_known(&self) -> Result<(), String> {
        known(&self.path.parse().map_err(|fault: NotAPath| fault.to_string())?)
    }

    /// Whether it is a rule of play that changes; if not, why.
    pub(crate) fn is_of_rules(&self) -> Result<(), String> {
        self.is_known()?;
        let section = self.path.split(['.', '[']).next().unwrap_or_default();
        if NOT_PLAYED.contains(&section) {
            return Err(format!(
                "`{}` is not a rule of play; name a field that another reading changes",
                self.path
            ));
        }
        Ok(())
    }
}

/// Sections that no other reading changes.
const NOT_PLAYED: [&str; 6] = ["clause", "unclear", "document", "procedure", "source", "line"];

/// What another reading is worth.
pub(crate) enum Verdict {
    /// It is a game.
    Sound,
    /// It is the game that the file is already.
    Same,
    /// It has a fault.
    Faulty(Box<Fault>),
}

/// A file that has been checked, without the sections that no other reading changes.
pub(crate) struct Readings {
    root: Node,
    file: GameFile,
}

impl Readings {
    pub(crate) fn new(root: &Node, file: &GameFile) -> Readings {
        let mut root = root.clone();
        if let Value::Table(entries) = &mut root.value {
            entries.retain(|(key, _)| !NOT_PLAYED.contains(&key.as_str()));
        }
        let file = GameFile {
            clauses: Vec::new(),
            unclear: Vec::new(),
            documents: Vec::new(),
            procedure: Default::default(),
            sources: Vec::new(),
            lines: Vec::new(),
            ..file.clone()
        };
        Readings { root, file }
    }

    /// Whether the file is the same with the change.
    pub(crate) fn is_same(&self, change: &Change) -> bool {
        let (_, changed) = self.changed(std::slice::from_ref(change), &mut Report::new(""));
        changed.is_some_and(|changed| changed == self.file)
    }

    /// What the reading that these changes make is worth.
    pub(crate) fn verdict(&self, changes: &[Change]) -> Verdict {
        let mut report = Report::new("");
        let (root, changed) = self.changed(changes, &mut report);
        match changed {
            Some(changed) if changed == self.file => return Verdict::Same,
            Some(changed) => crate::check::other_reading(&changed, &root, &self.file, &mut report),
            None => {}
        }
        match report.finish("").list.into_iter().next() {
            None => Verdict::Sound,
            Some(fault) => Verdict::Faulty(Box::new(fault)),
        }
    }

    fn changed(&self, changes: &[Change], report: &mut Report) -> (Node, Option<GameFile>) {
        let mut root = self.root.clone();
        apply(&mut root, changes, report);
        fit::fit(&mut root, report);
        let file = super::typed(&root, report);
        (root, file)
    }
}

impl Unclear {
    /// The changes that make the other reading.
    pub fn changes(&self) -> Vec<Change> {
        self.set
            .iter()
            .map(|(path, value)| Change::new(path, value.clone()))
            .collect()
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
            value => write!(f, "{} = {value}", self.path),
        }
    }
}

/// Makes the changes in a file that has been read but not yet checked. A path that the format does not have is a fault.
pub(crate) fn apply(root: &mut Node, changes: &[Change], report: &mut Report) {
    for change in changes {
        let done = change
            .path
            .parse::<Path>()
            .map_err(|fault| fault.to_string())
            .and_then(|path| {
                known(&path)?;
                set(root, path.parts(), &change.value)?;
                report.changed(&path);
                Ok(())
            });
        if let Err(message) = done {
            let (what, remedy) = message.split_once("; ").unwrap_or((&message, ""));
            report.at_node(Kind::Change, &Path::root(), root, what, remedy);
        }
    }
}

/// Whether the format has such a field, whatever the file holds.
fn known(path: &Path) -> Result<(), String> {
    let mut shape = Shape::of_file();
    let mut so_far = Path::root();
    for part in path.parts() {
        shape = match (part, shape) {
            (Part::Key(key), Shape::Table(fields)) => match fields.iter().find(|field| field.name == *key) {
                Some(field) => &field.shape,
                None => {
                    let names = fields.iter().map(|field| field.name.as_str());
                    let remedy = match nearest(key, names.clone()) {
                        Some(name) => format!("did you mean `{}`?", so_far.key(name)),
                        None => format!("the keys there are {}", names.collect::<Vec<_>>().join(", ")),
                    };
                    return Err(format!("there is no field `{path}`; {remedy}"));
                }
            },
            (Part::Place(_), Shape::List(entry)) => entry,
            (Part::Place(_), _) => return Err(format!("there is no field `{path}`; `{so_far}` is not a list")),
            (Part::Key(_), Shape::List(_)) => {
                return Err(format!(
                    "there is no field `{path}`; `{so_far}` is a list: write `{so_far}[0]` for its first entry"
                ));
            }
            (Part::Key(_), _) => return Err(format!("there is no field `{path}`; `{so_far}` has no fields below it")),
        };
        so_far = match part {
            Part::Key(key) => so_far.key(key),
            Part::Place(place) => so_far.place(*place),
        };
    }
    Ok(())
}

fn set(node: &mut Node, parts: &[Part], json: &serde_json::Value) -> Result<(), String> {
    let place = Node::at(Value::Flag(false), node);
    match (parts, &mut node.value) {
        ([], _) => {
            node.value =
                Value::from_json(json, &place).ok_or("the value cannot be written in a rules file; leave it out")?;
        }
        ([Part::Key(key)], Value::Table(entries)) if json.is_null() => entries.retain(|(name, _)| name != key),
        ([Part::Key(key), rest @ ..], Value::Table(entries)) => {
            let at = match entries.iter().position(|(name, _)| name == key) {
                Some(at) => at,
                None => {
                    // A section that is not there is made, so that what it lacks is reported like in any file.
                    let empty = match rest.first() {
                        Some(Part::Place(_)) => Value::List(Vec::new()),
                        _ => Value::Table(Vec::new()),
                    };
                    entries.push((key.clone(), Node::at(empty, &place)));
                    entries.len() - 1
                }
            };
            set(&mut entries[at].1, rest, json)?;
        }
        ([Part::Place(at), rest @ ..], Value::List(entries)) => match entries.len() {
            count if *at < count => set(&mut entries[*at], rest, json)?,
            0 => return Err(format!("there is no entry {at}; the list is empty")),
            count => {
                return Err(format!(
                    "there is no entry {at}; the list has the entries 0 to {}",
                    count - 1
                ));
            }
        },
        _ => return Err("the file does not have the shape the change needs; mend the file first".to_string()),
    }
    Ok(())
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
            ("winner[2].pays=3:2", "winner[2].pays", json!("3:2")),
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
        assert!("deck.decks".parse::<Change>().is_err());
        assert!("=8".parse::<Change>().is_err());
    }
}
