//! What a learner proves.

use super::comparator::{Comparator, Given};
use super::{Learner, nothing};
use crate::certificate::{Certificate, headroom_values};
use crate::error::{raised, refused};
use crate::json::object;
use noregret::core::certificate::Level;
use pyo3::prelude::*;

#[pymethods]
impl Learner {
    /// What the run proves about every fixed predictor; None before anything was learned.
    ///
    /// `classes` are the classes in the order in which `Certificate.against` is to take the rows of
    /// an array, if it is not that of `classes` of the learner.
    #[pyo3(signature = (classes=None))]
    fn certificate(slf: &Bound<'_, Self>, classes: Option<Vec<Py<PyAny>>>) -> Option<Certificate> {
        let mut inner = slf.get().turns.take(slf.py());
        let model = inner.session.model()?;
        Some(Certificate {
            proved: model.certificate()?,
            findings: model.findings(),
            headroom: model.headroom(),
            rounds: model.meter().examples,
            learner: slf.clone().unbind(),
            classes,
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
        given: &Given<'_, '_>,
        rounds: u64,
    ) -> PyResult<Level> {
        let rows = self.rows_of_weights(py)?.ok_or_else(nothing)?;
        let comparator = Comparator::read(given, &rows)?;
        let mut inner = self.turns.take(py);
        let learned = inner.maps.learned();
        let model = inner.session.model().ok_or_else(nothing)?;
        if model.meter().examples != rounds {
            return Err(refused("the learner has learned on: ask for its certificate again"));
        }
        let weights = comparator.slots(model, learned.as_deref())?;
        model.against(&weights).map_err(raised)
    }
}
