//! What the two databases do differently, apart from the dialect.

use std::future::Future;
use std::path::Path;

use sqlx::{Database, Pool};

use crate::desk::Desk;
use crate::fault::Fault;

/// A database that keeps the books.
pub(crate) trait Driver: Send + Sync + 'static {
    /// The database.
    type Db: Database<Connection: Desk>;
    /// How a writing transaction begins.
    const BEGIN: &'static str;
    /// How a reading transaction begins that sees one instant.
    const BEGIN_READING: &'static str;

    /// The connections that read.
    fn readers(&self) -> &Pool<Self::Db>;

    /// The connections that write.
    fn writers(&self) -> &Pool<Self::Db>;

    /// Whether what we write still goes where it can be found again.
    fn check_place(&self) -> Result<(), Fault>;

    /// Copies the books to a file.
    fn backup(&self, to: &Path) -> impl Future<Output = Result<(), Fault>> + Send;
}
