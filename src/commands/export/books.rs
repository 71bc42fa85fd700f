//! Rounds and transfers from the books of the house.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use croupier_house::{
    AccountId, AccountKind, Fault, Moment, PAGE_MAX, RoundTotals, Store, TransferKind, TransferRecord,
};
use croupier_rows::{Cell, Column};

use super::sheet::Sheet;
use crate::failure::Failure;

/// The columns of rounds.
pub const ROUNDS: [Column; 12] = [
    Column::whole("ordinal"),
    Column::text("round"),
    Column::text("table"),
    Column::text("rules"),
    Column::text("shoe").optional(),
    Column::time("opened"),
    Column::time("closed").optional(),
    Column::whole("wagered_cents"),
    Column::whole("lost_cents"),
    Column::whole("paid_cents"),
    Column::whole("house_net_cents"),
    Column::text("opening"),
];

/// The columns of transfers.
pub const TRANSFERS: [Column; 11] = [
    Column::whole("ordinal"),
    Column::text("transfer"),
    Column::time("at"),
    Column::text("code"),
    Column::text("kind"),
    Column::text("debit"),
    Column::text("credit"),
    Column::whole("amount_cents"),
    Column::text("pending").optional(),
    Column::text("round").optional(),
    Column::text("request"),
];

/// Writes every round of the books, oldest first.
pub fn rounds(address: &str, sheet: &mut Sheet<impl Write + Send>) -> Result<(), Failure> {
    read(address, async |store| {
        let mut after = 0;
        loop {
            let page = store.rounds_after(after, PAGE_MAX).await.map_err(failure)?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.round.ordinal;
            for totals in page {
                sheet.push(round_row(totals))?;
            }
        }
    })
}

/// Writes every transfer of the books, oldest first.
pub fn transfers(address: &str, sheet: &mut Sheet<impl Write + Send>) -> Result<(), Failure> {
    read(address, async |store| {
        let accounts = store.accounts().await.map_err(failure)?.into_iter();
        let names: HashMap<AccountId, String> = accounts.map(|(account, _)| (account.id, name(account.kind))).collect();
        let mut after = 0;
        loop {
            let page = store.transfers_after(after, PAGE_MAX).await.map_err(failure)?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.ordinal;
            for record in page {
                sheet.push(transfer_row(&record, &names))?;
            }
        }
    })
}

fn round_row(totals: RoundTotals) -> Vec<Cell> {
    let RoundTotals {
        round,
        wagered,
        lost,
        paid,
    } = totals;
    vec![
        round.ordinal.into(),
        round.id.to_string().into(),
        round.table.to_string().into(),
        round.rules.as_str().into(),
        round.shoe.map(|shoe| shoe.to_string()).into(),
        time(round.opened),
        round.closed.map_or(Cell::Empty, time),
        wagered.cents().into(),
        lost.cents().into(),
        paid.cents().into(),
        (lost - paid).cents().into(),
        round.text.into(),
    ]
}

fn transfer_row(record: &TransferRecord, names: &HashMap<AccountId, String>) -> Vec<Cell> {
    let transfer = &record.transfer;
    let named = |id: AccountId| names.get(&id).cloned().unwrap_or_else(|| id.to_string());
    let (kind, pending) = match transfer.kind {
        TransferKind::Posted => ("posted", None),
        TransferKind::Pending => ("pending", None),
        TransferKind::Post { pending } => ("post", Some(pending)),
        TransferKind::Void { pending } => ("void", Some(pending)),
    };
    vec![
        record.ordinal.into(),
        transfer.id.to_string().into(),
        time(record.at),
        transfer.code.word().into(),
        kind.into(),
        named(transfer.debit).into(),
        named(transfer.credit).into(),
        transfer.amount.cents().into(),
        pending.map(|pending| pending.to_string()).into(),
        transfer.round.map(|round| round.to_string()).into(),
        record.request.to_string().into(),
    ]
}

/// Opens the books, reads them as they are at one instant, and closes them again.
pub(super) fn read<F>(address: &str, reader: F) -> Result<(), Failure>
where
    F: AsyncFnOnce(Arc<dyn Store>) -> Result<(), Failure>,
{
    // To open a file that is not there would make an empty house of it.
    if !croupier_house::is_postgres(address) && !Path::new(address).is_file() {
        return Err(Failure::Input(format!(
            "there are no books at `{address}`; name the file of the house, or postgres://…"
        )));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = croupier_house::open_for(address, croupier_house::Purpose::Read)
            .await
            .map_err(failure)?;
        let read = match store.snapshot().await {
            Ok(snapshot) => reader(snapshot).await,
            Err(fault) => Err(failure(fault)),
        };
        store.close().await;
        read
    })
}

/// A fault of the books that the user can put right is the user's; the rest is the system's.
pub(super) fn failure(fault: Fault) -> Failure {
    match fault {
        Fault::Foreign(_) | Fault::Newer { .. } => Failure::Input(fault.to_string()),
        fault => Failure::Other(fault.into()),
    }
}

pub(super) fn time(moment: Moment) -> Cell {
    Cell::Time(moment.0)
}

/// An account by whose money it holds.
fn name(kind: AccountKind) -> String {
    match kind {
        AccountKind::HouseBank => "bank".to_string(),
        AccountKind::Player(user) => format!("player:{user}"),
        AccountKind::Rack(table) => format!("rack:{table}"),
    }
}
