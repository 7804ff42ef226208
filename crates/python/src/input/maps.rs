//! Which feature each column of an input is, kept from call to call.

use super::columns;
use crate::error::refused;
use crate::learner::Learner;
use noregret::array::{Column, ColumnMap};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// What the columns of an input are called.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Columns {
    /// By the keys 0, 1, 2, …, so many of them.
    Numbered(usize),
    Named(Vec<Column>),
}

impl Columns {
    /// All of them.
    pub(crate) fn all(&self) -> Vec<Column> {
        match self {
            Columns::Numbered(width) => (0..*width as u32).map(Column::Key).collect(),
            Columns::Named(names) => names.clone(),
        }
    }

    /// Whether one of them is called so.
    pub(crate) fn has(&self, column: &Column) -> bool {
        match (self, column) {
            (Columns::Numbered(width), Column::Key(key)) => (*key as usize) < *width,
            (Columns::Numbered(_), Column::Name(_)) => false,
            (Columns::Named(names), _) => names.contains(column),
        }
    }

    /// From what [`Columns::pickled`] gives.
    pub(crate) fn read(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        match given.extract() {
            Ok(width) => Ok(Columns::Numbered(width)),
            Err(_) => columns(given).map(Columns::Named),
        }
    }

    /// Their number, or a list of their names.
    pub(crate) fn pickled<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let names = match self {
            Columns::Numbered(width) => return Ok(width.into_pyobject(py)?.into_any()),
            Columns::Named(names) => names,
        };
        let object = |name: &Column| match name {
            Column::Name(name) => Ok(name.into_pyobject(py)?.into_any()),
            Column::Key(key) => Ok(key.into_pyobject(py)?.into_any()),
        };
        let names = names.iter().map(object).collect::<PyResult<Vec<_>>>()?;
        Ok(names.into_pyobject(py)?.into_any())
    }
}

/// The features of columns, and what they were made of.
#[derive(Debug)]
pub(crate) struct Map {
    pub(crate) map: ColumnMap,
    columns: Arc<Columns>,
    /// The names as they were given; the same tuple need not be read again.
    given: Option<Py<PyTuple>>,
}

impl Map {
    fn is_of(&self, tuple: &Bound<'_, PyTuple>) -> bool {
        self.given.as_ref().is_some_and(|given| given.is(tuple))
    }

    /// What the columns are called.
    pub(crate) fn columns(&self) -> Arc<Columns> {
        Arc::clone(&self.columns)
    }

    /// The map for these columns, those of `names` or its own; `last` if it is that.
    pub(crate) fn of(
        width: usize,
        own: Option<Vec<Column>>,
        names: Option<&Bound<'_, PyAny>>,
        last: Option<Map>,
    ) -> PyResult<Map> {
        let last = last.filter(|last| last.map.width() == width);
        let tuple = names.and_then(|names| names.cast::<PyTuple>().ok());
        let last = match (last, tuple) {
            (Some(last), Some(tuple)) if last.is_of(tuple) => return Ok(last),
            (last, _) => last,
        };
        let wanted = match names {
            Some(names) => Some(columns(names)?),
            None => own,
        };
        if let Some(found) = wanted.as_ref().map(Vec::len).filter(|found| *found != width) {
            return Err(refused(format!("{width} columns but {found} names")));
        }
        let same = last.filter(|last| last.map.names() == wanted.as_deref());
        let map = same.unwrap_or_else(|| Map::new(width, wanted));
        Ok(Map { given: tuple.map(|tuple| tuple.clone().unbind()), ..map })
    }

    fn new(width: usize, names: Option<Vec<Column>>) -> Self {
        let columns = Arc::new(match &names {
            Some(names) => Columns::Named(names.clone()),
            None => Columns::Numbered(width),
        });
        let map = names.map_or_else(|| ColumnMap::numbered(width), ColumnMap::named);
        Map { map, columns, given: None }
    }
}

/// The map that was used last, and the columns that were learned from last.
#[derive(Debug, Default)]
pub(crate) struct Maps {
    last: Option<Map>,
    learned: Option<Arc<Columns>>,
}

impl Maps {
    /// Those of a learner that was copied or pickled.
    pub(crate) fn having_learned(learned: Option<Arc<Columns>>) -> Self {
        Maps { last: None, learned }
    }

    /// Gives a map back; the one before it may hold objects whose end runs code: the caller lets it
    /// go when the learner is free.
    #[must_use]
    pub(crate) fn put(&mut self, map: Map) -> Option<Map> {
        self.last.replace(map)
    }

    /// Notes that rows with these columns were learned from; `None` if they are no matrix.
    pub(crate) fn learn(&mut self, columns: Option<&Arc<Columns>>) {
        self.learned = columns.cloned();
    }

    /// The columns of the matrix that was learned from last.
    pub(crate) fn learned(&self) -> Option<Arc<Columns>> {
        self.learned.clone()
    }
}

impl Learner {
    /// The map for these columns, those of `names` or its own, taken out until it is given back.
    /// Names are read while the learner is free: to read one may run code that uses it.
    pub(crate) fn map_of(
        &self,
        py: Python<'_>,
        width: usize,
        own: Option<Vec<Column>>,
        names: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Map> {
        let last = self.turns.take(py).maps.last.take();
        Map::of(width, own, names, last)
    }
}
