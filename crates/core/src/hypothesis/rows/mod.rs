//! The two loops over a feature-major table `table[j*stride + row]`: scores of all rows, and a step
//! in a few.
//!
//! Scores run along the rows, four features at a time, so that a table of many classes is read as
//! fast as memory gives it; each row is summed in the order of the features whatever the machine's
//! vectors, so results do not depend on it.

mod scores;
mod step;
mod tile;

pub(super) use step::add_terms;

use super::aligned::CELLS;
use crate::prefetch::prefetch_run;
use crate::vector::Instance;
use pulp::Arch;
use scores::{AddScores, Wide};
use tile::{AHEAD, LARGE};

/// From [`PADDED`] rows on places come in as many.
const LANES: usize = 4;
/// Fewer rows are not padded: that would cost more memory than it saves work.
const PADDED: usize = 8;
/// From so many rows on a feature fills whole lines of the caches.
const MANY: usize = 32;

/// How many places a feature needs for `rows` rows.
pub(super) fn places(rows: usize) -> usize {
    match rows {
        0..PADDED => rows,
        PADDED..MANY => rows.next_multiple_of(LANES),
        _ => rows.next_multiple_of(CELLS),
    }
}

/// How many places a table of so many gets for more rows: room for an eighth more, so that many
/// classes one by one cost no more than a few layouts.
pub(super) fn more_places(stride: usize, rows: usize) -> usize {
    places(rows.max(stride + stride / 8))
}

/// A table of `rows` rows with `stride` places a feature; places without a row hold zeros.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<'a> {
    pub(super) cells: &'a [f64],
    pub(super) stride: usize,
    pub(super) rows: usize,
}

/// What a pass over an instance finds besides its scores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// Sum of squares.
    pub(super) square: f64,
    /// One past the largest coordinate.
    pub(super) end: usize,
}

impl<'a> Table<'a> {
    /// The places that are added up: the rows, padded where there is room.
    fn width(&self) -> usize {
        places(self.rows).min(self.stride)
    }

    /// Asks for what the first features of an instance need, if the table is large.
    pub(super) fn expect(&self, x: Instance<'_>) {
        if let Instance::Sparse { indices, .. } = x
            && self.cells.len() >= LARGE
        {
            let first = indices.iter().take(AHEAD);
            first.for_each(|&j| prefetch_run(self.cells, j as usize * self.stride, self.rows));
        }
    }

    /// Appends `sum_j table[j][r] x_j` for every row.
    pub(super) fn push_scores(&self, x: Instance<'_>, scores: &mut Vec<f64>) -> Seen {
        let (start, width) = (scores.len(), self.width());
        scores.resize(start + width, 0.0);
        let table = Wide { cells: self.cells, stride: self.stride, width };
        let seen = Arch::new().dispatch(AddScores { table, x, scores: &mut scores[start..] });
        scores.truncate(start + self.rows);
        seen
    }
}
