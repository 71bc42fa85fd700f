//! How a type reads itself from the tree of a rules file. What cannot be read is reported, and a stand-in takes its place,
//! which the report distrusts: everything else can still be checked.

use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

use serde_json::{Map, Value as Json};

use super::document::{Node, Value};
use super::keys::{Known, nearest};
use super::message::{self, Message};
use super::path::Path;
use super::report::Report;
use super::shape::{Field, Shape, Table, Words, one_of};

/// A value of a rules file.
pub(crate) trait Read: Sized {
    /// What it looks like.
    fn shape() -> Shape;

    /// What holds where its key is left out; `None` where the key must be there.
    fn absent() -> Option<Self> {
        None
    }

    /// What takes the place of a value that cannot be read.
    fn stand_in() -> Self;

    /// Reads it. Faults are reported, and a stand-in returned.
    fn read(node: &Node, at: &Path, report: &mut Report) -> Self;

    /// The value as JSON; `None` where its key is left out.
    fn write(&self) -> Option<Json>;
}

/// A table of a rules file with known keys. `section!` makes one.
pub(crate) trait Section: Sized {
    const NAME: &'static str;
    const ABOUT: &'static str;

    /// Its keys.
    fn fields() -> &'static [Field];

    /// Reads its fields.
    fn read_from(entries: &Entries, id: &str, report: &mut Report) -> Self;

    /// Writes its fields.
    fn write_into(&self, entries: &mut Map<String, Json>);
}

/// An entry of a table of named entries.
pub(crate) trait Named: Sized {
    /// Its name.
    fn id(&self) -> &str;

    /// What it looks like.
    fn entry_shape() -> Shape;

    /// Reads it.
    fn read_entry(entry: &Entry, report: &mut Report) -> Self;

    /// The entry as JSON.
    fn write_entry(&self) -> Json;
}

/// A named entry before it is read.
pub(crate) struct Entry<'n> {
    pub(crate) id: &'n str,
    pub(crate) node: &'n Node,
    pub(crate) at: Path,
    /// What holds for all entries beside it, and where that stands.
    default: Option<(&'n Node, Path)>,
}

impl Entry<'_> {
    /// Reads it as a section.
    pub(crate) fn read_section<T: Section>(&self, report: &mut Report) -> T {
        let mut own = Entries::of(self.node, &[T::fields()], &self.at, report);
        if let Some((node, at)) = &self.default {
            own = own.with_defaults(&Entries::of(node, &[T::fields()], at, report));
        }
        T::read_from(&own, self.id, report)
    }
}

/// A section, or a kind of named entry, that has one place in a rules file.
pub(crate) trait Home {
    /// The key it stands at.
    const HOME: &'static str;
}

/// The values of a table by its known keys.
pub(crate) struct Entries<'n> {
    found: Vec<(&'static str, Cow<'n, Node>)>,
    header: Node,
    at: Path,
    /// Whether nothing can be said about what is missing, because the table itself could not be read.
    broken: bool,
}

impl<'n> Entries<'n> {
    /// The values of a table with these keys. Other keys are reported; one that is close to a known key that is not there
    /// is taken for that key.
    pub(crate) fn of(node: &'n Node, fields: &[&'static [Field]], at: &Path, report: &mut Report) -> Entries<'n> {
        let Value::Table(entries) = &node.value else {
            wrong_type(node, at, report, "a table of keys and values");
            return Entries::broken(node, at);
        };
        let known = Known::new(fields.iter().flat_map(|fields| fields.iter().map(|field| field.key)));
        Entries {
            found: known.sort(entries, at, report),
            header: Node::at(Value::Flag(false), node),
            at: at.clone(),
            broken: false,
        }
    }

    /// The same with values that hold where a key is not there.
    pub(crate) fn with_defaults(mut self, defaults: &Entries<'n>) -> Entries<'n> {
        for (key, node) in &defaults.found {
            if !self.found.iter().any(|(found, _)| found == key) {
                self.found.push((key, node.clone()));
            }
        }
        self
    }

    fn broken(node: &Node, at: &Path) -> Entries<'static> {
        Entries {
            found: Vec::new(),
            header: Node::at(Value::Flag(false), node),
            at: at.clone(),
            broken: true,
        }
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        let found = self.found.iter().find(|(found, _)| *found == key);
        found.map(|(_, node)| node.as_ref())
    }

    /// Reads a field; where its key is left out, `absent` holds.
    pub(crate) fn read<T: Read>(&self, field: &Field, absent: impl FnOnce() -> Option<T>, report: &mut Report) -> T {
        let at = self.at.key(field.key);
        match (self.get(field.key), absent()) {
            (Some(node), _) => match field.limits.filter(|limits| !is_within(node, *limits)) {
                None => T::read(node, &at, report),
                Some(limits) => {
                    out_of_range(node, &at, report, limits);
                    T::stand_in()
                }
            },
            (None, Some(absent)) => absent,
            (None, None) => {
                if !self.broken && !report.has_syntax_faults() {
                    self.missing(field, &at, report);
                }
                report.distrust(&at);
                T::stand_in()
            }
        }
    }

    fn missing(&self, field: &Field, at: &Path, report: &mut Report) {
        let (key, shape) = (field.key, (field.shape)());
        let message = match shape {
            Shape::Table(_) | Shape::Keyed { .. } if self.at.is_root() => message::missing_section(key),
            shape => message::missing_key(key, within(&self.at), shape.about()),
        };
        report.at_node(message, at, &self.header);
    }
}

/// A table's shape by its type.
pub(crate) fn table_of<T: Section>() -> Table {
    Table {
        name: T::NAME,
        about: T::ABOUT,
        fields: T::fields,
    }
}

/// Reads a section that stands at a key.
pub(crate) fn read_section<T: Section>(node: &Node, at: &Path, report: &mut Report) -> T {
    T::read_from(&Entries::of(node, &[T::fields()], at, report), "", report)
}

/// A section whose fields are all stand-ins.
pub(crate) fn stand_in_section<T: Section>() -> T {
    let nowhere = Node::nowhere(Value::Flag(false));
    T::read_from(&Entries::broken(&nowhere, &Path::root()), "", &mut Report::new(&[]))
}

/// A section as JSON without what holds anyway.
pub(crate) fn write_briefly<T: Section>(section: &T) -> Json {
    let mut entries = Map::new();
    section.write_into(&mut entries);
    for field in T::fields() {
        if (field.default)().is_some_and(|default| entries.get(field.key) == Some(&default)) {
            entries.shift_remove(field.key);
        }
    }
    Json::Object(entries)
}

/// A section as JSON.
pub(crate) fn write_section<T: Section>(section: &T) -> Json {
    let mut entries = Map::new();
    section.write_into(&mut entries);
    Json::Object(entries)
}

/// Reads the named entries of a table, except these keys. The entry `default` holds for all others.
pub(crate) fn read_keyed<T: Named>(node: &Node, except: &[&str], at: &Path, report: &mut Report) -> Vec<T> {
    let Value::Table(entries) = &node.value else {
        let message = message::entries_without_names(at.last_key_or_file(), node.value.kind(), at);
        report.at_node(message, at, node);
        report.distrust(at);
        return Vec::new();
    };
    let default = entries.iter().find(|(id, _)| id == DEFAULT);
    let default = default.map(|(id, node)| (node, at.key(id)));
    let named = entries
        .iter()
        .filter(|(id, _)| id != DEFAULT && !except.contains(&id.as_str()));
    named
        .map(|(id, node)| {
            let at = at.key(id);
            if !is_id(id) {
                report.at_key(message::bad_name(short(id), short(&id_of(id))), &at, node);
            }
            let default = default.clone();
            T::read_entry(&Entry { id, node, at, default }, report)
        })
        .collect()
}

/// Named entries as JSON.
pub(crate) fn write_keyed<T: Named>(list: &[T]) -> Map<String, Json> {
    let entries = list.iter();
    entries
        .map(|entry| (entry.id().to_string(), entry.write_entry()))
        .collect()
}

/// The name of what holds for all entries of a table.
pub(crate) const DEFAULT: &str = "default";

/// Reads one of a few words, as its place among them.
pub(crate) fn word(node: &Node, at: &Path, report: &mut Report, words: &'static Words) -> Option<usize> {
    let Value::Text(text) = &node.value else {
        wrong_type(node, at, report, &Shape::Word(words).about());
        return None;
    };
    let place = |word: &str| words.list.iter().position(|(known, _)| *known == word);
    if let Some(place) = place(text) {
        return Some(place);
    }
    let list = || words.list.iter().map(|(word, _)| *word);
    let close = nearest(text, list());
    let (word, key, all) = (short(text), at.last_key_or_file(), one_of(list()));
    let message = match close {
        Some(near) if words.list.len() > 1 => message::unknown_word_like(word, key, near, all),
        _ => message::unknown_word(word, key, all),
    };
    report.at_node(message, at, node);
    if close.is_none() {
        report.distrust(at);
    }
    place(close?)
}

/// Reads a value type that is written as a text, and checks it.
pub(crate) fn written<T>(node: &Node, at: &Path, report: &mut Report, check: fn(&T) -> Option<Message>) -> Option<T>
where
    T: Read + FromStr<Err: Display> + Display,
{
    let read = |text: &str| text.parse::<T>().ok();
    let meant = match &node.value {
        Value::Text(text) => match text.parse::<T>() {
            Ok(value) => match check(&value) {
                None => return Some(value),
                Some(message) => {
                    report.at_node(message, at, node);
                    None
                }
            },
            Err(fault) => {
                let fault = fault.to_string();
                let (what, remedy) = fault.split_once("; ").unwrap_or((&fault, ""));
                report.at_node(message::unreadable(short(what), remedy), at, node);
                None
            }
        },
        Value::Number(number) => wrong_text(node, at, report, read(&number.to_string())),
        Value::Fraction(number) => wrong_text(node, at, report, read(&format!("{number:.2}"))),
        _ => wrong_text(node, at, report, None),
    };
    if meant.is_none() {
        report.distrust(at);
    }
    meant
}

/// Reports what should be a text, and what was meant if there is no doubt.
fn wrong_text<T: Read + Display>(node: &Node, at: &Path, report: &mut Report, meant: Option<T>) -> Option<T> {
    let right = match &meant {
        Some(meant) => format!("\"{meant}\""),
        None => T::shape().about(),
    };
    report.at_node(wrong_kind(node, at, right), at, node);
    meant
}

/// Reports a value of the wrong type, of which nothing more can be said.
pub(crate) fn wrong_type(node: &Node, at: &Path, report: &mut Report, right: &str) {
    let message = match &node.value {
        Value::List(entries) if right.starts_with("a table") && !entries.is_empty() => {
            message::several_of_one(at.last_key_or_file(), node.value.kind(), at)
        }
        _ => wrong_kind(node, at, right),
    };
    report.at_node(message, at, node);
    report.distrust(at);
}

fn wrong_kind(node: &Node, at: &Path, right: impl Display) -> Message {
    message::wrong_type(at.last_key_or_file(), node.value.kind(), right)
}

/// Whether a number, or the number of entries, is within limits. What is neither is for others to judge.
fn is_within(node: &Node, (low, high): (i64, i64)) -> bool {
    let measure = match &node.value {
        Value::Number(number) => *number,
        Value::List(entries) => entries.len() as i128,
        Value::Table(_) => count_entries(node, &[]).unwrap_or(0) as i128,
        _ => return true,
    };
    (i128::from(low)..=i128::from(high)).contains(&measure)
}

/// How many named entries a table has, except these keys.
pub(crate) fn count_entries(node: &Node, except: &[&str]) -> Option<usize> {
    match &node.value {
        Value::Table(_) => Some(
            node.keys()
                .filter(|key| *key != DEFAULT && !except.contains(key))
                .count(),
        ),
        _ => None,
    }
}

pub(crate) fn out_of_range(node: &Node, at: &Path, report: &mut Report, (low, high): (i64, i64)) {
    let key = at.last_key_or_file();
    let message = match &node.value {
        Value::Number(_) => message::out_of_range(key, low, high),
        Value::List(entries) if entries.is_empty() => message::too_few(key, low),
        Value::Table(entries) if entries.is_empty() => message::too_few(key, low),
        _ => message::too_many(key, high),
    };
    report.at_node(message, at, node);
    report.distrust(at);
}

/// Texts are printed on paper and terminals; what would command these instead is refused.
pub(crate) fn refuse_control_characters(text: &str, node: &Node, at: &Path, report: &mut Report) {
    if let Some(letter) = text.chars().find(|letter| letter.is_control()) {
        let code = format!("{:04X}", u32::from(letter));
        report.at_node(message::control_character(at.last_key_or_file(), code), at, node);
    }
}

/// Where a key is missing, as the tail of a sentence.
pub(crate) fn within(path: &Path) -> String {
    if path.is_root() {
        String::new()
    } else {
        format!(" in `{path}`")
    }
}

/// A text as far as a message should repeat it.
pub(crate) fn short(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// Whether this is a name of small letters, digits and single hyphens.
pub(crate) fn is_id(id: &str) -> bool {
    let is_word = |word: &str| {
        let mut bytes = word.bytes();
        !word.is_empty() && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    id.split('-').all(is_word)
}

/// The name nearest to this text that is one.
pub(crate) fn id_of(text: &str) -> String {
    let text = text.to_ascii_lowercase().replace('+', "-plus-");
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        "a-name".to_string()
    } else {
        words.join("-")
    }
}

impl Read for String {
    fn shape() -> Shape {
        Shape::Text
    }

    fn stand_in() -> String {
        "unknown".to_string()
    }

    fn read(node: &Node, at: &Path, report: &mut Report) -> String {
        let Value::Text(text) = &node.value else {
            wrong_type(node, at, report, "a text in quotes");
            return String::stand_in();
        };
        if text.trim().is_empty() {
            report.at_node(message::says_nothing(at.last_key_or_file()), at, node);
            report.distrust(at);
        }
        refuse_control_characters(text, node, at, report);
        text.clone()
    }

    fn write(&self) -> Option<Json> {
        Some(self.as_str().into())
    }
}

impl Read for bool {
    fn shape() -> Shape {
        Shape::Flag
    }

    fn stand_in() -> bool {
        false
    }

    fn read(node: &Node, at: &Path, report: &mut Report) -> bool {
        match &node.value {
            Value::Flag(flag) => *flag,
            Value::Text(text) => unquoted(node, at, report, text.trim().parse().ok()),
            _ => unquoted(node, at, report, None),
        }
    }

    fn write(&self) -> Option<Json> {
        Some((*self).into())
    }
}

impl Read for u8 {
    fn shape() -> Shape {
        Shape::Number(0, u8::MAX.into())
    }

    fn stand_in() -> u8 {
        1
    }

    fn read(node: &Node, at: &Path, report: &mut Report) -> u8 {
        match &node.value {
            Value::Number(number) => u8::try_from(*number).unwrap_or_else(|_| {
                out_of_range(node, at, report, (0, u8::MAX.into()));
                u8::stand_in()
            }),
            Value::Text(text) => unquoted(node, at, report, text.trim().parse().ok()),
            _ => unquoted(node, at, report, None),
        }
    }

    fn write(&self) -> Option<Json> {
        Some((*self).into())
    }
}

/// Reports a number or a flag that is no such thing, and what was meant if there is no doubt.
fn unquoted<T: Read + Display>(node: &Node, at: &Path, report: &mut Report, meant: Option<T>) -> T {
    let right = match &meant {
        Some(meant) => format!("{meant} without quotes"),
        None => T::shape().about(),
    };
    report.at_node(wrong_kind(node, at, right), at, node);
    meant.unwrap_or_else(|| {
        report.distrust(at);
        T::stand_in()
    })
}

impl<T: Read> Read for Option<T> {
    fn shape() -> Shape {
        T::shape()
    }

    fn absent() -> Option<Option<T>> {
        Some(None)
    }

    fn stand_in() -> Option<T> {
        None
    }

    fn read(node: &Node, at: &Path, report: &mut Report) -> Option<T> {
        Some(T::read(node, at, report))
    }

    fn write(&self) -> Option<Json> {
        self.as_ref().and_then(T::write)
    }
}

impl<T: Read> Read for Vec<T> {
    fn shape() -> Shape {
        Shape::List(Box::new(T::shape()))
    }

    fn stand_in() -> Vec<T> {
        Vec::new()
    }

    fn read(node: &Node, at: &Path, report: &mut Report) -> Vec<T> {
        let Value::List(entries) = &node.value else {
            wrong_type(node, at, report, &Self::shape().about());
            return Vec::new();
        };
        entries.iter().map(|entry| T::read(entry, at, report)).collect()
    }

    fn write(&self) -> Option<Json> {
        Some(self.iter().filter_map(T::write).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_small_letters_digits_and_single_hyphens() {
        for id in ["five-card-21", "21-plus-3", "000", "a"] {
            assert!(is_id(id), "{id}");
        }
        for (text, id) in [
            ("21+3", "21-plus-3"),
            ("A b_c", "a-b-c"),
            ("--", "a-name"),
            ("a--b", "a-b"),
        ] {
            assert!(!is_id(text), "{text}");
            assert_eq!(id_of(text), id);
        }
    }
}
