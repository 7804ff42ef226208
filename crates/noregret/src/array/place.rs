//! Where a row is: in memory as it is wanted, or converted.

use noregret_core::Instance;
use std::ops::Range;

/// Numbers in memory, or a stretch of those that were converted.
#[derive(Clone, Debug)]
pub enum Lent<'a, T> {
    /// In memory.
    There(&'a [T]),
    /// Converted.
    Here(Range<usize>),
}

impl<'a, T> Lent<'a, T> {
    /// The numbers.
    #[inline(always)]
    pub fn slice<'s>(&self, converted: &'s [T]) -> &'s [T]
    where
        'a: 's,
    {
        match self {
            Lent::There(slice) => slice,
            Lent::Here(span) => &converted[span.clone()],
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Lent::There(slice) => slice.len(),
            Lent::Here(span) => span.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Where a row is.
#[derive(Clone, Debug)]
pub enum Place<'a> {
    /// The values of all columns.
    Dense(&'a [f64]),
    /// Columns and their values.
    Sparse(Lent<'a, u32>, Lent<'a, f64>),
}

impl<'a> Place<'a> {
    /// The row.
    #[inline(always)]
    pub fn instance<'s>(&self, spare: &'s Spare) -> Instance<'s>
    where
        'a: 's,
    {
        match self {
            Place::Dense(values) => Instance::Dense(values),
            Place::Sparse(columns, values) => Instance::Sparse {
                indices: columns.slice(&spare.columns),
                values: values.slice(&spare.values),
            },
        }
    }

    /// How many values it has.
    pub fn len(&self) -> usize {
        match self {
            Place::Dense(values) => values.len(),
            Place::Sparse(_, values) => values.len(),
        }
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Columns and values of rows that were converted.
#[derive(Clone, Debug, Default)]
pub struct Spare {
    columns: Vec<u32>,
    values: Vec<f64>,
}

impl Spare {
    /// Takes the columns that `put` adds.
    #[inline(always)]
    pub fn columns<'a>(&mut self, put: impl FnOnce(&mut Vec<u32>)) -> Lent<'a, u32> {
        let start = self.columns.len();
        put(&mut self.columns);
        Lent::Here(start..self.columns.len())
    }

    /// Takes the values that `put` adds.
    #[inline(always)]
    pub fn values<'a>(&mut self, put: impl FnOnce(&mut Vec<f64>)) -> Lent<'a, f64> {
        let start = self.values.len();
        put(&mut self.values);
        Lent::Here(start..self.values.len())
    }

    /// The numbers of a row, which may be here.
    #[inline(always)]
    pub fn parts<'s>(
        &'s self,
        columns: &Lent<'s, u32>,
        values: &Lent<'s, f64>,
    ) -> (&'s [u32], &'s [f64]) {
        (columns.slice(&self.columns), values.slice(&self.values))
    }

    /// Empties it.
    pub(super) fn clear(&mut self) {
        self.columns.clear();
        self.values.clear();
    }
}
