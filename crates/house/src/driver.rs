//! What the two databases do differently, apart from the dialect.

use std::future::Future;
use std::path::Path;

use sqlx::{Database, Pool};

use crate::fault::Fault;
use crate::lease::Leases;
use crate::sql_connection::SqlConnection;

/// A database that keeps the books.
pub(crate) trait Driver: Send + Sync + 'static {
    /// The database.
    type Db: Database<Connection: SqlConnection>;
    /// How many write at the same time.
    const WRITERS: usize;
    /// How a writing transaction begins.
    const BEGIN: &'static str;
    /// How a reading transaction begins that sees one instant.
    const BEGIN_READING: &'static str;

    /// The connections that read.
    fn readers(&self) -> &Pool<Self::Db>;

    /// The connections that write.
    fn writers(&self) -> &Pool<Self::Db>;

    /// The leases of the tables, where several servers may share the books.
    fn leases(&self) -> Option<&dyn Leases>;

    /// Whether what we write still goes where it can be found again.
    fn check_place(&self) -> Result<(), Fault>;

    /// Lets go of whatever keeps other servers out, when nothing is written any more.
    fn let_go(&self) {}

    /// Copies the books to a file.
    fn backup(&self, to: &Path) -> impl Future<Output = Result<(), Fault>> + Send;
}
