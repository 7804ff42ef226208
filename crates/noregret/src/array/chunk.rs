//! Rows of an array that are learned from, or asked about, together.

use super::{ArrayRows, Cells, ColumnMap};
use noregret_core::Instance;
use noregret_io::FeatureSpace;
use std::ops::Range;

/// So many rows, unless they have more cells than stay in the cache of the processor. With fewer,
/// memory is read in jumps.
const TOGETHER: usize = 256;
const CELLS: usize = 1 << 15;

/// Where a row is.
#[derive(Clone, Debug)]
enum Place<'a> {
    InMemory(Instance<'a>),
    /// Its columns are copied, its values are not.
    Narrowed(Range<usize>, &'a [f64]),
    Copied(Range<usize>),
}

/// Rows, as they lie in memory or copied.
#[derive(Debug, Default)]
pub(super) struct Chunk<'a> {
    cells: Cells,
    rows: Vec<Place<'a>>,
    /// How many cells they have.
    size: usize,
}

/// What was found where a row was looked for.
pub(super) enum Taken {
    /// The row.
    Row,
    /// It has a feature without a slot.
    New,
    /// It is no row, for this reason.
    Broken(String),
}

impl<'a> Chunk<'a> {
    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.rows.clear();
        self.size = 0;
    }

    pub(super) fn is_full(&self) -> bool {
        self.rows.len() == TOGETHER || self.size >= CELLS
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Takes a row of an array; features without a slot may be left out.
    #[inline]
    pub(super) fn take(
        &mut self,
        rows: &'a dyn ArrayRows,
        row: usize,
        (map, space): (&mut ColumnMap, &FeatureSpace),
        skip: bool,
    ) -> Taken {
        if map.is_identity()
            && let Some(x) = rows.view(row)
        {
            self.size += x.stored();
            self.rows.push(Place::InMemory(x));
            return Taken::Row;
        }
        let start = self.cells.columns.len();
        if map.is_identity() {
            if let Some(values) = rows.narrow(row, &mut self.cells.columns) {
                self.cells.values.resize(self.cells.columns.len(), 0.0);
                self.size += values.len();
                self.rows.push(Place::Narrowed(start..self.cells.len(), values));
                return Taken::Row;
            }
            self.cells.columns.truncate(start);
        }
        if let Err(reason) = rows.copy(row, &mut self.cells) {
            self.cells.truncate(start);
            return Taken::Broken(reason);
        }
        if !map.resolve(space, &mut self.cells, start, skip) {
            self.cells.truncate(start);
            return Taken::New;
        }
        self.size += self.cells.len() - start;
        self.rows.push(Place::Copied(start..self.cells.len()));
        Taken::Row
    }

    /// The rows.
    pub(super) fn instances(&self) -> impl Iterator<Item = Instance<'_>> {
        self.rows.iter().map(|place| match place {
            Place::InMemory(x) => *x,
            Place::Narrowed(span, values) => {
                Instance::Sparse { indices: &self.cells.columns[span.clone()], values }
            }
            Place::Copied(span) => Instance::Sparse {
                indices: &self.cells.columns[span.clone()],
                values: &self.cells.values[span.clone()],
            },
        })
    }
}
