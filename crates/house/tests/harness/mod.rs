//! What the tests of both databases share: fresh books, and a house with a table and players to write about.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(dead_code, reason = "every test binary uses its own part of this")]

pub(crate) mod audit;
pub(crate) mod model;
pub(crate) mod script;
pub(crate) mod server;
pub(crate) mod suite;

use std::sync::OnceLock;

use croupier_house::{
    Account, AccountId, AccountKind, Batch, Code, Credential, Entry, Fault, Hash, Moment, Reply, RequestId, Role,
    RoundId, RoundOpening, Status, Store, TableChange, TableId, TableStanding, Transfer, TransferId, TransferKind,
    User, UserId,
};
use croupier_rules::Money;
use sqlx::Connection;
use tempfile::TempDir;

pub(crate) use server::PgHost;

/// Books that nobody has opened yet, and that go away with this.
pub(crate) struct Fresh {
    /// Where they are, for [`croupier_house::open`].
    pub(crate) address: String,
    _folder: Option<TempDir>,
}

/// A fresh SQLite file.
pub(crate) async fn sqlite() -> Fresh {
    let folder = tempfile::tempdir().unwrap();
    let address = folder.path().join("house.db").to_str().unwrap().to_string();
    Fresh {
        address,
        _folder: Some(folder),
    }
}

/// A fresh PostgreSQL database, on a server that all tests of this binary share.
pub(crate) async fn postgres() -> Fresh {
    static SERVER: OnceLock<PgHost> = OnceLock::new();
    SERVER.get_or_init(PgHost::start).books().await
}

impl PgHost {
    /// A fresh database on this server.
    pub(crate) async fn books(&self) -> Fresh {
        Fresh {
            address: self.fresh().await,
            _folder: None,
        }
    }
}

/// Runs a statement behind the house's back.
pub(crate) async fn tamper(address: &str, sql: &str) -> Result<(), sqlx::Error> {
    let sql = sqlx::AssertSqlSafe(sql.to_string());
    if address.starts_with("postgres") {
        let mut connection = sqlx::PgConnection::connect(address).await?;
        sqlx::raw_sql(sql).execute(&mut connection).await?;
        connection.close().await
    } else {
        let mut connection = sqlx::SqliteConnection::connect(&format!("sqlite://{address}")).await?;
        sqlx::raw_sql(sql).execute(&mut connection).await?;
        connection.close().await
    }
}

/// A number read behind the house's back.
pub(crate) async fn number_of(address: &str, sql: &str) -> i64 {
    let sql = sqlx::AssertSqlSafe(sql.to_string());
    if address.starts_with("postgres") {
        let mut connection = sqlx::PgConnection::connect(address).await.unwrap();
        sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap()
    } else {
        let path = format!("sqlite://{address}");
        let mut connection = sqlx::SqliteConnection::connect(&path).await.unwrap();
        sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap()
    }
}

/// The rules that every round here is played by: any text will do.
pub(crate) const RULES: &str = "name = \"a game\"";
/// The one table of the small house.
pub(crate) const TABLE: TableId = TableId::new(0xF1);
/// The bank's account.
pub(crate) const BANK: AccountId = AccountId::new(0xA1);
/// The account of the table's rack.
pub(crate) const RACK: AccountId = AccountId::new(0xA2);

/// The account of a player, counted from 0.
pub(crate) const fn player(number: u32) -> AccountId {
    AccountId::new(0xB000 + number as u128)
}

/// A table of the small house; number 0 is [`TABLE`].
pub(crate) const fn table(number: u32) -> TableId {
    match number {
        0 => TABLE,
        _ => TableId::new(0xF100_0000 + number as u128),
    }
}

/// The rack of a table; number 0 is [`RACK`].
pub(crate) const fn rack(number: u32) -> AccountId {
    match number {
        0 => RACK,
        _ => AccountId::new(0xA200_0000 + number as u128),
    }
}

/// The entries that open these tables beside the one that [`opening`] opens.
pub(crate) fn tables(numbers: std::ops::Range<u32>) -> Vec<Entry> {
    let opened = |number| {
        [
            Entry::Table(TableChange {
                table: table(number),
                number: 0,
                standing: TableStanding::Open,
                text: "{}".to_string(),
            }),
            account(rack(number), AccountKind::Rack(table(number))),
        ]
    };
    numbers.filter(|number| *number > 0).flat_map(opened).collect()
}

/// A batch of these entries under a fresh request id.
pub(crate) fn batch(entries: Vec<Entry>) -> Batch {
    let mut batch = Batch::new(RequestId::fresh(), Moment(1_700_000_000_000_000));
    batch.entries = entries;
    batch
}

/// A user, a member by the name given.
pub(crate) fn user(id: UserId, name: &str) -> User {
    User {
        id,
        name: name.to_string(),
        credential: Credential::Password("$argon2id$v=19$not-a-real-hash".to_string()),
        role: Role::Player,
    }
}

/// The entries that open a bank, a table with its rack, and players with so many dollars each.
pub(crate) fn opening(players: u32, dollars: i64) -> Vec<Entry> {
    let mut entries = vec![
        Entry::Rules {
            text: RULES.to_string(),
        },
        Entry::Table(TableChange {
            table: TABLE,
            number: 0,
            standing: TableStanding::Open,
            text: "{}".to_string(),
        }),
        account(BANK, AccountKind::HouseBank),
        account(RACK, AccountKind::Rack(TABLE)),
    ];
    for number in 0..players {
        let id = UserId::new(0xC000 + u128::from(number));
        entries.push(Entry::User(user(id, &format!("player {number}"))));
        entries.push(account(player(number), AccountKind::Player(id)));
        entries.push(posted(Code::BuyIn, BANK, player(number), Money::from_dollars(dollars)));
    }
    entries
}

/// An account that is opened.
pub(crate) fn account(id: AccountId, kind: AccountKind) -> Entry {
    Entry::Account(Account { id, kind })
}

/// A transfer that moves money at once.
pub(crate) fn posted(code: Code, debit: AccountId, credit: AccountId, amount: Money) -> Entry {
    Entry::Transfer(Transfer {
        id: TransferId::fresh(),
        debit,
        credit,
        amount,
        kind: TransferKind::Posted,
        code,
        round: None,
    })
}

/// A player's wager in a round.
pub(crate) fn wager(id: TransferId, debit: AccountId, amount: Money, round: RoundId) -> Transfer {
    Transfer {
        id,
        debit,
        credit: RACK,
        amount,
        kind: TransferKind::Pending,
        code: Code::Wager,
        round: Some(round),
    }
}

/// The wager lost, whole or in part.
pub(crate) fn lost(wager: Transfer, amount: Money) -> Entry {
    Entry::Transfer(Transfer {
        id: TransferId::fresh(),
        amount,
        kind: TransferKind::Post { pending: wager.id },
        code: Code::Loss,
        ..wager
    })
}

/// The wager made at another table.
pub(crate) fn at_table(number: u32, wager: Transfer) -> Transfer {
    Transfer {
        credit: rack(number),
        ..wager
    }
}

/// The wager returned.
pub(crate) fn returned(wager: Transfer) -> Entry {
    Entry::Transfer(Transfer {
        id: TransferId::fresh(),
        kind: TransferKind::Void { pending: wager.id },
        code: Code::Returned,
        ..wager
    })
}

/// Winnings on a wager.
pub(crate) fn paid(wager: Transfer, amount: Money) -> Entry {
    Entry::Transfer(Transfer {
        id: TransferId::fresh(),
        debit: wager.credit,
        credit: wager.debit,
        amount,
        kind: TransferKind::Posted,
        code: Code::Payout,
        ..wager
    })
}

/// A round of the one table that begins.
pub(crate) fn round(id: RoundId) -> Entry {
    round_at(0, id)
}

/// A round that begins at a table.
pub(crate) fn round_at(number: u32, id: RoundId) -> Entry {
    Entry::Round(RoundOpening {
        id,
        table: table(number),
        rules: Hash::of(RULES.as_bytes()),
        shoe: None,
        format: 1,
        text: "seats 3".to_string(),
    })
}

/// Commits what must be accepted.
pub(crate) async fn done(store: &dyn Store, entries: Vec<Entry>) -> Reply {
    let reply = store.commit(batch(entries)).await.unwrap();
    assert!(matches!(reply, Reply::Done { .. }), "{reply:?}");
    reply
}

/// Commits what must be refused.
pub(crate) async fn refused(store: &dyn Store, entries: Vec<Entry>) -> Status {
    match store.commit(batch(entries)).await.unwrap() {
        Reply::Refused { status, .. } => status,
        reply => panic!("{reply:?}"),
    }
}

/// What an account can spend.
pub(crate) async fn available(store: &dyn Store, account: AccountId) -> Money {
    store.account(account).await.unwrap().unwrap().1.available()
}

/// Fails with the report if any law is broken.
pub(crate) async fn assert_clean(store: &dyn Store) {
    let report = store.audit().await.unwrap();
    assert!(report.is_clean(), "{report}");
}

/// The fault of something that must fail.
pub(crate) fn fault<T>(outcome: Result<T, Fault>) -> Fault {
    match outcome {
        Ok(_) => panic!("this should have failed"),
        Err(fault) => fault,
    }
}
