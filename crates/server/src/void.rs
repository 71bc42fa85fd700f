//! Tables that were put aside: what the pit shows of them, and how the floor voids their round, so that every wager goes
//! back and the table deals again from a new shoe.

use std::sync::{Arc, PoisonError};

use croupier_house::{
    AccountId, Batch, Code, Entry, Fault, Reply, RequestId, RoundBook, Span, TableChange, TableId, TableStanding,
    Transfer, TransferId, TransferKind, TransferRecord,
};

use crate::chips::Change;
use crate::ledger::{Ledger, now};
use crate::notation::{self, TableText, VoidText};
use crate::person::{Person, PurseWrite};
use crate::problem::Problem;
use crate::room::Room;
use crate::table::ShoeOnTable;
use crate::wire::{AsideTable, VoidOrder};

/// The most characters of the clause a round is voided by.
const CLAUSE_MAX: usize = 200;

impl Room {
    /// The tables that were put aside, here or by another server, for the pit.
    pub async fn tables_aside(&self) -> Result<Vec<AsideTable>, Fault> {
        let mut aside = self.aside.lock().unwrap_or_else(PoisonError::into_inner).clone();
        aside.extend(self.keeper.iter().flat_map(|keeper| keeper.aside_elsewhere()));
        let mut tables = Vec::with_capacity(aside.len());
        for (id, reason) in aside {
            let open = self.open_rounds(id).await?;
            let text = self.store.table_changes(id).await?.pop();
            let text = text.and_then(|change| notation::read::<TableText>("a table", &change.text).ok());
            tables.push(AsideTable {
                id: id.uuid(),
                name: text.as_ref().map_or_else(String::new, |text| text.name.clone()),
                game: text.map_or_else(String::new, |text| text.game),
                reason,
                round: open.first().map(|book| book.round.id.uuid()),
                on_felt: open
                    .iter()
                    .flat_map(unresolved)
                    .map(|wager| wager.transfer.amount.cents())
                    .sum(),
            });
        }
        Ok(tables)
    }

    /// Voids the open round of a table that was put aside: every wager goes back, the shoe is revealed, and the table
    /// deals from a new one.
    pub async fn void(&self, id: TableId, order: &VoidOrder, by: &Person) -> Result<Result<(), Problem>, Fault> {
        let clause = order.clause.trim().to_string();
        if clause.is_empty() || clause.chars().count() > CLAUSE_MAX || clause.chars().any(char::is_control) {
            let message = format!("Name the clause or house rule in 1 to {CLAUSE_MAX} characters.");
            return Ok(Err(Problem::new("text-unfit", message)));
        }
        let reason = self
            .aside
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&id)
            .cloned();
        let (Some(reason), Some(change)) = (reason, self.store.table_changes(id).await?.pop()) else {
            if self.store.answered(RequestId::of_client(order.id)).await?.is_some() {
                return Ok(Ok(()));
            }
            let message = "Only a table that was put aside has its round voided.";
            return Ok(Err(Problem::new("not-aside", message)));
        };
        let batch = self.void_batch(&change, order, by, VoidText { clause, reason }).await?;
        if let Reply::Refused { status, .. } = self.give_back(id, batch).await? {
            let code = status.name().replace('_', "-");
            return Ok(Err(Problem::new(&code, status.sentence())));
        }
        if let Err(fault) = self.restore_or_put_aside(&change).await {
            tracing::error!(table = %id, %fault, "a table whose round was voided does not open");
        }
        Ok(Ok(()))
    }

    async fn void_batch(
        &self,
        change: &TableChange,
        order: &VoidOrder,
        by: &Person,
        text: VoidText,
    ) -> Result<Batch, Fault> {
        let mut batch = Batch::new(RequestId::of_client(order.id), now());
        batch.asked = Some(notation::write(&(change.table, by.id, order)));
        for book in self.open_rounds(change.table).await? {
            batch.entries.extend(unresolved(&book).map(returned));
            batch.entries.push(Entry::RoundVoid {
                round: book.round.id,
                by: by.id,
                text: notation::write(&text),
            });
        }
        let newest = self.store.shoes_of_table(change.table, Span::newest(1)).await?;
        let standing = newest.iter().filter(|shoe| shoe.revealed.is_none());
        batch
            .entries
            .extend(standing.map(|shoe| Entry::ShoeReveal { shoe: shoe.id }));
        if change.standing != TableStanding::Closed
            && let Ok(shoe) = ShoeOnTable::fresh(&self.options.secrets, 0)
        {
            batch.entries.push(shoe.opening(change.table));
        }
        Ok(batch)
    }

    /// Writes the batch, and the purses of the players follow the books.
    async fn give_back(&self, table: TableId, batch: Batch) -> Result<Reply, Fault> {
        let returned = self.owners_of(returned_in(&batch));
        let _purses: Vec<PurseWrite> = returned.iter().map(|(person, _)| person.begin_write()).collect();
        let reply = self.books_of(table).commit(batch).await;
        if matches!(reply, Ok(Reply::Done { .. })) {
            for (person, cents) in &returned {
                person.apply(Change {
                    available: *cents,
                    on_felt: -cents,
                    net: 0,
                });
            }
        }
        reply
    }

    /// The people in the house among the owners of accounts.
    fn owners_of(&self, returned: Vec<(AccountId, i64)>) -> Vec<(Arc<Person>, i64)> {
        let people = self.people.read().unwrap_or_else(PoisonError::into_inner);
        let owner = |account| people.values().find(|person| person.account == account).cloned();
        let owned = returned
            .into_iter()
            .filter_map(|(account, cents)| Some((owner(account)?, cents)));
        owned.collect()
    }

    async fn open_rounds(&self, table: TableId) -> Result<Vec<RoundBook>, Fault> {
        let mut open = Vec::new();
        for round in self.store.rounds_open().await? {
            if round.table == table {
                open.extend(self.store.round(round.id).await?);
            }
        }
        Ok(open)
    }
}

/// The wagers of a round that lie on the felt.
fn unresolved(book: &RoundBook) -> impl Iterator<Item = &TransferRecord> {
    let resolves = |pending: TransferId| {
        move |record: &TransferRecord| match record.transfer.kind {
            TransferKind::Post { pending: other } | TransferKind::Void { pending: other } => other == pending,
            TransferKind::Posted | TransferKind::Pending => false,
        }
    };
    let wagers = book.transfers.iter();
    wagers
        .filter(|record| record.transfer.kind == TransferKind::Pending)
        .filter(move |record| !book.transfers.iter().any(resolves(record.transfer.id)))
}

/// What goes back to whom.
fn returned_in(batch: &Batch) -> Vec<(AccountId, i64)> {
    let returned = batch.entries.iter().filter_map(|entry| match entry {
        Entry::Transfer(transfer) => Some((transfer.debit, transfer.amount.cents())),
        _ => None,
    });
    returned.collect()
}

/// The wager goes back to its player.
fn returned(wager: &TransferRecord) -> Entry {
    let pending = wager.transfer.id;
    Entry::Transfer(Transfer {
        id: TransferId::fresh(),
        kind: TransferKind::Void { pending },
        code: Code::Returned,
        ..wager.transfer
    })
}
