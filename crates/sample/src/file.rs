//! The format of a rules file: the only module that knows it. What is drawn comes in as a tree of sections and lists of rows,
//! and leaves as text that the loader takes.

use croupier_rules::Game;
use croupier_rules::game::Procedure;
use croupier_rules::load;
use serde_json::{Map, Value, json};

use crate::dice::Dice;

/// A file as it is drawn: sections by their names, lists of rows by theirs. A key with nothing to say is null.
pub(crate) type Tree = Map<String, Value>;

/// A tree from a `json!` object.
pub(crate) fn tree(value: Value) -> Tree {
    match value {
        Value::Object(entries) => entries,
        _ => Tree::new(),
    }
}

/// The game of a text that [`write`] has made.
pub(crate) fn read(text: &str) -> Game {
    load::parse(text).expect("a sample is drawn until the loader takes it")
}

/// The text of a file, with the rows taken out that can never be paid; `None` when something else is wrong with it.
pub(crate) fn write(dice: &mut Dice, drawn: Tree) -> Option<String> {
    let mut file = arranged(drawn);
    file.insert("short-name".to_string(), json!(dice.maybe(|_| "Sample")));
    file.insert("sources".to_string(), sources(dice, &file));
    let mut file = Value::Object(file);
    drop_nulls(&mut file);
    loop {
        let text = toml::to_string(&file).expect("a tree of texts and numbers is plain TOML");
        let faults = match load::parse(&text) {
            Ok(_) => return Some(text),
            Err(faults) => faults.list,
        };
        let unpaid = |kind| matches!(kind, load::Kind::UnreachableRow | load::Kind::DoubledRow);
        if !faults.iter().all(|fault| unpaid(fault.kind)) {
            return None;
        }
        for fault in &faults {
            let path: load::Path = fault.path.parse().ok()?;
            take_out(&mut file, path.keys());
        }
        drop_empty_tables(&mut file);
    }
}

/// The sections as the format has them: rows with ids instead of lists, and pay tables apart from the bets they pay.
fn arranged(mut file: Tree) -> Tree {
    file.insert("format".to_string(), json!(2));
    for list in ["winner", "street", "cap"] {
        if let Some(rows) = file.get_mut(list) {
            *rows = keyed(rows.take());
        }
    }
    for section in ["blackjack", "insurance"] {
        if let Some(rows) = file.get_mut(section).and_then(|section| section.get_mut("suited")) {
            *rows = keyed(rows.take());
        }
    }
    let mut tables = Tree::new();
    if let Some(rows) = file.remove("pay").filter(|rows| !rows.is_null()) {
        tables.insert("main".to_string(), keyed(rows));
        let section = if file.contains_key("deal") { "deal" } else { "hands" };
        file[section]["pays"] = json!("main");
    }
    if let Some(rows) = file.remove("raise-pay") {
        tables.insert("raise".to_string(), keyed(rows));
        file["raise"]["pays"] = json!("raise");
    }
    if let Some(rows) = file.remove("bonus").filter(|rows| !rows.is_null()) {
        tables.insert("bonus".to_string(), keyed(rows));
        file["showdown"]["bonus"] = json!("bonus");
    }
    if let Some(rows) = file.remove("blind").filter(|rows| !rows.is_null()) {
        tables.insert("blind".to_string(), keyed(rows));
        file["showdown"]["blind"]["pays"] = json!("blind");
    }
    if let Some(bets) = file.get_mut("side-bet") {
        let bets_by_id = keyed(bets.take());
        *bets = bets_by_id;
        for (id, bet) in bets.as_object_mut().into_iter().flatten() {
            let mut table = keyed(bet["rows"].take());
            table["title"] = bet["title"].take();
            tables.insert(id.clone(), table);
            bet["pays"] = json!(id);
            let other = keyed(bet["other-rows"].take());
            if other != json!({}) {
                let other_id = format!("{id}-other");
                bet["pays-allowed"] = json!([id, other_id]);
                tables.insert(other_id, other);
            }
        }
    }
    file.insert("pay-table".to_string(), Value::Object(tables));
    file
}

/// A list of rows as a table of them: the ids are their names in small letters, or their numbers.
fn keyed(rows: Value) -> Value {
    let Value::Array(rows) = rows else {
        return json!({});
    };
    let id = |row: &Value, number: usize| match row["name"].as_str() {
        Some(name) => name.to_lowercase().replace(' ', "-"),
        None => format!("row-{number}"),
    };
    let rows = rows.into_iter().enumerate();
    rows.map(|(number, row)| (id(&row, number + 1), row)).collect()
}

/// Takes out the row that a place lies in.
fn take_out(file: &mut Value, place: &[String]) {
    let row_at = match place.first().map(String::as_str) {
        Some("winner") => 1,
        _ => 2,
    };
    if place.len() <= row_at {
        return;
    }
    let table = place[..row_at].iter().try_fold(file, |at, key| at.get_mut(key));
    if let Some(table) = table.and_then(Value::as_object_mut) {
        table.remove(&place[row_at]);
    }
}

/// Takes out pay tables without rows, and the bets that they pay.
fn drop_empty_tables(file: &mut Value) {
    let tables = file["pay-table"].as_object_mut().into_iter().flatten();
    let is_empty = |table: &Value| {
        table
            .as_object()
            .is_none_or(|rows| rows.keys().all(|key| key == "title"))
    };
    let empty: Vec<String> = tables
        .filter(|(_, table)| is_empty(table))
        .map(|(id, _)| id.clone())
        .collect();
    for id in empty {
        for table in [id.clone(), format!("{id}-other")] {
            if let Some(tables) = file["pay-table"].as_object_mut() {
                tables.remove(&table);
            }
        }
        if let Some(bets) = file.get_mut("side-bet").and_then(Value::as_object_mut) {
            bets.remove(&id);
        }
        if let Some(sources) = file["sources"]["source"].as_object_mut() {
            sources.remove(&format!("side-bet.{id}"));
        }
    }
}

fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            entries.retain(|_, below| !below.is_null());
            entries.values_mut().for_each(drop_nulls);
        }
        Value::Array(list) => list.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

/// Documents, clauses, what cites them, lines and an open point.
fn sources(dice: &mut Dice, file: &Tree) -> Value {
    let mut clauses = Tree::new();
    for number in 1..=3 {
        let (at, about) = (format!("sample, ¶{number}"), dice.pick(&["play", "shoe", "sheet"]));
        let clause = json!({ "at": at, "says": "It is random.", "about": about });
        clauses.insert(format!("clause-{number}"), clause);
    }
    let mut fields = Tree::new();
    for place in ["table", "main-bet", "shoe", "deck.decks", "shoe.burn"] {
        if dice.one_in(2) {
            fields.insert(place.to_string(), any_clause(dice));
        }
    }
    for id in file["side-bet"].as_object().into_iter().flat_map(|bets| bets.keys()) {
        if dice.one_in(2) {
            fields.insert(format!("side-bet.{id}"), json!(["clause-1", "clause-2"]));
        }
    }
    let mut steps = Tree::new();
    for step in Procedure::ALL {
        if dice.one_in(3) {
            steps.insert(step.word().to_string(), any_clause(dice));
        }
    }
    let line = |at: &str| json!({ "at": at, "says": "The cards are random.", "clause": "clause-1" });
    let lines = dice.maybe(|_| json!({ "table": line("equipment"), "smoke": line("conduct"), "deal": line("deal") }));
    let name = &file["main-bet"]["name"];
    let other = if name == "Ante" { "Bet" } else { "Ante" };
    let point = json!({
        "question": "What is the main bet called?",
        "reading": name,
        "reason": "It is random.",
        "alternative": other,
        "set": { "main-bet.name": other },
        "about": ["step.deal"],
    });
    let unchanged = json!({
        "question": "What is the game called?",
        "reading": "Random.",
        "reason": "It is random.",
        "alternative": "Anything else.",
        "unchanged": "A name moves no money.",
    });
    json!({
        "document": { "sample": {
            "title": "A random game",
            "edition": dice.maybe(|dice| format!("{}", 1990 + dice.below(40))),
        } },
        "clause": clauses,
        "source": fields,
        "step": steps,
        "line": lines,
        "point": dice.maybe(|_| json!({ "name": point, "game": unchanged })),
        "remark": { "random": { "on": "The game is called random.", "says": "It is drawn from a seed." } },
        "quote": {
            "sentence": { "words": "The game is random.", "clause": "clause-1" },
            "heading": { "words": "A game", "not-carried": "A heading." },
        },
    })
}

fn any_clause(dice: &mut Dice) -> Value {
    json!(format!("clause-{}", dice.between(1, 3)))
}
