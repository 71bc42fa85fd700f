//! Every text of a file with its place and what it is.

use super::document::{Node, Value};
use super::path::Path;
use super::shape::Shape;

/// A text of a file.
pub(crate) struct Leaf {
    pub(crate) path: Path,
    pub(crate) text: String,
    /// Whether it is free text rather than a word or a value.
    pub(crate) is_free: bool,
}

/// Every text of a file that fits the format, in the order of the file.
pub(crate) fn leaves(root: &Node) -> Vec<Leaf> {
    let mut found = Vec::new();
    walk(root, Shape::of_file(), &Path::root(), &mut found);
    found
}

fn walk(node: &Node, shape: &Shape, path: &Path, found: &mut Vec<Leaf>) {
    match (&node.value, shape) {
        (Value::Text(text), _) => found.push(Leaf {
            path: path.clone(),
            text: text.clone(),
            is_free: matches!(shape, Shape::Text),
        }),
        (Value::List(entries), Shape::List(entry)) => {
            for (place, node) in entries.iter().enumerate() {
                walk(node, entry, &path.place(place), found);
            }
        }
        (Value::Table(entries), Shape::Table(fields)) => {
            for (key, node) in entries {
                if let Some(field) = fields.iter().find(|field| field.name == *key) {
                    walk(node, &field.shape, &path.key(key), found);
                }
            }
        }
        _ => {}
    }
}
