//! Weights as arrays.

use super::{Learner, nothing};
use crate::error::refused;
use crate::input::columns;
use noregret::Model;
use noregret::array::Column;
use noregret::core::hypothesis::Hypothesis;
use noregret::core::problem::Problem;
use noregret::io::FeatureSpace;
use noregret::model::Single;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

#[pymethods]
impl Learner {
    /// The weights that predictions use: one row, or one row for each class.
    ///
    /// Parameters
    /// ----------
    /// names : sequence of str or int, optional
    ///     The features; all of `features` in their order if left out.
    /// unknown : float, optional
    ///     The weight of names that were never learned; they are refused if it is left out.
    ///     Columns by number, as those of a matrix, have weight 0 until they are learned.
    ///
    /// Returns
    /// -------
    /// ndarray of shape (1, features) or (classes, features)
    ///     The weights, without the intercepts. A kernel or a vote of stumps has none, which is an
    ///     error.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1", problem="binary", bias="none")
    /// >>> done = learner.learn_many([{"offer": 1.0}, {"meeting": 1.0}], [1, -1])
    /// >>> learner.weights(["meeting", "offer"])
    /// array([[-1.,  1.]])
    #[pyo3(signature = (names=None, *, unknown=None))]
    fn weights<'py>(
        &self,
        py: Python<'py>,
        names: Option<&Bound<'py, PyAny>>,
        unknown: Option<f64>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.table(py, names, unknown, |single, slot, row| {
            single.learner.answering_weight(slot, row)
        })
    }

    /// The weights after the last row; they differ from `weights` if predictions use an average.
    ///
    /// Parameters
    /// ----------
    /// names : sequence of str or int, optional
    ///     The features, as in `weights`.
    /// unknown : float, optional
    ///     The weight of names that were never learned; they are refused if it is left out.
    ///     Columns by number, as those of a matrix, have weight 0 until they are learned.
    ///
    /// Returns
    /// -------
    /// ndarray of shape (1, features) or (classes, features)
    ///     The weights, without the intercepts.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1", problem="binary", bias="none", average="plain")
    /// >>> done = learner.learn_many([{"offer": 1.0}, {"meeting": 1.0}], [1, -1])
    /// >>> learner.last_weights(["meeting", "offer"])
    /// array([[-1.,  1.]])
    #[pyo3(signature = (names=None, *, unknown=None))]
    fn last_weights<'py>(
        &self,
        py: Python<'py>,
        names: Option<&Bound<'py, PyAny>>,
        unknown: Option<f64>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.table(py, names, unknown, |single, slot, row| single.learner.weight(slot, row))
    }

    /// The intercepts that predictions use: one for each row of `weights`.
    ///
    /// Returns
    /// -------
    /// ndarray of shape (1,) or (classes,)
    ///     The intercepts; 0 with ``bias="none"``.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1", problem="binary", bias="none")
    /// >>> done = learner.learn_many([[1.0], [-1.0]], [1, -1])
    /// >>> learner.intercepts()
    /// array([0.])
    fn intercepts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        self.constants(py, |single, slot, row| single.learner.answering_weight(slot, row))
    }

    /// The intercepts after the last row; they belong to `last_weights`.
    ///
    /// Returns
    /// -------
    /// ndarray of shape (1,) or (classes,)
    ///     The intercepts.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1", problem="binary", bias="none", average="plain")
    /// >>> done = learner.learn_many([[1.0], [-1.0]], [1, -1])
    /// >>> learner.last_intercepts()
    /// array([0.])
    fn last_intercepts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        self.constants(py, |single, slot, row| single.learner.weight(slot, row))
    }
}

impl Learner {
    /// A table of weights: a row each of the hypothesis, a column each of the features asked for.
    fn table<'py>(
        &self,
        py: Python<'py>,
        names: Option<&Bound<'py, PyAny>>,
        unknown: Option<f64>,
        weight: impl Fn(&Single, usize, usize) -> f64,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let names = names.map(columns).transpose()?;
        let mut inner = self.turns.take(py);
        let model = inner.session.model().ok_or_else(nothing)?;
        let single = linear(model)?;
        let slots: Vec<Option<u32>> = match names {
            Some(names) => {
                let slot = |name: &Column| match find(model.space(), name) {
                    None if unknown.is_none() => known_as_zero(name).map(|()| None),
                    slot => Ok(slot),
                };
                names.iter().map(slot).collect::<PyResult<_>>()?
            }
            None => own_slots(model).into_iter().map(Some).collect(),
        };
        let rows = single.learner.hypothesis().rows();
        let mut all = Vec::with_capacity(rows * slots.len());
        for row in 0..rows {
            let unknown = unknown.unwrap_or(0.0);
            let at = |slot: &Option<u32>| {
                slot.map_or(unknown, |slot| weight(single, slot as usize, row))
            };
            all.extend(slots.iter().map(at));
        }
        PyArray1::from_vec(py, all).reshape([rows, slots.len()])
    }

    fn constants<'py>(
        &self,
        py: Python<'py>,
        weight: impl Fn(&Single, usize, usize) -> f64,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let mut inner = self.turns.take(py);
        let model = inner.session.model().ok_or_else(nothing)?;
        let single = linear(model)?;
        let each = (0..single.learner.hypothesis().rows()).map(|row| match single.spec.bias {
            Some(bias) => weight(single, bias.coordinate as usize, row) * bias.value,
            None => 0.0,
        });
        Ok(PyArray1::from_vec(py, each.collect()))
    }
}

/// The learner whose weights are those of features.
pub(super) fn linear(model: &Model) -> PyResult<&Single> {
    let single = model.leader().filter(|single| single.expansion().is_none());
    single.ok_or_else(|| refused("this model has no weights of features"))
}

/// Refuses a name that was never met; a column by number may be one that was 0 in all rows.
fn known_as_zero(column: &Column) -> PyResult<()> {
    match column {
        Column::Key(_) => Ok(()),
        Column::Name(name) => Err(refused(format!(
            "the learner has met no feature '{name}' (unknown=0.0 gives those the weight 0)"
        ))),
    }
}

/// The slots of the features, without the constant and what the problem keeps for itself.
pub(super) fn own_slots(model: &Model) -> Vec<u32> {
    let bias = model.spec().and_then(|spec| spec.bias).map(|bias| bias.coordinate);
    (reserved(model)..model.space().len() as u32).filter(|slot| Some(*slot) != bias).collect()
}

/// How many slots are the learner's own, before those of features.
pub(super) fn reserved(model: &Model) -> u32 {
    match model.space().bits() {
        Some(_) => 0,
        None => model.problem().reserved() as u32,
    }
}

pub(super) fn find(space: &FeatureSpace, column: &Column) -> Option<u32> {
    match column {
        Column::Key(key) => space.find_key(*key),
        Column::Name(name) => space.find(name),
    }
}
