//! What is written can be read again, cell by cell.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::io::{self, Write};

use croupier_rows::{Cell, Column, Rows, Table};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

const COLUMNS: [Column; 5] = [
    Column::text("name"),
    Column::text("note").optional(),
    Column::whole("count"),
    Column::real("mean").optional(),
    Column::time("at"),
];

fn row(number: i64) -> Vec<Cell> {
    vec![
        format!("row {number}").into(),
        (number % 3 == 0).then_some("a third, with é and ♠").into(),
        number.into(),
        (number % 2 == 0).then_some(number as f64 / 8.0).into(),
        Cell::Time(1_700_000_000_000_000 + number),
    ]
}

fn read(field: &Field) -> Cell {
    match field {
        Field::Str(text) => text.as_str().into(),
        Field::Long(number) => (*number).into(),
        Field::Double(number) => (*number).into(),
        Field::TimestampMicros(moment) => Cell::Time(*moment),
        Field::Null => Cell::Empty,
        other => panic!("{other:?} was never written"),
    }
}

#[test]
fn every_cell_comes_back_over_several_groups() {
    // More than two groups, so that the last is a part of one.
    for rows in [0, 1, 150_000] {
        let mut table = Table::new(Vec::new(), &COLUMNS).unwrap();
        for number in 0..rows {
            table.push(row(number)).unwrap();
        }
        let file = bytes::Bytes::from(table.finish().unwrap());
        let reader = SerializedFileReader::new(file).unwrap();
        assert_eq!(reader.metadata().file_metadata().num_rows(), rows);
        let mut number = 0;
        for found in reader.get_row_iter(None).unwrap() {
            let found = found.unwrap();
            let cells: Vec<Cell> = found.get_column_iter().map(|(_, field)| read(field)).collect();
            assert_eq!(cells, row(number));
            number += 1;
        }
        assert_eq!(number, rows);
    }
}

/// Takes so many bytes, then is full.
struct SmallDisk(usize);

impl Write for SmallDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.checked_sub(bytes.len()) {
            Some(left) => self.0 = left,
            None => return Err(io::ErrorKind::StorageFull.into()),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_told_as_one() {
    for space in [0, 4, 100, 600] {
        let written = Table::new(SmallDisk(space), &COLUMNS).and_then(|mut table| {
            for number in 0..1_000 {
                table.push(row(number))?;
            }
            table.finish()
        });
        assert_eq!(written.err().unwrap().kind(), io::ErrorKind::StorageFull, "{space}");
    }
}

#[test]
#[should_panic(expected = "does not fit the column `count`")]
fn a_row_that_does_not_fit_is_a_mistake() {
    let mut table = Table::new(Vec::new(), &COLUMNS).unwrap();
    let mut wrong = row(1);
    wrong[2] = Cell::Empty;
    table.push(wrong).unwrap();
}

#[test]
fn a_file_is_read_back_by_its_columns_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.parquet");
    let mut table = Table::new(std::fs::File::create(&path).unwrap(), &COLUMNS).unwrap();
    for number in 0..70_000 {
        table.push(row(number)).unwrap();
    }
    table.finish().unwrap();
    let rows: Vec<Vec<Cell>> = Rows::open(&path, &COLUMNS).unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(rows.len(), 70_000);
    assert!((0..).zip(&rows).all(|(number, cells)| *cells == row(number)));
    let mut other = COLUMNS;
    other.swap(0, 1);
    assert!(Rows::open(&path, &other).unwrap().next().unwrap().is_err());
    std::fs::write(&path, b"PAR1 and no more").unwrap();
    assert!(Rows::open(&path, &COLUMNS).is_err());
}
