//! What a run proves.

use crate::error::refused;
use crate::json::object;
use crate::learner::{Given, Learner};
use crate::norms::each_norm;
use noregret::core::replay::witness::Findings;
use noregret::proof::Headroom;
use noregret::words::short;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use serde_json::{Value, json};

/// What a run proves about every fixed predictor.
///
/// `Learner.certificate` and ``certificate_`` of the estimators make one. It is about the rows
/// learned so far and does not follow the learner. ``str`` gives it in words, notebooks a table.
///
/// Examples
/// --------
/// >>> import noregret as nr
/// >>> learner = nr.Learner("pa1:C=0.1", problem="binary", bias="none")
/// >>> done = learner.learn_many([[1.0], [2.0], [-1.0], [1.0]], [1, 1, -1, -1])
/// >>> proof = learner.certificate()
/// >>> proof.rows, round(proof.loss, 2), round(proof.lower_bound(norm=0.5), 2)
/// (4, 3.9, 2.5)
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

/// An entry of headroom as JSON, with its text.
pub(crate) fn headroom_value(headroom: &Headroom, first: bool, whose: &str) -> Value {
    let mut value = serde_json::to_value(headroom).unwrap_or_default();
    let text = match first {
        true => headroom.lines(whose, false).join("\n"),
        false => headroom.line(),
    };
    value["text"] = json!(text);
    value
}

/// A list of entries, that of the loss of the problem first.
pub(crate) fn headroom_values(all: &[Headroom], whose: &str) -> Value {
    all.iter().enumerate().map(|(at, one)| headroom_value(one, at == 0, whose)).collect()
}

/// A list of `noregret.Headroom`, the loss of the problem first.
pub(crate) fn headroom_objects<'py>(
    py: Python<'py>,
    all: &[Headroom],
) -> PyResult<Bound<'py, PyList>> {
    let make = py.import("noregret.audit")?.getattr("Headroom")?.getattr("of")?;
    let each = all
        .iter()
        .enumerate()
        .map(|(at, one)| make.call1((object(py, &headroom_value(one, at == 0, "this run's"))?,)));
    PyList::new(py, each.collect::<PyResult<Vec<_>>>()?)
}

#[pymethods]
impl Certificate {
    /// The number of examples that it is about.
    #[getter]
    fn rows(&self) -> u64 {
        self.rounds
    }

    /// The number A in the bound ``A - norm * potential_norm``: the sum of the dual gains.
    #[getter]
    fn dual_gain(&self) -> f64 {
        self.proved.dual_gain
    }

    /// The slope in the bound ``A - norm * potential_norm``: the length of the dual sum v.
    #[getter]
    fn potential_norm(&self) -> f64 {
        self.proved.potential_norm
    }

    /// The loss of the run, summed over all examples, each predicted before it was learned.
    #[getter]
    fn loss(&self) -> f64 {
        self.proved.cumulative_loss
    }

    /// What predictors are measured by, such as ``"norm"``, or the set they come from.
    #[getter]
    fn measured_by(&self) -> &'static str {
        self.proved.measured_by
    }

    /// How much of the loss was avoidable: a list of `noregret.Headroom`, one for each loss.
    ///
    /// It is empty where nothing is known; see `Learner.headroom`.
    #[getter]
    fn headroom<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        headroom_objects(py, &self.headroom)
    }

    /// A number that the total loss of no fixed predictor of this norm is below.
    ///
    /// Parameters
    /// ----------
    /// norm : float or array of floats
    ///     The largest length of the predictor's weight vector, the constant included.
    /// loss : str, optional
    ///     Without it the bound is about the learner's own loss, proved by the learner. With
    ///     ``"hinge"``, ``"logistic"`` or ``"squared"`` it is about that loss, proved by the
    ///     witnesses that run beside the learner; their bound is often higher.
    ///
    /// Returns
    /// -------
    /// float or ndarray
    ///     The bound, summed over all rows; 0 if nothing is proved. For an array of norms an array
    ///     of the same shape.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1:C=0.1", problem="binary", bias="none")
    /// >>> done = learner.learn_many([[1.0], [2.0], [-1.0], [1.0]] * 50, [1, 1, -1, -1] * 50)
    /// >>> proof = learner.certificate()
    /// >>> proof.lower_bound(norm=0.2) > proof.lower_bound(norm=0.5)
    /// True
    /// >>> proof.lower_bound([0.2, 0.5], loss="hinge").shape
    /// (2,)
    #[pyo3(
        signature = (norm=None, loss=None),
        text_signature = "($self, norm=1.0, loss=None)"
    )]
    fn lower_bound<'py>(
        &self,
        py: Python<'py>,
        norm: Option<&Bound<'py, PyAny>>,
        loss: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        each_norm(py, norm, |norm| self.bound_at(norm, loss))
    }

    /// How much more the run lost, at most, than the best fixed predictor of this norm.
    ///
    /// It is ``loss - lower_bound(norm)``.
    ///
    /// Parameters
    /// ----------
    /// norm : float or array of floats
    ///     The largest length of the predictor's weight vector, the constant included.
    ///
    /// Returns
    /// -------
    /// float or ndarray
    ///     The bound, summed over all rows; an array if ``norm`` is one.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1:C=0.1", problem="binary", bias="none")
    /// >>> done = learner.learn_many([[1.0], [2.0], [-1.0], [1.0]] * 50, [1, 1, -1, -1] * 50)
    /// >>> proof = learner.certificate()
    /// >>> proof.regret(norm=0.5) == proof.loss - proof.lower_bound(norm=0.5)
    /// True
    /// >>> proof.regret([0.1, 1.0, 10.0]).shape
    /// (3,)
    #[pyo3(signature = (norm=None), text_signature = "($self, norm=1.0)")]
    fn regret<'py>(
        &self,
        py: Python<'py>,
        norm: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        each_norm(py, norm, |norm| Ok(self.proved.cumulative_loss - self.bound_at(norm, None)?))
    }

    /// What is proved about one predictor: its total loss is at least `lower_bound`.
    ///
    /// The learner must not have learned further rows since.
    ///
    /// Parameters
    /// ----------
    /// u : mapping, Series or array of floats
    ///     The weights of the predictor by feature, or an array of them over the columns of the
    ///     matrix or data frame that `learn_many` learned from last. Features without a weight have
    ///     weight 0. For several classes, an array has one row for each, in the order of
    ///     `Learner.classes` (for an estimator in that of ``classes_``, as ``coef_`` has them); or
    ///     a dict has one dict of weights for each class.
    /// intercept : float or array of floats, optional
    ///     What is added to the scores, one number for each row of weights; 0 if left out.
    /// names : sequence of str or int, optional
    ///     The names of the columns of an array, if they are not those that were learned from last.
    ///
    /// Returns
    /// -------
    /// dict
    ///     Its ``"norm"`` (the weight of the learner's constant included), the ``"lower_bound"`` of
    ///     its loss, the ``"loss"`` of the run and the ``"regret"``: how much more the run lost
    ///     than the predictor, at most.
    ///
    /// Raises
    /// ------
    /// NoRegretError
    ///     If the learner does not know a feature, if the number of rows or columns is not that of
    ///     the learner, or if it has learned further rows since.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1:C=0.1", problem="binary")
    /// >>> done = learner.learn_many([{"offer": 1.0}, {"meeting": 1.0}] * 20, ["spam", "ham"] * 20)
    /// >>> said = learner.certificate().against({"offer": 0.5, "meeting": -0.5}, intercept=0.1)
    /// >>> said["lower_bound"] <= 20 * (1 - 0.6) + 20 * (1 - 0.4)  # the loss of these weights
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

    /// Pickles the learner and makes the certificate anew; the learner must not have learned since.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let learner = self.learner.bind(py);
        if learner.get().examples(py) != self.rounds {
            return Err(refused("the learner has learned on: ask for its certificate again"));
        }
        let make = learner.get_type().getattr("certificate")?;
        let classes = self.classes.as_ref().map(|classes| PyList::new(py, classes)).transpose()?;
        (make, (learner, classes)).into_pyobject(py)
    }

    /// All figures as a dict, as the program prints them with ``--json``.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1", problem="binary")
    /// >>> done = learner.learn_many([[1.0], [-1.0]], [1, -1])
    /// >>> learner.certificate().as_dict()["measured_by"]
    /// 'norm'
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

    /// A small table for notebooks.
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
    /// What is proved about a norm: by the witnesses if a loss is named, else by the learner.
    fn bound_at(&self, norm: f64, loss: Option<&str>) -> PyResult<f64> {
        if !(norm >= 0.0 && norm.is_finite()) {
            return Err(refused(format!("{norm} is no norm")));
        }
        let Some(loss) = loss else { return self.own_bound(norm) };
        let findings = self.findings.as_ref();
        let measure = findings.and_then(|findings| findings.measure(loss));
        let none = || refused(format!("nothing is proved about the loss {loss}"));
        measure.map(|measure| measure.lower_bound(norm).max(0.0)).ok_or_else(none)
    }

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
