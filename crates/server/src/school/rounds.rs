//! Rounds that people deal: each move is judged, and what comes of the round is in the books.

use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_house::Hash;
use croupier_rules::Game;
use croupier_school::{
    Asks, Exercise, Happening, Judge, Lesson, Mischief, Move, RoundText, Setup, Told, Verdict, reach,
};
use croupier_table::Strategy;
use uuid::Uuid;

use super::tests::{self, Sitting};
use super::{ChartPlayer, ROUND, behind, felt, forget_oldest, fresh_seed};
use crate::person::Person;
use crate::problem::Problem;
use crate::room::Room;
use crate::wire::{CueView, ExerciseView, MoveLine, NewExercise, TargetView, ToolView};

/// The most moves one round is judged for.
const MOVES_MAX: usize = 2_000;

/// A round being dealt.
#[derive(Clone)]
pub(super) struct Dealing {
    id: Uuid,
    setup: Setup,
    pub(super) exercise: Arc<Exercise>,
    told: Told,
    pub(super) moves: Vec<Move>,
    began: Instant,
    /// How long it had taken at the last move, in milliseconds.
    pub(super) took_ms: u64,
    /// Set when the dealer says that the round is over, or has made its last move.
    pub(super) over: bool,
    /// The test it belongs to.
    pub(super) sitting: Option<Sitting>,
    /// The hash of the test's record, when that is on file.
    pub(super) record: Option<Hash>,
}

impl Room {
    /// Gives a person a round to deal; one that was being dealt is forgotten.
    pub async fn begin_exercise(&self, person: &Person, new: &NewExercise) -> Result<ExerciseView, Problem> {
        if self.sitting_of(person).is_some() {
            return Err(tests::under_way());
        }
        let dealt = self.games().get(&new.game).ok_or_else(|| Problem::not_found("game"))?;
        let lesson = Lesson::from_word(&new.lesson).filter(|lesson| Lesson::course(&dealt.game).contains(lesson));
        let lesson = lesson.ok_or_else(|| Problem::not_found("lesson"))?;
        let seats = 1..=dealt.game.table.seats;
        let mischief = Mischief {
            mixed_signals: new.mixed_signals,
            irregularities: new.irregularities,
            second_thoughts: new.second_thoughts,
            slow: new.slow,
            cheating: new.cheating,
        };
        if !seats.contains(&new.seats) || !mischief.is_possible() || new.chart_players > 100 {
            let most = seats.end();
            let message = format!("A round has 1 to {most} players, and chances are 0 to 100 in a hundred.");
            return Err(Problem::new("exercise-unfit", message));
        }
        let seed = match new.seed {
            Some(seed) => seed,
            None => fresh_seed()?,
        };
        let setup = Setup {
            lesson,
            seats: new.seats,
            opening: new.shuffle,
            shuffle: new.shuffle,
            chart_players: new.chart_players,
            mischief,
            seed,
        };
        let told = if new.told_at_once { Told::AtOnce } else { Told::AtTheEnd };
        let exercise = self.deal(&dealt.game, setup).await?;
        let dealing = Dealing::new(setup, exercise, told, None);
        self.put_before(person, dealing).map_err(|_| tests::under_way())
    }

    /// Deals a round beside the threads that serve: a lesson may take hundreds of tries to find what it practices.
    pub(super) async fn deal(&self, game: &Arc<Game>, setup: Setup) -> Result<Arc<Exercise>, Problem> {
        let chart = match setup.chart_players {
            0 => None,
            _ => self.chart_player(game).await?,
        };
        let game = Arc::clone(game);
        let deal = move || {
            let chart = chart.as_deref().map(|chart| chart as &dyn Strategy);
            Arc::new(setup.deal_with(&game, chart))
        };
        self.classroom.workshop.run(deal).await
    }

    /// Who plays a game by its chart at the lowest bet, solved once.
    async fn chart_player(&self, game: &Arc<Game>) -> Result<Option<ChartPlayer>, Problem> {
        let asked = Arc::clone(game);
        let solve = move || croupier_solver::chart_player(&asked, asked.main_bet.lowest()).map(ChartPlayer::from);
        self.classroom.charts.get(game.hash(), solve).await
    }

    /// Gives a person a round that has been dealt. A round of a test that is not over stays, and is given back as an error.
    pub(super) fn put_before(&self, person: &Person, dealing: Dealing) -> Result<ExerciseView, Box<ExerciseView>> {
        let mut rounds = self.classroom.rounds();
        if let Some(other) = rounds
            .get(&person.id)
            .filter(|other| other.sitting.is_some() && !other.over)
        {
            return Err(Box::new(other.view()));
        }
        let view = dealing.view();
        forget_oldest(&mut rounds, |dealing| dealing.began);
        rounds.insert(person.id, dealing);
        Ok(view)
    }

    /// The round a person is dealing.
    pub fn exercise(&self, person: &Person, id: Uuid) -> Result<ExerciseView, Problem> {
        Ok(self.dealing(person, id)?.view())
    }

    /// Judges a move. The last one of a round is written to the books, and in a test every one.
    pub async fn make_move(&self, person: &Person, id: Uuid, text: &str) -> Result<ExerciseView, Problem> {
        let dealing = {
            let mut rounds = self.classroom.rounds();
            let dealing = rounds.get_mut(&person.id).filter(|dealing| dealing.id == id);
            let dealing = dealing.ok_or_else(|| Problem::not_found("round"))?;
            if dealing.over || dealing.moves.len() >= MOVES_MAX {
                return Err(Problem::new("round-over", "The round is over: begin another."));
            }
            let made = Move::parse(text, &dealing.exercise.game);
            let made = made.map_err(|fault| Problem::new("no-move", fault.to_string()))?;
            dealing.make(made);
            dealing.clone()
        };
        self.after_move(person, dealing).await
    }

    /// The dealer says that the round is over: what is still due was left out.
    pub async fn finish_exercise(&self, person: &Person, id: Uuid) -> Result<ExerciseView, Problem> {
        let dealing = {
            let mut rounds = self.classroom.rounds();
            let dealing = rounds.get_mut(&person.id).filter(|dealing| dealing.id == id);
            let dealing = dealing.ok_or_else(|| Problem::not_found("round"))?;
            if dealing.over {
                return Ok(dealing.view());
            }
            dealing.finish();
            dealing.clone()
        };
        self.after_move(person, dealing).await
    }

    /// Writes what a dealer has done to the books: in a test each move, else the round when it is over.
    async fn after_move(&self, person: &Person, mut dealing: Dealing) -> Result<ExerciseView, Problem> {
        match dealing.sitting.clone() {
            None if dealing.over => drop(self.keep_note(person.id, ROUND, &dealing.text()).await?),
            None => {}
            Some(sitting) => {
                let kept = self.after_test_move(person, sitting, &mut dealing).await;
                // What the books do not have did not happen: the test goes on from where they are.
                kept.inspect_err(|_| drop(self.classroom.rounds().remove(&person.id)))?;
            }
        }
        Ok(dealing.view())
    }

    fn dealing(&self, person: &Person, id: Uuid) -> Result<Dealing, Problem> {
        let rounds = self.classroom.rounds();
        let dealing = rounds.get(&person.id).filter(|dealing| dealing.id == id);
        dealing.cloned().ok_or_else(|| Problem::not_found("round"))
    }
}

impl Dealing {
    pub(super) fn new(setup: Setup, exercise: Arc<Exercise>, told: Told, sitting: Option<Sitting>) -> Dealing {
        Dealing {
            id: Uuid::now_v7(),
            setup,
            exercise,
            told,
            moves: Vec::new(),
            began: Instant::now(),
            took_ms: 0,
            over: false,
            sitting,
            record: None,
        }
    }

    /// A round of a test as far as the books have it. Its clock goes on from the last move; the time since is nobody's.
    pub(super) fn resume(mut self, moves: Vec<Move>, finished: bool, took_ms: u64) -> Dealing {
        self.moves = moves;
        self.took_ms = took_ms;
        self.over = finished || self.judge().expects().is_none();
        let took = Duration::from_millis(took_ms);
        self.began = self.began.checked_sub(took).unwrap_or(self.began);
        self
    }

    fn make(&mut self, made: Move) {
        self.moves.push(made);
        self.took_ms = self.elapsed_ms();
        self.over = self.judge().expects().is_none();
    }

    fn finish(&mut self) {
        self.took_ms = self.elapsed_ms();
        self.over = true;
    }

    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// The round as it is kept.
    pub(super) fn text(&self) -> RoundText {
        RoundText::of(&self.setup, &self.exercise, self.told, &self.moves, self.took_ms)
    }

    pub(super) fn judge(&self) -> Judge<'_> {
        let mut judge = Judge::new(&self.exercise.script, self.told);
        for made in &self.moves {
            judge.make(*made);
        }
        judge
    }

    pub(super) fn view(&self) -> ExerciseView {
        let exercise = &*self.exercise;
        let game = &exercise.game;
        let (lines, judge) = self.lines();
        let expects = judge.expects().filter(|_| !self.over);
        let asked = expects.and_then(|due| match exercise.script.dues[due].made {
            Move::Heed { hand, .. } => Some(hand),
            _ => None,
        });
        let felt = felt::felt(exercise, judge.done(), asked);
        let hands: Vec<croupier_table::HandAt> = felt.hands.iter().map(|hand| table_hand(hand.at)).collect();
        let within = reach(game, &hands, &felt::open_wagers(exercise, &felt));
        let tells = self.over || self.told == Told::AtOnce;
        ExerciseView {
            id: self.id,
            game: game.id.clone(),
            title: self.setup.lesson.title().to_string(),
            seed: self.sitting.is_none().then_some(self.setup.seed),
            targets: if self.over {
                Vec::new()
            } else {
                within.into_iter().map(target).collect()
            },
            cues: expects.map_or(Vec::new(), |due| self.cues(due)),
            moves: lines,
            errors: tells.then(|| judge.faults().len() as u32),
            over: self.over,
            test: self.sitting.as_ref().map(Sitting::progress),
            record: self.record.as_ref().map(ToString::to_string),
            felt,
        }
    }

    /// The moves with what is told of each, and the judge after them.
    fn lines(&self) -> (Vec<MoveLine>, Judge<'_>) {
        let (game, script) = (&self.exercise.game, &self.exercise.script);
        let mut judge = Judge::new(script, self.told);
        let tells = self.over || self.told == Told::AtOnce;
        let mut lines = Vec::with_capacity(self.moves.len());
        for made in &self.moves {
            let verdict = judge.make(*made);
            let (word, due, says) = match &verdict {
                Verdict::ByTheBook { due } => ("book", Some(*due), None),
                Verdict::Variation { due } => ("variation", Some(*due), None),
                Verdict::Error(fault) => ("error", fault.expected, Some(fault.words(game, script))),
            };
            lines.push(MoveLine {
                words: made.words(game),
                verdict: if tells { word } else { "made" }.to_string(),
                says: says.filter(|_| tells),
                clauses: due
                    .filter(|_| tells)
                    .map_or(Vec::new(), |due| behind(&self.exercise, due)),
            });
        }
        if self.over {
            let before = judge.faults().len();
            judge.finish();
            for fault in &judge.faults()[before..] {
                lines.push(MoveLine {
                    words: "Left out".to_string(),
                    verdict: "error".to_string(),
                    says: Some(fault.words(game, script)),
                    clauses: fault.expected.map_or(Vec::new(), |due| behind(&self.exercise, due)),
                });
            }
        }
        (lines, judge)
    }

    /// What the players do and say while this move is due.
    fn cues(&self, due: usize) -> Vec<CueView> {
        let exercise = &*self.exercise;
        let Some(place) = exercise.script.dues[due].brings else {
            return Vec::new();
        };
        let cue = match (exercise.happenings[place], exercise.script.dues[due].made) {
            (Happening::Irregularity { hand, what }, _) => Some(CueView {
                seat: hand.seat,
                seen: what.words().to_string(),
                heard: None,
                signs: Vec::new(),
                thinks_ms: 0,
            }),
            (_, Move::Heed { hand, .. }) => exercise.signal(place).map(|signal| CueView {
                seat: hand.seat,
                seen: signal.gesture(),
                heard: signal.speech(),
                signs: signal
                    .first
                    .into_iter()
                    .chain([signal.hand])
                    .map(|kind| kind.word().to_string())
                    .collect(),
                thinks_ms: signal.thinks_ms,
            }),
            _ => None,
        };
        cue.into_iter().collect()
    }
}

fn target(target: croupier_school::Target) -> TargetView {
    let tool = |tool: croupier_school::Tool| ToolView {
        text: tool.text,
        label: tool.label,
        asks: match tool.asks {
            Asks::Nothing => "nothing",
            Asks::Amount => "amount",
            Asks::Total => "total",
            Asks::Points => "points",
        }
        .to_string(),
    };
    TargetView {
        id: target.id,
        seat: target.seat,
        name: target.name,
        stake: target.stake.map(croupier_rules::Money::cents),
        tools: target.tools.into_iter().map(tool).collect(),
    }
}

const fn table_hand(hand: crate::wire::HandAt) -> croupier_table::HandAt {
    croupier_table::HandAt {
        seat: hand.seat,
        hand: hand.hand,
        part: hand.part,
    }
}
