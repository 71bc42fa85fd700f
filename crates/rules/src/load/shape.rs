//! The shape of a rules file, read from its JSON Schema: which keys there are and what each of them holds.

use std::sync::OnceLock;

use serde_json::Value as Json;

use crate::card::{Card, Rank};
use crate::game::Depth;
use crate::money::{Money, Odds};
use crate::numbers::{Numbers, Ranks};
use crate::pattern::Pays;

/// What a value must look like.
#[derive(Debug)]
pub(crate) enum Shape {
    /// Any text.
    Text,
    /// A text of one of the value types.
    Written(&'static TextType),
    /// One of these words.
    Word(Vec<String>),
    /// A whole number from the first to the second.
    Number(i128, i128),
    /// True or false.
    Flag,
    /// A list of such values.
    List(Box<Shape>),
    /// A table with these keys and no others.
    Table(Vec<Field>),
    /// A table with any keys and values: the changes of an unclear point.
    Open,
}

/// One key of a table.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) required: bool,
}

/// A value type that is written as a text.
#[derive(Debug)]
pub(crate) struct TextType {
    /// Its name in the schema.
    pub(crate) name: &'static str,
    /// What it is, in words.
    pub(crate) about: &'static str,
    /// A text of that type, which stands for one that cannot be read while the rest is checked.
    pub(crate) stand_in: &'static str,
    /// Reads it; the fault says what is wrong and what would be right.
    pub(crate) read: fn(&str) -> Result<(), String>,
}

const TEXT_TYPES: &[TextType] = &[
    text_type::<Money>("Money", "an amount of money like \"$5\" or \"$2.50\"", "$5"),
    text_type::<Odds>("Odds", "odds like \"3:2\"", "1:1"),
    text_type::<Pays>(
        "Pays",
        "odds like \"3:2\", \"push\", or an amount like \"$1000\"",
        "1:1",
    ),
    text_type::<Numbers>("Numbers", "a set of numbers like \"5\", \"9-11\" or \"2+\"", "any"),
    text_type::<Ranks>("Ranks", "a set of ranks like \"A\" or \"J-A\"", "none"),
    text_type::<Rank>("Rank", "a rank like \"7\" or \"K\"", "A"),
    text_type::<Card>("Card", "a card like \"7h\"", "Ah"),
    text_type::<Depth>("Depth", "a depth like \"3/2 decks\" or \"1/2 shoe\"", "1/2 shoe"),
];

const fn text_type<T: std::str::FromStr<Err: std::fmt::Display>>(
    name: &'static str,
    about: &'static str,
    stand_in: &'static str,
) -> TextType {
    TextType {
        name,
        about,
        stand_in,
        read: |text| text.parse::<T>().map(|_| ()).map_err(|fault| fault.to_string()),
    }
}

impl Shape {
    /// The shape of a whole rules file.
    pub(crate) fn of_file() -> &'static Shape {
        static SHAPE: OnceLock<Shape> = OnceLock::new();
        SHAPE.get_or_init(|| {
            let root = crate::schema::root();
            shape(root, root)
        })
    }

    /// What belongs here, in words.
    pub(crate) fn about(&self) -> String {
        match self {
            Shape::Text => "a text in quotes".to_string(),
            Shape::Written(kind) => kind.about.to_string(),
            Shape::Word(words) => one_of(words),
            Shape::Number(low, high) => format!("a whole number from {low} to {high}"),
            Shape::Flag => "true or false".to_string(),
            Shape::List(entry) => match **entry {
                Shape::Table(_) => "a list of tables".to_string(),
                _ => format!("a list, each entry {}", entry.about()),
            },
            Shape::Table(_) | Shape::Open => "a table of keys and values".to_string(),
        }
    }
}

/// `"a"`, `"b"` or `"c"`.
pub(crate) fn one_of(words: &[String]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    match quoted.as_slice() {
        [] => "nothing".to_string(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

fn shape(schema: &Json, root: &Json) -> Shape {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or(reference);
        return match TEXT_TYPES.iter().find(|kind| kind.name == name) {
            Some(kind) => Shape::Written(kind),
            None => shape(&root["$defs"][name], root),
        };
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let words = choices.iter().flat_map(|choice| match choice["enum"].as_array() {
            Some(words) => words.iter().collect(),
            None => vec![&choice["const"]],
        });
        return Shape::Word(words.filter_map(Json::as_str).map(str::to_string).collect());
    }
    if let Some(words) = schema["enum"].as_array() {
        return Shape::Word(words.iter().filter_map(Json::as_str).map(str::to_string).collect());
    }
    match schema["type"].as_str() {
        Some("string") => Shape::Text,
        Some("boolean") => Shape::Flag,
        Some("integer") => Shape::Number(
            schema["minimum"].as_i64().map_or(i128::MIN, i128::from),
            schema["maximum"].as_i64().map_or(i128::from(u32::MAX), i128::from),
        ),
        Some("array") => Shape::List(Box::new(shape(&schema["items"], root))),
        Some("object") if schema["properties"].is_object() => Shape::Table(fields(schema, root)),
        Some("object") => Shape::Open,
        other => unreachable!("the rules file's types make no schema of type {other:?}"),
    }
}

fn fields(schema: &Json, root: &Json) -> Vec<Field> {
    let required = |name: &str| match schema["required"].as_array() {
        Some(names) => names.iter().any(|required| required == name),
        None => false,
    };
    let properties = schema["properties"].as_object();
    properties
        .into_iter()
        .flatten()
        .map(|(name, property)| Field {
            name: name.clone(),
            shape: shape(property, root),
            required: required(name),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_with_a_pattern_has_its_own_reader() {
        let definitions = crate::schema::root()["$defs"].as_object().unwrap();
        let patterns = definitions.iter().filter(|(_, schema)| schema["pattern"].is_string());
        for (name, _) in patterns {
            assert!(TEXT_TYPES.iter().any(|kind| kind.name == name), "{name}");
        }
        for kind in TEXT_TYPES {
            assert_eq!((kind.read)(kind.stand_in), Ok(()), "{}", kind.name);
            assert!((kind.read)("nonsense!").unwrap_err().contains("; "), "{}", kind.name);
        }
    }

    #[test]
    fn the_shape_has_the_sections_of_both_families() {
        let Shape::Table(fields) = Shape::of_file() else {
            panic!("a file is a table");
        };
        for name in ["deck", "dealer", "hands", "street", "side-bet", "procedure"] {
            assert!(fields.iter().any(|field| field.name == name), "{name}");
        }
    }
}
