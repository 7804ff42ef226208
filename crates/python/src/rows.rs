//! The rows of an input as a source of the engine: copies, so that they stay what they are.

use crate::error::{raised, refused};
use crate::input::{Input, Labels, Maps};
use crate::labels::Numbers;
use crate::many::{reals, records};
use noregret::array::{ArrayBatch, Cells, Column};
use noregret::io::{MemoryRows, RowBuilder, RowError};
use noregret::Record;
use pyo3::prelude::*;
use std::sync::Arc;

/// Rows with their labels and weights.
#[derive(Debug)]
pub(crate) struct OwnedRows {
    records: Vec<Record>,
    is_table: bool,
}

impl MemoryRows for OwnedRows {
    fn name(&self) -> &str {
        "X"
    }

    fn len(&self) -> usize {
        self.records.len()
    }

    fn is_table(&self) -> bool {
        self.is_table
    }

    fn put(&self, row: usize, builder: &mut RowBuilder) -> Result<(), RowError> {
        self.records[row].fill(builder)
    }
}

/// Copies the rows of an input, and tells what numbers among the labels were.
pub(crate) fn owned(
    given: &Bound<'_, PyAny>,
    y: Option<&Bound<'_, PyAny>>,
    weight: Option<&Bound<'_, PyAny>>,
    names: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Arc<OwnedRows>, Numbers)> {
    let (input, own) = Input::read(given)?;
    let (labels, numbers) = Labels::read(y)?;
    let weight = weight.map(reals).transpose()?;
    let weights = weight.as_ref().map(|weight| weight.as_slice()).transpose()?;
    let is_table = input.is_table();
    let records = match input.rows()? {
        None => records(&input, &labels, weights, None)?,
        Some(rows) => {
            let map = Maps::default().take(input.width(), own, names)?;
            // Counts are compared there.
            let batch = ArrayBatch::new(&*rows, labels.borrowed()).map_err(raised)?;
            weights.map_or(Ok(batch), |it| batch.weighted(it)).map_err(raised)?;
            let mut cells = Cells::default();
            let mut all = Vec::with_capacity(rows.len());
            for row in 0..rows.len() {
                cells.clear();
                rows.copy(row, &mut cells)
                    .map_err(|reason| refused(format!("row {row}: {reason}")))?;
                let record = cells.iter().fold(Record::new(), |record, (column, x)| {
                    match map.names().and_then(|names| names.get(column as usize)) {
                        None => record.index(column, x),
                        Some(Column::Key(key)) => record.index(*key, x),
                        Some(Column::Name(name)) => record.name(name, x),
                    }
                });
                let label = labels.record(row);
                all.push(record.label(label).weight(weights.map_or(1.0, |it| it[row])));
            }
            all
        }
    };
    Ok((Arc::new(OwnedRows { records, is_table }), numbers))
}
