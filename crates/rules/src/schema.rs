//! The JSON Schema of a rules file, generated from the types, for editors and for the loader.

use std::sync::OnceLock;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};

use crate::game::{GameFile, Procedure};

/// The schema as pretty JSON with a line break at its end, as `games/schema.json` holds it.
///
/// An editor that knows TOML schemas reads it from the first line of a rules file: `#:schema ./schema.json`.
pub fn json() -> String {
    let mut text = serde_json::to_string_pretty(root()).expect("a schema is plain JSON");
    text.push('\n');
    text
}

/// The schema, generated once.
pub(crate) fn root() -> &'static Value {
    static ROOT: OnceLock<Value> = OnceLock::new();
    ROOT.get_or_init(|| without_null(schemars::schema_for!(GameFile).to_value()))
}

/// The steps of the procedure as the keys of a table, each with its description.
pub(crate) fn procedure(generator: &mut SchemaGenerator) -> Schema {
    let steps = Procedure::json_schema(generator).to_value();
    let steps = steps["oneOf"].as_array().cloned().unwrap_or_default();
    let properties: Map<String, Value> = steps
        .into_iter()
        .filter_map(|step| {
            let name = step["const"].as_str()?.to_string();
            let about = step["description"].clone();
            Some((name, serde_json::json!({ "description": about, "type": "string" })))
        })
        .collect();
    json_schema!({ "type": "object", "properties": properties, "additionalProperties": false })
}

/// Takes out what only JSON can write: TOML has no null, a key is just left out.
fn without_null(schema: Value) -> Value {
    match schema {
        Value::Object(mut entries) => {
            entries.retain(|key, value| !(key == "default" && value.is_null()));
            if let Some(Value::Array(kinds)) = entries.get_mut("type") {
                kinds.retain(|kind| kind != "null");
                if let [kind] = kinds.as_slice() {
                    let kind = kind.clone();
                    entries.insert("type".to_string(), kind);
                }
            }
            if let Some(Value::Array(choices)) = entries.get_mut("anyOf") {
                choices.retain(|choice| choice["type"] != "null");
                if let [Value::Object(only)] = choices.as_slice() {
                    let only = only.clone();
                    entries.remove("anyOf");
                    for (key, value) in only {
                        entries.entry(key).or_insert(value);
                    }
                }
            }
            Value::Object(
                entries
                    .into_iter()
                    .map(|(key, value)| (key, without_null(value)))
                    .collect(),
            )
        }
        Value::Array(entries) => Value::Array(entries.into_iter().map(without_null).collect()),
        other => other,
    }
}
