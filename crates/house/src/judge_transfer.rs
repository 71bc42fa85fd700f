//! Whether a transfer may be written: one line for each reason against it, in the order of [`Status`].

use croupier_rules::Money;

use crate::id::TransferId;
use crate::judge::refuse_if;
use crate::page::{KnownAccount, KnownTransfer, Page, Resolution, RoundStanding};
use crate::records::{AMOUNT_MAX, AccountKind, BALANCE_MAX, Balance, Code, Transfer, TransferKind};
use crate::status::Status;

/// Judges a transfer and drafts what it does to the two balances, its round, and the pending transfer it resolves.
pub(crate) fn judge(page: &mut Page, transfer: &Transfer, day: i64) -> Result<(), Status> {
    refuse_if(transfer.id.is_zero(), Status::IdIsZero)?;
    refuse_if(page.transfers.get(&transfer.id).is_some(), Status::IdExists)?;
    refuse_if(transfer.amount <= Money::ZERO, Status::AmountNotPositive)?;
    refuse_if(transfer.amount > AMOUNT_MAX, Status::AmountTooLarge)?;
    refuse_if(transfer.debit == transfer.credit, Status::AccountsSame)?;
    refuse_if(!code_fits_kind(transfer.code, transfer.kind), Status::CodeUnfitForKind)?;
    let debit = *page.accounts.get(&transfer.debit).ok_or(Status::DebitAccountNotFound)?;
    let credit = *page
        .accounts
        .get(&transfer.credit)
        .ok_or(Status::CreditAccountNotFound)?;
    refuse_if(
        !code_fits_accounts(transfer.code, debit.kind, credit.kind),
        Status::CodeUnfitForAccounts,
    )?;
    round_allows(page, transfer, debit, credit)?;
    let held = match transfer.kind {
        TransferKind::Posted | TransferKind::Pending => Money::ZERO,
        TransferKind::Post { pending } | TransferKind::Void { pending } => resolvable(page, transfer, pending)?,
    };

    let (debit_balance, credit_balance) = moved(transfer, held, debit.balance, credit.balance);
    let is_player = matches!(debit.kind, AccountKind::Player(_));
    refuse_if(
        is_player && debit_balance.available() < Money::ZERO,
        Status::ChipsTooFew,
    )?;
    within_loss_limit(page, transfer, debit.kind, debit_balance, day)?;
    refuse_if(
        exceeds(debit_balance) || exceeds(credit_balance),
        Status::BalanceTooLarge,
    )?;
    let balance = |known: KnownAccount, balance| KnownAccount { balance, ..known };
    page.accounts.put(transfer.debit, balance(debit, debit_balance));
    page.accounts.put(transfer.credit, balance(credit, credit_balance));
    note(page, transfer);
    note_day(page, transfer, day);
    Ok(())
}

/// A wager fits under what its player wants to lose in a day, at whatever tables and however often they sign in: all
/// that is on the felt counts as lost.
fn within_loss_limit(
    page: &Page,
    transfer: &Transfer,
    debit: AccountKind,
    after: Balance,
    day: i64,
) -> Result<(), Status> {
    let (Code::Wager, AccountKind::Player(user)) = (transfer.code, debit) else {
        return Ok(());
    };
    let Some(limit) = page.loss_limits.get(&user).copied().flatten() else {
        return Ok(());
    };
    let won = page
        .days
        .get(&(transfer.debit, day))
        .map_or(Money::ZERO, |today| today.won);
    refuse_if(after.pending_out - won > limit, Status::LossLimit)
}

/// Drafts what the transfer adds to its player's day.
fn note_day(page: &mut Page, transfer: &Transfer, day: i64) {
    let (account, bought, won) = match transfer.code {
        Code::BuyIn => (transfer.credit, transfer.amount, Money::ZERO),
        Code::CashOut => (transfer.debit, -transfer.amount, Money::ZERO),
        Code::Payout => (transfer.credit, Money::ZERO, transfer.amount),
        Code::Loss => (transfer.debit, Money::ZERO, -transfer.amount),
        Code::Fill | Code::RackReturn | Code::Wager | Code::Returned | Code::Correction => return,
    };
    let mut today = page.days.get(&(account, day)).copied().unwrap_or_default();
    today.bought += bought;
    today.won += won;
    page.days.put((account, day), today);
}

/// A wager is pending, a loss posts it, a return voids it, and everything else is posted at once.
fn code_fits_kind(code: Code, kind: TransferKind) -> bool {
    match code {
        Code::Wager => kind == TransferKind::Pending,
        Code::Loss => matches!(kind, TransferKind::Post { .. }),
        Code::Returned => matches!(kind, TransferKind::Void { .. }),
        Code::Fill | Code::RackReturn | Code::BuyIn | Code::CashOut | Code::Payout | Code::Correction => {
            kind == TransferKind::Posted
        }
    }
}

fn code_fits_accounts(code: Code, debit: AccountKind, credit: AccountKind) -> bool {
    use AccountKind::{HouseBank, Player, Rack};
    match code {
        Code::Fill => matches!((debit, credit), (HouseBank, Rack(_))),
        Code::RackReturn => matches!((debit, credit), (Rack(_), HouseBank)),
        Code::BuyIn => matches!((debit, credit), (HouseBank | Rack(_), Player(_))),
        Code::CashOut => matches!((debit, credit), (Player(_), HouseBank | Rack(_))),
        // The return of a wager names the accounts as the wager did: a void undoes, it does not pay.
        Code::Wager | Code::Loss | Code::Returned => matches!((debit, credit), (Player(_), Rack(_))),
        Code::Payout => matches!((debit, credit), (Rack(_), Player(_))),
        Code::Correction => true,
    }
}

/// Play belongs to an open round of the rack's table; a correction may name any round; the rest may name one too.
fn round_allows(page: &Page, transfer: &Transfer, debit: KnownAccount, credit: KnownAccount) -> Result<(), Status> {
    let is_play = matches!(transfer.code, Code::Wager | Code::Loss | Code::Returned | Code::Payout);
    let Some(round) = transfer.round else {
        return refuse_if(is_play, Status::RoundNotNamed);
    };
    let round = page.rounds.get(&round).ok_or(Status::RoundNotFound)?;
    if is_play {
        refuse_if(round.standing == RoundStanding::Closed, Status::RoundClosed)?;
        let elsewhere = |kind| matches!(kind, AccountKind::Rack(table) if table != round.table);
        refuse_if(
            elsewhere(debit.kind) || elsewhere(credit.kind),
            Status::RoundAtOtherTable,
        )?;
    }
    Ok(())
}

/// The amount that is held by the pending transfer, if this transfer may resolve it.
fn resolvable(page: &Page, transfer: &Transfer, pending: TransferId) -> Result<Money, Status> {
    let known = page.transfers.get(&pending).ok_or(Status::PendingNotFound)?;
    let held = known.transfer;
    refuse_if(held.kind != TransferKind::Pending, Status::PendingNotPending)?;
    let accounts_same = held.debit == transfer.debit && held.credit == transfer.credit;
    refuse_if(!accounts_same, Status::PendingHasOtherAccounts)?;
    refuse_if(held.round != transfer.round, Status::PendingHasOtherRound)?;
    match known.resolution {
        Some(Resolution::Posted) => return Err(Status::PendingPosted),
        Some(Resolution::Voided) => return Err(Status::PendingVoided),
        None => {}
    }
    match transfer.kind {
        TransferKind::Void { .. } => refuse_if(transfer.amount != held.amount, Status::AmountDiffersFromPending)?,
        _ => refuse_if(transfer.amount > held.amount, Status::AmountExceedsPending)?,
    }
    Ok(held.amount)
}

/// The balances after the transfer; `held` is what it frees.
fn moved(transfer: &Transfer, held: Money, mut debit: Balance, mut credit: Balance) -> (Balance, Balance) {
    debit.pending_out -= held;
    credit.pending_in -= held;
    match transfer.kind {
        TransferKind::Posted | TransferKind::Post { .. } => {
            debit.posted -= transfer.amount;
            credit.posted += transfer.amount;
        }
        TransferKind::Pending => {
            debit.pending_out += transfer.amount;
            credit.pending_in += transfer.amount;
        }
        TransferKind::Void { .. } => {}
    }
    for part in [
        debit.pending_out,
        debit.pending_in,
        credit.pending_out,
        credit.pending_in,
    ] {
        assert!(part >= Money::ZERO, "no more can be freed than is held");
    }
    (debit, credit)
}

fn exceeds(balance: Balance) -> bool {
    let too_much = |amount: Money| amount > BALANCE_MAX || amount < -BALANCE_MAX;
    too_much(balance.posted) || too_much(balance.pending_out) || too_much(balance.pending_in)
}

/// Drafts the transfer itself, the resolution of the pending one, and the round's wagers on the felt.
fn note(page: &mut Page, transfer: &Transfer) {
    let known = KnownTransfer {
        transfer: *transfer,
        resolution: None,
    };
    page.transfers.put(transfer.id, known);
    let resolved = match transfer.kind {
        TransferKind::Posted | TransferKind::Pending => None,
        TransferKind::Post { pending } => Some((pending, Resolution::Posted)),
        TransferKind::Void { pending } => Some((pending, Resolution::Voided)),
    };
    if let Some((pending, resolution)) = resolved {
        let held = *page.transfers.get(&pending).expect("it was found resolvable");
        let resolution = Some(resolution);
        page.transfers.put(pending, KnownTransfer { resolution, ..held });
    }
    let change = match transfer.kind {
        TransferKind::Posted => return,
        TransferKind::Pending => 1,
        TransferKind::Post { .. } | TransferKind::Void { .. } => -1,
    };
    let round = transfer.round.expect("a wager and its resolution belong to a round");
    let mut known = *page.rounds.get(&round).expect("the round was found");
    if let Some(wagers_open) = known.wagers_open {
        let wagers_open = wagers_open.checked_add_signed(change);
        known.wagers_open = Some(wagers_open.expect("no more wagers are resolved than made"));
    }
    page.rounds.put(round, known);
}
