//! The rows of a file: what a reader makes of any format, as the parts of a sparse matrix.

use crate::error::{raised, refused};
use noregret::ReadingOptions;
use noregret::io::{DataReader, FeatureName, FeatureSpace, LabelValue, Lookup, Row};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyList, PyString};
use std::path::PathBuf;

/// A label as it was read.
#[derive(Clone, Debug)]
enum Read {
    Missing,
    Number(f64),
    Name(String),
    List(Vec<String>),
}

/// Rows of a file: a sparse matrix in parts, labels, weights, groups and the names of columns.
#[pyclass(frozen, module = "noregret._engine")]
#[derive(Debug)]
pub(crate) struct Dataset {
    indptr: Py<PyArray1<i64>>,
    indices: Py<PyArray1<i32>>,
    data: Py<PyArray1<f64>>,
    labels: Vec<Read>,
    weights: Option<Vec<f64>>,
    groups: Option<Vec<i64>>,
    names: Py<PyList>,
    shape: (usize, usize),
}

/// What is collected while a file is read.
#[derive(Default)]
struct Collected {
    indptr: Vec<i64>,
    indices: Vec<u32>,
    data: Vec<f64>,
    labels: Vec<Read>,
    weights: Vec<f64>,
    groups: Vec<Option<u64>>,
    space: FeatureSpace,
}

/// Reads the rows of a file of any format the program reads.
///
/// Columns are the features, those with integer keys first, by key, then named ones in the order
/// of first sight.
#[pyfunction]
#[pyo3(signature = (path, **options))]
pub(crate) fn read(
    py: Python<'_>,
    path: PathBuf,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Dataset> {
    let options = reading(options)?.options().map_err(raised)?;
    if !path.exists() {
        return Err(pyo3::exceptions::PyFileNotFoundError::new_err(path.display().to_string()));
    }
    let collected = py.detach(|| -> Result<Collected, noregret::io::DataError> {
        let mut reader = DataReader::open(&path, &options)?;
        let mut all = Collected { indptr: vec![0], ..Collected::default() };
        let mut row = Row::default();
        while reader.read(Lookup::Learn(&mut all.space), &mut row)? {
            all.take(&row);
        }
        Ok(all)
    });
    collected.map_err(|error| refused(error.to_string()))?.finish(py)
}

impl Collected {
    fn take(&mut self, row: &Row) {
        self.indices.extend_from_slice(&row.indices);
        self.data.extend_from_slice(&row.values);
        self.indptr.push(self.indices.len() as i64);
        self.labels.push(match row.label.value() {
            LabelValue::Number(x) => Read::Number(x),
            LabelValue::Name(name) => Read::Name(name.to_owned()),
            LabelValue::Set(_) | LabelValue::Pairs(_) => {
                let text = row.label.text().unwrap_or_default();
                Read::List(text.split(',').map(str::to_owned).collect())
            }
            _ => Read::Missing,
        });
        self.weights.push(row.weight);
        self.groups.push(row.qid);
    }

    /// Columns in the order that rows have: integer keys by key, then names.
    fn finish(self, py: Python<'_>) -> PyResult<Dataset> {
        let width = self.space.len();
        let mut order: Vec<u32> = (0..width as u32).collect();
        order.sort_by_key(|&slot| match self.space.name(slot) {
            Some(FeatureName::Index(key)) => (0, key),
            _ => (1, slot),
        });
        let mut columns = vec![0i32; width];
        for (column, &slot) in (0..).zip(&order) {
            columns[slot as usize] = column;
        }
        let names = PyList::empty(py);
        for &slot in &order {
            match self.space.name(slot) {
                Some(FeatureName::Name(name)) => names.append(name)?,
                Some(FeatureName::Index(key) | FeatureName::Hashed(key)) => names.append(key)?,
                None => names.append(slot)?,
            }
        }
        let indices = self.indices.iter().map(|&slot| columns[slot as usize]).collect();
        let weighted = self.weights.iter().any(|&weight| weight != 1.0);
        let groups: Option<Vec<i64>> =
            self.groups.iter().map(|group| group.map(|group| group as i64)).collect();
        Ok(Dataset {
            shape: (self.labels.len(), width),
            indptr: PyArray1::from_vec(py, self.indptr).unbind(),
            indices: PyArray1::from_vec(py, indices).unbind(),
            data: PyArray1::from_vec(py, self.data).unbind(),
            weights: weighted.then_some(self.weights),
            groups: groups.filter(|groups| !groups.is_empty()),
            labels: self.labels,
            names: names.unbind(),
        })
    }
}

#[pymethods]
impl Dataset {
    /// Where rows end.
    #[getter]
    fn indptr(&self, py: Python<'_>) -> Py<PyArray1<i64>> {
        self.indptr.clone_ref(py)
    }

    /// Columns.
    #[getter]
    fn indices(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.indices.clone_ref(py)
    }

    /// Values.
    #[getter]
    fn data(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        self.data.clone_ref(py)
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        self.shape
    }

    /// Labels: an array of numbers if all are, else of objects.
    #[getter]
    fn y<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let number = |label: &Read| match label {
            Read::Number(x) => Some(*x),
            _ => None,
        };
        if let Some(numbers) = self.labels.iter().map(number).collect::<Option<Vec<f64>>>() {
            return Ok(PyArray1::from_vec(py, numbers).into_any());
        }
        let object = |label: &Read| -> PyResult<Bound<'py, PyAny>> {
            Ok(match label {
                Read::Missing => py.None().into_bound(py),
                Read::Number(x) => x.into_pyobject(py)?.into_any(),
                Read::Name(name) => PyString::new(py, name).into_any(),
                Read::List(names) => PyList::new(py, names)?.into_any(),
            })
        };
        let all = self.labels.iter().map(object).collect::<PyResult<Vec<_>>>()?;
        let lists = self.labels.iter().any(|label| matches!(label, Read::List(_)));
        let all = PyList::new(py, all)?;
        if lists {
            return Ok(all.into_any());
        }
        let dtype = [("dtype", "object")].into_py_dict(py)?;
        py.import("numpy")?.call_method("array", (all,), Some(&dtype))
    }

    /// How often rows count; None if each counts once.
    #[getter]
    fn weight<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        self.weights.as_ref().map(|weights| PyArray1::from_slice(py, weights))
    }

    /// The group of each row; None if there are none.
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<i64>>> {
        self.groups.as_ref().map(|groups| PyArray1::from_slice(py, groups))
    }

    /// What the columns are: integer keys and names.
    #[getter]
    fn feature_names(&self, py: Python<'_>) -> Py<PyList> {
        self.names.clone_ref(py)
    }
}

/// How a file is to be read.
fn reading(options: Option<&Bound<'_, PyDict>>) -> PyResult<ReadingOptions> {
    let mut reading = ReadingOptions::default();
    for (key, value) in options.into_iter().flatten().filter(|(_, value)| !value.is_none()) {
        match key.extract::<String>()?.as_str() {
            "format" => reading.format = Some(value.extract()?),
            "label" => reading.label = Some(value.extract()?),
            "weight" => reading.weight = Some(value.extract()?),
            "group" => reading.group = Some(value.extract()?),
            "text" => reading.text = value.extract()?,
            "categorical" => reading.categorical = value.extract()?,
            "delimiter" => reading.delimiter = Some(value.extract()?),
            "missing" => reading.missing = Some(value.extract()?),
            "templates" => reading.templates = Some(value.extract()?),
            "limit" => reading.limit = Some(value.extract()?),
            "threads" => reading.threads = value.extract()?,
            other => {
                return Err(refused(format!(
                    "'{other}' is no option of reading (format, label, weight, group, text, \
                     categorical, delimiter, missing, templates, limit, threads are)"
                )));
            }
        }
    }
    Ok(reading)
}
