//! `croupier lesson`: the lessons of a game, or one round of a lesson by the book, move by move with the clauses.

use std::io::{BufWriter, Write};
use std::sync::Arc;

use croupier_rules::Game;
use croupier_school::{Due, Exercise, Lesson, Mischief, Setup};
use croupier_solver::chart_player;
use croupier_table::Strategy;
use serde_json::json;

use super::open::open;
use crate::args::{Chances, Lesson as Args};
use crate::failure::Failure;

/// Prints the lessons, or a round of one.
pub fn run(args: &Args) -> Result<(), Failure> {
    let game = Arc::new(open(&args.game)?.game);
    let mut out = BufWriter::new(std::io::stdout());
    let Some(word) = &args.lesson else {
        for lesson in Lesson::course(&game) {
            writeln!(out, "{:<20} {}", lesson.word(), lesson.title())?;
        }
        out.flush()?;
        return Ok(());
    };
    let course = Lesson::course(&game);
    let lesson = Lesson::from_word(word)
        .filter(|lesson| course.contains(lesson))
        .ok_or_else(|| {
            let words: Vec<&str> = course.iter().map(|lesson| lesson.word()).collect();
            Failure::Input(format!(
                "{} has no lesson `{word}`; it has {}",
                game.id,
                words.join(", ")
            ))
        })?;
    if args.seats > game.table.seats {
        let seats = game.table.seats;
        return Err(Failure::Input(format!(
            "--seats {}: this table has {seats} seats",
            args.seats
        )));
    }
    let setup = Setup {
        opening: !args.no_shuffle,
        shuffle: !args.no_shuffle,
        chart_players: args.chances.chart_players,
        mischief: mischief(&args.chances),
        ..Setup::plain(lesson, args.seats, args.seed)
    };
    let chart = match setup.chart_players {
        0 => None,
        _ => chart_player(&game, game.main_bet.lowest()),
    };
    let exercise = setup.deal_with(&game, chart.as_deref().map(|chart| chart as &dyn Strategy));
    match args.json {
        true => {
            let moves: Vec<_> = exercise.script.dues.iter().map(|due| move_json(&game, due)).collect();
            let text =
                serde_json::to_string_pretty(&json!({ "game": game.id, "lesson": lesson.word(), "moves": moves }));
            writeln!(out, "{}", text.map_err(|fault| Failure::Other(fault.into()))?)?;
        }
        false => print(&game, &exercise, &mut out)?,
    }
    out.flush()?;
    Ok(())
}

fn mischief(chances: &Chances) -> Mischief {
    Mischief {
        mixed_signals: chances.mixed_signals,
        irregularities: chances.irregularities,
        second_thoughts: chances.second_thoughts,
        slow: chances.slow,
        cheating: chances.cheating,
    }
}

fn print(game: &Game, exercise: &Exercise, out: &mut impl Write) -> Result<(), Failure> {
    for (place, due) in exercise.script.dues.iter().enumerate() {
        let clauses: Vec<&str> = exercise
            .script
            .clauses(game, place)
            .iter()
            .map(|clause| clause.at.as_str())
            .collect();
        let cited = if clauses.is_empty() {
            String::new()
        } else {
            format!("  [{}]", clauses.join("; "))
        };
        writeln!(out, "{:>3}. {}{cited}", place + 1, due.made.words(game))?;
    }
    Ok(())
}

fn move_json(game: &Game, due: &Due) -> serde_json::Value {
    let clauses = due
        .clauses
        .iter()
        .filter_map(|clause| game.sources.clauses.get(usize::from(*clause)));
    let clauses: Vec<&str> = clauses.map(|clause| clause.id.as_str()).collect();
    json!({ "move": due.made.text(game), "words": due.made.words(game), "clauses": clauses })
}
