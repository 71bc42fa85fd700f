//! What changes of rules do to each wager, for reading.

use std::io::{self, Write};

use croupier_solver::solution::Solution;

use super::columns::{Columns, percent, signed_percent};

/// One line of a comparison: what was changed, and the solution with it.
pub struct Changed<'a> {
    /// The change in words.
    pub says: &'a str,
    /// The game with the change.
    pub solution: &'a Solution,
}

/// Writes the house edge of each wager under each change, beside the base, largest effect on the main game first.
pub fn write(out: &mut impl Write, base: &Solution, changed: &[Changed]) -> io::Result<()> {
    let mut columns = Columns::new(1);
    let mut head = vec!["Change".to_string()];
    for wager in &base.wagers {
        head.push(wager.id.clone());
        head.push("effect".to_string());
    }
    columns.row(head);
    let mut first = vec!["(as filed)".to_string()];
    for wager in &base.wagers {
        first.push(percent(wager.house_edge));
        first.push(String::new());
    }
    columns.row(first);
    for change in changed {
        let mut cells = vec![change.says.to_string()];
        for wager in &base.wagers {
            let other = change.solution.wagers.iter().find(|other| other.id == wager.id);
            match other {
                Some(other) if other.house_edge == wager.house_edge => cells.extend(["".to_string(), "".to_string()]),
                Some(other) => {
                    cells.extend([
                        percent(other.house_edge),
                        signed_percent(other.house_edge - wager.house_edge),
                    ]);
                }
                None => cells.extend(["not offered".to_string(), String::new()]),
            }
        }
        columns.row(cells);
    }
    writeln!(out, "{columns}")
}
