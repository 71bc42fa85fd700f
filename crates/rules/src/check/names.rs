//! Names that are there twice, clauses that are not written down, and places that the format does not have.

use super::Check;
use super::tables::tables;
use crate::game::{Game, PayTable, Procedure, Sources};
use crate::load::document::Node;
use crate::load::read::{id_of, is_id};
use crate::load::section::place;
use crate::load::{Kind, Path, nearest};
use crate::sources::Cited;

pub(super) fn check(check: &mut Check) {
    let id = &check.game.id;
    if !is_id(id) {
        let what = format!("the id `{id}` is not made of small letters, digits and single hyphens");
        check.fault(Kind::BadId, &["id"], what, format!("write \"{}\"", id_of(id)));
    }
    doubled(check);
    clauses(check);
    tables_used(check);
}

fn doubled(check: &mut Check) {
    let game = check.game;
    let names = game.side_bets.iter().map(|bet| (bet.id.as_str(), bet.name.as_str()));
    each_its_own(check, "side-bet", names);
    if let Some(rules) = game.stud() {
        let names = rules
            .streets
            .iter()
            .map(|street| (street.id.as_str(), street.name.as_str()));
        each_its_own(check, "street", names);
    }
    let spots = &game.main_bet.spots;
    if let Some((_, twice)) = spots
        .iter()
        .enumerate()
        .find(|(place, spot)| spots[..*place].contains(spot))
    {
        let what = format!("the spot `{twice}` is there twice");
        check.fault(Kind::Doubled, &["main-bet.spots"], what, "give each its own name");
    }
    // Results are told row by row under the rows' names.
    for table in tables(game) {
        each_its_own(check, &table.at, table.rows.iter().map(|row| (row.id, row.name)));
    }
}

fn each_its_own<'a>(check: &mut Check, list: &str, names: impl Iterator<Item = (&'a str, &'a str)>) {
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for (id, name) in names {
        if let Some((first, _)) = seen.iter().find(|(_, earlier)| *earlier == name) {
            let what = format!("the name `{name}` is that of `{list}.{first}` already");
            let (this, other) = (format!("{list}.{id}.name"), format!("{list}.{first}.name"));
            check.fault(Kind::Doubled, &[&this, &other], what, "give each its own");
        }
        seen.push((id, name));
    }
}

/// Clauses that are named but not written down.
fn clauses(check: &mut Check) {
    let sources = &check.game.sources;
    let home = Path::from_iter(["sources"]);
    for (path, cited) in &sources.fields.0 {
        known(check, &home.key("source").key(&path.to_string()), cited);
    }
    for (step, cited) in &sources.steps.0 {
        known(check, &home.key("step").key(step.word()), cited);
    }
    for line in &sources.lines {
        known(check, &home.key("line").key(&line.id).key("clause"), &line.clause);
    }
}

fn known(check: &mut Check, at: &Path, cited: &Cited) {
    let clauses = &check.game.sources.clauses;
    for id in cited.0.iter().filter(|id| clauses.find(id).is_none()) {
        let remedy = match nearest(id, clauses.iter().map(|clause| clause.id.as_str())) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("add it as `[clause.{id}]`"),
        };
        check.fault_at(Kind::UnknownClause, at, format!("there is no clause `{id}`"), remedy);
    }
}

/// Places that a source or a point names, but that the game does not have.
pub(super) fn places(check: &mut Check) {
    let Sources { fields, points, .. } = &check.game.sources;
    let home = Path::from_iter(["sources"]);
    for (path, _) in &fields.0 {
        let at = home.key("source").key(&path.to_string());
        if let Some((what, remedy)) = unknown_place(check, path) {
            check.key_fault(Kind::UnknownKey, &at, what, remedy);
        }
    }
    for point in points {
        let at = format!("sources.point.{}.about", point.id);
        for (entry, about) in point.about.iter().enumerate() {
            if let Some((what, remedy)) = unknown_place(check, &about.split('.').collect()) {
                check.entry_fault(Kind::UnknownKey, &at, entry, what, remedy);
            }
        }
    }
}

/// What is wrong with a place that is neither one of the rules nor a step or a line of the sources.
fn unknown_place(check: &Check, path: &Path) -> Option<(String, String)> {
    let keys: Vec<&str> = path.keys().iter().map(String::as_str).collect();
    let steps = || Procedure::ALL.iter().map(|step| step.word());
    let lines = || check.game.sources.lines.iter().map(|line| line.id.as_str());
    let known: Vec<&str> = match keys.as_slice() {
        ["step", _] => steps().collect(),
        ["line", _] => lines().collect(),
        _ => return unknown_rule(check, path),
    };
    if known.contains(&keys[1]) {
        return None;
    }
    let remedy = match nearest(keys[1], known.into_iter()) {
        Some(near) => format!("did you mean `{}.{near}`?", keys[0]),
        None => format!("name one that there is, like `{}.NAME`", keys[0]),
    };
    Some((format!("there is no `{path}`"), remedy))
}

/// What is wrong with a place that is no field of the format, or in an entry that the game does not have.
fn unknown_rule(check: &Check, path: &Path) -> Option<(String, String)> {
    let shape = Game::shape();
    if let Err(message) = shape.at(path) {
        let (what, remedy) = message.split_once("; ").unwrap_or((&message, ""));
        return Some((what.to_string(), remedy.to_string()));
    }
    let mut above: Vec<Path> = path.upwards().collect();
    above.reverse();
    let [list, entry] = above
        .array_windows()
        .find(|[list, entry]| shape.at(list).is_ok_and(|shape| shape.is_keyed()) && check.root.find(entry).is_none())?;
    if !check.report.trusts(list) {
        return None;
    }
    let names = check.root.find(list).into_iter().flat_map(Node::keys);
    let near = nearest(entry.last_key().unwrap_or_default(), names);
    let remedy = match near {
        Some(near) => format!("did you mean `{}`?", list.key(near)),
        None => format!("name an entry of `{list}`"),
    };
    Some((format!("there is no `{entry}`"), remedy))
}

/// Pay tables that no bet is paid by.
fn tables_used(check: &mut Check) {
    let game = check.game;
    let bets = game.side_bets.iter();
    let mut used: Vec<&str> = bets
        .flat_map(|bet| std::iter::once(bet.pays.as_str()).chain(bet.other_tables()))
        .collect();
    if let Some(rules) = game.stud() {
        let showdown = rules.showdown.as_ref();
        used.extend(rules.hands.pays.as_deref());
        used.extend(rules.hands.pays_allowed.iter().map(String::as_str));
        used.extend(showdown.and_then(|showdown| showdown.bonus.as_deref()));
        used.extend(
            showdown
                .into_iter()
                .flat_map(|showdown| &showdown.bonus_allowed)
                .map(String::as_str),
        );
    }
    for table in &game.pay_tables {
        if !used.contains(&table.id.as_str()) && !check.report.distrusts_something() {
            let at = place!(PayTable[table.id]);
            let what = format!("no bet is paid by the pay table `{}`", table.id);
            check.key_fault(
                Kind::Contradiction,
                &at,
                what,
                "name it where a bet says `pays` or `pays-allowed`, or take it out",
            );
        }
    }
    for bet in &game.side_bets {
        if !bet.pays_allowed.is_empty() && !bet.pays_allowed.contains(&bet.pays) {
            let at = ["pays", "pays-allowed"].map(|key| format!("side-bet.{}.{key}", bet.id));
            let what = format!("the table `{}` is not among those allowed", bet.pays);
            check.fault(
                Kind::Contradiction,
                &[&at[0], &at[1]],
                what,
                "choose one of them, or allow it",
            );
        }
    }
}
