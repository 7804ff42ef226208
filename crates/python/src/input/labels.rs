//! The labels of many rows.

use crate::error::{in_row, refused};
use crate::labels::{Numbers, is_set, set, single, whole_number};
use noregret::RecordLabel;
use noregret::array::ArrayLabels;
use noregret::io::ClassValue;
use numpy::{Element, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use std::collections::HashMap;

/// Labels, read.
#[derive(Debug)]
pub(crate) enum Labels {
    None,
    Numbers(Vec<f64>),
    Names { names: Vec<String>, places: Vec<u32> },
    Sets(Vec<Vec<ClassValue>>),
}

impl Labels {
    /// Reads an array or a sequence of labels, and what numbers among them were.
    pub(crate) fn read(given: Option<&Bound<'_, PyAny>>) -> PyResult<(Self, Numbers)> {
        let Some(given) = given.filter(|given| !given.is_none()) else {
            return Ok((Labels::None, Numbers::Unknown));
        };
        if let Some(values) = contiguous::<f64>(given) {
            return Ok((Labels::Numbers(values.as_slice()?.to_vec()), Numbers::Floats));
        }
        if let Some(values) = contiguous::<i64>(given) {
            let each = values.as_slice()?.iter().map(|&x| whole_number(x as f64));
            return Ok((Labels::Numbers(each.collect::<PyResult<_>>()?), Numbers::Ints));
        }
        let array = given
            .hasattr("__array__")?
            .then(|| given.py().import("numpy")?.call_method1("asarray", (given,)));
        let Some(array) = array.transpose()? else { return Self::each(given) };
        let array = array.cast::<PyUntypedArray>()?;
        if array.ndim() != 1 {
            let n = array.ndim();
            return Err(refused(format!("labels are an array of one dimension, not {n}")));
        }
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        let numbers = match kind.as_str() {
            "b" => Numbers::Bools,
            "i" | "u" => Numbers::Ints,
            "f" => Numbers::Floats,
            _ => return Self::each(&array.call_method0("tolist")?),
        };
        let array =
            given.py().import("numpy")?.call_method1("require", (array, "float64", "CA"))?;
        let values = array.extract::<PyReadonlyArray1<'_, f64>>()?;
        let values = values.as_slice()?.to_vec();
        if numbers == Numbers::Ints {
            values.iter().try_for_each(|x| whole_number(*x).map(drop))?;
        }
        Ok((Labels::Numbers(values), numbers))
    }

    /// Reads labels one by one.
    fn each(given: &Bound<'_, PyAny>) -> PyResult<(Self, Numbers)> {
        let (mut kind, mut numbers, mut sets) = (Numbers::Unknown, Vec::new(), Vec::new());
        let (mut names, mut places, mut known) = (Vec::new(), Vec::new(), HashMap::new());
        for (at, label) in given.try_iter()?.enumerate() {
            let wrong = |error: PyErr| in_row(given.py(), at, error);
            let label = label.map_err(wrong)?;
            if is_set(&label) {
                let (classes, one) = set(&label).map_err(wrong)?;
                kind = kind.max(one);
                sets.push(classes);
            } else {
                match single(&label).map_err(wrong)? {
                    Some((ClassValue::Number(x), one)) => {
                        kind = kind.max(one);
                        numbers.push(x);
                    }
                    Some((ClassValue::Name(name), _)) => {
                        let place = *known.entry(name.clone()).or_insert_with(|| {
                            names.push(name);
                            names.len() as u32 - 1
                        });
                        places.push(place);
                    }
                    None => return Err(wrong(refused(format!("{} is no label", label.repr()?)))),
                }
            }
            if [numbers.len(), places.len(), sets.len()].iter().all(|count| *count <= at) {
                return Err(wrong(refused("labels are all numbers, all strings or all sets")));
            }
        }
        Ok(match (places.is_empty(), sets.is_empty()) {
            (true, true) => (Labels::Numbers(numbers), kind),
            (false, _) => (Labels::Names { names, places }, kind),
            (true, false) => (Labels::Sets(sets), kind),
        })
    }

    /// As the engine takes them.
    pub(crate) fn borrowed(&self) -> ArrayLabels<'_> {
        match self {
            Labels::None => ArrayLabels::None,
            Labels::Numbers(numbers) => ArrayLabels::Numbers(numbers),
            Labels::Names { names, places } => ArrayLabels::Names { names, places },
            Labels::Sets(sets) => ArrayLabels::Sets(sets),
        }
    }

    /// For how many rows there are labels; `None` for any number.
    pub(crate) fn len(&self) -> Option<usize> {
        match self {
            Labels::None => None,
            Labels::Numbers(numbers) => Some(numbers.len()),
            Labels::Names { places, .. } => Some(places.len()),
            Labels::Sets(sets) => Some(sets.len()),
        }
    }

    /// The label of a row as a record has it.
    pub(crate) fn record(&self, row: usize) -> RecordLabel {
        match self {
            Labels::None => RecordLabel::Missing,
            Labels::Numbers(numbers) => RecordLabel::Number(numbers[row]),
            Labels::Names { names, places } => {
                RecordLabel::Name(names[places[row] as usize].clone())
            }
            Labels::Sets(sets) => RecordLabel::Classes(sets[row].clone()),
        }
    }
}

/// An array whose labels may be read where they are.
fn contiguous<'py, T: Element>(given: &Bound<'py, PyAny>) -> Option<PyReadonlyArray1<'py, T>> {
    let array = given.extract::<PyReadonlyArray1<'py, T>>().ok()?;
    array.as_slice().is_ok().then_some(array)
}
