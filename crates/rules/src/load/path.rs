//! The place of a value in a rules file, written `winner[2].pays`.

use std::fmt;
use std::str::FromStr;

/// The place of a value: keys from the outside in, and places in lists from 0.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Path(Vec<Part>);

/// One part of a path.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// A key of a table.
    Key(String),
    /// A place in a list.
    Place(usize),
}

/// The text is not a path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a place in a rules file; write keys with dots between and rows by number, like `winner[2].pays`")]
pub struct NotAPath(pub String);

impl Path {
    /// The whole file.
    pub fn root() -> Path {
        Path::default()
    }

    /// The parts from the outside in.
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    /// The path of a key below this one.
    pub fn key(&self, key: &str) -> Path {
        self.with(Part::Key(key.to_string()))
    }

    /// The path of a list's entry below this one.
    pub fn place(&self, place: usize) -> Path {
        self.with(Part::Place(place))
    }

    /// Does something one part further down, and comes back.
    pub(crate) fn below<T>(&mut self, part: Part, visit: impl FnOnce(&mut Path) -> T) -> T {
        self.0.push(part);
        let result = visit(self);
        self.0.pop();
        result
    }

    /// Whether one of the two paths leads through the other.
    pub fn touches(&self, other: &Path) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, theirs)| mine == theirs)
    }

    /// The last key on the path, for messages.
    pub fn last_key(&self) -> Option<&str> {
        self.0.iter().rev().find_map(|part| match part {
            Part::Key(key) => Some(key.as_str()),
            Part::Place(_) => None,
        })
    }

    fn with(&self, part: Part) -> Path {
        let mut parts = self.0.clone();
        parts.push(part);
        Path(parts)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (depth, part) in self.0.iter().enumerate() {
            match part {
                Part::Key(key) => {
                    if depth > 0 {
                        f.write_str(".")?;
                    }
                    if key.contains(['.', '[', ']', '"']) || key.is_empty() {
                        write!(f, "{key:?}")?;
                    } else {
                        f.write_str(key)?;
                    }
                }
                Part::Place(place) => write!(f, "[{place}]")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Path {
    type Err = NotAPath;

    fn from_str(text: &str) -> Result<Path, NotAPath> {
        let fault = || NotAPath(text.to_string());
        let mut path = Path::root();
        for word in text.split('.') {
            let (key, places) = match word.find('[') {
                Some(at) => word.split_at(at),
                None => (word, ""),
            };
            if key.is_empty() || key.contains([']', '"', ' ']) {
                return Err(fault());
            }
            path = path.key(key);
            let mut rest = places;
            while !rest.is_empty() {
                let (place, after) = rest
                    .strip_prefix('[')
                    .and_then(|rest| rest.split_once(']'))
                    .ok_or_else(fault)?;
                path = path.place(place.parse().map_err(|_| fault())?);
                rest = after;
            }
        }
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_read_back_as_they_are_written() {
        for text in ["deck.decks", "winner[2].pays", "side-bet[0].row[11].when.poker", "name"] {
            assert_eq!(text.parse::<Path>().unwrap().to_string(), text);
        }
        let quoted = Path::root().key("unclear").place(0).key("set").key("dealer.checks");
        assert_eq!(quoted.to_string(), "unclear[0].set.\"dealer.checks\"");
    }

    #[test]
    fn what_is_no_path_is_refused() {
        for text in ["", ".", "a.", "a[", "a[x]", "a[1", "a]", "[1]", "a[1]b"] {
            assert!(text.parse::<Path>().is_err(), "{text}");
        }
    }

    #[test]
    fn paths_touch_when_one_contains_the_other() {
        let path = |text: &str| text.parse::<Path>().unwrap();
        assert!(path("winner[2]").touches(&path("winner[2].pays")));
        assert!(path("winner[2].pays").touches(&path("winner")));
        assert!(!path("winner[2].pays").touches(&path("winner[1]")));
    }
}
