//! A comparator as Python has it: weights by name, or an array of them over columns.
//!
//! It is read before a learner is locked: reading an object may run Python code, which may use the
//! learner.
//!
//! | file | what it holds |
//! |---|---|
//! | `read` | weights as Python has them |
//! | `rows` | which row of a learner each row of weights is |

mod read;
mod rows;

use super::weights::{find, linear, own_slots, reserved};
use crate::error::refused;
use crate::input::{Columns, columns};
use noregret::Model;
use noregret::array::Column;
use pyo3::prelude::*;
use read::{Tables, Weights, numbers, tables};
use rows::Rows;

/// A slot that no feature has.
const NO_SLOT: u32 = u32::MAX;

/// What `against` was given.
pub(crate) struct Given<'a, 'py> {
    pub(crate) u: &'a Bound<'py, PyAny>,
    pub(crate) intercept: Option<&'a Bound<'py, PyAny>>,
    pub(crate) names: Option<&'a Bound<'py, PyAny>>,
    /// The classes in the order of the rows of an array, if it is not the learner's.
    pub(crate) classes: Option<&'a [Py<PyAny>]>,
}

/// A comparator that was read.
pub(super) struct Comparator {
    /// Weights by row of the learner.
    rows: Vec<(usize, Weights)>,
    intercepts: Vec<(usize, f64)>,
    names: Option<Vec<Column>>,
}

impl Comparator {
    /// Reads what was given, for a learner with these rows.
    pub(super) fn read(given: &Given<'_, '_>, rows: &Rows<'_>) -> PyResult<Self> {
        let names = given.names.map(columns).transpose()?;
        let tables = tables(given.u)?;
        let order = match &tables {
            Tables::ByClass(tables) => tables.iter().map(|(class, _)| class.clone()).collect(),
            _ => rows.order(given.classes, given.u.py()),
        };
        let all = match tables {
            Tables::ByClass(tables) => tables.into_iter().map(|(_, table)| table).collect(),
            Tables::Rows(tables) => tables,
        };
        let places = rows.places(&order, all.len())?;
        if names.is_some() && all.iter().any(|row| matches!(row, Weights::Named(_))) {
            return Err(refused("weights that have names take no others: names is for arrays"));
        }
        let intercepts = match given.intercept {
            Some(intercept) => numbers(intercept)?,
            None => vec![0.0; places.len()],
        };
        if intercepts.len() != places.len() {
            let (wanted, found) = (places.len(), intercepts.len());
            return Err(refused(format!("{wanted} rows of weights but {found} intercepts")));
        }
        if intercepts.iter().any(|x| !x.is_finite()) {
            return Err(refused("an intercept is not finite"));
        }
        let mut comparator = Comparator { rows: Vec::new(), intercepts: Vec::new(), names };
        for ((place, weights), intercept) in places.into_iter().zip(all).zip(intercepts) {
            match place {
                Ok(row) => {
                    comparator.rows.push((row, weights));
                    comparator.intercepts.push((row, intercept));
                }
                Err(class) if intercept != 0.0 || !weights.are_zero() => {
                    return Err(refused(format!("the learner knows no class {class}")));
                }
                Err(_) => {}
            }
        }
        Ok(comparator)
    }

    /// Its weights by slot and row, as a model takes them; `learned` are the columns of the matrix
    /// that was learned from last.
    pub(super) fn slots(
        &self,
        model: &Model,
        learned: Option<&Columns>,
    ) -> PyResult<Vec<(u32, usize, f64)>> {
        let bias = linear(model)?.spec.bias;
        if model.space().bits().is_some() {
            return Err(refused(
                "features are hashed here and may share a weight: no other predictor of these \
                 features can be compared",
            ));
        }
        let mut all = Vec::new();
        for (row, weights) in &self.rows {
            let start = all.len();
            for (slot, weight) in self.of_row(weights, model, learned)? {
                all.push((slot, *row, weight));
            }
            let mut slots: Vec<u32> = all[start..].iter().map(|(slot, ..)| *slot).collect();
            slots.sort_unstable();
            if slots.windows(2).any(|two| two[0] == two[1] && two[0] != NO_SLOT) {
                return Err(refused("a feature has two weights"));
            }
        }
        for &(row, intercept) in self.intercepts.iter().filter(|(_, intercept)| *intercept != 0.0) {
            // The weight of the constant times the constant is the intercept.
            let bias = bias.ok_or_else(|| {
                refused("this learner has no constant: it is not compared with an intercept")
            })?;
            all.push((bias.coordinate, row, intercept / bias.value));
        }
        Ok(all)
    }

    /// The weights of a row that are not 0, by slot.
    fn of_row(
        &self,
        weights: &Weights,
        model: &Model,
        learned: Option<&Columns>,
    ) -> PyResult<Vec<(u32, f64)>> {
        let is_column = |column: &Column| learned.is_some_and(|learned| learned.has(column));
        let checked = |(column, weight): (&Column, f64)| match slot(model, column) {
            Some(slot) => Ok((slot, weight)),
            // No row had it: it changes no loss, but the norm.
            None if is_column(column) => Ok((NO_SLOT, weight)),
            None => Err(unknown(column)),
        };
        match (weights, &self.names) {
            (Weights::Named(cells), _) => {
                let cells = cells.iter().map(|(column, weight)| (column, *weight));
                cells.filter(|(_, weight)| *weight != 0.0).map(checked).collect()
            }
            (Weights::Array(array), Some(names)) => {
                same_width(array.len(), names.len(), "names")?;
                let cells = names.iter().zip(array.iter().copied());
                cells.filter(|(_, weight)| *weight != 0.0).map(checked).collect()
            }
            (Weights::Array(array), None) => {
                let columns = match learned {
                    Some(columns) => columns.all(),
                    None => numbered(model, array.len())?,
                };
                same_width(array.len(), columns.len(), "columns that were learned from")?;
                let cells = columns.iter().zip(array).filter(|(_, weight)| **weight != 0.0);
                let slot = |column| slot(model, column).unwrap_or(NO_SLOT);
                Ok(cells.map(|(column, weight)| (slot(column), *weight)).collect())
            }
        }
    }
}

/// The keys 0, 1, 2, …, if all features of a model are among so many of them.
fn numbered(model: &Model, width: usize) -> PyResult<Vec<Column>> {
    let keys: Vec<Column> = (0..width as u32).map(Column::Key).collect();
    let known = keys.iter().filter(|column| slot(model, column).is_some()).count();
    match known == own_slots(model).len() {
        true => Ok(keys),
        false => Err(refused(
            "the columns of the weights are not known: say them by names=, or give a dict",
        )),
    }
}

/// The slot of a feature that rows have, not of what a learner keeps for itself.
fn slot(model: &Model, column: &Column) -> Option<u32> {
    let bias = model.spec().and_then(|spec| spec.bias).map(|bias| bias.coordinate);
    let slot = find(model.space(), column)?;
    (slot >= reserved(model) && Some(slot) != bias).then_some(slot)
}

fn same_width(found: usize, wanted: usize, what: &str) -> PyResult<()> {
    match found == wanted {
        true => Ok(()),
        false => Err(refused(format!("{found} weights but {wanted} {what}"))),
    }
}

fn unknown(column: &Column) -> PyErr {
    let name = match column {
        Column::Name(name) => format!("'{name}'"),
        Column::Key(key) => key.to_string(),
    };
    refused(format!(
        "the learner knows no feature {name}: if no row had it, leave it out, which changes no loss"
    ))
}
