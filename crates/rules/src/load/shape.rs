//! What a value of a rules file looks like: for messages, for changes, and for the JSON Schema.

use super::keys::nearest;
use super::message::{self, Message};
use super::path::Path;

/// What a value must look like.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// Any text.
    Text,
    /// A text of one of the value types.
    Written(&'static Written),
    /// One of these words, each with what it means.
    Word(&'static Words),
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// True or false.
    Flag,
    /// A list of such values.
    List(Box<Shape>),
    /// A text or a list of texts.
    TextOrList,
    /// A table with these keys and no others.
    Table(Table),
    /// A table whose keys are the names of such entries, beside a few keys of its own.
    Keyed { entry: Box<Shape>, own: &'static [Field] },
    /// A table with the steps of the procedure as keys.
    Steps(&'static Words),
    /// A table with any keys: places of the rules file.
    Open,
}

/// A table with known keys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    /// The name of its type.
    pub(crate) name: &'static str,
    /// What it is, in a sentence.
    pub(crate) about: &'static str,
    pub(crate) fields: fn() -> &'static [Field],
}

/// One key of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) key: &'static str,
    pub(crate) about: &'static str,
    pub(crate) shape: fn() -> Shape,
    /// Whether it must be given.
    pub(crate) is_required: fn() -> bool,
    /// What holds where it is left out, as JSON.
    pub(crate) default: fn() -> Option<serde_json::Value>,
    /// The least and the most of a number, or of the entries of a list.
    pub(crate) limits: Option<(i64, i64)>,
}

/// A value type that is written as a text.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) name: &'static str,
    /// What it is, in a sentence of the JSON Schema.
    pub(crate) about: &'static str,
    /// What to write, in a remedy.
    pub(crate) like: &'static str,
    pub(crate) pattern: &'static str,
}

/// A type of a few words.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) list: &'static [(&'static str, &'static str)],
}

impl Shape {
    /// What belongs here, in words.
    pub(crate) fn about(&self) -> String {
        match self {
            Shape::Text => "a text in quotes".to_string(),
            Shape::Written(kind) => kind.like.to_string(),
            Shape::Word(words) => one_of(words.list.iter().map(|(word, _)| *word)),
            Shape::Number(low, high) => format!("a whole number from {low} to {high}"),
            Shape::Flag => "true or false".to_string(),
            Shape::List(entry) => format!("a list, each entry {}", entry.about()),
            Shape::TextOrList => "a text in quotes, or a list of them".to_string(),
            Shape::Keyed { .. } => "a table of named entries".to_string(),
            Shape::Table(_) | Shape::Steps(_) | Shape::Open => "a table of keys and values".to_string(),
        }
    }

    /// Whether it is a table of named entries.
    pub(crate) fn is_keyed(&self) -> bool {
        matches!(self, Shape::Keyed { .. })
    }

    /// What stands at a path below this; the fault says what there is instead.
    pub(crate) fn at(&self, path: &Path) -> Result<Shape, Message> {
        let mut shape = self.clone();
        let mut so_far = Path::root();
        for key in path.keys() {
            let (fields, others): (&[Field], Option<Shape>) = match &shape {
                Shape::Table(table) => ((table.fields)(), None),
                Shape::Keyed { entry, own } => (own, Some((**entry).clone())),
                Shape::Steps(words) if words.list.iter().any(|(word, _)| word == key) => (&[], Some(Shape::TextOrList)),
                Shape::Open => (&[], Some(Shape::Open)),
                _ => return Err(no_field(path, &shape, &so_far, key)),
            };
            shape = match (fields.iter().find(|field| field.key == key), others) {
                (Some(field), _) => (field.shape)(),
                (None, Some(entry)) => entry,
                (None, None) => return Err(no_field(path, &shape, &so_far, key)),
            };
            so_far = so_far.key(key);
        }
        Ok(shape)
    }
}

/// That a path leads nowhere, and what there is instead of the key it fails at.
fn no_field(path: &Path, shape: &Shape, at: &Path, key: &str) -> Message {
    let names: Vec<&str> = match shape {
        Shape::Table(table) => (table.fields)().iter().map(|field| field.key).collect(),
        Shape::Steps(words) => words.list.iter().map(|(word, _)| *word).collect(),
        _ => return message::no_field_below(path, at),
    };
    match nearest(key, names.iter().copied()) {
        Some(name) => message::no_field_like(path, at.key(name)),
        None => message::no_field(path, names.join(", ")),
    }
}

/// `"a"`, `"b"` or `"c"`.
pub(crate) fn one_of<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = words.map(|word| format!("\"{word}\"")).collect();
    match quoted.as_slice() {
        [] => "nothing".to_string(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}
