//! What changes of rules do to each wager, for reading.

use std::io::{self, Write};

use croupier_report::sensitivity::Effect;
use croupier_solver::solution::Solution;

use super::columns::{Columns, percent, signed_percent};

/// Writes the house edge of each wager under each change that has an effect, beside the base, in the order of the rules.
pub fn write(out: &mut impl Write, base: &Solution, effects: &[Effect]) -> io::Result<()> {
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
    for change in effects.iter().filter(|change| !change.is_idle(base)) {
        let Ok(solution) = &change.solved else { continue };
        let mut cells = vec![change.variant.says.clone()];
        for wager in &base.wagers {
            let other = solution.wagers.iter().find(|other| other.id == wager.id);
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
