//! The best fixed predictor for rows that lie on several machines: the side of a shard, and the
//! side of whoever gathers.

use crate::error::{raised, refused};
use crate::input::columns;
use crate::labels::Numbers;
use crate::learner::Learner;
use crate::rows::owned;
use crate::turns::Turns;
use noregret::Model;
use noregret::array::Column;
use noregret::core::replay::hindsight::{Local, Sums};
use noregret::train::{DualMaster as Master, DualShard as Shard, Report};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

/// The rows of one shard, with their dual variables.
///
/// Parameters
/// ----------
/// base : bytes
///     What all shards begin from: ``DualMaster.base``.
/// X, y : rows and labels
///     As ``Learner.learn_many`` takes them. The features must be among those of the base.
/// weight, names : optional
///     Weights of the rows and names of the columns.
/// alpha, previous : arrays, optional
///     Dual variables to go on from, 0 if left out, and those before the last step, which are
///     needed where there is momentum.
#[pyclass(frozen, module = "noregret._engine")]
#[derive(Debug)]
pub(crate) struct DualShard {
    turns: Turns<Shard>,
    numbers: Numbers,
}

/// What a shard changes and keeps: numbers of NumPy.
type Array<'py> = Bound<'py, PyArray1<f64>>;

#[pymethods]
impl DualShard {
    #[new]
    #[pyo3(signature = (base, X, y, *, weight=None, names=None, alpha=None, previous=None))]
    #[allow(non_snake_case, clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        base: &[u8],
        X: &Bound<'_, PyAny>,
        y: &Bound<'_, PyAny>,
        weight: Option<&Bound<'_, PyAny>>,
        names: Option<&Bound<'_, PyAny>>,
        alpha: Option<&Bound<'_, PyAny>>,
        previous: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let base = Model::from_bytes(base).map_err(raised)?;
        let (rows, numbers) = owned(X, y, weight, names)?;
        let mut shard = py.detach(|| Shard::new(&base, &*rows)).map_err(raised)?;
        if let Some(alpha) = alpha {
            shard.set_duals(reals(alpha)?.as_slice()?).map_err(raised)?;
        }
        if let Some(previous) = previous {
            shard.set_previous(reals(previous)?.as_slice()?).map_err(raised)?;
        }
        Ok(DualShard { turns: Turns::new(shard), numbers })
    }

    /// Raises the dual over these rows from the potentials `v`.
    ///
    /// Gives the change of `v` and the dual variables after it.
    ///
    /// `sigma` is the number of shards; `passes` is how often the rows are visited, in an order
    /// that `seed` decides. With `momentum` the step begins at `DualMaster.ahead` in place of `v`.
    #[pyo3(signature = (v, sigma, passes=1, seed=0, momentum=0.0))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        v: &Bound<'py, PyAny>,
        sigma: f64,
        passes: u64,
        seed: u64,
        momentum: f64,
    ) -> PyResult<(Array<'py>, Array<'py>)> {
        let v = reals(v)?;
        let (v, local) = (v.as_slice()?, Local { sigma, passes, seed, momentum });
        let mut shard = self.turns.take(py);
        let shard = &mut *shard;
        let delta = py.detach(|| shard.step(v, &local)).map_err(raised)?;
        Ok((PyArray1::from_vec(py, delta), PyArray1::from_vec(py, shard.duals())))
    }

    /// What these rows add to the value and to the bound at the potentials `v`.
    ///
    /// That is their loss, and what their dual variables gain.
    fn value(&self, py: Python<'_>, v: &Bound<'_, PyAny>) -> PyResult<(f64, f64)> {
        let v = reals(v)?;
        let (v, shard) = (v.as_slice()?, self.turns.take(py));
        let shard = &*shard;
        let Sums { loss, gain } = py.detach(|| shard.sums(v)).map_err(raised)?;
        Ok((loss, gain))
    }

    /// How these rows go at the predictor of the potentials `v`, for ``DualMaster.learner``.
    fn report<'py>(&self, py: Python<'py>, v: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let v = reals(v)?;
        let (v, shard) = (v.as_slice()?, self.turns.take(py));
        let shard = &*shard;
        let report = py.detach(|| shard.report(v)).map_err(raised)?;
        Ok(PyBytes::new(py, &report.to_bytes(self.numbers.code())))
    }

    /// The dual variables, row by row: one a row, or one a class of each row.
    #[getter]
    fn alpha<'py>(&self, py: Python<'py>) -> Array<'py> {
        PyArray1::from_vec(py, self.turns.take(py).duals())
    }

    #[setter]
    fn set_alpha(&self, py: Python<'_>, alpha: &Bound<'_, PyAny>) -> PyResult<()> {
        let alpha = reals(alpha)?;
        self.turns.take(py).set_duals(alpha.as_slice()?).map_err(raised)
    }

    /// The dual variables before the last step.
    #[getter]
    fn previous<'py>(&self, py: Python<'py>) -> Array<'py> {
        PyArray1::from_vec(py, self.turns.take(py).previous())
    }

    #[setter]
    fn set_previous(&self, py: Python<'_>, previous: &Bound<'_, PyAny>) -> PyResult<()> {
        let previous = reals(previous)?;
        self.turns.take(py).set_previous(previous.as_slice()?).map_err(raised)
    }

    /// How many rows there are.
    #[getter]
    fn rows(&self, py: Python<'_>) -> usize {
        self.turns.take(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("DualShard(rows={})", self.rows(py))
    }
}

/// Adds up what shards find, and knows the gap.
///
/// Parameters
/// ----------
/// learner : Learner
///     Whose problem, classes, loss, C, constant and features they have in common; what it has
///     learned is left out.
/// shards : int
///     How many shards there are.
/// columns : int or iterable, optional
///     How many columns the rows have, or what they are called, where the learner does not know
///     all of them and does not hash them.
#[pyclass(frozen, module = "noregret._engine")]
#[derive(Debug)]
pub(crate) struct DualMaster {
    turns: Turns<Master>,
}

#[pymethods]
impl DualMaster {
    #[new]
    #[pyo3(signature = (learner, shards, *, columns=None))]
    fn new(
        py: Python<'_>,
        learner: &Learner,
        shards: usize,
        columns: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let columns = columns.map(known).transpose()?.unwrap_or_default();
        let inner = learner.turns.take(py);
        let session = &inner.session;
        let begun = py.detach(|| Master::new(&*session.finished()?, shards, &columns));
        Ok(DualMaster { turns: Turns::new(begun.map_err(raised)?) })
    }

    /// What all shards begin from, as bytes.
    #[getter]
    fn base<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.turns.take(py).base().to_bytes().map_err(raised)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The potentials: a number for each feature, or for each feature of each class.
    #[getter]
    fn v<'py>(&self, py: Python<'py>) -> Array<'py> {
        PyArray1::from_vec(py, self.turns.take(py).v())
    }

    /// Where a step with momentum begins.
    #[getter]
    fn ahead<'py>(&self, py: Python<'py>) -> Array<'py> {
        PyArray1::from_vec(py, self.turns.take(py).ahead())
    }

    /// The momentum of the next step: it takes far fewer rounds, and the bound may fall.
    #[getter]
    fn momentum(&self, py: Python<'_>) -> f64 {
        self.turns.take(py).momentum()
    }

    /// How many shards there are, which is the sigma that is safe.
    #[getter]
    fn sigma(&self, py: Python<'_>) -> f64 {
        self.turns.take(py).sigma()
    }

    /// How often steps were added.
    #[getter]
    fn rounds(&self, py: Python<'_>) -> u64 {
        self.turns.take(py).rounds()
    }

    /// Adds the changes of `v` that the shards have found: in their order, whoever was first.
    fn add(&self, py: Python<'_>, deltas: Vec<Bound<'_, PyAny>>) -> PyResult<()> {
        let deltas = deltas.into_iter().map(|delta| reals(&delta)).collect::<PyResult<Vec<_>>>()?;
        let slices = deltas.iter().map(|delta| Ok(delta.as_slice()?));
        let slices = slices.collect::<PyResult<Vec<&[f64]>>>()?;
        self.turns.take(py).add(&slices).map_err(raised)
    }

    /// Value, bound and relative gap at the present `v`, from what each shard says of it.
    ///
    /// Where the bound has fallen, momentum begins anew.
    fn bounds(&self, py: Python<'_>, values: Vec<(f64, f64)>) -> PyResult<(f64, f64, f64)> {
        let sums = values.into_iter().map(|(loss, gain)| Sums { loss, gain });
        let sums: Vec<Sums> = sums.collect();
        let bounds = self.turns.take(py).bounds(&sums).map_err(raised)?;
        Ok((bounds.primal, bounds.dual, bounds.relative_gap()))
    }

    /// The predictor that was found, as a learner that answers and can be saved.
    ///
    /// It takes a report of each shard at the present `v`.
    fn learner(&self, py: Python<'_>, reports: Vec<Vec<u8>>) -> PyResult<Learner> {
        let mut numbers = Numbers::Unknown;
        let mut read = Vec::new();
        for bytes in reports {
            let (report, code) = Report::from_bytes(&bytes).map_err(raised)?;
            numbers = numbers.max(Numbers::from_code(code));
            read.push(report);
        }
        let (model, _) = self.turns.take(py).finish(&read).map_err(raised)?;
        Ok(Learner::of(model, numbers))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("DualMaster(shards={}, rounds={})", self.sigma(py), self.rounds(py))
    }
}

/// What columns are called: by numbers, if only their count is known.
fn known(given: &Bound<'_, PyAny>) -> PyResult<Vec<Column>> {
    if !given.is_instance_of::<PyInt>() {
        return columns(given);
    }
    let count = given.extract::<u32>();
    let count = count.map_err(|_| refused("there are 0 to 4294967295 columns"))?;
    Ok((0..count).map(Column::Key).collect())
}

/// An array of numbers, in their order, whatever its shape.
fn reals<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, f64>> {
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("require", (given, "float64", "CA"))?;
    let flat = array.call_method1("reshape", (-1,))?;
    flat.extract().map_err(|_| refused("this is no array of numbers"))
}
