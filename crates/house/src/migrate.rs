//! The versions of the books. Each is a script that makes one version out of the one before; the list only grows.

use crate::fault::Fault;
use crate::sql_connection::{Dialect, SqlConnection};

/// The scripts of a dialect, version 1 first.
pub(crate) fn scripts(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Sqlite => &[
            include_str!("schema/sqlite_1.sql"),
            include_str!("schema/sqlite_2.sql"),
            include_str!("schema/sqlite_3.sql"),
            include_str!("schema/sqlite_4.sql"),
            include_str!("schema/sqlite_5.sql"),
            include_str!("schema/sqlite_6.sql"),
        ],
        Dialect::Postgres => &[
            include_str!("schema/postgres_1.sql"),
            include_str!("schema/postgres_2.sql"),
            include_str!("schema/postgres_3.sql"),
            include_str!("schema/postgres_4.sql"),
            include_str!("schema/postgres_5.sql"),
            include_str!("schema/postgres_6.sql"),
            include_str!("schema/postgres_7.sql"),
        ],
    }
}

/// The newest version there is a script for.
pub(crate) fn newest(scripts: &[&str]) -> i64 {
    i64::try_from(scripts.len()).expect("there are few versions")
}

/// Refuses books that are not of the newest version, for those who may not upgrade them.
pub(crate) fn check_newest(found: i64, scripts: &[&str]) -> Result<(), Fault> {
    let known = newest(scripts);
    match found.cmp(&known) {
        std::cmp::Ordering::Less => Err(Fault::Older { found, known }),
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(Fault::Newer { found, known }),
    }
}

/// Brings books of an older version up to the newest, inside the caller's transaction, and refuses newer ones.
pub(crate) async fn upgrade<D: SqlConnection>(db: &mut D, found: i64, scripts: &[&str]) -> Result<(), Fault> {
    let known = newest(scripts);
    if found > known {
        return Err(Fault::Newer { found, known });
    }
    let done = usize::try_from(found).map_err(|_| Fault::Damaged(format!("version {found} of the books")))?;
    for script in &scripts[done..] {
        db.script(script).await?;
    }
    Ok(())
}
