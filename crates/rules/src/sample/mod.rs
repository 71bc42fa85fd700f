//! Random rules files that are valid: what holds for every game must hold for them too.
//!
//! A seed always gives the same file. The file is drawn, written, and read by the loader like any other; rows of pay
//! tables that turn out to be unreachable are taken out again.

mod dice;
mod rows;
mod stud;
mod twenty_one;

use crate::game::{About, Clause, Document, Family, Game, Line, Point, Procedure};
use crate::load::{self, Path};
use crate::sources::Cited;
use dice::Dice;

/// A random game of 21.
pub fn twenty_one(seed: u64) -> Game {
    game(&twenty_one_text(seed))
}

/// The rules file of a random game of 21.
pub fn twenty_one_text(seed: u64) -> String {
    draw(seed, twenty_one::file)
}

/// A random game of 21 that is small enough to be searched exhaustively: one deck of few ranks that cannot run out, one
/// seat, few splits and doubles.
pub fn tiny_twenty_one(seed: u64) -> Game {
    game(&tiny_twenty_one_text(seed))
}

/// The rules file of a random small game of 21.
pub fn tiny_twenty_one_text(seed: u64) -> String {
    draw(seed, twenty_one::tiny_file)
}

/// A random game of stud.
pub fn stud(seed: u64) -> Game {
    game(&stud_text(seed))
}

/// The rules file of a random game of stud.
pub fn stud_text(seed: u64) -> String {
    draw(seed, stud::file)
}

/// A random game of stud from few ranks, small enough to be searched exhaustively.
pub fn tiny_stud(seed: u64) -> Game {
    game(&tiny_stud_text(seed))
}

/// The rules file of a random small game of stud.
pub fn tiny_stud_text(seed: u64) -> String {
    draw(seed, stud::tiny_file)
}

fn game(text: &str) -> Game {
    load::parse(text).expect("a sample is drawn until the loader takes it")
}

/// Draws until the file is valid. Nearly every draw is; the others contradict themselves in limits.
fn draw(seed: u64, file: fn(&mut Dice) -> Game) -> String {
    let mut dice = Dice::new(seed);
    loop {
        if let Some(text) = mended(file(&mut dice)) {
            return text;
        }
    }
}

/// The text of a file, with the rows taken out that can never be paid; `None` when something else is wrong with it.
fn mended(mut file: Game) -> Option<String> {
    loop {
        let text = file.toml();
        match load::parse(&text) {
            Ok(_) => return Some(text),
            Err(faults) => {
                let rows = faults.list.iter().map(|fault| (fault.kind, fault.path.as_str()));
                let unpaid = |kind| matches!(kind, load::Kind::UnreachableRow | load::Kind::DoubledRow);
                if !rows.clone().all(|(kind, _)| unpaid(kind)) {
                    return None;
                }
                for (_, path) in rows {
                    take_out(&mut file, path)?;
                }
                take_out_empty_tables(&mut file);
            }
        }
    }
}

/// Takes out the row that a place is in.
fn take_out(file: &mut Game, place: &str) -> Option<()> {
    let path: Path = place.parse().ok()?;
    let keys: Vec<&str> = path.keys().iter().map(String::as_str).collect();
    let rules = match &mut file.family {
        Family::TwentyOne(rules) => Some(rules),
        Family::Stud(_) => None,
    };
    match keys.as_slice() {
        ["winner", row, ..] => rules?.winners.retain(|known| known.id != *row),
        ["blackjack", "suited", row, ..] => rules?.blackjack.suited.retain(|known| known.id != *row),
        ["insurance", "suited", row, ..] => rules?.insurance.as_mut()?.suited.retain(|known| known.id != *row),
        ["pay-table", table, row, ..] => {
            let table = file.pay_tables.iter_mut().find(|known| known.id == *table)?;
            table.rows.retain(|known| known.id != *row);
        }
        _ => return None,
    }
    Some(())
}

/// Takes out pay tables without rows, and the bets that are paid by them.
fn take_out_empty_tables(file: &mut Game) {
    let empty: Vec<String> = file
        .pay_tables
        .iter()
        .filter(|table| table.rows.is_empty())
        .map(|table| table.id.clone())
        .collect();
    file.pay_tables.retain(|table| !empty.contains(&table.id));
    file.side_bets.retain(|bet| !empty.contains(&bet.pays));
    for bet in file.side_bets.iter_mut() {
        bet.pays_allowed.retain(|table| !empty.contains(table));
    }
    let named = |id: &String| {
        file.side_bets
            .iter()
            .any(|bet| bet.pays == *id || bet.pays_allowed.contains(id))
    };
    let unnamed: Vec<String> = file.pay_tables.iter().map(|table| table.id.clone()).collect();
    let unnamed: Vec<String> = unnamed.into_iter().filter(|id| id != "main" && !named(id)).collect();
    file.pay_tables.retain(|table| !unnamed.contains(&table.id));
}

/// The sources of a drawn game: documents, clauses, the procedure and an open point.
fn frame(dice: &mut Dice, file: &mut Game) {
    let clause = |number: u64| Cited(vec![format!("clause-{number}")]);
    let sources = &mut file.sources;
    sources.documents.push(Document {
        id: "sample".to_string(),
        title: "A drawn game".to_string(),
        edition: dice.maybe(|dice| format!("{}", 1990 + dice.below(40))),
    });
    for number in 1..=3 {
        sources.clauses.push(Clause {
            id: format!("clause-{number}"),
            at: format!("sample, ¶{number}"),
            says: "Drawn by lot.".to_string(),
            about: dice.pick(About::ALL),
        });
    }
    for step in Procedure::ALL {
        if dice.one_in(3) {
            sources.steps.0.push((*step, clause(1 + dice.below(3))));
        }
    }
    for place in ["table", "main-bet", "shoe", "deck.decks", "shoe.burn"] {
        if dice.one_in(2) {
            sources
                .fields
                .0
                .push((Path::from_iter(place.split('.')), clause(1 + dice.below(3))));
        }
    }
    for bet in &file.side_bets {
        if dice.one_in(2) {
            let place = Path::from_iter(["side-bet", bet.id.as_str()]);
            sources
                .fields
                .0
                .push((place, Cited(vec!["clause-1".to_string(), "clause-2".to_string()])));
        }
    }
    if dice.one_in(2) {
        file.short_name = "Sample".to_string();
        for (id, at) in [
            ("table", Procedure::Equipment),
            ("smoke", Procedure::Conduct),
            ("lot", Procedure::Deal),
        ] {
            sources.lines.push(Line {
                id: id.to_string(),
                at,
                says: "The cards are dealt by lot.".to_string(),
                clause: clause(1),
            });
        }
    }
    if dice.one_in(2) {
        let name = if file.main_bet.name == "Ante" { "Bet" } else { "Ante" };
        sources.points.push(Point {
            id: "name".to_string(),
            question: "What is the main bet called?".to_string(),
            reading: file.main_bet.name.clone(),
            reason: "Drawn by lot.".to_string(),
            alternative: name.to_string(),
            set: [("main-bet.name".to_string(), serde_json::Value::from(name))]
                .into_iter()
                .collect(),
            about: vec!["step.deal".to_string()],
        });
    }
}
