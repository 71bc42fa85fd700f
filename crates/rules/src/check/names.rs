//! Ids, names and the clauses that rules come from.

use super::Check;
use super::tables::tables;
use crate::load::shape::Shape;
use crate::load::{Change, Kind, Part, Path};

pub(super) fn check(check: &mut Check) {
    if check.file.format != 1 {
        let what = format!("format {} is not known to this program", check.file.format);
        check.fault(Kind::OutOfRange, &["format"], what, "write 1");
    }
    ids(check);
    doubled(check);
    texts(check);
    fields(check);
}

fn ids(check: &mut Check) {
    let file = check.file;
    let mut ids = vec![("id".to_string(), file.id.as_str())];
    ids.extend(
        file.side_bets
            .iter()
            .enumerate()
            .map(|(place, bet)| (format!("side-bet[{place}].id"), bet.id.as_str())),
    );
    ids.extend(
        file.clauses
            .iter()
            .enumerate()
            .map(|(place, clause)| (format!("clause[{place}].id"), clause.id.as_str())),
    );
    ids.extend(
        file.unclear
            .iter()
            .enumerate()
            .map(|(place, point)| (format!("unclear[{place}].id"), point.id.as_str())),
    );
    for (place, id) in ids {
        if !id.trim().is_empty() && !is_kebab(id) {
            let what = format!("the id `{id}` is not made of small letters, digits, `+` and single hyphens");
            check.fault(Kind::BadId, &[&place], what, format!("write \"{}\"", kebab(id)));
        }
    }
}

fn doubled(check: &mut Check) {
    let file = check.file;
    let mut lists: Vec<(&str, &str, Vec<&str>)> = vec![
        (
            "document",
            "id",
            file.documents.iter().map(|document| document.id.as_str()).collect(),
        ),
        (
            "clause",
            "id",
            file.clauses.iter().map(|clause| clause.id.as_str()).collect(),
        ),
        (
            "unclear",
            "id",
            file.unclear.iter().map(|point| point.id.as_str()).collect(),
        ),
        (
            "side-bet",
            "id",
            file.side_bets.iter().map(|bet| bet.id.as_str()).collect(),
        ),
        (
            "side-bet",
            "name",
            file.side_bets.iter().map(|bet| bet.name.as_str()).collect(),
        ),
        (
            "street",
            "name",
            file.streets.iter().map(|street| street.name.as_str()).collect(),
        ),
        (
            "main-bet.spot",
            "name",
            file.main_bet.spots.iter().map(|spot| spot.name.as_str()).collect(),
        ),
    ];
    for (list, key, names) in &mut lists {
        each_its_own(check, list, key, names);
    }
    // Results are told row by row under the rows' names.
    for table in tables(file) {
        let names: Vec<&str> = table.rows.iter().map(|row| row.name).collect();
        each_its_own(check, &table.at, "name", &names);
    }
}

fn each_its_own(check: &mut Check, list: &str, key: &str, names: &[&str]) {
    for (place, name) in names.iter().enumerate() {
        if let Some(first) = names[..place].iter().position(|earlier| earlier == name) {
            let what = format!("the {key} `{name}` is that of `{list}[{first}]` already");
            let (this, other) = (format!("{list}[{place}].{key}"), format!("{list}[{first}].{key}"));
            check.fault(Kind::Doubled, &[&this, &other], what, "give each its own");
        }
    }
}

/// Texts that say nothing, and clauses that are named but not written down.
fn texts(check: &mut Check) {
    let known: Vec<&str> = check.file.clauses.iter().map(|clause| clause.id.as_str()).collect();
    let (mut empty, mut unknown) = (Vec::new(), Vec::new());
    check.each_text(|path, text, shape| {
        let parts = path.parts();
        let names_clause = matches!(parts.last(), Some(Part::Key(key)) if key == "clause")
            || matches!(parts.first(), Some(Part::Key(key)) if key == "procedure");
        if matches!(shape, Shape::Text) && text.trim().is_empty() {
            empty.push(path.clone());
        } else if names_clause && !known.contains(&text) {
            unknown.push((path.clone(), text.to_string()));
        }
    });
    for path in empty {
        let key = path.last_key().unwrap_or_default().to_string();
        check.fault_at(Kind::Empty, &path, format!("`{key}` says nothing"), "write a text");
    }
    for (path, id) in unknown {
        unknown_clause(check, &path, &id, &known);
    }
}

/// Fields that a source or an unclear point names, but that the format does not have.
fn fields(check: &mut Check) {
    let file = check.file;
    for (place, source) in file.sources.iter().enumerate() {
        known_fields(check, &Path::root().key("source").place(place), &source.fields);
    }
    for (place, point) in file.unclear.iter().enumerate() {
        known_fields(check, &Path::root().key("unclear").place(place), &point.fields);
    }
}

fn known_fields(check: &mut Check, list: &Path, fields: &[String]) {
    for (entry, field) in fields.iter().enumerate() {
        if let Err(message) = Change::new(field, serde_json::Value::Null).is_known() {
            let (what, remedy) = message.split_once("; ").unwrap_or((&message, ""));
            let at = list.key("fields").place(entry);
            check.fault_at(Kind::UnknownKey, &at, what, remedy);
        }
    }
}

fn unknown_clause(check: &mut Check, path: &Path, id: &str, known: &[&str]) {
    let remedy = match crate::load::nearest(id, known.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => "add it as a `[[clause]]`".to_string(),
    };
    check.fault_at(Kind::UnknownClause, path, format!("there is no clause `{id}`"), remedy);
}

fn is_kebab(id: &str) -> bool {
    id.split('-').all(|word| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'+')
    })
}

fn kebab(id: &str) -> String {
    let letters = id.chars().map(|letter| match letter.to_ascii_lowercase() {
        letter if letter.is_ascii_alphanumeric() || letter == '+' => letter,
        _ => '-',
    });
    let joined: String = letters.collect();
    let words: Vec<&str> = joined.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        "a-name".to_string()
    } else {
        words.join("-")
    }
}
