//! `croupier drill`: questions for dealers, line by line, for a terminal, a pipe or a screen reader.

use std::fs;
use std::io::{BufRead, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_report::filing::Procedures;
use croupier_rules::Game;
use croupier_school::{DrillKind, DrillQuestion, Drills, Grade, HouseRule, Level, Schedule, Topic};
use croupier_table::Seed;
use croupier_table::random_play::Dice;

use super::open::open;
use crate::args::Drill;
use crate::failure::Failure;
use crate::terminal::plain::Echo;

/// How many seeds are tried for a question about a topic.
const TRIES: usize = 20;

/// Asks until the questions or the input are at an end.
pub fn run(args: &Drill) -> Result<(), Failure> {
    let game = Arc::new(open(&args.game)?.game);
    let house = house_rules(&game, args.procedures.as_deref())?;
    let mut schedule = read_progress(args.progress.as_deref())?;
    let seed = match args.seed {
        Some(seed) => seed,
        None => fresh_seed()?,
    };
    let mut dice = Dice::new(seed);
    let drills = Drills::new(&game, house);
    let topics = topics(&drills, args.kind, &mut dice)?;
    let stdin = std::io::stdin();
    let echo = if stdin.is_terminal() { Echo::Off } else { Echo::On };
    let mut lesson = Lesson {
        game: &game,
        drills: &drills,
        topics,
        today: today(),
        level: args.level.and_then(Level::numbered),
        limit: args.seconds.map(Duration::from_secs),
        echo,
        right: 0,
        asked: 0,
    };
    let mut out = BufWriter::new(std::io::stdout());
    lesson.give(args.count, &mut schedule, &mut dice, stdin.lock(), &mut out)?;
    if let Some(path) = &args.progress {
        save_progress(path, &schedule)?;
    }
    if args.seed.is_none() {
        writeln!(out, "The seed was {seed}; `--seed` asks the same again.")?;
    }
    out.flush()?;
    Ok(())
}

/// A lesson being given.
struct Lesson<'a> {
    game: &'a Game,
    drills: &'a Drills,
    topics: Vec<Topic>,
    today: i64,
    /// How hard questions are; by what is known if left out.
    level: Option<Level>,
    /// How long an answer may take.
    limit: Option<Duration>,
    echo: Echo,
    right: u32,
    asked: u32,
}

impl Lesson<'_> {
    fn give(
        &mut self,
        count: u32,
        schedule: &mut Schedule,
        dice: &mut Dice,
        input: impl BufRead,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let mut lines = input.lines();
        while self.asked < count {
            let Some(question) = self.next_question(schedule, dice) else {
                break;
            };
            self.show(&question, count, out)?;
            let began = Instant::now();
            let Some(correct) = self.answer(&question, &mut lines, out)? else {
                break;
            };
            let late = self.limit.is_some_and(|limit| began.elapsed() > limit);
            self.tell(&question, correct, late, out)?;
            let grade = if correct && !late { Grade::RIGHT } else { Grade::WRONG };
            schedule.note(&question.topic.name(self.game), grade, self.today);
            self.asked += 1;
            self.right += u32::from(correct && !late);
        }
        writeln!(out, "{} of {} right.", self.right, self.asked)?;
        Ok(())
    }

    /// A question about the topic whose turn it is. Topics that no round shows are left out.
    fn next_question(&mut self, schedule: &Schedule, dice: &mut Dice) -> Option<DrillQuestion> {
        while !self.topics.is_empty() {
            let names: Vec<String> = self.topics.iter().map(|topic| topic.name(self.game)).collect();
            let name = schedule.next(names.iter().map(String::as_str), self.today)?;
            let place = names.iter().position(|known| known == name)?;
            let topic = &self.topics[place];
            let level = self.level.unwrap_or_else(|| self.drills.level(topic.kind, schedule));
            let question = (0..TRIES).find_map(|_| self.drills.ask(topic, level, dice.roll()));
            let topic = self.topics.remove(place);
            if question.is_some() {
                // Its next turn comes when all others have had theirs.
                self.topics.push(topic);
                return question;
            }
        }
        None
    }

    fn show(&self, question: &DrillQuestion, count: u32, out: &mut impl Write) -> Result<(), Failure> {
        let kind = question.topic.kind.title();
        writeln!(out, "Question {} of {count}. {kind}.", self.asked + 1)?;
        for line in &question.asks {
            writeln!(out, "{line}")?;
        }
        for (place, option) in question.options.iter().enumerate() {
            writeln!(out, "  {}  {option}", place + 1)?;
        }
        Ok(())
    }

    /// Reads an answer; `None` when the input is at an end or the dealer leaves.
    fn answer(
        &self,
        question: &DrillQuestion,
        lines: &mut impl Iterator<Item = std::io::Result<String>>,
        out: &mut impl Write,
    ) -> Result<Option<bool>, Failure> {
        loop {
            write!(out, "? ")?;
            out.flush()?;
            let Some(line) = lines.next() else {
                writeln!(out)?;
                return Ok(None);
            };
            let line = line.map_err(|fault| Failure::Input(format!("the input cannot be read: {fault}")))?;
            if self.echo == Echo::On {
                writeln!(out, "{line}")?;
            }
            if matches!(line.trim(), "q" | "quit") {
                return Ok(None);
            }
            match question.judge(&line) {
                Ok(correct) => return Ok(Some(correct)),
                Err(fault) => writeln!(out, "No: {fault}; q leaves.")?,
            }
        }
    }

    fn tell(&self, question: &DrillQuestion, correct: bool, late: bool, out: &mut impl Write) -> Result<(), Failure> {
        match (correct, late) {
            (true, false) => writeln!(out, "Right.")?,
            (true, true) => writeln!(out, "Right, but too late.")?,
            (false, _) => writeln!(out, "Wrong: {}.", question.right())?,
        }
        writeln!(out, "{}", question.because)?;
        for clause in &question.clauses {
            if let Some(clause) = self.game.sources.clauses.get(usize::from(*clause)) {
                writeln!(out, "[{}] {}", clause.at, clause.says)?;
            }
        }
        writeln!(out)?;
        Ok(())
    }
}

/// What is asked about, in an order that the dice decide; the schedule picks from it.
fn topics(drills: &Drills, kind: Option<DrillKind>, dice: &mut Dice) -> Result<Vec<Topic>, Failure> {
    let kinds = kind.map_or(DrillKind::ALL.to_vec(), |kind| vec![kind]);
    let mut topics: Vec<Topic> = kinds.into_iter().flat_map(|kind| drills.topics(kind)).collect();
    if topics.is_empty() {
        let word = kind.map_or("anything", DrillKind::word);
        return Err(Failure::Input(format!(
            "this game has nothing to ask about {word}; leave the kind out for all that it has"
        )));
    }
    for last in (1..topics.len()).rev() {
        topics.swap(last, dice.below(last + 1));
    }
    Ok(topics)
}

/// What the house does about irregularities of a game.
fn house_rules(game: &Game, path: Option<&Path>) -> Result<Vec<HouseRule>, Failure> {
    let procedures = match path {
        None => Procedures::default(),
        Some(path) => {
            let text = fs::read_to_string(path)
                .map_err(|fault| Failure::Input(format!("`{}` cannot be read: {fault}", path.display())))?;
            Procedures::read(&text).map_err(|faults| {
                Failure::Input(format!(
                    "the procedures of `{}` cannot be used: {}",
                    path.display(),
                    faults.join("; ")
                ))
            })?
        }
    };
    let rules = procedures.of(game).map(|procedure| HouseRule {
        title: procedure.title.clone(),
        says: procedure.says.join(" "),
    });
    Ok(rules.collect())
}

fn read_progress(path: Option<&Path>) -> Result<Schedule, Failure> {
    let Some(path) = path.filter(|path| path.exists()) else {
        return Ok(Schedule::default());
    };
    let unfit = |fault: &dyn std::fmt::Display| {
        Failure::Input(format!(
            "the progress in `{}` cannot be read: {fault}; name another file, or remove this one to start anew",
            path.display()
        ))
    };
    let text = fs::read_to_string(path).map_err(|fault| unfit(&fault))?;
    serde_json::from_str(&text).map_err(|fault| unfit(&fault))
}

/// Writes the progress at one stroke, so that a stopped program leaves the old or the new.
fn save_progress(path: &Path, schedule: &Schedule) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(schedule).map_err(|fault| Failure::Other(fault.into()))?;
    let beside = path.with_extension("new");
    let written = fs::write(&beside, text + "\n").and_then(|()| fs::rename(&beside, path));
    written.map_err(|fault| {
        Failure::Input(format!(
            "the progress cannot be written to `{}`: {fault}",
            path.display()
        ))
    })
}

/// Today as a number of days, where the dealer is.
fn today() -> i64 {
    let epoch = jiff::civil::date(1970, 1, 1);
    let date = jiff::Zoned::now().date();
    (date - epoch).get_days().into()
}

fn fresh_seed() -> Result<u64, Failure> {
    let seed = Seed::from_system().map_err(|fault| Failure::Other(fault.into()))?;
    let mut first = [0; 8];
    first.copy_from_slice(&seed.bytes()[..8]);
    Ok(u64::from_le_bytes(first))
}
