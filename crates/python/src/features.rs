//! The features of one example: a dict of names and values.
//!
//! A dict is read before a learner is locked: reading a value may run Python code, which may use the
//! learner.

use crate::error::refused;
use crate::keys::KeySlots;
use crate::labels::Numbers;
use noregret::Record;
use noregret::io::{FeatureSpace, Row, RowBuilder};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyMapping, PyString};

/// The key of a feature.
enum Key<'py> {
    Name(Bound<'py, PyString>),
    Index(u32),
}

/// The value of a feature.
enum Cell<'py> {
    Number(f64),
    Category(Bound<'py, PyString>),
}

/// A dict that was read.
pub(crate) struct Features<'py> {
    cells: Vec<(Key<'py>, Cell<'py>)>,
}

/// An example whose features were looked up once, so that using it again is faster.
///
/// `Learner.prepare` makes one. `Learner.learn_one`, `predict_one` and `scores_one` take it like a
/// dict. Any learner takes it, but only the one that made it saves time.
///
/// Examples
/// --------
/// >>> import noregret as nr
/// >>> learner = nr.Learner("pa1", problem="binary")
/// >>> learner.prepare({"offer": 1.0, "now": 2.0}, "spam")
/// Prepared(features=2, label='spam', weight=1.0)
#[pyclass(frozen, module = "noregret._engine")]
#[derive(Debug)]
pub(crate) struct Prepared {
    /// The row, in the slots of a space.
    pub(crate) row: Row,
    /// The space; `None` if there was none yet.
    pub(crate) stamp: Option<u64>,
    /// The features as they were given, for learners with another space.
    pub(crate) record: Record,
    /// How often it counts.
    pub(crate) weight: f64,
    /// What the label was, if it is a number.
    pub(crate) numbers: Numbers,
    /// The label as it was given.
    pub(crate) label: Option<Py<PyAny>>,
    /// How many features have a value other than 0.
    pub(crate) len: usize,
}

#[pymethods]
impl Prepared {
    fn __len__(&self) -> usize {
        self.len
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let label = match &self.label {
            Some(label) => label.bind(py).repr()?.to_string(),
            None => "None".into(),
        };
        let (features, weight) = (self.len, self.weight);
        Ok(format!("Prepared(features={features}, label={label}, weight={weight:?})"))
    }
}

impl<'py> Features<'py> {
    /// Reads a dict, or any mapping.
    pub(crate) fn read(given: &Bound<'py, PyAny>) -> PyResult<Self> {
        // All objects first: what converts a value may change the dict.
        let pairs: Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)> = match given.cast::<PyDict>() {
            Ok(dict) => dict.iter().collect(),
            Err(_) => {
                let mapping = given.cast::<PyMapping>().map_err(|_| no_mapping(given))?;
                let items = mapping.items()?;
                items.iter().map(|item| item.extract()).collect::<PyResult<_>>()?
            }
        };
        let mut cells = Vec::with_capacity(pairs.len());
        for (key, value) in pairs {
            if let Some(cell) = cell(&key, &value)? {
                cells.push((self::key(&key)?, cell));
            }
        }
        Ok(Features { cells })
    }

    /// How many features have a value other than 0.
    pub(crate) fn len(&self) -> usize {
        self.cells.iter().filter(|(_, cell)| !matches!(cell, Cell::Number(0.0))).count()
    }

    /// Puts the features into a row that is being built.
    pub(crate) fn put(&self, builder: &mut RowBuilder) -> noregret::Result<()> {
        for (key, cell) in &self.cells {
            match (key, cell) {
                (Key::Index(key), Cell::Number(x)) => builder.push_index(*key, *x)?,
                (Key::Name(name), Cell::Number(x)) => builder.push_name(text(name), *x)?,
                (Key::Index(key), Cell::Category(value)) => {
                    builder.push_category(&key.to_string(), text(value));
                }
                (Key::Name(name), Cell::Category(value)) => {
                    builder.push_category(text(name), text(value));
                }
            }
        }
        Ok(())
    }

    /// Puts the features into a row of slots; false if one has none, or the row is out of the
    /// ordinary.
    #[inline]
    pub(crate) fn resolve(&self, space: &FeatureSpace, keys: &mut KeySlots, row: &mut Row) -> bool {
        if space.bits().is_some() {
            return false;
        }
        keys.enter(space.stamp());
        row.clear();
        for (place, (key, cell)) in self.cells.iter().enumerate() {
            let (Key::Name(name), Cell::Number(x)) = (key, cell) else { return false };
            if !x.is_finite() {
                return false;
            }
            let known = keys.get(place, name);
            let Some(slot) = known.or_else(|| self::slot(space, keys, name)) else { return false };
            if *x != 0.0 {
                row.indices.push(slot);
                row.values.push(*x);
            }
        }
        keys.sort(row)
    }

    /// As a record of its own.
    pub(crate) fn record(&self) -> Record {
        self.cells.iter().fold(Record::new(), |record, (key, cell)| match (key, cell) {
            (Key::Index(key), Cell::Number(x)) => record.index(*key, *x),
            (Key::Name(name), Cell::Number(x)) => record.name(text(name), *x),
            (Key::Index(key), Cell::Category(value)) => {
                record.name(&format!("{key}={}", text(value)), 1.0)
            }
            (Key::Name(name), Cell::Category(value)) => {
                record.name(&format!("{}={}", text(name), text(value)), 1.0)
            }
        })
    }
}

/// The slot of a name that is not an integer key, which is remembered.
fn slot(space: &FeatureSpace, keys: &mut KeySlots, name: &Bound<'_, PyString>) -> Option<u32> {
    let text = text(name);
    if text.as_bytes().first().is_none_or(u8::is_ascii_digit) {
        return None;
    }
    let slot = space.find(text)?;
    keys.insert(name, slot);
    Some(slot)
}

/// The text of a string that was seen to be one.
pub(crate) fn text<'a>(name: &'a Bound<'_, PyString>) -> &'a str {
    name.to_str().unwrap_or_default()
}

fn key<'py>(key: &Bound<'py, PyAny>) -> PyResult<Key<'py>> {
    if let Ok(name) = key.cast::<PyString>() {
        // A string that is no text (a lone surrogate) is refused here.
        name.to_str()?;
        return Ok(Key::Name(name.clone()));
    }
    if key.is_instance_of::<PyInt>() || key.hasattr("__index__")? {
        let index = key.extract::<u32>().ok().filter(|index| *index < u32::MAX);
        return index.map(Key::Index).ok_or_else(|| {
            refused(format!("the feature {key} is no integer from 0 to 4294967294"))
        });
    }
    Ok(Key::Name(key.str()?))
}

/// The value of a feature; none if it is missing.
#[inline]
fn cell<'py>(key: &Bound<'py, PyAny>, value: &Bound<'py, PyAny>) -> PyResult<Option<Cell<'py>>> {
    if let Ok(x) = value.cast_exact::<PyFloat>() {
        return Ok(Some(Cell::Number(x.value())));
    }
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(category) = value.cast::<PyString>() {
        category.to_str()?;
        return Ok(Some(Cell::Category(category.clone())));
    }
    if let Ok(holds) = value.cast::<PyBool>() {
        return Ok(Some(Cell::Number(f64::from(u8::from(holds.is_true())))));
    }
    match value.extract::<f64>() {
        Ok(x) => Ok(Some(Cell::Number(x))),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {
            let kind = value.get_type();
            Err(refused(format!("the feature {key} has a {kind}: a number or a string is wanted")))
        }
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            Err(refused(format!("the feature {key} has an integer that is too large")))
        }
        Err(error) => Err(error),
    }
}

fn no_mapping(given: &Bound<'_, PyAny>) -> PyErr {
    refused(format!("features are a dict of names and values, not a {}", given.get_type()))
}
