//! Every text of a file with its place and what it is.

use super::document::{Node, Value};
use super::path::{Part, Path};
use super::shape::Shape;

/// Visits every text of a file that fits the format, in the order of the file, with its place and what it must be.
pub(crate) fn each_text(root: &Node, visit: &mut impl FnMut(&Path, &str, &Shape)) {
    walk(root, Shape::of_file(), &mut Path::root(), visit);
}

fn walk(node: &Node, shape: &Shape, path: &mut Path, visit: &mut impl FnMut(&Path, &str, &Shape)) {
    match (&node.value, shape) {
        (Value::Text(text), _) => visit(path, text, shape),
        (Value::List(entries), Shape::List(entry)) => {
            for (place, node) in entries.iter().enumerate() {
                path.below(Part::Place(place), |path| walk(node, entry, path, visit));
            }
        }
        (Value::Table(entries), Shape::Table(fields)) => {
            for (key, node) in entries {
                if let Some(field) = fields.iter().find(|field| field.name == *key) {
                    path.below(Part::Key(key.clone()), |path| walk(node, &field.shape, path, visit));
                }
            }
        }
        _ => {}
    }
}
