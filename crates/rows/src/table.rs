//! A table that is being written.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use crate::{Cell, Column, Kind};

/// Rows that are kept before they are written together: a group of Parquet, which readers take at once.
const GROUP_ROWS: usize = 1 << 16;

/// A table that is being written. Nothing can be read before [`Table::finish`].
pub struct Table<W: Write + Send> {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    writer: SerializedFileWriter<W>,
}

impl<W: Write + Send> Table<W> {
    /// Begins a table with these columns.
    pub fn new(out: W, columns: &[Column]) -> io::Result<Table<W>> {
        let fields = columns.iter().map(|column| column.schema().map(Arc::new));
        let fields = fields.collect::<Result<Vec<_>, _>>().map_err(told)?;
        let schema = Type::group_type_builder("rows").with_fields(fields).build();
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("croupier ", env!("CARGO_PKG_VERSION")).to_string())
            .build();
        let writer = SerializedFileWriter::new(out, Arc::new(schema.map_err(told)?), Arc::new(properties));
        Ok(Table {
            columns: columns.to_vec(),
            rows: Vec::new(),
            writer: writer.map_err(told)?,
        })
    }

    /// Adds a row.
    ///
    /// # Panics
    ///
    /// If the row does not fit the columns, which is a mistake of the program and not of its input.
    pub fn push(&mut self, row: impl Into<Vec<Cell>>) -> io::Result<()> {
        let row = row.into();
        assert_eq!(row.len(), self.columns.len(), "a row has a cell for each column");
        for (cell, column) in row.iter().zip(&self.columns) {
            assert!(fits(cell, column), "{cell:?} does not fit the column `{}`", column.name);
        }
        self.rows.push(row);
        if self.rows.len() == GROUP_ROWS {
            self.write_group()?;
        }
        Ok(())
    }

    /// Writes what is left and gives the writer back.
    pub fn finish(mut self) -> io::Result<W> {
        if !self.rows.is_empty() {
            self.write_group()?;
        }
        self.writer.into_inner().map_err(told)
    }

    fn write_group(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        let mut group = self.writer.next_row_group().map_err(told)?;
        for (place, column) in self.columns.iter().enumerate() {
            let writer = group.next_column().map_err(told)?;
            let mut writer = writer.expect("Parquet asks for every column of the schema");
            let cells = rows.iter().map(|row| &row[place]);
            match column.kind {
                Kind::Text => write::<ByteArrayType>(&mut writer, column, cells, text),
                Kind::Real => write::<DoubleType>(&mut writer, column, cells, real),
                Kind::Whole | Kind::Time => write::<Int64Type>(&mut writer, column, cells, whole),
            }
            .and_then(|()| writer.close())
            .map_err(told)?;
        }
        group.close().map_err(told)?;
        Ok(())
    }
}

fn fits(cell: &Cell, column: &Column) -> bool {
    match cell {
        Cell::Text(_) => column.kind == Kind::Text,
        Cell::Whole(_) => column.kind == Kind::Whole,
        Cell::Real(_) => column.kind == Kind::Real,
        Cell::Time(_) => column.kind == Kind::Time,
        Cell::Empty => column.optional,
    }
}

fn text(cell: &Cell) -> Option<ByteArray> {
    match cell {
        Cell::Text(text) => Some(text.as_str().into()),
        _ => None,
    }
}

fn real(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Real(number) => Some(*number),
        _ => None,
    }
}

fn whole(cell: &Cell) -> Option<i64> {
    match cell {
        Cell::Whole(number) | Cell::Time(number) => Some(*number),
        _ => None,
    }
}

/// Writes a column: its values, and which rows have one where some may be empty.
fn write<'a, T: DataType>(
    writer: &mut SerializedColumnWriter,
    column: &Column,
    cells: impl Iterator<Item = &'a Cell> + Clone,
    value: impl Fn(&Cell) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let values: Vec<T::T> = cells.clone().filter_map(&value).collect();
    let levels: Vec<i16> = cells.map(|cell| i16::from(*cell != Cell::Empty)).collect();
    let levels = column.optional.then_some(levels.as_slice());
    writer.typed::<T>().write_batch(&values, levels, None)?;
    Ok(())
}

/// A fault of the file keeps its kind, so that a full disk is told as one.
pub(crate) fn told(fault: ParquetError) -> io::Error {
    match fault {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(fault) => *fault,
            Err(source) => io::Error::other(source),
        },
        fault => io::Error::other(fault),
    }
}
