//! The JSON Schemas of a rules file and of its sources, for editors.

use serde_json::{Map, Value as Json, json};

use crate::game::{Game, Sources};
use crate::load::extend;
use crate::load::read::Read;
use crate::load::shape::{Field, Shape, Table, Words};

/// The schema of a rules file as pretty JSON with a line break at its end, as `games/schema.json` holds it.
///
/// An editor that knows TOML schemas reads it from the first line of a rules file: `#:schema ./schema.json`.
pub fn json() -> String {
    let mut root = root(&Game::shape(), extend::FIELDS, "A Croupier rules file");
    // A file that extends another game gives what it wants of each section; any other file must be whole.
    root.insert("required".to_string(), json!(extend::OWN));
    root.insert("if".to_string(), json!({ "required": ["extends"] }));
    root.extend(demands(&Game::shape()).map(|demands| ("else".to_string(), demands)));
    pretty(root)
}

/// The schema of a file of sources, as `games/sources.schema.json` holds it.
pub fn sources_json() -> String {
    let mut root = root(&Sources::shape(), &[], "The sources of a Croupier rules file");
    root.extend(demands(&Sources::shape()).map(|demands| ("allOf".to_string(), json!([demands]))));
    pretty(root)
}

/// What every file of this shape may hold, and these fields besides.
fn root(shape: &Shape, besides: &[Field], title: &str) -> Map<String, Json> {
    let mut definitions = Map::new();
    let mut root = Map::new();
    root.insert(
        "$schema".to_string(),
        "https://json-schema.org/draft/2020-12/schema".into(),
    );
    root.insert("title".to_string(), title.into());
    if let Shape::Table(known) = shape {
        let fields = [(known.fields)(), besides].concat();
        root.extend(table(known, &fields, &mut definitions));
    }
    definitions.sort_keys();
    root.insert("$defs".to_string(), Json::Object(definitions));
    root
}

fn pretty(root: Map<String, Json>) -> String {
    let mut text = serde_json::to_string_pretty(&root).expect("a schema is plain JSON");
    text.push('\n');
    text
}

/// What must be there of a value that stands alone, extending nothing; `None` where nothing must.
fn demands(shape: &Shape) -> Option<Json> {
    match shape {
        Shape::Table(known) => {
            let fields = (known.fields)();
            let below = fields
                .iter()
                .filter_map(|field| Some((field.key.to_string(), demands(&(field.shape)())?)));
            let below: Map<String, Json> = below.collect();
            let required: Vec<&str> = fields
                .iter()
                .filter(|field| is_required(field))
                .map(|field| field.key)
                .collect();
            let mut demands = Map::new();
            if !required.is_empty() {
                demands.insert("required".to_string(), required.into());
            }
            if !below.is_empty() {
                demands.insert("properties".to_string(), Json::Object(below));
            }
            (!demands.is_empty()).then_some(Json::Object(demands))
        }
        // What an entry lacks may stand under `default`.
        Shape::Keyed { entry, own } => {
            let own: Map<String, Json> = own.iter().map(|field| (field.key.to_string(), true.into())).collect();
            let entry = demands(entry)?;
            Some(
                json!({ "if": { "required": ["default"] }, "else": { "properties": own, "additionalProperties": entry } }),
            )
        }
        Shape::List(entry) => demands(entry).map(|entry| json!({ "items": entry })),
        _ => None,
    }
}

/// Whether every file must have this field; what only one family needs is not required of all.
fn is_required(field: &Field) -> bool {
    let families = ["21 family", "Stud family"];
    (field.is_required)() && !families.iter().any(|family| field.about.trim().starts_with(family))
}

/// The schema of a value. Tables, words and value types are defined once and referred to.
fn schema(shape: &Shape, definitions: &mut Map<String, Json>) -> Json {
    match shape {
        Shape::Text => json!({ "type": "string" }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Number(low, high) => json!({ "type": "integer", "minimum": low, "maximum": high }),
        Shape::List(entry) => json!({ "type": "array", "items": schema(entry, definitions) }),
        Shape::TextOrList => json!({ "type": ["string", "array"], "items": { "type": "string" } }),
        Shape::Open => json!({ "type": "object" }),
        Shape::Written(kind) => define(
            kind.name,
            definitions,
            |_| json!({ "type": "string", "description": kind.about, "pattern": kind.pattern }),
        ),
        Shape::Word(words) => define(
            words.name,
            definitions,
            |_| json!({ "description": sentence(words.about), "oneOf": constants(words) }),
        ),
        Shape::Table(known) => define(known.name, definitions, |definitions| {
            Json::Object(table(known, (known.fields)(), definitions))
        }),
        Shape::Keyed { entry, own } => {
            let mut properties = properties(own, definitions);
            let entry = schema(entry, definitions);
            let mut default =
                json!({ "description": "What holds for every entry that does not say it itself.", "type": "object" });
            default["$comment"] = "Its keys are those of an entry.".into();
            properties.insert("default".to_string(), default);
            json!({
                "type": "object",
                "properties": properties,
                "propertyNames": { "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$" },
                "additionalProperties": entry,
            })
        }
        Shape::Steps(words) => {
            let steps = words.list.iter().map(|(word, about)| {
                let cited = json!({ "description": sentence(about), "type": ["string", "array"], "items": { "type": "string" } });
                (word.to_string(), cited)
            });
            json!({ "type": "object", "properties": steps.collect::<Map<_, _>>(), "additionalProperties": false })
        }
    }
}

fn define(name: &str, definitions: &mut Map<String, Json>, make: impl FnOnce(&mut Map<String, Json>) -> Json) -> Json {
    if !definitions.contains_key(name) {
        definitions.insert(name.to_string(), Json::Null);
        let made = make(definitions);
        definitions.insert(name.to_string(), made);
    }
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn table(known: &Table, fields: &[Field], definitions: &mut Map<String, Json>) -> Map<String, Json> {
    let mut schema = Map::new();
    schema.insert("description".to_string(), sentence(known.about).into());
    schema.insert("type".to_string(), "object".into());
    schema.insert("properties".to_string(), Json::Object(properties(fields, definitions)));
    schema.insert("additionalProperties".to_string(), false.into());
    schema
}

fn properties(fields: &[Field], definitions: &mut Map<String, Json>) -> Map<String, Json> {
    let property = |field: &Field| {
        let mut property = Map::new();
        property.insert("description".to_string(), sentence(field.about).into());
        if let Json::Object(schema) = schema(&(field.shape)(), definitions) {
            property.extend(schema);
        }
        if let Some((low, high)) = field.limits {
            let (least, most) = match property["type"].as_str() {
                Some("array") => ("minItems", "maxItems"),
                Some("object") => ("minProperties", "maxProperties"),
                _ => ("minimum", "maximum"),
            };
            property.insert(least.to_string(), low.into());
            property.insert(most.to_string(), high.into());
        }
        property.extend((field.default)().map(|default| ("default".to_string(), default)));
        (field.key.to_string(), Json::Object(property))
    };
    fields.iter().map(property).collect()
}

fn constants(words: &Words) -> Vec<Json> {
    let words = words.list.iter();
    words
        .map(|(word, about)| json!({ "description": sentence(about), "const": word }))
        .collect()
}

/// The lines of a documentation comment as one text.
fn sentence(lines: &str) -> String {
    lines.split_whitespace().collect::<Vec<_>>().join(" ")
}
