//! What the first rows decide, without learning from them.

use super::Learner;
use crate::error::{raised, refused};
use crate::input::{Input, Labels};
use crate::many::records;
use noregret::array::ArrayBatch;
use pyo3::prelude::*;

#[pymethods]
impl Learner {
    /// Decides by these rows what is open (problem, classes, the constant), and learns from none.
    ///
    /// Several learners can begin with what `to_bytes` then gives, learn from rows of their own and
    /// be merged. The columns of a matrix without names keep their places in the model.
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
        let mut inner = self.turns.take(py);
        match input.rows()? {
            Some(rows) => {
                let map = inner.maps.take(input.width(), own, names)?;
                let batch = ArrayBatch::new(&*rows, labels.borrowed()).map_err(raised)?;
                let decided = inner.session.decide_array(&batch, &map.map);
                inner.maps.put(map);
                decided.map_err(|it| {
                    let reason = raised(it.error).value(py).to_string();
                    refused(format!("row {}: {reason}", it.position))
                })?;
            }
            None => {
                let listed = records(&input, &labels, None, None)?;
                inner.session.decide(&listed).map_err(raised)?;
            }
        }
        inner.meet(numbers);
        Ok(())
    }
}
