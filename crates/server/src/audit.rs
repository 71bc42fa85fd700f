//! The audit of a house, from its books alone: the ledger's own laws, every round played again, every shoe proved.

use std::collections::HashMap;
use std::sync::Arc;

use croupier_house::{AccountKind, Code, Fault, Hash, PAGE_MAX, RoundBook, ShoeRecord, Span, Store, TransferRecord};
use croupier_rules::Game;
use croupier_school::TestText;

use crate::notation::{ROUND_FORMAT, VoidText};
use crate::past::{Difference, Past};
use crate::proof::prove;

/// How many differences are told for each law.
const TOLD_MAX: usize = 10;

/// What was checked, and what was found.
#[derive(Debug, Default)]
pub struct Audit {
    /// Every law, in a fixed order.
    pub laws: Vec<Law>,
}

/// One law, looked for in everything it speaks of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Law {
    /// The law, as a sentence.
    pub says: String,
    /// How many things it was checked on.
    pub checked: u64,
    /// How many of them break it.
    pub broken: u64,
    /// The first of those, each as a sentence.
    pub differences: Vec<String>,
}

impl Audit {
    /// Whether every law holds.
    pub fn holds(&self) -> bool {
        self.laws.iter().all(|law| law.broken == 0)
    }
}

impl Law {
    fn new(says: &str) -> Law {
        Law {
            says: says.to_string(),
            ..Law::default()
        }
    }

    fn check(&mut self, found: Result<(), String>) {
        self.checked += 1;
        if let Err(difference) = found {
            self.broken += 1;
            if self.differences.len() < TOLD_MAX {
                self.differences.push(difference);
            }
        }
    }
}

/// Audits the books as they are at one instant, while the house goes on.
pub async fn audit(store: &Arc<dyn Store>) -> Result<Audit, Fault> {
    let store = &store.snapshot().await?;
    let ledger = store.audit().await?;
    let laws = ledger.checks.into_iter().map(|check| Law {
        says: check.law.to_string(),
        checked: check.checked,
        broken: check.broken,
        differences: check.differences,
    });
    let mut audit = Audit { laws: laws.collect() };
    let mut rules = Rules::default();
    audit.laws.push(archives(store).await?);
    rounds(store, &mut rules, &mut audit).await?;
    shoes(store, &mut rules, &mut audit).await?;
    audit.laws.push(table_tests(store, &mut rules).await?);
    Ok(audit)
}

/// Deals every round of every table test again, and judges it again.
async fn table_tests(store: &Arc<dyn Store>, rules: &mut Rules) -> Result<Law, Fault> {
    let mut law = Law::new("each table test, dealt and judged again, has the errors and the result it states");
    let mut span = Span::newest(PAGE_MAX);
    loop {
        let page = store.notes(crate::school::TEST, None, span).await?;
        let Some(last) = page.last() else { return Ok(law) };
        span = Span::older_than(last.ordinal, PAGE_MAX);
        for note in &page {
            let found = match serde_json::from_str::<TestText>(&note.text) {
                Ok(test) => verify_table_test(store, rules, &test).await?,
                Err(fault) => Err(format!("it cannot be read: {fault}")),
            };
            law.check(found.map_err(|what| format!("table test {}: {what}", note.hash)));
        }
    }
}

async fn verify_table_test(
    store: &Arc<dyn Store>,
    rules: &mut Rules,
    test: &TestText,
) -> Result<Result<(), String>, Fault> {
    let mut games: HashMap<&str, Arc<Game>> = HashMap::new();
    for round in &test.rounds {
        let hash = round.rules.parse::<Hash>();
        let game = match hash {
            Ok(hash) => rules.game(store, &hash).await?,
            Err(_) => None,
        };
        if let Some(game) = game {
            games.insert(&round.rules, game);
        }
    }
    let verified = crate::school::verify_test(test, |hash| games.get(hash).cloned());
    Ok(verified.map_err(|differs| differs.to_string()))
}

/// Games by the hash of their rules, read once.
#[derive(Default)]
pub(crate) struct Rules(HashMap<Hash, Option<Arc<Game>>>);

impl Rules {
    pub(crate) async fn game(&mut self, store: &Arc<dyn Store>, hash: &Hash) -> Result<Option<Arc<Game>>, Fault> {
        if let Some(game) = self.0.get(hash) {
            return Ok(game.clone());
        }
        let text = store.rules(hash).await?;
        let game = text
            .and_then(|text| croupier_rules::upgrade::read_any_format(&text).ok())
            .map(Arc::new);
        self.0.insert(hash.clone(), game.clone());
        Ok(game)
    }
}

/// Archives that are given must be those the books know; those that are not given are told.
async fn archives(store: &Arc<dyn Store>) -> Result<Law, Fault> {
    let known = store.archives().await?;
    let given = &store.archives_given().hashes;
    let missing = known.iter().filter(|archive| !given.contains(&archive.hash)).count();
    let mut law = Law::new(&match missing {
        0 => "each archive is one that the books know".to_string(),
        _ => format!(
            "each archive is one that the books know ({missing} of {} are not given: their rounds are not played again)",
            known.len()
        ),
    });
    for hash in given {
        let holds = known.iter().any(|archive| archive.hash == *hash);
        law.check(
            holds
                .then_some(())
                .ok_or_else(|| format!("the books know no archive with the hash {hash}")),
        );
    }
    Ok(law)
}

/// Whether a round is in an archive, as far as the books know, and the archive is not given.
fn is_left_out(book: &RoundBook, archived: i64) -> bool {
    book.is_archived() && book.round.ordinal <= archived
}

/// The ordinal of the last round in an archive that is not given.
async fn left_out_until(store: &Arc<dyn Store>) -> Result<i64, Fault> {
    let given = &store.archives_given().hashes;
    let known = store.archives().await?;
    let missing = known.iter().filter(|archive| !given.contains(&archive.hash));
    Ok(missing.map(|archive| archive.last).max().unwrap_or(0))
}

async fn rounds(store: &Arc<dyn Store>, rules: &mut Rules, audit: &mut Audit) -> Result<(), Fault> {
    let mut events = Law::new("each round, played again by its rules, has the events in the books");
    let mut payouts = Law::new("the transfers of each round are those its events cause");
    let mut ends = Law::new("a round is closed when, and only when, it is over or the floor has voided it");
    let archived = left_out_until(store).await?;
    let mut span = Span::newest(PAGE_MAX);
    loop {
        let page = store.rounds(span).await?;
        for round in &page {
            let Some(book) = store.round(round.id).await?.filter(|book| !is_left_out(book, archived)) else {
                continue;
            };
            let game = rules.game(store, &round.rules).await?;
            let rack = store.account_of(AccountKind::Rack(round.table)).await?;
            let name = |what: &dyn std::fmt::Display| format!("round {}: {what}", round.id);
            let past = replay(game.as_ref(), &book);
            match past {
                Err(difference) => events.check(Err(name(&difference))),
                Ok(past) => {
                    events.check(Ok(()));
                    let same = match rack {
                        Some((rack, _)) => same_transfers(&past, rack.id, &book.transfers),
                        None => Err(Difference::Refused("its table has no rack".to_string())),
                    };
                    payouts.check(same.map_err(|difference| name(&difference)));
                    ends.check(closing(&past).map_err(|what| name(&what)));
                }
            }
        }
        match page.last() {
            Some(last) if page.len() == PAGE_MAX as usize => span = Span::older_than(last.ordinal, PAGE_MAX),
            _ => break,
        }
    }
    audit.laws.extend([events, payouts, ends]);
    Ok(())
}

fn replay(game: Option<&Arc<Game>>, book: &RoundBook) -> Result<Past, Difference> {
    if book.round.format != ROUND_FORMAT {
        let format = book.round.format;
        return Err(Difference::Refused(format!(
            "its notation is of version {format}, which is not known"
        )));
    }
    let game = game.ok_or_else(|| Difference::Refused("its rules cannot be read".to_string()))?;
    Past::replay(game, book)
}

/// Whether a round ended as rounds end.
fn closing(past: &Past) -> Result<(), String> {
    let round = &past.record;
    match (&round.voided, past.is_over(), round.closed.is_some()) {
        (Some(_), true, _) => Err("it was over when it was voided".to_string()),
        (Some(text), false, _) => match crate::notation::read::<VoidText>("why a round was voided", text) {
            Ok(text) if text.clause.trim().is_empty() => Err("it was voided by no clause".to_string()),
            Ok(_) => Ok(()),
            Err(unreadable) => Err(unreadable.to_string()),
        },
        (None, true, false) => Err("it is over, but not closed".to_string()),
        (None, false, true) => Err("it is closed, but its wagers are not all settled".to_string()),
        (None, ..) => Ok(()),
    }
}

/// Compares what a round causes with what the books have. Corrections come on top of it; where the floor has voided the
/// round, what lay on the felt went back.
fn same_transfers(past: &Past, rack: croupier_house::AccountId, books: &[TransferRecord]) -> Result<(), Difference> {
    let mut caused = past.transfers(rack)?.into_iter();
    let voided = past.record.voided.is_some();
    for record in books.iter().filter(|record| record.transfer.code != Code::Correction) {
        let next = caused.next();
        // That what goes back is a wager of this round, whole and once, is a law of the ledger itself.
        if voided && next.is_none() && record.transfer.code == Code::Returned {
            continue;
        }
        if next.as_ref() != Some(&record.transfer) {
            return Err(Difference::Transfer {
                books: format!("{:?}", record.transfer),
                round: next.map_or("nothing".to_string(), |transfer| format!("{transfer:?}")),
            });
        }
    }
    match caused.next() {
        None => Ok(()),
        Some(more) => Err(Difference::Transfer {
            books: "nothing more".to_string(),
            round: format!("{more:?}"),
        }),
    }
}

async fn shoes(store: &Arc<dyn Store>, rules: &mut Rules, audit: &mut Audit) -> Result<(), Fault> {
    let mut law =
        Law::new("each revealed shoe is the one committed to, and its rounds were dealt its cards as they lay");
    let archived = left_out_until(store).await?;
    let mut span = Span::newest(PAGE_MAX);
    loop {
        let page = store.shoes(span).await?;
        for shoe in page.iter().filter(|shoe| shoe.revealed.is_some()) {
            if let Some(found) = proved(store, rules, shoe, archived).await? {
                law.check(found);
            }
        }
        match page.last() {
            Some(last) if page.len() == PAGE_MAX as usize => span = Span::older_than(last.ordinal, PAGE_MAX),
            _ => break,
        }
    }
    audit.laws.push(law);
    Ok(())
}

/// Whether a shoe holds; nothing where a round of it is in an archive that is not given.
async fn proved(
    store: &Arc<dyn Store>,
    rules: &mut Rules,
    shoe: &ShoeRecord,
    archived: i64,
) -> Result<Option<Result<(), String>>, Fault> {
    let mut books = Vec::new();
    for round in store.rounds_of_shoe(shoe.id).await? {
        books.extend(store.round(round.id).await?);
    }
    if books.iter().any(|book| is_left_out(book, archived)) {
        return Ok(None);
    }
    let Some(first) = books.first() else {
        // Nothing was dealt from it, so nothing depends on its order; the commitment alone is to hold.
        let secret = shoe.secret.as_deref().and_then(crate::fairness::Secret::parse);
        let holds = secret.is_some_and(|secret| secret.commitment() == shoe.commitment);
        let other = || format!("shoe {}: its commitment is of another seed", shoe.id);
        return Ok(Some(holds.then_some(()).ok_or_else(other)));
    };
    let Some(game) = rules.game(store, &first.round.rules).await? else {
        return Ok(Some(Err(format!("shoe {}: its rules cannot be read", shoe.id))));
    };
    let proof = prove(&game, shoe, &store.shoe_events(shoe.id).await?, &books);
    let broken = proof.checks.iter().find(|check| !check.holds);
    let broken = broken.map(|check| format!("shoe {}: not so: {}", shoe.id, check.what));
    Ok(Some(broken.map_or(Ok(()), Err)))
}
