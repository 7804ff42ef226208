//! Which row of a learner each row of weights is.

use crate::error::refused;
use crate::learner::Learner;
use crate::learner::weights::linear;
use noregret::core::hypothesis::Hypothesis;
use noregret::core::problem::Problem;
use pyo3::prelude::*;

/// The rows of weights that a learner has.
pub(crate) enum Rows<'py> {
    /// So many that are no classes; mostly one.
    Plain(usize),
    /// One of each class.
    Classes(Vec<Bound<'py, PyAny>>),
}

impl Learner {
    /// The rows of weights there are; `None` before anything was learned.
    pub(in crate::learner) fn rows_of_weights<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Option<Rows<'py>>> {
        let found = self.with(py, |model, numbers| {
            let classes = model.class_names().filter(|_| model.problem().rows() != 1);
            let rows = linear(model).map_or(1, |single| single.learner.hypothesis().rows());
            (classes, rows, numbers)
        });
        let Some((classes, rows, numbers)) = found else { return Ok(None) };
        let Some(classes) = classes else { return Ok(Some(Rows::Plain(rows))) };
        let classes = classes.iter().map(|name| numbers.class(py, name));
        classes.collect::<PyResult<_>>().map(|classes| Some(Rows::Classes(classes)))
    }
}

impl<'py> Rows<'py> {
    /// The classes in the order of the rows of an array.
    pub(super) fn order(
        &self,
        classes: Option<&[Py<PyAny>]>,
        py: Python<'py>,
    ) -> Vec<Bound<'py, PyAny>> {
        match (self, classes) {
            (Rows::Plain(_), _) => Vec::new(),
            (Rows::Classes(_), Some(order)) => {
                order.iter().map(|class| class.bind(py).clone()).collect()
            }
            (Rows::Classes(own), None) => own.clone(),
        }
    }

    /// The row of the learner for each of so many rows, or the class that it does not know.
    #[allow(clippy::type_complexity)]
    pub(super) fn places(
        &self,
        order: &[Bound<'py, PyAny>],
        found: usize,
    ) -> PyResult<Vec<Result<usize, Bound<'py, PyAny>>>> {
        let own = match self {
            Rows::Plain(rows) if order.is_empty() && *rows == found => {
                return Ok((0..found).map(Ok).collect());
            }
            Rows::Plain(1) => {
                return Err(refused(format!("one row of weights is wanted, not {found}")));
            }
            Rows::Plain(rows) => {
                return Err(refused(format!("{rows} rows of weights are wanted, not {found}")));
            }
            Rows::Classes(own) => own,
        };
        if order.len() != found {
            let classes = order.iter().map(|class| Ok(class.repr()?.to_string()));
            let classes = classes.collect::<PyResult<Vec<_>>>()?.join(", ");
            let wanted = order.len();
            return Err(refused(format!(
                "{wanted} rows of weights are wanted, one for each of the classes {classes}, not \
                 {found}; a dict of classes has those that are not 0"
            )));
        }
        let place = |class: &Bound<'py, PyAny>| {
            for (row, known) in own.iter().enumerate() {
                if known.eq(class)? {
                    return Ok(Ok(row));
                }
            }
            Ok(Err(class.clone()))
        };
        order.iter().map(place).collect()
    }
}
