//! Table tests on file: listed, printed, and held against themselves.

use std::sync::Arc;

use croupier_house::{Fault, Hash, NoteRecord, UserId};
use croupier_report::document::{Holds, Paper, Table, Text};
use croupier_report::{Document, Format};
use croupier_rules::Game;
use croupier_school::{Differs, TestText};

use super::{TEST, read_note, stopped};
use crate::person::Person;
use crate::problem::Problem;
use crate::room::Room;
use crate::wire::RecordLine;

impl Room {
    /// The tests on file, of one dealer or of all, newest first.
    pub(super) async fn records(&self, user: Option<UserId>) -> Result<Vec<RecordLine>, Fault> {
        let notes = self.notes(TEST, user).await?;
        let line = |note: &NoteRecord| read_note::<TestText>(note).map(|test| line(&test, &note.hash));
        Ok(notes.iter().filter_map(line).collect())
    }

    /// A test on file, laid out to print, for its dealer, the floor or an auditor.
    pub async fn record(&self, person: &Person, hash: &Hash, format: Format) -> Result<Vec<u8>, Problem> {
        let note = self.store.note(hash).await.map_err(stopped)?;
        let own = |note: &NoteRecord| person.must_oversee().is_ok() || note.user == person.id;
        let note = note.filter(|note| note.kind == TEST && own(note));
        let test = note.as_ref().and_then(read_note::<TestText>);
        let test = test.ok_or_else(|| Problem::not_found("record"))?;
        let document = document(&test, hash, |id| {
            self.games().get(id).map(|dealt| Arc::clone(&dealt.game))
        });
        let laid_out = self.classroom.workshop.run(move || format.lay_out(&document)).await?;
        laid_out.map_err(|fault| Problem::new("no-record", fault.to_string()))
    }
}

/// Deals and judges every round of a test again, and holds its result against its limits. `game` gives the rules of a hash.
pub fn verify_test(test: &TestText, game: impl Fn(&str) -> Option<Arc<Game>>) -> Result<(), Differs> {
    for round in &test.rounds {
        let game = game(&round.rules).ok_or_else(|| Differs(format!("the rules {} cannot be read", round.rules)))?;
        round.verify(&game)?;
    }
    test.verify_result()
}

pub(super) fn line(test: &TestText, hash: &Hash) -> RecordLine {
    RecordLine {
        hash: hash.to_string(),
        dealer: test.set.dealer.clone(),
        examiner: test.set.examiner.clone(),
        games: test.set.games.clone(),
        ended: test.ended_at,
        errors: test.errors() as u32,
        passed: test.passed,
    }
}

/// The record as it is printed.
fn document(test: &TestText, hash: &Hash, game: impl Fn(&str) -> Option<Arc<Game>>) -> Document {
    let ended = jiff::Timestamp::from_millisecond(test.ended_at).unwrap_or_default();
    let date = ended.to_zoned(jiff::tz::TimeZone::UTC).date();
    let set = &test.set;
    let mut page = Document::new("Table test", format!("Dealer {}", set.dealer), Paper::Pages, date);
    let result = if test.passed { "Passed" } else { "Not passed" };
    page.note(Text::default().strong(result).plain(format!(
        ": {} errors, at most {} allowed{}.",
        test.errors(),
        set.errors_max,
        set.seconds_max.map_or_else(String::new, |max| format!(
            "; {} seconds, at most {max} allowed",
            test.took_ms().div_ceil(1000)
        ))
    )));
    let speed = test.payments_per_minute();
    page.list([
        format!("Dealer: {}", set.dealer),
        format!("Examiner: {}", set.examiner),
        format!("Ended: {} UTC", ended.strftime("%Y-%m-%d %H:%M")),
        format!("Payouts per minute: {}.{:02}", speed / 100, speed % 100),
    ]);
    let columns = [
        ("Game", Holds::Words),
        ("Moves due", Holds::Figures),
        ("Payouts", Holds::Figures),
        ("Seconds", Holds::Figures),
        ("Errors", Holds::Figures),
    ];
    let name = |id: &str| game(id).map_or_else(|| id.to_string(), |game| game.short_name.clone());
    page.heading(1, "Rounds");
    let mut rounds = Table::new("The rounds in the order they were dealt", columns);
    for round in &test.rounds {
        let seconds = round.took_ms.div_ceil(1000);
        rounds.row([
            name(&round.game),
            round.due.to_string(),
            round.payments.to_string(),
            seconds.to_string(),
            round.faults.len().to_string(),
        ]);
    }
    page.table(rounds);
    page.heading(1, "Errors");
    let errors = || {
        test.rounds
            .iter()
            .flat_map(|round| round.faults.iter().map(move |fault| (round, fault)))
    };
    if errors().next().is_none() {
        page.paragraph("None.");
    }
    page.list(errors().map(|(round, fault)| {
        let cited = cited(game(&round.game).as_deref(), &fault.clauses);
        format!("{}: {} {cited}", name(&round.game), fault.says)
    }));
    page.heading(1, "Clauses shown without an error");
    for id in &set.games {
        let mut shown: Vec<&String> = test
            .rounds
            .iter()
            .filter(|round| round.game == *id)
            .flat_map(|round| &round.shown)
            .collect();
        shown.sort_unstable();
        shown.dedup();
        let rules = game(id);
        let shown: Vec<String> = shown.into_iter().cloned().collect();
        page.paragraph(format!("{}: {}", name(id), cited(rules.as_deref(), &shown)));
    }
    page.heading(1, "Signature");
    page.paragraph(
        Text::default()
            .plain("The books of the house keep this record under the hash ")
            .code(hash.to_string())
            .plain(". `croupier audit` deals every round again from its seed, judges the moves again, and compares."),
    );
    page
}

/// Where clauses stand, in brackets.
fn cited(game: Option<&Game>, clauses: &[String]) -> String {
    let at = |id: &String| {
        let clause = game.and_then(|game| game.sources.clauses.find(id));
        clause.map_or_else(|| id.clone(), |clause| clause.at.clone())
    };
    let places: Vec<String> = clauses.iter().map(at).collect();
    match places.is_empty() {
        true => String::new(),
        false => format!("[{}]", places.join("; ")),
    }
}
