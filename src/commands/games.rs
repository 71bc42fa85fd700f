//! `croupier games`: what there is to play.

use std::io::Write;

use croupier_rules::Family;
use serde_json::json;

use super::open::built_in;
use crate::failure::Failure;

/// Lists the games.
pub fn run(json: bool) -> Result<(), Failure> {
    let games = built_in();
    let mut out = anstream::stdout().lock();
    if json {
        let games: Vec<_> = games
            .iter()
            .map(|game| {
                json!({
                    "id": game.id,
                    "name": game.name,
                    "short_name": game.short_name,
                    "family": match game.family {
                        Family::TwentyOne(_) => "twenty-one",
                        Family::Stud(_) => "stud",
                    },
                    "object": game.object,
                    "seats": game.table.seats,
                })
            })
            .collect();
        writeln!(out, "{:#}", serde_json::Value::from(games))?;
        return Ok(());
    }
    let width = games.iter().map(|game| game.id.len()).max().unwrap_or(0);
    for game in games {
        writeln!(out, "\u{1b}[1m{:width$}\u{1b}[0m  {}", game.id, game.name)?;
    }
    Ok(())
}
