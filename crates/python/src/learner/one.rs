//! One example at a time.

use super::{Inner, Learner, warn};
use crate::error::{raised, refused};
use crate::features::{Features, Prepared};
use crate::labels::{self, Numbers};
use crate::plain::{resolve_new, resolve_plain};
use noregret::core::ClassName;
use noregret::core::prefetch::prefetch_run;
use noregret::io::{Lookup, Row, RowBuilder};
use noregret::model::Answer;
use noregret::{Model, RecordLabel};
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pymethods]
impl Learner {
    /// Predicts the label of one example, then learns from it.
    ///
    /// Parameters
    /// ----------
    /// x : mapping or Prepared
    ///     The features, by name (str) or number (int from 0 on). Values are numbers, or strings
    ///     for categories: ``{"colour": "red"}`` is the feature ``colour=red`` with value 1. A value
    ///     of None is left out.
    /// y : label, optional
    ///     A class (str, int, float or bool), a number for regression, or a set or list of labels
    ///     for label ranking. It is left out for one class, and where a `Prepared` example has it.
    /// weight : float
    ///     How much the example counts.
    ///
    /// Returns
    /// -------
    /// float or None
    ///     The loss of the prediction made before learning, times the weight. None for the first
    ///     rows, at least one, which decide what was left open.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1:C=0.1", problem="binary", classes=[0, 1], bias="none")
    /// >>> mail = {"offer": 1.0, "sender": "unknown"}
    /// >>> [learner.learn_one(mail, 1) for visit in range(2)]
    /// [None, 0.8]
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

    /// Predicts the label of one example.
    ///
    /// Parameters
    /// ----------
    /// x : mapping or Prepared
    ///     The features, as in `learn_one`. Features that were never learned count as 0.
    ///
    /// Returns
    /// -------
    /// label or None
    ///     A class, a number for regression, True or False for one class (inside or not), or all
    ///     labels in order for label ranking. None if nothing was learned yet.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1", problem="binary")
    /// >>> print(learner.predict_one({"offer": 1.0}))
    /// None
    /// >>> for words, label in [({"offer": 1.0}, "spam"), ({"meeting": 1.0}, "ham")]:
    /// ...     loss = learner.learn_one(words, label)
    /// >>> learner.predict_one({"offer": 1.0, "today": 1.0})
    /// 'spam'
    fn predict_one<'py>(&self, x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = x.py();
        self.answer(x, |inner, answer, _| match answer {
            Some(answer) => inner.prediction(py, &answer.prediction),
            None => Ok(py.None().into_bound(py)),
        })
    }

    /// The score of one example, or its score for each class.
    ///
    /// Parameters
    /// ----------
    /// x : mapping or Prepared
    ///     The features, as in `learn_one`.
    ///
    /// Returns
    /// -------
    /// float, dict or None
    ///     For two classes one score, above 0 for the second of `classes`; for regression the
    ///     prediction; for one class how far inside the example is; else a dict with a score for
    ///     each class. None if nothing was learned yet.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1", problem="multiclass")
    /// >>> for words, label in [({"a": 1.0}, "red"), ({"b": 1.0}, "green"), ({"c": 1.0}, "blue")]:
    /// ...     loss = learner.learn_one(words, label)
    /// >>> scores = learner.scores_one({"b": 1.0})
    /// >>> max(scores, key=scores.get)
    /// 'green'
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

    /// Looks up the features of an example once, which makes using it again faster.
    ///
    /// Parameters
    /// ----------
    /// x : mapping
    ///     The features, as in `learn_one`. New names are added to the learner.
    /// y : label, optional
    ///     The label, if the example is to be learned from without giving it again.
    /// weight : float
    ///     How much the example counts.
    ///
    /// Returns
    /// -------
    /// Prepared
    ///     The example, for `learn_one`, `predict_one` and `scores_one`.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1:C=0.1", problem="binary", classes=[0, 1], bias="none")
    /// >>> row = learner.prepare({"offer": 1.0}, 1)
    /// >>> [learner.learn_one(row) for visit in range(3)]
    /// [None, 0.9, 0.8]
    /// >>> learner.predict_one(row)
    /// 1
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
        let (len, given) = (features.len(), y.map(|y| y.clone().unbind()));
        Ok(Prepared { row, stamp, record, weight, numbers, label: given, len })
    }
}

impl Learner {
    /// Learns from a dict of strings and floats; None, and nothing done, if it is no such dict.
    fn learn_plain(
        &self,
        x: &Bound<'_, PyAny>,
        label: &RecordLabel,
        numbers: Numbers,
    ) -> PyResult<Option<f64>> {
        let mut guard = self.turns.take(x.py());
        let Inner { session, keys, row, .. } = &mut *guard;
        let Some(model) = session.opened_mut().filter(|model| !model.takes_parts()) else {
            return Ok(None);
        };
        let features = model.space().len();
        if !resolve_new(x, model.space_mut(), keys, row) {
            return Ok(None);
        }
        let labelled = labels::put(label, &mut row.label);
        match labelled.and_then(|()| model.learn_row(row)) {
            Ok(outcome) => {
                guard.meet(numbers);
                Ok(Some(outcome.loss))
            }
            Err(error) => {
                model.space_mut().truncate(features);
                Err(raised(error))
            }
        }
    }

    fn learn_prepared(
        &self,
        prepared: &Prepared,
        y: Option<&Bound<'_, PyAny>>,
        weight: f64,
        py: Python<'_>,
    ) -> PyResult<Option<f64>> {
        // Rows that were prepared long ago are far away: all their memory is asked for at once.
        let Row { indices, values, .. } = &prepared.row;
        prefetch_run(indices, 0, indices.len());
        prefetch_run(values, 0, values.len());
        let label = y.map(labels::label).transpose()?;
        let mut guard = self.turns.take(py);
        let inner = &mut *guard;
        let numbers = label.as_ref().map_or(prepared.numbers, |(_, numbers)| *numbers);
        let outcome = match inner.session.opened_mut() {
            Some(model) if Some(model.space().stamp()) == prepared.stamp => {
                let row = &mut inner.row;
                row.copy_from(&prepared.row);
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
