//! Writes a tree of values as the text of a rules file that a person would write: sections with headers, rows on a line.

use serde_json::{Map, Value as Json};

use super::path::{Path, is_bare};

/// A table that takes more than this on one line gets a header of its own.
const LINE_MAX: usize = 150;

/// The text of a rules file.
pub(crate) fn write(root: &Json) -> String {
    let mut text = String::new();
    if let Json::Object(entries) = root {
        table(entries, &Path::root(), &mut text);
    }
    text
}

/// The keys of a table on lines of their own, then the tables in it that need headers.
fn table(entries: &Map<String, Json>, at: &Path, text: &mut String) {
    let rows_fit = entries.values().all(|value| !is_table(value) || fits(value));
    let needs_header = |value: &Json| is_table(value) && (at.is_root() || !rows_fit || !fits(value));
    for (key, value) in entries.iter().filter(|(_, value)| !needs_header(value)) {
        *text += &format!("{} = {}\n", quoted(key), inline(value));
    }
    for (key, value) in entries.iter().filter(|(_, value)| needs_header(value)) {
        let Json::Object(below) = value else {
            continue;
        };
        let at = at.key(key);
        // A table that holds nothing but tables with headers needs none itself.
        if below.is_empty() || below.values().any(|value| !is_table(value)) || below.values().all(fits) {
            let gap = if text.is_empty() { "" } else { "\n" };
            let header: Vec<String> = at.keys().iter().map(|key| quoted(key)).collect();
            *text += &format!("{gap}[{}]\n", header.join("."));
        }
        table(below, &at, text);
    }
}

fn is_table(value: &Json) -> bool {
    value.is_object()
}

/// Whether a table is a row: short, and not a table of rows itself.
fn fits(value: &Json) -> bool {
    match value {
        Json::Object(entries) => {
            let of_tables = !entries.is_empty() && entries.values().all(is_table);
            !of_tables && inline(value).chars().count() <= LINE_MAX
        }
        _ => true,
    }
}

fn inline(value: &Json) -> String {
    match value {
        Json::Object(entries) if entries.is_empty() => "{}".to_string(),
        Json::Object(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{} = {}", quoted(key), inline(value)))
                .collect();
            format!("{{ {} }}", entries.join(", "))
        }
        Json::Array(entries) => {
            let entries: Vec<String> = entries.iter().map(inline).collect();
            format!("[{}]", entries.join(", "))
        }
        Json::String(text) => basic(text),
        other => other.to_string(),
    }
}

fn quoted(key: &str) -> String {
    if is_bare(key) && key.is_ascii() {
        key.to_string()
    } else {
        basic(key)
    }
}

/// A text in quotes.
fn basic(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out += "\\\"",
            '\\' => out += "\\\\",
            '\n' => out += "\\n",
            '\t' => out += "\\t",
            letter if letter.is_control() => out += &format!("\\u{:04X}", letter as u32),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rows_stand_on_a_line_and_sections_have_headers() {
        let long = "a sentence ".repeat(20);
        let tree = json!({
            "id": "x",
            "double": { "times": 2, "first": { "max": "main-bet" } },
            "winner": { "a": { "name": "A", "when": { "total": "21" } }, "b": { "name": "\"B\"" } },
            "side-bet": { "one": { "name": long, "min": "$1" }, "two": { "name": "Two" } },
            "set": { "dealer.checks": "A" },
        });
        let text = write(&tree);
        let expected = format!(
            "id = \"x\"\n\n[double]\ntimes = 2\nfirst = {{ max = \"main-bet\" }}\n\n[winner]\na = {{ name = \"A\", when = {{ \
             total = \"21\" }} }}\nb = {{ name = \"\\\"B\\\"\" }}\n\n[side-bet.one]\nname = \"{long}\"\nmin = \
             \"$1\"\n\n[side-bet.two]\nname = \"Two\"\n\n[set]\n\"dealer.checks\" = \"A\"\n"
        );
        assert_eq!(text, expected);
        let read: Json = toml::from_str(&text).unwrap();
        assert_eq!(read, tree);
    }
}
