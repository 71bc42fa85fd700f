//! What the judge knows: everything in the books that the batches at hand speak of, read before they are judged.

use std::collections::HashMap;
use std::hash::Hash as Hashable;

use crate::batch::Answered;
use crate::id::{AccountId, Hash, RequestId, RoundId, ShoeId, TableId, TransferId, UserId};
use crate::records::{AccountKind, Balance, Day, TableStanding, Transfer};
use croupier_rules::Money;

/// What is known, and what the batch being judged would change in it.
#[derive(Default)]
pub(crate) struct Page {
    pub(crate) requests: HashMap<RequestId, Answered>,
    /// The newest epoch of each table that a batch at hand carries a lease of.
    pub(crate) epochs: HashMap<TableId, i64>,
    pub(crate) users: Overlay<UserId, KnownUser>,
    /// Who has a name, folded; nobody once it is given up.
    pub(crate) names: Overlay<String, Option<UserId>>,
    pub(crate) sessions: Overlay<Hash, SessionStanding>,
    pub(crate) rules: Overlay<Hash, ()>,
    pub(crate) tables: Overlay<TableId, KnownTable>,
    pub(crate) accounts: Overlay<AccountId, KnownAccount>,
    pub(crate) owners: Overlay<AccountKind, AccountId>,
    /// What accounts bought and won on the days of the batches at hand.
    pub(crate) days: Overlay<(AccountId, i64), Day>,
    /// The most a person wants to lose in a day.
    pub(crate) loss_limits: Overlay<UserId, Option<Money>>,
    pub(crate) shoes: Overlay<ShoeId, KnownShoe>,
    pub(crate) rounds: Overlay<RoundId, KnownRound>,
    pub(crate) transfers: Overlay<TransferId, KnownTransfer>,
}

#[derive(Clone)]
pub(crate) struct KnownUser {
    pub(crate) name_folded: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SessionStanding {
    Open,
    Closed,
}

#[derive(Clone, Copy)]
pub(crate) struct KnownTable {
    /// How many changes it has had, the first one counted.
    pub(crate) changes: u32,
    pub(crate) standing: TableStanding,
    /// The round that is not over.
    pub(crate) round_open: Option<RoundId>,
}

#[derive(Clone, Copy)]
pub(crate) struct KnownAccount {
    pub(crate) kind: AccountKind,
    pub(crate) balance: Balance,
}

#[derive(Clone, Copy)]
pub(crate) struct KnownShoe {
    pub(crate) table: TableId,
    pub(crate) shuffling: Shuffling,
    pub(crate) secrecy: Secrecy,
    pub(crate) rounds_open: u32,
    /// How many events it has had.
    pub(crate) events: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shuffling {
    Awaited,
    Done,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Secrecy {
    Secret,
    Revealed,
}

#[derive(Clone, Copy)]
pub(crate) struct KnownRound {
    pub(crate) table: TableId,
    pub(crate) shoe: Option<ShoeId>,
    pub(crate) standing: RoundStanding,
    pub(crate) lines: u32,
    /// How many wagers are on the felt; counted only for a round that some batch at hand would close.
    pub(crate) wagers_open: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RoundStanding {
    Open,
    Closed,
}

#[derive(Clone, Copy)]
pub(crate) struct KnownTransfer {
    pub(crate) transfer: Transfer,
    pub(crate) resolution: Option<Resolution>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resolution {
    Posted,
    Voided,
}

impl Page {
    /// The batch is accepted: what it changes is known from now on.
    pub(crate) fn keep(&mut self) {
        self.users.keep();
        self.names.keep();
        self.sessions.keep();
        self.rules.keep();
        self.tables.keep();
        self.accounts.keep();
        self.owners.keep();
        self.days.keep();
        self.loss_limits.keep();
        self.shoes.keep();
        self.rounds.keep();
        self.transfers.keep();
    }

    /// The batch is refused: nothing has changed.
    pub(crate) fn discard(&mut self) {
        self.users.discard();
        self.names.discard();
        self.sessions.discard();
        self.rules.discard();
        self.tables.discard();
        self.accounts.discard();
        self.owners.discard();
        self.days.discard();
        self.loss_limits.discard();
        self.shoes.discard();
        self.rounds.discard();
        self.transfers.discard();
    }
}

/// Things by their keys, with a draft laid over them.
pub(crate) struct Overlay<K, V> {
    known: HashMap<K, V>,
    draft: HashMap<K, V>,
    /// The keys whose values are no longer what was read.
    changed: HashMap<K, ()>,
}

impl<K, V> Default for Overlay<K, V> {
    fn default() -> Overlay<K, V> {
        Overlay {
            known: HashMap::new(),
            draft: HashMap::new(),
            changed: HashMap::new(),
        }
    }
}

impl<K: Clone + Eq + Hashable, V: Clone> Overlay<K, V> {
    /// Puts what was read from the books.
    pub(crate) fn read(&mut self, key: K, value: V) {
        self.known.insert(key, value);
    }

    /// What is there, the draft before what was read.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.draft.get(key).or_else(|| self.known.get(key))
    }

    /// Puts a draft.
    pub(crate) fn put(&mut self, key: K, value: V) {
        self.draft.insert(key, value);
    }

    /// What the draft touches.
    pub(crate) fn drafted(&self) -> impl Iterator<Item = (&K, &V)> {
        self.draft.iter()
    }

    /// What is no longer as it was read.
    pub(crate) fn changed(&self) -> impl Iterator<Item = (&K, &V)> {
        self.changed
            .keys()
            .filter_map(|key| self.known.get(key).map(|value| (key, value)))
    }

    fn keep(&mut self) {
        for (key, value) in self.draft.drain() {
            self.changed.insert(key.clone(), ());
            self.known.insert(key, value);
        }
    }

    fn discard(&mut self) {
        self.draft.clear();
    }
}
