//! Arrays of two dimensions: 32 and 64 bits as they lie in memory, all others converted.

use crate::error::{in_row, refused};
use noregret::array::{ArrayRows, Cells, DenseRows, Real};
use numpy::ndarray::ArrayView2;
use numpy::{PyArrayDescr, PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// An array.
pub(crate) enum Dense<'py> {
    F64(PyReadonlyArray2<'py, f64>),
    F32(PyReadonlyArray2<'py, f32>),
}

impl<'py> Dense<'py> {
    /// Takes an array of any numbers and layout.
    pub(crate) fn read(array: &Bound<'py, PyUntypedArray>) -> PyResult<Self> {
        if array.ndim() != 2 {
            let n = array.ndim();
            let advice = if n == 1 { "; reshape(1, -1) makes one row of it" } else { "" };
            return Err(refused(format!("rows are an array of two dimensions, not {n}{advice}")));
        }
        if let Ok(found) = array.extract::<PyReadonlyArray2<'py, f64>>()
            && is_aligned(array)?
        {
            return Ok(Dense::F64(found));
        }
        if let Ok(found) = array.extract::<PyReadonlyArray2<'py, f32>>()
            && is_aligned(array)?
        {
            return Ok(Dense::F32(found));
        }
        let numpy = array.py().import("numpy")?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        if !"fiubO".contains(&kind) {
            let dtype = array.getattr("dtype")?;
            return Err(refused(format!("an array of {dtype} has no numbers")));
        }
        let numbers = numpy.call_method1("require", (array, numpy.getattr("float64")?, "CA"));
        let wrong = |error: PyErr| match wrong_row(array) {
            Some((row, error)) => in_row(array.py(), row, error),
            None => no_numbers(array.py(), &error),
        };
        Ok(Dense::F64(numbers.map_err(wrong)?.extract::<PyReadonlyArray2<'py, f64>>()?))
    }

    pub(crate) fn len(&self) -> usize {
        self.shape().0
    }

    pub(crate) fn width(&self) -> usize {
        self.shape().1
    }

    fn shape(&self) -> (usize, usize) {
        let shape = match self {
            Dense::F64(array) => array.shape(),
            Dense::F32(array) => array.shape(),
        };
        (shape[0], shape[1])
    }

    /// The rows.
    pub(crate) fn rows(&self) -> PyResult<Box<dyn ArrayRows + '_>> {
        match self {
            Dense::F64(array) => Ok(boxed(array.as_slice().ok(), &array.as_array())),
            Dense::F32(array) => Ok(boxed(array.as_slice().ok(), &array.as_array())),
        }
    }
}

/// The first row that holds anything else than numbers, and what is wrong with it.
fn wrong_row(array: &Bound<'_, PyUntypedArray>) -> Option<(usize, PyErr)> {
    let error = |row: usize| {
        let numbers = array.get_item(row).and_then(|row| row.call_method1("astype", ("float64",)));
        numbers.err().map(|error| (row, no_numbers(array.py(), &error)))
    };
    (0..array.shape()[0]).find_map(error)
}

fn no_numbers(py: Python<'_>, error: &PyErr) -> PyErr {
    refused(format!("not all values are numbers: {}", error.value(py)))
}

/// Whether numbers may be read where they are.
fn is_aligned(array: &Bound<'_, PyUntypedArray>) -> PyResult<bool> {
    array.getattr("flags")?.getattr("aligned")?.extract()
}

fn boxed<'a, V: Real + Send>(
    slice: Option<&'a [V]>,
    view: &ArrayView2<'a, V>,
) -> Box<dyn ArrayRows + 'a> {
    let whole = slice.filter(|_| view.is_standard_layout());
    match whole.and_then(|values| DenseRows::new(values, view.ncols()).ok()) {
        Some(rows) => Box::new(rows),
        None => Box::new(Strided { view: *view }),
    }
}

/// An array whose rows do not lie in memory as such.
struct Strided<'a, V> {
    view: ArrayView2<'a, V>,
}

impl<V: Real + Send> ArrayRows for Strided<'_, V> {
    fn len(&self) -> usize {
        self.view.nrows()
    }

    fn width(&self) -> usize {
        self.view.ncols()
    }

    fn copy(&self, row: usize, cells: &mut Cells) -> Result<(), String> {
        cells.extend_dense(self.view.row(row).iter().map(|x| x.real()));
        Ok(())
    }
}

/// The numbers of a pandas frame that has nothing else; `None` if it is none.
pub(super) fn numeric_frame<'py>(
    given: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyUntypedArray>>> {
    let module: String = given.get_type().getattr("__module__")?.extract()?;
    if !module.starts_with("pandas") || !given.hasattr("columns")? {
        return Ok(None);
    }
    for dtype in given.getattr("dtypes")?.try_iter()? {
        let dtype = dtype?;
        // Dtypes of pandas itself may have missing values, which are no numbers.
        let own = !dtype.is_instance_of::<PyArrayDescr>();
        let kind = dtype.getattr("kind").and_then(|kind| kind.extract::<String>());
        if own || !kind.is_ok_and(|kind| "fiub".contains(&kind)) {
            return Ok(None);
        }
    }
    let numbers = given.call_method0("to_numpy")?;
    Ok(numbers.cast_into::<PyUntypedArray>().ok())
}
