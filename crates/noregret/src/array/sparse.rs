//! A sparse matrix by row: row i has the columns `indices[ends[i]..ends[i + 1]]`.

use super::cells::has_zero;
use super::{ArrayRows, Cells, Index, Lent, Place, Real, Spare, Values};
use noregret_core::Instance;
use noregret_core::prefetch::prefetch_run;
use pulp::Arch;
use std::ops::Range;

/// A sparse matrix by row.
///
/// ```
/// use noregret::array::{ArrayRows, SparseRows};
///
/// let rows = SparseRows::new(&[0i32, 2, 3], &[0i32, 2, 1], &[1.0, 0.5, -1.0], 3)?;
/// assert_eq!((rows.len(), rows.width()), (2, 3));
/// assert!(SparseRows::new(&[0i64, 2, 1], &[0i64, 2], &[1.0f32, 0.5], 3).is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SparseRows<'a, I, V> {
    ends: &'a [I],
    indices: &'a [I],
    values: &'a [V],
    width: usize,
    /// The instructions that the processor has.
    arch: Arch,
}

impl<'a, I: Index, V: Real> SparseRows<'a, I, V> {
    /// Rows that end where `ends` says, which has one entry more than there are rows.
    ///
    /// # Errors
    /// If the ends fall, or do not fit the indices and values.
    pub fn new(
        ends: &'a [I],
        indices: &'a [I],
        values: &'a [V],
        width: usize,
    ) -> Result<Self, String> {
        if indices.len() != values.len() {
            return Err(format!("{} indices but {} values", indices.len(), values.len()));
        }
        if ends.is_empty() {
            return Err("indptr has no entry; it has one more than there are rows".into());
        }
        if let Some(row) = wrong_end(ends, indices.len()) {
            let entries = indices.len();
            return Err(format!(
                "indptr[{row}] falls, or is beyond the {entries} entries of the matrix"
            ));
        }
        if u32::try_from(width).is_err() {
            return Err(format!("{width} columns are too many"));
        }
        Ok(SparseRows { ends, indices, values, width, arch: Arch::new() })
    }

    /// Where the rows before this one end.
    #[inline(always)]
    fn end(&self, row: usize) -> usize {
        self.ends[row].place().unwrap_or(0)
    }

    #[inline(always)]
    fn row(&self, row: usize) -> (&'a [I], &'a [V]) {
        let span = self.end(row)..self.end(row + 1);
        (&self.indices[span.clone()], &self.values[span])
    }

    /// How often the column falls or stays from the last cell of a row of a span to the first of
    /// the next.
    fn falls_between(&self, rows: Range<usize>) -> usize {
        let (mut last, end) = (self.end(rows.start), self.end(rows.end));
        let mut count = 0;
        for row in rows.skip(1) {
            let at = self.end(row);
            // Rows without cells begin where another does.
            if at > last && at < end {
                count += usize::from(self.indices[at - 1] >= self.indices[at]);
            }
            last = at;
        }
        count
    }
}

impl<I: Index, V: Real> ArrayRows for SparseRows<'_, I, V> {
    fn len(&self) -> usize {
        self.ends.len() - 1
    }

    fn width(&self) -> usize {
        self.width
    }

    #[inline]
    fn tidy(&self, row: usize, spare: &mut Spare) -> Option<Place<'_>> {
        let (indices, values) = self.row(row);
        self.arch.dispatch(
            #[inline(always)]
            || place(indices, values, self.width, spare),
        )
    }

    fn values(&self, rows: Range<usize>) -> Values {
        let values = &self.values[self.end(rows.start)..self.end(rows.end)];
        self.arch.dispatch(
            #[inline(always)]
            || V::look(values),
        )
    }

    fn rise(&self, rows: Range<usize>) -> bool {
        let listed = I::columns(&self.indices[self.end(rows.start)..self.end(rows.end)]);
        let Some(columns) = listed.filter(|_| V::reals(&[]).is_some()) else { return false };
        let (most, falls) = self.arch.dispatch(
            #[inline(always)]
            || most_and_falls(columns),
        );
        let fits = columns.is_empty() || (most as usize) < self.width;
        fits && most <= LARGEST && falls == self.falls_between(rows)
    }

    #[inline]
    fn lent(&self, row: usize) -> Option<Instance<'_>> {
        let (indices, values) = self.row(row);
        Some(Instance::Sparse { indices: I::columns(indices)?, values: V::reals(values)? })
    }

    #[inline]
    fn expect(&self, row: usize) {
        let (indices, values) = self.row(row);
        prefetch_run(indices, 0, indices.len());
        prefetch_run(values, 0, values.len());
    }

    #[inline]
    fn copy(&self, row: usize, cells: &mut Cells) -> Result<(), String> {
        let (indices, values) = self.row(row);
        let start = cells.columns.len();
        let fits = I::append(indices, &mut cells.columns);
        let most = most_and_falls(&cells.columns[start..]).0;
        if !fits || (most as usize >= self.width && !indices.is_empty()) {
            cells.columns.truncate(start);
            return Err(format!("a column index is negative or not below {}", self.width));
        }
        cells.values.extend(values.iter().map(|x| x.real()));
        Ok(())
    }
}

/// The first place where ends fall, are negative or beyond the entries.
fn wrong_end<I: Index>(ends: &[I], entries: usize) -> Option<usize> {
    let fits = |end: Option<&I>| end.is_none_or(|end| end.place().is_some_and(|x| x <= entries));
    let rise = ends.iter().zip(ends.get(1..).unwrap_or_default());
    // Of ends that rise, the first is the least and the last the largest.
    if fits(ends.first()) && fits(ends.last()) && rise.fold(true, |rise, (a, b)| rise & (a <= b)) {
        return None;
    }
    let mut last = 0;
    ends.iter().position(|end| match end.place().filter(|end| (last..=entries).contains(end)) {
        Some(end) => {
            last = end;
            false
        }
        None => true,
    })
}

/// Columns up to here are in the order of signed numbers, which are compared at once.
const LARGEST: u32 = i32::MAX as u32;

/// The largest column and, if it is not above [`LARGEST`], how often columns fall or stay from one
/// cell to the next.
#[inline(always)]
fn most_and_falls(columns: &[u32]) -> (u32, usize) {
    let Some((&last, before)) = columns.split_last() else { return (0, 0) };
    let next = columns.get(1..).unwrap_or_default();
    let (mut most, mut falls) = (last, 0);
    for (&a, &b) in before.iter().zip(next) {
        most = a.max(most);
        falls += u32::from(a as i32 >= b as i32);
    }
    (most, falls as usize)
}

/// The place of a row, if it is as it is wanted.
#[inline(always)]
fn place<'a, I: Index, V: Real>(
    indices: &'a [I],
    values: &'a [V],
    width: usize,
    spare: &mut Spare,
) -> Option<Place<'a>> {
    let mut fits = true;
    let columns = match I::columns(indices) {
        Some(columns) => Lent::There(columns),
        None => spare.columns(|into| fits = I::append(indices, into)),
    };
    let values = match V::reals(values) {
        Some(values) => Lent::There(values),
        None => spare.values(|into| into.extend(values.iter().map(|x| x.real()))),
    };
    let (listed, numbers) = spare.parts(&columns, &values);
    (fits && is_tidy(listed, numbers, width)).then_some(Place::Sparse(columns, values))
}

/// Whether columns rise and stay below the width, and no value is zero.
#[inline(always)]
fn is_tidy(columns: &[u32], values: &[f64], width: usize) -> bool {
    let (most, falls) = most_and_falls(columns);
    let fits = columns.is_empty() || (most as usize) < width;
    fits & (most <= LARGEST) & (falls == 0) & !has_zero(values)
}
