//! What examiners see: every dealer, what they have dealt, and the clauses they get wrong.

use std::collections::BTreeMap;

use croupier_house::{Fault, UserId};
use croupier_school::{AnswerText, RoundText, TestDeal, TestSet, TestText};

use super::{ANSWER, ROUND, TEST, TEST_DEAL, TEST_SET, read_note, records, stopped, tests};
use crate::person::Person;
use crate::problem::Problem;
use crate::room::Room;
use crate::wire::{DealerCard, TestCard, WeakClause};

/// How many weak clauses are told of each dealer.
const WEAK_MAX: usize = 8;

/// What one dealer has done.
#[derive(Default)]
struct Work {
    rounds: Vec<RoundText>,
    answers: u32,
    wrong: u32,
    records: Vec<crate::wire::RecordLine>,
    /// Tests that were set.
    set: Vec<TestCard>,
    /// Their rounds that were dealt.
    deals: Vec<TestDeal>,
    /// Tests on file, by the hash of what was set.
    on_file: Vec<String>,
}

impl Room {
    /// Everybody who has dealt or answered in the school, by name.
    pub async fn dealers(&self, examiner: &Person) -> Result<Vec<DealerCard>, Problem> {
        examiner.must_oversee()?;
        let work = self.work().await.map_err(stopped)?;
        let mut cards = Vec::with_capacity(work.len());
        for (user, work) in work {
            let name = self.store.user(user).await.map_err(stopped)?.map(|user| user.name);
            cards.push(self.card(name.unwrap_or_else(|| user.to_string()), work));
        }
        cards.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(cards)
    }

    async fn work(&self) -> Result<BTreeMap<UserId, Work>, Fault> {
        let mut all: BTreeMap<UserId, Work> = BTreeMap::new();
        for note in self.notes(ROUND, None).await? {
            let work = all.entry(note.user).or_default();
            work.rounds.extend(read_note::<RoundText>(&note));
        }
        for note in self.notes(ANSWER, None).await? {
            let work = all.entry(note.user).or_default();
            if let Some(answer) = read_note::<AnswerText>(&note) {
                work.answers += 1;
                work.wrong += u32::from(!answer.right);
            }
        }
        for note in self.notes(TEST, None).await? {
            let work = all.entry(note.user).or_default();
            if let Some(test) = read_note::<TestText>(&note) {
                work.records.push(records::line(&test, &note.hash));
                work.rounds.extend(test.rounds);
                work.on_file.push(test.set_hash);
            }
        }
        for note in self.notes(TEST_DEAL, None).await? {
            let work = all.entry(note.user).or_default();
            work.deals.extend(read_note::<TestDeal>(&note));
        }
        for note in self.notes(TEST_SET, None).await? {
            // Somebody who has only been set a test has done nothing yet.
            let set = read_note::<TestSet>(&note);
            if let (Some(work), Some(set)) = (all.get_mut(&note.user), set) {
                work.set.push(tests::card(&set, &note.hash));
            }
        }
        Ok(all)
    }

    fn card(&self, name: String, work: Work) -> DealerCard {
        let mut wrong: BTreeMap<(&str, &str), u32> = BTreeMap::new();
        for round in &work.rounds {
            for clause in round.faults.iter().flat_map(|fault| &fault.clauses) {
                *wrong.entry((&round.game, clause)).or_default() += 1;
            }
        }
        let mut weak: Vec<WeakClause> = wrong
            .into_iter()
            .map(|((game, clause), times)| WeakClause {
                at: self.place_of(game, clause),
                game: game.to_string(),
                clause: clause.to_string(),
                times,
            })
            .collect();
        weak.sort_by_key(|weak| std::cmp::Reverse(weak.times));
        weak.truncate(WEAK_MAX);
        DealerCard {
            name,
            rounds: work.rounds.len() as u32,
            moves: work.rounds.iter().map(|round| round.due).sum(),
            errors: work.rounds.iter().map(|round| round.faults.len() as u32).sum(),
            answers: work.answers,
            wrong: work.wrong,
            weak,
            unfinished: unfinished(&work),
            records: work.records,
        }
    }

    /// Where a clause of a game stands.
    fn place_of(&self, game: &str, clause: &str) -> String {
        let dealt = self.games().get(game);
        let found = dealt.and_then(|dealt| dealt.game.sources.clauses.find(clause));
        found.map_or_else(|| clause.to_string(), |clause| clause.at.clone())
    }
}

/// Tests that were begun and are not on file.
fn unfinished(work: &Work) -> Vec<TestCard> {
    let open = work.set.iter().filter(|card| !work.on_file.contains(&card.hash));
    let begun = open.map(|card| TestCard {
        begun: tests::rounds_begun(&work.deals, &card.hash),
        ..card.clone()
    });
    begun.filter(|card| card.begun > 0).collect()
}
