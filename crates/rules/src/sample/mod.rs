//! Random rules files that are valid: what holds for every game must hold for them too.
//!
//! A seed always gives the same file. The file is drawn, written, and read by the loader like any other; rows of pay
//! tables that turn out to be unreachable are taken out again.

mod dice;
mod rows;
mod stud;
mod twenty_one;

use crate::game::{Clause, Document, Game, GameFile, Line, Procedure, Source, Unclear};
use crate::load;
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
fn draw(seed: u64, file: fn(&mut Dice) -> GameFile) -> String {
    let mut dice = Dice::new(seed);
    loop {
        if let Some(text) = mended(file(&mut dice)) {
            return text;
        }
    }
}

/// The text of a file, with the rows taken out that can never be paid; `None` when something else is wrong with it.
fn mended(mut file: GameFile) -> Option<String> {
    loop {
        let text = toml::to_string(&file).expect("a rules file is plain TOML");
        match load::parse(&text) {
            Ok(_) => return Some(text),
            Err(faults) => {
                let rows = faults.list.iter().map(|fault| (fault.kind, fault.path.as_str()));
                let unpaid = |kind| matches!(kind, load::Kind::UnreachableRow | load::Kind::DoubledRow);
                if !rows.clone().all(|(kind, _)| unpaid(kind)) {
                    return None;
                }
                // From the back, so that the places of the rows before stay what they are.
                for (_, path) in rows.rev() {
                    take_out(&mut file, path)?;
                }
                file.side_bets.retain(|bet| !bet.rows.is_empty());
            }
        }
    }
}

fn take_out(file: &mut GameFile, path: &str) -> Option<()> {
    let path: load::Path = path.parse().ok()?;
    let mut places = path.parts().iter().filter_map(|part| match part {
        load::Part::Place(place) => Some(*place),
        load::Part::Key(_) => None,
    });
    let keys: Vec<&str> = path
        .parts()
        .iter()
        .filter_map(|part| match part {
            load::Part::Key(key) => Some(key.as_str()),
            load::Part::Place(_) => None,
        })
        .collect();
    let first = places.next()?;
    match keys.as_slice() {
        ["winner", ..] => drop(file.winners.remove(first)),
        ["pay", ..] => drop(file.pays.remove(first)),
        ["side-bet", "row", ..] => drop(file.side_bets[first].rows.remove(places.next()?)),
        ["side-bet", ..] => file.side_bets[first].other_tables.clear(),
        ["blackjack", ..] => drop(file.blackjack.as_mut()?.suited.remove(first)),
        ["insurance", ..] => drop(file.insurance.as_mut()?.suited.remove(first)),
        _ => return None,
    }
    Some(())
}

/// The parts every file has: documents, clauses, the procedure and an unclear point.
fn frame(dice: &mut Dice, file: &mut GameFile) {
    file.documents = vec![Document {
        id: "sample".to_string(),
        title: "A drawn game".to_string(),
        edition: dice.maybe(|dice| format!("{}", 1990 + dice.below(40))),
    }];
    file.clauses = (1..=3)
        .map(|number| Clause {
            id: format!("clause-{number}"),
            cites: format!("sample, ¶{number}"),
            says: "Drawn by lot.".to_string(),
            about: dice.pick(&[
                crate::game::About::Play,
                crate::game::About::Shoe,
                crate::game::About::Sheet,
            ]),
        })
        .collect();
    for step in Procedure::ALL {
        if dice.one_in(3) {
            file.procedure.insert(step, format!("clause-{}", 1 + dice.below(3)));
        }
    }
    file.table.clause = dice.maybe(|_| "clause-1".to_string());
    file.main_bet.clause = dice.maybe(|_| "clause-2".to_string());
    if dice.one_in(2) {
        file.equipment = vec!["A table.".to_string()];
        file.conduct = vec!["No smoking.".to_string()];
        file.short_name = Some("Sample".to_string());
        file.lines = vec![Line {
            at: Procedure::Deal,
            says: "The cards are dealt by lot.".to_string(),
            clause: Some("clause-1".to_string()),
        }];
        file.sources = vec![Source {
            fields: vec!["deck.decks".to_string()],
            clause: "clause-3".to_string(),
        }];
    }
    if dice.one_in(2) {
        let name = if file.main_bet.name == "Ante" { "Bet" } else { "Ante" };
        file.unclear = vec![Unclear {
            id: "name".to_string(),
            question: "What is the main bet called?".to_string(),
            reading: file.main_bet.name.clone(),
            reason: "Drawn by lot.".to_string(),
            alternative: name.to_string(),
            set: [("main-bet.name".to_string(), serde_json::Value::from(name))].into(),
            fields: vec!["procedure.deal".to_string()],
        }];
    }
}
