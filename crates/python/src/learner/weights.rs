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
    /// The weights that answer: a row of them, or one of each class.
    #[pyo3(signature = (names=None))]
    fn weights<'py>(
        &self,
        py: Python<'py>,
        names: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.table(py, names, |single, slot, row| single.learner.answering_weight(slot, row))
    }

    /// The weights of the last round, where an average answers.
    #[pyo3(signature = (names=None))]
    fn last_weights<'py>(
        &self,
        py: Python<'py>,
        names: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.table(py, names, |single, slot, row| single.learner.weight(slot, row))
    }

    /// The intercepts that answer, one a row of weights.
    fn intercepts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        self.constants(py, |single, slot, row| single.learner.answering_weight(slot, row))
    }

    /// The intercepts of the last round, where an average answers.
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
        weight: impl Fn(&Single, usize, usize) -> f64,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let names = names.map(columns).transpose()?;
        let mut inner = self.turns.take(py);
        let model = inner.session.model().ok_or_else(nothing)?;
        let single = linear(model)?;
        let slots: Vec<Option<u32>> = match names {
            Some(names) => names.iter().map(|name| find(model.space(), name)).collect(),
            None => own_slots(model).into_iter().map(Some).collect(),
        };
        let rows = single.learner.hypothesis().rows();
        let mut all = Vec::with_capacity(rows * slots.len());
        for row in 0..rows {
            let at =
                |slot: &Option<u32>| slot.map_or(0.0, |slot| weight(single, slot as usize, row));
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
