//! Holds a file against the shape it should have. What does not fit is reported, and mended or stood in for, so that
//! everything else can still be checked.

use super::document::{Node, Value};
use super::fault::Kind;
use super::path::{Part, Path};
use super::report::Report;
use super::shape::{Field, Shape, one_of};

/// Reports everything that does not fit and leaves a file that does. The places that hold only a stand-in are marked in
/// the report, so that nothing else is said about them.
pub(crate) fn fit(root: &mut Node, report: &mut Report) {
    Fit { report }.value(root, Shape::of_file(), &mut Path::root());
}

struct Fit<'a> {
    report: &'a mut Report,
}

impl Fit<'_> {
    fn value(&mut self, node: &mut Node, shape: &Shape, path: &mut Path) {
        match (&mut node.value, shape) {
            (Value::Text(text), Shape::Word(words)) => {
                if !words.contains(text) {
                    self.unknown_word(node, words, path);
                }
            }
            (Value::Text(text), Shape::Written(kind)) => {
                if let Err(message) = (kind.read)(text) {
                    let (what, remedy) = message.split_once("; ").unwrap_or((&message, ""));
                    self.report.at_node(Kind::Unreadable, path, node, what, remedy);
                    self.stand_in(node, shape, path);
                }
            }
            (Value::Number(number), Shape::Number(low, high)) => {
                if *number < *low || *number > *high {
                    let what = match path.last_key() {
                        Some(key) => format!("`{key}` is out of range"),
                        None => "the number is out of range".to_string(),
                    };
                    let remedy = format!("write {}", shape.about());
                    self.report.at_node(Kind::OutOfRange, path, node, what, remedy);
                    self.stand_in(node, shape, path);
                }
            }
            (Value::List(entries), Shape::List(entry)) => {
                for (place, node) in entries.iter_mut().enumerate() {
                    path.below(Part::Place(place), |path| self.value(node, entry, path));
                }
            }
            (Value::Table(_), Shape::Table(fields)) => self.table(node, fields, path),
            (Value::Text(_), Shape::Text) | (Value::Flag(_), Shape::Flag) | (Value::Table(_), Shape::Open) => {}
            _ => self.wrong_type(node, shape, path),
        }
    }

    fn table(&mut self, node: &mut Node, fields: &[Field], path: &mut Path) {
        self.unknown_keys(node, fields, path);
        let header = Node::at(Value::Flag(false), node);
        let Value::Table(entries) = &mut node.value else {
            return;
        };
        for (key, below) in entries.iter_mut() {
            if let Some(field) = fields.iter().find(|field| field.name == *key) {
                path.below(Part::Key(key.clone()), |path| self.value(below, &field.shape, path));
            }
        }
        for field in fields.iter().filter(|field| field.required) {
            if entries.iter().any(|(key, _)| *key == field.name) {
                continue;
            }
            let below = path.key(&field.name);
            if !self.report.has_syntax_faults() {
                let what = format!("`{}` is missing{}", field.name, within(path));
                let remedy = format!("add `{}`: {}", field.name, field.shape.about());
                self.report.at_node(Kind::MissingKey, &below, &header, what, remedy);
            }
            let mut stand_in = Node::at(Value::Flag(false), &header);
            self.stand_in(&mut stand_in, &field.shape, &below);
            entries.push((field.name.clone(), stand_in));
        }
    }

    /// Unknown keys go; one that is close to a known key that is not there is taken for that key.
    fn unknown_keys(&mut self, node: &mut Node, fields: &[Field], path: &Path) {
        let Value::Table(entries) = &mut node.value else {
            return;
        };
        let known = |key: &str| fields.iter().any(|field| field.name == key);
        if entries.iter().all(|(key, _)| known(key)) {
            return;
        }
        let mut kept: Vec<(String, Node)> = Vec::with_capacity(entries.len());
        let all = std::mem::take(entries);
        let taken: Vec<String> = all
            .iter()
            .map(|(key, _)| key.clone())
            .filter(|key| known(key))
            .collect();
        for (key, below) in all {
            if known(&key) {
                kept.push((key, below));
                continue;
            }
            let names = fields.iter().map(|field| field.name.as_str());
            let close = nearest(
                &key,
                names.clone().filter(|name| !taken.iter().any(|taken| taken == name)),
            )
            .or_else(|| nearest(&key, names.clone()));
            let what = format!("there is no key `{key}`{}", within(path));
            let remedy = match close {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("the keys are {}", names.clone().collect::<Vec<_>>().join(", ")),
            };
            self.report
                .at_key(Kind::UnknownKey, &path.key(&key), &below, what, remedy);
            if let Some(name) = close
                && !kept.iter().any(|(kept, _)| kept == name)
                && !taken.iter().any(|taken| taken == name)
            {
                kept.push((name.to_string(), below));
            }
        }
        *entries = kept;
    }

    fn unknown_word(&mut self, node: &mut Node, words: &[String], path: &Path) {
        let Value::Text(text) = &node.value else {
            return;
        };
        let key = path.last_key().unwrap_or("the file");
        let what = format!("`{text}` is not a word for `{key}`");
        let close = nearest(text, words.iter().map(String::as_str)).map(str::to_string);
        let remedy = match &close {
            Some(word) if words.len() > 1 => format!("did you mean \"{word}\"? The words are {}", one_of(words)),
            _ => format!("write {}", one_of(words)),
        };
        self.report.at_node(Kind::UnknownWord, path, node, what, remedy);
        match close {
            Some(word) => node.value = Value::Text(word),
            None => self.stand_in(node, &Shape::Word(words.to_vec()), path),
        }
    }

    fn wrong_type(&mut self, node: &mut Node, shape: &Shape, path: &mut Path) {
        let key = path.last_key().unwrap_or("the file");
        let what = format!("`{key}` is {}, which does not belong here", node.value.kind());
        let mended = mend(&node.value, shape);
        let remedy = match (&mended, shape) {
            (Some(Value::List(_)), Shape::List(_)) => format!("each entry starts with the header `[[{key}]]`"),
            (Some(Value::Table(_)), Shape::Table(_)) => format!("there is only one; its header is `[{key}]`"),
            (Some(Value::Number(number)), _) => format!("write {number} without quotes"),
            (Some(Value::Flag(flag)), _) => format!("write {flag} without quotes"),
            (Some(Value::Text(text)), _) => format!("write \"{text}\""),
            _ => format!("write {}", shape.about()),
        };
        self.report.at_node(Kind::WrongType, path, node, what, remedy);
        match mended {
            Some(value) => {
                node.value = value;
                self.value(node, shape, path);
            }
            None => self.stand_in(node, shape, path),
        }
    }

    fn stand_in(&mut self, node: &mut Node, shape: &Shape, path: &Path) {
        self.report.distrust(path);
        node.value = stand_in(shape, node);
    }
}

/// What was meant, where a value of the wrong type leaves no doubt about it.
fn mend(value: &Value, shape: &Shape) -> Option<Value> {
    let text = match (value, shape) {
        (Value::Text(text), Shape::Number(..)) => return text.trim().parse().ok().map(Value::Number),
        (Value::Text(text), Shape::Flag) => return text.trim().parse().ok().map(Value::Flag),
        (Value::Table(entries), Shape::List(entry)) if matches!(**entry, Shape::Table(_)) => {
            let place = &entries.first()?.1;
            return Some(Value::List(vec![Node::at(value.clone(), place)]));
        }
        (Value::List(entries), Shape::Table(_)) => match entries.as_slice() {
            [only] if matches!(only.value, Value::Table(_)) => return Some(only.value.clone()),
            _ => return None,
        },
        (Value::Number(number), Shape::Written(kind)) if kind.about.contains("money") => format!("${number}"),
        (Value::Fraction(number), Shape::Written(kind)) if kind.about.contains("money") => format!("${number:.2}"),
        (Value::Number(number), Shape::Written(_)) => number.to_string(),
        _ => return None,
    };
    match shape {
        Shape::Written(kind) if (kind.read)(&text).is_ok() => Some(Value::Text(text)),
        _ => None,
    }
}

fn stand_in(shape: &Shape, place: &Node) -> Value {
    match shape {
        Shape::Text => Value::Text("unknown".to_string()),
        Shape::Written(kind) => Value::Text(kind.stand_in.to_string()),
        Shape::Word(words) => Value::Text(words.first().cloned().unwrap_or_default()),
        Shape::Number(low, high) => Value::Number(1.clamp(*low, *high)),
        Shape::Flag => Value::Flag(false),
        Shape::List(_) => Value::List(Vec::new()),
        Shape::Open => Value::Table(Vec::new()),
        Shape::Table(fields) => Value::Table(
            fields
                .iter()
                .filter(|field| field.required)
                .map(|field| (field.name.clone(), Node::at(stand_in(&field.shape, place), place)))
                .collect(),
        ),
    }
}

/// The word most like this one, if it is like it at all.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |word: &str| word.to_lowercase().replace(['_', ' '], "-");
    let word = plain(word);
    known
        .map(|known| (strsim::damerau_levenshtein(&word, &plain(known)), known))
        .filter(|(distance, known)| *distance <= known.len().max(word.len()).div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

fn within(path: &Path) -> String {
    if path.parts().is_empty() {
        String::new()
    } else {
        format!(" in `{path}`")
    }
}
