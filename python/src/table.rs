//! Rows of typed columns, handed to anything that speaks Arrow.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::{DataType, Field, Schema};
use croupier_rows::{Cell, Column, Kind};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};

use crate::work::wrong;

/// A table: columns that pandas, polars, DuckDB and PyArrow take by Arrow's C interface, without copies.
#[pyclass(frozen, module = "croupier._native")]
pub(crate) struct Table {
    batch: RecordBatch,
}

impl Table {
    /// The table of these rows.
    pub(crate) fn new(columns: &[Column], rows: impl IntoIterator<Item = Vec<Cell>>) -> PyResult<Table> {
        let rows: Vec<Vec<Cell>> = rows.into_iter().collect();
        let fields: Vec<Field> = columns.iter().map(field).collect();
        let arrays = columns
            .iter()
            .enumerate()
            .map(|(place, column)| array(column, place, &rows));
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays.collect());
        Ok(Table {
            batch: batch.map_err(wrong)?,
        })
    }
}

#[pymethods]
impl Table {
    /// The table of these columns, each a name and its numbers, or a name and its texts.
    #[staticmethod]
    fn of(texts: Vec<(String, Vec<String>)>, numbers: Vec<(String, Vec<f64>)>) -> PyResult<Table> {
        let texts = texts
            .into_iter()
            .map(|(name, texts)| (name, Arc::new(StringArray::from(texts)) as ArrayRef));
        let numbers = numbers
            .into_iter()
            .map(|(name, numbers)| (name, Arc::new(Float64Array::from(numbers)) as ArrayRef));
        let batch = RecordBatch::try_from_iter(texts.chain(numbers));
        Ok(Table {
            batch: batch.map_err(wrong)?,
        })
    }

    /// The names of the columns.
    fn names(&self) -> Vec<String> {
        let schema = self.batch.schema();
        schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// How many rows there are.
    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// One column: numbers as a NumPy array (missing ones as NaN), texts as a list.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let names = self.names().join(", ");
        let column = self.batch.column_by_name(name);
        let column = column.ok_or_else(|| wrong(format!("there is no column `{name}`; there are: {names}")))?;
        let any = column.as_any();
        if let Some(numbers) = any.downcast_ref::<Float64Array>() {
            let numbers: Vec<f64> = numbers.iter().map(|number| number.unwrap_or(f64::NAN)).collect();
            return Ok(PyArray1::from_vec(py, numbers).into_any());
        }
        if let Some(numbers) = any.downcast_ref::<Int64Array>() {
            if numbers.null_count() > 0 {
                let numbers: Vec<f64> = numbers
                    .iter()
                    .map(|number| number.map_or(f64::NAN, |n| n as f64))
                    .collect();
                return Ok(PyArray1::from_vec(py, numbers).into_any());
            }
            return Ok(PyArray1::from_vec(py, numbers.values().to_vec()).into_any());
        }
        let texts: Vec<Option<&str>> = any
            .downcast_ref::<StringArray>()
            .map(|texts| texts.iter().collect())
            .unwrap_or_default();
        Ok(PyList::new(py, texts)?.into_any())
    }

    /// Arrow's C interface for streams: https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html
    #[pyo3(signature = (requested_schema: "object | None" = None) -> "object")]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer may ask for other types; the interface allows to answer with one's own.
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

fn field(column: &Column) -> Field {
    let kind = match column.kind {
        Kind::Text => DataType::Utf8,
        Kind::Whole | Kind::Time => DataType::Int64,
        Kind::Real => DataType::Float64,
    };
    Field::new(column.name, kind, column.optional)
}

fn array(column: &Column, place: usize, rows: &[Vec<Cell>]) -> ArrayRef {
    let cells = rows.iter().map(|row| &row[place]);
    match column.kind {
        Kind::Text => Arc::new(StringArray::from_iter(cells.map(|cell| match cell {
            Cell::Text(text) => Some(text.as_str()),
            _ => None,
        }))),
        Kind::Whole | Kind::Time => Arc::new(Int64Array::from_iter(cells.map(|cell| match cell {
            Cell::Whole(number) | Cell::Time(number) => Some(*number),
            _ => None,
        }))),
        Kind::Real => Arc::new(Float64Array::from_iter(cells.map(|cell| match cell {
            Cell::Real(number) => Some(*number),
            _ => None,
        }))),
    }
}
