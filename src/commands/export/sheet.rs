//! Rows of typed columns, written in any of the three forms.

use croupier_rows::{Cell, Column, Table};

use crate::failure::Failure;

/// Columns and rows; `docs/export.md` lists the columns.
pub struct Sheet {
    /// The columns.
    pub columns: &'static [Column],
    /// The rows, each with a cell for every column.
    pub rows: Vec<Vec<Cell>>,
}

impl Sheet {
    /// Comma-separated values with a head, as RFC 4180 has them; an empty cell is an empty field, a moment is written in
    /// universal time.
    pub fn csv(&self) -> Vec<u8> {
        let line = |cells: &mut dyn Iterator<Item = String>| cells.collect::<Vec<_>>().join(",") + "\n";
        let mut text = line(&mut self.columns.iter().map(|column| column.name.to_string()));
        for row in &self.rows {
            text += &line(&mut row.iter().map(field));
        }
        text.into_bytes()
    }

    /// One JSON object a line; an empty cell is `null`.
    pub fn json_lines(&self) -> Vec<u8> {
        let mut text = String::new();
        for row in &self.rows {
            let named = self.columns.iter().zip(row);
            let object: serde_json::Map<String, serde_json::Value> = named
                .map(|(column, cell)| (column.name.to_string(), value(cell)))
                .collect();
            text += &serde_json::Value::Object(object).to_string();
            text.push('\n');
        }
        text.into_bytes()
    }

    /// Parquet.
    pub fn parquet(self) -> Result<Vec<u8>, Failure> {
        let mut table = Table::new(Vec::new(), self.columns)?;
        for row in self.rows {
            table.push(row)?;
        }
        Ok(table.finish()?)
    }
}

fn field(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) if text.contains([',', '"', '\n', '\r']) => format!("\"{}\"", text.replace('"', "\"\"")),
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

    #[test]
    fn the_three_forms_hold_the_same_rows() {
        const COLUMNS: [Column; 4] = [
            Column::text("name"),
            Column::whole("count").optional(),
            Column::real("share"),
            Column::time("at"),
        ];
        let sheet = Sheet {
            columns: &COLUMNS,
            rows: vec![
                vec![
                    "a, \"b\"\nc".into(),
                    7.into(),
                    0.5.into(),
                    Cell::Time(1_700_000_000_000_000),
                ],
                vec!["plain".into(), Cell::Empty, 1.25.into(), Cell::Time(0)],
            ],
        };
        assert_eq!(
            String::from_utf8(sheet.csv()).unwrap(),
            "name,count,share,at\n\"a, \"\"b\"\"\nc\",7,0.5,2023-11-14T22:13:20Z\nplain,,1.25,1970-01-01T00:00:00Z\n"
        );
        assert_eq!(
            String::from_utf8(sheet.json_lines()).unwrap(),
            "{\"name\":\"a, \\\"b\\\"\\nc\",\"count\":7,\"share\":0.5,\"at\":\"2023-11-14T22:13:20Z\"}\n\
             {\"name\":\"plain\",\"count\":null,\"share\":1.25,\"at\":\"1970-01-01T00:00:00Z\"}\n"
        );
        assert!(sheet.parquet().unwrap().starts_with(b"PAR1"));
    }
}
