//! One learner with its composition and its constant feature.

use crate::example;
use noregret_core::hypothesis::{AnyHypothesis, Expansion};
use noregret_core::{AnyLearner, Outcome, Prediction, Result, Spec};
use noregret_io::Row;
use serde::{Deserialize, Serialize};

/// The constant feature: its slot and value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Constant {
    /// The slot it has among the features.
    pub slot: u32,
    /// Its value in every row.
    pub value: f64,
}

/// A learner with its composition and its constant feature.
#[derive(Clone, Debug)]
pub struct Single {
    /// The composition it was built from.
    pub spec: Spec,
    /// The learner.
    pub learner: AnyLearner,
    /// The constant feature, if it has one.
    pub constant: Option<Constant>,
}

impl Single {
    /// Predicts, then learns from an example, to whose rows the constant is added.
    #[inline(always)]
    pub(crate) fn learn(&mut self, rows: &mut [Row]) -> Result<Outcome> {
        rows.iter_mut().for_each(|row| self.add_constant(row));
        example::learn(&mut self.learner, rows)
    }

    /// Predicts, then learns from an example, whose rows have the constant only meanwhile.
    pub(crate) fn learn_lent(&mut self, rows: &mut [Row]) -> Result<Outcome> {
        with_constant(self.constant, rows, |rows| example::learn(&mut self.learner, rows))
    }

    /// What learning from an example would report; its rows have the constant only meanwhile.
    pub(crate) fn evaluate_lent(&self, rows: &mut [Row]) -> Result<Outcome> {
        with_constant(self.constant, rows, |rows| example::evaluate(&self.learner, rows))
    }

    /// The answer to a row, which has the constant only meanwhile.
    pub(crate) fn predict_lent(&self, rows: &mut [Row]) -> Result<Prediction> {
        with_constant(self.constant, rows, |rows| {
            Ok(self.learner.predict(example::instance(&rows[0]))?.0)
        })
    }

    /// Adds the constant feature to a row.
    #[inline(always)]
    pub(crate) fn add_constant(&self, row: &mut Row) {
        add_constant(self.constant, row);
    }

    /// The expansion of a kernel, if there is one.
    pub fn expansion(&self) -> Option<&Expansion> {
        match self.learner.hypothesis() {
            AnyHypothesis::Expansion(expansion) => Some(expansion),
            _ => None,
        }
    }
}

/// Adds the constant feature to a row; where the row has that feature already, returns its place and its value before.
#[inline]
pub(crate) fn add_constant(constant: Option<Constant>, row: &mut Row) -> Option<(usize, f64)> {
    let Constant { slot, value } = constant?;
    // A feature of the data may have the name (or, hashed, the slot) of the constant.
    if !row.has_name(slot) {
        row.indices.push(slot);
        row.values.push(value);
        return None;
    }
    let at = row.indices.iter().position(|&i| i == slot)?;
    let before = row.values[at];
    row.values[at] = before + value;
    Some((at, before))
}

/// Does something with rows that have the constant meanwhile.
fn with_constant<T>(
    constant: Option<Constant>,
    rows: &mut [Row],
    ask: impl FnOnce(&[Row]) -> T,
) -> T {
    let lent: Vec<Lent> = rows.iter_mut().map(|row| lend(constant, row)).collect();
    let answer = ask(rows);
    rows.iter_mut().zip(lent).for_each(|(row, lent)| take_back(row, lent));
    answer
}

/// Does something with all rows of many examples, which have the constant meanwhile.
pub(crate) fn with_constants<T>(
    constant: Option<Constant>,
    examples: &mut [Vec<Row>],
    ask: impl FnOnce(&[Vec<Row>]) -> T,
) -> T {
    let lent: Vec<Lent> = examples.iter_mut().flatten().map(|row| lend(constant, row)).collect();
    let answer = ask(examples);
    let rows = examples.iter_mut().flatten();
    rows.zip(lent).for_each(|(row, lent)| take_back(row, lent));
    answer
}

/// How many features a row has of its own, and what the constant was added to.
type Lent = (usize, Option<(usize, f64)>);

/// Adds the constant to a row for a while.
fn lend(constant: Option<Constant>, row: &mut Row) -> Lent {
    let own = row.values.len();
    (own, add_constant(constant, row))
}

fn take_back(row: &mut Row, (own, changed): Lent) {
    row.indices.truncate(own);
    row.values.truncate(own);
    if let Some((at, value)) = changed {
        row.values[at] = value;
    }
}
