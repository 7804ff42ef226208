//! Rows that are in memory already, read like those of a file.

use std::fmt;
use std::sync::Arc;

use super::{Row, RowBuilder, RowError};
use crate::error::{ErrorKind, Fault, Located};
use crate::features::Features;

/// Rows in memory: what a [`DataReader`](crate::DataReader) reads in place of a file.
pub trait MemoryRows: fmt::Debug + Send + Sync {
    /// What messages call them, as they call a file by its name.
    fn name(&self) -> &str;

    /// How many rows there are.
    fn len(&self) -> usize;

    /// Whether there are no rows.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether they are records of one table, which have the same columns.
    fn is_table(&self) -> bool;

    /// Puts a row into a builder, which is empty.
    ///
    /// # Errors
    /// If it cannot be a row.
    fn put(&self, row: usize, builder: &mut RowBuilder) -> Result<(), RowError>;
}

/// Rows in memory that are handed out one after the other.
#[derive(Debug)]
pub(crate) struct MemoryReader {
    rows: Arc<dyn MemoryRows>,
    at: usize,
    builder: RowBuilder,
}

impl MemoryReader {
    pub(crate) fn new(rows: Arc<dyn MemoryRows>) -> Self {
        MemoryReader { rows, at: 0, builder: RowBuilder::default() }
    }

    pub(crate) fn name(&self) -> &str {
        self.rows.name()
    }

    /// The features of the next row, the rest of it in `row`; the number of a row is its line.
    pub(crate) fn next(&mut self, row: &mut Row) -> Result<Option<Features<'_>>, Located> {
        if self.at == self.rows.len() {
            return Ok(None);
        }
        self.at += 1;
        let line = self.at as u64;
        self.builder.clear();
        let put = self.rows.put(self.at - 1, &mut self.builder);
        let broken = |error: RowError| Located { line, fault: fault(&error) };
        put.map_err(broken)?;
        row.line = line;
        self.builder.listed(row).map(Some).map_err(|fault| Located { line, fault })
    }
}

fn fault(error: &RowError) -> Fault {
    ErrorKind::Parse(error.to_string()).into()
}
