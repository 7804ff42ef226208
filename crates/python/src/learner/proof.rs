//! What a learner proves.

use super::comparator::{Comparator, Given};
use super::{Learner, nothing};
use crate::certificate::{Certificate, headroom_objects};
use crate::error::{raised, refused};
use noregret::core::certificate::Level;
use pyo3::prelude::*;
use pyo3::types::PyList;

#[pymethods]
impl Learner {
    /// What the run so far proves about every fixed predictor.
    ///
    /// Parameters
    /// ----------
    /// classes : sequence, optional
    ///     The classes in the order in which `Certificate.against` takes the rows of an array; the
    ///     order of the learner's `classes` if left out.
    ///
    /// Returns
    /// -------
    /// Certificate or None
    ///     Bounds on the loss of all fixed predictors and on the regret. None if nothing was
    ///     learned yet, or if the learner proves nothing, as a vote of stumps.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1:C=0.1", problem="binary", bias="none")
    /// >>> done = learner.learn_many([[1.0], [2.0], [-1.0], [1.0]] * 50, [1, 1, -1, -1] * 50)
    /// >>> proof = learner.certificate()
    /// >>> 0 < proof.lower_bound(norm=0.5) < proof.loss
    /// True
    #[pyo3(signature = (classes=None))]
    fn certificate(slf: &Bound<'_, Self>, classes: Option<Vec<Py<PyAny>>>) -> Option<Certificate> {
        let mut inner = slf.get().turns.take(slf.py());
        inner.catch_up();
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

    /// How much of the loss a fixed linear model could have avoided.
    ///
    /// Witnesses find this beside the learner. It is empty with ``certify="off"``, and where there
    /// are no witnesses or their loss is another one. Two classes, several classes and regression
    /// have it for every learner. Rankings and other problems of several parts have it for learners
    /// of the hinge loss, such as ``"sopopo"`` and ``"pa1"``, sequences only with
    /// ``certify="tight"``; one class never has it.
    ///
    /// Returns
    /// -------
    /// list of noregret.Headroom
    ///     One entry for each loss, the usual one of the problem first.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1:C=0.1", problem="binary", bias="none")
    /// >>> done = learner.learn_many([[1.0], [2.0], [-1.0], [1.0]] * 50, [1, 1, -1, -1] * 50)
    /// >>> [(known.loss, known.floor <= known.run) for known in learner.headroom()]
    /// [('hinge', True), ('logistic', True)]
    fn headroom<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let found = self.with(py, |model, _| model.headroom()).unwrap_or_default();
        headroom_objects(py, &found)
    }
}

impl Learner {
    /// How many examples were learned from.
    pub(crate) fn examples(&self, py: Python<'_>) -> u64 {
        self.with(py, |model, _| model.meter().examples).unwrap_or(0)
    }

    /// What is proved about one fixed predictor.
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
