//! The task of a table: it carries what the dealer wants done to the books, the viewers and the coach, and brings back
//! what comes of it. Everything that waits is here; everything that decides is in the [`Dealer`].

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, PoisonError, RwLock};

use axum::extract::ws::Utf8Bytes;
use croupier_table::Action;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::books::{Answer, Question};
use super::dealer::{Dealer, Effect, Input, Now};
use super::{Ask, Surroundings};
use crate::coach::Decision;
use crate::ledger::{self, Ledger};
use crate::problem::Problem;
use crate::wire::{Message, TableCard};

/// Who waits for the answer to a change.
type Ticket = oneshot::Sender<Result<TableCard, Problem>>;

pub(super) struct Task {
    dealer: Dealer,
    surroundings: Surroundings,
    card: Arc<RwLock<TableCard>>,
    /// Where the messages to each connection go.
    outs: HashMap<u64, mpsc::Sender<Utf8Bytes>>,
    tickets: HashMap<u64, Ticket>,
    /// Who waits until nothing is being written.
    resting: Vec<oneshot::Sender<()>>,
    /// How many connections and tickets there have been.
    numbers: u64,
    /// What the books are being asked.
    question: Option<Pin<Box<dyn Future<Output = Answer> + Send>>>,
    ended: bool,
}

/// The clocks as they are.
pub(super) fn now() -> Now {
    Now {
        instant: Instant::now(),
        wall: ledger::now(),
    }
}

impl Task {
    pub(super) fn new(dealer: Dealer, surroundings: Surroundings, card: Arc<RwLock<TableCard>>) -> Task {
        Task {
            dealer,
            surroundings,
            card,
            outs: HashMap::new(),
            tickets: HashMap::new(),
            resting: Vec::new(),
            numbers: 0,
            question: None,
            ended: false,
        }
    }

    /// Deals until the table is closed or put aside, or the house is gone.
    pub(super) async fn run(mut self, mut asked: mpsc::Receiver<Ask>) {
        self.tell(Input::Tick);
        while !self.ended {
            let alarm = self.dealer.alarm();
            let input = tokio::select! {
                biased;
                answer = answer(&mut self.question), if self.question.is_some() => {
                    self.question = None;
                    Input::Answer(answer)
                }
                ask = asked.recv() => match ask {
                    Some(ask) => self.input(ask),
                    None => return,
                },
                () = tokio::time::sleep_until(alarm.unwrap_or_else(Instant::now)), if alarm.is_some() => Input::Tick,
            };
            self.tell(input);
        }
    }

    fn input(&mut self, ask: Ask) -> Input {
        match ask {
            Ask::Join(join) => {
                self.numbers += 1;
                let connection = self.numbers;
                self.outs.insert(connection, join.out);
                // The connection may be gone already; its end will be told apart.
                let _ = join.joined.send(connection);
                Input::Join {
                    connection,
                    person: join.person,
                    after: join.after,
                }
            }
            Ask::Part(connection) => {
                self.outs.remove(&connection);
                Input::Part(connection)
            }
            Ask::Order(connection, order) => Input::Order(connection, order),
            Ask::Change(order, by, reply) => {
                self.numbers += 1;
                self.tickets.insert(self.numbers, reply);
                let ticket = self.numbers;
                Input::Change { ticket, order, by }
            }
            Ask::Rest(reply) => {
                self.resting.push(reply);
                Input::Rest
            }
        }
    }

    /// Tells the dealer something and does what follows. A viewer who does not keep up is let go afterwards, so that
    /// everybody else has been sent the frame by then; it may come back and be told what it missed.
    fn tell(&mut self, input: Input) {
        let mut inputs = vec![input];
        while let Some(input) = inputs.pop() {
            for effect in self.dealer.hear(now(), input) {
                inputs.extend(self.carry_out(effect).into_iter().map(Input::Part));
            }
        }
        *self.card.write().unwrap_or_else(PoisonError::into_inner) = self.dealer.card();
        if self.question.is_none() {
            for waiting in self.resting.drain(..) {
                let _ = waiting.send(());
            }
        }
    }

    /// Does one thing; says which viewers did not keep up.
    fn carry_out(&mut self, effect: Effect) -> Vec<u64> {
        match effect {
            Effect::Ask(question) => {
                self.question = Some(Box::pin(ask(Arc::clone(&self.surroundings.ledger), question)));
            }
            Effect::Send { to, text } => return self.send(&to, &text),
            Effect::Coach { decision, chosen, to } => self.coach(*decision, chosen, &to),
            Effect::Answer { ticket, answer } => {
                if let Some(waiting) = self.tickets.remove(&ticket) {
                    // Whoever asked may have given up waiting.
                    let _ = waiting.send(answer);
                }
            }
            Effect::PutAside(reason) => {
                let mut aside = self.surroundings.aside.lock().unwrap_or_else(PoisonError::into_inner);
                aside.insert(self.dealer.id(), reason);
                self.ended = true;
            }
            Effect::End => self.ended = true,
        }
        Vec::new()
    }

    fn send(&mut self, to: &[u64], text: &Utf8Bytes) -> Vec<u64> {
        let mut lost = Vec::new();
        for connection in to {
            let Some(out) = self.outs.get(connection) else { continue };
            if out.try_send(text.clone()).is_err() {
                self.outs.remove(connection);
                lost.push(*connection);
            }
        }
        lost
    }

    /// Has a decision valued beside the table and tells its player, when it is known.
    fn coach(&self, decision: Decision, chosen: Option<Action>, to: &[u64]) {
        let outs: Vec<_> = to
            .iter()
            .filter_map(|connection| self.outs.get(connection).cloned())
            .collect();
        let thinkers = Arc::clone(&self.surroundings.thinkers);
        tokio::spawn(async move {
            let Ok(_turn) = thinkers.acquire().await else { return };
            let thought = tokio::task::spawn_blocking(move || decision.advice(chosen)).await;
            if let Ok(Some(advice)) = thought {
                let text = super::audience::text(&Message::Advice(advice));
                for out in outs {
                    // Whoever does not keep up is let go by the next frame.
                    let _ = out.try_send(text.clone());
                }
            }
        });
    }
}

/// The answer to the question, or never.
async fn answer(question: &mut Option<Pin<Box<dyn Future<Output = Answer> + Send>>>) -> Answer {
    match question {
        Some(question) => question.await,
        None => std::future::pending().await,
    }
}

/// Asks the books.
async fn ask(ledger: Arc<dyn Ledger>, question: Question) -> Answer {
    match question {
        Question::Commit(batch) => {
            let begun = std::time::Instant::now();
            let reply = ledger.commit(*batch).await;
            metrics::histogram!("croupier_commit_seconds").record(begun.elapsed().as_secs_f64());
            Answer::Commit(reply)
        }
        Question::Answered(request) => Answer::Answered(ledger.answered(request).await),
        Question::Balances(accounts) => {
            let mut balances = Vec::with_capacity(accounts.len());
            for account in accounts {
                match ledger.balance(account).await {
                    Ok(balance) => balances.push(balance),
                    Err(fault) => return Answer::Balances(Err(fault)),
                }
            }
            Answer::Balances(Ok(balances))
        }
    }
}
