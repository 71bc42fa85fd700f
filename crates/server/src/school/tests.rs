//! Table tests: an examiner sets one for a dealer, the dealer takes it, and the books keep it, move by move. A test that was begun goes on
//! where it stood, whatever became of the process; it cannot be begun again.

use croupier_house::{Hash, Role};
use croupier_school::{Lesson, Move, RoundText, Setup, TestDeal, TestMove, TestSet, TestText, Told};

use super::rounds::Dealing;
use super::{TEST, TEST_DEAL, TEST_MOVE, TEST_SET, fresh_seed, read_note, stopped};
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

    /// The game of the round that comes next.
    fn next_game(&self) -> &str {
        let place = self.rounds.len() / self.set.rounds.max(1) as usize;
        self.set.games.get(place).map_or("", String::as_str)
    }

    /// What the round at this place is dealt for.
    fn setup(&self, round: usize, seed: u64) -> Setup {
        Setup {
            opening: round == 0,
            shuffle: round == 0,
            ..Setup::plain(Lesson::Everything, self.set.seats, seed)
        }
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

    /// The tests that wait for a dealer, oldest first; those that were begun and not ended among them.
    pub(super) async fn tests_of(&self, person: &Person) -> Result<Vec<TestCard>, croupier_house::Fault> {
        let on_file: Vec<TestText> = self.read_notes(TEST, Some(person.id)).await?;
        let sets = self.notes(TEST_SET, Some(person.id)).await?;
        let mut waits = Vec::new();
        for note in sets.iter().rev() {
            let hash = note.hash.to_string();
            let is_on_file = on_file.iter().any(|test| test.set_hash == hash);
            if let Some(set) = read_note::<TestSet>(note).filter(|_| !is_on_file) {
                waits.push(card(&set, &note.hash));
            }
        }
        if !waits.is_empty() {
            let deals: Vec<TestDeal> = self.read_notes(TEST_DEAL, Some(person.id)).await?;
            waits
                .iter_mut()
                .for_each(|card| card.begun = rounds_begun(&deals, &card.hash));
        }
        Ok(waits)
    }

    /// Begins a test, or goes on with it where it stands.
    pub async fn take_test(&self, person: &Person, hash: &Hash) -> Result<ExerciseView, Problem> {
        let sitting = match self.sitting_of(person) {
            // A round of it that is not over goes on: nobody deals until the cards are kind.
            Some((sitting, Some(view))) if sitting.hash == *hash => return Ok(view),
            Some((sitting, None)) if sitting.hash == *hash => sitting,
            Some(_) => return Err(under_way()),
            None => match self.sitting_in_books(person, hash).await? {
                (_, Some(dealing)) => return Ok(self.put_before(person, dealing).unwrap_or_else(|other| *other)),
                (sitting, None) => sitting,
            },
        };
        if sitting.is_over() {
            self.put_on_file(person, &sitting).await?;
            return Err(taken());
        }
        let game = self.games().get(sitting.next_game()).map(|dealt| &dealt.game);
        let game = game.ok_or_else(|| Problem::not_found("game"))?;
        let setup = sitting.setup(sitting.rounds.len(), fresh_seed()?);
        let exercise = self.deal(game, setup).await?;
        let dealt = TestDeal {
            set_hash: hash.to_string(),
            round: sitting.rounds.len() as u32,
            rules: game.hash(),
            seed: setup.seed,
        };
        let dealing = Dealing::new(setup, exercise, Told::AtTheEnd, Some(sitting));
        let view = match self.put_before(person, dealing) {
            Ok(view) => view,
            // The same person has asked twice at once: one round is dealt.
            Err(other) => return Ok(*other),
        };
        let place = format!("{hash} {}", dealt.round);
        let kept = self.keep_note_at(&place, person.id, TEST_DEAL, &dealt).await;
        let kept = kept.map_err(or_elsewhere);
        kept.inspect_err(|_| drop(self.classroom.rounds().remove(&person.id)))?;
        Ok(view)
    }

    /// The test that a person is in the middle of, with the round of it that is not over.
    pub(super) fn sitting_of(&self, person: &Person) -> Option<(Sitting, Option<ExerciseView>)> {
        let rounds = self.classroom.rounds();
        let dealing = rounds.get(&person.id)?;
        let sitting = dealing.sitting.as_ref().filter(|sitting| !sitting.is_over())?;
        Some((sitting.clone(), (!dealing.over).then(|| dealing.view())))
    }

    /// A test as far as the books have it, with the round of it that is not over: the same cards, and every move that was made.
    async fn sitting_in_books(&self, person: &Person, hash: &Hash) -> Result<(Sitting, Option<Dealing>), Problem> {
        let note = self.store.note(hash).await.map_err(stopped)?;
        let note = note.filter(|note| note.user == person.id && note.kind == TEST_SET);
        let set = note.as_ref().and_then(read_note::<TestSet>);
        let set = set.ok_or_else(|| Problem::not_found("test"))?;
        let on_file: Vec<TestText> = self.read_notes(TEST, Some(person.id)).await.map_err(stopped)?;
        if on_file.iter().any(|test| test.set_hash == hash.to_string()) {
            return Err(taken());
        }
        let mut sitting = Sitting {
            set,
            hash: hash.clone(),
            rounds: Vec::new(),
        };
        let of_test = hash.to_string();
        let mut deals: Vec<TestDeal> = self.read_notes(TEST_DEAL, Some(person.id)).await.map_err(stopped)?;
        deals.retain(|deal| deal.set_hash == of_test);
        if deals.is_empty() {
            return Ok((sitting, None));
        }
        let mut moves: Vec<TestMove> = self.read_notes(TEST_MOVE, Some(person.id)).await.map_err(stopped)?;
        moves.retain(|made| made.set_hash == of_test);
        moves.sort_by_key(|made| made.number);
        for round in 0..deals.len() as u32 {
            // Of two rounds dealt at the same moment in the same place the first counts; notes come newest first.
            let Some(deal) = deals.iter().rfind(|deal| deal.round == round) else {
                break;
            };
            let made = moves.iter().filter(|made| made.round == round);
            let dealing = self.deal_again(&sitting, deal, made).await?;
            match dealing.over {
                true => sitting.rounds.push(dealing.text()),
                false => return Ok((sitting, Some(dealing))),
            }
        }
        Ok((sitting, None))
    }

    /// A round of a test, dealt again from the books.
    async fn deal_again(
        &self,
        sitting: &Sitting,
        deal: &TestDeal,
        made: impl Iterator<Item = &TestMove>,
    ) -> Result<Dealing, Problem> {
        let rules = deal.rules.parse::<Hash>().map_err(|_| Problem::stopped())?;
        let game = self.game_by_rules(&rules).await.map_err(stopped)?;
        let game = game.ok_or_else(|| Problem::not_found("game"))?;
        let setup = sitting.setup(deal.round as usize, deal.seed);
        let exercise = self.deal(&game, setup).await?;
        let (mut moves, mut finished, mut took_ms) = (Vec::new(), false, 0);
        for made in made {
            took_ms = made.at_ms;
            match &made.made {
                None => finished = true,
                Some(text) => moves.push(Move::parse(text, &game).map_err(|_| Problem::stopped())?),
            }
        }
        let dealing = Dealing::new(setup, exercise, Told::AtTheEnd, Some(sitting.clone()));
        Ok(dealing.resume(moves, finished, took_ms))
    }

    /// Writes the last move of a test to the books; the last round puts the test on file.
    pub(super) async fn after_test_move(
        &self,
        person: &Person,
        mut sitting: Sitting,
        dealing: &mut Dealing,
    ) -> Result<(), Problem> {
        let due = dealing.judge().expects().is_some();
        // A round that ends with a move still due was said to be over.
        let said_over = dealing.over && due;
        let last = dealing.moves.last().filter(|_| !said_over);
        let made = TestMove {
            set_hash: sitting.hash.to_string(),
            round: sitting.rounds.len() as u32,
            number: dealing.moves.len() as u32 + u32::from(said_over),
            at_ms: dealing.took_ms,
            made: last.map(|made| made.text(&dealing.exercise.game)),
        };
        let place = format!("{} {} {}", made.set_hash, made.round, made.number);
        let kept = self.keep_note_at(&place, person.id, TEST_MOVE, &made).await;
        kept.map_err(or_elsewhere)?;
        if !dealing.over {
            return Ok(());
        }
        sitting.rounds.push(dealing.text());
        if sitting.is_over() {
            dealing.record = Some(self.put_on_file(person, &sitting).await?);
        }
        dealing.sitting = Some(sitting);
        self.classroom.rounds().insert(person.id, dealing.clone());
        Ok(())
    }

    async fn put_on_file(&self, person: &Person, sitting: &Sitting) -> Result<Hash, Problem> {
        let (set, hash) = (sitting.set.clone(), sitting.hash.to_string());
        let test = TestText::of(set, hash, now().0 / 1000, sitting.rounds.clone());
        let kept = self.keep_note_at(&test.set_hash, person.id, TEST, &test).await;
        kept.map_err(or_elsewhere)
    }
}

fn taken() -> Problem {
    Problem::new("test-taken", "The test has been taken; its record is on file.")
}

/// Two servers may hold the same test; the books take one move in each place, whoever is first.
fn or_elsewhere(problem: Problem) -> Problem {
    match problem.code.as_str() {
        "request-differs" => Problem::new(
            "test-elsewhere",
            "The test has gone on in another window. Choose the test again to go on from there.",
        ),
        _ => problem,
    }
}

/// Why nothing else is dealt during a test.
pub(super) fn under_way() -> Problem {
    Problem::new("test-under-way", "A table test is being taken: finish it first.")
}

pub(super) fn card(set: &TestSet, hash: &Hash) -> TestCard {
    TestCard {
        hash: hash.to_string(),
        examiner: set.examiner.clone(),
        dealer: set.dealer.clone(),
        games: set.games.clone(),
        rounds: set.rounds,
        errors_max: set.errors_max,
        seconds_max: set.seconds_max,
        begun: 0,
    }
}

/// How many rounds of a test have been dealt, whether they are over or not.
pub(super) fn rounds_begun(deals: &[TestDeal], set_hash: &str) -> u32 {
    let own = deals.iter().filter(|deal| deal.set_hash == set_hash);
    own.map(|deal| deal.round + 1).max().unwrap_or(0)
}
