//! Compressed rows: whatever has `indptr`, `indices`, `data` and `shape`.

use crate::error::refused;
use noregret::array::{ArrayRows, SparseRows};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

/// Whole numbers of an array.
enum Whole<'py> {
    I32(PyReadonlyArray1<'py, i32>),
    I64(PyReadonlyArray1<'py, i64>),
}

/// Real numbers of an array.
enum Reals<'py> {
    F32(PyReadonlyArray1<'py, f32>),
    F64(PyReadonlyArray1<'py, f64>),
}

/// A sparse matrix.
pub(crate) struct Sparse<'py> {
    ends: Whole<'py>,
    indices: Whole<'py>,
    values: Reals<'py>,
    shape: (usize, usize),
}

impl<'py> Sparse<'py> {
    /// Takes a matrix; one that is not in compressed rows is converted.
    pub(crate) fn read(given: &Bound<'py, PyAny>) -> PyResult<Self> {
        let format: Option<String> = given.getattr("format").and_then(|f| f.extract()).ok();
        let converted;
        let matrix = match format.as_deref() {
            Some("csr") => given,
            None if given.hasattr("indptr")? => given,
            _ => {
                converted = given.call_method0("tocsr")?;
                &converted
            }
        };
        let shape = matrix.getattr("shape")?.extract()?;
        let (ends, indices) = (matrix.getattr("indptr")?, matrix.getattr("indices")?);
        let values = reals(&matrix.getattr("data")?)?;
        let both = (
            ends.extract::<PyReadonlyArray1<'py, i32>>(),
            indices.extract::<PyReadonlyArray1<'py, i32>>(),
        );
        let (ends, indices) = match both {
            (Ok(ends), Ok(indices)) if ends.as_slice().is_ok() && indices.as_slice().is_ok() => {
                (Whole::I32(ends), Whole::I32(indices))
            }
            _ => (Whole::I64(longs(&ends)?), Whole::I64(longs(&indices)?)),
        };
        Ok(Sparse { ends, indices, values, shape })
    }

    pub(crate) fn len(&self) -> usize {
        self.shape.0
    }

    pub(crate) fn width(&self) -> usize {
        self.shape.1
    }

    /// The rows.
    pub(crate) fn rows(&self) -> PyResult<Box<dyn ArrayRows + '_>> {
        let rows = match (&self.ends, &self.indices, &self.values) {
            (Whole::I32(ends), Whole::I32(indices), Reals::F64(values)) => {
                self.boxed(SparseRows::new(
                    ends.as_slice()?,
                    indices.as_slice()?,
                    values.as_slice()?,
                    self.shape.1,
                ))
            }
            (Whole::I32(ends), Whole::I32(indices), Reals::F32(values)) => {
                self.boxed(SparseRows::new(
                    ends.as_slice()?,
                    indices.as_slice()?,
                    values.as_slice()?,
                    self.shape.1,
                ))
            }
            (Whole::I64(ends), Whole::I64(indices), Reals::F64(values)) => {
                self.boxed(SparseRows::new(
                    ends.as_slice()?,
                    indices.as_slice()?,
                    values.as_slice()?,
                    self.shape.1,
                ))
            }
            (Whole::I64(ends), Whole::I64(indices), Reals::F32(values)) => {
                self.boxed(SparseRows::new(
                    ends.as_slice()?,
                    indices.as_slice()?,
                    values.as_slice()?,
                    self.shape.1,
                ))
            }
            _ => Err("indptr and indices are of different widths".into()),
        };
        rows.map_err(refused)
    }

    fn boxed<'a, R: ArrayRows + 'a>(
        &self,
        rows: Result<R, String>,
    ) -> Result<Box<dyn ArrayRows + 'a>, String> {
        let rows = rows?;
        if rows.len() != self.shape.0 {
            return Err(format!("{} rows but indptr is of {}", self.shape.0, rows.len()));
        }
        if self.start() != Some(0) {
            return Err("indptr does not begin with 0".into());
        }
        Ok(Box::new(rows))
    }
}

impl Sparse<'_> {
    /// Where the first row begins.
    fn start(&self) -> Option<i64> {
        match &self.ends {
            Whole::I32(ends) => ends.as_slice().ok()?.first().map(|&end| i64::from(end)),
            Whole::I64(ends) => ends.as_slice().ok()?.first().copied(),
        }
    }
}

/// An array as whole numbers of 64 bits; numbers that are none are refused.
fn longs<'py>(array: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(array) = array.extract::<PyReadonlyArray1<'py, i64>>()
        && array.as_slice().is_ok()
    {
        return Ok(array);
    }
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !"iu".contains(&kind) {
        return Err(refused("indptr and indices are arrays of integers"));
    }
    converted(array, "int64")
}

fn reals<'py>(array: &Bound<'py, PyAny>) -> PyResult<Reals<'py>> {
    if let Ok(array) = array.extract::<PyReadonlyArray1<'py, f64>>()
        && array.as_slice().is_ok()
    {
        return Ok(Reals::F64(array));
    }
    if let Ok(array) = array.extract::<PyReadonlyArray1<'py, f32>>()
        && array.as_slice().is_ok()
    {
        return Ok(Reals::F32(array));
    }
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !"fiubO".contains(&kind) {
        return Err(refused(format!("an array of {} has no numbers", array.getattr("dtype")?)));
    }
    Ok(Reals::F64(converted(array, "float64")?))
}

/// An array converted, contiguous and aligned.
fn converted<'py, T: numpy::Element>(
    array: &Bound<'py, PyAny>,
    dtype: &str,
) -> PyResult<PyReadonlyArray1<'py, T>> {
    let numpy = array.py().import("numpy")?;
    let array = numpy.call_method1("require", (array, dtype, "CA"))?;
    let wrong = |_| refused("indptr, indices and data are arrays of one dimension");
    array.extract::<PyReadonlyArray1<'py, T>>().map_err(wrong)
}
