//! Values of JSON as Python has them.

use crate::error::refused;
use noregret::core::algorithms::ALGORITHMS;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyList, PyMapping, PyString, PyTuple};
use serde_json::{Map, Value, json};

/// A value as the objects that Python's own reader makes of it.
pub(crate) fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// A number, text, bool, None, or a list or dict of them, as a value.
///
/// NumPy's are among them. JSON has no infinity and no NaN: they are the texts "inf" and "nan".
fn value(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    if object.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(text.to_str()?.into());
    }
    if let Ok(holds) = object.extract::<bool>() {
        return Ok(holds.into());
    }
    if let Ok(mapping) = object.cast::<PyMapping>() {
        let mut map = Map::new();
        for item in mapping.items()?.iter() {
            let (key, item): (String, Bound<'_, PyAny>) = item.extract()?;
            map.insert(key, value(&item)?);
        }
        return Ok(Value::Object(map));
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        return object.try_iter()?.map(|item| value(&item?)).collect();
    }
    number(object)
}

fn number(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    if !object.is_instance_of::<PyFloat>()
        && let Ok(whole) = object.extract::<i64>()
    {
        return Ok(whole.into());
    }
    let kind = object.get_type();
    let wrong = |_| refused(format!("a {kind} is no number, text, bool, list or dict"));
    let x = object.extract::<f64>().map_err(wrong)?;
    Ok(match x {
        x if x.is_finite() => x.into(),
        x if x.is_nan() => "nan".into(),
        x => x.to_string().into(),
    })
}

/// Keyword arguments, those that are None left out.
pub(crate) fn settings(given: Option<&Bound<'_, PyDict>>) -> PyResult<Map<String, Value>> {
    let mut map = Map::new();
    for (key, item) in given.into_iter().flatten() {
        if !item.is_none() {
            let key: String = key.extract()?;
            let named = |error: PyErr| refused(format!("{key}: {}", error.value(item.py())));
            let value = value(&item).map_err(named)?;
            map.insert(key, value);
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
