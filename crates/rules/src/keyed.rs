//! Named entries of a rules file, in its order: rows, bets, streets, clauses.

use std::ops::{Deref, DerefMut};

use serde_json::Value as Json;

use crate::load::Path;
use crate::load::document::Node;
use crate::load::read::{Named, Read, read_keyed, write_keyed};
use crate::load::report::Report;
use crate::load::shape::Shape;

/// A table of named entries. It is used like the list of its entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keyed<T>(Vec<T>);

impl<T> Default for Keyed<T> {
    fn default() -> Keyed<T> {
        Keyed(Vec::new())
    }
}

impl<T> Deref for Keyed<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Keyed<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T> From<Vec<T>> for Keyed<T> {
    fn from(entries: Vec<T>) -> Keyed<T> {
        Keyed(entries)
    }
}

impl<T> FromIterator<T> for Keyed<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Keyed<T> {
        Keyed(entries.into_iter().collect())
    }
}

impl<'k, T> IntoIterator for &'k Keyed<T> {
    type Item = &'k T;
    type IntoIter = std::slice::Iter<'k, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'k, T> IntoIterator for &'k mut Keyed<T> {
    type Item = &'k mut T;
    type IntoIter = std::slice::IterMut<'k, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

#[expect(private_bounds, reason = "entries are made by this crate alone")]
impl<T: Named> Keyed<T> {
    /// The entry of this name.
    pub fn find(&self, id: &str) -> Option<&T> {
        self.0.iter().find(|entry| entry.id() == id)
    }

    /// The place of the entry of this name.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.0.iter().position(|entry| entry.id() == id)
    }
}

impl<T: Named> Read for Keyed<T> {
    fn shape() -> Shape {
        Shape::Keyed {
            entry: Box::new(T::entry_shape()),
            own: &[],
        }
    }

    fn absent() -> Option<Keyed<T>> {
        Some(Keyed::default())
    }

    fn stand_in() -> Keyed<T> {
        Keyed::default()
    }

    fn read(node: &Node, at: &Path, report: &mut Report) -> Keyed<T> {
        Keyed(read_keyed(node, &[], at, report))
    }

    fn write(&self) -> Option<Json> {
        (!self.0.is_empty()).then(|| Json::Object(write_keyed(&self.0)))
    }
}

impl<T: Named> serde::Serialize for Keyed<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_keyed(&self.0).serialize(serializer)
    }
}
