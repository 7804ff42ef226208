//! Values of JSON as Python has them.

use crate::error::refused;
use noregret::core::algorithms::ALGORITHMS;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};

/// A value as the objects that Python's own reader makes of it.
pub(crate) fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// Anything that can be written as JSON, as a value.
pub(crate) fn value(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    let text: String = object.py().import("json")?.call_method1("dumps", (object,))?.extract()?;
    serde_json::from_str(&text).map_err(|error| refused(error.to_string()))
}

/// Keyword arguments, those that are None left out.
pub(crate) fn settings(given: Option<&Bound<'_, PyDict>>) -> PyResult<Map<String, Value>> {
    let mut map = Map::new();
    for (key, item) in given.into_iter().flatten() {
        if !item.is_none() {
            map.insert(key.extract()?, value(&item)?);
        }
    }
    Ok(map)
}

/// The published algorithms: name, what it does, reference and the problems it has a form for.
#[pyfunction]
pub(crate) fn algorithms(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let each = ALGORITHMS.iter().map(|row| {
        let problems: Vec<&str> = row.losses.iter().map(|(problem, _)| *problem).collect();
        json!({
            "name": row.name, "about": row.about, "reference": row.reference, "problems": problems,
        })
    });
    object(py, &Value::Array(each.collect()))
}
