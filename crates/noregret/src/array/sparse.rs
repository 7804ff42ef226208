//! A sparse matrix by row: row i has the columns `indices[ends[i]..ends[i + 1]]`.

use super::cells::has_zero;
use super::{ArrayRows, Cells, Lent, Place, Spare};
use noregret_core::prefetch::prefetch_run;
use pulp::Arch;

/// A whole number of an array.
pub trait Index: Copy + Sync {
    /// The number, `None` if it is negative or too large.
    fn place(self) -> Option<usize>;

    /// The numbers as columns, if they lie in memory as such.
    fn columns(_indices: &[Self]) -> Option<&[u32]>
    where
        Self: Sized,
    {
        None
    }

    /// Adds the numbers to columns; false if one is none.
    fn append(indices: &[Self], columns: &mut Vec<u32>) -> bool
    where
        Self: Sized;
}

impl Index for i32 {
    #[inline(always)]
    fn place(self) -> Option<usize> {
        usize::try_from(self).ok()
    }

    #[inline(always)]
    fn columns(indices: &[Self]) -> Option<&[u32]> {
        Some(bytemuck::cast_slice(indices))
    }

    #[inline(always)]
    fn append(indices: &[Self], columns: &mut Vec<u32>) -> bool {
        // A negative number is beyond every width.
        columns.extend_from_slice(bytemuck::cast_slice(indices));
        true
    }
}

impl Index for i64 {
    #[inline(always)]
    fn place(self) -> Option<usize> {
        usize::try_from(self).ok()
    }

    #[inline(always)]
    fn append(indices: &[Self], columns: &mut Vec<u32>) -> bool {
        columns.extend(indices.iter().map(|&j| j as u32));
        indices.iter().fold(0, |all, &j| all | j) >> 32 == 0
    }
}

/// A real number of an array.
pub trait Real: Copy + Sync {
    /// The number.
    fn real(self) -> f64;

    /// The numbers, if they lie in memory as such.
    fn reals(_values: &[Self]) -> Option<&[f64]>
    where
        Self: Sized,
    {
        None
    }
}

impl Real for f64 {
    #[inline(always)]
    fn real(self) -> f64 {
        self
    }

    #[inline(always)]
    fn reals(values: &[Self]) -> Option<&[f64]> {
        Some(values)
    }
}

impl Real for f32 {
    #[inline(always)]
    fn real(self) -> f64 {
        f64::from(self)
    }
}

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
        let mut last = 0;
        for (row, end) in ends.iter().enumerate() {
            let end = end.place().filter(|end| (last..=indices.len()).contains(end));
            last = end.ok_or_else(|| {
                let entries = indices.len();
                format!("indptr[{row}] falls, or is beyond the {entries} entries of the matrix")
            })?;
        }
        if u32::try_from(width).is_err() {
            return Err(format!("{width} columns are too many"));
        }
        Ok(SparseRows { ends, indices, values, width, arch: Arch::new() })
    }

    #[inline(always)]
    fn row(&self, row: usize) -> (&'a [I], &'a [V]) {
        let end = |at: usize| self.ends[at].place().unwrap_or(0);
        let span = end(row)..end(row + 1);
        (&self.indices[span.clone()], &self.values[span])
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
        let largest = cells.columns[start..].iter().fold(0, |most, &j| j.max(most));
        if !fits || (largest as usize >= self.width && !indices.is_empty()) {
            cells.columns.truncate(start);
            return Err(format!("a column index is negative or not below {}", self.width));
        }
        cells.values.extend(values.iter().map(|x| x.real()));
        Ok(())
    }
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
    let fits = columns.last().is_none_or(|&last| (last as usize) < width);
    let rises = columns.iter().zip(columns.get(1..).unwrap_or_default());
    // A loop without a way out is a few vector instructions. Below 2^31 the order is that of
    // signed numbers, which are compared at once; the last of rising ones is the largest.
    let rises = rises.fold(true, |rises, (&a, &b)| rises & ((a as i32) < b as i32));
    let first = columns.first().is_none_or(|&first| first <= i32::MAX as u32);
    rises & fits & first & !has_zero(values)
}
