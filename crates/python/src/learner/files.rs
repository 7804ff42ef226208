//! Models in files, as bytes, pickled and copied.

use super::beginning::Beginning;
use super::{Inner, Learner};
use crate::error::{raised, refused};
use crate::labels::Numbers;
use crate::turns::Turns;
use noregret::Model;
use pyo3::exceptions::PyFileNotFoundError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use std::path::PathBuf;

#[pymethods]
impl Learner {
    /// Writes a model that the program `noregret` reads too.
    ///
    /// What is still open is decided in it by the rows so far, a contest by those who lead.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let mut inner = self.turns.take(py);
        inner.catch_up();
        let session = &inner.session;
        py.detach(move || session.finished()?.save(path)).map_err(raised)
    }

    /// Reads a model, of the program `noregret` too.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        if !path.exists() {
            return Err(PyFileNotFoundError::new_err(path.display().to_string()));
        }
        Ok(Learner::of(Model::load(path).map_err(raised)?, Numbers::Unknown))
    }

    /// The model as bytes, as `save` writes them.
    ///
    /// A `shard` that is only to be merged needs fewer: without the rows that witnesses still keep.
    #[pyo3(signature = (*, shard=false))]
    fn to_bytes<'py>(&self, py: Python<'py>, shard: bool) -> PyResult<Bound<'py, PyBytes>> {
        let mut inner = self.turns.take(py);
        inner.catch_up();
        if !shard {
            return bytes(py, &inner);
        }
        let session = &inner.session;
        let ended = py.detach(|| {
            let mut model = session.finished()?.into_owned();
            model.end_shard();
            model.to_bytes()
        });
        Ok(PyBytes::new(py, &ended.map_err(raised)?))
    }

    /// Reads a model from bytes.
    #[staticmethod]
    fn from_bytes(data: &[u8]) -> PyResult<Self> {
        Ok(Learner::of(Model::from_bytes(data).map_err(raised)?, Numbers::Unknown))
    }

    /// A learner of its own that goes on from here.
    fn copy(&self, py: Python<'_>) -> Self {
        Learner { turns: Turns::new(self.turns.take(py).copied()) }
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyDict>) -> Self {
        self.copy(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let mut inner = slf.get().turns.take(py);
        inner.catch_up();
        let beginning = inner.beginning.as_ref().filter(|_| inner.session.is_empty());
        let state = match beginning {
            Some(beginning) => {
                PyBytes::new(py, &serde_json::to_vec(beginning).map_err(|error| lost(&error))?)
            }
            None => bytes(py, &inner)?,
        };
        let (begun, numbers) = (beginning.is_none(), inner.numbers.code());
        drop(inner);
        let state = (state, numbers, begun).into_pyobject(py)?;
        let restore = slf.get_type().getattr("_restore")?;
        (restore, state).into_pyobject(py)
    }

    /// A learner that was pickled: a model, or what one begins with.
    #[staticmethod]
    fn _restore(data: &[u8], numbers: u8, begun: bool) -> PyResult<Self> {
        let numbers = Numbers::from_code(numbers);
        if begun {
            return Ok(Learner::of(Model::from_bytes(data).map_err(raised)?, numbers));
        }
        let beginning: Beginning = serde_json::from_slice(data).map_err(|error| lost(&error))?;
        Learner::begin(beginning, numbers)
    }
}

impl Learner {
    /// The model there is, as it would be saved, and what numbers among its labels are.
    pub(crate) fn finished(&self, py: Python<'_>) -> PyResult<(Model, Numbers)> {
        let inner = self.turns.take(py);
        let session = &inner.session;
        let model = py.detach(|| Ok(session.finished()?.into_owned())).map_err(raised)?;
        Ok((model, inner.numbers))
    }
}

impl Inner {
    /// Does now what the witnesses have put off, if the first rows have decided.
    pub(crate) fn catch_up(&mut self) {
        if let Some(model) = self.session.opened_mut() {
            model.catch_up();
        }
    }

    fn copied(&self) -> Self {
        let copy = Inner::new(self.session.clone(), self.numbers);
        Inner { groups: self.groups, beginning: self.beginning.clone(), ..copy }
    }
}

fn bytes<'py>(py: Python<'py>, inner: &Inner) -> PyResult<Bound<'py, PyBytes>> {
    let session = &inner.session;
    let bytes = py.detach(|| session.finished()?.to_bytes()).map_err(raised)?;
    Ok(PyBytes::new(py, &bytes))
}

fn lost(error: &serde_json::Error) -> PyErr {
    refused(format!("this is no pickled learner: {error}"))
}
