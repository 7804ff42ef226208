//! Weights as Python has them.

use crate::error::refused;
use crate::input::column;
use noregret::array::Column;
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyMapping;

/// Weights of features.
pub(super) enum Weights {
    /// By name: one that nobody knows is a mistake.
    Named(Vec<(Column, f64)>),
    /// Over columns: those of `names`, else those that were learned from.
    Array(Vec<f64>),
}

impl Weights {
    /// Whether none of them counts.
    pub(super) fn are_zero(&self) -> bool {
        match self {
            Weights::Named(cells) => cells.iter().all(|(_, weight)| *weight == 0.0),
            Weights::Array(array) => array.iter().all(|weight| *weight == 0.0),
        }
    }
}

/// What weights were given.
pub(super) enum Tables<'py> {
    /// A row after the other.
    Rows(Vec<Weights>),
    ByClass(Vec<(Bound<'py, PyAny>, Weights)>),
}

/// Reads weights: a mapping or Series of them, a mapping of such by class, or an array.
pub(super) fn tables<'py>(u: &Bound<'py, PyAny>) -> PyResult<Tables<'py>> {
    if u.hasattr("columns")? {
        return Err(refused("a table does not say what its rows are: give an array and names"));
    }
    let Some(items) = items(u)? else { return arrays(u).map(Tables::Rows) };
    let is_by_class = match items.first() {
        Some((_, value)) => self::items(value)?.is_some(),
        None => false,
    };
    if !is_by_class {
        return named(items).map(|row| Tables::Rows(vec![row]));
    }
    let row = |(class, weights): (Bound<'py, PyAny>, Bound<'py, PyAny>)| {
        let cells = self::items(&weights)?;
        let cells = cells.ok_or_else(|| refused("each class has a dict of weights"))?;
        Ok((class, named(cells)?))
    };
    items.into_iter().map(row).collect::<PyResult<_>>().map(Tables::ByClass)
}

type Items<'py> = Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>;

/// The keys and values of a mapping, or the index and values of a Series.
fn items<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Items<'py>>> {
    let is_mapping = given.cast::<PyMapping>().is_ok();
    let has_items = is_mapping || (given.hasattr("items")? && given.hasattr("index")?);
    if !has_items {
        return Ok(None);
    }
    let items = given.call_method0("items")?;
    let pairs = items.try_iter()?.map(|item| item?.extract());
    pairs.collect::<PyResult<_>>().map(Some)
}

fn named(items: Items<'_>) -> PyResult<Weights> {
    let cell = |(key, weight): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let (column, weight): (Column, f64) = (column(&key)?, weight.extract()?);
        match weight.is_finite() {
            true => Ok((column, weight)),
            false => Err(refused(format!("the weight of {key} is not finite"))),
        }
    };
    items.into_iter().map(cell).collect::<PyResult<_>>().map(Weights::Named)
}

fn arrays(u: &Bound<'_, PyAny>) -> PyResult<Vec<Weights>> {
    let dense = if u.hasattr("toarray")? { u.call_method0("toarray")? } else { u.clone() };
    let numpy = u.py().import("numpy")?;
    let array = numpy.call_method1("atleast_2d", (dense,))?;
    let array = numpy.call_method1("require", (array, "float64", "CA"))?;
    let array = array
        .extract::<PyReadonlyArray2<'_, f64>>()
        .map_err(|_| refused("weights are an array of one or two dimensions"))?;
    let view = array.as_array();
    if view.iter().any(|weight| !weight.is_finite()) {
        return Err(refused("a weight is not finite"));
    }
    Ok(view.rows().into_iter().map(|row| Weights::Array(row.to_vec())).collect())
}

/// A number, or an array of one dimension.
pub(super) fn numbers(given: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("atleast_1d", (given,))?;
    let array = numpy.call_method1("require", (array, "float64", "CA"))?;
    let wrong = |_| refused("an intercept is a number, or an array with one for each row");
    let array = array.extract::<PyReadonlyArray1<'_, f64>>().map_err(wrong)?;
    Ok(array.as_slice()?.to_vec())
}
