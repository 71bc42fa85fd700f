//! Reads what the batches at hand speak of into a [`Page`], in a fixed order, so that two writers never wait for each
//! other in a circle.

use std::collections::BTreeSet;

use croupier_rules::Money;
use uuid::Uuid;

use crate::batch::{Answered, Batch, Entry, Reply};
use crate::fault::Fault;
use crate::id::{Hash, RoundId, ShoeId, TableId, UserId};
use crate::page::{
    KnownAccount, KnownRound, KnownShoe, KnownTable, KnownTransfer, KnownUser, Page, Resolution, RoundStanding,
    Secrecy, SessionStanding, Shuffling,
};
use crate::records::{AccountKind, Code, Day, Transfer, TransferKind, User};
use crate::rows::{ACCOUNT, AccountRow, TRANSFER, TransferRow, account, account_owner, transfer};
use crate::sql_connection::{Arg, Dialect, Row, SqlConnection, count, word};

/// Reads everything the batches speak of, and locks what they may change.
pub(crate) async fn load<D: SqlConnection>(db: &mut D, batches: &[Batch]) -> Result<Page, Fault> {
    let mentioned = Mentioned::of(batches);
    let mut page = Page::default();
    epochs(db, &mut page, &mentioned.leased).await?;
    requests(db, &mut page, &mentioned.requests).await?;
    accounts(db, &mut page, &mentioned.accounts, &mentioned.owners).await?;
    rounds(db, &mut page, &mentioned.rounds, &mentioned.rounds_closing).await?;
    let closing = mentioned
        .rounds_closing
        .iter()
        .filter_map(|round| page.rounds.get(&RoundId::from(*round))?.shoe);
    let shoes_mentioned: BTreeSet<Uuid> = closing.map(ShoeId::uuid).chain(mentioned.shoes).collect();
    shoes(db, &mut page, &shoes_mentioned).await?;
    let closing = mentioned
        .rounds_closing
        .iter()
        .filter_map(|round| Some(page.rounds.get(&RoundId::from(*round))?.table));
    let tables_mentioned: BTreeSet<Uuid> = closing.map(TableId::uuid).chain(mentioned.tables).collect();
    tables(db, &mut page, &tables_mentioned).await?;
    days(db, &mut page, &mentioned.accounts_counted, mentioned.day_first).await?;
    loss_limits(db, &mut page, &mentioned.wagering).await?;
    users(db, &mut page, &mentioned.users, &mentioned.names).await?;
    transfers(db, &mut page, &mentioned.transfers).await?;
    if !mentioned.tokens.is_empty() {
        let found = "SELECT token FROM sessions WHERE token IN {texts}";
        for (token,) in db.rows::<(String,)>(found, vec![Arg::json(&mentioned.tokens)]).await? {
            page.sessions.read(Hash::stored(token), SessionStanding::Open);
        }
    }
    if !mentioned.rules.is_empty() {
        let found = "SELECT hash FROM rules WHERE hash IN {texts}";
        for (hash,) in db.rows::<(String,)>(found, vec![Arg::json(&mentioned.rules)]).await? {
            page.rules.read(Hash::stored(hash), ());
        }
    }
    Ok(page)
}

/// The keys of everything that batches speak of.
#[derive(Default)]
struct Mentioned {
    /// The tables that a batch carries the lease of.
    leased: BTreeSet<Uuid>,
    /// The accounts whose day counts: those that buy, sell, win, lose or wager.
    accounts_counted: BTreeSet<Uuid>,
    /// The first day of a batch.
    day_first: i64,
    /// The accounts that wager, whose owners may have a loss limit.
    wagering: BTreeSet<Uuid>,
    requests: BTreeSet<Uuid>,
    accounts: BTreeSet<Uuid>,
    owners: BTreeSet<Uuid>,
    rounds: BTreeSet<Uuid>,
    /// The rounds that close: with each of them its shoe has one open round less.
    rounds_closing: BTreeSet<Uuid>,
    shoes: BTreeSet<Uuid>,
    tables: BTreeSet<Uuid>,
    users: BTreeSet<Uuid>,
    names: BTreeSet<String>,
    transfers: BTreeSet<Uuid>,
    tokens: BTreeSet<Hash>,
    rules: BTreeSet<Hash>,
}

impl Mentioned {
    fn of(batches: &[Batch]) -> Mentioned {
        let mut mentioned = Mentioned {
            day_first: batches.iter().map(|batch| batch.at.day()).min().unwrap_or(0),
            ..Mentioned::default()
        };
        for batch in batches {
            mentioned.leased.extend(batch.lease.map(|lease| lease.table.uuid()));
            mentioned.requests.insert(batch.request.uuid());
            for entry in &batch.entries {
                mentioned.add(entry);
            }
        }
        mentioned
    }

    fn add(&mut self, entry: &Entry) {
        match entry {
            Entry::User(user) | Entry::UserChange(user) => {
                self.users.insert(user.id.uuid());
                self.names.insert(User::name_folded(&user.name));
            }
            Entry::Session(session) => {
                self.users.insert(session.user.uuid());
                self.tokens.insert(session.token.clone());
            }
            Entry::SessionClose { token } => {
                self.tokens.insert(token.clone());
            }
            Entry::LossLimit { user, .. } | Entry::SessionsEnd { user } | Entry::Note { user, .. } => {
                self.users.insert(user.uuid());
            }
            // A file that is kept already is not written again, which the statement sees to.
            Entry::SessionsExpire { .. } | Entry::Rules { .. } => {}
            Entry::Table(change) => {
                self.tables.insert(change.table.uuid());
            }
            Entry::Account(account) => {
                self.accounts.insert(account.id.uuid());
                self.owners.insert(account_owner(account.kind).1);
                match account.kind {
                    AccountKind::HouseBank => {}
                    AccountKind::Player(user) => drop(self.users.insert(user.uuid())),
                    AccountKind::Rack(table) => drop(self.tables.insert(table.uuid())),
                }
            }
            Entry::Shoe(shoe) => {
                self.shoes.insert(shoe.id.uuid());
                self.tables.insert(shoe.table.uuid());
            }
            Entry::ShoeShuffle { shoe, .. } | Entry::ShoeEvent { shoe, .. } | Entry::ShoeReveal { shoe } => {
                self.shoes.insert(shoe.uuid());
            }
            Entry::Round(round) => {
                self.rounds.insert(round.id.uuid());
                self.tables.insert(round.table.uuid());
                self.rules.insert(round.rules.clone());
                self.shoes.extend(round.shoe.map(|shoe| shoe.uuid()));
            }
            Entry::Lines { round, .. } => {
                self.rounds.insert(round.uuid());
            }
            Entry::RoundClose { round } => {
                self.rounds.insert(round.uuid());
                self.rounds_closing.insert(round.uuid());
            }
            Entry::RoundVoid { round, by, .. } => {
                self.rounds.insert(round.uuid());
                self.rounds_closing.insert(round.uuid());
                self.users.insert(by.uuid());
            }
            Entry::Transfer(transfer) => {
                self.accounts.extend([transfer.debit.uuid(), transfer.credit.uuid()]);
                self.rounds.extend(transfer.round.map(|round| round.uuid()));
                self.transfers.insert(transfer.id.uuid());
                self.count(transfer);
                if let TransferKind::Post { pending } | TransferKind::Void { pending } = transfer.kind {
                    self.transfers.insert(pending.uuid());
                }
            }
            Entry::BuyInMax { account, .. } => {
                self.accounts.insert(account.uuid());
                self.accounts_counted.insert(account.uuid());
            }
        }
    }

    fn count(&mut self, transfer: &Transfer) {
        match transfer.code {
            Code::BuyIn | Code::Payout => drop(self.accounts_counted.insert(transfer.credit.uuid())),
            Code::CashOut | Code::Loss => drop(self.accounts_counted.insert(transfer.debit.uuid())),
            Code::Wager => {
                self.accounts_counted.insert(transfer.debit.uuid());
                self.wagering.insert(transfer.debit.uuid());
            }
            Code::Fill | Code::RackReturn | Code::Returned | Code::Correction => {}
        }
    }
}

/// Locks the keys of the leases: nobody takes one of these tables over before the transaction ends, and nobody who renews
/// them waits for it.
async fn epochs<D: SqlConnection>(db: &mut D, page: &mut Page, ids: &BTreeSet<Uuid>) -> Result<(), Fault> {
    if D::DIALECT == Dialect::Sqlite {
        // A file has one server and no leases, so nobody's lease is the newest.
        return Ok(());
    }
    let found = "SELECT table_id, epoch FROM leases WHERE table_id IN {ids} ORDER BY table_id FOR KEY SHARE";
    for (table, epoch) in listed::<D, (Uuid, i64)>(db, found, ids).await? {
        page.epochs.insert(table.into(), epoch);
    }
    Ok(())
}

async fn requests<D: SqlConnection>(db: &mut D, page: &mut Page, ids: &BTreeSet<Uuid>) -> Result<(), Fault> {
    let found = "SELECT id, asked, reply FROM requests WHERE id IN {ids}";
    for (id, asked, reply) in listed::<D, (Uuid, String, String)>(db, found, ids).await? {
        page.requests.insert(id.into(), answered(asked, &reply)?);
    }
    Ok(())
}

/// An answer as the books have it.
pub(crate) fn answered(asked: String, reply: &str) -> Result<Answered, Fault> {
    let reply: Reply = serde_json::from_str(reply).map_err(|error| Fault::Damaged(format!("a reply: {error}")))?;
    let asked = Hash::stored(asked);
    Ok(Answered { asked, reply })
}

async fn accounts<D: SqlConnection>(
    db: &mut D,
    page: &mut Page,
    ids: &BTreeSet<Uuid>,
    owners: &BTreeSet<Uuid>,
) -> Result<(), Fault> {
    let found = format!("SELECT {ACCOUNT} FROM accounts WHERE id IN {{ids}} ORDER BY id {{lock}}");
    for row in listed::<D, AccountRow>(db, &found, ids).await? {
        let (account, balance) = account(row)?;
        let kind = account.kind;
        page.accounts.read(account.id, KnownAccount { kind, balance });
    }
    let found = format!("SELECT {ACCOUNT} FROM accounts WHERE owner IN {{ids}}");
    for row in listed::<D, AccountRow>(db, &found, owners).await? {
        let (account, _) = account(row)?;
        page.owners.read(account.kind, account.id);
    }
    Ok(())
}

/// Locks the rounds first and counts after: what others wrote while we waited for the lock is counted too.
async fn rounds<D: SqlConnection>(
    db: &mut D,
    page: &mut Page,
    ids: &BTreeSet<Uuid>,
    closing: &BTreeSet<Uuid>,
) -> Result<(), Fault> {
    if D::DIALECT == Dialect::Postgres {
        let lock = "SELECT id FROM rounds WHERE id IN {ids} ORDER BY id {lock}";
        listed::<D, (Uuid,)>(db, lock, ids).await?;
    }
    let found = "SELECT r.id, r.table_id, r.shoe, \
         (SELECT COALESCE(max(l.number) + 1, 0) FROM lines l WHERE l.round = r.id), \
         (SELECT count(*) FROM round_closes c WHERE c.round = r.id) \
         FROM rounds r WHERE r.id IN {ids}";
    type Found = (Uuid, Uuid, Option<Uuid>, i64, i64);
    for (id, table, shoe, lines, closes) in listed::<D, Found>(db, found, ids).await? {
        let known = KnownRound {
            table: table.into(),
            shoe: shoe.map(Into::into),
            standing: if closes == 0 {
                RoundStanding::Open
            } else {
                RoundStanding::Closed
            },
            lines: count(lines)?,
            wagers_open: None,
        };
        page.rounds.read(id.into(), known);
    }
    let felt = "SELECT r.id, (SELECT count(*) FROM transfers t WHERE t.round = r.id AND t.kind = 'pending' \
             AND NOT EXISTS (SELECT 1 FROM transfers d WHERE d.pending = t.id)) \
         FROM rounds r WHERE r.id IN {ids}";
    for (id, wagers_open) in listed::<D, (Uuid, i64)>(db, felt, closing).await? {
        let id = RoundId::from(id);
        let known = *page.rounds.get(&id).expect("a round that closes was read above");
        let wagers_open = Some(count(wagers_open)?);
        page.rounds.read(id, KnownRound { wagers_open, ..known });
    }
    Ok(())
}

async fn shoes<D: SqlConnection>(db: &mut D, page: &mut Page, ids: &BTreeSet<Uuid>) -> Result<(), Fault> {
    if D::DIALECT == Dialect::Postgres {
        let lock = "SELECT id FROM shoes WHERE id IN {ids} ORDER BY id {lock}";
        listed::<D, (Uuid,)>(db, lock, ids).await?;
    }
    let found = "SELECT s.id, s.table_id, \
         (SELECT count(*) FROM shoe_mixes m WHERE m.shoe = s.id), \
         (SELECT count(*) FROM shoe_reveals v WHERE v.shoe = s.id), \
         (SELECT count(*) FROM rounds r WHERE r.shoe = s.id \
             AND NOT EXISTS (SELECT 1 FROM round_closes c WHERE c.round = r.id)), \
         (SELECT COALESCE(max(e.number) + 1, 0) FROM shoe_events e WHERE e.shoe = s.id) \
         FROM shoes s WHERE s.id IN {ids}";
    type Found = (Uuid, Uuid, i64, i64, i64, i64);
    for (id, table, mixes, reveals, rounds_open, events) in listed::<D, Found>(db, found, ids).await? {
        let known = KnownShoe {
            table: table.into(),
            shuffling: if mixes == 0 {
                Shuffling::Awaited
            } else {
                Shuffling::Done
            },
            secrecy: if reveals == 0 {
                Secrecy::Secret
            } else {
                Secrecy::Revealed
            },
            rounds_open: count(rounds_open)?,
            events: count(events)?,
        };
        page.shoes.read(id.into(), known);
    }
    Ok(())
}

async fn tables<D: SqlConnection>(db: &mut D, page: &mut Page, ids: &BTreeSet<Uuid>) -> Result<(), Fault> {
    if D::DIALECT == Dialect::Postgres {
        let lock = "SELECT id FROM tables WHERE id IN {ids} ORDER BY id {lock}";
        listed::<D, (Uuid,)>(db, lock, ids).await?;
    }
    let found = "SELECT c.table_id, c.number, c.standing FROM table_changes c WHERE c.table_id IN {ids} \
         AND c.number = (SELECT max(d.number) FROM table_changes d WHERE d.table_id = c.table_id)";
    for (id, number, standing) in listed::<D, (Uuid, i64, String)>(db, found, ids).await? {
        let known = KnownTable {
            changes: count(number)? + 1,
            standing: word(&standing)?,
            round_open: None,
        };
        page.tables.read(id.into(), known);
    }
    let found = "SELECT table_id, round FROM rounds_open WHERE table_id IN {ids}";
    for (id, round) in listed::<D, (Uuid, Uuid)>(db, found, ids).await? {
        let id = TableId::from(id);
        let Some(known) = page.tables.get(&id).copied() else {
            return Err(Fault::Damaged(format!("table {id} has an open round and no opening")));
        };
        let round_open = Some(round.into());
        page.tables.read(id, KnownTable { round_open, ..known });
    }
    Ok(())
}

async fn days<D: SqlConnection>(db: &mut D, page: &mut Page, ids: &BTreeSet<Uuid>, first: i64) -> Result<(), Fault> {
    if ids.is_empty() {
        return Ok(());
    }
    let found = "SELECT account, day, bought, won FROM account_days WHERE account IN {ids} AND day >= $2";
    let args = vec![Arg::json(ids), Arg::Int(first)];
    for (account, day, bought, won) in db.rows::<(Uuid, i64, i64, i64)>(found, args).await? {
        let sums = Day {
            bought: Money::from_cents(bought),
            won: Money::from_cents(won),
        };
        page.days.read((account.into(), day), sums);
    }
    Ok(())
}

async fn loss_limits<D: SqlConnection>(db: &mut D, page: &mut Page, ids: &BTreeSet<Uuid>) -> Result<(), Fault> {
    let found = "SELECT l.user_id, l.cents FROM accounts a \
         JOIN loss_limits l ON l.user_id = a.owner AND a.kind = 'player' \
         WHERE a.id IN {ids} AND l.ordinal = (SELECT max(m.ordinal) FROM loss_limits m WHERE m.user_id = l.user_id)";
    for (user, cents) in listed::<D, (Uuid, Option<i64>)>(db, found, ids).await? {
        page.loss_limits.read(UserId::from(user), cents.map(Money::from_cents));
    }
    Ok(())
}

async fn users<D: SqlConnection>(
    db: &mut D,
    page: &mut Page,
    ids: &BTreeSet<Uuid>,
    names: &BTreeSet<String>,
) -> Result<(), Fault> {
    let mut found: Vec<(Uuid, String)> = listed(
        db,
        "SELECT id, name_folded FROM users WHERE id IN {ids} ORDER BY id {lock}",
        ids,
    )
    .await?;
    if !names.is_empty() {
        let named = "SELECT id, name_folded FROM users WHERE name_folded IN {texts}";
        found.extend(db.rows::<(Uuid, String)>(named, vec![Arg::json(names)]).await?);
    }
    for (id, name_folded) in found {
        page.names.read(name_folded.clone(), Some(id.into()));
        page.users.read(id.into(), KnownUser { name_folded });
    }
    Ok(())
}

async fn transfers<D: SqlConnection>(db: &mut D, page: &mut Page, ids: &BTreeSet<Uuid>) -> Result<(), Fault> {
    let found = format!("SELECT {TRANSFER} FROM transfers t WHERE t.id IN {{ids}}");
    for row in listed::<D, TransferRow>(db, &found, ids).await? {
        let transfer = transfer(row)?.transfer;
        let resolution = None;
        page.transfers.read(transfer.id, KnownTransfer { transfer, resolution });
    }
    let found = "SELECT d.pending, d.kind FROM transfers d WHERE d.pending IN {ids}";
    for (pending, kind) in listed::<D, (Uuid, String)>(db, found, ids).await? {
        let held = *page
            .transfers
            .get(&pending.into())
            .ok_or_else(|| Fault::Damaged(format!("the pending transfer {pending} is resolved but not written")))?;
        let resolution = Some(if kind == "post" {
            Resolution::Posted
        } else {
            Resolution::Voided
        });
        page.transfers
            .read(pending.into(), KnownTransfer { resolution, ..held });
    }
    Ok(())
}

/// The rows a statement finds for a list of ids; none for no ids, without asking.
async fn listed<D: SqlConnection, T: Row>(db: &mut D, statement: &str, ids: &BTreeSet<Uuid>) -> Result<Vec<T>, Fault> {
    match ids.is_empty() {
        true => Ok(Vec::new()),
        false => db.rows(statement, vec![Arg::json(ids)]).await,
    }
}
