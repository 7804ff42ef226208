//! Checks of arrays for estimators: the distinct labels, and whether all numbers are finite.

use numpy::{Element, PyReadonlyArray1, PyReadonlyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyList;

/// More distinct numbers than this are not few.
const MOST: usize = 64;

/// Whether all numbers of an array are finite.
///
/// `None` if the numbers of the object cannot be read without a copy.
#[pyfunction]
pub(crate) fn all_finite(array: &Bound<'_, PyAny>) -> Option<bool> {
    match array.extract::<PyReadonlyArrayDyn<'_, f64>>() {
        Ok(array) => array.as_slice().ok().map(noregret::core::number::all_finite),
        Err(_) => {
            let array = array.extract::<PyReadonlyArrayDyn<'_, f32>>().ok()?;
            let finite = |all: bool, x: &f32| all & (x.abs() <= f32::MAX);
            Some(array.as_slice().ok()?.iter().fold(true, finite))
        }
    }
}

/// The distinct numbers of an array, in the order in which they come.
///
/// `None` if there are many, or if they cannot be read without a copy.
#[pyfunction]
pub(crate) fn distinct<'py>(labels: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyList>>> {
    let found = match few::<i64>(labels) {
        None => few::<f64>(labels).map(|numbers| PyList::new(labels.py(), numbers)),
        Some(numbers) => Some(PyList::new(labels.py(), numbers)),
    };
    found.transpose()
}

fn few<T: Element + PartialEq + Copy>(labels: &Bound<'_, PyAny>) -> Option<Vec<T>> {
    let array = labels.extract::<PyReadonlyArray1<'_, T>>().ok()?;
    let labels = array.as_slice().ok()?;
    let (mut found, mut last) = (Vec::new(), [*labels.first()?; 2]);
    found.push(last[0]);
    for &label in labels {
        // Most labels are one of the last two.
        if label == last[0] || label == last[1] {
            continue;
        }
        if !found.contains(&label) {
            // What is not equal to itself, as NaN, ends here too.
            if found.len() == MOST {
                return None;
            }
            found.push(label);
        }
        last = [label, last[0]];
    }
    Some(found)
}
