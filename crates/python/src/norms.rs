//! Norms that bounds are asked for: one, or an array of them.

use numpy::{PyArray1, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// What is proved about a norm (1 if none is given), or about each of an array of them.
pub(crate) fn each_norm<'py>(
    py: Python<'py>,
    given: Option<&Bound<'py, PyAny>>,
    bound: impl Fn(f64) -> PyResult<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let number = |norm| Ok(bound(norm)?.into_pyobject(py)?.into_any());
    let Some(given) = given else { return number(1.0) };
    let array = py.import("numpy")?.call_method1("asarray", (given, "float64"))?;
    if array.cast::<PyUntypedArray>()?.ndim() == 0 {
        return number(given.extract()?);
    }
    let flat = array.call_method0("ravel")?.extract::<PyReadonlyArray1<'_, f64>>()?;
    let bounds = flat.as_array().iter().map(|norm| bound(*norm)).collect::<PyResult<Vec<_>>>()?;
    PyArray1::from_vec(py, bounds).call_method1("reshape", (array.getattr("shape")?,))
}
