//! Examples of several parts: sentences, queries, candidates.

use super::{Learner, warn};
use crate::error::{raised, refused};
use crate::features::Features;
use crate::labels::{self, Numbers};
use noregret::Record;
use pyo3::prelude::*;

#[pymethods]
impl Learner {
    /// Predicts, then learns from an example of several parts, such as a sentence or a query.
    ///
    /// Parameters
    /// ----------
    /// parts : sequence of mappings
    ///     The features of each part, as in `learn_one`: a dict for each word of a sentence, or for
    ///     each document of a query.
    /// y : sequence of labels
    ///     A label for each part: the tag of each word, the relevance of each document.
    /// weight : float
    ///     How much the example counts.
    ///
    /// Returns
    /// -------
    /// float or None
    ///     The loss of the prediction made before learning; None while the first examples are
    ///     still collected.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> tagger = nr.Learner("pa1:C=0.1", problem="sequence", head=1)
    /// >>> for visit in range(3):
    /// ...     loss = tagger.learn_parts([{"w": "the"}, {"w": "dog"}], ["DET", "NOUN"])
    /// >>> tagger.predict_parts([{"w": "the"}, {"w": "dog"}])
    /// ['DET', 'NOUN']
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
        let group = inner.groups();
        for record in &mut records {
            *record = std::mem::take(record).group(group);
        }
        let outcome = inner.session.learn_parts(&records).map_err(raised)?;
        inner.meet(numbers);
        let left_out = inner.session.take_left_out();
        drop(inner);
        warn(parts.py(), left_out)?;
        Ok(outcome.map(|outcome| outcome.loss))
    }

    /// Predicts an example of several parts.
    ///
    /// Parameters
    /// ----------
    /// parts : sequence of mappings
    ///     The features of each part, as in `learn_parts`.
    ///
    /// Returns
    /// -------
    /// list, label or None
    ///     For sentences a tag for each word; for queries the positions of the parts, the best one
    ///     first; for candidates the position of the best one. None if nothing was learned yet.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> search = nr.Learner("pa1", problem="queries", head=1)
    /// >>> for visit in range(3):
    /// ...     loss = search.learn_parts([{"old": 1.0}, {"new": 1.0}], [0, 1])
    /// >>> search.predict_parts([{"old": 1.0}, {"new": 1.0}])
    /// [1, 0]
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
}

/// The parts of an example.
fn parts(given: &Bound<'_, PyAny>) -> PyResult<Vec<Record>> {
    given.try_iter()?.map(|part| Ok(Features::read(&part?)?.record())).collect()
}
