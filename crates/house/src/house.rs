//! The books over either database: writing goes through the writers, reading through a pool of connections.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use croupier_rules::Money;
use sqlx::pool::PoolConnection;
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::timeout;
use uuid::Uuid;

use crate::Purpose;
use crate::archive::{self, ArchiveRecord, Archives};
use crate::audit::{self, AuditReport};
use crate::batch::{Answered, Batch, Reply};
use crate::driver::Driver;
use crate::fault::Fault;
use crate::id::{AccountId, Hash, Moment, RequestId, RoundId, ShoeId, TableId, UserId};
use crate::lease::Leases;
use crate::load;
use crate::records::{
    Account, AccountKind, Balance, Code, Line, NoteRecord, PlayedRound, RoundBook, RoundRecord, RoundTotals, Session,
    ShoeRecord, Standing, TableChange, TransferRecord, User,
};
use crate::rows::{self, ACCOUNT, NOTE, ROUND, ROUND_JOIN, SHOE, SHOE_JOIN, TRANSFER, USER};
use crate::sql_connection::{Arg, Row, SqlConnection, count, word};
use crate::store::{PAGE_MAX, RoundSearch, Span, Store};
use crate::writer::Writers;

/// How long the database may take to answer a question before it counts as gone.
const READ_TIMEOUT: Duration = Duration::from_secs(4);

/// The books of a house in one database. See [`Store`] for what it does.
#[allow(private_bounds, reason = "there are two databases, and nobody outside adds a third")]
pub struct House<D: Driver> {
    driver: Arc<D>,
    /// None for books that are opened to be read alone, and for a snapshot of them.
    writers: Option<Writers>,
    /// The one connection that a snapshot reads from, in one transaction.
    held: Option<Mutex<Option<PoolConnection<D::Db>>>>,
    /// The archives that were opened beside the books.
    archives: Arc<Archives>,
}

#[allow(private_bounds, reason = "there are two databases, and nobody outside adds a third")]
impl<D: Driver> House<D> {
    /// Starts the writers, unless the books are opened to be read alone.
    pub(crate) fn start(driver: D, purpose: Purpose) -> House<D> {
        let driver = Arc::new(driver);
        let writers = match purpose {
            Purpose::Read => None,
            Purpose::Serve | Purpose::Write => Some(Writers::start(driver.clone())),
        };
        House {
            driver,
            writers,
            held: None,
            archives: Arc::default(),
        }
    }

    /// The same books, with archives beside them.
    #[must_use]
    pub fn with_archives(self, archives: Archives) -> House<D> {
        House {
            archives: Arc::new(archives),
            ..self
        }
    }

    async fn reader(&self) -> Result<Reader<'_, D>, Fault> {
        Ok(match &self.held {
            Some(held) => Reader::Held(held.lock().await),
            None => Reader::Own(Some(self.driver.readers().acquire().await?)),
        })
    }

    async fn all<T: Row>(&self, sql: &str, args: Vec<Arg>) -> Result<Vec<T>, Fault> {
        self.reader().await?.rows(sql, args).await
    }

    async fn one<T: Row>(&self, sql: &str, args: Vec<Arg>) -> Result<Option<T>, Fault> {
        Ok(self.all(sql, args).await?.into_iter().next())
    }

    async fn rounds_where(&self, which: &str, args: Vec<Arg>) -> Result<Vec<RoundRecord>, Fault> {
        let sql = format!("SELECT {ROUND} FROM rounds r {ROUND_JOIN} {which}");
        self.all(&sql, args).await?.into_iter().map(rows::round).collect()
    }

    async fn shoes_where(&self, which: &str, args: Vec<Arg>) -> Result<Vec<ShoeRecord>, Fault> {
        let sql = format!("SELECT {SHOE} FROM shoes s {SHOE_JOIN} {which}");
        self.all(&sql, args).await?.into_iter().map(rows::shoe).collect()
    }

    async fn account_where(&self, which: &str, args: Vec<Arg>) -> Result<Option<(Account, Balance)>, Fault> {
        let sql = format!("SELECT {ACCOUNT} FROM accounts WHERE {which}");
        self.one(&sql, args).await?.map(rows::account).transpose()
    }

    async fn user_where(&self, which: &str, arg: Arg) -> Result<Option<User>, Fault> {
        let sql = format!("SELECT {USER} FROM users WHERE {which}");
        self.one(&sql, vec![arg]).await?.map(rows::user).transpose()
    }
}

#[async_trait]
impl<D: Driver> Store for House<D> {
    async fn commit(&self, batch: Batch) -> Result<Reply, Fault> {
        if self.held.is_some() {
            return Err(Fault::Unable("a snapshot of the books is only read".to_string()));
        }
        match &self.writers {
            Some(writers) => writers.commit(batch).await,
            None => Err(Fault::Closed),
        }
    }

    async fn answered(&self, request: RequestId) -> Result<Option<Answered>, Fault> {
        let sql = "SELECT asked, reply FROM requests WHERE id = $1";
        let found: Option<(String, String)> = self.one(sql, vec![Arg::Id(request.uuid())]).await?;
        found.map(|(asked, reply)| load::answered(asked, &reply)).transpose()
    }

    async fn account(&self, id: AccountId) -> Result<Option<(Account, Balance)>, Fault> {
        self.account_where("id = $1", vec![Arg::Id(id.uuid())]).await
    }

    async fn account_of(&self, kind: AccountKind) -> Result<Option<(Account, Balance)>, Fault> {
        let (kind, owner) = rows::account_owner(kind);
        self.account_where(
            "owner = $1 AND kind = $2",
            vec![Arg::Id(owner), Arg::Text(kind.to_string())],
        )
        .await
    }

    async fn accounts(&self) -> Result<Vec<(Account, Balance)>, Fault> {
        let sql = format!("SELECT {ACCOUNT} FROM accounts ORDER BY id");
        self.all(&sql, Vec::new())
            .await?
            .into_iter()
            .map(rows::account)
            .collect()
    }

    async fn standings(&self, accounts: &[AccountId], day: i64) -> Result<Vec<Standing>, Fault> {
        let sql = "SELECT a.id, a.posted, a.pending_out, a.pending_in, COALESCE(d.bought, 0), COALESCE(d.won, 0) \
             FROM accounts a LEFT JOIN account_days d ON d.account = a.id AND d.day = $2 WHERE a.id IN {ids}";
        let found = self.all(sql, vec![Arg::json(accounts), Arg::Int(day)]).await?;
        Ok(found.into_iter().map(rows::standing).collect())
    }

    async fn transfers_of(&self, account: AccountId, span: Span) -> Result<Vec<TransferRecord>, Fault> {
        // Two walks along two indexes, each no longer than the page, instead of one over both ends of every transfer.
        let sql = format!(
            "SELECT {TRANSFER} FROM ( \
                 SELECT * FROM (SELECT * FROM transfers WHERE debit = $1 AND ordinal < $2 ORDER BY ordinal DESC LIMIT $3) AS d \
                 UNION ALL \
                 SELECT * FROM (SELECT * FROM transfers WHERE credit = $1 AND ordinal < $2 ORDER BY ordinal DESC LIMIT $3) AS c \
             ) AS t ORDER BY t.ordinal DESC LIMIT $3"
        );
        self.all(&sql, paged(Arg::Id(account.uuid()), span))
            .await?
            .into_iter()
            .map(rows::transfer)
            .collect()
    }

    async fn round(&self, id: RoundId) -> Result<Option<RoundBook>, Fault> {
        let id = || vec![Arg::Id(id.uuid())];
        let mut reader = self.reader().await?;
        reader.begin().await?;
        let round = format!("SELECT {ROUND} FROM rounds r {ROUND_JOIN} WHERE r.id = $1");
        let round = reader.rows(&round, id()).await;
        let players = "SELECT p.account FROM played p JOIN rounds r ON r.ordinal = p.round_ordinal \
             WHERE r.id = $1 ORDER BY p.account";
        let players: Result<Vec<(Uuid,)>, Fault> = reader.rows(players, id()).await;
        let lines = "SELECT kind, text FROM lines WHERE round = $1 ORDER BY number";
        let lines: Result<Vec<(String, String)>, Fault> = reader.rows(lines, id()).await;
        let transfers = format!("SELECT {TRANSFER} FROM transfers t WHERE t.round = $1 ORDER BY t.ordinal");
        let transfers = reader.rows(&transfers, id()).await;
        reader.end().await;
        let Some(round) = round?.into_iter().next() else {
            return Ok(None);
        };
        let line = |(kind, text): (String, String)| word(&kind).map(|kind| Line { kind, text });
        let round = rows::round(round)?;
        let mut lines: Vec<Line> = lines?.into_iter().map(line).collect::<Result<_, _>>()?;
        if lines.is_empty() {
            lines = self.archives.lines(round.id);
        }
        Ok(Some(RoundBook {
            round,
            players: rows::account_ids(players?),
            lines,
            transfers: transfers?.into_iter().map(rows::transfer).collect::<Result<_, _>>()?,
        }))
    }

    async fn rounds_open(&self) -> Result<Vec<RoundRecord>, Fault> {
        let which = "JOIN rounds_open o ON o.round = r.id ORDER BY r.ordinal";
        self.rounds_where(which, Vec::new()).await
    }

    async fn find_rounds(&self, search: &RoundSearch, span: Span) -> Result<Vec<RoundRecord>, Fault> {
        let (before, limit) = bounds(span);
        let mut args = vec![Arg::Int(before), Arg::Int(limit)];
        let mut which = String::from("WHERE r.ordinal < $1");
        let mut add = |condition: &str, arg: Arg| {
            args.push(arg);
            which.push_str(&condition.replace("{arg}", &format!("${}", args.len())));
        };
        if let Some(table) = search.table {
            add(" AND r.table_id = {arg}", Arg::Id(table.uuid()));
        }
        if let Some(player) = search.player {
            let played = " AND r.ordinal IN (SELECT p.round_ordinal FROM played p WHERE p.account = {arg})";
            add(played, Arg::Id(player.uuid()));
        }
        if let Some(opened) = &search.opened {
            add(" AND r.at >= {arg}", Arg::Int(opened.start.0));
            add(" AND r.at < {arg}", Arg::Int(opened.end.0));
        }
        which.push_str(" ORDER BY r.ordinal DESC LIMIT $2");
        self.rounds_where(&which, args).await
    }

    async fn rounds_after(&self, ordinal: i64, limit: u32) -> Result<Vec<RoundTotals>, Fault> {
        let args = vec![Arg::Int(ordinal), Arg::Int(i64::from(limit.min(PAGE_MAX)))];
        let rounds = self
            .rounds_where("WHERE r.ordinal > $1 ORDER BY r.ordinal LIMIT $2", args)
            .await?;
        let ids: Vec<RoundId> = rounds.iter().map(|round| round.id).collect();
        let sums = "SELECT t.round, t.code, CAST(SUM(t.amount) AS BIGINT) FROM transfers t WHERE t.round IN {ids} \
             GROUP BY t.round, t.code";
        let sums: Vec<(Uuid, String, i64)> = self.all(sums, vec![Arg::json(&ids)]).await?;
        let sums: HashMap<(RoundId, String), i64> = sums
            .into_iter()
            .map(|(round, code, cents)| ((round.into(), code), cents))
            .collect();
        let sum = |round: RoundId, code: Code| {
            let cents = sums.get(&(round, code.word().to_string()));
            Money::from_cents(cents.copied().unwrap_or(0))
        };
        let totals = rounds.into_iter().map(|round| RoundTotals {
            wagered: sum(round.id, Code::Wager),
            lost: sum(round.id, Code::Loss),
            paid: sum(round.id, Code::Payout),
            round,
        });
        Ok(totals.collect())
    }

    async fn transfers_after(&self, ordinal: i64, limit: u32) -> Result<Vec<TransferRecord>, Fault> {
        let sql = format!("SELECT {TRANSFER} FROM transfers t WHERE t.ordinal > $1 ORDER BY t.ordinal LIMIT $2");
        let args = vec![Arg::Int(ordinal), Arg::Int(i64::from(limit.min(PAGE_MAX)))];
        self.all(&sql, args).await?.into_iter().map(rows::transfer).collect()
    }

    async fn transfers_of_round(&self, round: RoundId) -> Result<Vec<TransferRecord>, Fault> {
        let sql = format!("SELECT {TRANSFER} FROM transfers t WHERE t.round = $1 ORDER BY t.ordinal");
        let found = self.all(&sql, vec![Arg::Id(round.uuid())]).await?;
        found.into_iter().map(rows::transfer).collect()
    }

    async fn rounds_of_shoe(&self, shoe: ShoeId) -> Result<Vec<RoundRecord>, Fault> {
        self.rounds_where("WHERE r.shoe = $1 ORDER BY r.ordinal", vec![Arg::Id(shoe.uuid())])
            .await
    }

    async fn rounds_of_player(&self, account: AccountId, span: Span) -> Result<Vec<PlayedRound>, Fault> {
        let which = "JOIN played p ON p.round_ordinal = r.ordinal \
             WHERE p.account = $1 AND p.round_ordinal < $2 ORDER BY p.round_ordinal DESC LIMIT $3";
        let rounds = self.rounds_where(which, paged(Arg::Id(account.uuid()), span)).await?;
        let mut played = Vec::with_capacity(rounds.len());
        let sums = "SELECT \
             CAST(COALESCE(SUM(CASE WHEN kind = 'pending' THEN amount END), 0) AS BIGINT), \
             CAST(COALESCE(SUM(CASE WHEN kind NOT IN ('posted', 'post') THEN 0 \
                 WHEN credit = $2 THEN amount ELSE -amount END), 0) AS BIGINT) \
             FROM transfers WHERE round = $1 AND (debit = $2 OR credit = $2)";
        let mut reader = self.reader().await?;
        for round in rounds {
            let args = vec![Arg::Id(round.id.uuid()), Arg::Id(account.uuid())];
            let sums: Vec<(i64, i64)> = reader.rows(sums, args).await?;
            let (wagered, net) = sums.first().copied().unwrap_or_default();
            played.push(PlayedRound {
                round,
                wagered: Money::from_cents(wagered),
                net: Money::from_cents(net),
            });
        }
        Ok(played)
    }

    async fn shoe(&self, id: ShoeId) -> Result<Option<ShoeRecord>, Fault> {
        Ok(self
            .shoes_where("WHERE s.id = $1", vec![Arg::Id(id.uuid())])
            .await?
            .into_iter()
            .next())
    }

    async fn shoes_of_table(&self, table: TableId, span: Span) -> Result<Vec<ShoeRecord>, Fault> {
        let which = "WHERE s.table_id = $1 AND s.ordinal < $2 ORDER BY s.ordinal DESC LIMIT $3";
        self.shoes_where(which, paged(Arg::Id(table.uuid()), span)).await
    }

    async fn shoes(&self, span: Span) -> Result<Vec<ShoeRecord>, Fault> {
        let (before, limit) = bounds(span);
        let args = vec![Arg::Int(before), Arg::Int(limit)];
        self.shoes_where("WHERE s.ordinal < $1 ORDER BY s.ordinal DESC LIMIT $2", args)
            .await
    }

    async fn shoe_events(&self, id: ShoeId) -> Result<Vec<String>, Fault> {
        let sql = "SELECT text FROM shoe_events WHERE shoe = $1 ORDER BY number";
        let found: Vec<(String,)> = self.all(sql, vec![Arg::Id(id.uuid())]).await?;
        Ok(found.into_iter().map(|(text,)| text).collect())
    }

    async fn shoe_secret(&self, id: ShoeId) -> Result<Option<String>, Fault> {
        let sql = "SELECT secret FROM shoes WHERE id = $1";
        Ok(self
            .one::<(String,)>(sql, vec![Arg::Id(id.uuid())])
            .await?
            .map(|(secret,)| secret))
    }

    async fn rules(&self, hash: &Hash) -> Result<Option<String>, Fault> {
        let sql = "SELECT text FROM rules WHERE hash = $1";
        let found: Option<(String,)> = self.one(sql, vec![Arg::Text(hash.to_string())]).await?;
        Ok(found.map(|(text,)| text))
    }

    async fn tables(&self) -> Result<Vec<TableChange>, Fault> {
        let sql = "SELECT c.table_id, c.number, c.standing, c.text FROM table_changes c \
             WHERE c.number = (SELECT max(d.number) FROM table_changes d WHERE d.table_id = c.table_id) \
             ORDER BY c.table_id";
        self.all(sql, Vec::new()).await?.into_iter().map(table_change).collect()
    }

    async fn table_changes(&self, table: TableId) -> Result<Vec<TableChange>, Fault> {
        let sql = "SELECT table_id, number, standing, text FROM table_changes WHERE table_id = $1 ORDER BY number";
        self.all(sql, vec![Arg::Id(table.uuid())])
            .await?
            .into_iter()
            .map(table_change)
            .collect()
    }

    async fn user(&self, id: UserId) -> Result<Option<User>, Fault> {
        self.user_where("id = $1", Arg::Id(id.uuid())).await
    }

    async fn user_named(&self, name: &str) -> Result<Option<User>, Fault> {
        if name.contains('\0') {
            return Ok(None);
        }
        self.user_where("name_folded = $1", Arg::Text(User::name_folded(name)))
            .await
    }

    async fn users(&self) -> Result<Vec<User>, Fault> {
        let sql = format!("SELECT {USER} FROM users ORDER BY name_folded, id");
        self.all(&sql, Vec::new()).await?.into_iter().map(rows::user).collect()
    }

    async fn session(&self, token: &Hash) -> Result<Option<Session>, Fault> {
        let sql = "SELECT user_id, expires FROM sessions WHERE token = $1";
        let found: Option<(Uuid, i64)> = self.one(sql, vec![Arg::Text(token.to_string())]).await?;
        Ok(found.map(|(user, expires)| Session {
            token: token.clone(),
            user: user.into(),
            expires: Moment(expires),
        }))
    }

    async fn session_began(&self, user: UserId) -> Result<Option<Moment>, Fault> {
        let sql = "SELECT max(at) FROM sessions WHERE user_id = $1";
        let began: Option<(Option<i64>,)> = self.one(sql, vec![Arg::Id(user.uuid())]).await?;
        Ok(began.and_then(|(at,)| at).map(Moment))
    }

    async fn loss_limit(&self, user: UserId) -> Result<Option<Money>, Fault> {
        let sql = "SELECT cents FROM loss_limits WHERE user_id = $1 ORDER BY ordinal DESC LIMIT 1";
        let newest: Option<(Option<i64>,)> = self.one(sql, vec![Arg::Id(user.uuid())]).await?;
        Ok(newest.and_then(|(cents,)| cents).map(Money::from_cents))
    }

    async fn notes(&self, kind: &str, user: Option<UserId>, span: Span) -> Result<Vec<NoteRecord>, Fault> {
        let mut args = vec![
            Arg::Text(kind.to_string()),
            Arg::Int(span.before.unwrap_or(i64::MAX)),
            Arg::Int(i64::from(span.limit)),
        ];
        let whose = match user {
            Some(user) => {
                args.push(Arg::Id(user.uuid()));
                "AND user_id = $4"
            }
            None => "",
        };
        let sql =
            format!("SELECT {NOTE} FROM notes WHERE kind = $1 AND ordinal < $2 {whose} ORDER BY ordinal DESC LIMIT $3");
        self.all(&sql, args).await?.into_iter().map(rows::note).collect()
    }

    async fn note(&self, hash: &Hash) -> Result<Option<NoteRecord>, Fault> {
        let sql = format!("SELECT {NOTE} FROM notes WHERE hash = $1 ORDER BY ordinal LIMIT 1");
        let found = self.one(&sql, vec![Arg::Text(hash.as_str().to_string())]).await?;
        found.map(rows::note).transpose()
    }

    async fn audit(&self) -> Result<AuditReport, Fault> {
        let mut reader = self.reader().await?;
        reader.begin().await?;
        // An audit takes as long as the books are long, so its statements have no end set to them.
        let report = match reader.connection() {
            Ok(db) => audit::audit(&mut **db).await,
            Err(fault) => Err(fault),
        };
        reader.end().await;
        report
    }

    async fn snapshot(&self) -> Result<Arc<dyn Store>, Fault> {
        let mut db = self.driver.readers().acquire().await?;
        // The transaction ends with the connection, so that nobody is given it half-read.
        db.close_on_drop();
        db.run(D::BEGIN_READING, Vec::new()).await?;
        // A transaction sees the instant of its first reading.
        let _: Vec<(i64,)> = db.rows("SELECT count(*) FROM accounts", Vec::new()).await?;
        Ok(Arc::new(House {
            driver: Arc::clone(&self.driver),
            writers: None,
            held: Some(Mutex::new(Some(db))),
            archives: Arc::clone(&self.archives),
        }))
    }

    async fn backup(&self, to: &Path) -> Result<(), Fault> {
        self.driver.backup(to).await
    }

    async fn archive(&self, before: Moment, to: &Path, now: Moment) -> Result<Option<ArchiveRecord>, Fault> {
        if to.exists() {
            return Err(Fault::BackupExists(to.to_path_buf()));
        }
        let mut writer = self.driver.writers().acquire().await?;
        archive::remove_lines(&mut *writer).await?;
        let Some(rounds) = archive::due(&mut *writer, before).await? else {
            return Ok(None);
        };
        drop(writer);
        let mut reader = self.driver.readers().acquire().await?;
        let made = archive::write_file(&mut *reader, rounds, to, now).await?;
        drop(reader);
        let mut writer = self.driver.writers().acquire().await?;
        archive::record(&mut *writer, &made).await?;
        archive::remove_lines(&mut *writer).await?;
        Ok(Some(made))
    }

    async fn archives(&self) -> Result<Vec<ArchiveRecord>, Fault> {
        let mut reader = self.reader().await?;
        archive::archives(&mut **reader.connection()?).await
    }

    fn archives_given(&self) -> &Archives {
        &self.archives
    }

    fn leases(&self) -> Option<&dyn Leases> {
        self.driver.leases()
    }

    async fn close(&self) {
        if self.held.is_some() {
            return;
        }
        match &self.writers {
            Some(writers) => writers.close().await,
            None => self.driver.readers().close().await,
        }
    }
}

/// A connection that reads. One that does not answer in time is given up: the next reader gets another, and a snapshot
/// is over.
enum Reader<'a, D: Driver> {
    /// Of the pool.
    Own(Option<PoolConnection<D::Db>>),
    /// Of the snapshot, whose transaction goes on.
    Held(MutexGuard<'a, Option<PoolConnection<D::Db>>>),
}

impl<D: Driver> Reader<'_, D> {
    async fn rows<T: Row>(&mut self, sql: &str, args: Vec<Arg>) -> Result<Vec<T>, Fault> {
        let answer = timeout(READ_TIMEOUT, self.connection()?.rows(sql, args)).await;
        self.heard(answer)
    }

    async fn run(&mut self, sql: &str) -> Result<(), Fault> {
        let answer = timeout(READ_TIMEOUT, self.connection()?.run(sql, Vec::new())).await;
        self.heard(answer)
    }

    /// From here on everything read is of one instant; in a snapshot it is already.
    async fn begin(&mut self) -> Result<(), Fault> {
        match self {
            Reader::Own(_) => self.run(D::BEGIN_READING).await,
            Reader::Held(_) => Ok(()),
        }
    }

    /// Ends what [`begin`](Reader::begin) began; a connection that cannot end it is not used again.
    async fn end(mut self) {
        if matches!(self, Reader::Own(_)) && self.run("ROLLBACK").await.is_err() {
            self.give_up();
        }
    }

    fn connection(&mut self) -> Result<&mut PoolConnection<D::Db>, Fault> {
        self.slot().as_mut().ok_or_else(|| Fault::Gone("no answer".to_string()))
    }

    fn slot(&mut self) -> &mut Option<PoolConnection<D::Db>> {
        match self {
            Reader::Own(slot) => slot,
            Reader::Held(slot) => slot,
        }
    }

    fn heard<T>(&mut self, answer: Result<Result<T, Fault>, tokio::time::error::Elapsed>) -> Result<T, Fault> {
        let answer = answer.unwrap_or_else(|_| Err(Fault::Gone(format!("no answer within {READ_TIMEOUT:?}"))));
        if matches!(answer, Err(Fault::Gone(_))) {
            self.give_up();
        }
        answer
    }

    fn give_up(&mut self) {
        if let Some(connection) = self.slot().take() {
            drop(connection.detach());
        }
    }
}

fn bounds(span: Span) -> (i64, i64) {
    (span.before.unwrap_or(i64::MAX), i64::from(span.limit.min(PAGE_MAX)))
}

fn paged(key: Arg, span: Span) -> Vec<Arg> {
    let (before, limit) = bounds(span);
    vec![key, Arg::Int(before), Arg::Int(limit)]
}

fn table_change((table, number, standing, text): (Uuid, i64, String, String)) -> Result<TableChange, Fault> {
    Ok(TableChange {
        table: table.into(),
        number: count(number)?,
        standing: word(&standing)?,
        text,
    })
}
