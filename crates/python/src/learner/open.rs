//! What the first rows decide, without learning from them.

use super::Learner;
use crate::error::{in_row, raised};
use crate::input::{Input, Labels};
use crate::many::records;
use noregret::array::ArrayBatch;
use pyo3::prelude::*;

#[pymethods]
impl Learner {
    /// Lets these rows decide what was left open (problem, classes, constant) without learning.
    ///
    /// Use it before learning in parallel: several learners start from ``to_bytes()``, learn from
    /// rows of their own and are merged (`noregret.merge`). The columns of a matrix without names
    /// keep their places in the model.
    ///
    /// Parameters
    /// ----------
    /// X : rows
    ///     As in `learn_many`.
    /// y : labels, optional
    ///     One for each row.
    /// names : sequence of str or int, optional
    ///     The names of the columns, as in `learn_many`.
    /// text : list of str, optional
    ///     Columns of a data frame whose text is split into words.
    ///
    /// Examples
    /// --------
    /// >>> import noregret as nr
    /// >>> learner = nr.Learner("pa1")
    /// >>> learner.open([[1.0, 0.0], [0.0, 1.0]], ["left", "right"])
    /// >>> learner.problem, learner.classes, learner.rows
    /// ('binary', ['left', 'right'], 0)
    #[pyo3(signature = (X, y=None, *, names=None, text=None))]
    #[allow(non_snake_case)]
    fn open(
        &self,
        X: &Bound<'_, PyAny>,
        y: Option<&Bound<'_, PyAny>>,
        names: Option<&Bound<'_, PyAny>>,
        text: Option<Vec<String>>,
    ) -> PyResult<()> {
        let py = X.py();
        let (input, own) = Input::read_split(X, &text.unwrap_or_default())?;
        let (labels, numbers) = Labels::read(y)?;
        let map = self.map_of(py, input.width(), own, names)?;
        let mut old = None;
        let mut inner = self.turns.take(py);
        match input.rows()? {
            Some(rows) => {
                let batch = ArrayBatch::new(&*rows, labels.borrowed()).map_err(raised)?;
                let decided = inner.session.decide_array(&batch, &map.map);
                old = inner.maps.put(map);
                decided.map_err(|it| in_row(py, it.position, raised(it.error)))?;
            }
            None => {
                let listed = records(&input, &labels, None, None)?;
                inner.session.decide(&listed).map_err(raised)?;
            }
        }
        inner.meet(numbers);
        drop(inner);
        drop(old);
        Ok(())
    }
}
