//! A live table: a dealer that only thinks, and a task that carries what the dealer wants done to the world; everybody
//! else speaks to it through its [`Table`].

mod audience;
mod books;
mod dealer;
mod dealing;
mod floor;
mod orders;
mod restore;
mod seat;
mod shoe;
mod showing;
mod shuffling;
mod task;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use croupier_house::{AccountId, TableId, TableStanding};
use croupier_rules::Game;
use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::ledger::Ledger;
use crate::notation::TableText;
use crate::person::Person;
use crate::problem::Problem;
use crate::secrets::Secrets;
use crate::wire::{Order, TableCard, TableOrder};

pub use books::{Answer, Question};
pub use dealer::{Dealer, Effect, Input, Now};
pub use restore::{Found, RestoreFault, Restored, seats_of};
pub use shoe::{DEALER_CHANGES_MAX, ShoeFault, ShoeOnTable, burned, sealed_seed};

/// The most orders that wait for a table.
const ASKS_MAX: usize = 256;

/// The tables that could not go on, each with the reason.
pub type Aside = Arc<Mutex<BTreeMap<TableId, String>>>;

/// How a table is spoken to.
#[derive(Clone)]
pub struct Table {
    /// Its id.
    pub id: TableId,
    asks: mpsc::Sender<Ask>,
    card: Arc<RwLock<TableCard>>,
    task: tokio::task::AbortHandle,
}

/// What is asked of a table.
pub enum Ask {
    /// Somebody connects.
    Join(Join),
    /// A connection is gone.
    Part(u64),
    /// An order came over a connection.
    Order(u64, Box<Order>),
    /// The floor, or whoever opened the table, wants a change.
    Change(
        Box<TableOrder>,
        Arc<Person>,
        oneshot::Sender<Result<TableCard, Problem>>,
    ),
    /// The house closes for now: no new round, and an answer when nothing is being written.
    Rest(oneshot::Sender<()>),
}

/// Somebody who connects to a table.
pub struct Join {
    /// Who; nobody for a spectator who is not signed in.
    pub person: Option<Arc<Person>>,
    /// The last frame seen before.
    pub after: Option<u64>,
    /// Where messages go.
    pub out: mpsc::Sender<Utf8Bytes>,
    /// TableEvent the number of the connection.
    pub joined: oneshot::Sender<u64>,
}

/// How long things take.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// From one frame to the next; zero for none, with all frames of a step in one.
    pub frame: Duration,
    /// From the last settlement to the next betting window.
    pub settled: Duration,
    /// How long clients are asked to commit to their seeds.
    pub seal: Duration,
    /// How long they are asked to open them.
    pub open: Duration,
    /// How long a player is asked to cut.
    pub cut: Duration,
    /// How long a seat is held for somebody who dropped.
    pub held: Duration,
    /// What is in a time bank at most.
    pub bank: Duration,
    /// How long to wait before the books are tried again.
    pub retry: Duration,
    /// How long the books may take to answer before the players are told.
    pub patience: Duration,
}

impl Default for Times {
    fn default() -> Times {
        Times {
            frame: Duration::from_millis(450),
            settled: Duration::from_millis(3500),
            seal: Duration::from_secs(2),
            open: Duration::from_secs(5),
            cut: Duration::from_secs(15),
            held: Duration::from_secs(120),
            bank: Duration::from_secs(30),
            retry: Duration::from_secs(1),
            patience: Duration::from_secs(3),
        }
    }
}

/// A table as it is set up.
pub struct Setup {
    /// Its id.
    pub id: TableId,
    /// How it stands in the books.
    pub text: TableText,
    /// Whether it deals.
    pub standing: TableStanding,
    /// How many changes it has had.
    pub changes: u32,
    /// Its rack.
    pub rack: AccountId,
    /// The bank, which fills the rack and takes back what is in it.
    pub bank: AccountId,
    /// The game.
    pub game: Arc<Game>,
    /// How long things take.
    pub times: Times,
    /// Where the secrets of new shoes come from.
    pub secrets: Secrets,
    /// The shoe, and the round and people found in the books.
    pub restored: Restored,
}

/// What a table's task needs of the house.
pub struct Surroundings {
    /// Where it writes.
    pub ledger: Arc<dyn Ledger>,
    /// Who may think for the coach at once.
    pub thinkers: Arc<Semaphore>,
    /// Where it is named when it cannot go on.
    pub aside: Aside,
}

impl Table {
    /// Starts a table.
    pub fn start(setup: Setup, surroundings: Surroundings) -> Table {
        let (asks, asked) = mpsc::channel(ASKS_MAX);
        let id = setup.id;
        let dealer = Dealer::new(setup, task::now());
        let card = Arc::new(RwLock::new(dealer.card()));
        let task = task::Task::new(dealer, surroundings, Arc::clone(&card));
        let task = tokio::spawn(task.run(asked)).abort_handle();
        Table { id, asks, card, task }
    }

    /// Ends the task that deals, at once, and every connection to it: another server has the table. What it was writing
    /// is written or refused by the books, whoever waits for it.
    pub fn abandon(&self) {
        self.task.abort();
    }

    /// The table as the lobby lists it, with its code: for those who may know it.
    pub fn card(&self) -> TableCard {
        self.card
            .read()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .clone()
    }

    /// Sends something to the table; false when it is closed.
    pub async fn ask(&self, ask: Ask) -> bool {
        self.asks.send(ask).await.is_ok()
    }

    /// Asks for a change and waits for the answer.
    pub async fn change(&self, order: TableOrder, by: Arc<Person>) -> Result<TableCard, Problem> {
        let (reply, answer) = oneshot::channel();
        self.ask(Ask::Change(Box::new(order), by, reply)).await;
        answer
            .await
            .unwrap_or_else(|_| Err(Problem::new("closed", "The table is closed.")))
    }

    /// Waits until the table has written what it is writing, and lets it deal no more.
    pub async fn rest(&self) {
        let (reply, answer) = oneshot::channel();
        if self.ask(Ask::Rest(reply)).await {
            let _ = answer.await;
        }
    }
}
