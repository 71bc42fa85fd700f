//! What is kept of a dealer's work: rounds dealt and judged, answers in drills, table tests. A record can be held against itself: the
//! round is dealt again from its seed, the moves are judged again, and everything it states must come out the same.

use std::sync::Arc;

use croupier_rules::Game;
use serde::{Deserialize, Serialize};

use crate::judge::{Fault, Judge, Told};
use crate::lesson::{Exercise, Lesson, Setup};
use crate::moves::Move;
use crate::players::Mischief;

/// A round as a dealer dealt it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RoundText {
    /// The game's id.
    pub game: String,
    /// The hash of its rules.
    pub rules: String,
    /// The lesson.
    pub lesson: String,
    /// How many players there were.
    pub seats: u8,
    /// Whether the round began with the shuffle.
    pub shuffle: bool,
    /// The chance of mixed signals, in a hundred.
    pub mixed_signals: u8,
    /// The chance of irregularities, in a hundred.
    pub irregularities: u8,
    /// Whether the table was opened first. What rounds of old did not know is left out where it is not so.
    #[serde(default, skip_serializing_if = "is_not")]
    pub opening: bool,
    /// The chance that a player played by the chart, in a hundred.
    #[serde(default, skip_serializing_if = "is_never")]
    pub chart_players: u8,
    /// The chance of second thoughts, in a hundred.
    #[serde(default, skip_serializing_if = "is_never")]
    pub second_thoughts: u8,
    /// The chance that a player was slow, in a hundred.
    #[serde(default, skip_serializing_if = "is_never")]
    pub slow: u8,
    /// The chance of cheating, in a hundred.
    #[serde(default, skip_serializing_if = "is_never")]
    pub cheating: u8,
    /// The seed everything follows from.
    pub seed: u64,
    /// Whether errors were told at once.
    pub told_at_once: bool,
    /// The moves, as they were written.
    pub moves: Vec<String>,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
    /// How many moves were due.
    pub due: u32,
    /// How many payments were due.
    pub payments: u32,
    /// The errors.
    pub faults: Vec<FaultText>,
    /// The clauses that were shown without an error, by their ids.
    pub shown: Vec<String>,
}

/// An error as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FaultText {
    /// What kind: `wrong-amount`.
    pub kind: String,
    /// The error in a sentence.
    pub says: String,
    /// The clauses it is against, by their ids.
    pub clauses: Vec<String>,
}

/// An answer in a drill.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AnswerText {
    /// The name of the topic.
    pub topic: String,
    /// Whether it was right.
    pub right: bool,
    /// The day, counted from 1970.
    pub day: i64,
}

/// What a test asks for, as the examiner set it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TestSet {
    /// The examiner.
    pub examiner: String,
    /// The dealer.
    pub dealer: String,
    /// The games, by their ids.
    pub games: Vec<String>,
    /// Rounds of each.
    pub rounds: u32,
    /// Players at the table.
    pub seats: u8,
    /// The most errors in all.
    pub errors_max: u32,
    /// The most seconds in all; none if left out.
    pub seconds_max: Option<u32>,
    /// When it was set, in milliseconds since 1970.
    pub set_at: i64,
}

/// A round of a test as it was dealt, before anybody saw it. Until the test is on file the books have it so, and every move beside it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TestDeal {
    /// The hash under which the books keep what the test asks for.
    pub set_hash: String,
    /// Its place among the rounds of the test, from 0.
    pub round: u32,
    /// The hash of the rules.
    pub rules: String,
    /// The seed everything follows from.
    pub seed: u64,
}

/// A move in a test, as the books have it until the test is on file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TestMove {
    /// The hash under which the books keep what the test asks for.
    pub set_hash: String,
    /// The place of its round among those of the test, from 0.
    pub round: u32,
    /// Its place in the round, from 1.
    pub number: u32,
    /// When, in milliseconds since the round began.
    pub at_ms: u64,
    /// The move as it was written; left out where the dealer said that the round is over.
    pub made: Option<String>,
}

/// A table test on file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TestText {
    /// What it asked for.
    pub set: TestSet,
    /// The hash under which the books keep what it asked for.
    pub set_hash: String,
    /// When it ended, in milliseconds since 1970.
    pub ended_at: i64,
    /// The rounds.
    pub rounds: Vec<RoundText>,
    /// Whether it was passed.
    pub passed: bool,
}

/// A record that does not come out as it states.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Differs(pub String);

impl RoundText {
    /// Writes down a round that was dealt by these moves.
    pub fn of(setup: &Setup, exercise: &Exercise, told: Told, moves: &[Move], took_ms: u64) -> RoundText {
        let game = &exercise.game;
        let mut judge = Judge::new(&exercise.script, told);
        for made in moves {
            judge.make(*made);
        }
        judge.finish();
        let faults = judge.faults();
        let ids = |clauses: &[u16]| -> Vec<String> {
            let clauses = clauses
                .iter()
                .filter_map(|clause| game.sources.clauses.get(usize::from(*clause)));
            clauses.map(|clause| clause.id.clone()).collect()
        };
        let fault_text = |fault: &Fault| FaultText {
            kind: fault.kind.word().to_string(),
            says: fault.words(game, &exercise.script),
            clauses: fault
                .expected
                .map_or(Vec::new(), |due| ids(&exercise.script.dues[due].clauses)),
        };
        let faults: Vec<FaultText> = faults.iter().map(fault_text).collect();
        let dues = &exercise.script.dues;
        let mut shown: Vec<String> = dues.iter().flat_map(|due| ids(&due.clauses)).collect();
        shown.sort_unstable();
        shown.dedup();
        shown.retain(|clause| !faults.iter().any(|fault| fault.clauses.contains(clause)));
        let payments = dues.iter().filter(|due| matches!(due.made, Move::Pay { .. })).count();
        RoundText {
            game: game.id.clone(),
            rules: game.hash(),
            lesson: setup.lesson.word().to_string(),
            seats: setup.seats,
            shuffle: setup.shuffle,
            mixed_signals: setup.mischief.mixed_signals,
            irregularities: setup.mischief.irregularities,
            opening: setup.opening,
            chart_players: setup.chart_players,
            second_thoughts: setup.mischief.second_thoughts,
            slow: setup.mischief.slow,
            cheating: setup.mischief.cheating,
            seed: setup.seed,
            told_at_once: told == Told::AtOnce,
            moves: moves.iter().map(|made| made.text(game)).collect(),
            took_ms,
            due: dues.len() as u32,
            payments: payments as u32,
            faults,
            shown,
        }
    }

    /// Deals the round again, judges its moves again, and holds what comes of it against what is written. No chart is at hand: rounds
    /// of table tests have no players who play by one.
    pub fn verify(&self, game: &Arc<Game>) -> Result<(), Differs> {
        let unknown = |what: String| Differs(what);
        let lesson = Lesson::from_word(&self.lesson);
        let lesson = lesson.ok_or_else(|| unknown(format!("`{}` is no lesson", self.lesson)))?;
        let setup = Setup {
            lesson,
            seats: self.seats,
            opening: self.opening,
            shuffle: self.shuffle,
            chart_players: self.chart_players,
            mischief: Mischief {
                mixed_signals: self.mixed_signals,
                irregularities: self.irregularities,
                second_thoughts: self.second_thoughts,
                slow: self.slow,
                cheating: self.cheating,
            },
            seed: self.seed,
        };
        let moves = self.moves.iter().map(|text| Move::parse(text, game));
        let moves: Vec<Move> = moves
            .collect::<Result<_, _>>()
            .map_err(|fault| unknown(fault.to_string()))?;
        let told = if self.told_at_once {
            Told::AtOnce
        } else {
            Told::AtTheEnd
        };
        let again = RoundText::of(&setup, &setup.deal(game), told, &moves, self.took_ms);
        match again == *self {
            true => Ok(()),
            false => Err(Differs(format!(
                "a round of {} dealt again from {} has {} errors, and the record states {}, or differs otherwise",
                self.game,
                self.seed,
                again.faults.len(),
                self.faults.len()
            ))),
        }
    }
}

impl TestText {
    /// A test that has been taken.
    pub fn of(set: TestSet, set_hash: String, ended_at: i64, rounds: Vec<RoundText>) -> TestText {
        let mut test = TestText {
            set,
            set_hash,
            ended_at,
            rounds,
            passed: false,
        };
        test.passed = test.is_within_limits();
        test
    }

    /// Errors in all.
    pub fn errors(&self) -> usize {
        self.rounds.iter().map(|round| round.faults.len()).sum()
    }

    /// Milliseconds in all.
    pub fn took_ms(&self) -> u64 {
        self.rounds.iter().map(|round| round.took_ms).sum()
    }

    /// Payments a minute, in hundredths.
    pub fn payments_per_minute(&self) -> u64 {
        let payments: u64 = self.rounds.iter().map(|round| u64::from(round.payments)).sum();
        (payments * 100 * 60_000).checked_div(self.took_ms()).unwrap_or(0)
    }

    /// Whether what it states follows from what was dealt: the rounds it asks for, and passed only within the limits.
    pub fn verify_result(&self) -> Result<(), Differs> {
        let dealt: Vec<&str> = self.rounds.iter().map(|round| round.game.as_str()).collect();
        let asked = self
            .set
            .games
            .iter()
            .flat_map(|game| std::iter::repeat_n(game.as_str(), self.set.rounds as usize));
        if dealt != asked.collect::<Vec<_>>() {
            return Err(Differs("the rounds dealt are not those the test asks for".to_string()));
        }
        if self.passed != self.is_within_limits() {
            let stated = if self.passed { "passed" } else { "not passed" };
            let (errors, max) = (self.errors(), self.set.errors_max);
            return Err(Differs(format!(
                "it states {stated} with {errors} errors of at most {max}"
            )));
        }
        Ok(())
    }

    fn is_within_limits(&self) -> bool {
        let in_time = self
            .set
            .seconds_max
            .is_none_or(|max| self.took_ms() <= u64::from(max) * 1000);
        self.errors() <= self.set.errors_max as usize && in_time
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_never(percent: &u8) -> bool {
    *percent == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_not(so: &bool) -> bool {
    !*so
}
