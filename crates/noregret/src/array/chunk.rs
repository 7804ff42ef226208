//! Rows of an array that are asked about together.

use super::place::{Place, Spare};
use super::{ArrayRows, Cells, ColumnMap};
use noregret_core::{Batch, Example, Instance};
use noregret_io::FeatureSpace;
use std::ops::Range;

/// So many rows, unless they have more cells than stay in the cache of the processor.
const TOGETHER: usize = 64;
const CELLS: usize = 1 << 15;

/// Where a row is.
#[derive(Clone, Debug)]
enum Found<'a> {
    /// As it was.
    Tidy(Place<'a>),
    /// Its columns were renamed, sorted or summed.
    Copied(Range<usize>),
}

/// Rows, as they lie in memory, converted or copied.
#[derive(Debug, Default)]
pub(super) struct Chunk<'a> {
    cells: Cells,
    spare: Spare,
    rows: Vec<Found<'a>>,
    /// How many cells they have.
    size: usize,
    /// Whether some are copied.
    is_copied: bool,
}

impl<'a> Chunk<'a> {
    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.spare.clear();
        self.rows.clear();
        (self.size, self.is_copied) = (0, false);
    }

    pub(super) fn is_full(&self) -> bool {
        self.rows.len() == TOGETHER || self.size >= CELLS
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Takes a row of an array, without the features that have no slot.
    ///
    /// # Errors
    /// Why it is no row.
    #[inline]
    pub(super) fn take(
        &mut self,
        rows: &'a dyn ArrayRows,
        row: usize,
        (map, space): (&mut ColumnMap, &FeatureSpace),
    ) -> Result<(), String> {
        if map.is_identity()
            && let Some(place) = rows.tidy(row, &mut self.spare)
        {
            self.size += place.len();
            self.rows.push(Found::Tidy(place));
            return Ok(());
        }
        let start = self.cells.len();
        rows.copy(row, &mut self.cells)?;
        map.resolve(space, &mut self.cells, start, true);
        self.size += self.cells.len() - start;
        self.rows.push(Found::Copied(start..self.cells.len()));
        self.is_copied = true;
        Ok(())
    }

    /// The rows.
    pub(super) fn instances(&self) -> impl Iterator<Item = Instance<'_>> {
        self.rows.iter().map(|found| match found {
            Found::Tidy(place) => place.instance(&self.spare),
            Found::Copied(span) => Instance::Sparse {
                indices: &self.cells.columns[span.clone()],
                values: &self.cells.values[span.clone()],
            },
        })
    }

    /// The rows with what belongs to them; where every coordinate is a column of the array, none is
    /// beyond its width.
    pub(super) fn batch<'e>(&self, rows: &dyn ArrayRows, examples: &'e [Example<'e>]) -> Batch<'e> {
        match self.is_copied {
            true => Batch::Examples(examples),
            false => Batch::Below(rows.width() as u32, examples),
        }
    }
}
