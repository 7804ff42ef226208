//! Rows as Python has them: matrices, tables, lists of dicts.
//!
//! | file | what it holds |
//! |---|---|
//! | `dense` | arrays of two dimensions, of any layout |
//! | `sparse` | compressed rows |
//! | `frame` | tables by column: whatever has `__arrow_c_stream__` |
//! | `labels` | the labels of the rows |
//! | `maps` | which feature a column is, kept from call to call |

mod dense;
mod frame;
mod labels;
mod maps;
mod sparse;

pub(crate) use frame::Frame;
pub(crate) use labels::Labels;
pub(crate) use maps::{Columns, Map, Maps};

use crate::error::{in_row, refused};
use crate::features::{Features, Prepared};
use dense::Dense;
use noregret::Record;
use noregret::array::{ArrayRows, Column};
use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyMapping, PyString, PyTuple};
use sparse::Sparse;

/// Rows.
pub(crate) enum Input<'py> {
    Dense(Dense<'py>),
    Sparse(Sparse<'py>),
    Frame(Frame),
    /// Dicts, read.
    Records(Vec<Record>),
}

impl<'py> Input<'py> {
    /// Finds out what is given, and what its columns are called if it says so.
    pub(crate) fn read(given: &Bound<'py, PyAny>) -> PyResult<(Self, Option<Vec<Column>>)> {
        Self::read_split(given, &[])
    }

    /// As [`Input::read`]; the columns of a table that are in `text` are split into words.
    pub(crate) fn read_split(
        given: &Bound<'py, PyAny>,
        text: &[String],
    ) -> PyResult<(Self, Option<Vec<Column>>)> {
        let (input, names) = Self::find(given, text)?;
        if !text.is_empty() && !matches!(input, Input::Frame(_)) {
            return Err(refused("text is for tables with columns of text (`__arrow_c_stream__`)"));
        }
        Ok((input, names))
    }

    fn find(given: &Bound<'py, PyAny>, text: &[String]) -> PyResult<(Self, Option<Vec<Column>>)> {
        if let Ok(array) = given.cast::<PyUntypedArray>() {
            return Ok((Input::Dense(Dense::read(array)?), None));
        }
        if is_list_of_mappings(given)? {
            let record = |(at, row): (usize, PyResult<Bound<'py, PyAny>>)| {
                let read = row.and_then(|row| Ok(Features::read(&row)?.record()));
                read.map_err(|error| in_row(given.py(), at, error))
            };
            let records = given.try_iter()?.enumerate().map(record).collect::<PyResult<_>>()?;
            return Ok((Input::Records(records), None));
        }
        if given.hasattr("indptr")? || given.hasattr("tocsr")? {
            // What was read from a file knows what its columns are called; SciPy's matrices do not.
            let named = given.getattr_opt("feature_names")?;
            let names = named.map(|names| columns(&names)).transpose()?;
            return Ok((Input::Sparse(Sparse::read(given)?), names));
        }
        if let Some(numbers) = dense::numeric_frame(given)? {
            let names = columns(&given.getattr("columns")?)?;
            return Ok((Input::Dense(Dense::read(&numbers)?), Some(names)));
        }
        if given.hasattr("__arrow_c_stream__")? && !is_flat(given) {
            let frame = Frame::read(given, text)?;
            let names = frame.names();
            return Ok((Input::Frame(frame), Some(names)));
        }
        let array = given.py().import("numpy")?.call_method1("asarray", (given,))?;
        let array = array.cast::<PyUntypedArray>()?;
        if array.ndim() == 0 {
            let kind = given.get_type();
            let wanted = "rows are a matrix, a table or a list of dicts";
            return Err(refused(format!("{wanted}, not a {kind}")));
        }
        Ok((Input::Dense(Dense::read(array)?), None))
    }

    /// The rows as a matrix; `None` if they are no matrix of numbers.
    pub(crate) fn rows(&self) -> PyResult<Option<Box<dyn ArrayRows + '_>>> {
        match self {
            Input::Dense(dense) => dense.rows().map(Some),
            Input::Sparse(sparse) => sparse.rows().map(Some),
            Input::Frame(frame) if frame.is_numeric() => Ok(Some(Box::new(frame))),
            Input::Frame(_) | Input::Records(_) => Ok(None),
        }
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Input::Dense(dense) => dense.len(),
            Input::Sparse(sparse) => sparse.len(),
            Input::Frame(frame) => frame.len(),
            Input::Records(records) => records.len(),
        }
    }

    /// How many columns there are; 0 where rows are dicts.
    pub(crate) fn width(&self) -> usize {
        match self {
            Input::Dense(dense) => dense.width(),
            Input::Sparse(sparse) => sparse.width(),
            Input::Frame(frame) => frame.width(),
            Input::Records(_) => 0,
        }
    }

    /// Whether it is a table of few columns.
    pub(crate) fn is_table(&self) -> bool {
        matches!(self, Input::Dense(_) | Input::Frame(_))
    }
}

/// Whether the rows are dicts, or other mappings; a list without rows is taken for one of them.
fn is_list_of_mappings(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    if !given.is_instance_of::<PyList>() && !given.is_instance_of::<PyTuple>() {
        return Ok(false);
    }
    let first = given.try_iter()?.next().transpose()?;
    if first.as_ref().is_some_and(|first| first.is_instance_of::<Prepared>()) {
        return Err(refused("rows are dicts: what was prepared is learned from by learn_one"));
    }
    Ok(first.is_none_or(|first| first.cast::<PyMapping>().is_ok()))
}

/// Whether it is one column, which is no table.
fn is_flat(given: &Bound<'_, PyAny>) -> bool {
    given.getattr("ndim").and_then(|n| n.extract::<usize>()).is_ok_and(|n| n == 1)
}

/// Names of columns.
pub(crate) fn columns(names: &Bound<'_, PyAny>) -> PyResult<Vec<Column>> {
    names.try_iter()?.map(|name| column(&name?)).collect()
}

/// The name or key of a column or feature.
pub(crate) fn column(name: &Bound<'_, PyAny>) -> PyResult<Column> {
    if let Ok(text) = name.cast::<PyString>() {
        return Ok(Column::Name(text.to_str()?.to_owned()));
    }
    if name.is_instance_of::<PyInt>() || name.hasattr("__index__")? {
        let key = name.extract::<u32>().ok().filter(|key| *key < u32::MAX);
        let wrong = || refused(format!("the column {name} is no integer from 0 to 4294967294"));
        return key.map(Column::Key).ok_or_else(wrong);
    }
    Ok(Column::Name(name.str()?.to_str()?.to_owned()))
}
