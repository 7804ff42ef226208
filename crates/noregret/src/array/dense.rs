//! A dense matrix, row after row.

use super::cells::has_zero;
use super::{ArrayRows, Cells, Place, Real, Spare, Values};
use pulp::Arch;
use std::ops::Range;

/// A dense matrix, row after row.
///
/// ```
/// use noregret::array::{ArrayRows, DenseRows, Spare};
///
/// let (rows, mut spare) = (DenseRows::new(&[1.0, 2.0, 3.0, 0.0], 2)?, Spare::default());
/// assert_eq!(rows.len(), 2);
/// assert!(rows.tidy(0, &mut spare).is_some() && rows.tidy(1, &mut spare).is_none());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DenseRows<'a, V> {
    values: &'a [V],
    width: usize,
}

impl<'a, V: Real> DenseRows<'a, V> {
    /// Rows of `width` values.
    ///
    /// # Errors
    /// If the values are no such rows.
    pub fn new(values: &'a [V], width: usize) -> Result<Self, String> {
        if width == 0 || !values.len().is_multiple_of(width) || u32::try_from(width).is_err() {
            return Err(format!("{} values are no rows of {width} columns", values.len()));
        }
        Ok(DenseRows { values, width })
    }

    #[inline(always)]
    fn row(&self, row: usize) -> &'a [V] {
        &self.values[row * self.width..(row + 1) * self.width]
    }
}

impl<V: Real> ArrayRows for DenseRows<'_, V> {
    fn len(&self) -> usize {
        self.values.len() / self.width
    }

    fn width(&self) -> usize {
        self.width
    }

    #[inline]
    fn tidy(&self, row: usize, _spare: &mut Spare) -> Option<Place<'_>> {
        let values = V::reals(self.row(row))?;
        (!has_zero(values)).then_some(Place::Dense(values))
    }

    fn values(&self, rows: Range<usize>) -> Values {
        let values = &self.values[rows.start * self.width..rows.end * self.width];
        Arch::new().dispatch(
            #[inline(always)]
            || V::look(values),
        )
    }

    #[inline]
    fn copy(&self, row: usize, cells: &mut Cells) -> Result<(), String> {
        cells.extend_dense(self.row(row).iter().map(|x| x.real()));
        Ok(())
    }
}
