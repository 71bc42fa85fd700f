//! A rules file as a tree of values that know their place in the text.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::message::{self, Message};
use super::path::Path;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The value.
    pub(crate) value: Value,
    /// Where the value stands in the text; for a section, its header.
    pub(crate) span: Span,
    /// Where its key stands, if it has one of its own.
    pub(crate) key: Span,
}

/// A piece of one of the texts of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Span {
    /// The text, by its place among all.
    pub(crate) file: usize,
    /// The piece, in bytes.
    pub(crate) bytes: Range<usize>,
}

/// A value of a rules file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Text(String),
    Number(i128),
    Fraction(f64),
    Flag(bool),
    Date(String),
    List(Vec<Node>),
    Table(Vec<(String, Node)>),
}

/// Nodes are equal when their values are, wherever they stand.
impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        self.value == other.value
    }
}

/// A fault of the text itself.
pub(crate) struct SyntaxFault {
    pub(crate) span: Span,
    pub(crate) message: Message,
}

/// A text as far as it can be read, and where it cannot.
pub(crate) struct Reading {
    pub(crate) root: Node,
    pub(crate) faults: Vec<SyntaxFault>,
    /// Whether a list that is never closed has swallowed what follows it, so that nothing more can be said.
    pub(crate) cut_short: bool,
}

/// Reads a text, the one of this number among all, as far as it can be read, and says where it cannot.
pub(crate) fn read(text: &str, file: usize) -> Reading {
    let (table, errors) = DeTable::parse_recoverable(text);
    let start = Span { file, bytes: 0..0 };
    let root = Node {
        value: table_value(table.get_ref(), file),
        span: start.clone(),
        key: start,
    };
    let unclosed = errors.iter().position(|error| is_swallowed_line(text, error));
    let sound = &errors[..unclosed.unwrap_or(errors.len())];
    let mut faults: Vec<SyntaxFault> = sound.iter().map(|error| syntax_fault(text, file, error)).collect();
    faults.extend(unclosed.map(|place| SyntaxFault {
        span: Span {
            file,
            bytes: errors[place].span().unwrap_or(0..0),
        },
        message: message::list_not_closed(),
    }));
    Reading {
        root,
        faults,
        cut_short: unclosed.is_some(),
    }
}

impl Node {
    /// A value that is not written in the text but stands for something at this place.
    pub(crate) fn at(value: Value, place: &Node) -> Node {
        Node {
            value,
            span: place.span.clone(),
            key: place.key.clone(),
        }
    }

    /// A value that is not written anywhere.
    pub(crate) fn nowhere(value: Value) -> Node {
        Node {
            value,
            span: Span::default(),
            key: Span::default(),
        }
    }

    /// The value as JSON, without places.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match &self.value {
            Value::Text(text) | Value::Date(text) => Json::from(text.as_str()),
            Value::Number(number) => i64::try_from(*number).map_or(Json::Null, Json::from),
            Value::Fraction(number) => Json::from(*number),
            Value::Flag(flag) => Json::from(*flag),
            Value::List(entries) => Json::Array(entries.iter().map(Node::to_json).collect()),
            Value::Table(entries) => entries
                .iter()
                .map(|(key, node)| (key.clone(), node.to_json()))
                .collect(),
        }
    }

    /// The value of a key of a table.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, node)| node),
            _ => None,
        }
    }

    /// The value of a key of a table, to change it.
    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        match &mut self.value {
            Value::Table(entries) => entries.iter_mut().find(|(name, _)| name == key).map(|(_, node)| node),
            _ => None,
        }
    }

    /// Takes a key out of a table.
    pub(crate) fn remove(&mut self, key: &str) -> Option<Node> {
        let Value::Table(entries) = &mut self.value else {
            return None;
        };
        let at = entries.iter().position(|(name, _)| name == key)?;
        Some(entries.remove(at).1)
    }

    /// Adds a key to a table, after the others.
    pub(crate) fn insert(&mut self, key: &str, node: Node) {
        if let Value::Table(entries) = &mut self.value {
            entries.push((key.to_string(), node));
        }
    }

    /// The places of all values below this one that are not tables.
    pub(crate) fn leaves(&self) -> Vec<Path> {
        fn collect(node: &Node, at: &Path, leaves: &mut Vec<Path>) {
            match &node.value {
                Value::Table(entries) => entries
                    .iter()
                    .for_each(|(key, node)| collect(node, &at.key(key), leaves)),
                _ => leaves.push(at.clone()),
            }
        }
        let mut leaves = Vec::new();
        collect(self, &Path::root(), &mut leaves);
        leaves
    }

    /// The keys of a table.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        let entries: &[(String, Node)] = match &self.value {
            Value::Table(entries) => entries,
            _ => &[],
        };
        entries.iter().map(|(key, _)| key.as_str())
    }

    /// The value at a path below this one.
    pub(crate) fn find(&self, path: &Path) -> Option<&Node> {
        path.keys().iter().try_fold(self, |node, key| node.get(key))
    }

    /// The value at a path below this one, to change it.
    pub(crate) fn find_mut(&mut self, path: &Path) -> Option<&mut Node> {
        path.keys().iter().try_fold(self, |node, key| node.get_mut(key))
    }

    /// The value at a path, or the nearest value above it that is there.
    pub(crate) fn nearest(&self, path: &Path) -> &Node {
        let mut node = self;
        for key in path.keys() {
            match node.get(key) {
                Some(below) => node = below,
                None => return node,
            }
        }
        node
    }
}

impl Value {
    /// What kind of value it is, in words.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Text(_) => "a text",
            Value::Number(_) => "a whole number",
            Value::Fraction(_) => "a number with a fraction",
            Value::Flag(_) => "true or false",
            Value::Date(_) => "a date or time",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }

    /// The value of a piece of JSON; `None` for null and for what TOML cannot write.
    pub(crate) fn from_json(json: &serde_json::Value, place: &Node) -> Option<Value> {
        use serde_json::Value as Json;
        let below = |json: &Json| Some(Node::at(Value::from_json(json, place)?, place));
        match json {
            Json::Null => None,
            Json::Bool(flag) => Some(Value::Flag(*flag)),
            Json::Number(number) => match number.as_i64() {
                Some(whole) => Some(Value::Number(i128::from(whole))),
                None => number.as_f64().map(Value::Fraction),
            },
            Json::String(text) => Some(Value::Text(text.clone())),
            Json::Array(entries) => entries.iter().map(below).collect::<Option<_>>().map(Value::List),
            Json::Object(entries) => entries
                .iter()
                .map(|(key, json)| Some((key.clone(), below(json)?)))
                .collect::<Option<_>>()
                .map(Value::Table),
        }
    }
}

fn table_value(table: &DeTable, file: usize) -> Value {
    let mut entries: Vec<(String, Node)> = table
        .iter()
        .map(|(key, value)| (key.get_ref().to_string(), node(key.span(), value, file)))
        .collect();
    entries.sort_by_key(|(_, node)| node.key.bytes.start);
    Value::Table(entries)
}

fn node(key: Range<usize>, value: &Spanned<DeValue>, file: usize) -> Node {
    Node {
        value: match value.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(digits) => {
                // What is too large for 128 bits is too large for every field, so the largest number stands for it.
                Value::Number(i128::from_str_radix(digits.as_str(), digits.radix()).unwrap_or(i128::MAX))
            }
            DeValue::Float(digits) => Value::Fraction(digits.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Datetime(date) => Value::Date(date.to_string()),
            DeValue::Array(entries) => {
                Value::List(entries.iter().map(|entry| node(entry.span(), entry, file)).collect())
            }
            DeValue::Table(table) => table_value(table, file),
        },
        span: Span {
            file,
            bytes: value.span(),
        },
        key: Span { file, bytes: key },
    }
}

/// Whether a comma is missed before what is not an element at all but the next key or section.
fn is_swallowed_line(text: &str, error: &toml::de::Error) -> bool {
    let at = text.floor_char_boundary(error.span().map_or(0, |span| span.start));
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[at..].lines().next().unwrap_or("");
    let key = |line: &str| {
        let name = line.split('=').next().unwrap_or("").trim_end();
        line.contains('=')
            && !name.is_empty()
            && name
                .chars()
                .all(|letter| letter.is_alphanumeric() || "-_.".contains(letter))
    };
    error.message().starts_with("missing comma")
        && text[start..at].trim().is_empty()
        && (line.starts_with('[') || key(line))
}

fn syntax_fault(text: &str, file: usize, error: &toml::de::Error) -> SyntaxFault {
    let mut bytes = error.span().unwrap_or(0..0);
    let (what, expected) = error
        .message()
        .split_once(", expected ")
        .unwrap_or((error.message(), ""));
    let word = text.get(bytes.clone()).unwrap_or("");
    let is_word = word.contains(char::is_alphanumeric) && !word.contains(['"', '\n']) && word.len() < 60;
    let message = match what {
        "duplicate key" => message::given_twice(word),
        "recursion limit" => {
            // Of keys with too many dots the parser does not say where they are.
            bytes = line_of_most_dots(text);
            message::nested_too_deeply()
        }
        _ if what.starts_with("cannot recurse") => message::nested_too_deeply(),
        _ if is_word => message::not_quoted(what, word),
        _ if expected.is_empty() => message::not_toml(what, "write a key, `=` and a value"),
        _ => message::not_toml(what, format!("expected {expected}")),
    };
    SyntaxFault {
        span: Span { file, bytes },
        message,
    }
}

fn line_of_most_dots(text: &str) -> Range<usize> {
    let start = |line: &str| line.as_ptr() as usize - text.as_ptr() as usize;
    let dots = |line: &&str| line.bytes().filter(|byte| *byte == b'.').count();
    let line = text.lines().max_by_key(dots).unwrap_or("");
    start(line)..start(line) + line.len()
}
