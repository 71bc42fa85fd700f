//! Rows of typed columns, written as Parquet to any writer and read back from a file.
//!
//! ```
//! use croupier_rows::{Column, Table};
//!
//! let columns = [Column::text("wager"), Column::whole("count"), Column::real("exact").optional()];
//! let mut table = Table::new(Vec::new(), &columns)?;
//! table.push(["main".into(), 12.into(), None::<f64>.into()])?;
//! let file: Vec<u8> = table.finish()?;
//! assert!(file.starts_with(b"PAR1"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod cell;
mod column;
mod reader;
mod table;

pub use cell::Cell;
pub use column::{Column, Kind};
pub use reader::Rows;
pub use table::Table;
