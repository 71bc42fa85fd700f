//! Writing to the books: a draft of what will be becomes so only when its batch is on disk.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use croupier_house::{Batch, Hash, Reply, RequestId, Status, TableStanding, UserId};
use tokio::time::Instant;
use uuid::Uuid;

use super::dealer::{Dealer, Stage};
use super::dealing::Play;
use super::shoe::ShoeOnTable;
use super::showing::Cue;
use crate::chips::Change;
use crate::ledger::{day, now};
use crate::notation::{self, AnswerText, TableText};
use crate::person::Person;
use crate::problem::Problem;
use crate::telling::Told;
use crate::wire::{Message, Standing};

/// How many orders a table remembers the answers to.
const MEMORY_MAX: usize = 256;

/// The answers given to orders, by their ids.
#[derive(Default)]
pub(super) struct Memory {
    answers: HashMap<Uuid, (Hash, Option<Problem>)>,
    order: VecDeque<Uuid>,
}

/// Who waits for the answer to an order.
#[derive(Clone)]
pub(super) struct Asker {
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
    pub(super) cutter: Option<u8>,
    pub(super) cues: Vec<Cue>,
    pub(super) changes: Vec<(Arc<Person>, Change)>,
    pub(super) bought: Option<(Arc<Person>, i64)>,
    pub(super) told: Vec<Told>,
    /// Whether the players' words have been mixed in.
    pub(super) mixed: bool,
    pub(super) text: Option<(TableText, TableStanding)>,
}

/// The books could not be written. Nothing is dealt until they can.
pub(super) struct Stuck {
    pub(super) again: Instant,
    pending: Option<Box<Pending>>,
}

struct Pending {
    batch: Batch,
    draft: Draft,
    asker: Option<Asker>,
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
    /// Not yet; it is tried again, and the asker is answered then.
    Later,
}

impl Memory {
    /// The answer given before to the order of this id: `Err` when something else was asked under it.
    pub(super) fn recall(&self, asker: &Asker) -> Option<Result<Option<Problem>, Problem>> {
        let (asked, answer) = self.answers.get(&asker.id)?;
        Some(if *asked == Hash::of(asker.asked.as_bytes()) {
            Ok(answer.clone())
        } else {
            Err(differs())
        })
    }

    pub(super) fn keep(&mut self, asker: &Asker, answer: Option<Problem>) {
        let known = self
            .answers
            .insert(asker.id, (Hash::of(asker.asked.as_bytes()), answer));
        if known.is_none() {
            self.order.push_back(asker.id);
        }
        if self.order.len() > MEMORY_MAX
            && let Some(oldest) = self.order.pop_front()
        {
            self.answers.remove(&oldest);
        }
    }
}

impl Asker {
    pub(super) fn new(connection: u64, id: Uuid, table: Uuid, user: UserId, what: &impl serde::Serialize) -> Asker {
        Asker {
            connection,
            id,
            asked: notation::write(&(table, user, what)),
        }
    }

    /// A batch for this order.
    pub(super) fn batch(&self) -> Batch {
        let mut batch = Batch::new(RequestId::from(self.id), now());
        batch.asked = Some(self.asked.clone());
        batch
    }
}

impl Dealer {
    pub(super) fn standing(&self) -> Standing {
        match self.standing {
            _ if self.stuck.is_some() => Standing::Stopped,
            TableStanding::Open => Standing::Open,
            TableStanding::Paused => Standing::Paused,
            TableStanding::Closed => Standing::Closed,
        }
    }

    /// Writes a batch; the draft is true from then on.
    pub(super) async fn write(&mut self, mut batch: Batch, draft: Draft, asker: Option<Asker>) -> Written {
        batch.answer = notation::write(&AnswerText { nonce: Uuid::now_v7() });
        self.write_pending(Box::new(Pending { batch, draft, asker })).await
    }

    async fn write_pending(&mut self, pending: Box<Pending>) -> Written {
        let begun = std::time::Instant::now();
        let reply = self.ledger.commit(pending.batch.clone()).await;
        metrics::histogram!("croupier_commit_seconds").record(begun.elapsed().as_secs_f64());
        match reply {
            Ok(Reply::Done { answer, .. }) if answer == pending.batch.answer => {
                self.stuck = None;
                self.take(pending.draft);
                Written::Done
            }
            Ok(Reply::Done { .. }) => {
                self.stuck = None;
                Written::Before
            }
            Ok(Reply::Refused { entry, status }) => {
                self.stuck = None;
                tracing::warn!(table = %self.id, entry, status = status.name(), "the books refuse a batch");
                Written::Refused(status)
            }
            Err(fault) => {
                tracing::error!(table = %self.id, %fault, "the books cannot be written");
                metrics::counter!("croupier_faults_total").increment(1);
                self.stop(Some(pending));
                Written::Later
            }
        }
    }

    /// Nothing is dealt until the books can be written again.
    fn stop(&mut self, pending: Option<Box<Pending>>) {
        let first = self.stuck.is_none();
        self.stuck = Some(Stuck {
            again: Instant::now() + self.times.retry,
            pending,
        });
        if first {
            let sentence =
                "The books cannot be written. The table stops; nothing is lost, and play goes on when they can.";
            self.show(vec![Told::Other(sentence.to_string())]);
        }
    }

    /// Stops for something else than the books, to be tried again.
    pub(super) fn stop_for(&mut self, trouble: &impl std::fmt::Display) {
        tracing::error!(table = %self.id, %trouble, "the table stops");
        self.stop(None);
    }

    pub(super) async fn try_again(&mut self) {
        let Some(stuck) = self.stuck.take() else { return };
        let Some(pending) = stuck.pending else {
            self.show(Vec::new());
            return;
        };
        // Until it is known, the table is still stopped.
        self.stuck = Some(Stuck {
            again: Instant::now() + self.times.retry,
            pending: None,
        });
        let asker = pending.asker.clone();
        let written = self.write_pending(pending).await;
        if written == Written::Later {
            return;
        }
        self.show(vec![Told::Other("The books can be written again.".to_string())]);
        if let Some(asker) = asker {
            let answer = answer_of(written);
            self.reply(&asker, answer);
        }
    }

    /// What was drafted is true now.
    fn take(&mut self, draft: Draft) {
        for (person, change) in &draft.changes {
            person.apply(*change);
        }
        if let Some((person, cents)) = &draft.bought {
            person.bought(*cents, day(now()));
        }
        if let Some((text, standing)) = draft.text {
            (self.text, self.standing) = (text, standing);
            self.changes += 1;
        }
        if draft.mixed {
            self.seats.values_mut().for_each(|seat| seat.client_seed = None);
            self.stage = self.window(None);
        }
        if draft.begins {
            metrics::counter!("croupier_rounds_total").increment(1);
            let bank = self.times.bank;
            self.seats.values_mut().for_each(|seat| seat.dealt(bank));
        }
        if draft.cutter.is_some() {
            self.cutter = draft.cutter;
        }
        if let Some(shoe) = draft.shoe {
            self.shoe = shoe;
        }
        if let Some(play) = draft.play {
            self.play = Some(play);
            self.stage = Stage::Dealing;
        }
        if !draft.told.is_empty() {
            self.show(draft.told);
        }
        if !draft.cues.is_empty() {
            self.queue_cues(draft.cues);
        }
    }

    /// Answers an order, and remembers the answer; only that the books are out of reach is true for a while alone.
    pub(super) fn reply(&mut self, asker: &Asker, problem: Option<Problem>) {
        if problem.as_ref().is_none_or(|problem| problem.code != "stopped") {
            self.memory.keep(asker, problem.clone());
        }
        self.send(asker.connection, &Message::Reply { id: asker.id, problem });
    }
}

/// What an order is answered when its batch has been judged.
pub(super) fn answer_of(written: Written) -> Option<Problem> {
    match written {
        Written::Done | Written::Before => None,
        Written::Refused(Status::RequestDiffers) => Some(differs()),
        Written::Refused(status) => Some(Problem::new(&status.name().replace('_', "-"), status.sentence())),
        Written::Later => Some(Problem::stopped()),
    }
}

pub(super) fn differs() -> Problem {
    Problem::new(
        "request-differs",
        "Something else was asked under this id before: make a new id for every order.",
    )
}
