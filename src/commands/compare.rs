//! `croupier compare` and `croupier sensitivity`: what changes of rules do to each wager.

use std::io::Write;

use croupier_report::sensitivity::{Effect, effects};
use croupier_solver::solution::Solution;
use croupier_solver::variants::variants;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use super::open::open;
use super::solve::{solve, with_changes};
use crate::args::{Compare, Rules, Sensitivity};
use crate::failure::Failure;
use crate::values::columns::{Columns, figure, percent, signed_percent};
use crate::values::effects as table;

/// Prints two games side by side, wager by wager.
pub fn compare(args: &Compare) -> Result<(), Failure> {
    let one = open(&args.one)?;
    let other = with_changes(&Rules {
        game: args.other.clone().unwrap_or_else(|| args.one.clone()),
        bet: args.bet,
        decks: args.decks,
        set: args.set.clone(),
    })?;
    let solutions = [solve(&one, args.bet)?, solve(&other, args.bet)?];
    let mut out = anstream::stdout().lock();
    if args.json {
        let differences = differences(&one.game.json(), &other.game.json());
        let answer = json!({ "schema": 1, "games": solutions, "effects": effect(&solutions[0], &solutions[1]), "differences": differences });
        writeln!(out, "{answer:#}")?;
        return Ok(());
    }
    let mut columns = Columns::new(1);
    columns.row(["Wager", &one.game.short_name, &other.game.short_name, "difference"]);
    let ids = solutions[0]
        .wagers
        .iter()
        .chain(&solutions[1].wagers)
        .map(|wager| wager.id.clone());
    let mut seen = Vec::new();
    for id in ids {
        if seen.contains(&id) {
            continue;
        }
        let edges = solutions
            .each_ref()
            .map(|solution| solution.wagers.iter().find(|wager| wager.id == id));
        for (name, of) in [("house edge", true), ("SD", false)] {
            let pick = |wager: Option<&croupier_solver::solution::WagerValue>| {
                wager.map(|wager| if of { wager.house_edge } else { wager.sd })
            };
            let show = |number: Option<f64>| match number {
                Some(number) if of => percent(number),
                Some(number) => figure(number, 4),
                None => "not offered".to_string(),
            };
            let (left, right) = (pick(edges[0]), pick(edges[1]));
            let difference = match (left, right) {
                (Some(left), Some(right)) if of => signed_percent(right - left),
                (Some(left), Some(right)) => format!("{:+.4}", right - left),
                _ => String::new(),
            };
            columns.row([format!("{id}, {name}"), show(left), show(right), difference]);
        }
        let break_even = edges.map(|wager| wager?.meter.as_ref()?.break_even_cents);
        if break_even.iter().any(Option::is_some) {
            let [left, right] = break_even.map(|cents| cents.map(croupier_rules::Money::from_cents));
            let show =
                |amount: Option<croupier_rules::Money>| amount.map_or_else(String::new, |amount| amount.to_string());
            let difference = left.zip(right).map(|(left, right)| right - left);
            columns.row([
                format!("{id}, break-even meter"),
                show(left),
                show(right),
                show(difference),
            ]);
        }
        seen.push(id);
    }
    writeln!(out, "{columns}")?;
    let mut columns = Columns::new(3);
    columns.row(["Rule", &one.game.short_name, &other.game.short_name]);
    for (path, left, right) in differences(&one.game.json(), &other.game.json()) {
        columns.row([path, brief(&left), brief(&right)]);
    }
    writeln!(out, "{columns}")?;
    Ok(())
}

/// Prints the effect of every change of one rule.
pub fn sensitivity(args: &Sensitivity) -> Result<(), Failure> {
    let loaded = with_changes(&args.rules)?;
    let base = solve(&loaded, args.rules.bet)?;
    let bar = progress(variants(&loaded.game).len() as u64);
    let effects = effects(&loaded, &base, &|| bar.inc(1));
    bar.finish_and_clear();
    let mut out = anstream::stdout().lock();
    if args.json {
        let changes: Vec<Value> = effects.iter().map(|change| in_json(&base, change)).collect();
        let answer =
            json!({ "schema": 1, "game": base.game, "bet_cents": base.bet_cents, "base": base, "variants": changes });
        writeln!(out, "{answer:#}")?;
        return Ok(());
    }
    writeln!(
        out,
        "\u{1b}[1m{}\u{1b}[0m, at a main bet of {}: every rule changed one at a time.",
        loaded.game.name,
        croupier_rules::Money::from_cents(base.bet_cents)
    )?;
    writeln!(out, "House edges; an empty cell has not changed.\n")?;
    table::write(&mut out, &base, &effects)?;
    let mut same = effects.iter().filter(|change| change.is_idle(&base)).peekable();
    if same.peek().is_some() {
        writeln!(out, "No effect on any value:")?;
        same.try_for_each(|change| writeln!(out, "  {}", change.variant.says))?;
    }
    let refused = |change: &Effect| Some((change.variant.says.clone(), change.solved.as_ref().err()?.clone()));
    let mut refused = effects.iter().filter_map(refused).peekable();
    if refused.peek().is_some() {
        writeln!(out, "Not a valid game:")?;
        refused.try_for_each(|(says, fault)| writeln!(out, "  {says} ({fault})"))?;
    }
    Ok(())
}

fn in_json(base: &Solution, change: &Effect) -> Value {
    let variant = &change.variant;
    let mut value = json!({ "kind": variant.kind, "says": variant.says, "changes": variant.changes });
    match &change.solved {
        Ok(solution) => value["effects"] = effect(base, solution).into(),
        Err(fault) => value["refused"] = fault.as_str().into(),
    }
    value
}

fn progress(count: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} variants, {eta} left");
    bar.set_style(style.expect("the template is well formed"));
    bar
}

fn effect(base: &Solution, other: &Solution) -> Vec<Value> {
    let wagers = base.wagers.iter().map(|wager| {
        let changed = other.wagers.iter().find(|other| other.id == wager.id);
        json!({
            "id": wager.id,
            "house_edge": changed.map(|changed| changed.house_edge),
            "effect": changed.map(|changed| changed.house_edge - wager.house_edge),
            "sd": changed.map(|changed| changed.sd),
        })
    });
    wagers.collect()
}

/// The fields in which two rules files differ, texts that only explain left out.
fn differences(one: &Value, other: &Value) -> Vec<(String, Value, Value)> {
    const WORDS: [&str; 8] = [
        "id",
        "name",
        "short-name",
        "object",
        "format",
        "title",
        "group",
        "sources",
    ];
    fn walk(path: &str, one: &Value, other: &Value, found: &mut Vec<(String, Value, Value)>) {
        match (one, other) {
            (Value::Object(left), Value::Object(right)) => {
                let keys: std::collections::BTreeSet<&String> = left.keys().chain(right.keys()).collect();
                for key in keys.into_iter().filter(|key| !WORDS.contains(&key.as_str())) {
                    let path = if path.is_empty() {
                        key.clone()
                    } else {
                        format!("{path}.{key}")
                    };
                    let null = Value::Null;
                    walk(
                        &path,
                        left.get(key).unwrap_or(&null),
                        right.get(key).unwrap_or(&null),
                        found,
                    );
                }
            }
            _ if one != other => found.push((path.to_string(), one.clone(), other.clone())),
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk("", one, other, &mut found);
    found
}

/// A value in a few words: a list by its entries, a row by what it pays, any other part of the rules by what it consists of.
fn brief(value: &Value) -> String {
    match value {
        Value::Null => "–".to_string(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => "none".to_string(),
        Value::Array(list) => {
            let entries: Vec<String> = list.iter().map(brief).collect();
            entries.join(", ")
        }
        Value::Object(fields) => match fields.get("pays") {
            Some(pays) => format!("pays {}", brief(pays)),
            None => fields.keys().map(String::as_str).collect::<Vec<_>>().join(", "),
        },
        other => other.to_string(),
    }
}
