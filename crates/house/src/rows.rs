//! Rows as the databases give them, and the records they stand for.

use croupier_rules::Money;
use uuid::Uuid;

use crate::fault::Fault;
use crate::id::{AccountId, Hash, Moment, TableId, UserId};
use crate::records::{
    Account, AccountKind, Balance, Credential, Day, NoteRecord, RoundRecord, ShoeRecord, Standing, Transfer,
    TransferKind, TransferRecord, User,
};
use crate::sql_connection::{count, word};

/// `id, kind, owner, posted, pending_out, pending_in`.
pub(crate) type AccountRow = (Uuid, String, Uuid, i64, i64, i64);
/// The columns of [`AccountRow`].
pub(crate) const ACCOUNT: &str = "id, kind, owner, posted, pending_out, pending_in";

pub(crate) fn account(row: AccountRow) -> Result<(Account, Balance), Fault> {
    let (id, kind, owner, posted, pending_out, pending_in) = row;
    let account = Account {
        id: id.into(),
        kind: account_kind(&kind, owner)?,
    };
    let balance = Balance {
        posted: Money::from_cents(posted),
        pending_out: Money::from_cents(pending_out),
        pending_in: Money::from_cents(pending_in),
    };
    Ok((account, balance))
}

/// An account, its balance, and what it bought and won on a day.
pub(crate) type StandingRow = (Uuid, i64, i64, i64, i64, i64);

pub(crate) fn standing(row: StandingRow) -> Standing {
    let (account, posted, pending_out, pending_in, bought, won) = row;
    Standing {
        account: account.into(),
        balance: Balance {
            posted: Money::from_cents(posted),
            pending_out: Money::from_cents(pending_out),
            pending_in: Money::from_cents(pending_in),
        },
        day: Day {
            bought: Money::from_cents(bought),
            won: Money::from_cents(won),
        },
    }
}

pub(crate) fn account_kind(kind: &str, owner: Uuid) -> Result<AccountKind, Fault> {
    match kind {
        "house_bank" => Ok(AccountKind::HouseBank),
        "player" => Ok(AccountKind::Player(UserId::from(owner))),
        "rack" => Ok(AccountKind::Rack(TableId::from(owner))),
        _ => Err(Fault::Damaged(format!("`{kind}` is no kind of account"))),
    }
}

/// The word for an account's kind, and its owner; the bank is owned by nobody.
pub(crate) fn account_owner(kind: AccountKind) -> (&'static str, Uuid) {
    match kind {
        AccountKind::HouseBank => ("house_bank", Uuid::nil()),
        AccountKind::Player(user) => ("player", user.uuid()),
        AccountKind::Rack(table) => ("rack", table.uuid()),
    }
}

/// `ordinal, id, request, debit, credit, amount, kind, pending, code, round, at`.
pub(crate) type TransferRow = (
    i64,
    Uuid,
    Uuid,
    Uuid,
    Uuid,
    i64,
    String,
    Option<Uuid>,
    String,
    Option<Uuid>,
    i64,
);
/// The columns of [`TransferRow`].
pub(crate) const TRANSFER: &str =
    "t.ordinal, t.id, t.request, t.debit, t.credit, t.amount, t.kind, t.pending, t.code, t.round, t.at";

pub(crate) fn transfer(row: TransferRow) -> Result<TransferRecord, Fault> {
    let (ordinal, id, request, debit, credit, amount, kind, pending, code, round, at) = row;
    let kind = match (kind.as_str(), pending) {
        ("posted", None) => TransferKind::Posted,
        ("pending", None) => TransferKind::Pending,
        ("post", Some(pending)) => TransferKind::Post {
            pending: pending.into(),
        },
        ("void", Some(pending)) => TransferKind::Void {
            pending: pending.into(),
        },
        _ => return Err(Fault::Damaged(format!("transfer {id} has the kind `{kind}`"))),
    };
    let transfer = Transfer {
        id: id.into(),
        debit: debit.into(),
        credit: credit.into(),
        amount: Money::from_cents(amount),
        kind,
        code: word(&code)?,
        round: round.map(Into::into),
    };
    Ok(TransferRecord {
        ordinal,
        transfer,
        request: request.into(),
        at: Moment(at),
    })
}

/// `ordinal, user_id, kind, hash, text, at`.
pub(crate) type NoteRow = (i64, Uuid, String, String, String, i64);
/// The columns of [`NoteRow`].
pub(crate) const NOTE: &str = "ordinal, user_id, kind, hash, text, at";

pub(crate) fn note(row: NoteRow) -> Result<NoteRecord, Fault> {
    let (ordinal, user, kind, hash, text, at) = row;
    let hash = hash
        .parse()
        .map_err(|_| Fault::Damaged(format!("note {ordinal} has the hash `{hash}`")))?;
    Ok(NoteRecord {
        ordinal,
        user: user.into(),
        kind,
        hash,
        text,
        at: Moment(at),
    })
}

/// `ordinal, id, table_id, rules, shoe, format, text, at, closed, voided`.
pub(crate) type RoundRow = (
    i64,
    Uuid,
    Uuid,
    String,
    Option<Uuid>,
    i64,
    String,
    i64,
    Option<i64>,
    Option<String>,
);
/// The columns of [`RoundRow`], of `rounds r` joined by [`ROUND_JOIN`].
pub(crate) const ROUND: &str = "r.ordinal, r.id, r.table_id, r.rules, r.shoe, r.format, r.text, r.at, c.at, x.text";
/// Where [`ROUND`] finds out whether the round is over, and whether it was voided.
pub(crate) const ROUND_JOIN: &str =
    "LEFT JOIN round_closes c ON c.round = r.id LEFT JOIN round_voids x ON x.round = r.id";

pub(crate) fn round(row: RoundRow) -> Result<RoundRecord, Fault> {
    let (ordinal, id, table, rules, shoe, format, text, opened, closed, voided) = row;
    Ok(RoundRecord {
        ordinal,
        id: id.into(),
        table: table.into(),
        rules: Hash::stored(rules),
        shoe: shoe.map(Into::into),
        format: count(format)?,
        text,
        opened: Moment(opened),
        closed: closed.map(Moment),
        voided,
    })
}

/// `ordinal, id, table_id, commitment, format, at, shuffle, secret, revealed`.
pub(crate) type ShoeRow = (
    i64,
    Uuid,
    Uuid,
    String,
    i64,
    i64,
    Option<String>,
    Option<String>,
    Option<i64>,
);
/// The columns of [`ShoeRow`], of `shoes s` joined by [`SHOE_JOIN`]; the secret does not leave the database before it is
/// revealed.
pub(crate) const SHOE: &str = "s.ordinal, s.id, s.table_id, s.commitment, s.format, s.at, m.text, \
     CASE WHEN v.shoe IS NOT NULL THEN s.secret END, v.at";
/// Where [`SHOE`] finds the shuffle and the reveal.
pub(crate) const SHOE_JOIN: &str = "LEFT JOIN shoe_mixes m ON m.shoe = s.id LEFT JOIN shoe_reveals v ON v.shoe = s.id";

pub(crate) fn shoe(row: ShoeRow) -> Result<ShoeRecord, Fault> {
    let (ordinal, id, table, commitment, format, opened, shuffle, secret, revealed) = row;
    Ok(ShoeRecord {
        ordinal,
        id: id.into(),
        table: table.into(),
        commitment,
        format: count(format)?,
        opened: Moment(opened),
        shuffle,
        secret,
        revealed: revealed.map(Moment),
    })
}

/// `id, name, password, role`.
pub(crate) type UserRow = (Uuid, String, Option<String>, String);
/// The columns of [`UserRow`].
pub(crate) const USER: &str = "id, name, password, role";

pub(crate) fn user(row: UserRow) -> Result<User, Fault> {
    let (id, name, password, role) = row;
    Ok(User {
        id: id.into(),
        name,
        credential: password.map_or(Credential::Guest, Credential::Password),
        role: word(&role)?,
    })
}

/// Ids as they were read.
pub(crate) fn account_ids(rows: Vec<(Uuid,)>) -> Vec<AccountId> {
    rows.into_iter().map(|(id,)| id.into()).collect()
}
