//! The best fixed predictor for rows on several machines: the shards, and the master that adds up
//! their steps.

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

/// The rows of one shard with their dual variables, for `noregret.dual_ascent`.
///
/// Parameters
/// ----------
/// base : bytes
///     The common start of all shards: ``DualMaster.base``.
/// X, y : rows and labels
///     As in `Learner.learn_many`. The features must be among those of the base.
/// weight, names : optional
///     Weights of the rows and names of the columns.
/// alpha, previous : arrays, optional
///     Dual variables to continue from (0 if left out), and those before the last step. The second
///     are only needed with momentum.
///
/// Examples
/// --------
/// >>> import noregret as nr
/// >>> learner = nr.Learner("pa1", problem="binary", C=0.1, classes=[-1, 1])
/// >>> master = nr.DualMaster(learner, shards=2, columns=1)
/// >>> shard = nr.DualShard(master.base, [[1.0], [2.0], [-1.0]], [1, 1, -1])
/// >>> change, alpha = shard.step(master.v, master.sigma)
/// >>> shard.rows, alpha.shape
/// (3, (3,))
#[pyclass(frozen, module = "noregret._engine")]
#[derive(Debug)]
pub(crate) struct DualShard {
    turns: Turns<Shard>,
    numbers: Numbers,
}

/// A NumPy array of numbers.
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

    /// Improves the dual variables of these rows, starting from the potentials ``v``.
    ///
    /// Parameters
    /// ----------
    /// v : array of floats
    ///     ``DualMaster.v``, or ``DualMaster.ahead`` with momentum.
    /// sigma : float
    ///     ``DualMaster.sigma``, the number of shards. It keeps the sum of all steps safe.
    /// passes : int
    ///     How often the rows are visited.
    /// seed : int
    ///     Seed of the order in which they are visited.
    /// momentum : float
    ///     ``DualMaster.momentum``; 0 for a step without momentum.
    ///
    /// Returns
    /// -------
    /// (ndarray, ndarray)
    ///     The change of ``v``, for ``DualMaster.add``, and the new dual variables.
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

    /// The share of these rows in the value and in the bound at the potentials ``v``.
    ///
    /// Parameters
    /// ----------
    /// v : array of floats
    ///     ``DualMaster.v``.
    ///
    /// Returns
    /// -------
    /// (float, float)
    ///     The loss of the rows and the gain of their dual variables, for ``DualMaster.bounds``.
    fn value(&self, py: Python<'_>, v: &Bound<'_, PyAny>) -> PyResult<(f64, f64)> {
        let v = reals(v)?;
        let (v, shard) = (v.as_slice()?, self.turns.take(py));
        let shard = &*shard;
        let Sums { loss, gain } = py.detach(|| shard.sums(v)).map_err(raised)?;
        Ok((loss, gain))
    }

    /// The errors of the predictor at the potentials ``v`` on these rows.
    ///
    /// Parameters
    /// ----------
    /// v : array of floats
    ///     ``DualMaster.v``.
    ///
    /// Returns
    /// -------
    /// bytes
    ///     A report for ``DualMaster.learner``.
    fn report<'py>(&self, py: Python<'py>, v: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let v = reals(v)?;
        let (v, shard) = (v.as_slice()?, self.turns.take(py));
        let shard = &*shard;
        let report = py.detach(|| shard.report(v)).map_err(raised)?;
        Ok(PyBytes::new(py, &report.to_bytes(self.numbers.code())))
    }

    /// The dual variables: one for each row, or one for each row and class, row by row.
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

    /// The number of rows.
    #[getter]
    fn rows(&self, py: Python<'_>) -> usize {
        self.turns.take(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("DualShard(rows={})", self.rows(py))
    }
}

/// Adds up the steps of the shards and knows the duality gap, for `noregret.dual_ascent`.
///
/// Parameters
/// ----------
/// learner : Learner
///     It sets the problem, classes, loss, C, constant and features for all shards. What it has
///     learned is not used.
/// shards : int
///     The number of shards.
/// columns : int or iterable, optional
///     The number of columns, or their names. It is needed if the learner does not know all
///     features yet and does not hash them.
///
/// Examples
/// --------
/// >>> import noregret as nr
/// >>> learner = nr.Learner("pa1", problem="binary", C=0.1, classes=[-1, 1], bias="none")
/// >>> master = nr.DualMaster(learner, shards=2, columns=1)
/// >>> shards = [nr.DualShard(master.base, [[1.0], [sign]], [1, sign]) for sign in (-1, 1)]
/// >>> for each_round in range(5):
/// ...     master.add([shard.step(master.v, master.sigma)[0] for shard in shards])
/// >>> value, bound, gap = master.bounds([shard.value(master.v) for shard in shards])
/// >>> bound <= value, master.rounds
/// (True, 5)
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

    /// The common start of all shards, as bytes for `DualShard`.
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

    /// The potentials from which a step with momentum starts.
    #[getter]
    fn ahead<'py>(&self, py: Python<'py>) -> Array<'py> {
        PyArray1::from_vec(py, self.turns.take(py).ahead())
    }

    /// The momentum for the next step.
    ///
    /// With momentum far fewer rounds are needed, but the bound may fall now and then.
    #[getter]
    fn momentum(&self, py: Python<'_>) -> f64 {
        self.turns.take(py).momentum()
    }

    /// The ``sigma`` for `DualShard.step`: the number of shards.
    #[getter]
    fn sigma(&self, py: Python<'_>) -> f64 {
        self.turns.take(py).sigma()
    }

    /// The number of rounds: how often `add` was called.
    #[getter]
    fn rounds(&self, py: Python<'_>) -> u64 {
        self.turns.take(py).rounds()
    }

    /// Adds the changes of ``v`` that the shards found in one round.
    ///
    /// Parameters
    /// ----------
    /// deltas : list of arrays
    ///     The first result of `DualShard.step` of each shard, always in the same order: the sum
    ///     then does not depend on which shard was ready first.
    fn add(&self, py: Python<'_>, deltas: Vec<Bound<'_, PyAny>>) -> PyResult<()> {
        let deltas = deltas.into_iter().map(|delta| reals(&delta)).collect::<PyResult<Vec<_>>>()?;
        let slices = deltas.iter().map(|delta| Ok(delta.as_slice()?));
        let slices = slices.collect::<PyResult<Vec<&[f64]>>>()?;
        self.turns.take(py).add(&slices).map_err(raised)
    }

    /// Value, bound and relative gap at the present ``v``.
    ///
    /// Parameters
    /// ----------
    /// values : list of pairs
    ///     The result of ``DualShard.value(master.v)`` of each shard.
    ///
    /// Returns
    /// -------
    /// (float, float, float)
    ///     The value of the predictor, a number that no predictor's value is below, and
    ///     ``(value - bound) / value``. If the bound has fallen, momentum starts anew.
    fn bounds(&self, py: Python<'_>, values: Vec<(f64, f64)>) -> PyResult<(f64, f64, f64)> {
        let sums = values.into_iter().map(|(loss, gain)| Sums { loss, gain });
        let sums: Vec<Sums> = sums.collect();
        let bounds = self.turns.take(py).bounds(&sums).map_err(raised)?;
        Ok((bounds.primal, bounds.dual, bounds.relative_gap()))
    }

    /// The predictor that was found, as a learner that predicts and can be saved.
    ///
    /// Parameters
    /// ----------
    /// reports : list of bytes
    ///     The result of ``DualShard.report(master.v)`` of each shard.
    ///
    /// Returns
    /// -------
    /// Learner
    ///     Its metrics are about all rows.
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

/// The names of columns: numbers, if only their count is given.
fn known(given: &Bound<'_, PyAny>) -> PyResult<Vec<Column>> {
    if !given.is_instance_of::<PyInt>() {
        return columns(given);
    }
    let count = given.extract::<u32>();
    let count = count.map_err(|_| refused("there are 0 to 4294967295 columns"))?;
    Ok((0..count).map(Column::Key).collect())
}

/// The numbers of an array of any shape, in C order.
fn reals<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, f64>> {
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("require", (given, "float64", "CA"))?;
    let flat = array.call_method1("reshape", (-1,))?;
    flat.extract().map_err(|_| refused("this is no array of numbers"))
}
