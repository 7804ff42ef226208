//! One example at a time.

use super::{Learner, warn};
use crate::error::{raised, refused};
use crate::features::{Features, Prepared, resolve_plain};
use crate::labels::{self, Numbers};
use noregret::core::ClassName;
use noregret::io::{Lookup, Row, RowBuilder};
use noregret::model::Answer;
use noregret::{Model, RecordLabel};
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pymethods]
impl Learner {
    /// Predicts, then learns from one example.
    ///
    /// Gives the loss of the prediction, or None before anything answers.
    #[pyo3(signature = (x, y=None, *, weight=1.0))]
    fn learn_one(
        &self,
        x: &Bound<'_, PyAny>,
        y: Option<&Bound<'_, PyAny>>,
        weight: f64,
    ) -> PyResult<Option<f64>> {
        let py = x.py();
        if let Ok(prepared) = x.cast::<Prepared>() {
            return self.learn_prepared(prepared.get(), y, weight, py);
        }
        let (label, numbers) = y.map_or(Ok(Default::default()), labels::label)?;
        if weight == 1.0
            && let Some(loss) = self.learn_plain(x, &label, numbers)?
        {
            return Ok(Some(loss));
        }
        let features = Features::read(x)?;
        let mut guard = self.turns.take(py);
        let inner = &mut *guard;
        if let Some(model) = inner.session.opened_mut()
            && weight == 1.0
            && !model.takes_parts()
            && features.resolve(model.space(), &mut inner.keys, &mut inner.row)
        {
            labels::put(&label, &mut inner.row.label).map_err(raised)?;
            let outcome = model.learn_row(&mut inner.row).map_err(raised)?;
            inner.meet(numbers);
            return Ok(Some(outcome.loss));
        }
        let outcome = inner.session.learn_with(|builder| {
            features.put(builder)?;
            labels::put(&label, builder.label())?;
            Ok(builder.set_weight(weight)?)
        });
        let outcome = outcome.map_err(raised)?;
        inner.meet(numbers);
        let left_out = inner.session.take_left_out();
        drop(guard);
        warn(py, left_out)?;
        Ok(outcome.map(|outcome| outcome.loss))
    }

    /// The prediction for one example.
    ///
    /// A label, a number, whether it is inside, or labels in order; None before anything was
    /// learned.
    fn predict_one<'py>(&self, x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = x.py();
        self.answer(x, |inner, answer, _| match answer {
            Some(answer) => inner.prediction(py, &answer.prediction),
            None => Ok(py.None().into_bound(py)),
        })
    }

    /// The score of one example, or one of each class; None before anything was learned.
    fn scores_one<'py>(&self, x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = x.py();
        self.answer(x, |numbers, answer, classes| {
            let Some(answer) = answer else { return Ok(py.None().into_bound(py)) };
            match classes {
                Some(classes) => {
                    let scores = PyDict::new(py);
                    for (class, score) in classes.iter().zip(&answer.scores) {
                        scores.set_item(numbers.class(py, class)?, score)?;
                    }
                    Ok(scores.into_any())
                }
                None => Ok(answer.score.into_pyobject(py)?.into_any()),
            }
        })
    }

    /// Looks features up once, so that they can be learned from and asked about again and again.
    #[pyo3(signature = (x, y=None, *, weight=1.0))]
    fn prepare(
        &self,
        x: &Bound<'_, PyAny>,
        y: Option<&Bound<'_, PyAny>>,
        weight: f64,
    ) -> PyResult<Prepared> {
        let features = Features::read(x)?;
        let (label, numbers) = y.map_or(Ok(Default::default()), labels::label)?;
        let record = features.record().label(label.clone()).weight(weight);
        let mut guard = self.turns.take(x.py());
        let inner = &mut *guard;
        let (mut row, mut stamp) = (Row::default(), None);
        if let Some(model) = inner.session.opened_mut() {
            let mut builder = RowBuilder::default();
            features.put(&mut builder).map_err(raised)?;
            labels::put(&label, builder.label()).map_err(raised)?;
            builder.set_weight(weight).map_err(|error| refused(error.to_string()))?;
            let lookup = Lookup::Learn(model.space_mut());
            builder.finish(lookup, &mut row).map_err(|error| refused(error.to_string()))?;
            stamp = Some(model.space().stamp());
        }
        Ok(Prepared { row, stamp, record, weight, numbers, len: features.len() })
    }
}

impl Learner {
    /// Learns from a dict whose features are all known and plain; None, and nothing done, if not.
    fn learn_plain(
        &self,
        x: &Bound<'_, PyAny>,
        label: &RecordLabel,
        numbers: Numbers,
    ) -> PyResult<Option<f64>> {
        let mut guard = self.turns.take(x.py());
        let inner = &mut *guard;
        if let Some(model) = inner.session.opened_mut()
            && !model.takes_parts()
            && resolve_plain(x, model.space(), &mut inner.keys, &mut inner.row)
        {
            labels::put(label, &mut inner.row.label).map_err(raised)?;
            let outcome = model.learn_row(&mut inner.row).map_err(raised)?;
            inner.meet(numbers);
            return Ok(Some(outcome.loss));
        }
        Ok(None)
    }

    fn learn_prepared(
        &self,
        prepared: &Prepared,
        y: Option<&Bound<'_, PyAny>>,
        weight: f64,
        py: Python<'_>,
    ) -> PyResult<Option<f64>> {
        let label = y.map(labels::label).transpose()?;
        let mut guard = self.turns.take(py);
        let inner = &mut *guard;
        let numbers = label.as_ref().map_or(prepared.numbers, |(_, numbers)| *numbers);
        let outcome = match inner.session.opened_mut() {
            Some(model) if Some(model.space().stamp()) == prepared.stamp => {
                let row = &mut inner.row;
                row.clone_from(&prepared.row);
                row.weight *= weight;
                if let Some((label, _)) = &label {
                    labels::put(label, &mut row.label).map_err(raised)?;
                }
                Some(model.learn_row(row))
            }
            _ => {
                let record = prepared.record.clone();
                let record = match label {
                    Some((label, _)) => record.label(label),
                    None => record,
                };
                let record = record.weight(prepared.weight * weight);
                inner.session.learn(&record).transpose()
            }
        };
        let outcome = outcome.transpose().map_err(raised)?;
        inner.meet(numbers);
        let left_out = inner.session.take_left_out();
        drop(guard);
        warn(py, left_out)?;
        Ok(outcome.map(|outcome| outcome.loss))
    }

    /// Calls `f` with the answer to an example, and the classes where each has a score.
    fn answer<'py, T>(
        &self,
        x: &Bound<'py, PyAny>,
        f: impl FnOnce(Numbers, Option<Answer>, Option<Vec<ClassName>>) -> PyResult<T>,
    ) -> PyResult<T> {
        let py = x.py();
        let prepared = x.cast::<Prepared>().ok();
        let mut guard = self.turns.take(py);
        let inner = &mut *guard;
        if let Some(model) = inner.session.opened()
            && resolve_plain(x, model.space(), &mut inner.keys, &mut inner.row)
        {
            let answer = model.answer_row(&inner.row).map_err(raised)?;
            let classes = if answer.scores.len() > 1 { model.class_names() } else { None };
            let numbers = inner.numbers;
            drop(guard);
            return f(numbers, Some(answer), classes);
        }
        drop(guard);
        let features = match prepared {
            Some(_) => None,
            None => Some(Features::read(x)?),
        };
        let mut guard = self.turns.take(py);
        let inner = &mut *guard;
        let numbers = inner.numbers;
        let answer = match (&features, prepared) {
            (Some(features), _) => match inner.session.opened() {
                Some(model) if features.resolve(model.space(), &mut inner.keys, &mut inner.row) => {
                    model.answer_row(&inner.row).map(Some)
                }
                _ => inner.session.predict_with(|builder| features.put(builder)),
            },
            (None, Some(prepared)) => match inner.session.opened() {
                Some(model) if Some(model.space().stamp()) == prepared.get().stamp => {
                    model.answer_row(&prepared.get().row).map(Some)
                }
                _ => inner.session.predict(&prepared.get().record),
            },
            (None, None) => Ok(None),
        };
        let answer = answer.map_err(raised)?;
        let many = answer.as_ref().is_some_and(|answer| answer.scores.len() > 1);
        let classes = inner.session.model().filter(|_| many).and_then(Model::class_names);
        drop(guard);
        f(numbers, answer, classes)
    }
}
