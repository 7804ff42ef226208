//! Rows of arrays: a model learns from matrices as they lie in memory.
//!
//! A row of an array is the row that a reader would have made of the same content: zeros are
//! absent, repeated columns are summed, features with integer keys come first, by key, then named
//! ones by slot. So the same stream gives the same weights, to the last bit, whether it comes from
//! a file, a dense or a sparse matrix, or a table. A row that lies in memory as it is wanted is not
//! copied.
//!
//! | file | what it holds |
//! |---|---|
//! | `sparse`, `dense` | matrices by row, of 32 or 64 bits |
//! | `number` | their numbers |
//! | `columns` | which feature a column is |
//! | `place` | where a row is: in memory, or converted |
//! | `cells` | the columns and values of one row |
//! | `labels` | the labels of rows |
//! | `whole` | a batch from which nothing is learned unless all values are finite |
//! | `drawn` | rows that are learned from, one after the other |
//! | `chunk` | rows that are asked about together |
//! | `learn`, `answer` | what a model does with them |

mod answer;
mod cells;
mod chunk;
mod columns;
mod dense;
mod drawn;
mod labels;
mod learn;
mod number;
mod place;
mod sparse;
mod whole;

pub use cells::Cells;
pub use columns::{Column, ColumnMap};
pub use dense::DenseRows;
pub use labels::ArrayLabels;
pub use learn::{ArrayBatch, Refused};
pub use number::{Index, Real};
pub use place::{Lent, Place, Spare};
pub use sparse::SparseRows;

use noregret_core::Instance;
use std::ops::Range;

/// What the values of many rows are found to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Nothing is known of them.
    Unknown,
    /// None is NaN or infinite.
    Finite,
    /// None is NaN, infinite or zero.
    Ordinary,
}

/// The rows of a matrix.
pub trait ArrayRows: Sync {
    /// How many there are.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many columns there are.
    fn width(&self) -> usize;

    /// The row as it is, if it is tidy: its columns rise, no value is zero and none is beyond the
    /// width; coordinates are the columns. What does not lie in memory as it is wanted is converted
    /// into `spare`, which may hold more than that if there is no row.
    fn tidy(&self, _row: usize, _spare: &mut Spare) -> Option<Place<'_>> {
        None
    }

    /// Looks at the values of many rows together, which is faster than at each.
    fn values(&self, _rows: Range<usize>) -> Values {
        Values::Unknown
    }

    /// Whether all these rows lie in memory as they are wanted, and the columns of each rise and
    /// stay below the width: with ordinary values they are tidy. Here too many are looked at
    /// together.
    fn rise(&self, _rows: Range<usize>) -> bool {
        false
    }

    /// A row where it lies, if it is tidy and lies in memory as it is wanted.
    fn lent(&self, _row: usize) -> Option<Instance<'_>> {
        None
    }

    /// Asks for the memory of a row that will be wanted soon; nothing but speed depends on it.
    fn expect(&self, _row: usize) {}

    /// Adds the columns of a row and their values, in any order, zeros or not.
    ///
    /// # Errors
    /// Why it is no row.
    fn copy(&self, row: usize, cells: &mut Cells) -> Result<(), String>;
}
