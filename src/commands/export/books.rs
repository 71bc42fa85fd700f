//! Rounds and transfers from the books of the house.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use croupier_house::{
    AccountId, AccountKind, Code, Fault, Moment, PAGE_MAX, RoundId, Span, Store, TransferKind, TransferRecord,
};
use croupier_rows::{Cell, Column};

use super::sheet::Sheet;
use crate::failure::Failure;

const ROUNDS: [Column; 12] = [
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

const TRANSFERS: [Column; 11] = [
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

/// Every round of the books, oldest first.
pub fn rounds(address: &str) -> Result<Sheet, Failure> {
    read(address, async |store| {
        let mut sums: HashMap<RoundId, [i64; 3]> = HashMap::new();
        for record in all_transfers(&*store).await? {
            let transfer = record.transfer;
            let place = match transfer.code {
                Code::Wager => 0,
                Code::Loss => 1,
                Code::Payout => 2,
                _ => continue,
            };
            if let Some(round) = transfer.round {
                sums.entry(round).or_default()[place] += transfer.amount.cents();
            }
        }
        let mut records = Vec::new();
        let mut span = Span::newest(PAGE_MAX);
        loop {
            let page = store.rounds(span).await?;
            let Some(last) = page.last() else { break };
            span = Span::older_than(last.ordinal, PAGE_MAX);
            records.extend(page);
        }
        records.reverse();
        let row = |record: croupier_house::RoundRecord| -> Vec<Cell> {
            let [wagered, lost, paid] = sums.get(&record.id).copied().unwrap_or_default();
            vec![
                record.ordinal.into(),
                record.id.to_string().into(),
                record.table.to_string().into(),
                record.rules.as_str().into(),
                record.shoe.map(|shoe| shoe.to_string()).into(),
                time(record.opened),
                record.closed.map_or(Cell::Empty, time),
                wagered.into(),
                lost.into(),
                paid.into(),
                (lost - paid).into(),
                record.text.into(),
            ]
        };
        Ok(Sheet {
            columns: &ROUNDS,
            rows: records.into_iter().map(row).collect(),
        })
    })
}

/// Every transfer of the books, oldest first.
pub fn transfers(address: &str) -> Result<Sheet, Failure> {
    read(address, async |store| {
        let names: HashMap<AccountId, String> = store
            .accounts()
            .await?
            .into_iter()
            .map(|(account, _)| (account.id, name(account.kind)))
            .collect();
        let named = |id: AccountId| names.get(&id).cloned().unwrap_or_else(|| id.to_string());
        let row = |record: TransferRecord| -> Vec<Cell> {
            let transfer = record.transfer;
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
        };
        Ok(Sheet {
            columns: &TRANSFERS,
            rows: all_transfers(&*store).await?.into_iter().map(row).collect(),
        })
    })
}

/// Opens the books, reads, and closes them again.
fn read<F>(address: &str, reader: F) -> Result<Sheet, Failure>
where
    F: AsyncFnOnce(Arc<dyn Store>) -> Result<Sheet, Fault>,
{
    let is_server = address.starts_with("postgres://") || address.starts_with("postgresql://");
    // To open a file that is not there would make an empty house of it.
    if !is_server && !Path::new(address).is_file() {
        return Err(Failure::Input(format!(
            "there are no books at `{address}`; name the file of the house, or postgres://…"
        )));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = croupier_house::open_for(address, croupier_house::Purpose::Read)
            .await
            .map_err(failure)?;
        let sheet = reader(Arc::clone(&store)).await.map_err(failure);
        store.close().await;
        sheet
    })
}

/// Every transfer once, in order. Each is found with the account it debits.
async fn all_transfers(store: &dyn Store) -> Result<Vec<TransferRecord>, Fault> {
    let mut found: BTreeMap<i64, TransferRecord> = BTreeMap::new();
    for (account, _) in store.accounts().await? {
        let mut span = Span::newest(PAGE_MAX);
        loop {
            let page = store.transfers_of(account.id, span).await?;
            let Some(last) = page.last() else { break };
            span = Span::older_than(last.ordinal, PAGE_MAX);
            let debits = page.into_iter().filter(|record| record.transfer.debit == account.id);
            found.extend(debits.map(|record| (record.ordinal, record)));
        }
    }
    Ok(found.into_values().collect())
}

/// A fault of the books that the user can put right is the user's; the rest is the system's.
fn failure(fault: Fault) -> Failure {
    match fault {
        Fault::Foreign(_) | Fault::Newer { .. } => Failure::Input(fault.to_string()),
        fault => Failure::Other(fault.into()),
    }
}

fn time(moment: Moment) -> Cell {
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
