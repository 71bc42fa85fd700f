//! What a dealer does next, whose bet is settled first, and where a round went wrong.

use std::sync::Arc;

use croupier_rules::Game;
use croupier_table::random_play::Dice;
use croupier_table::{Event, What};

use super::{Answer, DrillKind, Level, Question, Topic, choices};
use crate::lesson::{Exercise, Lesson, Setup};
use crate::moves::Move;
use crate::plant::Planted;
use crate::script::Happening;

/// How many rounds are looked at for a case of what is asked.
const TRIES: usize = 100;
/// How many moves are told before the one that is asked for.
const TOLD: usize = 8;

/// The lessons that have something to ask.
pub(super) fn lessons(game: &Game, kind: DrillKind) -> Vec<String> {
    let course = Lesson::course(game).into_iter();
    let course = course.filter(|lesson| kind == DrillKind::Next || *lesson != Lesson::Insurance);
    course.map(|lesson| lesson.word().to_string()).collect()
}

/// The errors that can be planted.
pub(super) fn errors(game: &Game) -> Vec<String> {
    let fits = |planted: &Planted| *planted != Planted::MissedSideBet || !game.side_bets.is_empty();
    let planted = Planted::ALL.into_iter().filter(fits);
    planted.map(|planted| planted.words().to_string()).collect()
}

pub(super) fn ask_next(game: &Arc<Game>, topic: &Topic, level: Level, dice: &mut Dice) -> Option<Question> {
    let exercise = exercise(game, Lesson::from_word(&topic.id)?, level.pick([2, 3, 5]), dice);
    let script = &exercise.script;
    let at = 1 + dice.below(script.dues.len() - 1);
    let right = script.dues[at].made;
    let is_wrong = |place: &usize| !script.may_change_places(at, *place) && script.dues[*place].made != right;
    let others = (0..script.dues.len()).filter(is_wrong);
    // Those nearest to the right one are the hardest to tell from it.
    let mut others: Vec<usize> = others.collect();
    others.sort_by_key(|place| place.abs_diff(at));
    let others = others
        .into_iter()
        .take(6)
        .map(|place| script.dues[place].made.words(game));
    let (options, place) = choices(right.words(game), others.collect(), dice);
    let lines = told(&exercise);
    let mut asks = bets(&exercise);
    asks.extend(lines[at.saturating_sub(TOLD)..at].iter().cloned());
    asks.extend(wish(&exercise, at));
    asks.push("What comes next?".to_string());
    Some(Question {
        topic: topic.clone(),
        asks,
        options,
        answer: Answer::Option(place),
        because: format!("{}.", lines[at]),
        clauses: script.dues[at].clauses.clone(),
    })
}

pub(super) fn ask_order(game: &Arc<Game>, topic: &Topic, level: Level, dice: &mut Dice) -> Option<Question> {
    let lesson = Lesson::from_word(&topic.id)?;
    for _ in 0..TRIES {
        let exercise = exercise(game, lesson, level.pick([3, 4, 6]), dice);
        let script = &exercise.script;
        let starts = (1..script.dues.len())
            .filter(|at| script.dues[*at].made.settles().is_some() && !script.are_of_one_pass(at - 1, *at));
        let passes: Vec<Vec<usize>> = starts
            .map(|at| {
                (at..script.dues.len())
                    .filter(|other| script.are_of_one_pass(at, *other))
                    .collect()
            })
            .filter(|pass: &Vec<usize>| {
                pass.iter()
                    .filter(|other| !script.may_change_places(pass[0], **other))
                    .count()
                    >= 2
            })
            .collect();
        if passes.is_empty() {
            continue;
        }
        let pass = &passes[dice.below(passes.len())];
        let first = pass[0];
        let later = pass.iter().filter(|other| !script.may_change_places(first, **other));
        let others = later.map(|other| script.dues[*other].made.words(game)).collect();
        let (options, place) = choices(script.dues[first].made.words(game), others, dice);
        return Some(Question {
            topic: topic.clone(),
            asks: vec!["These bets are settled in one pass. Which comes first?".to_string()],
            options,
            answer: Answer::Option(place),
            because: format!("{} comes first.", script.dues[first].made.words(game)),
            clauses: script.dues[first].clauses.clone(),
        });
    }
    None
}

pub(super) fn ask_error(game: &Arc<Game>, topic: &Topic, level: Level, dice: &mut Dice) -> Option<Question> {
    let planted = Planted::ALL.into_iter().find(|planted| planted.words() == topic.id)?;
    let lesson = match planted {
        Planted::MissedSideBet => Lesson::SideBets,
        _ => level.pick([Lesson::Plain, Lesson::Plain, Lesson::Everything]),
    };
    (0..TRIES).find_map(|_| {
        let exercise = exercise(game, lesson, level.pick([2, 2, 3]), dice);
        let flawed = planted.plant(&exercise.script, dice)?;
        let right = told(&exercise);
        // A move that is made as the script has it is told with the card that came; a planted one has none.
        let mut left: Vec<usize> = (0..right.len()).collect();
        let line = |made: &Move| match left.iter().position(|due| exercise.script.dues[*due].made == *made) {
            Some(place) => right[left.remove(place)].clone(),
            None => made.words(game),
        };
        let lines: Vec<String> = flawed.moves.iter().map(line).collect();
        let mut asks = bets(&exercise);
        asks.extend(
            lines
                .iter()
                .enumerate()
                .map(|(place, line)| format!("{:>3}. {line}", place + 1)),
        );
        asks.push("One move is wrong. Which is the first that should not have been made then?".to_string());
        let due = exercise.script.dues.get(flawed.at)?;
        Some(Question {
            topic: topic.clone(),
            asks,
            options: Vec::new(),
            answer: Answer::Number(flawed.at as u32 + 1),
            because: format!("By the book: {}.", due.made.words(game)),
            clauses: due.clauses.clone(),
        })
    })
}

fn exercise(game: &Arc<Game>, lesson: Lesson, seats: u8, dice: &mut Dice) -> Exercise {
    let seats = seats.min(game.table.seats);
    Setup::plain(lesson, seats, dice.roll()).deal(game)
}

/// The bets before the deal.
fn bets(exercise: &Exercise) -> Vec<String> {
    let commentary = croupier_table::Commentary::new(&exercise.game).with_wagers(&exercise.wagers);
    let first_card = exercise.happenings.iter().position(|happening| match happening {
        Happening::Round(event) => matches!(event.what, What::Dealt { .. }),
        _ => false,
    });
    let before = &exercise.happenings[..first_card.unwrap_or(0)];
    let said = before.iter().filter_map(|happening| match happening {
        Happening::Round(event) => Some(commentary.event(event)),
        _ => None,
    });
    said.collect()
}

/// Every move in words, with the card that it shows.
fn told(exercise: &Exercise) -> Vec<String> {
    let line = |due: &crate::script::Due| {
        let words = due.made.words(&exercise.game);
        let card = due.brings.and_then(|place| match exercise.happenings[place] {
            Happening::Round(Event {
                what: What::Dealt { card, .. },
                ..
            }) => card,
            Happening::Round(Event {
                what: What::Revealed { card } | What::Turned { card, .. },
                ..
            }) => Some(card),
            _ => None,
        });
        match card {
            Some(card) => format!("{words}: {card}"),
            None => words,
        }
    };
    exercise.script.dues.iter().map(line).collect()
}

/// What the player wants whom the move at this place answers.
fn wish(exercise: &Exercise, at: usize) -> Option<String> {
    let Move::Heed { hand, .. } = exercise.script.dues[at].made else {
        return None;
    };
    let signal = exercise.signal(exercise.script.dues[at].brings?)?;
    Some(format!("Seat {} {}.", hand.seat, signal.gesture()))
}
