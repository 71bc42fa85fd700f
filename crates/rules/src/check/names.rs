//! Names that are there twice, clauses that are not written down, and places that the game does not have.

use std::collections::{HashMap, HashSet};

use serde_json::Value as Json;

use super::Check;
use super::tables::tables;
use crate::baccarat::Baccarat;
use crate::game::{Game, Line, MainBet, PayTable, Point, Procedure, Quote, SideBet, Sources};
use crate::load::document::Node;
use crate::load::message::{self, Message};
use crate::load::read::{id_of, is_id, short};
use crate::load::section::{key, place};
use crate::load::{Path, nearest};
use crate::single_card::SingleCard;
use crate::sources::Cited;
use crate::stud::{Street, Stud};

/// What results call the main bet, insurance, a raise, a bet that every hand makes beside the main bet, and a bonus on the
/// main bet.
const TAKEN: [&str; 5] = ["main", "insurance", "raise", "blind", "bonus"];

pub(super) fn check(check: &mut Check) {
    let id = &check.game.id;
    if !is_id(id) {
        let message = message::bad_id(short(id), short(&id_of(id)));
        check.fault(message, &[Path::from_iter([key!(Game.id)])]);
    }
    for bet in check
        .game
        .side_bets
        .iter()
        .filter(|bet| TAKEN.contains(&bet.id.as_str()) || bet.id == check.game.main_bet.wager_id())
    {
        check.key_fault(message::taken_name(&bet.id), &place!(SideBet[bet.id]));
    }
    if let Some(id) = check.game.main_bet.id.as_ref().filter(|id| !is_id(id)) {
        let message = message::bad_id(short(id), short(&id_of(id)));
        check.fault(message, &[place!(MainBet.id)]);
    }
    doubled(check);
    clauses(check);
    tables_used(check);
}

fn doubled(check: &mut Check) {
    let game = check.game;
    let bets = game.side_bets.iter().map(|bet| (&*bet.id, &*bet.name));
    each_its_own(check, &place!(SideBet), bets);
    if let Some(rules) = game.stud() {
        let streets = rules.streets.iter().map(|street| (&*street.id, &*street.name));
        each_its_own(check, &place!(Street), streets);
    }
    let mut seen = HashSet::new();
    if let Some(twice) = game.main_bet.spots.iter().find(|spot| !seen.insert(*spot)) {
        check.fault(message::same_spot(twice), &[place!(MainBet.spots)]);
    }
    // Results are told row by row under the rows' names.
    for table in tables(game) {
        each_its_own(check, &table.at, table.rows.iter().map(|row| (row.id, row.name)));
    }
}

fn each_its_own<'a>(check: &mut Check, list: &Path, names: impl Iterator<Item = (&'a str, &'a str)>) {
    let mut seen: HashMap<&str, &str> = HashMap::new();
    for (id, name) in names {
        if let Some(first) = seen.get(name) {
            let places = [id, first].map(|id| list.key(id).key(key!(SideBet.name)));
            check.fault(message::same_name(name, list.key(first)), &places);
        } else {
            seen.insert(name, id);
        }
    }
}

/// Clauses that are named but not written down.
fn clauses(check: &mut Check) {
    let sources = &check.game.sources;
    let clauses: HashSet<&str> = sources.clauses.iter().map(|clause| clause.id.as_str()).collect();
    for (path, cited) in &sources.fields.0 {
        known(check, &clauses, &Sources::place_of_citation(path), cited);
    }
    for (step, cited) in &sources.steps.0 {
        known(check, &clauses, &Sources::place_of_step(*step), cited);
    }
    for line in &sources.lines {
        let at = Sources::place_of_line(&line.id).key(key!(Line.clause));
        known(check, &clauses, &at, &line.clause);
    }
    for quote in &sources.quotes {
        let at = Sources::place_of_quote(&quote.id);
        known(check, &clauses, &at.key(key!(Quote.clause)), &quote.clause);
        match (quote.clause.first(), &quote.not_carried) {
            (None, None) => check.fault(message::quote_left_open(), &[at]),
            (Some(clause), Some(_)) => check.fault(
                message::quote_carried(short(clause)),
                &[at.key(key!(Quote.not_carried))],
            ),
            _ => {}
        }
    }
}

fn known(check: &mut Check, clauses: &HashSet<&str>, at: &Path, cited: &Cited) {
    for id in cited.0.iter().filter(|id| !clauses.contains(id.as_str())) {
        let ids = check.game.sources.clauses.iter().map(|clause| clause.id.as_str());
        let message = match nearest(id, ids) {
            Some(near) => message::no_clause_like(short(id), near),
            None => message::no_clause(short(id)),
        };
        check.fault(message, &[at]);
    }
}

/// Places that a source, a title or a point names, but that the game does not have.
pub(super) fn places(check: &mut Check) {
    let Sources {
        fields, titles, points, ..
    } = &check.game.sources;
    let written = check.game.json();
    let mut seen = HashSet::new();
    for (path, _) in &fields.0 {
        let at = Sources::place_of_citation(path);
        if !seen.insert(path) {
            check.key_fault(message::cited_twice(path), &at);
        }
        if let Some(message) = unknown_place(check, path) {
            check.key_fault(message, &at);
        } else if !is_in_sources(path) && !is_written(&written, path) && check.is_sound() {
            check.key_fault(message::nothing_cited(path), &at);
        }
    }
    for (path, _) in &titles.0 {
        let at = Sources::place_of_title(path);
        if let Some(message) = unknown_rule(check, path) {
            check.key_fault(message, &at);
        } else if !is_written(&written, path) && check.is_sound() {
            check.key_fault(message::nothing_titled(path), &at);
        }
    }
    for point in points {
        let at = Sources::place_of_point(&point.id).key(key!(Point.about));
        for (entry, about) in point.about.iter().enumerate() {
            if let Some(message) = unknown_place(check, &about.split('.').collect()) {
                check.entry_fault(message, &at, entry);
            }
        }
    }
}

/// What is wrong with a place that is neither one of the rules nor a step or a line of the sources.
fn unknown_place(check: &Check, path: &Path) -> Option<Message> {
    let [home, name] = path.keys() else {
        return unknown_rule(check, path);
    };
    let known: Vec<&str> = match home.as_str() {
        STEP => Procedure::ALL.iter().map(|step| step.word()).collect(),
        LINE => check.game.sources.lines.iter().map(|line| line.id.as_str()).collect(),
        _ => return unknown_rule(check, path),
    };
    if known.contains(&name.as_str()) {
        return None;
    }
    Some(match nearest(name, known.into_iter()) {
        Some(near) => message::no_place_like(path, format!("{home}.{near}")),
        None => message::no_place(path, home),
    })
}

const STEP: &str = "step";
const LINE: &str = "line";

fn is_in_sources(path: &Path) -> bool {
    matches!(path.keys().first().map(String::as_str), Some(STEP | LINE))
}

/// Whether a game with every default written out has something at this place.
fn is_written(game: &Json, path: &Path) -> bool {
    path.keys().iter().try_fold(game, |json, key| json.get(key)).is_some()
}

/// What is wrong with a place that is no field of the format, or in an entry that the game does not have.
fn unknown_rule(check: &Check, path: &Path) -> Option<Message> {
    let shape = Game::shape();
    if let Err(message) = shape.at(path) {
        return Some(message);
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
    Some(match nearest(entry.last_key().unwrap_or_default(), names) {
        Some(near) => message::no_place_like(entry, list.key(near)),
        None => message::no_place(entry, list),
    })
}

/// Pay tables that no bet is paid by.
fn tables_used(check: &mut Check) {
    let game = check.game;
    let mut used: HashSet<&str> = game.side_bets.iter().flat_map(|bet| bet.tables()).collect();
    used.extend(game.stud().into_iter().flat_map(Stud::tables));
    used.extend(game.baccarat().into_iter().flat_map(Baccarat::tables));
    used.extend(game.single_card().into_iter().flat_map(SingleCard::main_tables));
    used.extend(game.single_card().into_iter().flat_map(SingleCard::raise_tables));
    for table in &game.pay_tables {
        if !used.contains(table.id.as_str()) && !check.report.distrusts_something() {
            check.key_fault(message::idle_pay_table(&table.id), &place!(PayTable[table.id]));
        }
    }
    for bet in &game.side_bets {
        if !bet.pays_allowed.is_empty() && !bet.pays_allowed.contains(&bet.pays) {
            let places = [place!(SideBet[bet.id].pays), place!(SideBet[bet.id].pays_allowed)];
            check.fault(message::pay_table_not_allowed(&bet.pays), &places);
        }
    }
}
