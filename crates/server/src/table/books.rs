//! What the dealer asks of the books, one errand at a time: a draft of what will be becomes so only when its batch is on
//! disk, and nothing else is decided until the books have answered.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use croupier_house::{
    AccountId, Answered, Balance, Batch, Fault, Hash, Reply, RequestId, Status, TableStanding, UserId,
};
use croupier_table::Action;
use tokio::time::Instant;
use uuid::Uuid;

use super::audience::QueuedFrame;
use super::dealer::{Dealer, Effect, Input, Stage};
use super::dealing::Play;
use super::shoe::ShoeOnTable;
use crate::chips::Change;
use crate::coach::Decision;
use crate::ledger::day;
use crate::notation::{self, AnswerText, TableText};
use crate::person::{Person, PurseWrite};
use crate::problem::Problem;
use crate::telling::TableEvent;
use crate::wire::{Message, Standing};

/// How many orders a table remembers the answers to.
const MEMORY_MAX: usize = 256;
/// The most orders put off while the books are being asked.
const PUT_OFF_MAX: usize = 256;

/// What the books are asked.
#[derive(Clone, Debug)]
pub enum Question {
    /// To write a batch.
    Commit(Box<Batch>),
    /// What a request was answered before.
    Answered(RequestId),
    /// What accounts hold.
    Balances(Vec<AccountId>),
}

/// What they answer.
#[derive(Debug)]
pub enum Answer {
    /// What became of the batch.
    Commit(Result<Reply, Fault>),
    /// What the request was answered, if it was made before.
    Answered(Result<Option<Answered>, Fault>),
    /// What the accounts hold, in their order.
    Balances(Result<Vec<Option<Balance>>, Fault>),
}

/// The dealer's dealings with the books.
#[derive(Default)]
pub(super) struct Errands {
    pub(super) memory: Memory,
    errand: Option<Errand>,
    /// What waits until the errand is done.
    put_off: VecDeque<Input>,
}

/// What the dealer waits for the books to answer.
struct Errand {
    what: Purpose,
    /// When the players are told that the books do not answer.
    overdue: Instant,
    /// When it is tried again, after the books could not be reached.
    again: Option<Instant>,
    /// Whether the players have been told.
    told: bool,
}

/// Why the books are asked.
pub(super) enum Purpose {
    /// Something is to be written, and to be true from then on.
    Write(Box<Writing>),
    /// An order was refused; was it done before this process began?
    Repeat(Requester, Problem),
    /// The books refused a deal: what do the players have in truth? Each with the writes that were settled when asked.
    Recount(Vec<(Arc<Person>, Option<u64>)>, Status),
    /// The table is to be closed: what is in the rack?
    Close,
}

/// A batch, and what is to become of it.
pub(super) struct Writing {
    pub(super) batch: Batch,
    pub(super) draft: Draft,
    pub(super) then: Then,
    /// The purses that are to follow.
    purses: Vec<PurseWrite>,
}

/// What follows when a batch has been judged.
pub(super) enum Then {
    /// Somebody is answered.
    Reply(Requester),
    /// A change is answered.
    Change(u64, Requester),
    /// Nothing, when a round is dealt; the bets go back if the books refuse.
    Deal,
    /// Nothing; the books do not refuse what the dealer does by rule.
    Rule,
    /// What is due between two rounds goes on.
    Between,
    /// The table is closed.
    Close,
}

/// The answers given to orders, by their ids.
#[derive(Default)]
pub(super) struct Memory {
    answers: HashMap<Uuid, (Hash, Option<Problem>)>,
    order: VecDeque<Uuid>,
}

/// Who waits for the answer to an order.
#[derive(Clone)]
pub(super) struct Requester {
    pub(super) connection: u64,
    pub(super) id: Uuid,
    /// What was asked, by whom and where.
    pub(super) asked: String,
}

/// What will be true when its batch is written.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) shoe: Option<ShoeOnTable>,
    pub(super) play: Option<Play>,
    /// Whether the round is a new one.
    pub(super) begins: bool,
    pub(super) frames: Vec<QueuedFrame>,
    pub(super) changes: Vec<(Arc<Person>, Change)>,
    pub(super) bought: Option<(Arc<Person>, i64)>,
    pub(super) told: Vec<TableEvent>,
    pub(super) text: Option<(TableText, TableStanding)>,
    /// Whether a frame is shown though nothing is said.
    pub(super) shows: bool,
    /// What the coach is to say about the choice made.
    pub(super) coached: Option<(Decision, Action)>,
}

/// What came of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// It is on disk and the draft is true.
    Done,
    /// It was done before, under the same id: nothing changes.
    Before,
    /// The books refuse it.
    Refused(Status),
}

impl Memory {
    /// The answer given before to the order of this id: `Err` when something else was asked under it.
    pub(super) fn recall(&self, requester: &Requester) -> Option<Result<Option<Problem>, Problem>> {
        let (asked, answer) = self.answers.get(&requester.id)?;
        Some(if *asked == Hash::of(requester.asked.as_bytes()) {
            Ok(answer.clone())
        } else {
            Err(differs())
        })
    }

    pub(super) fn keep(&mut self, requester: &Requester, answer: Option<Problem>) {
        let known = self
            .answers
            .insert(requester.id, (Hash::of(requester.asked.as_bytes()), answer));
        if known.is_none() {
            self.order.push_back(requester.id);
        }
        if self.order.len() > MEMORY_MAX
            && let Some(oldest) = self.order.pop_front()
        {
            self.answers.remove(&oldest);
        }
    }
}

impl Requester {
    pub(super) fn new(connection: u64, id: Uuid, table: Uuid, user: UserId, what: &impl serde::Serialize) -> Requester {
        Requester {
            connection,
            id,
            asked: notation::write(&(table, user, what)),
        }
    }
}

impl Draft {
    /// Whose purses it changes.
    fn people(&self) -> impl Iterator<Item = &Arc<Person>> {
        let changed = self.changes.iter().map(|(person, _)| person);
        changed.chain(self.bought.iter().map(|(person, _)| person))
    }
}

impl Errands {
    /// Whether the books are being asked something.
    pub(super) fn is_waiting(&self) -> bool {
        self.errand.is_some()
    }

    /// When the books are asked again, or the players told that they do not answer.
    pub(super) fn alarm(&self) -> Option<Instant> {
        let errand = self.errand.as_ref()?;
        errand.again.or_else(|| (!errand.told).then_some(errand.overdue))
    }

    /// The next order that was put off, once it is its turn.
    pub(super) fn next_put_off(&mut self) -> Option<Input> {
        match self.is_waiting() {
            true => None,
            false => self.put_off.pop_front(),
        }
    }
}

impl Dealer {
    /// How the table stands, for everybody.
    pub(super) fn standing(&self) -> Standing {
        match self.terms.standing {
            _ if self.is_stopped() => Standing::Stopped,
            TableStanding::Open => Standing::Open,
            TableStanding::Paused => Standing::Paused,
            TableStanding::Closed => Standing::Closed,
        }
    }

    /// Whether the players have been told that nothing goes on for now.
    pub(super) fn is_stopped(&self) -> bool {
        self.terms.halted || self.errands.errand.as_ref().is_some_and(|errand| errand.told)
    }

    /// A batch of the dealer's own.
    pub(super) fn own_batch(&self) -> Batch {
        Batch::new(RequestId::fresh(), self.now.wall)
    }

    /// A batch for an order.
    pub(super) fn batch_of(&self, requester: &Requester) -> Batch {
        let mut batch = Batch::new(RequestId::of_client(requester.id), self.now.wall);
        batch.asked = Some(requester.asked.clone());
        batch
    }

    /// Has a batch written; the draft is true from then on.
    pub(super) fn write(&mut self, mut batch: Batch, draft: Draft, then: Then) {
        batch.answer = notation::write(&AnswerText { nonce: Uuid::now_v7() });
        let purses = draft.people().map(Person::begin_write).collect();
        let writing = Writing {
            batch,
            draft,
            then,
            purses,
        };
        self.ask(Purpose::Write(Box::new(writing)));
    }

    /// Goes to the books.
    pub(super) fn ask(&mut self, what: Purpose) {
        debug_assert!(!self.errands.is_waiting(), "one errand at a time");
        self.errands.errand = Some(Errand {
            what,
            overdue: self.now.instant + self.fixed.times.patience,
            again: None,
            told: false,
        });
        self.put_question();
    }

    fn put_question(&mut self) {
        let Some(errand) = &self.errands.errand else { return };
        let question = match &errand.what {
            Purpose::Write(writing) => Question::Commit(Box::new(writing.batch.clone())),
            Purpose::Repeat(requester, _) => Question::Answered(RequestId::of_client(requester.id)),
            Purpose::Recount(people, _) => {
                Question::Balances(people.iter().map(|(person, _)| person.account).collect())
            }
            Purpose::Close => Question::Balances(vec![self.fixed.rack]),
        };
        self.effects.push(Effect::Ask(question));
    }

    /// An order that comes while the books are being asked waits its turn; while they do not answer it is refused.
    pub(super) fn put_off(&mut self, input: Input) {
        if self.is_stopped() || self.errands.put_off.len() >= PUT_OFF_MAX {
            self.refuse_for_now(input);
        } else {
            self.errands.put_off.push_back(input);
        }
    }

    fn refuse_for_now(&mut self, input: Input) {
        let problem = self.stopped();
        match input {
            Input::Order(connection, order) => {
                let problem = Some(problem);
                self.send(connection, &Message::Reply { id: order.id, problem });
            }
            Input::Change { ticket, .. } => {
                let answer = Err(problem);
                self.effects.push(Effect::Answer { ticket, answer });
            }
            _ => {}
        }
    }

    /// Why nothing goes on.
    pub(super) fn stopped(&self) -> Problem {
        match self.terms.halted {
            true => Problem::new(
                "stopped",
                "The table has stopped and the floor is called; your chips are safe.",
            ),
            false => Problem::stopped(),
        }
    }

    /// Looks at the clock of the errand: tells the players when the books take too long, and tries again.
    pub(super) fn mind_errand(&mut self) {
        let now = self.now.instant;
        let Some(errand) = &mut self.errands.errand else { return };
        if errand.again.is_some_and(|again| again <= now) {
            errand.again = None;
            self.put_question();
        } else if errand.again.is_none() && errand.overdue <= now && !errand.told {
            self.tell_stopped();
        }
    }

    fn tell_stopped(&mut self) {
        let Some(errand) = &mut self.errands.errand else { return };
        if std::mem::replace(&mut errand.told, true) {
            return;
        }
        let sentence = "The books cannot be written. The table stops; nothing is lost, and play goes on when they can.";
        self.show(vec![TableEvent::Other(sentence.to_string())]);
        for waiting in std::mem::take(&mut self.errands.put_off) {
            self.refuse_for_now(waiting);
        }
    }

    /// The books have answered.
    pub(super) fn answered(&mut self, answer: Answer) {
        let Some(errand) = self.errands.errand.take() else {
            return;
        };
        let told = errand.told;
        let fault = match (errand.what, answer) {
            (Purpose::Write(writing), Answer::Commit(Ok(reply))) => {
                self.resume(told);
                return self.judged(*writing, reply);
            }
            (Purpose::Repeat(requester, problem), Answer::Answered(Ok(found))) => {
                self.resume(told);
                return self.reply(&requester, first_answer(&requester, found, problem));
            }
            (Purpose::Recount(people, status), Answer::Balances(Ok(balances))) => {
                self.resume(told);
                return self.recounted(&people, &balances, status);
            }
            (Purpose::Close, Answer::Balances(Ok(balances))) => {
                self.resume(told);
                return self.close(balances.first().copied().flatten().unwrap_or_default());
            }
            (Purpose::Repeat(requester, _), Answer::Answered(Err(fault))) => {
                // Whether it was done before is not known, so the refusal must not be remembered.
                tracing::error!(table = %self.fixed.id, %fault, "the books cannot be read");
                return self.reply(&requester, Some(Problem::stopped()));
            }
            (what, Answer::Commit(Err(fault)) | Answer::Answered(Err(fault)) | Answer::Balances(Err(fault))) => {
                self.errands.errand = Some(Errand { what, ..errand });
                fault
            }
            (_, answer) => return self.halt(&format!("the books answered {answer:?}, which nobody asked")),
        };
        tracing::error!(table = %self.fixed.id, %fault, "the books cannot be reached");
        metrics::counter!("croupier_faults_total").increment(1);
        if let Some(errand) = &mut self.errands.errand {
            errand.again = Some(self.now.instant + self.fixed.times.retry);
        }
        self.tell_stopped();
    }

    /// Tells that the books answer again, if they did not.
    fn resume(&mut self, told: bool) {
        if told {
            self.show(vec![TableEvent::Other("The books can be written again.".to_string())]);
        }
    }

    fn judged(&mut self, writing: Writing, reply: Reply) {
        let Writing {
            batch,
            draft,
            then,
            purses,
        } = writing;
        let written = match reply {
            Reply::Done { answer, .. } if answer == batch.answer => {
                self.take(draft);
                Written::Done
            }
            Reply::Done { .. } => Written::Before,
            Reply::Refused { entry, status } => {
                tracing::warn!(table = %self.fixed.id, entry, status = status.name(), "the books refuse a batch");
                Written::Refused(status)
            }
        };
        drop(purses);
        match (then, written) {
            (Then::Reply(requester), written) => self.reply(&requester, answer_of(written)),
            (Then::Change(ticket, requester), written) => self.changed(ticket, &requester, written),
            (Then::Deal, Written::Refused(status)) => self.deal_refused(status),
            (Then::Rule | Then::Between | Then::Close, Written::Refused(status)) => {
                // The dealer acted by rule, so this is our own mistake; it must not be tried for ever.
                self.halt(&format!("the books refuse what the dealer did by rule: {status}"));
            }
            (Then::Between, _) => self.between(),
            (Then::Close, _) => self.closed(),
            (Then::Deal | Then::Rule, _) => {}
        }
    }

    /// The table cannot go on: it is put aside for the floor, and every chip stays where the books have it.
    pub(super) fn halt(&mut self, reason: &str) {
        tracing::error!(table = %self.fixed.id, reason, "the table is put aside");
        self.terms.halted = true;
        for waiting in std::mem::take(&mut self.errands.put_off) {
            self.refuse_for_now(waiting);
        }
        let sentence = "The table stops and the floor is called. Every chip is safe.";
        self.show(vec![TableEvent::Other(sentence.to_string())]);
        self.effects.push(Effect::PutAside(reason.to_string()));
    }

    /// What was drafted is true now.
    fn take(&mut self, draft: Draft) {
        for (person, change) in &draft.changes {
            person.apply(*change);
        }
        if let Some((person, cents)) = &draft.bought {
            person.bought(*cents, day(self.now.wall));
        }
        if let Some((text, standing)) = draft.text {
            (self.terms.text, self.terms.standing) = (text, standing);
            self.terms.changes += 1;
        }
        if draft.begins {
            metrics::counter!("croupier_rounds_total").increment(1);
            let bank = self.fixed.times.bank;
            self.seats.values_mut().for_each(|seat| seat.dealt(bank));
        }
        if let Some(shoe) = draft.shoe {
            let shuffled = self.shoe.shuffled.is_none() && shoe.shuffled.is_some();
            self.shoe = shoe;
            if shuffled {
                self.stage = Stage::Betting { until: None };
            }
        }
        if let Some(play) = draft.play {
            self.play = Some(play);
            self.stage = Stage::Dealing;
        }
        if draft.shows || !draft.told.is_empty() {
            self.show(draft.told);
        }
        if !draft.frames.is_empty() {
            self.queue_cues(draft.frames);
        }
        if let Some((decision, action)) = draft.coached {
            self.coach(decision, Some(action));
        }
    }

    /// Answers an order, and remembers the answer; only that the books are out of reach is true for a while alone.
    pub(super) fn reply(&mut self, requester: &Requester, problem: Option<Problem>) {
        if problem.as_ref().is_none_or(|problem| problem.code != "stopped") {
            self.errands.memory.keep(requester, problem.clone());
        }
        self.send(
            requester.connection,
            &Message::Reply {
                id: requester.id,
                problem,
            },
        );
    }
}

/// What an order is answered that is refused now: a repeat is refused only if the first was.
fn first_answer(requester: &Requester, found: Option<Answered>, problem: Problem) -> Option<Problem> {
    match found {
        None => Some(problem),
        Some(found) if found.asked != Batch::hash_of_asked(&requester.asked) => Some(differs()),
        Some(found) => match found.reply {
            Reply::Done { .. } => None,
            Reply::Refused { status, .. } => answer_of(Written::Refused(status)),
        },
    }
}

/// What an order is answered when its batch has been judged.
pub(super) fn answer_of(written: Written) -> Option<Problem> {
    match written {
        Written::Done | Written::Before => None,
        Written::Refused(Status::RequestDiffers) => Some(differs()),
        Written::Refused(status) => Some(Problem::new(&status.name().replace('_', "-"), status.sentence())),
    }
}

pub(super) fn differs() -> Problem {
    Problem::new(
        "request-differs",
        "Something else was asked under this id before: make a new id for every order.",
    )
}
