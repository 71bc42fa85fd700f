//! `croupier replay`: a saved round, told again step by step.

use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use croupier_rules::Game;
use croupier_table::transcript::{Replay, Transcript};
use croupier_table::{Commentary, Event, Next, Step};
use serde_json::{Value, json};

use super::open::open;
use crate::failure::Failure;
use crate::terminal::felt;
use crate::terminal::palette::Colors;
use crate::terminal::screen::Screen;
use crate::terminal::session::Session;

/// How a replay is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Telling {
    /// All at once.
    Plain,
    /// Waiting for Enter after each step.
    Step,
    /// Every event as JSON, one a line.
    Json,
}

/// Replays the transcript in the file, told so, or as fits the output.
pub fn run(file: &Path, telling: Option<Telling>) -> Result<(), Failure> {
    let fault = |what: String| Failure::Input(format!("{}: {what}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|unread| {
        fault(format!(
            "the transcript cannot be read: {unread}; name a file that exists"
        ))
    })?;
    let transcript = Transcript::parse(&text).map_err(|wrong| fault(wrong.to_string()))?;
    let loaded = open(&transcript.game)?;
    let loaded = match transcript.changes.as_slice() {
        [] => loaded,
        changes => loaded.with(changes).map_err(|faults| fault(faults.to_string()))?,
    };
    let game = Arc::new(loaded.game);
    let replay = transcript.replay(&game).map_err(|wrong| fault(wrong.to_string()))?;
    if let Some((line, written, played)) = difference(&text, &transcript.text(&game, &replay)) {
        return Err(fault(format!(
            "line {line} says `{written}`, but the round plays `{played}`; the file was changed or the rules were"
        )));
    }
    let in_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let mut out = anstream::stdout().lock();
    match telling {
        None if in_terminal => {
            drop(out);
            show(&game, &transcript).map_err(|failure| match failure {
                Failure::Input(what) => fault(what),
                other => other,
            })
        }
        Some(Telling::Json) => tell_json(&game, &transcript, &replay, &mut out),
        Some(Telling::Step) => tell(&game, &transcript, &replay, Telling::Step, &mut out),
        None | Some(Telling::Plain) => tell(&game, &transcript, &replay, Telling::Plain, &mut out),
    }
}

/// Shows it on the felt, from the first seat that plays.
fn show(game: &Arc<Game>, transcript: &Transcript) -> Result<(), Failure> {
    let wagers = transcript
        .wagers(game)
        .map_err(|wrong| Failure::Input(wrong.to_string()))?;
    let seat = wagers.seats.first().map_or(1, |wagers| wagers.seat);
    let at = |told: usize| Session::retold(game, seat, wagers.clone(), &transcript.lines[..told]);
    let session = at(0).map_err(|refused| Failure::Input(refused.to_string()))?;
    let screen = Screen::retelling(&session, Colors::of_environment(false), transcript.lines.len());
    felt::retell(screen, session, at)
}

/// The first line where the events in the file differ from those played: its number, what is written, what was played.
/// A file without events has nothing to differ.
fn difference(written: &str, played: &str) -> Option<(usize, String, String)> {
    let is_event = |line: &&str| line.starts_with([' ', '\t']) && !line.trim().is_empty();
    if !written.lines().any(|line| is_event(&line)) {
        return None;
    }
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut played = played.lines().filter(|line| is_event(line));
    let mut written = written.lines().enumerate().filter(|(_, line)| is_event(line));
    loop {
        match (written.next(), played.next()) {
            (None, None) => return None,
            (Some((_, line)), Some(other)) if words(line) == words(other) => {}
            (Some((number, line)), other) => {
                return Some((number + 1, words(line), other.map_or("nothing more".to_string(), words)));
            }
            (None, Some(other)) => return Some((0, "nothing more".to_string(), words(other))),
        }
    }
}

fn tell(
    game: &Game,
    transcript: &Transcript,
    replay: &Replay,
    telling: Telling,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let commentary = Commentary::new(game);
    for story in &transcript.story {
        writeln!(out, "{story}")?;
    }
    writeln!(out, "{}.", game.name)?;
    let mut keys = std::io::stdin().lock().lines();
    for (line, events) in transcript.lines.iter().zip(&replay.events) {
        if line.refused {
            writeln!(out, "Refused: {}.", step_in_words(line.step))?;
        }
        for event in events {
            match commentary.cites(event.clause) {
                Some(cites) => writeln!(out, "{} \u{1b}[2m[{cites}]\u{1b}[0m", commentary.event(event))?,
                None => writeln!(out, "{}", commentary.event(event))?,
            }
        }
        if telling == Telling::Step {
            out.flush()?;
            match keys.next() {
                Some(Ok(_)) if std::io::stdin().is_terminal() => {}
                Some(Ok(_)) => writeln!(out)?,
                Some(Err(fault)) => return Err(fault.into()),
                None => return Ok(()),
            }
        }
    }
    if replay.round.next() != Next::Over {
        writeln!(out, "The transcript ends before the round does.")?;
    }
    Ok(())
}

fn tell_json(game: &Game, transcript: &Transcript, replay: &Replay, out: &mut impl Write) -> Result<(), Failure> {
    let commentary = Commentary::new(game);
    for (number, (line, events)) in transcript.lines.iter().zip(&replay.events).enumerate() {
        for event in events {
            let mut told = json!({ "step": number + 1, "played": step_in_words(line.step) });
            if let (Value::Object(told), Value::Object(event)) = (&mut told, event_json(game, &commentary, event)) {
                told.extend(event);
            }
            writeln!(out, "{told}")?;
        }
    }
    Ok(())
}

/// An event for programs: what happened, the clause it carries out, and a sentence.
pub fn event_json(game: &Game, commentary: &Commentary, event: &Event) -> Value {
    let cited = event
        .clause
        .and_then(|clause| game.sources.clauses.get(usize::from(clause)));
    json!({
        "event": event.what,
        "clause": cited.map(|clause| clause.id.as_str()),
        "cites": cited.map(|clause| clause.at.as_str()),
        "says": commentary.event(event),
    })
}

fn step_in_words(step: Step) -> String {
    match step {
        Step::Card(card) => format!("card {card}"),
        Step::Choose(action) => format!("choose {action}"),
    }
}
