//! Merges learners that started from the same model.

use crate::error::{raised, refused};
use crate::labels::Numbers;
use crate::learner::Learner;
use noregret::Model;
use noregret::model::{Merged, Shard};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::borrow::Cow;
use std::ffi::CString;

/// Merges learners that started from the same model and learned different rows.
///
/// Their weights are mixed and their evidence is added, so the certificate is about all rows. The
/// result depends on the shards and their order, and on nothing else.
///
/// Parameters
/// ----------
/// base : Learner or bytes
///     The common start of all shards: a learner, or a model from ``to_bytes``.
/// shards : iterable
///     Learners or bytes, or pairs ``(weight, shard)``. Without a weight, a shard counts by the
///     number of rows that it learned. Its evidence always counts in full.
///
/// Returns
/// -------
/// Learner
///     It predicts, goes on learning and can be merged again.
///
/// Examples
/// --------
/// >>> import noregret as nr
/// >>> base = nr.Learner("pa1:C=0.1", problem="binary", classes=["ham", "spam"]).to_bytes()
/// >>> shards = []
/// >>> for rows in [[("offer", "spam"), ("meeting", "ham")], [("lunch", "ham"), ("win", "spam")]]:
/// ...     shard = nr.Learner.from_bytes(base)
/// ...     for word, label in rows * (10 + len(shards)):
/// ...         loss = shard.learn_one({word: 1.0}, label)
/// ...     shards.append(shard.to_bytes())
/// >>> merged = nr.merge(base, shards)
/// >>> merged.rows, merged.predict_one({"win": 1.0}), merged.predict_one({"lunch": 1.0})
/// (42, 'spam', 'ham')
#[pyfunction]
#[pyo3(signature = (base, shards))]
pub(crate) fn merge(
    py: Python<'_>,
    base: &Bound<'_, PyAny>,
    shards: &Bound<'_, PyAny>,
) -> PyResult<Learner> {
    let base = State::of(base)?;
    let shards = shards.try_iter()?.map(|shard| Part::of(&shard?)).collect::<PyResult<Vec<_>>>()?;
    check_once(&base, &shards)?;
    let numbers = shards.iter().fold(base.numbers, |all, shard| all.max(shard.state.numbers));
    let merged = py.detach(|| merged(&base, &shards)).map_err(raised)?;
    for what in &merged.notes {
        let text = CString::new(what.as_str())?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
    Ok(Learner::of(merged.model, numbers))
}

/// A model, or the bytes of one.
enum Source {
    Model(Box<Model>),
    Bytes(Vec<u8>),
}

/// A learner as it was given: an object or bytes.
struct State {
    source: Source,
    numbers: Numbers,
    /// The object, to tell if it was given twice.
    object: Py<PyAny>,
}

impl State {
    fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        let object = given.clone().unbind();
        if let Ok(learner) = given.cast::<Learner>() {
            let (model, numbers) = learner.get().finished(given.py())?;
            return Ok(State { source: Source::Model(Box::new(model)), numbers, object });
        }
        match given.cast::<PyBytes>() {
            Ok(bytes) => {
                let source = Source::Bytes(bytes.as_bytes().to_vec());
                Ok(State { source, numbers: Numbers::Unknown, object })
            }
            Err(_) => Err(refused("a Learner is asked for, or a model as to_bytes() gives it")),
        }
    }

    fn model(&self, name: &str) -> noregret::Result<Cow<'_, Model>> {
        match &self.source {
            Source::Model(model) => Ok(Cow::Borrowed(model)),
            Source::Bytes(bytes) => {
                let named = |error| noregret::Error::Other(format!("{name}: {error}"));
                Model::from_bytes(bytes).map(Cow::Owned).map_err(named)
            }
        }
    }
}

/// A shard, and how much its weights count if that was given.
struct Part {
    weight: Option<f64>,
    state: State,
}

impl Part {
    fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        match given.cast::<PyTuple>() {
            Ok(pair) => {
                let (weight, state): (f64, Bound<'_, PyAny>) = pair.extract()?;
                Ok(Part { weight: Some(weight), state: State::of(&state)? })
            }
            Err(_) => Ok(Part { weight: None, state: State::of(given)? }),
        }
    }
}

/// Refuses an object that was given twice, because its rows would count twice.
fn check_once(base: &State, shards: &[Part]) -> PyResult<()> {
    let all: Vec<&Py<PyAny>> =
        std::iter::once(&base.object).chain(shards.iter().map(|part| &part.state.object)).collect();
    let twice = |at: &usize| all[..*at].iter().any(|other| other.is(all[*at]));
    match (1..all.len()).find(twice) {
        None => Ok(()),
        Some(at) => Err(refused(format!(
            "shard {at} was given before: what it has learned would count twice"
        ))),
    }
}

fn merged(base: &State, shards: &[Part]) -> noregret::Result<Merged> {
    let base = base.model("the base")?;
    let numbered = shards.iter().enumerate();
    let models = numbered.map(|(at, part)| part.state.model(&format!("shard {}", at + 1)));
    let models = models.collect::<noregret::Result<Vec<_>>>()?;
    let parts = models.iter().zip(shards).map(|(model, part)| match part.weight {
        Some(weight) => Shard::new(model).with_weight(weight),
        None => Shard::new(model),
    });
    base.merge(&parts.collect::<Vec<_>>())
}
