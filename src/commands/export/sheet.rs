//! Rows of typed columns, written one after the other in any of the three forms.

use std::io::Write;

use croupier_rows::{Cell, Column, Table};

use crate::args::ExportFormat;
use crate::failure::Failure;

/// A sheet that is being written; `docs/export.md` lists the columns.
pub struct Sheet<W: Write + Send> {
    columns: &'static [Column],
    form: Form<W>,
}

enum Form<W: Write + Send> {
    /// Comma-separated values with a head, as RFC 4180 has them; an empty cell is an empty field, a moment is written in
    /// universal time.
    Csv(Box<csv::Writer<W>>),
    /// One JSON object a line; an empty cell is `null`.
    JsonLines(W),
    Parquet(Box<Table<W>>),
}

impl<W: Write + Send> Sheet<W> {
    /// Begins a sheet with these columns.
    pub fn new(out: W, columns: &'static [Column], format: ExportFormat) -> Result<Sheet<W>, Failure> {
        let form = match format {
            ExportFormat::Csv => {
                let mut writer = csv::Writer::from_writer(out);
                writer
                    .write_record(columns.iter().map(|column| column.name))
                    .map_err(told)?;
                Form::Csv(Box::new(writer))
            }
            ExportFormat::Jsonl => Form::JsonLines(out),
            ExportFormat::Parquet => Form::Parquet(Box::new(Table::new(out, columns)?)),
        };
        Ok(Sheet { columns, form })
    }

    /// Adds a row, with a cell for every column.
    pub fn push(&mut self, row: Vec<Cell>) -> Result<(), Failure> {
        match &mut self.form {
            Form::Csv(writer) => writer.write_record(row.iter().map(field)).map_err(told)?,
            Form::JsonLines(out) => {
                let named = self.columns.iter().zip(&row);
                let object: serde_json::Map<String, serde_json::Value> = named
                    .map(|(column, cell)| (column.name.to_string(), value(cell)))
                    .collect();
                writeln!(out, "{}", serde_json::Value::Object(object))?;
            }
            Form::Parquet(table) => table.push(row)?,
        }
        Ok(())
    }

    /// Writes what is left and gives the writer back.
    pub fn finish(self) -> Result<W, Failure> {
        match self.form {
            Form::Csv(writer) => writer.into_inner().map_err(|fault| Failure::from(fault.into_error())),
            Form::JsonLines(out) => Ok(out),
            Form::Parquet(table) => Ok(table.finish()?),
        }
    }
}

/// A fault of the writer, which is the only one there can be: every row has all columns.
fn told(fault: csv::Error) -> Failure {
    match fault.into_kind() {
        csv::ErrorKind::Io(fault) => fault.into(),
        other => Failure::Other(anyhow::anyhow!("{other:?}")),
    }
}

fn field(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        Cell::Whole(number) => number.to_string(),
        Cell::Real(number) => number.to_string(),
        Cell::Time(moment) => time(*moment),
        Cell::Empty => String::new(),
    }
}

fn value(cell: &Cell) -> serde_json::Value {
    match cell {
        Cell::Text(text) => text.as_str().into(),
        Cell::Whole(number) => (*number).into(),
        Cell::Real(number) => (*number).into(),
        Cell::Time(moment) => time(*moment).into(),
        Cell::Empty => serde_json::Value::Null,
    }
}

/// A moment as ISO 8601, which spreadsheets, pandas and DuckDB read.
fn time(moment: i64) -> String {
    jiff::Timestamp::from_microsecond(moment).map_or_else(|_| moment.to_string(), |time| time.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [Column; 4] = [
        Column::text("name"),
        Column::whole("count").optional(),
        Column::real("share"),
        Column::time("at"),
    ];

    fn written(format: ExportFormat) -> Vec<u8> {
        let mut sheet = Sheet::new(Vec::new(), &COLUMNS, format).unwrap();
        let first = Cell::Time(1_700_000_000_000_000);
        sheet
            .push(vec!["a, \"b\"\nc".into(), 7.into(), 0.5.into(), first])
            .unwrap();
        sheet
            .push(vec!["plain".into(), Cell::Empty, 1.25.into(), Cell::Time(0)])
            .unwrap();
        sheet.finish().unwrap()
    }

    #[test]
    fn the_three_forms_hold_the_same_rows() {
        assert_eq!(
            String::from_utf8(written(ExportFormat::Csv)).unwrap(),
            "name,count,share,at\n\"a, \"\"b\"\"\nc\",7,0.5,2023-11-14T22:13:20Z\nplain,,1.25,1970-01-01T00:00:00Z\n"
        );
        assert_eq!(
            String::from_utf8(written(ExportFormat::Jsonl)).unwrap(),
            "{\"name\":\"a, \\\"b\\\"\\nc\",\"count\":7,\"share\":0.5,\"at\":\"2023-11-14T22:13:20Z\"}\n\
             {\"name\":\"plain\",\"count\":null,\"share\":1.25,\"at\":\"1970-01-01T00:00:00Z\"}\n"
        );
        assert!(written(ExportFormat::Parquet).starts_with(b"PAR1"));
    }
}
