//! What a learner proves.

use super::weights::find;
use super::{Learner, nothing};
use crate::certificate::{Certificate, headroom_values};
use crate::error::{raised, refused};
use crate::json::object;
use noregret::array::Column;
use noregret::core::certificate::Level;
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pymethods]
impl Learner {
    /// What the run proves about every fixed predictor; None before anything was learned.
    fn certificate(slf: &Bound<'_, Self>) -> Option<Certificate> {
        let mut inner = slf.get().turns.take(slf.py());
        inner.catch_up();
        let model = inner.session.model()?;
        Some(Certificate {
            proved: model.certificate()?,
            findings: model.findings(),
            headroom: model.headroom(),
            rounds: model.meter().examples,
            learner: slf.clone().unbind(),
        })
    }

    /// How much of the loss was avoidable, the loss of the problem first; empty without witnesses.
    fn headroom<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let found = self.with(py, |model, _| model.headroom()).unwrap_or_default();
        object(py, &headroom_values(&found, "this run's"))
    }
}

impl Learner {
    /// How many examples were learned from.
    pub(crate) fn examples(&self, py: Python<'_>) -> u64 {
        self.with(py, |model, _| model.meter().examples).unwrap_or(0)
    }

    /// What is proved about one comparator.
    pub(crate) fn level_of(
        &self,
        py: Python<'_>,
        u: &Bound<'_, PyAny>,
        rounds: u64,
    ) -> PyResult<Level> {
        let listed = comparator(u)?;
        let mut inner = self.turns.take(py);
        let model = inner.session.model().ok_or_else(nothing)?;
        if model.meter().examples != rounds {
            return Err(refused("the learner has learned on: ask for its certificate again"));
        }
        let mut beyond = model.space().len() as u32;
        let mut slot = |column: &Column| {
            find(model.space(), column).unwrap_or_else(|| {
                beyond += 1;
                beyond - 1
            })
        };
        let weights: Vec<(u32, usize, f64)> =
            listed.iter().map(|(row, column, u)| (slot(column), *row, *u)).collect();
        model.against(&weights).map_err(raised)
    }
}

/// The weights of a comparator, by row and feature.
fn comparator(u: &Bound<'_, PyAny>) -> PyResult<Vec<(usize, Column, f64)>> {
    if let Ok(dict) = u.cast::<PyDict>() {
        let each = dict.iter().map(|(key, x)| {
            let column = match key.extract::<u32>() {
                Ok(key) => Column::Key(key),
                Err(_) => Column::Name(key.extract()?),
            };
            Ok((0, column, x.extract()?))
        });
        return each.collect();
    }
    let numpy = u.py().import("numpy")?;
    let array = numpy.call_method1("atleast_2d", (u,))?;
    let array = numpy.call_method1("require", (array, "float64", "CA"))?;
    let array = array.extract::<numpy::PyReadonlyArray2<'_, f64>>()?;
    let view = array.as_array();
    Ok(view.indexed_iter().map(|((row, j), x)| (row, Column::Key(j as u32), *x)).collect())
}
