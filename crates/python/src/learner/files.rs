//! Models in files, as bytes, pickled and copied.

use super::beginning::Beginning;
use super::{Inner, Learner};
use crate::error::{not_found, raised, refused};
use crate::input::{Columns, Maps};
use crate::labels::Numbers;
use crate::turns::Turns;
use noregret::Model;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use std::path::PathBuf;
use std::sync::Arc;

#[pymethods]
impl Learner {
    /// Writes the model to a file, which the program `noregret` can read too.
    ///
    /// If something was left open, the rows so far decide it in the file; the learner itself stays
    /// as it is. The file also holds the rows that the witnesses still work on: with
    /// ``certify="live"`` at most 2^20 numbers, up to about 12 MB; with ``"tight"`` all rows, up to
    /// 1.5 GB; with ``"off"`` none.
    ///
    /// Parameters
    /// ----------
    /// path : str or path
    ///     The file; it is replaced if it exists.
    ///
    /// Examples
    /// --------
    /// >>> import pathlib, tempfile
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1", problem="binary")
    /// >>> done = learner.learn_many([[1.0, 0.0], [0.0, 1.0]], ["left", "right"])
    /// >>> path = pathlib.Path(tempfile.mkdtemp(), "model.nrm")
    /// >>> learner.save(path)
    /// >>> nr.load(path).predict_many([[3.0, 0.0]])
    /// ['left']
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let mut inner = self.turns.take(py);
        inner.catch_up();
        let session = &inner.session;
        py.detach(move || session.finished()?.save(path)).map_err(raised)
    }

    /// Reads a model from a file that `save` or the program `noregret` has written.
    ///
    /// Parameters
    /// ----------
    /// path : str or path
    ///     The file.
    ///
    /// Returns
    /// -------
    /// Learner
    ///     It predicts, and goes on learning as the saved one would have.
    ///
    /// Examples
    /// --------
    /// >>> import pathlib, tempfile
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1", problem="regression")
    /// >>> loss = learner.learn_one({"size": 2.0}, 3.0)
    /// >>> path = pathlib.Path(tempfile.mkdtemp(), "model.nrm")
    /// >>> learner.save(path)
    /// >>> nr.Learner.load(path).rows
    /// 1
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        if !path.exists() {
            return Err(not_found(&path));
        }
        Ok(Learner::of(Model::load(path).map_err(raised)?, Numbers::Unknown))
    }

    /// The model as bytes: the content of the file that `save` writes.
    ///
    /// Parameters
    /// ----------
    /// shard : bool
    ///     Leave out the rows that the witnesses still work on. That makes the bytes much smaller.
    ///     Use it for models that are only merged (`noregret.merge`).
    ///
    /// Returns
    /// -------
    /// bytes
    ///     The model, for `from_bytes`.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1", problem="binary")
    /// >>> done = learner.learn_many([[1.0, 0.0], [0.0, 1.0]] * 500, ["left", "right"] * 500)
    /// >>> nr.Learner.from_bytes(learner.to_bytes()).rows
    /// 1000
    /// >>> len(learner.to_bytes(shard=True)) < len(learner.to_bytes())
    /// True
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

    /// Reads a model from the bytes that `to_bytes` gave, or from the content of a model file.
    ///
    /// Parameters
    /// ----------
    /// data : bytes
    ///     The model.
    ///
    /// Returns
    /// -------
    /// Learner
    ///     It predicts, and goes on learning as the original would have.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1", problem="regression")
    /// >>> loss = learner.learn_one({"size": 2.0}, 3.0)
    /// >>> again = nr.Learner.from_bytes(learner.to_bytes())
    /// >>> again.predict_one({"size": 2.0}) == learner.predict_one({"size": 2.0})
    /// True
    #[staticmethod]
    fn from_bytes(data: &[u8]) -> PyResult<Self> {
        Ok(Learner::of(Model::from_bytes(data).map_err(raised)?, Numbers::Unknown))
    }

    /// An independent copy of the learner, as `copy.copy` and `copy.deepcopy` make one.
    ///
    /// Returns
    /// -------
    /// Learner
    ///     It goes on from here; the original does not change.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1", problem="regression")
    /// >>> loss = learner.learn_one({"size": 2.0}, 3.0)
    /// >>> other = learner.copy()
    /// >>> loss = other.learn_one({"size": 1.0}, 1.0)
    /// >>> learner.rows, other.rows
    /// (1, 2)
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
        let columns = inner.maps.learned();
        drop(inner);
        let columns = columns.map(|columns| columns.pickled(py)).transpose()?;
        let state = (state, numbers, begun, columns).into_pyobject(py)?;
        let restore = slf.get_type().getattr("_restore")?;
        (restore, state).into_pyobject(py)
    }

    /// A learner that was pickled: a model, or what one begins with.
    #[staticmethod]
    #[pyo3(signature = (data, numbers, begun, columns=None))]
    fn _restore(
        data: &[u8],
        numbers: u8,
        begun: bool,
        columns: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let numbers = Numbers::from_code(numbers);
        if begun {
            let mut inner = Inner::new(Model::from_bytes(data).map_err(raised)?.into(), numbers);
            let learned = columns.map(Columns::read).transpose()?.map(Arc::new);
            inner.maps = Maps::having_learned(learned);
            return Ok(Learner { turns: Turns::new(inner) });
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
        let maps = Maps::having_learned(self.maps.learned());
        Inner { groups: self.groups, beginning: self.beginning.clone(), maps, ..copy }
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
