//! The cells of a file on their way into two arrays of NumPy.
//!
//! Few cells wait in lists. A file with more has arrays made as long as what was read of it lets
//! expect: NumPy asks for large pages, without which a third of the time would go into small ones.
//! Arrays that turn out too short become half as long again.

use noregret::io::{BytesRead, Row};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

/// So many cells wait in lists.
pub(crate) const WAITING: usize = 1 << 17;
/// By how much more than expected an array is made.
const SPARE: f64 = 1.02;
/// By how much an array grows that was too short.
const GROWTH: f64 = 1.5;

/// An array of NumPy.
type Array<'py, T> = Bound<'py, PyArray1<T>>;

/// Slots and values, of which the first `len` are taken.
pub(crate) struct Filled<'a> {
    pub(crate) slots: &'a mut [i32],
    pub(crate) values: &'a mut [f64],
    pub(crate) len: usize,
}

impl Filled<'_> {
    /// Takes the cells of a row; false, and nothing done, if there is no room for them.
    pub(crate) fn take(&mut self, row: &Row) -> bool {
        let end = self.len + row.indices.len();
        let room = (self.slots.get_mut(self.len..end), self.values.get_mut(self.len..end));
        let (Some(slots), Some(values)) = room else { return false };
        slots.iter_mut().zip(&row.indices).for_each(|(to, &slot)| *to = slot as i32);
        values.copy_from_slice(&row.values);
        self.len = end;
        true
    }
}

/// The arrays of a file.
pub(crate) struct CellArrays<'py> {
    slots: Array<'py, i32>,
    values: Array<'py, f64>,
    len: usize,
}

impl<'py> CellArrays<'py> {
    /// Arrays with room for so many cells, none of them taken.
    pub(crate) fn new(py: Python<'py>, room: usize) -> Self {
        let (slots, values) = (PyArray1::zeros(py, room, false), PyArray1::zeros(py, room, false));
        CellArrays { slots, values, len: 0 }
    }

    /// Arrays with room for all cells of a file of which so many, and so many bytes, were read.
    pub(crate) fn expecting(py: Python<'py>, cells: usize, read: BytesRead) -> Self {
        let times = match read.total {
            Some(total) if read.bytes > 0 => total as f64 / read.bytes as f64 * SPARE,
            _ => GROWTH,
        };
        CellArrays::new(py, (cells as f64 * times.max(1.0)) as usize)
    }

    /// Fills the arrays without the interpreter's lock.
    pub(crate) fn fill<T: Send>(
        &mut self,
        fill: impl FnOnce(&mut Filled<'_>) -> T + Send,
    ) -> PyResult<T> {
        let (mut slots, mut values) = (self.slots.readwrite(), self.values.readwrite());
        let mut filled =
            Filled { slots: slots.as_slice_mut()?, values: values.as_slice_mut()?, len: self.len };
        let done = self.slots.py().detach(|| fill(&mut filled));
        self.len = filled.len;
        Ok(done)
    }

    /// Makes room for so many cells more.
    pub(crate) fn reserve(&self, more: usize) -> PyResult<()> {
        let wanted = self.len + more;
        if wanted <= self.slots.len()? {
            return Ok(());
        }
        self.resize((wanted as f64 * GROWTH) as usize)
    }

    /// The arrays, cut off where their cells end.
    pub(crate) fn finish(self) -> PyResult<(Array<'py, i32>, Array<'py, f64>)> {
        self.resize(self.len)?;
        Ok((self.slots, self.values))
    }

    fn resize(&self, len: usize) -> PyResult<()> {
        // Nobody else has seen them.
        let unseen = [("refcheck", false)].into_py_dict(self.slots.py())?;
        self.slots.call_method("resize", (len,), Some(&unseen))?;
        self.values.call_method("resize", (len,), Some(&unseen))?;
        Ok(())
    }
}
