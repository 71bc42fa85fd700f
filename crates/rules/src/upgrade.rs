//! Rewrites a rules file of format 1 as one of format 2 and a file of its sources. It works on the tree of the text: what
//! format 1 addressed by position gets a name, citations are gathered, and nothing else changes. Comments are lost.

use std::collections::HashMap;

use serde_json::{Map, Value as Json, json};

use crate::game::Game;
use crate::load::read::id_of;
use crate::load::report::Report;
use crate::load::{self, Faults, Files, Path, Text, document, toml};

/// A game in format 2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Upgraded {
    /// The text of its rules file.
    pub rules: String,
    /// The text of its sources, if the file has any.
    pub sources: Option<String>,
}

/// The game of a rules file of format 1 in format 2. The result still has to be read and checked.
pub fn upgrade(name: &str, text: &str) -> Result<Upgraded, Faults> {
    let texts = [Text {
        name: name.to_string(),
        text: text.to_string(),
    }];
    let mut report = Report::new(&texts);
    let reading = document::read(text, 0);
    for fault in reading.faults {
        report.syntax(fault.span, fault.message);
    }
    let root = reading.root;
    let format = root.get("format").map(document::Node::to_json);
    if report.is_empty() && format != Some(json!(1)) {
        let format = root.nearest(&Path::from_iter(["format"]));
        report.at_node(load::message::not_old_format(), &Path::root(), format);
    }
    match root.to_json() {
        Json::Object(old) if report.is_empty() => Ok(Upgrade::default().run(old)),
        _ => Err(report.finish()),
    }
}

/// The game of a text of any format there has been, such as the books of a house keep.
pub fn read_any_format(text: &str) -> Result<Game, Faults> {
    const NAME: &str = "rules file";
    let Ok(new) = upgrade(NAME, text) else {
        return load::parse(text);
    };
    let files = Files::new(NAME, new.rules);
    match new.sources {
        Some(sources) => files.with_sources("sources", sources).read(&[]),
        None => files.read(&[]),
    }
}

#[derive(Default)]
struct Upgrade {
    /// What each place of format 1 is called in format 2.
    places: HashMap<String, String>,
    /// The clauses of sections, rows and bets.
    homes: Map<String, Json>,
    pay_tables: Map<String, Json>,
    lines: Map<String, Json>,
}

impl Upgrade {
    fn run(mut self, mut old: Map<String, Json>) -> Upgraded {
        let sources = Sources::take(&mut old);
        let mut rules = Map::new();
        for key in ["format", "id", "name", "short-name", "family", "object"] {
            rules.extend(old.shift_remove_entry(key));
        }
        rules.insert("format".to_string(), json!(2));
        let main_bet = old
            .get("main-bet")
            .and_then(|bet| bet["name"].as_str())
            .unwrap_or("bet");
        let main_bet = main_bet.to_string();
        let mut bets = Map::new();
        for (key, value) in old {
            match (key.as_str(), value) {
                ("winner", Json::Array(rows)) => {
                    let rows = self.keyed("winner", "winner", rows, row_id);
                    rules.insert(key, Json::Object(with_default_group(rows)));
                }
                ("street", Json::Array(streets)) => {
                    let streets = self.keyed("street", "street", streets, name_id);
                    rules.insert(key, Json::Object(streets));
                }
                ("cap", Json::Array(caps)) => {
                    let caps = self.keyed("cap", "cap", caps, |cap| cap_id(&main_bet, cap));
                    rules.insert(key, Json::Object(caps));
                }
                ("pay", Json::Array(rows)) => self.table("pay", "main", None, rows),
                ("side-bet", Json::Array(list)) => bets = self.side_bets(list),
                ("equipment" | "conduct", Json::Array(says)) => self.lines(&key, &key, says, &sources),
                (_, Json::Object(section)) => {
                    let section = self.section(&key, section, &sources);
                    rules.insert(key, Json::Object(section));
                }
                (_, value) => drop(rules.insert(key, value)),
            }
        }
        if let (Some(Json::Object(hands)), true) = (rules.get_mut("hands"), self.pay_tables.contains_key("main")) {
            hands.insert("pays".to_string(), json!("main"));
        }
        if !self.pay_tables.is_empty() {
            rules.insert(
                "pay-table".to_string(),
                Json::Object(std::mem::take(&mut self.pay_tables)),
            );
        }
        if !bets.is_empty() {
            rules.insert("side-bet".to_string(), Json::Object(bets));
        }
        let sources = self.sources(sources);
        let headed = |schema: &str, tree: Map<String, Json>| {
            format!("#:schema ./{schema}\n\n{}", toml::write(&american(Json::Object(tree))))
        };
        Upgraded {
            rules: headed("schema.json", rules),
            sources: (!sources.is_empty()).then(|| headed("sources.schema.json", sources)),
        }
    }

    /// A section without its clause and without what has become of its lists.
    fn section(&mut self, key: &str, mut section: Map<String, Json>, sources: &Sources) -> Map<String, Json> {
        self.cite(key, section.shift_remove("clause"));
        if let Some(Json::Array(rows)) = section.shift_remove("suited") {
            let home = format!("{key}.suited");
            let rows = self.keyed(&home, &home, rows, |row| {
                row["suits"].as_str().unwrap_or("suits").to_string()
            });
            section.insert("suited".to_string(), Json::Object(rows));
        }
        if let Some(Json::Array(says)) = section.shift_remove("method") {
            self.lines(&format!("{key}.method"), "shuffle", says, sources);
        }
        if let Some(Json::Array(spots)) = section.shift_remove("spot") {
            let home = format!("{key}.spots");
            self.places.insert(format!("{key}.spot"), home.clone());
            self.cite(&home, spots.first().and_then(|spot| spot.get("clause")).cloned());
            let names = spots.iter().map(|spot| spot["name"].clone()).collect();
            section.insert("spots".to_string(), names);
        }
        section
    }

    /// The entries of a list under names.
    fn keyed(&mut self, old: &str, new: &str, list: Vec<Json>, id: impl Fn(&Json) -> String) -> Map<String, Json> {
        let mut named = Map::new();
        for (place, entry) in list.into_iter().enumerate() {
            let id = unique(&named, id(&entry));
            let at = format!("{new}.{id}");
            self.places.insert(format!("{old}[{place}]"), at.clone());
            let Json::Object(mut entry) = entry else {
                continue;
            };
            self.cite(&at, entry.shift_remove("clause"));
            named.insert(id, Json::Object(entry));
        }
        named
    }

    fn cite(&mut self, at: &str, clause: Option<Json>) {
        self.homes.extend(clause.map(|clause| (at.to_string(), clause)));
    }

    /// Rows as a pay table of this name.
    fn table(&mut self, old: &str, id: &str, title: Option<Json>, rows: Vec<Json>) {
        let new = format!("pay-table.{id}");
        let mut table: Map<String, Json> = title.map(|title| ("title".to_string(), title)).into_iter().collect();
        table.extend(self.keyed(old, &new, rows, row_id));
        self.places.insert(old.to_string(), new);
        self.pay_tables.insert(id.to_string(), Json::Object(table));
    }

    fn side_bets(&mut self, list: Vec<Json>) -> Map<String, Json> {
        let ids: Vec<String> = list
            .iter()
            .map(|bet| id_of(bet["id"].as_str().unwrap_or("bet")))
            .collect();
        let mut bets = Map::new();
        for (place, bet) in list.iter().enumerate() {
            let (old, new) = (format!("side-bet[{place}]"), format!("side-bet.{}", ids[place]));
            self.places.insert(old.clone(), new.clone());
            let Json::Object(mut bet) = bet.clone() else {
                continue;
            };
            bet.shift_remove("id");
            self.cite(&new, bet.shift_remove("clause"));
            let rows = entries(bet.shift_remove("row"));
            let title = bet.shift_remove("table-name");
            let others = entries(bet.shift_remove("other-table"));
            // Bets with the same rows share one table.
            let is_same = |other: &&Json| others.is_empty() && other["row"] == json!(rows);
            let same: Vec<&str> = list
                .iter()
                .zip(&ids)
                .filter(|(other, _)| is_same(other))
                .map(|(_, id)| id.as_str())
                .collect();
            let titles = title.iter().chain(others.iter().map(|other| &other["name"]));
            let titles: Vec<&str> = titles.filter_map(Json::as_str).collect();
            let id = match (titles.as_slice(), same.as_slice()) {
                ([own, ..], _) if titles.len() > 1 => told_apart(own, &titles),
                (_, [_, _, ..]) => shared(&same).unwrap_or_else(|| same[0].to_string()),
                _ => ids[place].clone(),
            };
            let mut allowed = vec![id.clone()];
            self.table(&format!("{old}.row"), &id, title.clone(), rows);
            for (number, other) in others.iter().enumerate() {
                let id = told_apart(other["name"].as_str().unwrap_or("other"), &titles);
                let at = format!("{old}.other-table[{number}]");
                self.cite(&format!("pay-table.{id}"), other.get("clause").cloned());
                self.places.insert(at.clone(), format!("pay-table.{id}"));
                self.table(
                    &format!("{at}.row"),
                    &id,
                    other.get("name").cloned(),
                    entries(other.get("row").cloned()),
                );
                allowed.push(id);
            }
            bet.insert("pays".to_string(), json!(id));
            if allowed.len() > 1 {
                bet.insert("pays-allowed".to_string(), json!(allowed));
            }
            bets.insert(ids[place].clone(), Json::Object(bet));
        }
        bets
    }

    /// Sentences as lines at a step, each with the clauses that were cited for its place.
    fn lines(&mut self, old: &str, step: &str, says: Vec<Json>, sources: &Sources) {
        for (place, says) in says.into_iter().enumerate() {
            let at = format!("{old}[{place}]");
            let clauses = sources.clauses_of(old, &at);
            let mut line = Map::new();
            line.insert("at".to_string(), json!(step));
            line.insert("says".to_string(), says);
            line.extend(cited(clauses).map(|clause| ("clause".to_string(), clause)));
            self.line(&at, line, sources);
        }
        let all = self
            .places
            .iter()
            .filter(|(place, _)| place.starts_with(&format!("{old}[")));
        let all: Vec<String> = all.map(|(_, line)| line.clone()).collect();
        self.places.insert(old.to_string(), all.join(" "));
    }

    /// A line under the name of its clause if no other has that, else under its first words.
    fn line(&mut self, old: &str, line: Map<String, Json>, sources: &Sources) {
        let clause = line
            .get("clause")
            .and_then(Json::as_str)
            .filter(|id| sources.lines_of(id) == 1);
        let says = line.get("says").and_then(Json::as_str).unwrap_or_default();
        let id = clause.map_or_else(|| first_words(says), str::to_string);
        let id = unique(&self.lines, id_of(&id));
        self.places.insert(old.to_string(), format!("line.{id}"));
        self.lines.insert(id, Json::Object(line));
    }

    /// The tree of the sources.
    fn sources(mut self, sources: Sources) -> Map<String, Json> {
        for (place, line) in sources.lines.iter().enumerate() {
            if let Json::Object(line) = line {
                self.line(&format!("line[{place}]"), line.clone(), &sources);
            }
        }
        let mut tree = Map::new();
        let mut put = |key: &str, section: Map<String, Json>| {
            if !section.is_empty() {
                tree.insert(key.to_string(), Json::Object(section));
            }
        };
        put("document", by_id(&sources.documents));
        let clauses = by_id(&sources.clauses).into_iter().map(|(id, mut clause)| {
            let mut entry = Map::new();
            if let Json::Object(old) = &mut clause {
                entry.extend(old.shift_remove("cites").map(|at| ("at".to_string(), at)));
                old.retain(|key, value| !(key == "about" && value == "play"));
                entry.extend(std::mem::take(old));
            }
            (id, Json::Object(entry))
        });
        put("clause", clauses.collect());
        put("source", self.cited_fields(&sources));
        let steps = sources.procedure.iter().map(|(step, id)| (step.clone(), renamed(id)));
        put("step", steps.collect());
        let points = by_id(&sources.points)
            .into_iter()
            .map(|(id, point)| (id, self.point(point)));
        put("point", points.collect());
        let lines = std::mem::take(&mut self.lines).into_iter();
        let lines = lines.map(|(id, mut line)| {
            if let Some(clause) = line.get_mut("clause") {
                *clause = renamed(clause);
            }
            (id, line)
        });
        put("line", lines.collect());
        tree
    }

    /// The clauses of sections, then those of fields.
    fn cited_fields(&self, sources: &Sources) -> Map<String, Json> {
        let mut fields: Map<String, Json> = self.homes.iter().map(|(at, id)| (at.clone(), renamed(id))).collect();
        for (field, clause) in sources.fields() {
            let place = self.place(&field);
            if place.starts_with("line.") {
                continue;
            }
            let known = fields.shift_remove(&place);
            let mut clauses = match known {
                None => Vec::new(),
                Some(Json::Array(clauses)) => clauses,
                Some(one) => vec![one],
            };
            let clause = renamed(&json!(clause));
            if !clauses.contains(&clause) {
                clauses.push(clause);
            }
            fields.extend(cited(clauses).map(|cited| (place, cited)));
        }
        fields
    }

    /// A point with its places by names.
    fn point(&self, mut point: Json) -> Json {
        if let Some(Json::Object(set)) = point.get_mut("set") {
            let changes = std::mem::take(set).into_iter();
            *set = changes
                .map(|(field, value)| (self.place(&field), named_entries(value)))
                .collect();
        }
        if let Json::Object(entries) = &mut point
            && let Some(Json::Array(fields)) = entries.shift_remove("fields")
        {
            let fields = fields.iter().filter_map(Json::as_str).map(|field| self.place(field));
            let fields: Vec<String> = fields
                .flat_map(|place| place.split(' ').map(str::to_string).collect::<Vec<_>>())
                .collect();
            entries.insert("about".to_string(), json!(fields));
        }
        point
    }

    /// What a place of format 1 is called in format 2.
    fn place(&self, old: &str) -> String {
        if let Some(step) = old.strip_prefix("procedure.") {
            return format!("step.{step}");
        }
        // The longest part that has another name now, and what follows it.
        let ends = old
            .char_indices()
            .filter(|(_, letter)| ".[".contains(*letter))
            .map(|(at, _)| at);
        let ends: Vec<usize> = ends.chain([old.len()]).collect();
        let known = ends
            .into_iter()
            .rev()
            .find_map(|end| Some((self.places.get(&old[..end])?, end)));
        match known {
            Some((new, end)) => format!("{new}{}", &old[end..]),
            None => old.to_string(),
        }
    }
}

/// What a file of format 1 says beside the rules.
struct Sources {
    documents: Vec<Json>,
    clauses: Vec<Json>,
    cited: Vec<Json>,
    procedure: Map<String, Json>,
    lines: Vec<Json>,
    points: Vec<Json>,
}

impl Sources {
    fn take(old: &mut Map<String, Json>) -> Sources {
        let mut list = |key: &str| entries(old.shift_remove(key));
        let (documents, clauses, cited) = (list("document"), list("clause"), list("source"));
        let (lines, points) = (list("line"), list("unclear"));
        let procedure = match old.shift_remove("procedure") {
            Some(Json::Object(steps)) => steps,
            _ => Map::new(),
        };
        Sources {
            documents,
            clauses,
            cited,
            procedure,
            lines,
            points,
        }
    }

    /// The fields that are cited, each with its clause, in order.
    fn fields(&self) -> Vec<(String, String)> {
        let mut all = Vec::new();
        for source in &self.cited {
            let clause = source["clause"].as_str().unwrap_or_default();
            let fields = source["fields"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Json::as_str);
            all.extend(fields.map(|field| (field.to_string(), clause.to_string())));
        }
        all
    }

    /// The clauses cited for a list as a whole or for one of its entries.
    fn clauses_of(&self, list: &str, entry: &str) -> Vec<Json> {
        let fields = self.fields().into_iter();
        fields
            .filter(|(field, _)| field == list || field == entry)
            .map(|(_, clause)| Json::from(clause))
            .collect()
    }

    /// How many sentences a clause is cited for.
    fn lines_of(&self, clause: &str) -> usize {
        let of_lines = |field: &str| {
            ["equipment", "conduct", "shoe.method"]
                .iter()
                .any(|list| field.starts_with(list))
        };
        let whole = |field: &str| !field.contains('[');
        let cited = self
            .fields()
            .into_iter()
            .filter(|(field, id)| id == clause && of_lines(field));
        let cited: usize = cited.map(|(field, _)| if whole(&field) { 2 } else { 1 }).sum();
        cited + self.lines.iter().filter(|line| line["clause"] == *clause).count()
    }
}

fn entries(list: Option<Json>) -> Vec<Json> {
    match list {
        Some(Json::Array(entries)) => entries,
        _ => Vec::new(),
    }
}

fn by_id(list: &[Json]) -> Map<String, Json> {
    let mut named = Map::new();
    for entry in list {
        if let Json::Object(mut entry) = entry.clone() {
            let id = entry.shift_remove("id").and_then(|id| id.as_str().map(id_of));
            let id = unique(&named, id.unwrap_or_else(|| "entry".to_string()));
            named.insert(id, Json::Object(entry));
        }
    }
    named
}

/// The name of a clause, or several, as format 2 writes them.
fn renamed(clause: &Json) -> Json {
    match clause {
        Json::String(id) => id_of(id).into(),
        Json::Array(ids) => ids.iter().map(renamed).collect(),
        other => other.clone(),
    }
}

/// One clause as a text, several as a list.
fn cited(mut clauses: Vec<Json>) -> Option<Json> {
    match clauses.len() {
        0 => None,
        1 => clauses.pop(),
        _ => Some(Json::Array(clauses)),
    }
}

/// Rows that a change sets, under names.
fn named_entries(value: Json) -> Json {
    match value {
        Json::Array(rows) if rows.iter().all(Json::is_object) => {
            let mut named = Map::new();
            for row in rows {
                let id = unique(&named, row_id(&row));
                named.insert(id, row);
            }
            Json::Object(named)
        }
        other => other,
    }
}

/// The name of a row: that of its printed name, where numbers of cards are words and a row is more than a number.
fn row_id(row: &Json) -> String {
    const NUMBERS: [&str; 10] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ];
    let id = name_id(row);
    let (first, rest) = id.split_once('-').unwrap_or((&id, ""));
    let number = first.parse::<usize>().ok().and_then(|number| NUMBERS.get(number));
    match number {
        Some(number) if rest.starts_with("card") => format!("{number}-{rest}"),
        _ if !id.contains(|letter: char| letter.is_ascii_lowercase()) => format!("any-{id}"),
        _ => id,
    }
}

fn name_id(entry: &Json) -> String {
    id_of(entry["name"].as_str().unwrap_or("row"))
}

/// A cap is named by the main bets it holds for.
fn cap_id(main_bet: &str, cap: &Json) -> String {
    let bets = cap["main-bets"].as_array().into_iter().flatten();
    let bets: Vec<&str> = bets.filter_map(Json::as_str).collect();
    id_of(&format!("{main_bet} {}", bets.join(" ")))
}

/// The first words of a sentence that say something.
fn first_words(says: &str) -> String {
    let id = id_of(says);
    let words = id.split('-').filter(|word| !["a", "an", "the"].contains(word));
    words.take(4).collect::<Vec<_>>().join("-")
}

/// The first long word of a title that the others do not have.
fn told_apart(title: &str, titles: &[&str]) -> String {
    let id = id_of(title);
    let others: Vec<String> = titles
        .iter()
        .filter(|other| **other != title)
        .map(|other| id_of(other))
        .collect();
    let is_own =
        |word: &&str| word.len() > 3 && others.iter().all(|other| !other.split('-').any(|known| known == *word));
    match id.split('-').find(is_own) {
        Some(word) => word.to_string(),
        None => id,
    }
}

/// What the names of several bets have in common: their last words, or else their first.
fn shared(ids: &[&str]) -> Option<String> {
    let words: Vec<Vec<&str>> = ids.iter().map(|id| id.split('-').collect()).collect();
    let first = words.first()?;
    let last = (1..first.len()).find(|skip| words.iter().all(|other| other.ends_with(&first[*skip..])));
    if let Some(skip) = last {
        return Some(first[skip..].join("-"));
    }
    let ahead = (1..first.len())
        .rev()
        .find(|take| words.iter().all(|other| other.starts_with(&first[..*take])));
    ahead.map(|take| first[..take].join("-"))
}

/// A name that is not there yet.
fn unique(named: &Map<String, Json>, id: String) -> String {
    if !named.contains_key(&id) {
        return id;
    }
    let mut numbers = 2..;
    let free = numbers.find(|number| !named.contains_key(&format!("{id}-{number}")));
    format!("{id}-{}", free.unwrap_or_default())
}

/// Says the group of most rows once for all, and leaves out what holds anyway.
fn with_default_group(rows: Map<String, Json>) -> Map<String, Json> {
    let group = rows.values().find_map(|row| row.get("group")).cloned();
    let in_group = rows.values().filter(|row| row.get("group") == group.as_ref()).count();
    let group = group.filter(|_| 2 * in_group > rows.len() && in_group > 1);
    let mut all = Map::new();
    all.extend(
        group
            .iter()
            .map(|group| ("default".to_string(), json!({ "group": group }))),
    );
    for (id, mut row) in rows {
        if let Json::Object(row) = &mut row {
            row.retain(|key, value| {
                !(["after-split", "after-double"].contains(&key.as_str()) && *value == json!(false))
            });
            match (&group, row.get("group")) {
                (Some(group), Some(own)) if group == own => drop(row.shift_remove("group")),
                (Some(_), None) => drop(row.insert("group".to_string(), json!(""))),
                _ => {}
            }
        }
        all.insert(id, row);
    }
    all
}

/// The same with the spelling of format 2.
fn american(value: Json) -> Json {
    match value {
        Json::String(text) if text == "same-colour" => "same-color".into(),
        Json::String(text) if text == "mixed-colours" => "mixed-colors".into(),
        Json::Array(entries) => entries.into_iter().map(american).collect(),
        Json::Object(entries) => entries.into_iter().map(|(key, value)| (key, american(value))).collect(),
        other => other,
    }
}
