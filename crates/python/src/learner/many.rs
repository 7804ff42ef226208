//! Many examples in one call.

use super::{Learner, nothing, warn};
use crate::error::{raised, refused};
use crate::input::{Input, Labels};
use crate::many::{
    Asked, Examples, LabelledBatch, Pass, list, positions, reals, records, scores_array,
};
use noregret::array::ArrayBatch;
use noregret::core::Prediction;
use noregret::core::problem::Problem;
use pyo3::prelude::*;
use pyo3::types::PyList;

#[pymethods]
impl Learner {
    /// Learns from many examples in order; each is predicted before it is learned.
    ///
    /// The result is exactly that of `learn_one` in a loop. If a row is refused, the rows before it
    /// were learned and the others were not; the error says which row it was. The lock of the
    /// interpreter is released meanwhile, and Ctrl-C stops between two rows.
    ///
    /// Parameters
    /// ----------
    /// X : rows
    ///     A NumPy array, a CSR matrix, a data frame (pandas, polars, pyarrow), a list of dicts, or
    ///     `Data` from `noregret.read`.
    /// y : labels, optional
    ///     One for each row; left out for one class.
    /// weight : array of floats, optional
    ///     How much each row counts; 1 if left out.
    /// order : array of integers, optional
    ///     The rows to learn from, by position, in this order. A row may appear several times.
    /// names : sequence of str or int, optional
    ///     The names of the columns. Without it the columns of a matrix are called 0, 1, 2, …, and
    ///     those of a data frame have their own names.
    /// text : list of str, optional
    ///     Columns of a data frame whose text is split into words.
    /// whole : bool
    ///     Whether to look at the values of all rows of a matrix first: if one is not finite, none is
    ///     learned.
    /// progress : callable, optional
    ///     Is called now and then with the number of rows done, for example
    ///     ``noregret.progress_bar(len(y))``.
    ///
    /// Returns
    /// -------
    /// Pass
    ///     The number of rows, their loss and how many were predicted wrongly.
    ///
    /// Examples
    /// --------
    /// >>> import numpy as np
    /// >>> import noregret as nr
    /// >>> X = np.random.default_rng(0).normal(size=(100, 2))
    /// >>> learner = nr.Learner("pa1:C=0.1", problem="binary")
    /// >>> done = learner.learn_many(X, np.where(X[:, 0] > 0, "right", "left"), names=["x", "y"])
    /// >>> done.rows, done.mistakes < 20, learner.features
    /// (100, True, ['x', 'y'])
    /// >>> learner.predict_one({"x": 3.0})
    /// 'right'
    #[pyo3(signature = (
        X, y=None, *, weight=None, order=None, names=None, text=None, progress=None, whole=false
    ))]
    #[allow(non_snake_case, clippy::too_many_arguments)]
    fn learn_many(
        slf: &Bound<'_, Self>,
        X: &Bound<'_, PyAny>,
        y: Option<&Bound<'_, PyAny>>,
        weight: Option<&Bound<'_, PyAny>>,
        order: Option<&Bound<'_, PyAny>>,
        names: Option<&Bound<'_, PyAny>>,
        text: Option<Vec<String>>,
        progress: Option<&Bound<'_, PyAny>>,
        whole: bool,
    ) -> PyResult<Pass> {
        let (py, learner) = (X.py(), slf.get());
        let (input, own) = Input::read_split(X, &text.unwrap_or_default())?;
        let (labels, numbers) = Labels::read(y)?;
        let (weight, order) = (weight.map(reals).transpose()?, order.map(positions).transpose()?);
        let weights = weight.as_ref().map(|weight| weight.as_slice()).transpose()?;
        let order = order.as_ref().map(|order| order.as_slice()).transpose()?;
        let mut map = learner.map_of(py, input.width(), own, names)?;
        let (rows, listed);
        let examples = match input.rows()? {
            Some(found) => {
                rows = found;
                let batch = ArrayBatch::new(&*rows, labels.borrowed()).map_err(raised)?;
                let batch = weights.map_or(Ok(batch), |it| batch.weighted(it)).map_err(raised)?;
                let batch = if whole { looked_at(py, batch)? } else { batch };
                Examples::Array(order.map_or(Ok(batch), |it| batch.ordered(it)).map_err(raised)?)
            }
            None if whole => return Err(refused("whole is for rows that are a matrix of numbers")),
            None => {
                listed = records(&input, &labels, weights, order)?;
                Examples::Records(&listed)
            }
        };
        let columns = matches!(examples, Examples::Array(_)).then(|| map.columns());
        let batch = LabelledBatch { examples, numbers, columns };
        let learned = learner.learn_in_turns(py, &batch, &mut map.map, progress);
        let mut inner = learner.turns.take(py);
        let old = inner.maps.put(map);
        let left_out = inner.session.take_left_out();
        drop(inner);
        drop(old);
        warn(py, left_out)?;
        learned
    }

    /// Predicts the labels of many examples.
    ///
    /// Parameters
    /// ----------
    /// X : rows
    ///     As in `learn_many`.
    /// names : sequence of str or int, optional
    ///     The names of the columns, as in `learn_many`.
    /// text : list of str, optional
    ///     Columns of a data frame whose text is split into words.
    ///
    /// Returns
    /// -------
    /// list
    ///     What `predict_one` returns for each row.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1", problem="binary")
    /// >>> done = learner.learn_many([[1.0, 0.0], [0.0, 1.0]], ["left", "right"])
    /// >>> learner.predict_many([[2.0, 0.5], [0.0, 3.0]])
    /// ['left', 'right']
    #[pyo3(signature = (X, *, names=None, text=None))]
    #[allow(non_snake_case)]
    fn predict_many<'py>(
        &self,
        X: &Bound<'py, PyAny>,
        names: Option<&Bound<'py, PyAny>>,
        text: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, text) = (X.py(), text.unwrap_or_default());
        if self.with(py, |_, _| ()).is_none() {
            let rows = Input::read_split(X, &text)?.0.len();
            return Ok(PyList::new(py, vec![None::<bool>; rows])?.into_any());
        }
        let (rows, _, said, _) = self.ask(X, names, &text, true)?;
        let said = if said.is_empty() { vec![None; rows] } else { said };
        let inner = self.turns.take(py);
        Ok(list(py, &inner, &said)?.into_any())
    }

    /// The scores of many examples: one each, or one for each class.
    ///
    /// Parameters
    /// ----------
    /// X : rows
    ///     As in `learn_many`.
    /// names : sequence of str or int, optional
    ///     The names of the columns, as in `learn_many`.
    /// text : list of str, optional
    ///     Columns of a data frame whose text is split into words.
    ///
    /// Returns
    /// -------
    /// ndarray
    ///     One score for each row, or, for more than two classes, a column for each of `classes`.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1", problem="binary")
    /// >>> done = learner.learn_many([[1.0, 0.0], [0.0, 1.0]], [-1, 1])
    /// >>> (learner.scores_many([[2.0, 0.5], [0.0, 3.0]]) > 0).tolist()
    /// [False, True]
    #[pyo3(signature = (X, *, names=None, text=None))]
    #[allow(non_snake_case)]
    fn scores_many<'py>(
        &self,
        X: &Bound<'py, PyAny>,
        names: Option<&Bound<'py, PyAny>>,
        text: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = X.py();
        let text = text.unwrap_or_default();
        let (rows, scores, _, classes) = self.ask(X, names, &text, false)?;
        scores_array(py, scores, rows, classes)
    }
}

/// The batch, if all its values are finite; a long look lets other threads go on.
fn looked_at<'a>(py: Python<'_>, batch: ArrayBatch<'a>) -> PyResult<ArrayBatch<'a>> {
    let found = match batch.len() {
        ..=1024 => batch.whole(),
        _ => py.detach(|| batch.whole()),
    };
    found.map_err(raised)
}

impl Learner {
    /// Asks about many examples: how many there are, their scores, what they decide if that is
    /// wanted, and how many classes have a score each.
    #[allow(clippy::type_complexity)]
    fn ask(
        &self,
        given: &Bound<'_, PyAny>,
        names: Option<&Bound<'_, PyAny>>,
        text: &[String],
        wanted: bool,
    ) -> PyResult<(usize, Vec<f64>, Vec<Option<Prediction>>, Option<usize>)> {
        let py = given.py();
        let (input, own) = Input::read_split(given, text)?;
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
        let mut map = self.map_of(py, input.width(), own, names)?;
        let (matrix, listed);
        let asked = match input.rows()? {
            Some(found) => {
                matrix = found;
                Asked::Array(&*matrix, &mut map.map)
            }
            None => {
                listed = records(&input, &Labels::None, None, None)?;
                Asked::Records(&listed)
            }
        };
        let answered = self.answers_in_turns(py, asked, wanted || by_decision, &mut each);
        let old = self.turns.take(py).maps.put(map);
        drop(old);
        answered?;
        Ok((rows, scores, said, classes))
    }
}
