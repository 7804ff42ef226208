//! The rows of a file: what a reader makes of any format, as the parts of a sparse matrix.

use crate::cells::{CellArrays, Filled, WAITING};
use crate::error::{not_found, raised, refused};
use crate::labels::Numbers;
use noregret::ReadingOptions;
use noregret::array::Column;
use noregret::core::ClassName;
use noregret::io::{
    ClassValue, DataError, DataReader, FeatureName, FeatureSpace, LabelUse, LabelValue, Lookup,
    Row, RowLabel,
};
use noregret::list_classes;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyList, PyString};
use std::path::PathBuf;

/// Rows of a file: a sparse matrix in parts, labels, weights, groups and the names of columns.
#[pyclass(frozen, module = "noregret._engine")]
#[derive(Debug)]
pub(crate) struct Dataset {
    indptr: Py<PyAny>,
    indices: Py<PyAny>,
    data: Py<PyArray1<f64>>,
    labels: Labels,
    weights: Option<Vec<f64>>,
    groups: Option<Vec<i64>>,
    names: Py<PyList>,
    shape: (usize, usize),
}

/// Labels as they were read.
#[derive(Debug, Default)]
struct Labels {
    /// Those that are numbers; NaN stands for any other.
    numbers: Vec<f64>,
    /// Those that are not.
    others: Vec<RowLabel>,
    /// Whether every label is a set of classes.
    are_sets: bool,
}

impl Labels {
    fn push(&mut self, label: &RowLabel) {
        self.numbers.push(match label.value() {
            LabelValue::Number(x) => x,
            _ => {
                self.others.push(label.clone());
                f64::NAN
            }
        });
    }

    /// Takes labels apart that list several classes: if that is said, or they look like it.
    fn take_apart(&mut self, sets: Option<bool>) {
        self.are_sets = sets.unwrap_or_else(|| list_classes(&self.others));
        if self.are_sets {
            self.others.iter_mut().for_each(|label| label.use_as(LabelUse::Lists));
        }
    }

    /// An array of numbers if all are, a list if they are sets, else an array of objects.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.others.is_empty() && !self.are_sets {
            return Ok(PyArray1::from_slice(py, &self.numbers).into_any());
        }
        let mut others = self.others.iter();
        let each = self.numbers.iter().map(|x| match x.is_nan().then(|| others.next()).flatten() {
            Some(label) => object(py, label),
            None if self.are_sets => {
                let class = Numbers::Unknown.class(py, &ClassName::Number(*x))?;
                Ok(PyList::new(py, [class])?.into_any())
            }
            None => Ok(x.into_pyobject(py)?.into_any()),
        });
        let all = PyList::new(py, each.collect::<PyResult<Vec<_>>>()?)?;
        if self.are_sets {
            return Ok(all.into_any());
        }
        let dtype = [("dtype", "object")].into_py_dict(py)?;
        py.import("numpy")?.call_method("array", (all,), Some(&dtype))
    }
}

/// What is collected while a file is read, beside its cells.
#[derive(Default)]
struct Collected {
    ends: Vec<usize>,
    labels: Labels,
    weights: Vec<f64>,
    groups: Vec<Option<u64>>,
    space: FeatureSpace,
}

/// A file under way.
struct Reading {
    reader: DataReader,
    row: Row,
    /// Rows that are read at most.
    most: u64,
    /// Whether the columns are known: what is none of them is left out.
    is_fixed: bool,
    all: Collected,
}

/// Reads the rows of a file of any format the program reads.
///
/// Columns are the features, those with integer keys first, by key, then named ones in the order
/// of first sight.
#[pyfunction]
#[pyo3(signature = (path, **options))]
// Arguments of Python are owned.
#[allow(clippy::needless_pass_by_value)]
pub(crate) fn read(
    py: Python<'_>,
    path: PathBuf,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Dataset> {
    let (reading, sets, columns) = reading(options)?;
    let space = columns.as_deref().map(space_of).transpose()?;
    let (limit, options) = (reading.limit, reading.options().map_err(raised)?);
    if !path.exists() {
        return Err(not_found(&path));
    }
    let reader = py.detach(|| DataReader::open(&path, &options)).map_err(broken)?;
    let is_fixed = space.is_some();
    let space = space.unwrap_or_default();
    let all = Collected { ends: vec![0], space, ..Collected::default() };
    let most = limit.unwrap_or(u64::MAX);
    let mut file = Reading { reader, row: Row::default(), most, is_fixed, all };
    let cells = file.cells(py)?;
    file.all.labels.take_apart(sets);
    file.all.finish(py, cells, is_fixed)
}

/// The error of a file that cannot be read.
fn broken(error: DataError) -> PyErr {
    raised(error.into())
}

impl Reading {
    /// Reads all rows; their cells.
    fn cells<'py>(&mut self, py: Python<'py>) -> PyResult<CellArrays<'py>> {
        let (mut slots, mut values) = (vec![0; WAITING], vec![0.0; WAITING]);
        let mut first = Filled { slots: &mut slots, values: &mut values, len: 0 };
        let mut goes_on = py.detach(|| self.fill(&mut first)).map_err(broken)?;
        let (len, read) = (first.len, self.reader.progress());
        let mut cells = match goes_on {
            true => CellArrays::expecting(py, len, read),
            false => CellArrays::new(py, len),
        };
        cells.fill(|filled| {
            filled.slots[..len].copy_from_slice(&slots[..len]);
            filled.values[..len].copy_from_slice(&values[..len]);
            filled.len = len;
        })?;
        while goes_on {
            cells.reserve(self.row.indices.len())?;
            goes_on = cells
                .fill(|filled| {
                    filled.take(&self.row);
                    self.all.take(&self.row, filled.len);
                    self.fill(filled)
                })?
                .map_err(broken)?;
        }
        Ok(cells)
    }

    /// Reads a row; false if there is none.
    fn next(&mut self) -> Result<bool, DataError> {
        let space = &mut self.all.space;
        let lookup = if self.is_fixed { Lookup::Frozen(space) } else { Lookup::Learn(space) };
        self.reader.read(lookup, &mut self.row)
    }

    /// Reads rows until there are none; true if there was no room for the last of them.
    fn fill(&mut self, cells: &mut Filled<'_>) -> Result<bool, DataError> {
        while (self.all.ends.len() as u64) <= self.most && self.next()? {
            if !cells.take(&self.row) {
                return Ok(true);
            }
            self.all.take(&self.row, cells.len);
        }
        Ok(false)
    }
}

impl Collected {
    /// Takes a row whose cells end there.
    fn take(&mut self, row: &Row, end: usize) {
        self.ends.push(end);
        self.labels.push(&row.label);
        self.weights.push(row.weight);
        self.groups.push(row.qid);
    }

    /// Columns in the order that rows have: integer keys by key, then names; as they are if they
    /// are fixed.
    fn finish(
        self,
        py: Python<'_>,
        mut cells: CellArrays<'_>,
        is_fixed: bool,
    ) -> PyResult<Dataset> {
        let width = self.space.len();
        let mut order: Vec<u32> = (0..width as u32).collect();
        order.sort_by_key(|&slot| match self.space.name(slot) {
            Some(FeatureName::Index(key)) if !is_fixed => (0, key),
            _ => (1, slot),
        });
        let mut columns = vec![0; width];
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
        if order.iter().zip(0..).any(|(&slot, column)| slot != column) {
            cells.fill(|filled| {
                let slots = filled.slots[..filled.len].iter_mut();
                slots.for_each(|slot| *slot = columns[*slot as usize]);
            })?;
        }
        let (indices, data) = cells.finish()?;
        // SciPy wants both lists of one width, and prefers the smaller one.
        let (indptr, indices) = match i32::try_from(data.len()?) {
            Ok(_) => {
                let ends = self.ends.into_iter().map(|end| end as i32).collect();
                (PyArray1::<i32>::from_vec(py, ends).into_any(), indices.into_any())
            }
            Err(_) => {
                let ends = self.ends.into_iter().map(|end| end as i64).collect();
                (
                    PyArray1::<i64>::from_vec(py, ends).into_any(),
                    indices.call_method1("astype", ("int64",))?,
                )
            }
        };
        let weighted = self.weights.iter().any(|&weight| weight != 1.0);
        let groups: Option<Vec<i64>> =
            self.groups.iter().map(|group| group.map(|group| group as i64)).collect();
        Ok(Dataset {
            shape: (self.labels.numbers.len(), width),
            indptr: indptr.unbind(),
            indices: indices.unbind(),
            data: data.unbind(),
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
    fn indptr(&self, py: Python<'_>) -> Py<PyAny> {
        self.indptr.clone_ref(py)
    }

    /// Columns.
    #[getter]
    fn indices(&self, py: Python<'_>) -> Py<PyAny> {
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

    /// The labels of the rows.
    ///
    /// An array of numbers if all are, a list if rows have several, else an array of objects.
    #[getter]
    fn y<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.labels.array(py)
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

/// A label as Python has it.
fn object<'py>(py: Python<'py>, label: &RowLabel) -> PyResult<Bound<'py, PyAny>> {
    let class = |class: &ClassValue| match class {
        // Labels are numbers in a file; whole ones are meant as integers.
        ClassValue::Number(x) => Numbers::Unknown.class(py, &ClassName::Number(*x)),
        ClassValue::Name(name) => Ok(PyString::new(py, name).into_any()),
    };
    Ok(match label.value() {
        LabelValue::Number(x) => x.into_pyobject(py)?.into_any(),
        LabelValue::Name(name) | LabelValue::Broken(name) => PyString::new(py, name).into_any(),
        LabelValue::Set(classes) => {
            let each = classes.iter().map(class).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, each)?.into_any()
        }
        LabelValue::Pairs(_) => PyString::new(py, &label.text().unwrap_or_default()).into_any(),
        LabelValue::Missing => py.None().into_bound(py),
    })
}

/// The columns 0, 1, 2, … as features of these names.
fn space_of(columns: &[Column]) -> PyResult<FeatureSpace> {
    let mut space = FeatureSpace::dictionary();
    for (place, column) in columns.iter().enumerate() {
        let name = match column {
            Column::Name(name) => name.clone(),
            Column::Key(key) => key.to_string(),
        };
        let slot = space.intern(&name).map_err(|error| refused(error.to_string()))?;
        if slot as usize != place {
            return Err(refused(format!("the column {name} is named twice")));
        }
    }
    Ok(space)
}

/// How a file is to be read, whether labels are sets of classes and what the columns are, if that
/// is said.
#[allow(clippy::type_complexity)]
fn reading(
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(ReadingOptions, Option<bool>, Option<Vec<Column>>)> {
    let (mut reading, mut sets, mut columns) = (ReadingOptions::default(), None, None);
    for (key, value) in options.into_iter().flatten().filter(|(_, value)| !value.is_none()) {
        match key.extract::<String>()?.as_str() {
            "format" => reading.format = Some(value.extract()?),
            "label" => reading.label = Some(value.extract()?),
            "weight" => reading.weight = Some(value.extract()?),
            "group" => reading.group = Some(value.extract()?),
            "text" => reading.text = names("text", &value)?,
            "categorical" => reading.categorical = names("categorical", &value)?,
            "delimiter" => reading.delimiter = Some(value.extract()?),
            "missing" => reading.missing = Some(value.extract()?),
            "templates" => reading.templates = Some(value.extract()?),
            "sets" => sets = Some(value.extract()?),
            "limit" => reading.limit = Some(value.extract()?),
            "threads" => reading.threads = value.extract()?,
            "columns" => columns = Some(crate::input::columns(&value)?),
            other => {
                return Err(refused(format!(
                    "'{other}' is no option of reading (format, label, weight, group, text, \
                     categorical, delimiter, missing, templates, sets, limit, threads, columns are)"
                )));
            }
        }
    }
    Ok((reading, sets, columns))
}

/// Names of columns; one string would be taken for its letters.
fn names(option: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    match given.is_instance_of::<PyString>() {
        true => Err(refused(format!("{option} is a list of columns: {option}=['{given}']"))),
        false => given.try_iter()?.map(|name| name?.extract()).collect(),
    }
}
