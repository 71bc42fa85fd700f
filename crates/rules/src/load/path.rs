//! The place of a value in a rules file, written `winner.five-card-21.pays`.

use std::fmt;
use std::str::FromStr;

/// The place of a value: keys from the outside in.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Path(Vec<String>);

/// The text is not a path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a place in a rules file; write keys with dots between, like `winner.five-card-21.pays`")]
pub struct NotAPath(pub String);

impl Path {
    /// The whole file.
    pub fn root() -> Path {
        Path::default()
    }

    /// The keys from the outside in.
    pub fn keys(&self) -> &[String] {
        &self.0
    }

    /// Whether it is the whole file.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The path of a key below this one.
    pub fn key(&self, key: &str) -> Path {
        let mut keys = Vec::with_capacity(self.0.len() + 1);
        keys.extend_from_slice(&self.0);
        keys.push(key.to_string());
        Path(keys)
    }

    /// Whether one of the two paths leads through the other.
    pub fn touches(&self, other: &Path) -> bool {
        self.leads_to(other) || other.leads_to(self)
    }

    /// Whether the other path is this one or goes on from it.
    pub fn leads_to(&self, other: &Path) -> bool {
        other.0.starts_with(&self.0)
    }

    /// The last key on the path, for messages.
    pub fn last_key(&self) -> Option<&str> {
        self.0.last().map(String::as_str)
    }

    /// The last key on the path; for the file as a whole, what to call it in a message.
    pub(crate) fn last_key_or_file(&self) -> &str {
        self.last_key().unwrap_or("the file")
    }

    /// This path and those it goes on from, the longest first.
    pub(crate) fn upwards(&self) -> impl Iterator<Item = Path> + '_ {
        (0..=self.0.len()).rev().map(|length| Path(self.0[..length].to_vec()))
    }
}

impl<S: ToString> FromIterator<S> for Path {
    fn from_iter<I: IntoIterator<Item = S>>(keys: I) -> Path {
        Path(keys.into_iter().map(|key| key.to_string()).collect())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (depth, key) in self.0.iter().enumerate() {
            if depth > 0 {
                f.write_str(".")?;
            }
            if is_bare(key) {
                f.write_str(key)?;
            } else {
                write!(f, "{key:?}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Path {
    type Err = NotAPath;

    fn from_str(text: &str) -> Result<Path, NotAPath> {
        if text.split('.').all(is_bare) {
            Ok(text.split('.').collect())
        } else {
            Err(NotAPath(text.to_string()))
        }
    }
}

/// Whether a key may be written without quotes.
pub(crate) fn is_bare(key: &str) -> bool {
    !key.is_empty()
        && key
            .chars()
            .all(|letter| letter.is_alphanumeric() || "-_".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_read_back_as_they_are_written() {
        for text in [
            "deck.decks",
            "winner.five-card-21.pays",
            "side-bet.21-plus-3.pays",
            "name",
        ] {
            assert_eq!(text.parse::<Path>().unwrap().to_string(), text);
        }
        let quoted = Path::from_iter(["point", "seats", "set", "dealer.checks"]);
        assert_eq!(quoted.to_string(), "point.seats.set.\"dealer.checks\"");
    }

    #[test]
    fn what_is_no_path_is_refused() {
        for text in ["", ".", "a.", "a[", "a[1]", "a b", "a]", "[1]", "a..b"] {
            assert!(text.parse::<Path>().is_err(), "{text}");
        }
    }

    #[test]
    fn paths_touch_when_one_contains_the_other() {
        let path = |text: &str| text.parse::<Path>().unwrap();
        assert!(path("winner.a").touches(&path("winner.a.pays")));
        assert!(path("winner.a.pays").touches(&path("winner")));
        assert!(!path("winner.a.pays").touches(&path("winner.b")));
    }
}
