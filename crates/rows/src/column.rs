//! The columns of a table.

use parquet::basic::{LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::schema::types::Type;

/// A column: its name, what it holds, and whether it may be empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// What it is called.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Whether a row may leave it empty.
    pub optional: bool,
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Texts in UTF-8.
    Text,
    /// Whole numbers of 64 bits.
    Whole,
    /// Floating-point numbers of 64 bits.
    Real,
    /// Moments in universal time, in microseconds.
    Time,
}

impl Column {
    /// A column of texts.
    pub const fn text(name: &'static str) -> Column {
        Column::new(name, Kind::Text)
    }

    /// A column of whole numbers.
    pub const fn whole(name: &'static str) -> Column {
        Column::new(name, Kind::Whole)
    }

    /// A column of real numbers.
    pub const fn real(name: &'static str) -> Column {
        Column::new(name, Kind::Real)
    }

    /// A column of moments.
    pub const fn time(name: &'static str) -> Column {
        Column::new(name, Kind::Time)
    }

    /// The same column, which a row may leave empty.
    #[must_use]
    pub const fn optional(self) -> Column {
        Column { optional: true, ..self }
    }

    const fn new(name: &'static str, kind: Kind) -> Column {
        Column {
            name,
            kind,
            optional: false,
        }
    }

    /// The column as Parquet knows it.
    pub(crate) fn schema(&self) -> parquet::errors::Result<Type> {
        let (physical, logical) = match self.kind {
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Whole => (Physical::INT64, None),
            Kind::Real => (Physical::DOUBLE, None),
            Kind::Time => (Physical::INT64, Some(LogicalType::timestamp(true, TimeUnit::MICROS))),
        };
        Type::primitive_type_builder(self.name, physical)
            .with_logical_type(logical)
            .with_repetition(match self.optional {
                true => Repetition::OPTIONAL,
                false => Repetition::REQUIRED,
            })
            .build()
    }
}
