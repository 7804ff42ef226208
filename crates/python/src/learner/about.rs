//! What a learner is: its problem, algorithm, classes, features and counters.

use super::weights::own_slots;
use super::{Learner, warn};
use crate::error::raised;
use crate::json::object;
use noregret::array::Column;
use noregret::io::FeatureName;
use pyo3::prelude::*;
use serde_json::{Map, Value, json};

#[pymethods]
impl Learner {
    /// Decides everything that was left open by the rows so far.
    ///
    /// Without it that happens after the first 1,000 rows, or after ``head`` rows. Calling it again
    /// does nothing.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1")
    /// >>> done = learner.learn_many([[1.0, 0.0], [0.0, 1.0]], ["left", "right"])
    /// >>> learner.finish()
    /// >>> learner.problem, learner.learn_one({0: 1.0}, "left") is None
    /// ('binary', False)
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        let mut inner = self.turns.take(py);
        inner.session.finish().map_err(raised)?;
        let left_out = inner.session.take_left_out();
        drop(inner);
        warn(py, left_out)
    }

    /// The problem, such as ``"binary"`` or ``"regression"``; None if nothing was learned yet.
    #[getter]
    fn problem(&self, py: Python<'_>) -> Option<String> {
        self.with(py, |model, _| model.problem().name().to_owned())
    }

    /// The name of the algorithm that predicts; None if nothing was learned yet.
    #[getter]
    fn algorithm(&self, py: Python<'_>) -> Option<String> {
        self.with(py, |model, _| model.algorithm().to_owned())
    }

    /// The parts of the learner (loss, geometry, schedule, …) as a dict; None if several vote.
    #[getter]
    fn composition<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let spec = self.with(py, |model, _| model.spec().map(|spec| json!(spec)));
        spec.flatten().map(|spec| object(py, &spec)).transpose()
    }

    /// The classes in the order of the columns of `scores_many`; empty if there are none.
    #[getter]
    fn classes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let found = self.with(py, |model, numbers| (model.class_names(), numbers));
        let Some((Some(names), numbers)) = found else { return Ok(Vec::new()) };
        names.iter().map(|name| numbers.class(py, name)).collect()
    }

    /// The features, by name or number, without the constant.
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let found = self.with(py, |model, _| {
            let slots = own_slots(model);
            let name = |slot: u32| match model.space().name(slot) {
                Some(FeatureName::Name(name)) => Column::Name(name.to_owned()),
                Some(FeatureName::Index(key) | FeatureName::Hashed(key)) => Column::Key(key),
                None => Column::Key(slot),
            };
            slots.into_iter().map(name).collect::<Vec<_>>()
        });
        let object = |column: Column| match column {
            Column::Name(name) => Ok(name.into_pyobject(py)?.into_any()),
            Column::Key(key) => Ok(key.into_pyobject(py)?.into_any()),
        };
        found.unwrap_or_default().into_iter().map(object).collect()
    }

    /// How many bits the hashes of features have; None where features keep their names.
    #[getter]
    fn hash(&self, py: Python<'_>) -> Option<u8> {
        self.with(py, |model, _| model.space().bits()).flatten()
    }

    /// The number of examples that were learned from.
    #[getter]
    fn rows(&self, py: Python<'_>) -> u64 {
        self.examples(py)
    }

    /// Counts and means over all examples, each predicted before it was learned.
    ///
    /// For example ``"examples"``, ``"mistakes"``, ``"error_rate"`` and ``"mean_loss"``, as the
    /// problem has them.
    #[getter]
    fn metrics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let found = self.with(py, |model, _| model.meter().json()).unwrap_or_default();
        let known: Map<String, Value> =
            found.into_iter().filter(|(_, value)| !value.is_null()).collect();
        object(py, &Value::Object(known))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let said = self.with(py, |model, _| {
            let (rows, problem) = (model.meter().examples, model.problem().name());
            format!("<Learner {} ({problem}), {rows} rows>", model.algorithm())
        });
        said.unwrap_or_else(|| "<Learner, no rows>".into())
    }
}
