//! `croupier games`: what there is to play.

use std::io::Write;

use croupier_rules::Game;
use croupier_rules::load::{ids, open};
use serde_json::{Value, json};

use crate::failure::Failure;

/// Lists the games.
pub fn run(as_json: bool) -> Result<(), Failure> {
    let games: Vec<Game> = ids()
        .map(|id| open(id).expect("a test keeps the games of the program valid").game)
        .collect();
    let mut out = anstream::stdout().lock();
    if as_json {
        let games: Vec<Value> = games.iter().map(summary).collect();
        writeln!(out, "{:#}", Value::from(games))?;
        return Ok(());
    }
    let width = games.iter().map(|game| game.id.len()).max().unwrap_or(0);
    for game in games {
        writeln!(out, "\u{1b}[1m{:width$}\u{1b}[0m  {}", game.id, game.name)?;
    }
    Ok(())
}

/// A game in a few words.
pub fn summary(game: &Game) -> Value {
    json!({
        "id": game.id,
        "name": game.name,
        "short_name": game.short_name,
        "family": game.family.name().word(),
        "object": game.object,
        "seats": game.table.seats,
        "main_bet": { "name": game.main_bet.name, "min": game.main_bet.lowest(), "max": game.main_bet.highest() },
        "side_bets": game.side_bets.iter().map(|bet| bet.id.as_str()).collect::<Vec<_>>(),
    })
}
