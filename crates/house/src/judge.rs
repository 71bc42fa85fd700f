//! Whether a batch may be written. Pure: it reads and changes a [`Page`] and touches no database.

use std::collections::BTreeMap;

use croupier_rules::Money;

use crate::batch::{Answered, Batch, ENTRIES_MAX, Entry, Reply, TEXT_BYTES_MAX};
use crate::id::{AccountId, Hash, RoundId, ShoeId, UserId};
use crate::judge_transfer;
use crate::page::{
    KnownAccount, KnownRound, KnownShoe, KnownTable, KnownUser, Page, RoundStanding, Secrecy, SessionStanding,
    Shuffling,
};
use crate::records::{
    Account, AccountBalance, AccountKind, BALANCE_MAX, Balance, Credential, RoundOpening, Session, ShoeOpening,
    TableChange, TableStanding, User,
};
use crate::status::Status;

/// What becomes of a batch.
pub(crate) enum Verdict {
    /// It is written, with its reply.
    Accepted(Reply),
    /// Nothing but the refusal is written.
    Refused(Reply),
    /// Nothing is written: the request was answered before, or its id cannot be kept.
    Answered(Reply),
}

/// Judges one batch after those before it, and leaves the page as it is after it.
pub(crate) fn judge(page: &mut Page, batch: &Batch) -> Verdict {
    let refusal = |entry, status| Reply::Refused { entry, status };
    if batch.request.is_zero() {
        return Verdict::Answered(refusal(0, Status::RequestIdIsZero));
    }
    let asked = batch.asked_hash();
    if let Some(answered) = page.requests.get(&batch.request) {
        return Verdict::Answered(match answered.asked == asked {
            true => answered.reply.clone(),
            false => refusal(0, Status::RequestDiffers),
        });
    }
    // Not kept as the answer: whoever holds the lease now will answer the same request by doing it.
    if let Some(lease) = batch.lease
        && page.epochs.get(&lease.table) != Some(&lease.epoch)
    {
        return Verdict::Answered(refusal(0, Status::LeaseLost));
    }
    let verdict = match entries(page, batch) {
        Ok(()) => {
            let reply = Reply::Done {
                answer: batch.answer.clone(),
                balances: balances(page),
            };
            page.keep();
            Verdict::Accepted(reply)
        }
        Err((entry, status)) => {
            page.discard();
            Verdict::Refused(refusal(entry, status))
        }
    };
    if let Verdict::Accepted(reply) | Verdict::Refused(reply) = &verdict {
        let reply = reply.clone();
        page.requests.insert(batch.request, Answered { asked, reply });
    }
    verdict
}

/// Checks the batch as a whole, then each entry in its order.
fn entries(page: &mut Page, batch: &Batch) -> Result<(), (usize, Status)> {
    let whole = |status| (0, status);
    if batch.entries.is_empty() {
        return Err(whole(Status::BatchEmpty));
    }
    if batch.entries.len() > ENTRIES_MAX {
        return Err(whole(Status::BatchTooLong));
    }
    text(&batch.answer).map_err(whole)?;
    text(batch.asked.as_deref().unwrap_or("")).map_err(whole)?;
    for (place, entry) in batch.entries.iter().enumerate() {
        for written in texts(entry) {
            text(written).map_err(|status| (place, status))?;
        }
        judge_entry(page, entry, batch.at.day()).map_err(|status| (place, status))?;
    }
    Ok(())
}

fn judge_entry(page: &mut Page, entry: &Entry, day: i64) -> Result<(), Status> {
    match entry {
        Entry::User(user) => user_opens(page, user),
        Entry::UserChange(user) => user_changes(page, user),
        Entry::Session(session) => session_opens(page, session),
        Entry::SessionClose { token } => session_closes(page, token),
        Entry::SessionsExpire { .. } => Ok(()),
        Entry::SessionsEnd { user } => refuse_if(page.users.get(user).is_none(), Status::UserNotFound),
        Entry::LossLimit { user, limit } => loss_limit_fits(page, *user, *limit),
        Entry::Note { user, .. } => refuse_if(page.users.get(user).is_none(), Status::UserNotFound),
        Entry::Rules { text } => {
            page.rules.put(Hash::of(text.as_bytes()), ());
            Ok(())
        }
        Entry::Table(change) => table_changes(page, change),
        Entry::Account(account) => account_opens(page, account),
        Entry::Shoe(shoe) => shoe_opens(page, shoe),
        Entry::ShoeShuffle { shoe, .. } => shoe_mixes(page, *shoe),
        Entry::ShoeEvent { shoe, number, .. } => shoe_goes_on(page, *shoe, *number),
        Entry::ShoeReveal { shoe } => shoe_reveals(page, *shoe),
        Entry::Round(round) => round_opens(page, round),
        Entry::Lines { round, first, lines } => round_goes_on(page, *round, *first, lines.len()),
        Entry::RoundClose { round } => round_closes(page, *round),
        Entry::RoundVoid { round, by, .. } => {
            refuse_if(page.users.get(by).is_none(), Status::UserNotFound)?;
            round_closes(page, *round)
        }
        Entry::Transfer(transfer) => judge_transfer::judge(page, transfer, day),
        Entry::BuyInMax { account, max } => buy_in_fits(page, *account, *max, day),
    }
}

/// The balances of the accounts the draft touches, by id.
fn balances(page: &Page) -> Vec<AccountBalance> {
    let touched: BTreeMap<_, _> = page.accounts.drafted().collect();
    let balance = |(account, known): (&_, &KnownAccount)| AccountBalance {
        account: *account,
        balance: known.balance,
    };
    touched.into_iter().map(balance).collect()
}

/// Every text an entry would have written.
fn texts(entry: &Entry) -> Vec<&str> {
    match entry {
        Entry::User(user) | Entry::UserChange(user) => match &user.credential {
            Credential::Guest => vec![&user.name],
            Credential::Password(hash) => vec![&user.name, hash],
        },
        Entry::Rules { text }
        | Entry::ShoeShuffle { text, .. }
        | Entry::ShoeEvent { text, .. }
        | Entry::RoundVoid { text, .. } => vec![text],
        Entry::Note { kind, text, .. } => vec![kind, text],
        Entry::Table(change) => vec![&change.text],
        Entry::Shoe(shoe) => vec![&shoe.commitment, &shoe.secret],
        Entry::Round(round) => vec![&round.text],
        Entry::Lines { lines, .. } => lines.iter().map(|line| line.text.as_str()).collect(),
        Entry::Session(_)
        | Entry::SessionClose { .. }
        | Entry::SessionsExpire { .. }
        | Entry::SessionsEnd { .. }
        | Entry::LossLimit { .. }
        | Entry::Account(_)
        | Entry::ShoeReveal { .. }
        | Entry::RoundClose { .. }
        | Entry::Transfer(_)
        | Entry::BuyInMax { .. } => Vec::new(),
    }
}

fn text(text: &str) -> Result<(), Status> {
    refuse_if(text.len() > TEXT_BYTES_MAX, Status::TextTooLong)?;
    refuse_if(text.contains('\0'), Status::TextHoldsNul)
}

fn user_opens(page: &mut Page, user: &User) -> Result<(), Status> {
    refuse_if(user.id.is_zero(), Status::IdIsZero)?;
    refuse_if(page.users.get(&user.id).is_some(), Status::IdExists)?;
    name_is_taken_by(page, user)
}

fn user_changes(page: &mut Page, user: &User) -> Result<(), Status> {
    refuse_if(page.users.get(&user.id).is_none(), Status::UserNotFound)?;
    name_is_taken_by(page, user)
}

/// Gives the user the name, if it is fit and free, and gives up the one the user had.
fn name_is_taken_by(page: &mut Page, user: &User) -> Result<(), Status> {
    let fit = (1..=32).contains(&user.name.chars().count())
        && user.name.trim() == user.name
        && !user.name.chars().any(char::is_control);
    refuse_if(!fit, Status::NameUnfit)?;
    let name_folded = User::name_folded(&user.name);
    let holder = page.names.get(&name_folded).copied().flatten();
    refuse_if(holder.is_some_and(|holder| holder != user.id), Status::NameTaken)?;
    if let Some(known) = page.users.get(&user.id) {
        page.names.put(known.name_folded.clone(), None);
    }
    page.names.put(name_folded.clone(), Some(user.id));
    page.users.put(user.id, KnownUser { name_folded });
    Ok(())
}

fn loss_limit_fits(page: &mut Page, user: UserId, limit: Option<Money>) -> Result<(), Status> {
    refuse_if(page.users.get(&user).is_none(), Status::UserNotFound)?;
    refuse_if(limit.is_some_and(|limit| limit < Money::ZERO), Status::LimitBelowZero)?;
    refuse_if(limit.is_some_and(|limit| limit > BALANCE_MAX), Status::AmountTooLarge)?;
    page.loss_limits.put(user, limit);
    Ok(())
}

fn buy_in_fits(page: &Page, account: AccountId, max: Money, day: i64) -> Result<(), Status> {
    refuse_if(page.accounts.get(&account).is_none(), Status::CreditAccountNotFound)?;
    let bought = page.days.get(&(account, day)).map_or(Money::ZERO, |day| day.bought);
    refuse_if(bought > max, Status::BuyInLimit)
}

fn session_opens(page: &mut Page, session: &Session) -> Result<(), Status> {
    refuse_if(page.users.get(&session.user).is_none(), Status::UserNotFound)?;
    refuse_if(page.sessions.get(&session.token).is_some(), Status::TokenTaken)?;
    page.sessions.put(session.token.clone(), SessionStanding::Open);
    Ok(())
}

fn session_closes(page: &mut Page, token: &Hash) -> Result<(), Status> {
    let open = page.sessions.get(token) == Some(&SessionStanding::Open);
    refuse_if(!open, Status::SessionNotFound)?;
    page.sessions.put(token.clone(), SessionStanding::Closed);
    Ok(())
}

fn table_changes(page: &mut Page, change: &TableChange) -> Result<(), Status> {
    refuse_if(change.table.is_zero(), Status::IdIsZero)?;
    let known = page.tables.get(&change.table);
    let round_open = known.and_then(|table| table.round_open);
    let changes = match known {
        None => {
            refuse_if(change.number != 0, Status::TableNotFound)?;
            0
        }
        Some(table) => {
            refuse_if(change.number == 0, Status::IdExists)?;
            refuse_if(table.standing == TableStanding::Closed, Status::TableClosed)?;
            refuse_if(change.number != table.changes, Status::TableOutOfOrder)?;
            table.changes
        }
    };
    let table = KnownTable {
        changes: changes + 1,
        standing: change.standing,
        round_open,
    };
    page.tables.put(change.table, table);
    Ok(())
}

fn account_opens(page: &mut Page, account: &Account) -> Result<(), Status> {
    refuse_if(account.id.is_zero(), Status::IdIsZero)?;
    refuse_if(page.accounts.get(&account.id).is_some(), Status::IdExists)?;
    let owner_is_there = match account.kind {
        AccountKind::HouseBank => true,
        AccountKind::Player(user) => page.users.get(&user).is_some(),
        AccountKind::Rack(table) => page.tables.get(&table).is_some(),
    };
    refuse_if(!owner_is_there, Status::OwnerNotFound)?;
    refuse_if(page.owners.get(&account.kind).is_some(), Status::OwnerHasAccount)?;
    page.owners.put(account.kind, account.id);
    let known = KnownAccount {
        kind: account.kind,
        balance: Balance::default(),
    };
    page.accounts.put(account.id, known);
    Ok(())
}

fn shoe_opens(page: &mut Page, shoe: &ShoeOpening) -> Result<(), Status> {
    refuse_if(shoe.id.is_zero(), Status::IdIsZero)?;
    refuse_if(page.shoes.get(&shoe.id).is_some(), Status::IdExists)?;
    let table = page.tables.get(&shoe.table).ok_or(Status::TableNotFound)?;
    refuse_if(table.standing == TableStanding::Closed, Status::TableClosed)?;
    let known = KnownShoe {
        table: shoe.table,
        shuffling: Shuffling::Awaited,
        secrecy: Secrecy::Secret,
        rounds_open: 0,
        events: 0,
    };
    page.shoes.put(shoe.id, known);
    Ok(())
}

fn shoe_mixes(page: &mut Page, shoe: ShoeId) -> Result<(), Status> {
    let mut known = *page.shoes.get(&shoe).ok_or(Status::ShoeNotFound)?;
    refuse_if(known.shuffling == Shuffling::Done, Status::ShoeMixed)?;
    refuse_if(known.secrecy == Secrecy::Revealed, Status::ShoeRevealed)?;
    refuse_if(known.rounds_open > 0, Status::ShoeInPlay)?;
    known.shuffling = Shuffling::Done;
    page.shoes.put(shoe, known);
    Ok(())
}

fn shoe_goes_on(page: &mut Page, shoe: ShoeId, number: u32) -> Result<(), Status> {
    let mut known = *page.shoes.get(&shoe).ok_or(Status::ShoeNotFound)?;
    refuse_if(known.secrecy == Secrecy::Revealed, Status::ShoeRevealed)?;
    refuse_if(number != known.events, Status::ShoeOutOfOrder)?;
    known.events += 1;
    page.shoes.put(shoe, known);
    Ok(())
}

fn shoe_reveals(page: &mut Page, shoe: ShoeId) -> Result<(), Status> {
    let mut known = *page.shoes.get(&shoe).ok_or(Status::ShoeNotFound)?;
    refuse_if(known.secrecy == Secrecy::Revealed, Status::ShoeRevealed)?;
    refuse_if(known.rounds_open > 0, Status::ShoeInPlay)?;
    known.secrecy = Secrecy::Revealed;
    page.shoes.put(shoe, known);
    Ok(())
}

fn round_opens(page: &mut Page, round: &RoundOpening) -> Result<(), Status> {
    refuse_if(round.id.is_zero(), Status::IdIsZero)?;
    refuse_if(page.rounds.get(&round.id).is_some(), Status::IdExists)?;
    let table = *page.tables.get(&round.table).ok_or(Status::TableNotFound)?;
    refuse_if(table.standing == TableStanding::Closed, Status::TableClosed)?;
    refuse_if(table.round_open.is_some(), Status::TableInPlay)?;
    if let Some(shoe) = round.shoe {
        let mut known = *page.shoes.get(&shoe).ok_or(Status::ShoeNotFound)?;
        refuse_if(known.table != round.table, Status::ShoeAtOtherTable)?;
        refuse_if(known.secrecy == Secrecy::Revealed, Status::ShoeRevealed)?;
        known.rounds_open += 1;
        page.shoes.put(shoe, known);
    }
    refuse_if(page.rules.get(&round.rules).is_none(), Status::RulesNotFound)?;
    let known = KnownRound {
        table: round.table,
        shoe: round.shoe,
        standing: RoundStanding::Open,
        lines: 0,
        wagers_open: Some(0),
    };
    page.rounds.put(round.id, known);
    let round_open = Some(round.id);
    page.tables.put(round.table, KnownTable { round_open, ..table });
    Ok(())
}

fn round_goes_on(page: &mut Page, round: RoundId, first: u32, lines: usize) -> Result<(), Status> {
    let mut known = *page.rounds.get(&round).ok_or(Status::RoundNotFound)?;
    refuse_if(known.standing == RoundStanding::Closed, Status::RoundClosed)?;
    refuse_if(first != known.lines, Status::LinesOutOfOrder)?;
    let lines = u32::try_from(lines).ok();
    known.lines = lines
        .and_then(|lines| first.checked_add(lines))
        .ok_or(Status::BatchTooLong)?;
    page.rounds.put(round, known);
    Ok(())
}

fn round_closes(page: &mut Page, round: RoundId) -> Result<(), Status> {
    let mut known = *page.rounds.get(&round).ok_or(Status::RoundNotFound)?;
    refuse_if(known.standing == RoundStanding::Closed, Status::RoundClosed)?;
    let wagers_open = known.wagers_open.expect("a round that closes is read with its wagers");
    refuse_if(wagers_open > 0, Status::WagersUnresolved)?;
    known.standing = RoundStanding::Closed;
    page.rounds.put(round, known);
    let mut table = *page
        .tables
        .get(&known.table)
        .expect("a round's table is read with the round");
    // Books of an older version may have several open rounds at a table; only one of them is kept as the open one.
    if table.round_open == Some(round) {
        table.round_open = None;
        page.tables.put(known.table, table);
    }
    if let Some(shoe) = known.shoe {
        let mut shoe_known = *page.shoes.get(&shoe).expect("a round's shoe is read with the round");
        shoe_known.rounds_open -= 1;
        page.shoes.put(shoe, shoe_known);
    }
    Ok(())
}

/// One line of the fixed order of checks.
pub(crate) fn refuse_if(wrong: bool, status: Status) -> Result<(), Status> {
    if wrong { Err(status) } else { Ok(()) }
}
