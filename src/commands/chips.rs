//! `croupier correct`, `croupier fill` and `croupier credit`: chips moved by the house, under two names.

use std::io::Write;
use std::sync::Arc;

use croupier_house::{
    AccountId, AccountKind, Batch, Code, Entry, Fault, Purpose, Reply, RequestId, Role, Store, TableId, Transfer,
    TransferId, TransferKind,
};
use croupier_rules::Money;
use croupier_server::ledger::now;

use super::books::with_books;
use crate::args::{Correct, RackMove, Signed};
use crate::failure::Failure;

/// Puts a mistake right; the mistake itself stays in the books.
pub fn correct(args: &Correct) -> Result<(), Failure> {
    moved(
        &args.signed,
        Code::Correction,
        &args.from,
        &args.to,
        args.amount,
        &args.reason,
    )
}

/// The bank brings chips to a table's rack.
pub fn fill(args: &RackMove) -> Result<(), Failure> {
    let rack = format!("rack:{}", args.table);
    moved(&args.signed, Code::Fill, "bank", &rack, args.amount, "fill")
}

/// A table's chips go back to the bank.
pub fn credit(args: &RackMove) -> Result<(), Failure> {
    let rack = format!("rack:{}", args.table);
    moved(&args.signed, Code::RackReturn, &rack, "bank", args.amount, "credit")
}

/// Moves chips, if two different people of the house stand for it. Their names and the reason are kept with the request.
fn moved(signed: &Signed, code: Code, from: &str, to: &str, amount: Money, reason: &str) -> Result<(), Failure> {
    let told = with_books(
        &signed.books.house,
        Purpose::Write,
        |store: Arc<dyn Store>| async move {
            if let Err(problem) = two_names(&*store, signed).await? {
                return Ok(Err(problem));
            }
            let (Some(debit), Some(credit)) = (account(&*store, from).await?, account(&*store, to).await?) else {
                let message = format!(
                    "there is no account `{from}` or `{to}`; an account is `bank`, `rack:TABLE` by the table's id, or `player:NAME`"
                );
                return Ok(Err(message));
            };
            let mut batch = Batch::new(RequestId::fresh(), now());
            let request = batch.request;
            batch.answer =
                serde_json::json!({ "reason": reason, "by": signed.by, "approved_by": signed.approved_by }).to_string();
            batch.entries.push(Entry::Transfer(Transfer {
                id: TransferId::fresh(),
                debit,
                credit,
                amount,
                kind: TransferKind::Posted,
                code,
                round: None,
            }));
            Ok(match store.commit(batch).await? {
                Reply::Done { .. } => Ok(request),
                Reply::Refused { status, .. } => Err(format!("nothing is moved: {status}")),
            })
        },
    )?;
    let request = told.map_err(Failure::Input)?;
    writeln!(
        anstream::stdout(),
        "{amount} moved from {from} to {to}, by {} and {} (request {request}).",
        signed.by,
        signed.approved_by
    )?;
    Ok(())
}

/// Both names are those of people who work here, and of two of them.
async fn two_names(store: &dyn Store, signed: &Signed) -> Result<Result<(), String>, Fault> {
    let mut ids = Vec::new();
    for name in [&signed.by, &signed.approved_by] {
        match store.user_named(name).await? {
            Some(user) if user.role != Role::Player => ids.push(user.id),
            _ => return Ok(Err(format!("`{name}` is nobody of the floor and no auditor"))),
        }
    }
    Ok(match ids[0] == ids[1] {
        true => Err("the two names are one person's: somebody else must approve".to_string()),
        false => Ok(()),
    })
}

async fn account(store: &dyn Store, name: &str) -> Result<Option<AccountId>, Fault> {
    let kind = if name == "bank" {
        AccountKind::HouseBank
    } else if let Some(table) = name.strip_prefix("rack:") {
        let Ok(table) = table.parse::<TableId>() else {
            return Ok(None);
        };
        AccountKind::Rack(table)
    } else if let Some(player) = name.strip_prefix("player:") {
        let Some(user) = store.user_named(player).await? else {
            return Ok(None);
        };
        AccountKind::Player(user.id)
    } else {
        return Ok(None);
    };
    Ok(store.account_of(kind).await?.map(|(account, _)| account.id))
}
