//! Labels: what goes in, and the same kind of thing coming out.

use crate::error::refused;
use noregret::RecordLabel;
use noregret::core::{ClassName, Prediction};
use noregret::io::{ClassValue, RowLabel};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyFloat, PyFrozenSet, PyInt, PyList, PyMapping, PySet, PyString, PyTuple,
};

/// Below it, every whole number is one of 64 bits exactly; from it on, two might become one.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// What numbers among the labels were: they come back as that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Numbers {
    /// There was none.
    #[default]
    Unknown,
    Bools,
    Ints,
    Floats,
}

impl Numbers {
    /// As it is kept with a pickled learner.
    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    pub(crate) fn from_code(code: u8) -> Self {
        match code {
            1 => Numbers::Bools,
            2 => Numbers::Ints,
            3 => Numbers::Floats,
            _ => Numbers::Unknown,
        }
    }

    /// A class.
    pub(crate) fn class<'py>(
        self,
        py: Python<'py>,
        name: &ClassName,
    ) -> PyResult<Bound<'py, PyAny>> {
        match name {
            ClassName::Text(text) => Ok(PyString::new(py, text).into_any()),
            ClassName::Number(x) => self.number(py, *x),
        }
    }

    fn number<'py>(self, py: Python<'py>, x: f64) -> PyResult<Bound<'py, PyAny>> {
        let is_whole = x.fract() == 0.0 && x.abs() < EXACT;
        match self {
            Numbers::Bools => Ok(PyBool::new(py, x > 0.0).to_owned().into_any()),
            Numbers::Ints | Numbers::Unknown if is_whole => {
                Ok((x as i64).into_pyobject(py)?.into_any())
            }
            _ => Ok(PyFloat::new(py, x).into_any()),
        }
    }

    /// What a model says.
    pub(crate) fn prediction<'py>(
        self,
        py: Python<'py>,
        prediction: &Prediction,
    ) -> PyResult<Bound<'py, PyAny>> {
        let classes = |names: &[ClassName]| {
            let each: PyResult<Vec<_>> = names.iter().map(|name| self.class(py, name)).collect();
            Ok(PyList::new(py, each?)?.into_any())
        };
        match prediction {
            Prediction::Class(None) => Ok(py.None().into_bound(py)),
            Prediction::Class(Some(name)) => self.class(py, name),
            Prediction::Value(x) => Ok(PyFloat::new(py, *x).into_any()),
            Prediction::Inside(inside) => Ok(PyBool::new(py, *inside).to_owned().into_any()),
            Prediction::Ranking(names) | Prediction::Tags(names) => classes(names),
            Prediction::Order(parts) => Ok(PyList::new(py, parts)?.into_any()),
            Prediction::Sides(sides) => Ok(PyList::new(py, sides)?.into_any()),
        }
    }
}

/// A label, and what it was if it is a number.
pub(crate) fn label(given: &Bound<'_, PyAny>) -> PyResult<(RecordLabel, Numbers)> {
    if given.is_none() {
        return Ok((RecordLabel::Missing, Numbers::Unknown));
    }
    if let Some((class, kind)) = single(given)? {
        let label = match class {
            ClassValue::Number(x) => RecordLabel::Number(x),
            ClassValue::Name(name) => RecordLabel::Name(name),
        };
        return Ok((label, kind));
    }
    // Bytes and mappings can be gone through too, but nobody means the set of what that gives.
    if given.is_instance_of::<PyBytes>() || given.cast::<PyMapping>().is_ok() {
        return Err(no_label(given));
    }
    let (classes, kind) = set(given)?;
    Ok((RecordLabel::Classes(classes), kind))
}

/// The classes of a set, list or tuple.
pub(crate) fn set(given: &Bound<'_, PyAny>) -> PyResult<(Vec<ClassValue>, Numbers)> {
    let mut kind = Numbers::Unknown;
    let mut classes = Vec::new();
    for item in given.try_iter().map_err(|_| no_label(given))? {
        let item = item?;
        let (class, one) = single(&item)?.ok_or_else(|| no_label(&item))?;
        kind = kind.max(one);
        classes.push(class);
    }
    Ok((classes, kind))
}

/// Whether a label is a set of classes.
pub(crate) fn is_set(given: &Bound<'_, PyAny>) -> bool {
    given.is_instance_of::<PySet>()
        || given.is_instance_of::<PyFrozenSet>()
        || given.is_instance_of::<PyList>()
        || given.is_instance_of::<PyTuple>()
}

/// One class or number.
pub(crate) fn single(given: &Bound<'_, PyAny>) -> PyResult<Option<(ClassValue, Numbers)>> {
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(Some((ClassValue::Name(text.to_str()?.to_owned()), Numbers::Unknown)));
    }
    if let Ok(x) = given.cast::<PyFloat>() {
        return Ok(Some((ClassValue::Number(x.value()), Numbers::Floats)));
    }
    if let Ok(holds) = given.extract::<bool>() {
        return Ok(Some((ClassValue::Number(f64::from(u8::from(holds))), Numbers::Bools)));
    }
    let whole = given.is_instance_of::<PyInt>() || given.hasattr("__index__")?;
    if is_set(given) || !(whole || given.hasattr("__float__")?) {
        return Ok(None);
    }
    let overflows = |error: &PyErr| error.is_instance_of::<PyOverflowError>(given.py());
    let x = match given.extract::<f64>() {
        Err(error) if overflows(&error) => f64::INFINITY,
        other => other?,
    };
    if whole {
        return whole_number(x).map(|x| Some((ClassValue::Number(x), Numbers::Ints)));
    }
    Ok(Some((ClassValue::Number(x), Numbers::Floats)))
}

/// A label that was an integer, unless it is so large that others are the same number.
pub(crate) fn whole_number(x: f64) -> PyResult<f64> {
    match x.abs() < EXACT {
        true => Ok(x),
        false => Err(refused("a label is an integer of 2^53 or more in size, which is too large")),
    }
}

fn no_label(given: &Bound<'_, PyAny>) -> PyErr {
    let kind = given.get_type();
    refused(format!("a {kind} is no label: a number, a string, a bool or a set of them is"))
}

/// Puts a label into a row.
pub(crate) fn put(label: &RecordLabel, into: &mut RowLabel) -> noregret::Result<()> {
    let put = match label {
        RecordLabel::Missing => {
            into.clear();
            Ok(())
        }
        RecordLabel::Number(x) => into.set_number(*x),
        RecordLabel::Name(name) => {
            into.set_name(name);
            Ok(())
        }
        RecordLabel::Classes(classes) => into.set_classes(classes.iter().cloned()),
        RecordLabel::Pairs(pairs) => into.set_pairs(pairs.iter().cloned()),
    };
    put.map_err(|error| noregret::Error::Refused(format!("the label {error}")))
}
