//! One connection to either database: the statements are written once, and this is where they learn the dialect.

use std::future::Future;

use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, FromRow, PgConnection, SqliteConnection};
use uuid::Uuid;

use crate::fault::Fault;

/// Something bound to a statement.
#[derive(Clone, Debug)]
pub(crate) enum Arg {
    Id(Uuid),
    Int(i64),
    Text(String),
}

impl Arg {
    /// A list or a set of rows, bound as one JSON text.
    pub(crate) fn json<T: Serialize + ?Sized>(rows: &T) -> Arg {
        Arg::Text(serde_json::to_string(rows).expect("rows have a JSON form without fail"))
    }
}

/// The database's own way of saying things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// The statement in this dialect. `IN {ids}` and `IN {texts}` mean the list bound first; `{lock}` holds the rows for us
    /// until the end of the transaction, in the order in which they are read (SQLite has one writer and needs none).
    ///
    /// PostgreSQL does not know how long a list is that comes out of JSON, and would rather read a whole table than look up what
    /// it takes for a hundred rows. Made an array first, the list is looked up by the index.
    fn say(self, statement: &str) -> String {
        let (ids, texts, lock) = match self {
            Dialect::Sqlite => (
                "IN (SELECT unhex(value, '-') FROM json_each($1))",
                "IN (SELECT value FROM json_each($1))",
                "",
            ),
            Dialect::Postgres => (
                "= ANY (ARRAY(SELECT value::uuid FROM json_array_elements_text($1::json)))",
                "= ANY (ARRAY(SELECT value FROM json_array_elements_text($1::json)))",
                "FOR NO KEY UPDATE",
            ),
        };
        if !statement.contains('{') {
            return statement.to_string();
        }
        statement
            .replace("IN {ids}", ids)
            .replace("IN {texts}", texts)
            .replace("{lock}", lock)
    }

    /// A column of the rows bound as one JSON text.
    pub(crate) fn column(self, name: &str, kind: Column) -> String {
        match (self, kind) {
            (Dialect::Sqlite, Column::Id) => format!("unhex(value->>'{name}', '-')"),
            (Dialect::Sqlite, Column::Int | Column::Text) => format!("value->>'{name}'"),
            (Dialect::Postgres, Column::Id) => format!("(value->>'{name}')::uuid"),
            (Dialect::Postgres, Column::Int) => format!("(value->>'{name}')::bigint"),
            (Dialect::Postgres, Column::Text) => format!("value->>'{name}'"),
        }
    }

    /// The rows bound as one JSON text, as something to select from.
    pub(crate) fn rows(self) -> &'static str {
        match self {
            Dialect::Sqlite => "json_each($1)",
            Dialect::Postgres => "json_array_elements($1::json) WITH ORDINALITY AS rows (value, place)",
        }
    }

    /// A further condition on a statement that joins those rows: that the id is one of theirs, said so that it is looked up by the
    /// index (see [`Dialect::say`]).
    pub(crate) fn listed(self, id: &str, name: &str) -> String {
        match self {
            Dialect::Sqlite => String::new(),
            Dialect::Postgres => {
                let of_row = self.column(name, Column::Id);
                format!(" AND {id} = ANY (ARRAY(SELECT {of_row} FROM json_array_elements($1::json)))")
            }
        }
    }

    /// What keeps those rows in their order.
    pub(crate) fn rows_in_order(self) -> &'static str {
        match self {
            Dialect::Sqlite => "ORDER BY json_each.key",
            Dialect::Postgres => "ORDER BY rows.place",
        }
    }
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    Id,
    Int,
    Text,
}

/// A row that either database can fill.
pub(crate) trait Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl<T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin> Row for T {}

/// A connection.
pub(crate) trait SqlConnection: Send {
    /// Its dialect.
    const DIALECT: Dialect;

    /// The rows a statement selects.
    fn rows<T: Row>(&mut self, sql: &str, args: Vec<Arg>) -> impl Future<Output = Result<Vec<T>, Fault>> + Send;

    /// Runs a statement.
    fn run(&mut self, sql: &str, args: Vec<Arg>) -> impl Future<Output = Result<(), Fault>> + Send;

    /// Runs a script of several statements that bind nothing.
    fn script(&mut self, sql: &str) -> impl Future<Output = Result<(), Fault>> + Send;
}

macro_rules! sql_connection {
    ($connection:ty, $dialect:expr) => {
        impl SqlConnection for $connection {
            const DIALECT: Dialect = $dialect;

            async fn rows<T: Row>(&mut self, sql: &str, args: Vec<Arg>) -> Result<Vec<T>, Fault> {
                let mut query = sqlx::query_as(AssertSqlSafe(Self::DIALECT.say(sql)));
                for arg in args {
                    query = match arg {
                        Arg::Id(id) => query.bind(id),
                        Arg::Int(number) => query.bind(number),
                        Arg::Text(text) => query.bind(text),
                    };
                }
                Ok(query.fetch_all(self).await?)
            }

            async fn run(&mut self, sql: &str, args: Vec<Arg>) -> Result<(), Fault> {
                let mut query = sqlx::query(AssertSqlSafe(Self::DIALECT.say(sql)));
                for arg in args {
                    query = match arg {
                        Arg::Id(id) => query.bind(id),
                        Arg::Int(number) => query.bind(number),
                        Arg::Text(text) => query.bind(text),
                    };
                }
                query.execute(self).await?;
                Ok(())
            }

            async fn script(&mut self, sql: &str) -> Result<(), Fault> {
                sqlx::raw_sql(AssertSqlSafe(sql.to_string()))
                    .execute(self)
                    .await?;
                Ok(())
            }
        }
    };
}

sql_connection!(SqliteConnection, Dialect::Sqlite);
sql_connection!(PgConnection, Dialect::Postgres);

/// A word in the books as the value it names.
pub(crate) fn word<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, Fault> {
    let deserializer: StrDeserializer<serde::de::value::Error> = text.into_deserializer();
    T::deserialize(deserializer).map_err(|error| Fault::Damaged(error.to_string()))
}

/// A number in the books that is never below zero and never large.
pub(crate) fn count(number: i64) -> Result<u32, Fault> {
    u32::try_from(number).map_err(|_| Fault::Damaged(format!("{number} should be a small count")))
}
