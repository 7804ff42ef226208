//! Many examples in one call, without the interpreter's lock.
//!
//! A batch learns in short turns. After each, threads that wait for the learner come first, and
//! signals are checked now and then. If a batch is refused or interrupted, the rows before that
//! were learned.

use crate::error::{in_row, raised, refused};
use crate::input::{Columns, Input, Labels};
use crate::labels::Numbers;
use crate::learner::{Inner, Learner};
use crate::signals::Watch;
use noregret::array::{ArrayBatch, ArrayRows, ColumnMap};
use noregret::core::{Outcome, Prediction};
use noregret::{Model, Record};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// About how long a turn lasts.
const TURN: Duration = Duration::from_micros(500);
/// Rows after which the clock is looked at, at most.
const MOST: usize = 1024;
/// Rows that are asked about together.
const TOGETHER: usize = 256;

/// What a call of `Learner.learn_many` did.
///
/// Examples
/// --------
/// >>> import noregret as nr
/// >>> learner = nr.Learner("pa1", problem="binary", bias="none")
/// >>> learner.learn_many([[1.0], [-1.0]], [1, -1])
/// Pass(rows=2, loss=1, mistakes=1)
#[pyclass(frozen, module = "noregret._engine")]
#[derive(Clone, Debug, Default)]
pub(crate) struct Pass {
    /// The number of rows.
    #[pyo3(get)]
    rows: usize,
    /// Their total loss, each row predicted before it was learned.
    #[pyo3(get)]
    loss: f64,
    /// How many of these predictions were wrong.
    #[pyo3(get)]
    mistakes: u64,
    /// The sum of `max(0, -margin)`, by which scikit-learn's Perceptron decides when to stop. Rows
    /// that decide what is open are not in it; estimators have at most one, whose score is 0.
    #[pyo3(get, name = "_perceptron_loss")]
    perceptron_loss: f64,
}

#[pymethods]
impl Pass {
    fn __repr__(&self) -> String {
        format!("Pass(rows={}, loss={}, mistakes={})", self.rows, self.loss, self.mistakes)
    }
}

/// What is learned from.
pub(crate) enum Examples<'a> {
    Array(ArrayBatch<'a>),
    /// Records that have everything.
    Records(&'a [Record]),
}

/// What is learned from, and what numbers among its labels were.
pub(crate) struct LabelledBatch<'a> {
    pub(crate) examples: Examples<'a>,
    pub(crate) numbers: Numbers,
    /// What the columns of a matrix are called.
    pub(crate) columns: Option<Arc<Columns>>,
}

impl Examples<'_> {
    fn len(&self) -> usize {
        match self {
            Examples::Array(batch) => batch.len(),
            Examples::Records(records) => records.len(),
        }
    }
}

/// Loss and mistakes of a model so far.
#[derive(Clone, Copy, Default)]
struct Tally {
    loss: f64,
    mistakes: f64,
}

impl Tally {
    fn since(self, before: Tally) -> (f64, u64) {
        (self.loss - before.loss, (self.mistakes - before.mistakes).max(0.0) as u64)
    }
}

impl Inner {
    fn tally(&mut self) -> Tally {
        self.session.model().map_or_else(Tally::default, |model| Tally {
            loss: model.meter().loss.value(),
            mistakes: model.meter().value("mistakes").unwrap_or(0.0),
        })
    }

    /// The tally while the first rows decide: they are learned from later, when they have.
    fn while_opening(&mut self) -> Option<Tally> {
        let is_open = self.session.opened().is_none();
        is_open.then(|| self.tally())
    }
}

/// Rows that are asked about.
pub(crate) enum Asked<'a> {
    Array(&'a dyn ArrayRows, &'a mut ColumnMap),
    Records(&'a [Record]),
}

impl Asked<'_> {
    fn len(&self) -> usize {
        match self {
            Asked::Array(rows, _) => rows.len(),
            Asked::Records(records) => records.len(),
        }
    }

    /// Asks a model about some of them.
    fn answer(
        &mut self,
        model: &Model,
        span: Range<usize>,
        wanted: bool,
        each: EachAnswer<'_>,
    ) -> noregret::Result<()> {
        match self {
            Asked::Array(rows, map) => model.answer_array(*rows, map, span, wanted, each),
            Asked::Records(records) => {
                let answers = model.predict_many(&records[span.clone()])?;
                for (row, answer) in span.zip(answers) {
                    each(row, &answer.scores, Some((answer.prediction, answer.score)));
                }
                Ok(())
            }
        }
    }
}

/// Who is told of every answer: the row, its scores and, if that is wanted, what they decide.
type EachAnswer<'a> = &'a mut (dyn FnMut(usize, &[f64], Option<(Prediction, f64)>) + Send);

/// The errors of a batch.
enum Stopped {
    Refused(usize, noregret::Error),
    Raised(PyErr),
}

impl Learner {
    /// Learns from a batch in turns.
    pub(crate) fn learn_in_turns(
        &self,
        py: Python<'_>,
        batch: &LabelledBatch<'_>,
        map: &mut ColumnMap,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Pass> {
        let mut watch = Watch::new(progress);
        let learned = py.detach(|| self.learn_detached(batch, map, &mut watch));
        learned.map_err(|stopped| match stopped {
            Stopped::Raised(error) => error,
            Stopped::Refused(position, error) => in_row(py, position, raised(error)),
        })
    }

    fn learn_detached(
        &self,
        batch: &LabelledBatch<'_>,
        map: &mut ColumnMap,
        watch: &mut Watch,
    ) -> Result<Pass, Stopped> {
        let (rows, mut pass, mut at, mut step) = (batch.examples.len(), Pass::default(), 0, 64);
        watch.tell(0).map_err(Stopped::Raised)?;
        let before = self.turns.take_detached().while_opening();
        while at < rows {
            let mut inner = self.turns.take_detached();
            let start = Instant::now();
            while at < rows && start.elapsed() < TURN {
                let end = rows.min(at + step);
                let begun = Instant::now();
                let stopped = learn_span(&mut inner, &batch.examples, map, at..end, &mut pass);
                if stopped.as_ref().err().is_none_or(|(position, _)| *position > 0) {
                    inner.meet(batch.numbers);
                    inner.maps.learn(batch.columns.as_ref());
                }
                stopped.map_err(|(position, error)| Stopped::Refused(position, error))?;
                (at, pass.rows) = (end, end);
                step = match begun.elapsed() {
                    long if long > TURN / 2 => (step / 2).max(1),
                    short if short < TURN / 8 => (step * 2).min(MOST),
                    _ => step,
                };
            }
            drop(inner);
            watch.look(at).map_err(Stopped::Raised)?;
        }
        if let Some(before) = before {
            (pass.loss, pass.mistakes) = self.turns.take_detached().tally().since(before);
        }
        watch.tell(at).map_err(Stopped::Raised)?;
        Ok(pass)
    }

    /// Asks about rows in many turns; `each` is told what they decide if that is `wanted`.
    pub(crate) fn answers_in_turns(
        &self,
        py: Python<'_>,
        mut asked: Asked<'_>,
        wanted: bool,
        each: EachAnswer<'_>,
    ) -> PyResult<()> {
        py.detach(|| {
            let (rows, mut at, mut watch) = (asked.len(), 0, Watch::new(None));
            while at < rows {
                let mut inner = self.turns.take_detached();
                let start = Instant::now();
                let Some(model) = inner.session.model() else { return Ok(()) };
                while at < rows && start.elapsed() < TURN {
                    let end = rows.min(at + TOGETHER);
                    asked.answer(model, at..end, wanted, &mut *each).map_err(raised)?;
                    at = end;
                }
                drop(inner);
                watch.look(at)?;
            }
            Ok(())
        })
    }
}

fn learn_span(
    inner: &mut Inner,
    examples: &Examples<'_>,
    map: &mut ColumnMap,
    span: Range<usize>,
    pass: &mut Pass,
) -> Result<(), (usize, noregret::Error)> {
    let mut count = |outcome: &Outcome| {
        pass.loss += outcome.loss;
        pass.mistakes += u64::from(outcome.mistake);
        pass.perceptron_loss += (-outcome.margin).max(0.0);
    };
    match examples {
        Examples::Array(batch) => {
            let each = |_, outcome: &Outcome| count(outcome);
            let learned = inner.session.learn_array(batch, map, span, each);
            learned.map_err(|refused| (refused.position, refused.error))
        }
        Examples::Records(records) => {
            for position in span {
                let learned = inner.session.learn(&records[position]);
                if let Some(outcome) = learned.map_err(|error| (position, error))? {
                    count(&outcome);
                }
            }
            Ok(())
        }
    }
}

/// The records of rows that are no matrix, with their labels and weights, in the order asked for.
pub(crate) fn records(
    input: &Input<'_>,
    labels: &Labels,
    weights: Option<&[f64]>,
    order: Option<&[i64]>,
) -> PyResult<Vec<Record>> {
    let rows = input.len();
    for (what, found) in [("labels", labels.len()), ("weights", weights.map(<[f64]>::len))] {
        if let Some(found) = found.filter(|found| *found != rows) {
            return Err(refused(format!("{rows} rows but {found} {what}")));
        }
    }
    let record = |row: usize| {
        let record = match input {
            Input::Frame(frame) => frame.record(row),
            Input::Records(records) => records[row].clone(),
            _ => return Err(refused("this is a matrix")),
        };
        let label = labels.record(row);
        Ok(record.label(label).weight(weights.map_or(1.0, |weights| weights[row])))
    };
    match order {
        None => (0..rows).map(record).collect(),
        Some(order) => order
            .iter()
            .map(|&row| {
                let row = usize::try_from(row).ok().filter(|row| *row < rows);
                record(row.ok_or_else(|| refused("the order names a row that is not there"))?)
            })
            .collect(),
    }
}

/// An array of reals, converted if it has to be.
pub(crate) fn reals<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, f64>> {
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("require", (given, "float64", "CA"))?;
    let wrong = |_| refused("weights are an array of one dimension");
    array.extract::<PyReadonlyArray1<'py, f64>>().map_err(wrong)
}

/// Positions of rows.
pub(crate) fn positions<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    let numpy = given.py().import("numpy")?;
    let given = numpy.call_method1("asarray", (given,))?;
    let kind: String = given.getattr("dtype")?.getattr("kind")?.extract()?;
    let wrong = || refused("the order is an array of integers, of one dimension");
    // A mask, or numbers that are cut off, would name other rows than were meant.
    if !"iu".contains(&kind) && given.len()? > 0 {
        return Err(wrong());
    }
    let array = numpy.call_method1("require", (given, "int64", "CA"))?;
    array.extract::<PyReadonlyArray1<'py, i64>>().map_err(|_| wrong())
}

/// A list of what a model says.
pub(crate) fn list<'py>(
    py: Python<'py>,
    inner: &Inner,
    said: &[Option<Prediction>],
) -> PyResult<Bound<'py, PyList>> {
    let each = said.iter().map(|prediction| match prediction {
        Some(prediction) => inner.numbers.prediction(py, prediction),
        None => Ok(py.None().into_bound(py)),
    });
    PyList::new(py, each.collect::<PyResult<Vec<_>>>()?)
}

/// Scores as an array: one a row, or one of each class.
pub(crate) fn scores_array<'py>(
    py: Python<'py>,
    scores: Vec<f64>,
    rows: usize,
    classes: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let array = PyArray1::from_vec(py, scores);
    match classes {
        None => Ok(array.into_any()),
        Some(classes) => Ok(array.reshape([rows, classes])?.into_any()),
    }
}
