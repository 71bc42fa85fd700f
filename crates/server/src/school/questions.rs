//! Questions of the drills, asked by what a person knows and what is due, and their answers in the books.

use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_house::{Fault, UserId};
use croupier_rules::Game;
use croupier_school::{AnswerText, DrillKind, DrillQuestion, Grade, Level, Schedule};
use uuid::Uuid;

use super::{ANSWER, drills, forget_oldest, fresh_seed, quoted_of, stopped};
use crate::ledger::now;
use crate::person::Person;
use crate::problem::Problem;
use crate::room::Room;
use crate::wire::{DrillVerdict, NewQuestion};

/// How many seeds are tried for a question about a topic.
const TRIES: usize = 20;

/// A question that waits for its answer.
#[derive(Clone)]
pub(super) struct Asked {
    id: Uuid,
    game: Arc<Game>,
    question: DrillQuestion,
    at: Instant,
    /// How long the answer may take, where time is counted.
    limit: Option<Duration>,
}

/// What the way of a question and its answer may take beyond the limit.
const GRACE: Duration = Duration::from_secs(1);

impl Room {
    /// Asks a person a question of a kind, by what they know and what is due.
    pub async fn ask_drill(&self, person: &Person, new: &NewQuestion) -> Result<crate::wire::DrillQuestion, Problem> {
        let dealt = self.games().get(&new.game).ok_or_else(|| Problem::not_found("game"))?;
        let kind = DrillKind::from_word(&new.kind).ok_or_else(|| Problem::not_found("drill"))?;
        let schedule = self.schedule(person.id).await.map_err(stopped)?;
        let (game, seed) = (Arc::clone(&dealt.game), fresh_seed()?);
        let find = move || next_question(&game, kind, &schedule, seed);
        let question = self.classroom.workshop.run(find).await?;
        let (question, level) = question.ok_or_else(|| Problem::not_found("question of this kind in this game"))?;
        let asked = Asked {
            id: Uuid::now_v7(),
            game: Arc::clone(&dealt.game),
            question,
            at: Instant::now(),
            limit: new.timed.then(|| Duration::from_secs(level.seconds().into())),
        };
        let told = crate::wire::DrillQuestion {
            id: asked.id,
            title: asked.question.topic.kind.title().to_string(),
            asks: asked.question.asks.clone(),
            options: asked.question.options.clone(),
            chips: matches!(asked.question.answer, croupier_school::Answer::Amount(_)),
            level: level.number(),
            seconds: new.timed.then(|| level.seconds()),
        };
        let mut questions = self.classroom.questions();
        forget_oldest(&mut questions, |asked| asked.at);
        questions.insert(person.id, asked);
        Ok(told)
    }

    /// Judges an answer and writes it to the books.
    pub async fn answer_drill(&self, person: &Person, id: Uuid, answer: &str) -> Result<DrillVerdict, Problem> {
        let (asked, right) = {
            let mut questions = self.classroom.questions();
            let asked = questions.get(&person.id).filter(|asked| asked.id == id).cloned();
            let asked = asked.ok_or_else(|| Problem::not_found("question"))?;
            let right = asked.question.judge(answer);
            let right = right.map_err(|fault| Problem::new("no-answer", fault.to_string()))?;
            questions.remove(&person.id);
            (asked, right)
        };
        let late = is_late(asked.limit, asked.at.elapsed());
        let text = AnswerText {
            topic: asked.question.topic.name(&asked.game),
            right: right && !late,
            day: now().day(),
        };
        self.keep_note(person.id, ANSWER, &text).await?;
        Ok(DrillVerdict {
            right,
            late,
            answer: asked.question.right(),
            because: asked.question.because.clone(),
            clauses: quoted_of(&asked.game, &asked.question.clauses),
        })
    }

    /// What a person knows, by all answers in the books.
    pub(super) async fn schedule(&self, user: UserId) -> Result<Schedule, Fault> {
        let mut schedule = Schedule::default();
        let answers: Vec<AnswerText> = self.read_notes(ANSWER, Some(user)).await?;
        for answer in answers.iter().rev() {
            let grade = if answer.right { Grade::RIGHT } else { Grade::WRONG };
            schedule.note(&answer.topic, grade, answer.day);
        }
        Ok(schedule)
    }
}

fn is_late(limit: Option<Duration>, took: Duration) -> bool {
    limit.is_some_and(|limit| took > limit + GRACE)
}

fn next_question(game: &Arc<Game>, kind: DrillKind, schedule: &Schedule, seed: u64) -> Option<(DrillQuestion, Level)> {
    let drills = drills(game);
    let level = drills.level(kind, schedule);
    let mut dice = croupier_table::random_play::Dice::new(seed);
    let mut topics = drills.topics(kind);
    for last in (1..topics.len()).rev() {
        topics.swap(last, dice.below(last + 1));
    }
    while !topics.is_empty() {
        let names: Vec<String> = topics.iter().map(|topic| topic.name(game)).collect();
        let next = schedule.next(names.iter().map(String::as_str), now().day())?;
        let place = names.iter().position(|name| name == next)?;
        let topic = topics.swap_remove(place);
        if let Some(question) = (0..TRIES).find_map(|_| drills.ask(&topic, level, dice.roll())) {
            return Some((question, level));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_late_after_its_limit_and_never_without_one() {
        let seconds = Duration::from_secs;
        assert!(!is_late(None, seconds(10_000)));
        assert!(!is_late(Some(seconds(10)), seconds(10)));
        assert!(is_late(Some(seconds(10)), seconds(12)));
    }
}
