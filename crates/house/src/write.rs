//! Writes what the judge has accepted: one statement for each kind of row, however many batches there are.

use std::collections::{BTreeMap, BTreeSet};

use croupier_rules::Money;
use serde::Serialize;
use serde_json::{Value, json};

use crate::batch::{Batch, Entry, Reply};
use crate::fault::Fault;
use crate::id::{Hash, Moment, UserId};
use crate::page::Page;
use crate::records::{Credential, Transfer, TransferKind, User};
use crate::rows::account_owner;
use crate::sql_connection::{Arg, Column, Dialect, SqlConnection};

use Column::{Id, Int, Text};

/// A kind of row, with its columns. The rows are written in the order of [`KINDS`], so that whatever a row refers to is
/// there before it.
struct Kind {
    table: &'static str,
    columns: &'static [(&'static str, Column)],
    repeat: Repeat,
}

/// What happens to a row whose key is there already.
#[derive(PartialEq, Eq)]
enum Repeat {
    /// It is a mistake, or somebody else's work of the same instant.
    Refused,
    /// It says nothing new.
    Skipped,
}

const KINDS: &[Kind] = &[
    kind("requests", &[("id", Id), ("asked", Text), ("reply", Text), ("at", Int)]),
    Kind {
        repeat: Repeat::Skipped,
        ..kind("rules", &[("hash", Text), ("text", Text), ("at", Int)])
    },
    kind(
        "users",
        &[
            ("id", Id),
            ("name", Text),
            ("name_folded", Text),
            ("password", Text),
            ("role", Text),
            ("at", Int),
        ],
    ),
    kind(
        "sessions",
        &[("token", Text), ("user_id", Id), ("expires", Int), ("at", Int)],
    ),
    kind("loss_limits", &[("user_id", Id), ("cents", Int), ("at", Int)]),
    kind("tables", &[("id", Id), ("at", Int)]),
    kind(
        "table_changes",
        &[
            ("table_id", Id),
            ("number", Int),
            ("standing", Text),
            ("text", Text),
            ("at", Int),
        ],
    ),
    kind(
        "accounts",
        &[
            ("id", Id),
            ("kind", Text),
            ("owner", Id),
            ("posted", Int),
            ("pending_out", Int),
            ("pending_in", Int),
            ("at", Int),
        ],
    ),
    kind(
        "shoes",
        &[
            ("id", Id),
            ("table_id", Id),
            ("commitment", Text),
            ("secret", Text),
            ("format", Int),
            ("at", Int),
        ],
    ),
    kind("shoe_mixes", &[("shoe", Id), ("text", Text), ("at", Int)]),
    kind(
        "shoe_events",
        &[("shoe", Id), ("number", Int), ("text", Text), ("at", Int)],
    ),
    kind(
        "rounds",
        &[
            ("id", Id),
            ("table_id", Id),
            ("rules", Text),
            ("shoe", Id),
            ("format", Int),
            ("text", Text),
            ("at", Int),
        ],
    ),
    kind(
        "lines",
        &[
            ("round", Id),
            ("number", Int),
            ("kind", Text),
            ("text", Text),
            ("at", Int),
        ],
    ),
    kind(
        "transfers",
        &[
            ("id", Id),
            ("request", Id),
            ("debit", Id),
            ("credit", Id),
            ("amount", Int),
            ("kind", Text),
            ("pending", Id),
            ("code", Text),
            ("round", Id),
            ("at", Int),
        ],
    ),
    kind("shoe_reveals", &[("shoe", Id), ("at", Int)]),
    kind("round_closes", &[("round", Id), ("at", Int)]),
    kind(
        "round_voids",
        &[("round", Id), ("user_id", Id), ("text", Text), ("at", Int)],
    ),
];

const fn kind(table: &'static str, columns: &'static [(&'static str, Column)]) -> Kind {
    Kind {
        table,
        columns,
        repeat: Repeat::Refused,
    }
}

/// The rows of a group of batches.
#[derive(Default)]
pub(crate) struct Rows {
    inserted: BTreeMap<&'static str, Vec<Value>>,
    users_opened: BTreeMap<UserId, Value>,
    users_changed: BTreeMap<UserId, Value>,
    tokens_closed: BTreeSet<Hash>,
    users_signed_out: BTreeSet<UserId>,
    sessions_expire: Option<Moment>,
    played: BTreeSet<(String, String)>,
}

impl Rows {
    /// Adds a request and its reply.
    pub(crate) fn add_request(&mut self, batch: &Batch, reply: &Reply) {
        let reply = serde_json::to_string(reply).expect("a reply has a JSON form without fail");
        let asked = batch.asked_hash();
        self.insert(
            "requests",
            json!({"id": batch.request, "asked": asked, "reply": reply, "at": batch.at}),
        );
    }

    /// Adds everything an accepted batch writes.
    pub(crate) fn add_entries(&mut self, batch: &Batch) {
        for entry in &batch.entries {
            self.add_entry(batch, entry);
        }
    }

    fn add_entry(&mut self, batch: &Batch, entry: &Entry) {
        let at = batch.at;
        match entry {
            Entry::User(user) => drop(self.users_opened.insert(user.id, user_row(user, at))),
            Entry::UserChange(user) => match self.users_opened.get_mut(&user.id) {
                Some(opened) => *opened = user_row(user, at),
                None => drop(self.users_changed.insert(user.id, user_row(user, at))),
            },
            Entry::Session(session) => self.insert(
                "sessions",
                json!({"token": session.token, "user_id": session.user, "expires": session.expires, "at": at}),
            ),
            Entry::SessionClose { token } => drop(self.tokens_closed.insert(token.clone())),
            Entry::SessionsExpire { before } => self.sessions_expire = self.sessions_expire.max(Some(*before)),
            Entry::SessionsEnd { user } => drop(self.users_signed_out.insert(*user)),
            Entry::LossLimit { user, limit } => {
                let cents = limit.map(Money::cents);
                self.insert("loss_limits", json!({"user_id": user, "cents": cents, "at": at}));
            }
            Entry::Rules { text } => {
                self.insert("rules", json!({"hash": Hash::of(text.as_bytes()), "text": text, "at": at}));
            }
            Entry::Table(change) => {
                if change.number == 0 {
                    self.insert("tables", json!({"id": change.table, "at": at}));
                }
                let (standing, text) = (change.standing, &change.text);
                let row = json!({"table_id": change.table, "number": change.number, "standing": standing, "text": text, "at": at});
                self.insert("table_changes", row);
            }
            Entry::Account(account) => {
                let (kind, owner) = account_owner(account.kind);
                let row = json!({"id": account.id, "kind": kind, "owner": owner, "posted": 0, "pending_out": 0, "pending_in": 0, "at": at});
                self.insert("accounts", row);
            }
            Entry::Shoe(shoe) => self.insert(
                "shoes",
                json!({"id": shoe.id, "table_id": shoe.table, "commitment": shoe.commitment, "secret": shoe.secret, "format": shoe.format, "at": at}),
            ),
            Entry::ShoeShuffle { shoe, text } => self.insert("shoe_mixes", json!({"shoe": shoe, "text": text, "at": at})),
            Entry::ShoeEvent { shoe, number, text } => self.insert(
                "shoe_events",
                json!({"shoe": shoe, "number": number, "text": text, "at": at}),
            ),
            Entry::ShoeReveal { shoe } => self.insert("shoe_reveals", json!({"shoe": shoe, "at": at})),
            Entry::Round(round) => self.insert(
                "rounds",
                json!({"id": round.id, "table_id": round.table, "rules": round.rules, "shoe": round.shoe, "format": round.format, "text": round.text, "at": at}),
            ),
            Entry::Lines { round, first, lines } => {
                for (number, line) in (*first..).zip(lines) {
                    let row = json!({"round": round, "number": number, "kind": line.kind, "text": line.text, "at": at});
                    self.insert("lines", row);
                }
            }
            Entry::RoundClose { round } => self.insert("round_closes", json!({"round": round, "at": at})),
            Entry::RoundVoid { round, by, text } => {
                self.insert("round_closes", json!({"round": round, "at": at}));
                self.insert("round_voids", json!({"round": round, "user_id": by, "text": text, "at": at}));
            }
            Entry::Transfer(transfer) => self.add_transfer(batch, transfer),
            Entry::BuyInMax { .. } => {}
        }
    }

    fn add_transfer(&mut self, batch: &Batch, transfer: &Transfer) {
        let (kind, pending) = match transfer.kind {
            TransferKind::Posted => ("posted", None),
            TransferKind::Pending => ("pending", None),
            TransferKind::Post { pending } => ("post", Some(pending)),
            TransferKind::Void { pending } => ("void", Some(pending)),
        };
        let row = json!({
            "id": transfer.id, "request": batch.request, "debit": transfer.debit, "credit": transfer.credit,
            "amount": transfer.amount.cents(), "kind": kind, "pending": pending, "code": transfer.code,
            "round": transfer.round, "at": batch.at,
        });
        self.insert("transfers", row);
        if let (TransferKind::Pending, Some(round)) = (transfer.kind, transfer.round) {
            self.played.insert((transfer.debit.to_string(), round.to_string()));
        }
    }

    fn insert(&mut self, table: &'static str, row: Value) {
        self.inserted.entry(table).or_default().push(row);
    }

    /// Whether there is nothing to write: every request had been answered before.
    pub(crate) fn is_empty(&self) -> bool {
        self.inserted.is_empty()
    }
}

/// Writes the rows, and the balances that the page has after them.
pub(crate) async fn write<D: SqlConnection>(db: &mut D, mut rows: Rows, page: &Page) -> Result<(), Fault> {
    if !rows.users_opened.is_empty() {
        let opened = std::mem::take(&mut rows.users_opened);
        rows.inserted.insert("users", opened.into_values().collect());
    }
    give_up_names(db, &rows.users_changed).await?;
    close_rounds_first(db, &mut rows.inserted).await?;
    for kind in KINDS {
        if let Some(inserted) = rows.inserted.get(kind.table).filter(|rows| !rows.is_empty()) {
            db.run(&insert(D::DIALECT, kind), vec![Arg::json(inserted)]).await?;
        }
    }
    if !rows.played.is_empty() {
        let played: Vec<Value> = rows
            .played
            .iter()
            .map(|(account, round)| json!({"account": account, "round": round}))
            .collect();
        db.run(&insert_played(D::DIALECT), vec![Arg::json(&played)]).await?;
    }
    if !rows.users_changed.is_empty() {
        let changed: Vec<&Value> = rows.users_changed.values().collect();
        let columns = [
            ("name", Text),
            ("name_folded", Text),
            ("password", Text),
            ("role", Text),
        ];
        db.run(&update(D::DIALECT, "users", &columns), vec![Arg::json(&changed)])
            .await?;
    }
    if !rows.tokens_closed.is_empty() {
        let closed = "DELETE FROM sessions WHERE token IN {texts}";
        db.run(closed, vec![Arg::json(&rows.tokens_closed)]).await?;
    }
    if !rows.users_signed_out.is_empty() {
        let signed_out = "DELETE FROM sessions WHERE user_id IN {ids}";
        db.run(signed_out, vec![Arg::json(&rows.users_signed_out)]).await?;
    }
    if let Some(before) = rows.sessions_expire {
        db.run("DELETE FROM sessions WHERE expires < $1", vec![Arg::Int(before.0)])
            .await?;
    }
    days(db, page).await?;
    balances(db, page).await
}

/// Writes what accounts have bought and won today, which the judge has worked out.
async fn days<D: SqlConnection>(db: &mut D, page: &Page) -> Result<(), Fault> {
    let changed: Vec<Value> = page
        .days
        .changed()
        .map(|((account, day), sums)| {
            json!({"account": account, "day": day, "bought": sums.bought.cents(), "won": sums.won.cents()})
        })
        .collect();
    if changed.is_empty() {
        return Ok(());
    }
    let columns = [("account", Id), ("day", Int), ("bought", Int), ("won", Int)];
    let values: Vec<String> = columns
        .iter()
        .map(|(name, column)| D::DIALECT.column(name, *column))
        .collect();
    let (values, rows) = (values.join(", "), D::DIALECT.rows());
    let sql = format!(
        "INSERT INTO account_days (account, day, bought, won) SELECT {values} FROM {rows} WHERE true \
         ON CONFLICT (account, day) DO UPDATE SET bought = excluded.bought, won = excluded.won"
    );
    db.run(&sql, vec![Arg::json(&changed)]).await
}

/// Writes that rounds are over before others begin at their tables: a table has one open round. What this group itself
/// opened is closed with the rest.
async fn close_rounds_first<D: SqlConnection>(
    db: &mut D,
    inserted: &mut BTreeMap<&'static str, Vec<Value>>,
) -> Result<(), Fault> {
    let (Some(opened), Some(closed)) = (inserted.get("rounds"), inserted.get("round_closes")) else {
        return Ok(());
    };
    let opened: BTreeSet<String> = opened.iter().map(|round| round["id"].to_string()).collect();
    let is_here = |close: &Value| opened.contains(&close["round"].to_string());
    let (here, earlier): (Vec<Value>, Vec<Value>) = closed.iter().cloned().partition(is_here);
    if !earlier.is_empty() {
        let kind = KINDS.iter().find(|kind| kind.table == "round_closes");
        let kind = kind.expect("the kinds have one for the ends of rounds");
        db.run(&insert(D::DIALECT, kind), vec![Arg::json(&earlier)]).await?;
    }
    inserted.insert("round_closes", here);
    Ok(())
}

/// Takes the names of the users that change, so that whoever is to have one of them can be written in any order: in their
/// place stand their ids, which are longer than a name may be.
async fn give_up_names<D: SqlConnection>(db: &mut D, changed: &BTreeMap<UserId, Value>) -> Result<(), Fault> {
    if changed.is_empty() {
        return Ok(());
    }
    let parked: Vec<Value> = changed.keys().map(|id| json!({"id": id, "name_folded": id})).collect();
    db.run(
        &update(D::DIALECT, "users", &[("name_folded", Text)]),
        vec![Arg::json(&parked)],
    )
    .await
}

/// Writes the balances that have changed, which the judge has worked out.
async fn balances<D: SqlConnection>(db: &mut D, page: &Page) -> Result<(), Fault> {
    #[derive(Serialize)]
    struct Changed {
        id: crate::id::AccountId,
        posted: i64,
        pending_out: i64,
        pending_in: i64,
    }
    let changed = page.accounts.changed().map(|(id, known)| Changed {
        id: *id,
        posted: known.balance.posted.cents(),
        pending_out: known.balance.pending_out.cents(),
        pending_in: known.balance.pending_in.cents(),
    });
    let changed: Vec<Changed> = changed.collect();
    if changed.is_empty() {
        return Ok(());
    }
    let columns = [("posted", Int), ("pending_out", Int), ("pending_in", Int)];
    db.run(&update(D::DIALECT, "accounts", &columns), vec![Arg::json(&changed)])
        .await
}

fn user_row(user: &User, at: Moment) -> Value {
    let password = match &user.credential {
        Credential::Guest => None,
        Credential::Password(hash) => Some(hash),
    };
    let name_folded = User::name_folded(&user.name);
    json!({"id": user.id, "name": user.name, "name_folded": name_folded, "password": password, "role": user.role, "at": at})
}

/// `INSERT` of rows bound as one JSON text.
fn insert(dialect: Dialect, kind: &Kind) -> String {
    let names: Vec<&str> = kind.columns.iter().map(|(name, _)| *name).collect();
    let values: Vec<String> = kind
        .columns
        .iter()
        .map(|(name, column)| dialect.column(name, *column))
        .collect();
    let (rows, order) = (dialect.rows(), dialect.rows_in_order());
    let conflict = match kind.repeat {
        Repeat::Refused => "",
        Repeat::Skipped => "ON CONFLICT DO NOTHING",
    };
    let (table, names, values) = (kind.table, names.join(", "), values.join(", "));
    format!("INSERT INTO {table} ({names}) SELECT {values} FROM {rows} WHERE true {order} {conflict}")
}

/// Notes who has wagered in which round, once each.
fn insert_played(dialect: Dialect) -> String {
    let (account, round) = (dialect.column("account", Id), dialect.column("round", Id));
    let rows = dialect.rows();
    format!(
        "INSERT INTO played (account, round_ordinal) SELECT {account}, r.ordinal \
         FROM {rows} JOIN rounds r ON r.id = {round} WHERE true ON CONFLICT DO NOTHING"
    )
}

/// `UPDATE` of the columns by id, from rows bound as one JSON text.
fn update(dialect: Dialect, table: &str, columns: &[(&str, Column)]) -> String {
    let set = |(name, column): &(&str, Column)| format!("{name} = {}", dialect.column(name, *column));
    let set: Vec<String> = columns.iter().map(set).collect();
    let (set, rows, id) = (set.join(", "), dialect.rows(), dialect.column("id", Id));
    format!("UPDATE {table} SET {set} FROM {rows} WHERE {table}.id = {id}")
}
