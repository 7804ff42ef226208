//! What estimators ask of labels before they learn: which distinct ones there are.

use numpy::{Element, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyList;

/// More distinct numbers than this are not few.
const MOST: usize = 64;
/// So many labels are looked at together.
const TOGETHER: usize = 64;

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
    for some in labels.chunks(TOGETHER) {
        let [one, other] = last;
        let is_known = |all: bool, label: &T| all & ((*label == one) | (*label == other));
        // Mostly all are one of the last two; to look at all of them is faster than to stop.
        if some.iter().fold(true, is_known) {
            continue;
        }
        for &label in some {
            if !found.contains(&label) {
                // What is not equal to itself, as NaN, ends here too.
                if found.len() == MOST {
                    return None;
                }
                found.push(label);
            }
            if label != last[0] {
                last = [label, last[0]];
            }
        }
    }
    Some(found)
}
