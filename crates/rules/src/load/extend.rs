//! A file that extends another game: the tree of the other with its own laid over it, key by key.

use std::collections::{HashMap, HashSet};

use super::document::{Node, Reading, Value};
use super::keys::{GUESSED_MAX, nearest};
use super::library::{Files, Layer};
use super::path::Path;
use super::read::{Read, is_id, short, wrong_type};
use super::report::Report;
use super::shape::Field;
use super::{SOURCES, document, message};
use crate::sources::cited_places;

/// The keys of a rules file that are about the game it extends. They are gone when the game is read.
pub(crate) const FIELDS: &[Field] = &[
    Field {
        key: EXTENDS,
        about: "The id of a game that this one extends: its file gives only what differs. Looked up beside the file, then among \
                the games of the program.",
        shape: <Option<String> as Read>::shape,
        is_required: || false,
        default: || None,
        limits: None,
    },
    Field {
        key: WITHOUT,
        about: "What the extended game has and this one has not, by its places, like \"insurance\" or \"side-bet.up-match\".",
        shape: <Vec<String> as Read>::shape,
        is_required: || false,
        default: || None,
        limits: None,
    },
];

const EXTENDS: &str = "extends";
const WITHOUT: &str = "without";

/// What every file says for itself.
pub(crate) const OWN: &[&str] = &["format", "id", "name"];
const SHORT_NAME: &str = "short-name";

/// The rules of a game and their sources as one tree, with what it has from other games; `None` where nothing more can be
/// said about them.
pub(super) fn tree(files: &Files, report: &mut Report) -> Option<Node> {
    tree_of(&files.own, files, &mut Vec::new(), report)
}

/// The game that a text extends, if it names one.
pub(super) fn extended_by(text: &str) -> Option<String> {
    // Few files extend another; the others need not be read twice.
    let mentions_it = text.contains("extend");
    let root = mentions_it.then(|| document::read(text, 0).root)?;
    match &named(&root)?.value {
        Value::Text(id) if is_id(id) => Some(id.clone()),
        _ => None,
    }
}

/// The value of `extends`, even where the key is misspelled.
fn named(root: &Node) -> Option<&Node> {
    let known = || {
        let fields = crate::game::all_fields().iter().chain(FIELDS);
        fields.map(|field| field.key)
    };
    let mut unknown = root
        .keys()
        .filter(|key| known().all(|known| known != *key))
        .take(GUESSED_MAX);
    let exact = root.keys().find(|key| *key == EXTENDS);
    root.get(exact.or_else(|| unknown.find(|key| nearest(key, known()) == Some(EXTENDS)))?)
}

fn tree_of(layer: &Layer, files: &Files, above: &mut Vec<String>, report: &mut Report) -> Option<Node> {
    let mut own = read(layer, report)?;
    let extends = named(&own).cloned();
    let without = own.remove(WITHOUT);
    own.remove(EXTENDS);
    let Some(extends) = extends else {
        if let Some(without) = without {
            report.at_key(message::left_out_of_nothing(), &Path::from_iter([WITHOUT]), &without);
        }
        return Some(own);
    };
    above.push(layer.id.clone());
    let (id, base) = find(&extends, files, above, report)?;
    let mut base = tree_of(&base, files, above, report)?;
    for key in OWN.iter().chain([&SHORT_NAME]) {
        base.remove(key);
    }
    let left_out = without.map_or(Vec::new(), |without| leave_out(&mut base, &id, &without, report));
    if let Some(sources) = base.get_mut(SOURCES) {
        let mut touched = own.leaves();
        touched.retain(|place| place.keys()[0] != SOURCES);
        touched.extend_from_slice(&left_out);
        drop_citations(sources, &touched);
        drop_titles(sources, &left_out);
        close_points(sources, &touched, &left_out);
    }
    Some(lay_over(base, own))
}

/// The texts of one game as a tree.
fn read(layer: &Layer, report: &mut Report) -> Option<Node> {
    let mut trees = Vec::new();
    for text in &layer.texts {
        let Reading {
            root,
            faults,
            cut_short,
        } = document::read(&text.text, report.add_text(text));
        for fault in faults {
            report.syntax(fault.span, fault.message);
        }
        if cut_short || (trees.is_empty() && super::is_of_format_1(&root, report)) {
            return None;
        }
        trees.push(root);
    }
    let mut trees = trees.into_iter();
    let mut root = trees.next()?;
    if let Some(sources) = trees.next() {
        root.remove(SOURCES);
        root.insert(SOURCES, sources);
    }
    root.get_mut(SOURCES).map(name_places_whole);
    Some(root)
}

/// The game that is extended here, under its name.
fn find(extends: &Node, files: &Files, above: &[String], report: &mut Report) -> Option<(String, Layer)> {
    let at = Path::from_iter([EXTENDS]);
    let Value::Text(id) = &extends.value else {
        wrong_type(extends, &at, report, "the id of a game in quotes");
        return None;
    };
    let message = if above.contains(id) {
        let chain = [above, std::slice::from_ref(id)].concat();
        message::extends_itself(chain.join("` extends `"))
    } else if let Some(base) = files.base(id) {
        return Some((id.clone(), base));
    } else {
        let bases = files.bases();
        match nearest(id, bases.iter().map(String::as_str)) {
            Some(near) => message::no_game_like(short(id), near),
            None => message::no_game(short(id), bases.join(", ")),
        }
    };
    report.at_node(message, &at, extends);
    None
}

/// Takes what is listed out of the extended game; returns the places.
fn leave_out(base: &mut Node, id: &str, without: &Node, report: &mut Report) -> Vec<Path> {
    let at = Path::from_iter([WITHOUT]);
    let Value::List(entries) = &without.value else {
        wrong_type(without, &at, report, "a list of places, each a text in quotes");
        return Vec::new();
    };
    let mut places = Vec::new();
    for entry in entries {
        let Value::Text(text) = &entry.value else {
            wrong_type(entry, &at, report, "a place like \"insurance\", in quotes");
            continue;
        };
        let (above, last) = match text.rsplit_once('.') {
            Some((above, last)) => (above.split('.').collect(), last),
            None => (Path::root(), text.as_str()),
        };
        let holder = base.find_mut(&above);
        if holder.is_some_and(|holder| holder.remove(last).is_some()) {
            places.push(above.key(last));
            continue;
        }
        let message = match nearest(last, base.nearest(&above).keys()) {
            Some(near) => message::nothing_left_out_like(id, short(text), above.key(near)),
            None => message::nothing_left_out(id, short(text)),
        };
        report.at_node(message, &at, entry);
    }
    places
}

/// A citation of the extended game holds for what is taken from it: the one that covers a touched place falls away.
fn drop_citations(sources: &mut Node, touched: &[Path]) {
    let Some(Value::Table(cited)) = sources.get_mut(SOURCE).map(|node| &mut node.value) else {
        return;
    };
    let places: HashSet<Path> = cited.iter().map(|(place, _)| place_of(place)).collect();
    let covering = |touched: &Path| touched.upwards().find(|above| places.contains(above));
    let covering: HashSet<Path> = touched.iter().filter_map(covering).collect();
    cited.retain(|(place, _)| {
        let place = place_of(place);
        !covering.contains(&place) && !touched.iter().any(|touched| touched.leads_to(&place))
    });
}

/// What the extended game's documents call a pay table that is left out is left out with it.
fn drop_titles(sources: &mut Node, left_out: &[Path]) {
    if let Some(Value::Table(titles)) = sources.get_mut(TITLE).map(|node| &mut node.value) {
        titles.retain(|(place, _)| !left_out.iter().any(|gone| gone.leads_to(&place_of(place))));
    }
}

/// A point of the extended game is closed where the file decides what its other reading would change, or leaves out what
/// that reading would leave out. What it is about besides may be left out.
fn close_points(sources: &mut Node, touched: &[Path], left_out: &[Path]) {
    let Some(Value::Table(points)) = sources.get_mut(POINT).map(|node| &mut node.value) else {
        return;
    };
    let is_decided = |key: &str| touched.iter().any(|touched| touched.touches(&place_of(key)));
    let is_gone = |entry: &Node| match &entry.value {
        Value::Text(text) => left_out.iter().any(|place| place.leads_to(&place_of(text))),
        _ => false,
    };
    points.retain(|(_, point)| {
        let sets_decided = point.get(SET).is_some_and(|set| set.keys().any(is_decided));
        let leaves_out_gone = match point.get(WITHOUT).map(|node| &node.value) {
            Some(Value::List(entries)) => entries.iter().any(is_gone),
            _ => false,
        };
        !sets_decided && !leaves_out_gone
    });
    for (_, point) in points {
        if let Some(Value::List(about)) = point.get_mut(ABOUT).map(|node| &mut node.value) {
            about.retain(|entry| !is_gone(entry));
        }
    }
}

/// A place written as one text.
fn place_of(text: &str) -> Path {
    text.split('.').collect()
}

const SOURCE: &str = "source";
const TITLE: &str = "title";
const POINT: &str = "point";
const SET: &str = "set";
const ABOUT: &str = "about";

/// Writes each cited place as one key, so that a place is the same place however it is written.
fn name_places_whole(sources: &mut Node) {
    if let Some(node) = sources
        .get_mut(SOURCE)
        .filter(|node| matches!(node.value, Value::Table(_)))
    {
        let places = cited_places(node, &Path::root()).into_iter();
        let whole = places.map(|(place, node, _)| (place.keys().join("."), node.clone()));
        node.value = Value::Table(whole.collect());
    }
}

/// Lays a value over that of the extended game. Tables are merged; everything else is replaced.
fn lay_over(base: Node, own: Node) -> Node {
    Node {
        value: match (base.value, own.value) {
            (Value::Table(base), Value::Table(own)) => Value::Table(merge(base, own)),
            (_, own) => own,
        },
        span: own.span,
        key: own.key,
    }
}

/// The entries of two tables: those of the extended game in its order, each with what lies over it. A new entry stands before
/// the inherited one that follows it in its own file, or else at the end.
fn merge(base: Vec<(String, Node)>, own: Vec<(String, Node)>) -> Vec<(String, Node)> {
    let places: HashMap<String, usize> = base
        .iter()
        .enumerate()
        .map(|(at, (key, _))| (key.clone(), at))
        .collect();
    let mut over: Vec<Option<Node>> = base.iter().map(|_| None).collect();
    let mut new: Vec<Vec<(String, Node)>> = vec![Vec::new(); base.len() + 1];
    let mut before = base.len();
    for (key, node) in own.into_iter().rev() {
        match places.get(&key) {
            Some(at) => {
                before = *at;
                over[before] = Some(node);
            }
            None => new[before].push((key, node)),
        }
    }
    let last = new.pop().unwrap_or_default();
    let mut merged = Vec::new();
    for (((key, base), own), new) in base.into_iter().zip(over).zip(new) {
        merged.extend(new.into_iter().rev());
        merged.push(match own {
            Some(own) => (key, lay_over(base, own)),
            None => (key, base),
        });
    }
    merged.extend(last.into_iter().rev());
    merged
}
