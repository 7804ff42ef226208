//! The rows of an input as a source of the engine: copies, so that they stay what they are.

use crate::error::{raised, refused};
use crate::input::{Input, Labels, Map};
use crate::labels::Numbers;
use crate::many::{reals, records};
use noregret::Record;
use noregret::array::{ArrayBatch, ArrayRows, Cells, ColumnMap};
use noregret::io::{MemoryRows, RowBuilder, RowError};
use pyo3::prelude::*;
use std::sync::Arc;

/// Rows of a matrix, with their labels and weights.
#[derive(Debug)]
struct Matrix {
    cells: Cells,
    /// Where each row begins among the cells, and where the last one ends.
    starts: Vec<usize>,
    map: ColumnMap,
    labels: Labels,
    weights: Option<Vec<f64>>,
    is_table: bool,
}

impl Matrix {
    fn copy(&mut self, rows: &dyn ArrayRows) -> PyResult<()> {
        for row in 0..rows.len() {
            self.starts.push(self.cells.len());
            let copied = rows.copy(row, &mut self.cells);
            copied.map_err(|reason| refused(format!("row {row}: {reason}")))?;
        }
        self.starts.push(self.cells.len());
        Ok(())
    }
}

impl MemoryRows for Matrix {
    fn name(&self) -> &str {
        "X"
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn is_table(&self) -> bool {
        self.is_table
    }

    fn put(&self, row: usize, builder: &mut RowBuilder) -> Result<(), RowError> {
        let span = self.starts[row]..self.starts[row + 1];
        self.map.put(&self.cells, span, builder)?;
        self.labels.borrowed().put(row, builder.label())?;
        builder.set_weight(self.weights.as_ref().map_or(1.0, |weights| weights[row]))
    }
}

/// Rows that have everything.
#[derive(Debug)]
struct Table(Vec<Record>);

impl MemoryRows for Table {
    fn name(&self) -> &str {
        "X"
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn is_table(&self) -> bool {
        true
    }

    fn put(&self, row: usize, builder: &mut RowBuilder) -> Result<(), RowError> {
        self.0[row].fill(builder)
    }
}

/// Copies the rows of an input, and tells what numbers among the labels were.
pub(crate) fn owned(
    given: &Bound<'_, PyAny>,
    y: &Bound<'_, PyAny>,
    weight: Option<&Bound<'_, PyAny>>,
    names: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Arc<dyn MemoryRows>, Numbers)> {
    let (input, own) = Input::read(given)?;
    let (labels, numbers) = Labels::read(Some(y))?;
    let weight = weight.map(reals).transpose()?;
    let weights = weight.as_ref().map(|weight| weight.as_slice()).transpose()?;
    let Some(rows) = input.rows()? else {
        return Ok((Arc::new(Table(records(&input, &labels, weights, None)?)), numbers));
    };
    let map = Map::of(input.width(), own, names, None)?.map;
    // Counts are compared there.
    let batch = ArrayBatch::new(&*rows, labels.borrowed()).map_err(raised)?;
    weights.map_or(Ok(batch), |it| batch.weighted(it)).map_err(raised)?;
    let (cells, starts, is_table) = (Cells::default(), Vec::new(), input.is_table());
    let weights = weights.map(<[f64]>::to_vec);
    let mut matrix = Matrix { cells, starts, map, labels, weights, is_table };
    matrix.copy(&*rows)?;
    Ok((Arc::new(matrix), numbers))
}
