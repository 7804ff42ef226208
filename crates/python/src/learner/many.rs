//! Many examples in one call.

use super::{Learner, nothing};
use crate::error::raised;
use crate::input::{Input, Labels};
use crate::many::{
    Asked, Examples, LabelledBatch, Pass, list, positions, reals, records, scores_array,
};
use noregret::array::ArrayBatch;
use noregret::core::Prediction;
use noregret::core::problem::Problem;
use pyo3::prelude::*;

#[pymethods]
impl Learner {
    /// Predicts and learns from many examples in order, as `learn_one` in a loop would.
    ///
    /// The rows before one that is refused were learned from, it was not, nor were those after it.
    /// Columns of a table that are in `text` are split into words.
    #[pyo3(signature = (
        X, y=None, *, weight=None, order=None, names=None, text=None, progress=None
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
    ) -> PyResult<Pass> {
        let (py, learner) = (X.py(), slf.get());
        let (input, own) = Input::read_split(X, &text.unwrap_or_default())?;
        let (labels, numbers) = Labels::read(y)?;
        let (weight, order) = (weight.map(reals).transpose()?, order.map(positions).transpose()?);
        let weights = weight.as_ref().map(|weight| weight.as_slice()).transpose()?;
        let order = order.as_ref().map(|order| order.as_slice()).transpose()?;
        let mut map = learner.turns.take(py).maps.take(input.width(), own, names)?;
        let (rows, listed);
        let examples = match input.rows()? {
            Some(found) => {
                rows = found;
                let batch = ArrayBatch::new(&*rows, labels.borrowed()).map_err(raised)?;
                let batch = weights.map_or(Ok(batch), |it| batch.weighted(it)).map_err(raised)?;
                Examples::Array(order.map_or(Ok(batch), |it| batch.ordered(it)).map_err(raised)?)
            }
            None => {
                listed = records(&input, &labels, weights, order)?;
                Examples::Records(&listed)
            }
        };
        let batch = LabelledBatch { examples, numbers };
        learner.turns.take(py).maps.learn(batch.is_array().then_some(&map));
        let learned = learner.learn_in_turns(py, &batch, &mut map.map, progress);
        learner.turns.take(py).maps.put(map);
        learned
    }

    /// The predictions for many examples.
    #[pyo3(signature = (X, *, names=None, text=None))]
    #[allow(non_snake_case)]
    fn predict_many<'py>(
        &self,
        X: &Bound<'py, PyAny>,
        names: Option<&Bound<'py, PyAny>>,
        text: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = X.py();
        let (input, _, said, _) = self.ask(X, names, &text.unwrap_or_default(), true)?;
        let said = if said.is_empty() { vec![None; input] } else { said };
        let inner = self.turns.take(py);
        Ok(list(py, &inner, &said)?.into_any())
    }

    /// The scores of many examples: one each, or one of each class.
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
        let mut map = self.turns.take(py).maps.take(input.width(), own, names)?;
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
        self.turns.take(py).maps.put(map);
        answered?;
        Ok((rows, scores, said, classes))
    }
}
