//! What a run proves.

use crate::error::refused;
use crate::json::object;
use crate::learner::{Given, Learner};
use noregret::core::replay::witness::Findings;
use noregret::proof::Headroom;
use noregret::words::short;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use serde_json::{Value, json};

/// What a run proves about every fixed predictor.
#[pyclass(frozen, module = "noregret._engine")]
#[derive(Debug)]
pub(crate) struct Certificate {
    pub(crate) proved: noregret::core::Certificate,
    pub(crate) findings: Option<Findings>,
    pub(crate) headroom: Vec<Headroom>,
    pub(crate) rounds: u64,
    pub(crate) learner: Py<Learner>,
    /// The classes in the order of the rows of arrays, if it is not the learner's.
    pub(crate) classes: Option<Vec<Py<PyAny>>>,
}

/// Headroom as JSON, with its sentences.
pub(crate) fn headroom_value(headroom: &Headroom, first: bool, whose: &str) -> Value {
    let mut value = serde_json::to_value(headroom).unwrap_or_default();
    let text = match first {
        true => headroom.lines(whose, false).join("\n"),
        false => headroom.line(),
    };
    value["text"] = json!(text);
    value
}

/// A list of it, the loss of the problem first.
pub(crate) fn headroom_values(all: &[Headroom], whose: &str) -> Value {
    all.iter().enumerate().map(|(at, one)| headroom_value(one, at == 0, whose)).collect()
}

#[pymethods]
impl Certificate {
    /// Examples that were learned from.
    #[getter]
    fn rows(&self) -> u64 {
        self.rounds
    }

    /// A, the sum of dual gains.
    #[getter]
    fn dual_gain(&self) -> f64 {
        self.proved.dual_gain
    }

    /// The norm of v, the sum of dual variables times directions.
    #[getter]
    fn potential_norm(&self) -> f64 {
        self.proved.potential_norm
    }

    /// The cumulative loss of the run.
    #[getter]
    fn loss(&self) -> f64 {
        self.proved.cumulative_loss
    }

    /// What measures the comparators, or the set they come from.
    #[getter]
    fn measured_by(&self) -> &'static str {
        self.proved.measured_by
    }

    /// How much of the loss was avoidable, the loss of the problem first.
    #[getter]
    fn headroom<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &headroom_values(&self.headroom, "this run's"))
    }

    /// The cumulative loss that no fixed predictor of a norm goes below.
    ///
    /// By the dual variables of the learner; with the name of a loss by those of the witnesses.
    #[pyo3(signature = (norm=1.0, loss=None))]
    fn lower_bound(&self, norm: f64, loss: Option<&str>) -> PyResult<f64> {
        if !(norm >= 0.0 && norm.is_finite()) {
            return Err(refused(format!("{norm} is no norm")));
        }
        let Some(loss) = loss else { return self.own_bound(norm) };
        let findings = self.findings.as_ref();
        let measure = findings.and_then(|findings| findings.measure(loss));
        let none = || refused(format!("nothing is proved about the loss {loss}"));
        measure.map(|measure| measure.lower_bound(norm).max(0.0)).ok_or_else(none)
    }

    /// How much worse than the best fixed predictor of a norm the run can be, at most.
    #[pyo3(signature = (norm=1.0))]
    fn regret(&self, norm: f64) -> PyResult<f64> {
        Ok(self.proved.cumulative_loss - self.lower_bound(norm, None)?)
    }

    /// What is proved about one predictor: its loss is at least `lower_bound`.
    ///
    /// Parameters
    /// ----------
    /// u : dict, Series or array
    ///     Weights by feature; or an array of them over the columns of the matrix or table that was
    ///     given last to `learn_many`. For several classes an array has a row of each, in the order
    ///     of `Learner.classes` (of an estimator in that of ``classes_``, as ``coef_`` has them),
    ///     or it is a dict with a dict of weights by class. Features without a weight have 0.
    /// intercept : float or array, optional
    ///     What is added to the score, one number for each row of weights; 0 if it is not given.
    /// names : sequence, optional
    ///     What the columns of an array are called, if they are others.
    ///
    /// Returns
    /// -------
    /// dict
    ///     ``norm`` (the weight of the learner's constant counts in it), ``lower_bound``, and
    ///     ``loss`` and ``regret`` of the run.
    ///
    /// Raises
    /// ------
    /// NoRegretError
    ///     If a feature is not known, rows or columns are not as many as those of the learner, or
    ///     it has learned on since.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1:C=0.1", problem="binary")
    /// >>> for words, label in [({"offer": 1.0}, "spam"), ({"meeting": 1.0}, "mail")] * 20:
    /// ...     loss = learner.learn_one(words, label)
    /// >>> said = learner.certificate().against({"offer": 0.5, "meeting": -0.5}, intercept=0.1)
    /// >>> said["lower_bound"] <= 20 * (1 - 0.6) + 20 * (1 - 0.4)
    /// True
    #[pyo3(signature = (u, intercept=None, *, names=None))]
    fn against<'py>(
        &self,
        py: Python<'py>,
        u: &Bound<'py, PyAny>,
        intercept: Option<&Bound<'py, PyAny>>,
        names: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = Given { u, intercept, names, classes: self.classes.as_deref() };
        let level = self.learner.get().level_of(py, &given, self.rounds)?;
        object(
            py,
            &json!({
                "norm": level.complexity,
                "lower_bound": level.lower_bound,
                "loss": self.proved.cumulative_loss,
                "regret": level.regret,
            }),
        )
    }

    /// It is made again of the learner, which must not have learned on since.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let learner = self.learner.bind(py);
        if learner.get().examples(py) != self.rounds {
            return Err(refused("the learner has learned on: ask for its certificate again"));
        }
        let make = learner.get_type().getattr("certificate")?;
        let classes = self.classes.as_ref().map(|classes| PyList::new(py, classes)).transpose()?;
        (make, (learner, classes)).into_pyobject(py)
    }

    /// All figures.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &serde_json::to_value(&self.proved).unwrap_or_default())
    }

    fn __str__(&self) -> String {
        match self.headroom.split_first() {
            None => self.proved.to_string(),
            Some((first, rest)) => {
                let mut lines = first.lines("this run's", false);
                lines.extend(rest.iter().map(Headroom::line));
                lines.join("\n")
            }
        }
    }

    fn __repr__(&self) -> String {
        let (gain, norm) = (short(self.proved.dual_gain, 6), short(self.proved.potential_norm, 6));
        format!("<Certificate of {} rows: loss >= {gain} - {norm} |u|>", self.rounds)
    }

    /// As a small table, for notebooks.
    fn _repr_html_(&self) -> String {
        let cell = |x: f64| format!("<td style=\"text-align:right\">{}</td>", short(x, 5));
        let row = |level: &noregret::core::certificate::Level| {
            let cells = [level.complexity, level.lower_bound, level.regret].map(cell).concat();
            format!("<tr>{cells}</tr>")
        };
        let levels: String = self.proved.regret_at.iter().map(row).collect();
        let said = escaped(&self.__str__()).replace('\n', "<br>");
        let by = escaped(self.proved.measured_by);
        format!(
            "<div><p>{said}</p><table><tr><th>{by}</th><th>no fixed predictor loses less than</th>\
             <th>regret at most</th></tr>{levels}</table></div>"
        )
    }
}

impl Certificate {
    /// What the dual variables of the learner prove.
    fn own_bound(&self, norm: f64) -> PyResult<f64> {
        use noregret::core::geometry::Class;
        let [constant, path] = self.proved.slack;
        match *self.proved.class {
            Class::Norm(_) | Class::Distance => {
                let slope = self.proved.potential_norm + path;
                Ok((self.proved.dual_gain - constant - norm * slope).max(0.0))
            }
            Class::Bounded { .. } => {
                let level = self.proved.regret_at.last();
                Ok(level.map_or(0.0, |level| level.lower_bound))
            }
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
