//! Table tests: an examiner sets one for a dealer, the dealer takes it, and the books keep it.

use croupier_house::{Hash, Role};
use croupier_school::{Lesson, Mischief, RoundText, Setup, TestSet, TestText, Told};

use super::{TEST, TEST_SET, fresh_seed, read_note, stopped};
use crate::ledger::now;
use crate::person::Person;
use crate::problem::Problem;
use crate::room::Room;
use crate::wire::{ExerciseView, NewTest, TestCard};

/// The most games of a test.
const GAMES_MAX: usize = 20;
/// The most rounds of each game.
const ROUNDS_MAX: u32 = 20;

/// A test being taken.
#[derive(Clone)]
pub(super) struct Sitting {
    set: TestSet,
    hash: Hash,
    /// The rounds that are over.
    rounds: Vec<RoundText>,
}

impl Sitting {
    /// The place of the round being dealt or just dealt, from 1, and how many there are.
    pub(super) fn progress(&self) -> (u32, u32) {
        let all = self.set.games.len() as u32 * self.set.rounds;
        ((self.rounds.len() as u32 + 1).min(all), all)
    }

    fn is_over(&self) -> bool {
        self.rounds.len() as u32 >= self.set.games.len() as u32 * self.set.rounds
    }
}

impl Room {
    /// Sets a test for a dealer.
    pub async fn set_test(&self, examiner: &Person, new: &NewTest) -> Result<TestCard, Problem> {
        if examiner.role != Role::Floor {
            return Err(Problem::not_allowed("the floor"));
        }
        let unfit = |what: &str| Problem::new("test-unfit", what);
        if new.games.is_empty() || new.games.len() > GAMES_MAX {
            return Err(unfit("A test is of one game to twenty."));
        }
        if !(1..=ROUNDS_MAX).contains(&new.rounds) {
            return Err(unfit("A test has one round to twenty of each game."));
        }
        for game in &new.games {
            let dealt = self.games().get(game).ok_or_else(|| Problem::not_found("game"))?;
            if !(1..=dealt.game.table.seats).contains(&new.seats) {
                return Err(unfit("There are more players than seats, or none."));
            }
        }
        let dealer = self.store.user_named(new.dealer.trim()).await.map_err(stopped)?;
        let dealer = dealer.ok_or_else(|| Problem::not_found("dealer"))?;
        let set = TestSet {
            examiner: examiner.name.clone(),
            dealer: dealer.name.clone(),
            games: new.games.clone(),
            rounds: new.rounds,
            seats: new.seats,
            errors_max: new.errors_max,
            seconds_max: new.seconds_max,
            set_at: now().0 / 1000,
        };
        let hash = self.keep_note(dealer.id, TEST_SET, &set).await?;
        Ok(card(&set, &hash))
    }

    /// The tests that wait for a dealer, oldest first.
    pub(super) async fn tests_of(&self, person: &Person) -> Result<Vec<TestCard>, croupier_house::Fault> {
        let taken: Vec<TestText> = self.read_notes(TEST, Some(person.id)).await?;
        let sets = self.notes(TEST_SET, Some(person.id)).await?;
        let waits = sets.iter().rev().filter(|note| {
            let hash = note.hash.to_string();
            !taken.iter().any(|test| test.set_hash == hash)
        });
        Ok(waits
            .filter_map(|note| read_note::<TestSet>(note).map(|set| card(&set, &note.hash)))
            .collect())
    }

    /// Begins a test, or goes on with the next of its rounds.
    pub async fn take_test(&self, person: &Person, hash: &Hash) -> Result<ExerciseView, Problem> {
        let sitting = match self.sitting_of(person) {
            // A round of it that is not over goes on: nobody deals until the cards are kind.
            Some((sitting, Some(view))) if sitting.hash == *hash => return Ok(view),
            Some((sitting, None)) if sitting.hash == *hash => sitting,
            Some(_) => return Err(under_way()),
            None => {
                let note = self.store.note(hash).await.map_err(stopped)?;
                let note = note.filter(|note| note.user == person.id && note.kind == TEST_SET);
                let set = note.as_ref().and_then(read_note::<TestSet>);
                let taken: Vec<TestText> = self.read_notes(TEST, Some(person.id)).await.map_err(stopped)?;
                if taken.iter().any(|test| test.set_hash == hash.to_string()) {
                    return Err(Problem::new(
                        "test-taken",
                        "The test has been taken; its record is on file.",
                    ));
                }
                Sitting {
                    set: set.ok_or_else(|| Problem::not_found("test"))?,
                    hash: hash.clone(),
                    rounds: Vec::new(),
                }
            }
        };
        let place = sitting.rounds.len() / sitting.set.rounds.max(1) as usize;
        let game = sitting.set.games.get(place).and_then(|game| self.games().get(game));
        let game = game.ok_or_else(|| Problem::not_found("game"))?.game.clone();
        let setup = Setup {
            lesson: Lesson::Everything,
            seats: sitting.set.seats,
            shuffle: sitting.rounds.is_empty(),
            mischief: Mischief::default(),
            seed: fresh_seed()?,
        };
        Ok(self.deal_exercise(person, &game, setup, Told::AtTheEnd, Some(sitting)))
    }

    /// The test that a person is in the middle of, with the round of it that is not over.
    pub(super) fn sitting_of(&self, person: &Person) -> Option<(Sitting, Option<ExerciseView>)> {
        let rounds = self
            .classroom
            .rounds
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let dealing = rounds.get(&person.id)?;
        let sitting = dealing.sitting.as_ref().filter(|sitting| !sitting.is_over())?;
        Some((sitting.clone(), (!dealing.over).then(|| dealing.view())))
    }

    /// Adds a round to a test; the last one puts it on file.
    pub(super) async fn end_test_round(
        &self,
        person: &Person,
        mut sitting: Sitting,
        round: RoundText,
    ) -> Result<(Sitting, Option<Hash>), Problem> {
        sitting.rounds.push(round);
        if !sitting.is_over() {
            return Ok((sitting, None));
        }
        let (set, hash) = (sitting.set.clone(), sitting.hash.to_string());
        let test = TestText::of(set, hash, now().0 / 1000, sitting.rounds.clone());
        let hash = self.keep_note(person.id, TEST, &test).await?;
        Ok((sitting, Some(hash)))
    }
}

/// Why nothing else is dealt during a test.
pub(super) fn under_way() -> Problem {
    Problem::new("test-under-way", "A table test is being taken: finish it first.")
}

fn card(set: &TestSet, hash: &Hash) -> TestCard {
    TestCard {
        hash: hash.to_string(),
        examiner: set.examiner.clone(),
        dealer: set.dealer.clone(),
        games: set.games.clone(),
        rounds: set.rounds,
        errors_max: set.errors_max,
        seconds_max: set.seconds_max,
    }
}
