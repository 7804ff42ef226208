//! Collects the cells of a file in two NumPy arrays.
//!
//! The first cells are collected in lists. If a file has more, the arrays are allocated in the size
//! to be expected from the part read so far: NumPy asks for large pages, and without those a third
//! of the time would go into page faults. Arrays that are too short grow by half.

use noregret::io::{BytesRead, Row};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

/// How many cells are collected in lists.
pub(crate) const WAITING: usize = 1 << 17;
/// Factor by which an array is larger than expected.
const SPARE: f64 = 1.02;
/// Factor by which an array grows that is too short.
const GROWTH: f64 = 1.5;

/// An array of NumPy.
type Array<'py, T> = Bound<'py, PyArray1<T>>;

/// Slots and values, of which the first `len` are in use.
pub(crate) struct Filled<'a> {
    pub(crate) slots: &'a mut [i32],
    pub(crate) values: &'a mut [f64],
    pub(crate) len: usize,
}

impl Filled<'_> {
    /// Appends the cells of a row; false, and nothing done, if there is no room for them.
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
    /// Empty arrays with room for this many cells.
    pub(crate) fn new(py: Python<'py>, room: usize) -> Self {
        let (slots, values) = (PyArray1::zeros(py, room, false), PyArray1::zeros(py, room, false));
        CellArrays { slots, values, len: 0 }
    }

    /// Arrays with room for all cells of a file, from the cells and bytes read so far.
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

    /// Makes room for this many further cells.
    pub(crate) fn reserve(&self, more: usize) -> PyResult<()> {
        let wanted = self.len + more;
        if wanted <= self.slots.len()? {
            return Ok(());
        }
        self.resize((wanted as f64 * GROWTH) as usize)
    }

    /// The arrays, shortened to their cells.
    pub(crate) fn finish(self) -> PyResult<(Array<'py, i32>, Array<'py, f64>)> {
        self.resize(self.len)?;
        Ok((self.slots, self.values))
    }

    fn resize(&self, len: usize) -> PyResult<()> {
        // No other reference to them exists.
        let unseen = [("refcheck", false)].into_py_dict(self.slots.py())?;
        self.slots.call_method("resize", (len,), Some(&unseen))?;
        self.values.call_method("resize", (len,), Some(&unseen))?;
        Ok(())
    }
}
