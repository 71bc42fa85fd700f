//! The proof of the books from themselves alone. It works with running sums of its own and shares no code with the
//! judge: a mistake in one is found by the other.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use croupier_rules::Money;
use uuid::Uuid;

use crate::batch::Reply;
use crate::fault::Fault;
use crate::id::{AccountId, Hash, RequestId, TransferId};
use crate::load;
use crate::records::{Account, AccountKind, Balance, Code, Day, Transfer, TransferKind, TransferRecord};
use crate::rows::{self, ACCOUNT, AccountRow, TRANSFER, TransferRow};
use crate::sql_connection::{Arg, SqlConnection};

/// The most differences a check writes out; it counts them all.
const SHOWN_MAX: usize = 20;
const PAGE: i64 = 2000;

/// What the audit has checked, and what it has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditReport {
    /// Every check, in a fixed order.
    pub checks: Vec<Check>,
}

/// One law of the books, looked for in everything it speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The law, as a sentence.
    pub law: &'static str,
    /// How many things it was checked on.
    pub checked: u64,
    /// How many of them break it.
    pub broken: u64,
    /// The first of those, each as a sentence.
    pub differences: Vec<String>,
}

impl AuditReport {
    /// Whether every law holds.
    pub fn is_clean(&self) -> bool {
        self.checks.iter().all(|check| check.broken == 0)
    }
}

impl Check {
    /// A law that nothing has been held against yet.
    pub fn new(law: &'static str) -> Check {
        Check {
            law,
            checked: 0,
            broken: 0,
            differences: Vec::new(),
        }
    }

    /// Holds one thing against the law.
    pub fn expect(&mut self, holds: bool, difference: impl FnOnce() -> String) {
        self.checked += 1;
        if !holds {
            self.broken += 1;
            if self.differences.len() < SHOWN_MAX {
                self.differences.push(difference());
            }
        }
    }
}

impl fmt::Display for AuditReport {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for check in &self.checks {
            let mark = if check.broken == 0 { "holds" } else { "BROKEN" };
            writeln!(
                f,
                "{mark:<6}  {} ({} checked, {} broken)",
                check.law, check.checked, check.broken
            )?;
            for difference in &check.differences {
                writeln!(f, "          {difference}")?;
            }
        }
        Ok(())
    }
}

/// Checks every law of the ledger on what one connection sees.
pub(crate) async fn audit<D: SqlConnection>(db: &mut D) -> Result<AuditReport, Fault> {
    let accounts = accounts(db).await?;
    let days = days(db).await?;
    let mut replay = Replay::new(&accounts);
    let mut after = i64::MIN;
    loop {
        let sql = format!("SELECT {TRANSFER} FROM transfers t WHERE t.ordinal > $1 ORDER BY t.ordinal LIMIT $2");
        let page: Vec<TransferRow> = db.rows(&sql, vec![Arg::Int(after), Arg::Int(PAGE)]).await?;
        let page: Vec<TransferRecord> = page.into_iter().map(rows::transfer).collect::<Result<_, _>>()?;
        let Some(last) = page.last() else { break };
        after = last.ordinal;
        let replies = replies_to(db, &page).await?;
        for record in &page {
            replay.follow(record, &replies);
        }
    }
    let (mut checks, pairs) = replay.conclude(&days);
    checks.push(replies_lead_to_transfers(db, pairs).await?);
    checks.push(lines_without_gaps(db).await?);
    checks.push(rounds_over_are_resolved(db).await?);
    checks.push(open_rounds_are_kept(db).await?);
    checks.push(tables_without_gaps(db).await?);
    checks.push(rules_have_their_hashes(db).await?);
    checks.push(notes_have_their_hashes(db).await?);
    Ok(AuditReport { checks })
}

async fn accounts<D: SqlConnection>(db: &mut D) -> Result<Vec<(Account, Balance)>, Fault> {
    let rows: Vec<AccountRow> = db
        .rows(&format!("SELECT {ACCOUNT} FROM accounts ORDER BY id"), Vec::new())
        .await?;
    rows.into_iter().map(rows::account).collect()
}

/// What is kept of the days of players.
async fn days<D: SqlConnection>(db: &mut D) -> Result<HashMap<(AccountId, i64), Day>, Fault> {
    let rows: Vec<(Uuid, i64, i64, i64)> = db
        .rows("SELECT account, day, bought, won FROM account_days", Vec::new())
        .await?;
    let day = |(account, day, bought, won): (Uuid, i64, i64, i64)| {
        let sums = Day {
            bought: Money::from_cents(bought),
            won: Money::from_cents(won),
        };
        ((AccountId::from(account), day), sums)
    };
    Ok(rows.into_iter().map(day).collect())
}

/// The replies to the requests that asked for these transfers.
async fn replies_to<D: SqlConnection>(db: &mut D, page: &[TransferRecord]) -> Result<HashMap<RequestId, Reply>, Fault> {
    let ids: BTreeSet<RequestId> = page.iter().map(|record| record.request).collect();
    let sql = "SELECT id, asked, reply FROM requests WHERE id IN {ids}";
    let rows: Vec<(Uuid, String, String)> = db.rows(sql, vec![Arg::json(&ids)]).await?;
    let answered = |(id, asked, reply): (Uuid, String, String)| Ok((id.into(), load::answered(asked, &reply)?.reply));
    rows.into_iter().map(answered).collect()
}

/// All transfers, followed from the first to the last.
struct Replay<'a> {
    accounts: &'a [(Account, Balance)],
    sums: HashMap<AccountId, Sum>,
    /// The wagers that are not resolved.
    open: HashMap<TransferId, Transfer>,
    /// How many balances other than nothing the replies should give: one for each request and account it leaves so.
    pairs: u64,
    /// What the transfers come to for each player and day.
    days: HashMap<(AccountId, i64), Day>,
    zero: Check,
    kept: Check,
    players: Check,
    resolved: Check,
    replies: Check,
}

/// An account on the way.
struct Sum {
    kind: AccountKind,
    balance: Balance,
    /// The last request that moved it, and what its reply says the account holds after it.
    said: Option<(RequestId, Option<Balance>)>,
}

impl<'a> Replay<'a> {
    fn new(accounts: &'a [(Account, Balance)]) -> Replay<'a> {
        let sum = |(account, _): &(Account, Balance)| {
            let kind = account.kind;
            let balance = Balance::default();
            (
                account.id,
                Sum {
                    kind,
                    balance,
                    said: None,
                },
            )
        };
        Replay {
            accounts,
            sums: accounts.iter().map(sum).collect(),
            open: HashMap::new(),
            pairs: 0,
            days: HashMap::new(),
            zero: Check::new("all accounts together hold nothing, and what is pending out is pending in"),
            kept: Check::new("every balance kept is the sum of the account's transfers"),
            players: Check::new("no transfer left a player with less than nothing"),
            resolved: Check::new("every resolution resolves a pending transfer of its accounts and round, once"),
            replies: Check::new("every reply says what its transfers came to"),
        }
    }

    fn follow(&mut self, record: &TransferRecord, replies: &HashMap<RequestId, Reply>) {
        let transfer = &record.transfer;
        self.count_day(record);
        let freed = match transfer.kind {
            TransferKind::Posted => Money::ZERO,
            TransferKind::Pending => {
                self.open.insert(transfer.id, *transfer);
                Money::ZERO
            }
            TransferKind::Post { pending } | TransferKind::Void { pending } => self.resolve(transfer, pending),
        };
        let (posted, pending) = match transfer.kind {
            TransferKind::Posted | TransferKind::Post { .. } => (transfer.amount, -freed),
            TransferKind::Pending => (Money::ZERO, transfer.amount),
            TransferKind::Void { .. } => (Money::ZERO, -freed),
        };
        for account in [transfer.debit, transfer.credit] {
            let said = replies
                .get(&record.request)
                .and_then(|reply| reply.balance(account))
                .map(|said| said.balance);
            let Some(sum) = self.sums.get_mut(&account) else {
                self.kept.expect(false, || {
                    format!("transfer {} moves account {account}, which is missing", transfer.id)
                });
                continue;
            };
            if sum.said.is_none_or(|(request, _)| request != record.request) {
                self.pairs += sum.hear(account, &mut self.replies);
                sum.said = Some((record.request, said));
            }
            if account == transfer.debit {
                sum.balance.posted -= posted;
                sum.balance.pending_out += pending;
            } else {
                sum.balance.posted += posted;
                sum.balance.pending_in += pending;
            }
            if let AccountKind::Player(user) = sum.kind {
                let available = sum.balance.available();
                let short = || format!("user {user} is left with {available} by transfer {}", transfer.id);
                self.players.expect(available >= Money::ZERO, short);
            }
        }
    }

    fn count_day(&mut self, record: &TransferRecord) {
        let transfer = &record.transfer;
        let player = match transfer.code {
            Code::BuyIn | Code::Payout => transfer.credit,
            Code::CashOut | Code::Loss => transfer.debit,
            _ => return,
        };
        let sums = self.days.entry((player, record.at.day())).or_default();
        match transfer.code {
            Code::BuyIn => sums.bought += transfer.amount,
            Code::CashOut => sums.bought -= transfer.amount,
            Code::Payout => sums.won += transfer.amount,
            _ => sums.won -= transfer.amount,
        }
    }

    /// What a resolution frees.
    fn resolve(&mut self, transfer: &Transfer, pending: TransferId) -> Money {
        let Some(held) = self.open.remove(&pending) else {
            let nothing = || {
                format!(
                    "transfer {} resolves {pending}, which is not pending any more",
                    transfer.id
                )
            };
            self.resolved.expect(false, nothing);
            return Money::ZERO;
        };
        let same = held.debit == transfer.debit && held.credit == transfer.credit && held.round == transfer.round;
        let within = match transfer.kind {
            TransferKind::Void { .. } => transfer.amount == held.amount,
            _ => transfer.amount <= held.amount,
        };
        self.resolved.expect(same && within, || {
            format!("transfer {} does not fit {pending}", transfer.id)
        });
        held.amount
    }

    /// Compares what the transfers came to with what is kept, and counts the balances that replies should give.
    fn conclude(mut self, days: &HashMap<(AccountId, i64), Day>) -> (Vec<Check>, u64) {
        let mut daily = Check::new("what is kept of a player's day is the sum of the day's transfers");
        for key in self.days.keys().chain(days.keys()).collect::<BTreeSet<_>>() {
            let (sums, kept) = (self.days.get(key), days.get(key));
            daily.expect(sums == kept, || {
                format!(
                    "account {} keeps {kept:?} for day {}, and its transfers come to {sums:?}",
                    key.0, key.1
                )
            });
        }
        let mut total = Balance::default();
        for (account, kept) in self.accounts {
            let sum = self.sums.get_mut(&account.id).expect("every account has a sum");
            self.pairs += sum.hear(account.id, &mut self.replies);
            let balance = sum.balance;
            let differs = || {
                format!(
                    "account {} keeps {kept:?}, and its transfers come to {balance:?}",
                    account.id
                )
            };
            self.kept.expect(balance == *kept, differs);
            total.posted += kept.posted;
            total.pending_out += kept.pending_out;
            total.pending_in += kept.pending_in;
        }
        let whole = total.posted == Money::ZERO && total.pending_out == total.pending_in;
        self.zero
            .expect(whole, || format!("all accounts together come to {total:?}"));
        self.zero.checked = self.kept.checked;
        let checks = vec![self.zero, self.kept, self.players, self.resolved, self.replies, daily];
        (checks, self.pairs)
    }
}

impl Sum {
    /// The last request is done with this account: its reply must say what the account holds now. Gives 1 if that is
    /// more or less than nothing.
    fn hear(&self, account: AccountId, replies: &mut Check) -> u64 {
        let Some((request, said)) = self.said else { return 0 };
        let balance = self.balance;
        replies.expect(said == Some(balance), || {
            format!("the reply to {request} says that account {account} holds {said:?}, not {balance:?}")
        });
        u64::from(balance != Balance::default())
    }
}

/// Every balance other than nothing in a reply has transfers behind it: a batch taken out of the books leaves its reply.
async fn replies_lead_to_transfers<D: SqlConnection>(db: &mut D, pairs: u64) -> Result<Check, Fault> {
    let mut check = Check::new("behind every balance in a reply there are transfers");
    let mut listed = 0;
    let mut after = Uuid::nil();
    loop {
        let sql = "SELECT id, asked, reply FROM requests WHERE id > $1 ORDER BY id LIMIT $2";
        let page: Vec<(Uuid, String, String)> = db.rows(sql, vec![Arg::Id(after), Arg::Int(PAGE)]).await?;
        let Some((last, _, _)) = page.last() else { break };
        after = *last;
        check.checked += page.len() as u64;
        for (_, asked, reply) in page {
            if let Reply::Done { balances, .. } = load::answered(asked, &reply)?.reply {
                listed += balances
                    .iter()
                    .filter(|said| said.balance != Balance::default())
                    .count() as u64;
            }
        }
    }
    if listed != pairs {
        check.broken += listed.abs_diff(pairs);
        check.differences.push(format!(
            "the replies give {listed} balances, and the transfers lead to {pairs}"
        ));
    }
    Ok(check)
}

async fn lines_without_gaps<D: SqlConnection>(db: &mut D) -> Result<Check, Fault> {
    let mut check = Check::new("every round's lines are numbered from 0 without a gap");
    let sql = "SELECT r.id, count(l.number), COALESCE(min(l.number), 0), COALESCE(max(l.number) + 1, 0) \
         FROM rounds r LEFT JOIN lines l ON l.round = r.id \
         WHERE r.ordinal > $1 AND r.ordinal <= $1 + $2 GROUP BY r.id";
    let (mut after, last) = ordinals(db, "rounds").await?;
    while after < last {
        let page: Vec<(Uuid, i64, i64, i64)> = db.rows(sql, vec![Arg::Int(after), Arg::Int(PAGE)]).await?;
        for (round, lines, first, next) in page {
            let gap = || format!("round {round} has {lines} lines, numbered from {first} to {}", next - 1);
            check.expect(first == 0 && lines == next, gap);
        }
        after += PAGE;
    }
    Ok(check)
}

async fn rounds_over_are_resolved<D: SqlConnection>(db: &mut D) -> Result<Check, Fault> {
    let mut check = Check::new("every wager of a round that is over is resolved");
    let sql = "SELECT t.id, t.round, (SELECT count(*) FROM transfers d WHERE d.pending = t.id), \
             (SELECT count(*) FROM round_closes c WHERE c.round = t.round) \
         FROM transfers t WHERE t.kind = 'pending' AND t.ordinal > $1 AND t.ordinal <= $1 + $2";
    let (mut after, last) = ordinals(db, "transfers").await?;
    while after < last {
        let page: Vec<(Uuid, Option<Uuid>, i64, i64)> = db.rows(sql, vec![Arg::Int(after), Arg::Int(PAGE)]).await?;
        for (wager, round, resolutions, closes) in page {
            let unresolved = || format!("wager {wager} has {resolutions} resolutions, and its round is {round:?}");
            check.expect(
                round.is_some() && (resolutions == 1 || (resolutions == 0 && closes == 0)),
                unresolved,
            );
        }
        after += PAGE;
    }
    Ok(check)
}

/// A round is kept as the open one of its table until it is over. (Books that were older may have more than one.)
async fn open_rounds_are_kept<D: SqlConnection>(db: &mut D) -> Result<Check, Fault> {
    let mut check = Check::new("every table has at most one open round, and it is kept as such");
    let sql = "SELECT t.id, (SELECT count(*) FROM rounds r WHERE r.table_id = t.id \
             AND NOT EXISTS (SELECT 1 FROM round_closes c WHERE c.round = r.id)), \
             (SELECT count(*) FROM rounds_open o WHERE o.table_id = t.id), \
             (SELECT count(*) FROM rounds_open o JOIN rounds r ON r.id = o.round AND r.table_id = o.table_id \
             WHERE o.table_id = t.id AND NOT EXISTS (SELECT 1 FROM round_closes c WHERE c.round = o.round)) \
         FROM tables t ORDER BY t.id";
    for (table, open, kept, right) in db.rows::<(Uuid, i64, i64, i64)>(sql, Vec::new()).await? {
        check.expect(open <= 1 && open == kept && kept == right, || {
            format!("table {table} has {open} open rounds, {kept} kept as open, {right} of them rightly")
        });
    }
    Ok(check)
}

async fn tables_without_gaps<D: SqlConnection>(db: &mut D) -> Result<Check, Fault> {
    let mut check = Check::new("every table's changes are numbered from 0 without a gap");
    let sql = "SELECT t.id, count(c.number), COALESCE(min(c.number), -1), COALESCE(max(c.number), -1) \
         FROM tables t LEFT JOIN table_changes c ON c.table_id = t.id GROUP BY t.id ORDER BY t.id";
    for (table, changes, first, last) in db.rows::<(Uuid, i64, i64, i64)>(sql, Vec::new()).await? {
        let gap = || format!("table {table} has {changes} changes, numbered from {first} to {last}");
        check.expect(first == 0 && changes == last + 1, gap);
    }
    Ok(check)
}

async fn rules_have_their_hashes<D: SqlConnection>(db: &mut D) -> Result<Check, Fault> {
    let mut check = Check::new("every rules file has the hash it is kept under");
    let sql = "SELECT hash, text FROM rules ORDER BY hash";
    for (hash, text) in db.rows::<(String, String)>(sql, Vec::new()).await? {
        let found = Hash::of(text.as_bytes());
        check.expect(found.as_str() == hash, || {
            format!("the rules kept under {hash} have the hash {found}")
        });
    }
    Ok(check)
}

async fn notes_have_their_hashes<D: SqlConnection>(db: &mut D) -> Result<Check, Fault> {
    let mut check = Check::new("every note about a person has the hash it is kept under");
    let mut after = i64::MIN;
    loop {
        let sql = "SELECT ordinal, hash, text FROM notes WHERE ordinal > $1 ORDER BY ordinal LIMIT $2";
        let page: Vec<(i64, String, String)> = db.rows(sql, vec![Arg::Int(after), Arg::Int(PAGE)]).await?;
        let Some((last, ..)) = page.last() else { break };
        after = *last;
        for (ordinal, hash, text) in &page {
            let found = Hash::of(text.as_bytes());
            check.expect(found.as_str() == hash, || {
                format!("note {ordinal}, kept under {hash}, has the hash {found}")
            });
        }
    }
    Ok(check)
}

/// One less than the first ordinal of a table of the books, and the last.
async fn ordinals<D: SqlConnection>(db: &mut D, table: &str) -> Result<(i64, i64), Fault> {
    let sql = format!("SELECT COALESCE(min(ordinal), 1) - 1, COALESCE(max(ordinal), 0) FROM {table}");
    let rows: Vec<(i64, i64)> = db.rows(&sql, Vec::new()).await?;
    Ok(rows.first().copied().unwrap_or_default())
}
