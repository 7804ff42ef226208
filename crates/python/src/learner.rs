//! A learner: one example at a time, what it knows, files.

use crate::certificate::{Certificate, headroom_values};
use crate::error::{raised, refused};
use crate::features::{Features, Prepared};
use crate::input::{Input, Labels, Maps, columns};
use crate::json::{object, settings};
use crate::keys::KeySlots;
use crate::labels::{self, Numbers};
use crate::many::{Examples, Pass, list, positions, reals, records, scores_array};
use crate::turns::Turns;
use noregret::array::{ArrayBatch, Column};
use noregret::core::certificate::Level;
use noregret::core::hypothesis::Hypothesis;
use noregret::core::problem::Problem;
use noregret::core::{ClassName, Prediction};
use noregret::io::{ClassValue, FeatureName, FeatureSpace, Lookup, Row};
use noregret::model::Single;
use noregret::{Certify, Choice, Model, Opening, Record, Session};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// What a learner is, while one thread has it.
#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) session: Session,
    /// What numbers among the labels were.
    pub(crate) numbers: Numbers,
    keys: KeySlots,
    maps: Maps,
    row: Row,
    /// Examples of several parts so far.
    groups: u64,
}

impl Inner {
    pub(crate) fn new(session: Session, numbers: Numbers) -> Self {
        let (keys, maps, row) = (KeySlots::default(), Maps::default(), Row::default());
        Inner { session, numbers, keys, maps, row, groups: 0 }
    }

    /// Notes what numbers among the labels are.
    fn meet(&mut self, numbers: Numbers) {
        self.numbers = self.numbers.max(numbers);
    }
}

/// A learner that proves, while it learns, how far it can be from the best fixed predictor.
///
/// Parameters
/// ----------
/// choice : str, optional
///     The algorithm, as ``"pa1"`` or ``"pa1:C=0.1"``. Several learners compete if none is named.
/// problem : str, optional
///     What the labels ask: ``"binary"``, ``"multiclass"``, ``"regression"``, …. The first rows
///     decide if it is left open.
/// classes : iterable, optional
///     Classes that are known before they are seen.
/// certify : {"live", "off", "tight"}
///     How much work proof may take beside the learner.
/// head : int, optional
///     How many rows are looked at before anything is decided; 1,000 if left open.
/// seed : int
///     Seed of everything random.
/// **settings
///     Anything else that a choice has: ``C``, ``kernel``, ``average``, ``bias``, ``hash``, ….
///
/// Examples
/// --------
/// >>> import noregret as nr
/// >>> learner = nr.Learner("pa1:C=0.1", problem="binary")
/// >>> for words, label in [({"offer": 1, "now": 1}, "spam"), ({"meeting": 1}, "ham")] * 20:
/// ...     loss = learner.learn_one(words, label)
/// >>> learner.predict_one({"offer": 1})
/// 'spam'
/// >>> learner.rows
/// 40
#[pyclass(frozen, module = "noregret._engine")]
#[derive(Debug)]
pub(crate) struct Learner {
    pub(crate) turns: Turns<Inner>,
}

impl Learner {
    pub(crate) fn of(model: Model, numbers: Numbers) -> Self {
        Learner { turns: Turns::new(Inner::new(model.into(), numbers)) }
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

#[pymethods]
impl Learner {
    #[new]
    #[pyo3(signature = (
        choice=None, *, problem=None, classes=None, certify="live", head=None, seed=0, **settings
    ))]
    fn new(
        choice: Option<&str>,
        problem: Option<String>,
        classes: Option<&Bound<'_, PyAny>>,
        certify: &str,
        head: Option<usize>,
        seed: u64,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let choice = self::choice(choice, problem, settings)?;
        let (classes, numbers) = classes.map_or(Ok(Default::default()), labels::set)?;
        let classes = classes.into_iter().map(name_of).collect();
        let mut opening = Opening::new(&choice).map_err(raised)?;
        opening = opening.classes(classes).certify(mode(certify)?).seed(seed);
        if let Some(rows) = head {
            opening = opening.rows(rows);
        }
        Ok(Learner { turns: Turns::new(Inner::new(Session::new(opening), numbers)) })
    }

    /// Predicts, then learns from one example; the loss of the prediction, or None before anything
    /// answers.
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
        let features = Features::read(x)?;
        let (label, numbers) = y.map_or(Ok(Default::default()), labels::label)?;
        let mut guard = self.turns.take(py);
        let inner = &mut *guard;
        inner.meet(numbers);
        if let Some(model) = inner.session.opened_mut()
            && weight == 1.0
            && !model.takes_parts()
            && features.resolve(model.space(), &mut inner.keys, &mut inner.row)
        {
            labels::put(&label, &mut inner.row.label).map_err(raised)?;
            let outcome = model.learn_row(&mut inner.row).map_err(raised)?;
            return Ok(Some(outcome.loss));
        }
        let outcome = inner.session.learn_with(|builder| {
            features.put(builder)?;
            labels::put(&label, builder.label())?;
            Ok(builder.set_weight(weight)?)
        });
        Ok(outcome.map_err(raised)?.map(|outcome| outcome.loss))
    }

    /// The prediction for one example: a label, a number, whether it is inside, or labels in order;
    /// None before anything was learned.
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
        inner.meet(numbers);
        let (mut row, mut stamp) = (Row::default(), 0);
        if let Some(model) = inner.session.opened_mut() {
            let mut builder = noregret::io::RowBuilder::default();
            features.put(&mut builder).map_err(raised)?;
            labels::put(&label, builder.label()).map_err(raised)?;
            builder.set_weight(weight).map_err(|error| refused(error.to_string()))?;
            let lookup = Lookup::Learn(model.space_mut());
            builder.finish(lookup, &mut row).map_err(|error| refused(error.to_string()))?;
            stamp = model.space().stamp();
        }
        Ok(Prepared { row, stamp, record })
    }

    /// Predicts, then learns from an example of several parts (a sentence, a query); the loss of
    /// the prediction, or None before anything answers.
    #[pyo3(signature = (parts, y, *, weight=1.0))]
    fn learn_parts(
        &self,
        parts: &Bound<'_, PyAny>,
        y: &Bound<'_, PyAny>,
        weight: f64,
    ) -> PyResult<Option<f64>> {
        let (mut records, mut numbers) = (self::parts(parts)?, Numbers::Unknown);
        let mut given = 0;
        for (record, label) in records.iter_mut().zip(y.try_iter()?) {
            let (label, one) = labels::label(&label?)?;
            numbers = numbers.max(one);
            *record = std::mem::take(record).label(label).weight(weight);
            given += 1;
        }
        if given != records.len() || given != y.len()? {
            return Err(refused(format!("{} parts but {} labels", records.len(), y.len()?)));
        }
        let mut inner = self.turns.take(parts.py());
        inner.meet(numbers);
        let group = inner.groups();
        for record in &mut records {
            *record = std::mem::take(record).group(group);
        }
        let outcome = inner.session.learn_parts(&records).map_err(raised)?;
        Ok(outcome.map(|outcome| outcome.loss))
    }

    /// The prediction for an example of several parts.
    fn predict_parts<'py>(&self, parts: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = parts.py();
        let records = self::parts(parts)?;
        let mut inner = self.turns.take(py);
        let numbers = inner.numbers;
        match inner.session.model() {
            None => Ok(py.None().into_bound(py)),
            Some(model) => {
                let answer = model.predict_parts(&records).map_err(raised)?;
                numbers.prediction(py, &answer.prediction)
            }
        }
    }

    /// Predicts and learns from many examples in order, as `learn_one` in a loop would.
    ///
    /// The rows before one that is refused were learned from, it was not, nor were those after it.
    #[pyo3(signature = (X, y=None, *, weight=None, order=None, names=None, progress=None))]
    #[allow(non_snake_case)]
    fn learn_many(
        slf: &Bound<'_, Self>,
        X: &Bound<'_, PyAny>,
        y: Option<&Bound<'_, PyAny>>,
        weight: Option<&Bound<'_, PyAny>>,
        order: Option<&Bound<'_, PyAny>>,
        names: Option<&Bound<'_, PyAny>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Pass> {
        let (py, learner) = (X.py(), slf.get());
        let (input, own) = Input::read(X)?;
        let (labels, numbers) = Labels::read(y)?;
        let (weight, order) = (weight.map(reals).transpose()?, order.map(positions).transpose()?);
        let weights = weight.as_ref().map(|weight| weight.as_slice()).transpose()?;
        let order = order.as_ref().map(|order| order.as_slice()).transpose()?;
        let mut map = {
            let mut inner = learner.turns.take(py);
            inner.meet(numbers);
            inner.maps.take(input.width(), own, names)?
        };
        let learned = match input.rows()? {
            Some(rows) => {
                let batch = ArrayBatch::new(&*rows, labels.borrowed()).map_err(raised)?;
                let batch = weights.map_or(Ok(batch), |it| batch.weighted(it)).map_err(raised)?;
                let batch = order.map_or(Ok(batch), |it| batch.ordered(it)).map_err(raised)?;
                learner.learn_in_turns(py, &Examples::Array(batch), &mut map, progress.as_ref())
            }
            None => {
                let records = records(&input, &labels, weights, order)?;
                let examples = Examples::Records(&records);
                learner.learn_in_turns(py, &examples, &mut map, progress.as_ref())
            }
        };
        learner.turns.take(py).maps.put(map);
        learned
    }

    /// The predictions for many examples.
    #[pyo3(signature = (X, *, names=None))]
    #[allow(non_snake_case)]
    fn predict_many<'py>(
        &self,
        X: &Bound<'py, PyAny>,
        names: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = X.py();
        let (input, _, said, _) = self.ask(X, names, true)?;
        let said = if said.is_empty() { vec![None; input] } else { said };
        let inner = self.turns.take(py);
        Ok(list(py, &inner, &said)?.into_any())
    }

    /// The scores of many examples: one each, or one of each class.
    #[pyo3(signature = (X, *, names=None))]
    #[allow(non_snake_case)]
    fn scores_many<'py>(
        &self,
        X: &Bound<'py, PyAny>,
        names: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = X.py();
        let (rows, scores, _, classes) = self.ask(X, names, false)?;
        scores_array(py, scores, rows, classes)
    }

    /// Ends the opening: what is still open is decided by the rows so far.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        self.turns.take(py).session.finish().map(drop).map_err(raised)
    }

    /// What the labels ask; None while that is open.
    #[getter]
    fn problem(&self, py: Python<'_>) -> Option<String> {
        self.with(py, |model, _| model.problem().name().to_owned())
    }

    /// The algorithm that answers; None while that is open.
    #[getter]
    fn algorithm(&self, py: Python<'_>) -> Option<String> {
        self.with(py, |model, _| model.algorithm().to_owned())
    }

    /// What the learner is put together from; None while that is open.
    #[getter]
    fn composition<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let spec = self.with(py, |model, _| model.spec().map(|spec| json!(spec)));
        spec.flatten().map(|spec| object(py, &spec)).transpose()
    }

    /// The classes, in the order of the columns of scores; empty where there are none.
    #[getter]
    fn classes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let found = self.with(py, |model, numbers| (model.class_names(), numbers));
        let Some((Some(names), numbers)) = found else { return Ok(Vec::new()) };
        names.iter().map(|name| numbers.class(py, name)).collect()
    }

    /// The features, by name or integer key, without the constant.
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

    /// Examples that were learned from.
    #[getter]
    fn rows(&self, py: Python<'_>) -> u64 {
        self.with(py, |model, _| model.meter().examples).unwrap_or(0)
    }

    /// Progressive counters: every prediction is judged before its label is learned from.
    #[getter]
    fn metrics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let found = self.with(py, |model, _| model.meter().json()).unwrap_or_default();
        let known: Map<String, Value> =
            found.into_iter().filter(|(_, value)| !value.is_null()).collect();
        object(py, &Value::Object(known))
    }

    /// The weights that answer: a row of them, or one of each class.
    #[pyo3(signature = (names=None))]
    fn weights<'py>(
        &self,
        py: Python<'py>,
        names: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.table(py, names, |single, slot, row| single.learner.answering_weight(slot, row))
    }

    /// The weights of the last round, where an average answers.
    #[pyo3(signature = (names=None))]
    fn last_weights<'py>(
        &self,
        py: Python<'py>,
        names: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.table(py, names, |single, slot, row| single.learner.weight(slot, row))
    }

    /// The intercepts that answer, one a row of weights.
    fn intercepts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        self.constants(py, |single, slot, row| single.learner.answering_weight(slot, row))
    }

    /// The intercepts of the last round, where an average answers.
    fn last_intercepts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        self.constants(py, |single, slot, row| single.learner.weight(slot, row))
    }

    /// What the run proves about every fixed predictor; None before anything was learned.
    fn certificate(slf: &Bound<'_, Self>) -> Option<Certificate> {
        let mut inner = slf.get().turns.take(slf.py());
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

    /// Writes a model that the program `noregret` reads too. An opening or a contest ends with it.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        self.with(py, |model, _| model.save(path).map_err(raised)).ok_or_else(nothing)?
    }

    /// Reads a model, of the program `noregret` too.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        if !path.exists() {
            let reason = path.display().to_string();
            return Err(pyo3::exceptions::PyFileNotFoundError::new_err(reason));
        }
        Ok(Learner::of(Model::load(path).map_err(raised)?, Numbers::Unknown))
    }

    /// The model as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.with(py, |model, _| model.to_bytes().map_err(raised));
        Ok(PyBytes::new(py, &bytes.ok_or_else(nothing)??))
    }

    /// Reads a model from bytes.
    #[staticmethod]
    fn from_bytes(data: &[u8]) -> PyResult<Self> {
        Ok(Learner::of(Model::from_bytes(data).map_err(raised)?, Numbers::Unknown))
    }

    /// A learner of its own that goes on from here.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let copied = self.with(py, |model, numbers| Learner::of(model.clone(), numbers));
        copied.ok_or_else(nothing)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let (bytes, numbers) = (slf.get().to_bytes(py)?, slf.get().turns.take(py).numbers.code());
        let restore = slf.get_type().getattr("_restore")?;
        PyTuple::new(
            py,
            [
                restore,
                PyTuple::new(py, [bytes.into_any(), numbers.into_pyobject(py)?.into_any()])?
                    .into_any(),
            ],
        )
    }

    /// A learner that was pickled.
    #[staticmethod]
    fn _restore(data: &[u8], numbers: u8) -> PyResult<Self> {
        Ok(Learner::of(Model::from_bytes(data).map_err(raised)?, Numbers::from_code(numbers)))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let said = self.with(py, |model, _| {
            let (rows, problem) = (model.meter().examples, model.problem().name());
            format!("<Learner {} ({problem}), {rows} rows>", model.algorithm())
        });
        said.unwrap_or_else(|| "<Learner, no rows>".into())
    }
}

impl Learner {
    /// Calls `f` with the model there is.
    fn with<T>(&self, py: Python<'_>, f: impl FnOnce(&Model, Numbers) -> T) -> Option<T> {
        let mut inner = self.turns.take(py);
        let numbers = inner.numbers;
        inner.session.model().map(|model| f(model, numbers))
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
        if let Some((_, numbers)) = &label {
            inner.meet(*numbers);
        }
        let outcome = match inner.session.opened_mut() {
            Some(model) if model.space().stamp() == prepared.stamp => {
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
                let record = if weight == 1.0 { record } else { record.weight(weight) };
                inner.session.learn(&record).transpose()
            }
        };
        Ok(outcome.transpose().map_err(raised)?.map(|outcome| outcome.loss))
    }

    /// Calls `f` with the answer to an example, and the classes where each has a score.
    fn answer<'py, T>(
        &self,
        x: &Bound<'py, PyAny>,
        f: impl FnOnce(Numbers, Option<noregret::model::Answer>, Option<Vec<ClassName>>) -> PyResult<T>,
    ) -> PyResult<T> {
        let py = x.py();
        let prepared = x.cast::<Prepared>().ok();
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
                Some(model) if model.space().stamp() == prepared.get().stamp => {
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

    /// Asks about many examples: how many there are, their scores, what they decide if that is
    /// wanted, and how many classes have a score each.
    #[allow(clippy::type_complexity)]
    fn ask(
        &self,
        given: &Bound<'_, PyAny>,
        names: Option<&Bound<'_, PyAny>>,
        wanted: bool,
    ) -> PyResult<(usize, Vec<f64>, Vec<Option<Prediction>>, Option<usize>)> {
        let py = given.py();
        let (input, own) = Input::read(given)?;
        let found = self.with(py, |model, _| {
            let classes = model.class_names().map(|names| names.len());
            // Two classes have one score between them.
            let pair = model.problem().rows() == 1 && model.classes() == Some(2);
            let single = model.boosted().is_some() || pair;
            let by_decision = classes.is_none();
            (classes.filter(|_| !single), by_decision)
        });
        let (classes, by_decision) = found.ok_or_else(nothing)?;
        let rows = input.len();
        let mut scores = Vec::with_capacity(if wanted { 0 } else { rows * classes.unwrap_or(1) });
        let mut said = Vec::with_capacity(if wanted { rows } else { 0 });
        let mut each = |_: usize, all: &[f64], decided: Option<(Prediction, f64)>| {
            match (wanted, classes, &decided) {
                (true, ..) => {}
                (false, Some(classes), _) => {
                    let known = all.iter().copied().chain(std::iter::repeat(0.0));
                    scores.extend(known.take(classes));
                }
                (false, None, Some((_, score))) => scores.push(*score),
                (false, None, None) => scores.extend(all.first()),
            }
            if wanted {
                said.push(decided.map(|decided| decided.0));
            }
        };
        let mut map = self.turns.take(py).maps.take(input.width(), own, names)?;
        match input.rows()? {
            Some(matrix) => {
                let decide = wanted || by_decision;
                self.answers_in_turns(py, &*matrix, &mut map, decide, &mut each)?;
            }
            None => {
                let all = records(&input, &Labels::None, None, None)?;
                let mut inner = self.turns.take(py);
                let model = inner.session.model().ok_or_else(nothing)?;
                for (row, answer) in
                    model.predict_many(&all).map_err(raised)?.into_iter().enumerate()
                {
                    each(row, &answer.scores, Some((answer.prediction, answer.score)));
                }
            }
        }
        self.turns.take(py).maps.put(map);
        Ok((rows, scores, said, classes))
    }

    /// A table of weights: a row each of the hypothesis, a column each of the features asked for.
    fn table<'py>(
        &self,
        py: Python<'py>,
        names: Option<&Bound<'py, PyAny>>,
        weight: impl Fn(&Single, usize, usize) -> f64,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let names = names.map(columns).transpose()?;
        let mut inner = self.turns.take(py);
        let model = inner.session.model().ok_or_else(nothing)?;
        let single = linear(model)?;
        let slots: Vec<Option<u32>> = match names {
            Some(names) => names.iter().map(|name| find(model.space(), name)).collect(),
            None => own_slots(model).into_iter().map(Some).collect(),
        };
        let rows = single.learner.hypothesis().rows();
        let mut all = Vec::with_capacity(rows * slots.len());
        for row in 0..rows {
            let at =
                |slot: &Option<u32>| slot.map_or(0.0, |slot| weight(single, slot as usize, row));
            all.extend(slots.iter().map(at));
        }
        PyArray1::from_vec(py, all).reshape([rows, slots.len()])
    }

    fn constants<'py>(
        &self,
        py: Python<'py>,
        weight: impl Fn(&Single, usize, usize) -> f64,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let mut inner = self.turns.take(py);
        let model = inner.session.model().ok_or_else(nothing)?;
        let single = linear(model)?;
        let each = (0..single.learner.hypothesis().rows()).map(|row| match single.spec.bias {
            Some(bias) => weight(single, bias.coordinate as usize, row) * bias.value,
            None => 0.0,
        });
        Ok(PyArray1::from_vec(py, each.collect()))
    }
}

impl Inner {
    /// A number for the next group of rows.
    fn groups(&mut self) -> u64 {
        self.groups += 1;
        self.groups
    }
}

/// The learner whose weights are those of features.
fn linear(model: &Model) -> PyResult<&Single> {
    let single = model.leader().filter(|single| single.expansion().is_none());
    single.ok_or_else(|| refused("this model has no weights of features"))
}

/// The slots of the features, without the constant and what the problem keeps for itself.
fn own_slots(model: &Model) -> Vec<u32> {
    let bias = model.spec().and_then(|spec| spec.bias).map(|bias| bias.coordinate);
    let first = match model.space().bits() {
        Some(_) => 0,
        None => model.problem().reserved() as u32,
    };
    (first..model.space().len() as u32).filter(|slot| Some(*slot) != bias).collect()
}

fn find(space: &FeatureSpace, column: &Column) -> Option<u32> {
    match column {
        Column::Key(key) => space.find_key(*key),
        Column::Name(name) => space.find(name),
    }
}

fn nothing() -> PyErr {
    refused("nothing was learned from yet")
}

fn name_of(class: ClassValue) -> ClassName {
    match class {
        ClassValue::Number(x) => ClassName::Number(x),
        ClassValue::Name(name) => ClassName::Text(name),
    }
}

/// How much work proof may take.
pub(crate) fn mode(text: &str) -> PyResult<Certify> {
    serde_json::from_value(json!(text))
        .map_err(|_| refused(format!("certify is 'off', 'live' or 'tight', not '{text}'")))
}

/// A choice from its text and settings.
pub(crate) fn choice(
    text: Option<&str>,
    problem: Option<String>,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<Choice> {
    let typed = text.map_or(Ok(Choice::default()), Choice::parse).map_err(raised)?;
    let mut all = match json!(typed) {
        Value::Object(all) => all,
        _ => Map::new(),
    };
    all.extend(settings(given)?);
    if let Some(problem) = problem {
        all.insert("problem".into(), json!(problem));
    }
    serde_json::from_value(Value::Object(all)).map_err(|error| refused(error.to_string()))
}

/// The parts of an example.
fn parts(given: &Bound<'_, PyAny>) -> PyResult<Vec<Record>> {
    given.try_iter()?.map(|part| Ok(Features::read(&part?)?.record())).collect()
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
