//! Work that needs all rows at once: the best fixed predictor, audits, boosting.

use crate::certificate::headroom_values;
use crate::error::refused;
use crate::input::Labels;
use crate::json::object;
use crate::labels::Numbers;
use crate::learner::{Learner, choice, mode};
use crate::rows::owned;
use crate::signals::Watch;
use noregret::core::boost::AnyRule;
use noregret::core::replay::hindsight::Goal;
use noregret::train::{Boosting, Certification, Form};
use noregret::{Certify, Observer, Silent, Training};
use numpy::{PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::json;

/// Finds the best fixed predictor for all rows, and the regret of an online run against it.
#[pyfunction]
#[pyo3(signature = (
    X, y, choice=None, *, problem=None, gap=1e-4, weight=None, names=None, progress=None,
    **settings
))]
#[allow(non_snake_case, clippy::too_many_arguments)]
pub(crate) fn hindsight<'py>(
    py: Python<'py>,
    X: &Bound<'py, PyAny>,
    y: &Bound<'py, PyAny>,
    choice: Option<&str>,
    problem: Option<String>,
    gap: f64,
    weight: Option<&Bound<'py, PyAny>>,
    names: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
    settings: Option<&Bound<'py, PyDict>>,
) -> PyResult<(Learner, Bound<'py, PyAny>)> {
    let choice = self::choice(choice, problem, settings)?;
    let (rows, numbers) = owned(X, y, weight, names)?;
    let training = Training::over_rows(rows).choice(choice);
    let goal = Goal { gap, ..Goal::default() };
    let found = Watch::new(progress).over(py, |watch| training.hindsight(&goal, watch))?;
    let (bounds, regret) = (&found.optimum.bounds, &found.regret);
    let about = json!({
        "loss": regret.best_loss,
        "norm": regret.complexity,
        "measured_by": regret.measured_by,
        "primal": bounds.primal,
        "dual": bounds.dual,
        "gap": bounds.relative_gap(),
        "reached": found.optimum.reached,
        "sweeps": found.optimum.sweeps,
        "online_loss": regret.online_loss,
        "regret": regret.regret,
        "certified_regret": regret.certified,
        "seconds": found.seconds,
        "metrics": found.model.meter().json(),
    });
    Ok((Learner::of(found.model, numbers), object(py, &about)?))
}

/// Audits predictions of any program; the result of `noregret.certify` as a dict.
#[pyfunction]
#[pyo3(signature = (
    predictions, X, y, *, form=None, problem=None, certify="live", standardise=None, weight=None,
    names=None, progress=None, **settings
))]
#[allow(non_snake_case, clippy::too_many_arguments)]
pub(crate) fn certify<'py>(
    py: Python<'py>,
    predictions: &Bound<'py, PyAny>,
    X: &Bound<'py, PyAny>,
    y: &Bound<'py, PyAny>,
    form: Option<&str>,
    problem: Option<String>,
    certify: &str,
    standardise: Option<bool>,
    weight: Option<&Bound<'py, PyAny>>,
    names: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
    settings: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let choice = self::choice(None, problem, settings)?;
    let (rows, _) = owned(X, y, weight, names)?;
    let mode = match mode(certify)? {
        Certify::Off => return Err(refused("certify is 'live' or 'tight' in an audit, not 'off'")),
        mode => mode,
    };
    let training = Training { certify: mode, ..Training::over_rows(rows).choice(choice) };
    let mut audit = Certification::of(training, &lines(predictions)?);
    audit.form = form.map(self::form).transpose()?;
    audit.standardise = standardise;
    let certified = Watch::new(progress).over(py, |watch| audit.run(watch))?;
    let mut metrics = certified.meter.json();
    // The losses are in the headroom; what was counted has none.
    metrics.retain(|key, _| !["cumulative_loss", "mean_loss"].contains(&key.as_str()));
    let about = json!({
        "problem": certified.problem.name(),
        "form": certified.form,
        "metrics": metrics,
        "headroom": headroom_values(&certified.headroom, "their"),
    });
    object(py, &about)
}

/// Finds a vote of decision stumps for two classes.
#[pyfunction]
#[pyo3(signature = (
    X, y, *, rounds=100, rule="adaboost", certify="live", weight=None, names=None, progress=None
))]
#[allow(non_snake_case, clippy::too_many_arguments)]
pub(crate) fn boost<'py>(
    py: Python<'py>,
    X: &Bound<'py, PyAny>,
    y: &Bound<'py, PyAny>,
    rounds: u64,
    rule: &str,
    certify: &str,
    weight: Option<&Bound<'py, PyAny>>,
    names: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Learner, Bound<'py, PyAny>)> {
    let (rows, numbers) = owned(X, y, weight, names)?;
    let rule = AnyRule::parse(rule).map_err(|error| refused(error.to_string()))?;
    let training = Training { certify: mode(certify)?, ..Training::over_rows(rows) };
    let boosting = Boosting { training, rule, rounds };
    let mut done = 0;
    let (model, headroom) = Watch::new(progress).over(py, |watch| {
        let run = boosting.run(&mut Silent, |_| {
            done += 1;
            watch.visits(done)
        });
        run.map(|run| (run.model, run.headroom))
    })?;
    let certificate = model.boosted().map(|boosted| {
        let mut certificate = json!(boosted.certificate);
        certificate["text"] = json!(boosted.certificate.to_string());
        certificate
    });
    let about = json!({
        "certificate": certificate,
        "metrics": model.meter().json(),
        "headroom": headroom_values(&headroom, "this vote's"),
    });
    Ok((Learner::of(model, numbers), object(py, &about)?))
}

fn form(text: &str) -> PyResult<Form> {
    let all = [Form::Labels, Form::Scores, Form::Probabilities, Form::Numbers];
    all.into_iter().find(|form| form.name() == text).ok_or_else(|| {
        refused(format!("form is labels, scores, probabilities or numbers, not '{text}'"))
    })
}

/// Predictions as the lines of a file: a label or number each, or a number for each class.
fn lines(given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (given,))?;
    let array = array.cast::<PyUntypedArray>()?;
    if array.ndim() == 2 {
        let array = numpy.call_method1("require", (array, "float64", "CA"))?;
        let array = array.extract::<PyReadonlyArray2<'_, f64>>()?;
        let line = |row: numpy::ndarray::ArrayView1<'_, f64>| {
            row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        return Ok(array.as_array().rows().into_iter().map(line).collect());
    }
    match Labels::read(Some(array))? {
        (Labels::Numbers(numbers), Numbers::Bools | Numbers::Ints) => {
            Ok(numbers.iter().map(|x| format!("{}", *x as i64)).collect())
        }
        (Labels::Numbers(numbers), _) => Ok(numbers.iter().map(ToString::to_string).collect()),
        (Labels::Names { names, places }, _) => {
            Ok(places.iter().map(|&place| names[place as usize].clone()).collect())
        }
        _ => Err(refused("predictions are an array of numbers or labels, or a matrix of scores")),
    }
}
