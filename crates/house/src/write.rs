//! Writes what the judge has accepted: one statement for each table, however many batches there are. A row is said once, column
//! by column with its value; the schema of each database says the rest.

use std::collections::{BTreeMap, BTreeSet};

use croupier_rules::Money;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::batch::{Batch, Entry, Reply};
use crate::fault::Fault;
use crate::id::{Hash, Moment, UserId};
use crate::page::Page;
use crate::records::{Balance, Credential, Transfer, TransferKind, User};
use crate::rows::account_owner;
use crate::sql_connection::{Arg, Column, Dialect, SqlConnection};

use Column::{Id, Int, Text};

/// The tables in the order in which their rows are written, so that whatever a row refers to is there before it.
const ORDER: &[&str] = &[
    "requests",
    "rules",
    "users",
    "sessions",
    "loss_limits",
    "notes",
    "tables",
    "table_changes",
    "accounts",
    "shoes",
    "shoe_mixes",
    "shoe_events",
    "rounds",
    "lines",
    "transfers",
    "shoe_reveals",
    "round_closes",
    "round_voids",
];

/// The table whose rows say nothing new when they are there already. In any other that is a mistake, or somebody else's work of the
/// same instant.
const KEPT_ONCE: &str = "rules";

/// One value of a row, with the name and the type of its column.
struct Cell {
    name: &'static str,
    column: Column,
    value: Value,
}

fn id(name: &'static str, value: impl Serialize) -> Cell {
    Cell::new(name, Id, value)
}

fn int(name: &'static str, value: impl Serialize) -> Cell {
    Cell::new(name, Int, value)
}

fn text(name: &'static str, value: impl Serialize) -> Cell {
    Cell::new(name, Text, value)
}

impl Cell {
    fn new(name: &'static str, column: Column, value: impl Serialize) -> Cell {
        let value = serde_json::to_value(value).expect("ids, numbers and words have a JSON form without fail");
        Cell { name, column, value }
    }
}

/// Rows of one table, all with the same columns.
#[derive(Default)]
struct Inserted {
    columns: Vec<(&'static str, Column)>,
    rows: Vec<Value>,
}

impl Inserted {
    fn push(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let mut row = Map::new();
        let mut columns = Vec::new();
        for cell in cells {
            columns.push((cell.name, cell.column));
            row.insert(cell.name.to_string(), cell.value);
        }
        debug_assert!(
            self.rows.is_empty() || self.columns == columns,
            "rows of a table have one form"
        );
        self.columns = columns;
        self.rows.push(Value::Object(row));
    }
}

/// The rows of a group of batches.
#[derive(Default)]
pub(crate) struct Rows {
    inserted: BTreeMap<&'static str, Inserted>,
    users_opened: BTreeMap<UserId, (User, Moment)>,
    users_changed: BTreeMap<UserId, User>,
    tokens_closed: BTreeSet<Hash>,
    users_signed_out: BTreeSet<UserId>,
    sessions_expire: Option<Moment>,
    played: BTreeSet<(String, String)>,
}

impl Rows {
    /// Adds a request and its reply.
    pub(crate) fn add_request(&mut self, batch: &Batch, reply: &Reply) {
        let reply = serde_json::to_string(reply).expect("a reply has a JSON form without fail");
        let row = [
            id("id", batch.request),
            text("asked", batch.asked_hash()),
            text("reply", reply),
            int("at", batch.at),
        ];
        self.insert("requests", row);
    }

    /// Adds everything an accepted batch writes.
    pub(crate) fn add_entries(&mut self, batch: &Batch) {
        for entry in &batch.entries {
            self.add_entry(batch, entry);
        }
    }

    fn add_entry(&mut self, batch: &Batch, entry: &Entry) {
        let at = || int("at", batch.at);
        match entry {
            Entry::User(user) => drop(self.users_opened.insert(user.id, (user.clone(), batch.at))),
            Entry::UserChange(user) => match self.users_opened.get_mut(&user.id) {
                Some(opened) => *opened = (user.clone(), batch.at),
                None => drop(self.users_changed.insert(user.id, user.clone())),
            },
            Entry::Session(session) => {
                let (token, user) = (text("token", &session.token), id("user_id", session.user));
                self.insert("sessions", [token, user, int("expires", session.expires), at()]);
            }
            Entry::SessionClose { token } => drop(self.tokens_closed.insert(token.clone())),
            Entry::SessionsExpire { before } => self.sessions_expire = self.sessions_expire.max(Some(*before)),
            Entry::SessionsEnd { user } => drop(self.users_signed_out.insert(*user)),
            Entry::LossLimit { user, limit } => {
                let cents = int("cents", limit.map(Money::cents));
                self.insert("loss_limits", [id("user_id", user), cents, at()]);
            }
            Entry::Note { user, kind, text: said } => {
                let hash = text("hash", Hash::of(said.as_bytes()));
                let row = [id("user_id", user), text("kind", kind), hash, text("text", said), at()];
                self.insert("notes", row);
            }
            Entry::Rules { text: file } => {
                let hash = text("hash", Hash::of(file.as_bytes()));
                self.insert("rules", [hash, text("text", file), at()]);
            }
            Entry::Table(change) => {
                if change.number == 0 {
                    self.insert("tables", [id("id", change.table), at()]);
                }
                let row = [
                    id("table_id", change.table),
                    int("number", change.number),
                    text("standing", change.standing),
                    text("text", &change.text),
                    at(),
                ];
                self.insert("table_changes", row);
            }
            Entry::Account(account) => {
                let (kind, owner) = account_owner(account.kind);
                let row = [id("id", account.id), text("kind", kind), id("owner", owner)];
                let row = row.into_iter().chain(balance_cells(&Balance::default()));
                self.insert("accounts", row.chain([at()]));
            }
            Entry::Shoe(shoe) => {
                let row = [
                    id("id", shoe.id),
                    id("table_id", shoe.table),
                    text("commitment", &shoe.commitment),
                    text("secret", &shoe.secret),
                    int("format", shoe.format),
                    at(),
                ];
                self.insert("shoes", row);
            }
            Entry::ShoeShuffle { shoe, text: said } => {
                self.insert("shoe_mixes", [id("shoe", shoe), text("text", said), at()]);
            }
            Entry::ShoeEvent {
                shoe,
                number,
                text: said,
            } => {
                let row = [id("shoe", shoe), int("number", number), text("text", said), at()];
                self.insert("shoe_events", row);
            }
            Entry::ShoeReveal { shoe } => self.insert("shoe_reveals", [id("shoe", shoe), at()]),
            Entry::Round(round) => {
                let row = [
                    id("id", round.id),
                    id("table_id", round.table),
                    text("rules", &round.rules),
                    id("shoe", round.shoe),
                    int("format", round.format),
                    text("text", &round.text),
                    at(),
                ];
                self.insert("rounds", row);
            }
            Entry::Lines { round, first, lines } => {
                for (number, line) in (*first..).zip(lines) {
                    let (kind, said) = (text("kind", line.kind), text("text", &line.text));
                    self.insert("lines", [id("round", round), int("number", number), kind, said, at()]);
                }
            }
            Entry::RoundClose { round } => self.insert("round_closes", [id("round", round), at()]),
            Entry::RoundVoid { round, by, text: said } => {
                self.insert("round_closes", [id("round", round), at()]);
                let row = [id("round", round), id("user_id", by), text("text", said), at()];
                self.insert("round_voids", row);
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
        let row = [
            id("id", transfer.id),
            id("request", batch.request),
            id("debit", transfer.debit),
            id("credit", transfer.credit),
            int("amount", transfer.amount.cents()),
            text("kind", kind),
            id("pending", pending),
            text("code", transfer.code),
            id("round", transfer.round),
            int("at", batch.at),
        ];
        self.insert("transfers", row);
        if let (TransferKind::Pending, Some(round)) = (transfer.kind, transfer.round) {
            self.played.insert((transfer.debit.to_string(), round.to_string()));
        }
    }

    fn insert(&mut self, table: &'static str, row: impl IntoIterator<Item = Cell>) {
        self.inserted.entry(table).or_default().push(row);
    }

    /// Whether there is nothing to write: every request had been answered before.
    pub(crate) fn is_empty(&self) -> bool {
        self.inserted.is_empty()
    }
}

/// Writes the rows, and the balances that the page has after them.
pub(crate) async fn write<D: SqlConnection>(db: &mut D, mut rows: Rows, page: &Page) -> Result<(), Fault> {
    for (user, at) in std::mem::take(&mut rows.users_opened).into_values() {
        rows.insert("users", user_cells(&user).into_iter().chain([int("at", at)]));
    }
    give_up_names(db, &rows.users_changed).await?;
    close_rounds_first(db, &mut rows.inserted).await?;
    for table in ORDER {
        if let Some(inserted) = rows.inserted.get(table).filter(|inserted| !inserted.rows.is_empty()) {
            db.run(
                &insert(D::DIALECT, table, &inserted.columns),
                vec![Arg::json(&inserted.rows)],
            )
            .await?;
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
    update(db, "users", rows.users_changed.values().map(user_cells)).await?;
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
    let mut changed = Inserted::default();
    for ((account, day), sums) in page.days.changed() {
        let (bought, won) = (int("bought", sums.bought.cents()), int("won", sums.won.cents()));
        changed.push([id("account", account), int("day", day), bought, won]);
    }
    if changed.rows.is_empty() {
        return Ok(());
    }
    let sql = insert(D::DIALECT, "account_days", &changed.columns)
        + "ON CONFLICT (account, day) DO UPDATE SET bought = excluded.bought, won = excluded.won";
    db.run(&sql, vec![Arg::json(&changed.rows)]).await
}

/// Writes that rounds are over before others begin at their tables: a table has one open round. What this group itself
/// opened is closed with the rest.
async fn close_rounds_first<D: SqlConnection>(
    db: &mut D,
    inserted: &mut BTreeMap<&'static str, Inserted>,
) -> Result<(), Fault> {
    let (Some(opened), Some(closed)) = (inserted.get("rounds"), inserted.get("round_closes")) else {
        return Ok(());
    };
    let opened: BTreeSet<String> = opened.rows.iter().map(|round| round["id"].to_string()).collect();
    let is_here = |close: &Value| opened.contains(&close["round"].to_string());
    let (here, earlier): (Vec<Value>, Vec<Value>) = closed.rows.iter().cloned().partition(is_here);
    let columns = closed.columns.clone();
    if !earlier.is_empty() {
        db.run(&insert(D::DIALECT, "round_closes", &columns), vec![Arg::json(&earlier)])
            .await?;
    }
    inserted.insert("round_closes", Inserted { columns, rows: here });
    Ok(())
}

/// Takes the names of the users that change, so that whoever is to have one of them can be written in any order: in their
/// place stand their ids, which are longer than a name may be.
async fn give_up_names<D: SqlConnection>(db: &mut D, changed: &BTreeMap<UserId, User>) -> Result<(), Fault> {
    let parked = changed.keys().map(|user| [id("id", user), text("name_folded", user)]);
    update(db, "users", parked).await
}

/// Writes the balances that have changed, which the judge has worked out.
async fn balances<D: SqlConnection>(db: &mut D, page: &Page) -> Result<(), Fault> {
    let changed = page.accounts.changed();
    let changed = changed.map(|(account, known)| [id("id", account)].into_iter().chain(balance_cells(&known.balance)));
    update(db, "accounts", changed).await
}

fn balance_cells(balance: &Balance) -> [Cell; 3] {
    [
        int("posted", balance.posted.cents()),
        int("pending_out", balance.pending_out.cents()),
        int("pending_in", balance.pending_in.cents()),
    ]
}

fn user_cells(user: &User) -> [Cell; 5] {
    let password = match &user.credential {
        Credential::Guest => None,
        Credential::Password(hash) => Some(hash),
    };
    [
        id("id", user.id),
        text("name", &user.name),
        text("name_folded", User::name_folded(&user.name)),
        text("password", password),
        text("role", user.role),
    ]
}

/// `INSERT` of rows bound as one JSON text.
fn insert(dialect: Dialect, table: &str, columns: &[(&str, Column)]) -> String {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let values: Vec<String> = columns
        .iter()
        .map(|(name, column)| dialect.column(name, *column))
        .collect();
    let (rows, order) = (dialect.rows(), dialect.rows_in_order());
    let conflict = if table == KEPT_ONCE {
        "ON CONFLICT DO NOTHING"
    } else {
        ""
    };
    let (names, values) = (names.join(", "), values.join(", "));
    format!("INSERT INTO {table} ({names}) SELECT {values} FROM {rows} WHERE true {order} {conflict}")
}

/// Notes who has wagered in which round, once each.
fn insert_played(dialect: Dialect) -> String {
    let (account, round) = (dialect.column("account", Id), dialect.column("round", Id));
    let (rows, listed) = (dialect.rows(), dialect.listed("r.id", "round"));
    format!(
        "INSERT INTO played (account, round_ordinal) SELECT {account}, r.ordinal \
         FROM {rows} JOIN rounds r ON r.id = {round} WHERE true{listed} ON CONFLICT DO NOTHING"
    )
}

/// Updates the rows with these ids, if there are any, to their other columns.
async fn update<D: SqlConnection, R: IntoIterator<Item = Cell>>(
    db: &mut D,
    table: &str,
    changed: impl Iterator<Item = R>,
) -> Result<(), Fault> {
    let mut updated = Inserted::default();
    changed.for_each(|row| updated.push(row));
    if updated.rows.is_empty() {
        return Ok(());
    }
    let set = |(name, column): &(&str, Column)| format!("{name} = {}", D::DIALECT.column(name, *column));
    let set: Vec<String> = updated
        .columns
        .iter()
        .filter(|(name, _)| *name != "id")
        .map(set)
        .collect();
    let (set, rows, id) = (set.join(", "), D::DIALECT.rows(), D::DIALECT.column("id", Id));
    let listed = D::DIALECT.listed(&format!("{table}.id"), "id");
    let sql = format!("UPDATE {table} SET {set} FROM {rows} WHERE {table}.id = {id}{listed}");
    db.run(&sql, vec![Arg::json(&updated.rows)]).await
}
