//! Tables that were written before.

use std::fs::File;
use std::io;
use std::path::Path;

use parquet::file::reader::SerializedFileReader;
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row};

use crate::table::told;
use crate::{Cell, Column, Kind};

/// The rows of a Parquet file, one after the other.
pub struct Rows {
    columns: Vec<Column>,
    rows: RowIter<'static>,
}

impl Rows {
    /// Opens a file that [`Table`](crate::Table) wrote with these columns.
    pub fn open(path: &Path, columns: &[Column]) -> io::Result<Rows> {
        let reader = SerializedFileReader::new(File::open(path)?).map_err(told)?;
        Ok(Rows {
            columns: columns.to_vec(),
            rows: RowIter::from_file_into(Box::new(reader)),
        })
    }

    fn cells(&self, row: &Row) -> io::Result<Vec<Cell>> {
        let fields: Vec<(&String, &Field)> = row.get_column_iter().collect();
        let named = fields.len() == self.columns.len()
            && fields
                .iter()
                .zip(&self.columns)
                .all(|((name, _), column)| *name == column.name);
        if !named {
            return Err(io::Error::other("the file has other columns"));
        }
        let cells = fields.into_iter().zip(&self.columns);
        cells.map(|((_, field), column)| cell(field, column)).collect()
    }
}

impl Iterator for Rows {
    type Item = io::Result<Vec<Cell>>;

    fn next(&mut self) -> Option<io::Result<Vec<Cell>>> {
        let row = self.rows.next()?;
        Some(row.map_err(told).and_then(|row| self.cells(&row)))
    }
}

fn cell(field: &Field, column: &Column) -> io::Result<Cell> {
    match (field, column.kind) {
        (Field::Null, _) if column.optional => Ok(Cell::Empty),
        (Field::Str(text), Kind::Text) => Ok(Cell::Text(text.clone())),
        (Field::Long(number), Kind::Whole) => Ok(Cell::Whole(*number)),
        (Field::Double(number), Kind::Real) => Ok(Cell::Real(*number)),
        (Field::TimestampMicros(moment), Kind::Time) => Ok(Cell::Time(*moment)),
        _ => Err(io::Error::other(format!(
            "the column `{}` holds something else",
            column.name
        ))),
    }
}
